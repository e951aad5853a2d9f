"""Queries: legal orders, costs, refusals and overlays."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.core.contract.orders import Order
from grognard.server import schema
from grognard.server.answers import answers
from grognard.server.answers.overlays import threat
from grognard.server.answers.suggestions import legal_order, why_not
from tests.server.harness import Server, Table
from tests.support import situation


def test_orders_of_a_counter(table: Table) -> None:
    orders = table.ask("soviet", "orders", actors=["SA"])["orders"]["SA"]
    assert orders and all(order["units"] == ["SA"] and order["verb"] == "move" for order in orders)
    assert table.ask("soviet", "orders", actors=["W"])["orders"]["W"] == []
    assert table.ask("us", "orders", actors=["W"])["orders"]["W"] == []


def test_orders_of_several_counters(table: Table) -> None:
    whole = table.ask("soviet", "orders", actors=["SA", "SB", "W"])["orders"]
    assert list(whole) == ["SA", "SB", "W"] and whole["W"] == []
    assert whole["SB"] == table.ask("soviet", "orders", actors=["SB"])["orders"]["SB"] != []
    some = table.ask("soviet", "orders", actors=["SA", "SB", "SV"], limit=len(whole["SA"]) + 1)["orders"]
    assert list(some) == ["SA", "SB"], "nobody is answered for by halves"
    assert table.post("/ask", "soviet", what="orders", actors=[]).status_code == 400


def test_orders_are_listed_only_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.new("strike-force-one/basic", seed=1)
    listed = 0

    def endless(_: str) -> Iterator[Order]:
        nonlocal listed
        while True:
            listed += 1
            yield Order("end")

    monkeypatch.setattr(game, "orders", endless)
    answer = answers.answered(game, "soviet", schema.AskEvery())
    assert isinstance(answer, schema.EveryAnswer) and len(answer.orders) == listed == 5_000


def test_every_offered_order_is_legal(table: Table) -> None:
    orders = table.ask("soviet", "every")["orders"]
    assert {order["text"] for order in orders} == {str(order) for order in grognard.new("sfo/basic").orders()}
    assert table.ask("us", "every")["orders"] == []


def test_reach_and_path_and_preview(table: Table) -> None:
    costs = table.ask("soviet", "reach", units=["SA"])["costs"]
    assert costs["0701"] == 1
    way = table.ask("soviet", "path", order="move SA 0703")
    assert way["path"][0] == "0801" and way["path"][-1] == "0703"
    assert sum(int(line["value"]) for line in way["lines"]) == costs["0703"]
    preview = table.ask("soviet", "preview", order="move SA 0703")
    assert preview["total"] == "2 of 4 points" and preview["lines"] == way["lines"]


def test_probabilities_of_an_attack_sum_to_one(server: Server) -> None:
    table = server.table(seed="3")
    source = random.Random(2)
    while True:
        now = table.now()
        side = now["view"]["to_act"][0]
        attacks = [o for o in table.ask(side, "every")["orders"] if o["verb"] == "attack"]
        if attacks:
            break
        table.play_on(1, source)
    chances = table.ask(side, "preview", order=attacks[0]["text"])["chances"]
    assert sum(chance["probability"] for chance in chances) == pytest.approx(1.0)


def test_illegal_orders_have_no_path_and_no_preview(table: Table) -> None:
    for what in ("path", "preview"):
        answer = table.post("/ask", "soviet", what=what, order="move SA 0101")
        assert answer.status_code == 422 and answer.json()["rule"] == "8-all-afford"


def test_check(table: Table) -> None:
    legal = {"what": "check", "legal": True, "refusal": None}
    assert table.ask("soviet", "check", order="move SA 0701") == legal
    fields = {"verb": "move", "units": ["SA"], "path": ["0701"]}
    assert table.ask("soviet", "check", order=fields) == legal
    answer = table.ask("us", "check", order="move W 0303")
    assert answer["legal"] is False and answer["refusal"]["rule"] == "2-all-passive"


@pytest.mark.parametrize(
    ("units", "hex_", "rule"),
    [
        (["SA"], "0101", "8-all-afford"),
        (["SA"], "0602", "3.1-basic-forest"),
        (["Z"], "", "2-all-passive"),
    ],
)
def test_why_cites_the_rule(table: Table, units: list[str], hex_: str, rule: str) -> None:
    assert table.ask("soviet", "why", units=units, hex=hex_)["refusal"]["rule"] == rule


def test_why_of_a_unit_that_has_moved(table: Table) -> None:
    table.give("move SA 0701", "soviet", 0)
    assert table.ask("soviet", "why", units=["SA"])["refusal"]["rule"] == "8-all-mp"
    assert table.ask("soviet", "why", hex="0701")["refusal"]["rule"] == "8-all-mp"


def test_why_during_the_enemy_turn(table: Table) -> None:
    assert table.ask("us", "why", units=["W"])["refusal"]["rule"] == "2-all-passive"


def test_why_never_refuses_a_legal_order() -> None:
    source = random.Random(5)
    for scenario in ("basic", "advanced", "expert-standard"):
        game = grognard.new(f"strike-force-one/{scenario}", seed=3)
        while not game.over:
            side = game.to_act
            assert side is not None
            orders = list(game.orders())
            for order in source.sample(orders, min(4, len(orders))):
                hex_ = order.target or (order.path[-1] if order.path else "")
                if order.units:
                    assert why_not(game, side, list(order.units), hex_) is None, order
            units = [unit.id for unit in game.view(side).units if not unit.marker]
            unit, hex_ = (
                source.choice(units),
                source.choice([h for h in game.scenario.board.grid.labels if h]),
            )
            answer = why_not(game, side, [unit], hex_)
            legal = any(hex_ in (o.target, *o.path[-1:]) and unit in o.units for o in orders)
            assert (answer is None) == legal, (unit, hex_, answer)
            game.play(source.choice(orders))


def test_why_finds_legal_orders_that_are_not_listed() -> None:
    """Games with many legal orders do not list them all."""
    game = grognard.new("strike-force-one/basic", seed=3)
    assert str(legal_order(game, "soviet", ["SA"], "0701")) == "move SA 0701"
    assert legal_order(game, "soviet", ["SA"], "0302") is None
    assert legal_order(game, "soviet", [], "0701") is None
    campaign = grognard.new("pincher/campaign", seed=3)
    campaign.play("roll")
    while campaign.choices("soviet").kind == "air":  # type: ignore[union-attr]
        campaign.play(next(iter(campaign.orders())))
    campaign.play("declare move")
    drops = {order.target for order in campaign.orders() if "su-7gp" in order.units}
    assert "4218" not in drops
    assert str(legal_order(campaign, "soviet", ["su-7gp"], "4218")) == "drop 4218 su-7gp"


def test_why_after_the_game_is_over() -> None:
    game = grognard.new("strike-force-one/basic", seed=3)
    source = random.Random(1)
    while not game.over:
        game.play(source.choice(list(game.orders())))
    refusal = why_not(game, "us", ["W"], "0303")
    assert refusal is not None and refusal.rule == "5-all-end"


def test_overlays(table: Table) -> None:
    game = grognard.new("strike-force-one/basic")
    assert table.ask("soviet", "overlay", name="zoc", side="us")["hexes"] == game.zoc("us")
    assert table.ask("soviet", "overlay", name="supply", side="us")["hexes"] == []
    assert table.ask("", "overlay", name="zoc", side="soviet")["hexes"] == game.zoc("soviet")


def test_threat_is_the_reach_in_the_enemy_turn() -> None:
    game = situation("basic", "soviet movement", SA="0801", Z="0404")
    later = situation("basic", "us movement", SA="0801", Z="0404")
    names = game.scenario.board.grid.names(threat(game, game.state, "us"))
    assert set(names) == set(later.reach("Z"))


def test_threat_in_its_own_turn_is_the_reach() -> None:
    game = situation("basic", "us movement", SA="0801", Z="0404")
    names = game.scenario.board.grid.names(threat(game, game.state, "us"))
    assert set(names) == set(game.reach("Z"))


@pytest.mark.parametrize(
    "question",
    [
        {"what": "reach", "units": ["none"]},
        {"what": "reach", "units": []},
        {"what": "why", "hex": "9999"},
        {"what": "overlay", "name": "zoc", "side": "french"},
        {"what": "overlay", "name": "luck", "side": "us"},
        {"what": "weather"},
        {"orders": "SA"},
    ],
)
def test_invalid_questions_are_refused(table: Table, question: dict[str, object]) -> None:
    assert table.post("/ask", "soviet", **question).status_code == 400


def test_spectators_can_query_only_the_map(table: Table) -> None:
    assert table.post("/ask", what="every").status_code == 403
    assert table.ask("", "reach", units=["SA"])["costs"]


def test_game_that_does_not_explain_units(table: Table) -> None:
    answer = table.post("/ask", "soviet", what="explain", unit="SA")
    assert answer.status_code == 400 and "does not explain its units" in answer.text


def test_only_own_units_are_explained(server: Server) -> None:
    table = server.table(scenario="pincher/campaign", seed="1")
    mine = table.ask("nato", "explain", unit="usbc")
    assert mine["total"] == "in supply" and {line["rule"] for line in mine["lines"]} >= {"5.5-supply", "9.19"}
    answer = table.post("/ask", "soviet", what="explain", unit="usbc")
    assert answer.status_code == 403 and "own side" in answer.text


def test_decision_names_its_hexes_and_units(server: Server) -> None:
    table = server.table(seed="4")
    for number, (side, order) in enumerate(LESSON):
        assert table.give(order, side, number).status_code == 200
    decision = table.now("soviet")["decision"]
    assert decision["kind"] == "advance"
    assert (decision["hexes"], decision["units"]) == (["0406"], ["SB", "SD"])


LESSON = (
    ("soviet", "move SB 0407"),
    ("soviet", "move SD 0507"),
    ("soviet", "end"),
    ("soviet", "attack 0406 SB,SD"),
    ("us", "retreat Z 0306"),
)
"""With this seed the defender retreats."""
