"""Intentions: advice is a function of the state, guards stay, and raiders enter empty cities."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import grognard
from grognard.ai import player
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.contract.state import State
from grognard.core.dice import NoDice
from grognard.core.errors import GrognardError
from grognard.core.hexes.grid import bits
from grognard.games.afcent.advice.staff.numbers import STOCK as AFCENT
from grognard.games.afcent.model.scenario import PACT
from grognard.games.afcent.model.state import factor_of
from grognard.games.kit.advice.staff_numbers import numbers_of
from grognard.games.sww3.advice.staff.numbers import STOCK as SWW3
from grognard.games.sww3.model.scenario import SOVIET

SHORT = ["sandown/tabriz-and-erzurum", "nuremberg/border-battle"]


def positions(scenario: str, seed: int, every: int = 9) -> tuple[AnyGame, list[State]]:
    """Return positions of a game between two planners."""
    game = grognard.new(scenario, seed=seed)
    players = {side: player("planner-1", seed=seed) for side in game.sides}
    found: list[State] = []
    while game.to_act:
        side = game.to_act
        if len(game.history) % every == 0:
            found.append(game.state.copy())
        game.play(players[side].choose(game.definition, game.scenario, game.view(side)), side)
    return game.definition, found


def advice(definition: AnyGame, state: State) -> str:
    """Return the advice of every side in a position, rebuilt so that nothing is cached in it."""
    fresh = definition.from_plain(state.scenario, state.plain())
    return "; ".join(
        f"{definition.advise(fresh, side)} {definition.advise_as(fresh, side, PLAIN)}"
        for side in definition.to_act(fresh)
    )


@pytest.mark.parametrize("scenario", SHORT)
def test_advice_does_not_depend_on_what_was_asked_before(scenario: str) -> None:
    definition, states = positions(scenario, seed=21)
    assert len(states) > 8
    first = [advice(definition, state) for state in states]
    order = list(range(len(states)))
    random.Random(5).shuffle(order)
    for number in order:
        definition.score(states[order[number]], states[0].scenario.sides[0])
        assert advice(definition, states[number]) == first[number]


def test_an_intention_scales_numbers() -> None:
    twice = numbers_of(SWW3, Intention("x", scale={"forward": 2.0, "beside": 0.5}))
    assert twice.forward == tuple(2 * part for part in SWW3.forward) and twice.beside == 17
    assert twice.dense == SWW3.dense
    assert numbers_of(AFCENT, PLAIN) is AFCENT
    with pytest.raises(GrognardError, match="no number 'courage'"):
        numbers_of(AFCENT, Intention("x", scale={"courage": 2.0}))


def test_intentions_are_plain_data() -> None:
    intention = Intention("hold", guards="all", effort=("1234",), scale={"forward": 0.5})
    assert msgspec.json.decode(msgspec.json.encode(intention), type=Intention) == intention


@pytest.mark.parametrize("scenario", [*SHORT, "pincher/campaign", "grand-campaign/grand-campaign"])
def test_every_side_has_an_intention(scenario: str) -> None:
    game = grognard.new(scenario, seed=1)
    for side in game.sides:
        first = game.definition.intentions(game.state, side)[0]
        assert first.name and first != PLAIN


def moved(definition: AnyGame, before: State, side: str, intention: Intention) -> Any:
    """Return the state after the Movement Phase of a side."""
    state = before.copy()
    orders, _ = definition.advise_as(state, side, intention)
    for order in orders[:-1]:
        assert definition.check(state, side, order) is None
        definition.apply(state, side, order, NoDice())
        while state.questions:  # the enemy does not interrupt
            (asked,) = definition.to_act(state)
            decision = definition.choices(state, asked)
            assert decision is not None and decision.decline_order is not None
            definition.apply(state, asked, decision.decline_order, NoDice())
    return state


def test_tabriz_is_left_empty_only_without_guards() -> None:
    """Soviet units that have taken Tabriz leave it empty next to the enemy, unless they guard it."""
    empty = {"plain": 0, "guard": 0}
    for seed in (21, 22, 23):
        definition, states = positions("sandown/tabriz-and-erzurum", seed, every=1)
        for state in states:
            found: Any = state
            if found.phase != "movement" or found.side != SOVIET or found.questions or found.moved:
                continue
            tabriz = found.scenario.board.places["Tabriz"].hex
            if not found.red >> tabriz & 1 or not found.held[SOVIET] >> tabriz & 1:
                continue
            for name, intention in (("plain", PLAIN), ("guard", Intention("guard", guards="vital"))):
                after = moved(definition, found, "soviet", intention)
                empty[name] += bool(definition.exposed(after, "soviet") >> tabriz & 1)
    assert empty["guard"] == 0, empty


def test_raiders_enter_empty_cities_on_the_last_turn() -> None:
    """NATO's last move in the border battle takes back empty cities that a plain staff leaves."""
    taken = {"plain": 0, "raid": 0}
    for seed in range(21, 26):
        definition, states = positions("nuremberg/border-battle", seed, every=1)
        for state in states:
            found: Any = state
            if found.turn < 3 or found.phase != "movement" or found.side != 1 or found.questions:
                continue
            for name, raids in (("plain", "none"), ("raid", "last")):
                after = moved(definition, found, "nato", Intention(name, raids=raids))  # type: ignore[arg-type]
                cities = bits(found.scenario.cities & found.red & ~after.red)
                taken[name] += len(cities)
            break
    assert taken["raid"] > taken["plain"], taken


def test_strong_garrisons_answer_to_the_threat() -> None:
    """On the second turn of the border battle the guarded towns together get more factors if they must."""
    definition, states = positions("nuremberg/border-battle", 21, every=1)
    found: Any = next(s for s in states if s.turn == 2 and definition.phase(s) == "pact movement")
    factors = {}
    for strong in (False, True):
        guard = Intention("guard", guards="all", strong=strong, scale={"garrison": 2.0})
        after = moved(definition, found, "pact", guard)
        towns = after.scenario.cities & after.held[PACT]
        factors[strong] = sum(factor_of(after, c) for h in bits(towns) for c in bits(after.here[h]))
    assert factors[True] > factors[False] > 0
