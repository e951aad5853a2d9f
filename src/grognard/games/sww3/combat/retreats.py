"""Chapter 12.20, DR: legal retreat hexes. Nothing here changes a state."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.sww3.model.state import Sww3State, zone
from grognard.games.sww3.movement.movement_limits import can_stack, limit, open_sides, within_limits


def retreating(state: Sww3State, question: Question) -> CounterSet:
    """Return the retreating force: all units in the hex, together [12.20-DR-unitary, R-SWW-14]."""
    return state.here.get(question.hex, 0)


def cannot_retreat(state: Sww3State, force: CounterSet) -> bool:
    """Whether a unit of the force cannot retreat, so that none does.

    Static garrisons cannot [R-PIN-23]; disrupted units can, unless the option says otherwise [R-SWW-23].
    """
    scenario = state.scenario
    stuck = scenario.static
    if not scenario.options.get("disrupted-retreat", True):
        stuck |= state.disrupted
    return bool(force & stuck)


def open_retreats(state: Sww3State, question: Question) -> HexSet:
    """Return the retreat hexes for the whole force, regardless of ZOCs [12.20-DR-move, R-SWW-12]."""
    force = retreating(state, question)
    if cannot_retreat(state, force):
        return 0
    near = (
        open_sides(state, question.hex)
        & state.scenario.land
        & ~state.held[1 - question.side]
        & ~state.neutral
    )
    for c in bits(force):
        near &= limit(state, c)
    steps = sum(state.steps[c] for c in bits(force))
    return mask_of(h for h in bits(near) if can_stack(state, h, steps))


def outside_enemy_zoc(state: Sww3State, question: Question) -> HexSet:
    """Return the hexes outside enemy ZOCs, or with a friendly unit to negate it [12.20-DR-negate, 8.5]."""
    return ~zone(state, 1 - question.side) | state.held[question.side]


def retreat_hexes(state: Sww3State, question: Question) -> HexSet:
    """Return the legal retreat hexes: outside enemy ZOCs if possible [12.20-DR-ezoc-prefer]."""
    found = open_retreats(state, question)
    return found & outside_enemy_zoc(state, question) or found


def check_retreat(state: Sww3State, question: Question, to: Hex) -> Illegal | None:
    """Check a retreat to a hex [12.20-DR]."""
    scenario = state.scenario
    label, force = scenario.grid.label(to), retreating(state, question)
    if not scenario.grid.around[question.hex] >> to & 1:
        return Illegal("12.20-DR-move", "{hex} is not adjacent; the retreat is one hex", hex=label)
    if not open_sides(state, question.hex) & scenario.land & 1 << to:
        return Illegal("11.13", "{hex} cannot be reached by land", hex=label)
    if (state.held[1 - question.side] | state.neutral) >> to & 1:
        return Illegal("R-SWW-12", "{hex} is enemy-occupied or neutral", hex=label)
    if not can_stack(state, to, sum(state.steps[c] for c in bits(force))):
        return Illegal("12.20-DR-stack", "the force would exceed the stacking limit in {hex}", hex=label)
    if not all(within_limits(state, c, to) for c in bits(force)):
        return Illegal("R-SWW-12", "{hex} is beyond the national limits of the force", hex=label)
    if not retreat_hexes(state, question) >> to & 1:
        return Illegal(
            "12.20-DR-ezoc-prefer", "{hex} is in an enemy ZOC; choose a hex that is not", hex=label
        )
    return None
