"""The choices of random games, counter by counter: those listed can act, and no kept fact is out of date.

States keep facts from one order to the next (`core.facts`). A state rebuilt from its plain form has kept
nothing, so both must list the same orders for every counter.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

import grognard
from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.orders import Order
from grognard.core.contract.state import State
from grognard.core.dice import LooseDice
from grognard.games import definition_of
from tests.games.random_play import some_options

SCENARIOS = tuple(f"{game.id}/{name}" for game in grognard.list_games() for name in game.scenarios)

Choices = dict[str, Sequence[Order]]
"""The orders of every counter that has any, and those without a counter."""


def looked_at(name: str, seed: int, *, orders: int, every: int) -> Iterator[tuple[State, str, Decision]]:
    """Play a random game and stop at every so many orders, and at each new phase or question.

    Counters are listed and asked at every order, so that the state keeps as many facts as it would in play.
    Odd seeds play with random options, such as a free setup.
    """
    source = random.Random(f"{name} {seed}")
    definition, dice = definition_of(name.split("/", maxsplit=1)[0]), LooseDice(source)
    options = some_options(name, source) if seed % 2 else {}
    scenario = definition.scenarios(name.split("/")[1], options)
    state, last = definition.setup(scenario, dice), ("", "")
    for number in range(orders):
        sides = definition.to_act(state)
        if not sides:
            return
        decision = definition.choices(state, sides[0])
        assert decision is not None
        now = (definition.phase(state), decision.kind)
        if number % every == 0 or now != last:
            for side in scenario.side_index:
                asked = definition.choices(state, side)
                if asked is not None:
                    yield state, side, asked
        last = now
        definition.apply(state, sides[0], _next_order(decision, source), dice)


def _next_order(decision: Decision, source: random.Random) -> Order:
    """Choose an order of any actor, often one without a counter: they end phases.

    A side that may interrupt mostly declines: atomic attacks would end a war early.
    """
    actors = decision.actors()
    if decision.decline_order is not None and source.random() < 0.9:
        return decision.decline_order
    if actors[-1] == NO_ACTOR and source.random() < 0.04:
        actors = [NO_ACTOR]
    while actors:
        listed = decision.orders(actors.pop(source.randrange(len(actors))))
        if listed:
            return source.choice(listed)
    return decision.random_order(source)


def every_choice(state: State, decision: Decision) -> Choices:
    """Return the orders of every counter that has any."""
    ids = (*state.scenario.counter_ids, NO_ACTOR)
    return {id_: listed for id_ in ids if (listed := list(decision.orders(id_)))}


def assert_as_rebuilt(name: str, seed: int, *, orders: int, every: int) -> None:
    """Compare every order of every counter with those of a state rebuilt from its plain form."""
    definition = definition_of(name.split("/", maxsplit=1)[0])
    for state, side, decision in looked_at(name, seed, orders=orders, every=every):
        twin = definition.from_plain(state.scenario, state.plain())
        anew = definition.choices(twin, side)
        assert anew is not None
        assert decision.actors() == anew.actors()
        assert every_choice(state, decision) == every_choice(twin, anew)


def assert_exact(name: str, seed: int, *, orders: int, every: int) -> None:
    """Assert that exactly the counters with an order are listed, each once."""
    for state, side, decision in looked_at(name, seed, orders=orders, every=every):
        actors = decision.actors()
        assert len(set(actors)) == len(actors)
        assert set(actors) == set(every_choice(state, decision)), (side, decision.kind, state.plain())


@pytest.mark.parametrize("name", SCENARIOS)
def test_exactly_the_listed_counters_can_act(name: str) -> None:
    assert_exact(name, 3, orders=100, every=40)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", SCENARIOS)
def test_exactly_the_listed_counters_can_act_in_long_games(name: str, seed: int) -> None:
    assert_exact(name, seed, orders=3000, every=10)


@pytest.mark.parametrize("name", SCENARIOS)
def test_orders_equal_those_of_a_rebuilt_state(name: str) -> None:
    assert_as_rebuilt(name, 1, orders=100, every=40)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", SCENARIOS)
def test_orders_of_long_games_equal_those_of_rebuilt_states(name: str, seed: int) -> None:
    assert_as_rebuilt(name, seed, orders=3000, every=10)
