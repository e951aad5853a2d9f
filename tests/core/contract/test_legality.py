"""Exactly the legal orders are listed and previewed, and all others are refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, pairwise
from typing import Any

import pytest

import grognard
from grognard.core.contract.decisions import NO_ACTOR
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller, every_roll
from grognard.core.errors import GrognardError, Illegal, Unreadable
from grognard.core.play.game import Game
from grognard.games.strike_force_one.events import BattleFought
from tests.core.contract.positions_in_play import SFO, assert_citable, everything
from tests.games.random_play import every_order, sample
from tests.support import situation

# -- refusals --------------------------------------------------------------------------------------


def test_illegal_order_changes_nothing() -> None:
    source = random.Random(11)
    for game in sample(games=3):
        before = everything(game)
        legal = {key(order) for order in game.orders()}
        tried: list[Order | str] = [
            order for order in some_orders(game, source, 40) if key(order) not in legal
        ]
        for wrong in [*tried, "fnord", "move", "attack 0506", Order("fnord")]:
            with pytest.raises(Illegal) as refusal:
                game.play(wrong)
            assert_citable(refusal.value.rule)
        assert everything(game) == before
        assert SFO.violations(game.state) == []


def test_order_of_the_other_side_is_refused() -> None:
    for game in sample(games=2):
        other = next(side for side in game.sides if side != game.to_act)
        assert game.choices(other) is None and list(game.orders(other)) == []
        for order in every_order(game)[:5]:
            refusal = game.check(order, other)
            assert refusal is not None and refusal.rule == "2-all-passive"


def test_invalid_scripted_die_changes_nothing() -> None:
    game = situation("advanced", "soviet combat", SA="0605", SB="0604", Z="0505")
    game.dice.script([7])
    before = everything(game)
    with pytest.raises(GrognardError, match="7"):
        game.play("attack 0505 SA,SB")
    assert everything(game) == before


# -- what is legal: enumeration and check are each other's mirror ----------------------------------


def key(order: Order) -> tuple[Any, ...]:
    """Return an order without its path and the order of its units, which may vary."""
    moves = order.verb in ("move", "enter")
    return (
        order.verb,
        order.target,
        frozenset(order.units),
        order.path[-1:] if moves else order.path,
        order.words,
    )


def subsets(items: list[str], most: int) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(items, size) for size in range(most + 1))


@cache
def answers(scenario: str) -> list[Order]:
    """Return orders of every form except attacks, legal or not: single counters, groups, every hex."""
    game = grognard.new(scenario, seed=0)
    units = list(game.scenario.index)
    grid = game.scenario.board.grid
    found = [Order(verb) for verb in game.scenario.game.verbs]
    found += [Order(verb, units=(unit,)) for verb in game.scenario.game.verbs for unit in units]
    found += [
        Order(verb, units=(unit,), path=(grid.label(hex_),))
        for verb in ("move", "enter", "place", "retreat", "advance")
        for unit in units
        for hex_ in grid.hexes()
    ]
    for side in game.sides:
        own = [counter.id for counter in game.scenario.counters if counter.side == side]
        found += [Order("replace", units=group) for group in subsets(own, 3)]
    events = ("air", "artillery", "spetsnaz", "friction", "replacement", "as-planned", *units)
    return found + [Order("choose", words=(event,)) for event in events]


def attacks(game: Game) -> list[Order]:
    """Return attacks on every hex by up to four adjacent units, and by each unit with a distant one."""
    at = {unit.id: unit.at for unit in game.view().units}
    grid = game.scenario.board.grid
    found = []
    for hex_ in grid.hexes():
        target, around = grid.label(hex_), set(grid.names(grid.around[hex_]))
        near = [unit for unit, where in at.items() if where in around]
        far = [unit for unit in at if unit not in near]
        found += [Order("attack", target, group) for group in subsets(near, 4)]
        found += [Order("attack", target, (*near[:1], stranger)) for stranger in far]
    return found


def some_orders(game: Game, source: random.Random, number: int) -> list[Order]:
    """Return orders of all forms, including all single words; in a combat phase mostly attacks."""
    others, fights = answers(game.scenario.id), attacks(game)
    fights = source.sample(fights, min(len(fights), number // 2 if "combat" in game.phase else number // 10))
    words = [order for order in others if order == Order(order.verb)]
    return words + fights + source.sample(others, number - len(fights))


def test_orders_by_actor_are_all_orders() -> None:
    for game in sample():
        question = game.choices()
        assert question is not None
        every = list(question.all())
        assert every, f"{game.phase}: nothing can be done"
        assert len(set(every)) == len(every), "each order once"
        assert every_order(game) == sorted(every, key=str)
        actors = question.actors()
        assert len(set(actors)) == len(actors)
        by_actor = {actor: question.orders(actor) for actor in actors}
        assert all(by_actor.values()), "whoever is named can do something"
        assert set(chain.from_iterable(by_actor.values())) == set(every)
        for actor, orders in by_actor.items():
            assert all(actor in order.units if actor != NO_ACTOR else not order.units for order in orders)
        idle = set(game.scenario.index) - set(actors)
        assert not any(key(order)[2] and key(order)[2] <= idle for order in every)


def test_every_listed_order_is_legal() -> None:
    for game in sample():
        for order in game.orders():
            refusal = game.check(order)
            assert refusal is None, f"{order}: {refusal}"


def test_every_other_order_is_refused() -> None:
    """Orders that are not listed do not pass `check`."""
    source = random.Random(17)
    refused = passed = 0
    rules = set()
    for game in sample(games=6):
        legal = {key(order) for order in game.orders()}
        for order in some_orders(game, source, 300):
            refusal = game.check(order)
            allowed = key(order) in legal
            assert (refusal is None) == allowed, f"{game.phase}: {order} {refusal or 'is not enumerated'}"
            passed += allowed
            if refusal is not None:
                refused += 1
                assert refusal.reason
                rules.add(refusal.rule)
    assert refused > 50_000 and passed > 200
    for rule in rules:
        assert_citable(rule)
    assert len(rules) > 20, "many reasons, not one for everything"


def test_unit_cannot_be_named_twice() -> None:
    tried = 0
    for game in sample(games=4):
        for order in every_order(game)[::3]:
            if order.units:
                twice = Order(order.verb, order.target, (*order.units, order.units[0]), order.path)
                assert game.check(twice) is not None, twice
                tried += 1
    assert tried > 500


@pytest.mark.slow
def test_every_other_order_is_refused_exhaustively() -> None:
    for game in sample(games=8, share=0.05):
        legal = {key(order) for order in game.orders()}
        for order in chain(answers(game.scenario.id), attacks(game)):
            refusal = game.check(order)
            assert (refusal is None) == (key(order) in legal), f"{game.phase}: {order} {refusal}"


def test_completed_order_has_its_path() -> None:
    """The record stores the whole path, each hex adjacent to the one before, legal by itself."""
    for game in sample(games=4):
        grid = game.scenario.board.grid
        for order in every_order(game)[::5]:
            if order.verb not in ("move", "enter"):
                continue
            one, other = game.copy(), game.copy()
            one.play(order)
            text = one.history[-1].order
            path = other.read(text).path
            assert path[-1] == order.path[-1]
            assert all(grid.distance(grid.hex(a), grid.hex(b)) == 1 for a, b in pairwise(path))
            other.play(text)
            assert other.history == one.history and other.state.plain() == one.state.plain()


def test_path_given_by_the_player_is_kept() -> None:
    """With or without the start hex."""
    for typed in ("move SA 0801-0802-0702-0703", "move SA 0802-0702-0703", "move SA 0802-0702"):
        game = grognard.new("strike-force-one/advanced", seed=7)
        whole = typed if "0801" in typed else typed.replace("move SA ", "move SA 0801-")
        game.play(typed)
        assert game.history[-1].order == whole


# -- what may come of it ---------------------------------------------------------------------------


def test_preview_changes_nothing_and_cites_rules() -> None:
    seen = 0
    for game in sample(games=4):
        before = everything(game)
        for order in game.orders():
            breakdown = game.preview(order)
            assert breakdown.title and breakdown.total and str(breakdown)
            for line in breakdown.lines:
                assert_citable(line.rule)
            if order.verb == "attack":
                seen += 1
                assert sum(breakdown.outcomes.values()) == pytest.approx(1, abs=1e-12)
                assert all(chance.effect for chance in breakdown.chances)
            else:
                assert not breakdown.outcomes
        assert everything(game) == before
    assert seen > 50


def test_preview_of_an_illegal_order_is_refused() -> None:
    game = grognard.new("strike-force-one/basic", seed=7)
    with pytest.raises(Illegal, match="cannot attack now"):
        game.preview("attack 0302 SA")
    with pytest.raises(Unreadable):
        game.preview("fnord")


def test_preview_gives_the_exact_probabilities() -> None:
    """Play every combination of dice and count the results."""
    fought = 0
    for game in sample(games=6):
        attacks = [order for order in game.orders() if order.verb == "attack"]
        for order in attacks[:3]:
            counted: dict[str, float] = {}
            for chance in every_roll(lambda dice, g=game, o=order: _battle(g, o, dice)):  # type: ignore[misc]
                counted[chance.result] = counted.get(chance.result, 0) + chance.probability
            assert game.preview(order).outcomes == pytest.approx(counted)
            fought += 1
    assert fought > 50


def _battle(game: Game, order: Order, dice: Roller) -> str:
    """Return the result of an attack with these dice, as its event tells it."""
    state = game.state.copy()
    assert game.to_act
    events = SFO.apply(state, game.to_act, order, dice)
    return next(event.result for event in events if isinstance(event, BattleFought))
