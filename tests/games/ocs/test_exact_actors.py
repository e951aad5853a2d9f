"""In every phase and with any options, exactly the counters that have an order are listed."""

from __future__ import annotations

import random

import pytest

from grognard.core.contract.decisions import NO_ACTOR
from grognard.core.dice import LooseDice
from grognard.games import definition_of, scenario_files
from grognard.games.ocs.interface.phase_decision import PhaseDecision
from grognard.games.ocs.model.state import OcsState
from grognard.sim.invariants import random_options
from tests.games.test_orders_of_every_counter import every_choice

OCS = definition_of("ocs")
SCENARIOS = tuple(scenario_files("ocs"))


def assert_exact(name: str, seed: int, *, orders: int, every: int) -> None:
    """Play a random game with random options.

    At some orders and in each new phase, compare the counters that are named, and all orders of each, with
    what each counter has, and with a state made anew; the rules must allow a sample of the orders.
    """
    source = random.Random(f"{name} {seed}")
    scenario = OCS.scenarios(name, random_options(f"ocs/{name}", source) if seed else {})
    dice, last = LooseDice(source), ("", "")
    state = OCS.setup(scenario, dice)
    for number in range(orders):
        sides = OCS.to_act(state)
        if not sides:
            return
        decision = OCS.choices(state, sides[0])
        assert decision is not None
        actors, now = decision.actors(), (OCS.phase(state), decision.kind)
        if number % every == 0 or now != last:
            found = every_choice(state, decision)
            assert set(actors) == set(found) and len(set(actors)) == len(actors)
            anew = OCS.choices(OCS.from_plain(scenario, state.plain()), sides[0])
            assert anew is not None
            assert found == every_choice(state, anew)
            assert sorted(anew.actors()) == sorted(actors)
            for actor in source.sample(actors, min(3, len(actors))):
                order = source.choice(found[actor])
                assert OCS.check(state, sides[0], order) is None
        last = now
        actor = NO_ACTOR if NO_ACTOR in actors and source.random() < 0.04 else source.choice(actors)
        OCS.apply(state, sides[0], source.choice(decision.orders(actor)), dice)


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("name", SCENARIOS)
def test_counters_are_listed_if_and_only_if_they_have_an_order(name: str, seed: int) -> None:
    assert_exact(name, seed, orders=90, every=30)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("name", SCENARIOS)
def test_counters_of_long_games_are_listed_if_and_only_if_they_have_an_order(name: str, seed: int) -> None:
    assert_exact(name, seed, orders=2000, every=10)


def test_orders_are_looked_for_later() -> None:
    """Random play that asks one counter for one verb looks into no other verb."""
    state = OCS.setup(OCS.scenarios("drill-8-battle", {}), LooseDice(random.Random(1)))
    decision = OCS.choices(state, OCS.to_act(state)[0])
    assert isinstance(decision, PhaseDecision) and isinstance(state, OcsState)
    kinds = decision._kinds(decision._likely_actors()[0])
    assert set(kinds) >= {"move", "mode"} and len(kinds) == len(list(kinds))
    assert not [key for key in state.cache if "in reach" in str(key)]
    assert kinds["move"]
