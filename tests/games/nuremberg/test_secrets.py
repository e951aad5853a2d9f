"""The heart of the game: nobody learns what the other side keeps to itself, whatever he looks at."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import State
from grognard.core.dice import LooseDice
from grognard.core.play.game import Game
from grognard.core.testing import assert_no_leak, assert_same_news, rule
from grognard.games.afcent.combat import support
from grognard.games.afcent.interface.hidden_information import plan_is_secret
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import HIDDEN, AfcentState

ORDERS = (0, 1, 2)
REVEALS = ("revealed", "over")
"""The rules themselves tell everybody: the drop when its turn has come, the attack order at the end."""


def walk(game: Game, source: random.Random) -> Iterator[str]:
    """A random game; before every order the side that gives it."""
    while not game.over:
        side = source.choice(game.waiting_for)
        yield side
        decision = game.choices(side)
        assert decision is not None
        game.play(decision.random_order(source), side)


def otherwise(state: State, side: str, source: random.Random) -> AfcentState:
    """The same state with other secrets, as far as a side may not know them."""
    assert isinstance(state, AfcentState)
    twin = state.copy()
    mine = state.scenario.side_index.get(side, -1)
    if mine != PACT:
        if state.order != HIDDEN:
            twin.order = source.choice([order for order in ORDERS if order != state.order])
        if plan_is_secret(state) and state.plan:
            twin.plan = [source.randint(1, state.scenario.turns), *reversed(state.plan[1:])]
            twin.recalled = source.random() < 0.5
    for other in (PACT, NATO):
        if other != mine and state.pledged[other] != HIDDEN:
            pledges = support.pledges_of(state, support.battle_of(state.questions[-1]), other)
            twin.pledged[other] = source.choice(pledges)
    return twin


def assert_alike(game: Game, twin: AfcentState, side: str, source: random.Random) -> None:
    """Everything a side can look at or ask for is the same in both states."""
    rules, state = game.definition, game.state
    assert_no_leak(rules, state, twin, side)
    if not side:
        return
    scores = []
    for actual in (state, twin):
        asked = game.copy()
        asked.begin_from(actual)
        scores.append(asked.score(side))
    assert scores[0] == scores[1]
    one, other = rules.choices(state, side), rules.choices(twin, side)
    assert (one is None) == (other is None)
    if one is None or other is None:
        return
    actors = one.actors()
    assert (one.kind, one.sentence(), actors) == (other.kind, other.sentence(), other.actors())
    for actor in source.sample(actors, min(2, len(actors))):
        orders = one.orders(actor)
        assert orders == other.orders(actor)
        for order in source.sample(orders, min(2, len(orders))):
            assert rules.check(twin, side, order) is None
            assert rules.preview(state, order) == rules.preview(twin, order)


def after(game: Game, state: State, side: str, order: Order) -> list[Event]:
    """The events of an order in a copy of a state, always with the same dice."""
    copy = state.copy()
    return game.definition.apply(copy, side, order, LooseDice(random.Random(7)))


@rule("nuremberg", "12.1.4.1.b", "12.1.4.1.c", "12.1.4.3", "11.4-secret")
@pytest.mark.parametrize("seed", [8, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3))])
def test_views_do_not_depend_on_secrets(seed: int) -> None:
    """In every position of whole games: views, choices, odds, and the news of what is ordered next."""
    game, source = grognard.new("nuremberg/campaign", seed=seed), random.Random(seed)
    compared = 0
    for acting in walk(game, source):
        for side in ("nato", "pact", ""):
            twin = otherwise(game.state, side, source)
            if twin.plain() == game.state.plain():
                continue
            compared += 1
            assert_alike(game, twin, side, source)
            decision = game.choices(acting)
            assert decision is not None
            if side != acting or decision.kind == "commit":
                continue
            order = decision.random_order(source)
            news = after(game, game.state, side, order), after(game, twin, side, order)
            if not any(event.kind in REVEALS for events in news for event in events):
                assert_same_news(*news, side)
    assert compared > 500


@rule("nuremberg", "12.1.4.1.b", "12.1.4.3", "12.1.4.3.a")
@pytest.mark.parametrize("drawn", ["drawn", "chosen"])
def test_secret_orders_of_the_set_up_leave_the_same_trace(drawn: str) -> None:
    """Two Pact players who decide everything otherwise: NATO's log and views are the same, to the letter."""
    worlds = [grognard.new("nuremberg/campaign", {"attack-order": drawn}, seed=seed) for seed in (1, 2)]
    lines = (("draw", "draw") if drawn == "drawn" else ("choose northern", "choose block")), (
        ("arrive 4", "arrive 11"), ("primary 2732", "primary 1942"), ("secondary 3237", "secondary 2424"),
        ("declare move", "declare move recall"),
    )  # fmt: skip
    for number, pair in enumerate((lines[0], *lines[1]), start=1):
        for game, order in zip(worlds, pair, strict=True):
            game.play(order, "pact")
        for side in ("nato", ""):
            assert_no_leak(worlds[0].definition, worlds[0].state, worlds[1].state, side)
            assert worlds[0].visible_step(number, side) == worlds[1].visible_step(number, side)
            assert worlds[0].visible_step(number, side).order == ""
        assert worlds[0].visible_step(number, "pact").order == worlds[0].history[-1].order
    one, other = (game.state for game in worlds)
    assert isinstance(one, AfcentState) and isinstance(other, AfcentState)
    assert (one.plan, one.recalled) != (other.plan, other.recalled)


@rule("nuremberg", "12.5.2-north.b")
def test_cancelled_drop_leaves_no_trace() -> None:
    """Turn after turn NATO hears of a declaration, and never whether the drop stands."""
    worlds = [grognard.new("nuremberg/campaign", seed=1) for _ in range(2)]
    for game, recall in zip(worlds, ("", " recall"), strict=True):
        for order in ("draw", "arrive 12", "primary 2732", "secondary 3237", f"declare fight{recall}"):
            game.play(order, "pact")
        source = random.Random(5)
        while game.turn < 4:  # the same orders in both worlds
            side = game.waiting_for[0]
            decision = game.choices(side)
            assert decision is not None
            same = game.read("declare fight") if decision.kind == "declare" else decision.random_order(source)
            game.play(same, side)
    assert worlds[0].events("nato") == worlds[1].events("nato")
    assert [worlds[0].visible_step(n, "nato") for n in range(1, len(worlds[0].history) + 1)] == [
        worlds[1].visible_step(n, "nato") for n in range(1, len(worlds[1].history) + 1)
    ]
    assert_no_leak(worlds[0].definition, worlds[0].state, worlds[1].state, "nato")
    assert worlds[0].events("pact") != worlds[1].events("pact")


@rule("nuremberg", "11.4-secret")
def test_pledges_are_secret_until_both_sides_have_decided() -> None:
    for seed in range(40):
        game, source = grognard.new("nuremberg/campaign", seed=seed), random.Random(seed)
        battle = next((side for side in walk(game, source) if len(game.waiting_for) == 2), None)
        if battle is not None:
            break
    first, second = source.sample(game.waiting_for, 2)
    offers = list(game.orders(first))
    assert len(offers) > 1
    worlds = [game.copy(), game.copy()]
    for world, order in zip(worlds, (offers[0], offers[-1]), strict=True):
        world.play(order, first)
        assert world.waiting_for == (second,), "the other one still decides"
        assert world.can_undo
    number = len(worlds[0].history)
    for side in (second, ""):
        assert_no_leak(worlds[0].definition, worlds[0].state, worlds[1].state, side)
        assert worlds[0].visible_step(number, side) == worlds[1].visible_step(number, side)
        assert worlds[0].visible_step(number, side).order == ""
    answer = next(iter(worlds[0].orders(second)))
    for world in worlds:
        world.play(answer, second)
        assert not world.can_undo, "what was revealed is not taken back"
        assert world.visible_step(number + 1, first).order == str(answer)


@rule("nuremberg", "12.1.4.1.d")
def test_secrets_are_revealed_at_the_end() -> None:
    game, source = grognard.new("nuremberg/campaign", seed=2), random.Random(2)
    for _ in walk(game, source):
        pass
    plain = game.state.plain()
    assert all(game.view(side).known == plain for side in ("", "pact", "nato"))
    assert all(game.visible_step(n, "nato").order for n in range(1, len(game.history) + 1))
    assert any(line.label.startswith("Attack order") for line in game.view("nato").standings)
