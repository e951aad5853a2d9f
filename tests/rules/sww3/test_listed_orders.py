"""Orders that are offered: exactly those that make sense, each of them legal."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.arrivals import paratroops, replacements, second_formation
from grognard.games.sww3.combat import attack
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.movement.movement_limits import limit_rule
from tests.rules.sww3.field import BOTH, Field
from tests.rules.sww3.parade import Parade
from tests.rules.sww3.wars import War


def listed(field: Field, *verbs: str) -> set[str]:
    """The orders with these verbs that are offered to the side that must decide."""
    return {order for order in field.orders() if order.split()[0] in verbs}


# -- airpower [6] ----------------------------------------------------------------------------------


@rule("pincher", "6.2-any")
def test_airpower_is_offered_near_units_and_legal_anywhere() -> None:
    war = War("pincher", turn=2, at={"su-4gt": "5113", "us-1": "4016"})
    war.play("roll", 4, 2)
    radius = war.theatre.charts["air"]["range"]
    near = {
        h for unit in ("5113", "4016") for h in war.labels(war.scenario.grid.within(war.hex(unit), radius))
    }
    assert listed(war, "air") == {f"air {h}" for h in near}
    war.play("air 5113")
    assert listed(war, "air") == {f"air {h}" for h in near - {"5113"}}
    war.play("air 0101")
    war = War("pincher", turn=2, at={})
    war.play("roll", 4, 2)
    assert len(listed(war, "air")) == war.theatre.hexes.bit_count()


@rule("grand", "14.7")
def test_airpower_is_offered_on_the_map_of_the_phase() -> None:
    war = War("grand", turn=2, at={"su-4gt": "E5113", "uk-1": "M1374"})
    war.play("roll", 4, 2)
    assert {order.split()[1][0] for order in listed(war, "air")} == {"E"}


@rule("pincher", "9.18-count", "9.18-effect")
def test_aerial_supply_is_offered_where_units_are() -> None:
    p = Parade("pincher", t1="0905", t2="0904", u1="0605")
    assert listed(p, "supply") == set()
    p.state.air, p.state.aerial_left = [SOVIET], [2]
    assert listed(p, "supply") == {"supply 0905", "supply 0904"}
    p.play("supply 0905")
    assert p.state.aerial_left == [1]
    assert listed(p, "supply") == {"supply 0904"}
    p.refused("supply 0905", "9.18-effect")
    p.refused("supply 0605", "9.18-effect")
    p.play("supply 0904")
    p.put("t3", "0903")
    p.refused("supply 0903", "9.18-count")
    p.state.air = [ALLIED]
    p.refused("supply 0903", "9.18-count")


# -- atomic attacks [13] ---------------------------------------------------------------------------


@rule("pincher", "13.3")
@BOTH
def test_strikes_are_offered_on_enemy_units_and_cities(game: str) -> None:
    f = Field(game, "allied movement", turn=2, t1="0505", u1="0101")
    f.state.red |= 1 << f.hex("0702")
    assert listed(f, "strike") == {"strike 0505", "strike 0702"}
    f.nuke("0702")
    assert listed(f, "strike") == {"strike 0505"}
    f = Field(game, "soviet movement", turn=2, t1="0505", u1="0101")
    cities = {"0503", "0702", "0802", "0909", "1009"}
    assert listed(f, "strike") == {"strike 0101", *(f"strike {city}" for city in cities)}


# -- combat [12] -----------------------------------------------------------------------------------


@rule("pincher", "12.1-adjacent")
@BOTH
def test_attacks_alone_with_the_stack_and_with_all(game: str) -> None:
    f = Field(game, t1="0504", t2="0504", t3="0604", u1="0505", u2="0101")
    index = f.scenario.index
    alone = [str(order) for order in attack.attack_orders(f.state, SOVIET, index["t1"])]
    assert alone == ["attack 0505 t1", "attack 0505 t1,t2", "attack 0505 t1,t2,t3"]
    assert [str(order) for order in attack.attack_orders(f.state, SOVIET, index["t3"])] == [
        "attack 0505 t3",
        "attack 0505 t1,t2,t3",
    ]
    assert attack.attack_orders(f.state, ALLIED, index["t1"]) == []


@rule("pincher", "12.23-where", "12.22-stack")
@BOTH
def test_probes_alone_and_with_the_stack(game: str) -> None:
    f = Field(game, t1="0504", t2="0504", u1="0505")
    index = f.scenario.index
    orders = {str(order) for order in attack.probe_orders(f.state, SOVIET, index["t1"])}
    assert orders == {f"probe {h} {units}" for h in ("0604", "0404") for units in ("t1", "t1,t2")}
    for unit in ("t3", "m1", "m2", "g1"):
        f.put(unit, "0504")
    assert f.state.load[f.hex("0504")] == 11  # too many to probe together
    orders = {str(order) for order in attack.probe_orders(f.state, SOVIET, index["t1"])}
    assert orders == {"probe 0604 t1", "probe 0404 t1"}


@rule("pincher", "12.25-alone")
@BOTH
def test_artillery_is_ready_only_beside_others(game: str) -> None:
    f = Field(game, g1="0504", u1="0505")
    assert attack.able(f.state, SOVIET) == f.bit("g1")
    assert attack.ready(f.state, SOVIET) == 0
    f = Field(game, g1="0504", t1="0604", u1="0505")
    assert attack.ready(f.state, SOVIET) == f.bit("g1", "t1")
    f.state.attacked = f.bit("u1")  # only probes are left, and nobody probes beside the guns
    assert attack.ready(f.state, SOVIET) == f.bit("t1")
    f = Field(game, g1="0504", t1="0504", u1="0505")
    f.state.attacked = f.bit("u1")
    assert attack.ready(f.state, SOVIET) == f.bit("g1", "t1")


@rule("pincher", "12.4-attack", "13.6-nomove", "11.19-only")
@BOTH
@pytest.mark.parametrize("flag", ["fought", "disrupted", "sailed"])
def test_units_that_cannot_attack_are_not_offered(game: str, flag: str) -> None:
    f = Field(game, t1="0504", t2="0504", u1="0505", z0="0101")
    assert attack.able(f.state, SOVIET) == f.bit("t1", "t2")
    setattr(f.state, flag, f.bit("t1"))
    assert attack.able(f.state, SOVIET) == f.bit("t2")


# -- arrivals [10] ---------------------------------------------------------------------------------


@rule("pincher", "10.2-any", "10.2-hex")
def test_drops_are_offered_into_cities_and_near_units() -> None:
    p = Parade("pincher", p1="airborne", u1="0605", t1="0905")
    p.state.air, p.state.aerial_left = [SOVIET], [1]
    legal = p.names(paratroops.drop_hexes(p.state, SOVIET, 1))
    near = {"0605", "0905"}
    for label in ("0605", "0905"):
        near |= p.names(p.scenario.grid.around[p.hex(label)])
    cities = p.names(p.scenario.theatres[0].cities)
    assert listed(p, "drop") == {f"drop {h} p1" for h in legal & (near | cities)}
    assert "0605" not in legal and "0905" in legal and "0805" not in legal  # enemy, friend, rough
    assert "0303" not in legal and "0902" in legal  # polder, city


@rule("pincher", "10.6-who", "10.6-bgs")
def test_rebuilding_is_offered_to_reduced_divisions_with_a_small_unit() -> None:
    at = {"us-1": "4016*", "us-r29": "4016", "us-r65": "4016", "us-4": "4017*", "us-14c": "4015"}
    war = War("pincher", "nato movement", 2, at=at)
    assert listed(war, "augment") == {"augment us-1,us-r29", "augment us-1,us-r65"}
    assert replacements.augmentable(war.state, ALLIED) == war.bit("us-1")
    assert replacements.augmentable(war.state, SOVIET) == 0
    assert replacements.augment_orders(war.state, war.scenario.index["us-4"]) == []
    war.go_to("nato combat")
    assert replacements.augmentable(war.state, ALLIED) == 0


@rule("sandown", "10.9-limit", "10.9-once")
def test_calls_of_second_formation_are_offered_up_to_the_limit() -> None:
    war = War("sandown", "soviet movement", 5)
    most = second_formation.second_limit(war.state, 0)
    assert most == 33 - sum(war.where(id_)[0].isdigit() for id_ in war.units("SU"))
    assert listed(war, "second") == {f"second {n}" for n in range(1, most + 1)}
    war.state.turn = 4
    assert second_formation.second_orders(war.state, SOVIET) == []
    war.state.turn = 5
    assert second_formation.second_orders(war.state, ALLIED) == []
    war.state.second_called = True
    assert second_formation.second_orders(war.state, SOVIET) == []


@rule("grand", "14.10-split")
def test_some_splits_of_second_formation_are_offered() -> None:
    war = War("grand", "soviet movement", 5)
    pool = len(war.units(where="second"))
    room = second_formation.second_limit(war.state, 1)
    assert second_formation.second_limit(war.state, 0) == pool
    offered = {tuple(map(int, order.split()[1:])) for order in listed(war, "second")}
    assert offered == {
        (a, b) for a in range(0, pool + 1, 5) for b in range(0, room + 1, 5) if 0 < a + b <= pool
    }


# -- movement [11] ---------------------------------------------------------------------------------


@rule("pincher", "11.19-ports", "11.19-one")
def test_sea_moves_are_offered_between_open_ports() -> None:
    p = Parade("pincher", "allied movement", u1="0202", u2="0202", u5="0204", t1="0905")
    assert listed(p, "sea") == {
        "sea u1 0202-0204", "sea u1 0202-0208", "sea u2 0202-0204", "sea u2 0202-0208",
        "sea u5 0204-0202", "sea u5 0204-0208",
    }  # fmt: skip
    p.play("sea u1 0202-0204")
    assert (p.state.sea_moves, p.state.sailed, p.state.moved) == (1, p.bit("u1"), p.bit("u1"))
    assert listed(p, "sea") == {"sea u2 0202-0204"}  # the rest of the stack may follow
    p.play("sea u2 0202-0204")
    assert p.state.sea_moves == 1
    assert listed(p, "sea") == set()


@rule("pincher", "11.16-double")
def test_columns_are_offered_only_beyond_the_reach_of_a_march() -> None:
    p = Parade("pincher", r1="1107", u1="0202")
    near = {order.split("-")[-1] for order in listed(p, "move") if " r1 " in order}
    far = {order.split("-")[-1] for order in listed(p, "column") if " r1 " in order}
    assert near and far and not near & far


@rule("pincher", "11.11-blow")
def test_dikes_are_offered_to_the_side_that_may_blow_them() -> None:
    p = Parade("pincher", t1="0905", u1="0605")
    assert listed(p, "flood") == set()
    p.refused("flood", "11.11-blow")
    p.state.air = [SOVIET]
    assert listed(p, "flood") == {"flood"}
    p.play("flood")
    assert listed(p, "flood") == set()
    decision = Parade("pincher", t1="0905", u1="0605").choices("allied")
    assert "flood" in {str(order) for order in decision.all()}


def test_national_limits_are_by_the_table() -> None:
    p = Parade("pincher", u1="0605", y1="0708", i1="0309")
    index = p.scenario.index
    assert limit_rule(p.state, index["u1"]) == "11.21-table"
    rows = p.scenario.theatres[0].charts["geographic"]
    for unit, nation in (("y1", "Yg"), ("i1", "It")):
        cited = [row["rule"] for row in rows if nation in row["nations"]]
        assert limit_rule(p.state, index[unit]) == cited[0]


def test_units_of_both_kinds_act_in_movement() -> None:
    """Those that can move, those that can be rebuilt, and those off the map."""
    war = War("pincher", "nato movement", 2, at={"us-1": "4016*", "us-r29": "4016", "us-4": "overseas"})
    war.state.moved = war.bit("us-1", "us-r29")
    assert war.asked
    decision = rules.choices(war.state, "nato")
    assert decision is not None and set(decision.actors()) == {"us-1", ""}
    assert {str(order) for order in decision.orders("us-1")} == {"augment us-1,us-r29"}
    war = War("pincher", "soviet movement", 2, at={"su-4gt": "reserve", "su-3gt": "away"})
    assert war.asked
    decision = rules.choices(war.state, "soviet")
    assert decision is not None and set(decision.actors()) == {"su-4gt", ""}
