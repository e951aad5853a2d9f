"""Facts that outlive a change of the state: they must always be those of a state made anew."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.core.facts import changed, keep
from grognard.games.ocs.model.state import OcsState, put
from grognard.games.ocs.movement.mode_orders import _check_trace, _stays_supplied
from grognard.games.ocs.supply.sources import sources
from grognard.games.ocs.supply.supply_paths import drawing, reached
from grognard.games.ocs.supply.trace import traceable, traced
from grognard.games.ocs.terrain.engineers import bridged_hexes
from grognard.games.ocs.terrain.zones import enemy_asset_hexes, zoc, zoc_negated
from tests.games.ocs.crowded_starts import melee


def facts(state: OcsState) -> list[object]:
    """What is kept, or computed from it."""
    by_side = (zoc, zoc_negated, enemy_asset_hexes, bridged_hexes, sources, traceable, traced)
    found: list[object] = [state.present]
    for side in (0, 1):
        found += [fact(state, side) for fact in by_side]
        found += [reached(state, side, hex_, 20, 1) for hex_ in sorted(state.here)[:5]]
        found.append(drawing(state, side, state.held[side]))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_kept_facts_are_those_of_a_state_made_anew(seed: int) -> None:
    game, source = melee(seed)
    for _ in range(60):
        if game.over:
            break
        state = game.state
        assert isinstance(state, OcsState)
        again = game.definition.from_plain(game.scenario, state.plain())
        assert isinstance(again, OcsState)
        assert facts(state) == facts(again)
        decision = game.choices()
        assert decision is not None
        game.play(decision.random_order(source))


def test_copies_keep_their_own_facts() -> None:
    state = grognard.new("ocs/practice", seed=1).state
    assert isinstance(state, OcsState)
    before = [zoc(state, side) for side in (0, 1)]
    twin = state.copy()
    for unit in range(len(state.at)):
        if twin.at[unit] >= 0:
            put(twin, unit, -1)
    assert [zoc(twin, side) for side in (0, 1)] == [0, 0]
    changed(state)
    assert [zoc(state, side) for side in (0, 1)] == before and any(before)


def test_a_fact_is_found_again_when_what_it_reads_has_changed() -> None:
    state = grognard.new("ocs/practice", seed=1).state
    assert isinstance(state, OcsState)
    assert keep(state, "sum", (1, 2), lambda: 3) == 3
    assert keep(state, "sum", (1, 2), lambda: 7) == 3
    assert keep(state, "sum", (2, 3), lambda: 5) == 5


def test_the_quick_test_of_supply_for_strat_mode_agrees_with_the_check() -> None:
    game, source, supplied = grognard.new("ocs/counterstroke", seed=3), random.Random(3), 0
    for _ in range(40):
        state = game.state
        assert isinstance(state, OcsState)
        for unit in range(0, len(state.at), 7):
            if state.at[unit] >= 0 and state.phase == "movement" and _stays_supplied(state, unit):
                assert _check_trace(state, (unit,), "strat") is None
                supplied += 1
        decision = game.choices()
        assert decision is not None
        game.play(decision.random_order(source))
    assert supplied
