"""The state of a Strike Force One game, and the only functions that move counters in it."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.state import PlainState, State
from grognard.core.facts import Kept, keep
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.core.hexes.zones import zone_of
from grognard.games.kit.states import restore
from grognard.games.strike_force_one.model.scenario import SfoScenario

# Places off the map, as negative hexes.
AWAY = -1
"""Not in play."""
LOST = -2
"""Eliminated [9.1]."""
EDGE = -3
"""At the map edge, to enter in the movement phase [8.4]."""
BOXED = -4
"""In a replacement box of the Advanced game [7]."""
BOXES = {"away": AWAY, "lost": LOST, "edge": EDGE, "box": BOXED}


class SfoState(State, kw_only=True):
    """What changes in play."""

    derived: ClassVar[tuple[str, ...]] = ("scenario", "here", "held", "full", "crowded", "ready", "kept")
    columns: ClassVar[tuple[str, ...]] = (
        "questions",
        "at",
        "spent",
        "here",
        "held",
        "full",
        "crowded",
        "kept",
    )

    scenario: SfoScenario
    moved: CounterSet = 0
    """Units that have moved this turn; at night they cannot fight [8-expert-night]."""
    fought: CounterSet = 0
    """Units that have attacked and chits that have been used this phase."""
    disrupted: CounterSet = 0
    replacing: CounterSet = 0
    """Replacements at the map edge, which must enter this turn."""
    replaced: bool = False
    """Whether the Soviet replacement of the Advanced game has been used."""
    spent: list[int]
    """The spent cells of each side's event table, as bits row * 2 + column."""
    here: list[CounterSet]
    """The units in each hex."""
    held: list[HexSet]
    """The hexes occupied by each side."""
    full: list[HexSet]
    """The full hexes of each side [8.2]."""
    crowded: list[HexSet]
    """The hexes of each side over the stacking limit."""
    ready: CounterSet = 0
    """The units on the map or at its edge."""
    kept: Kept
    """Facts that hold as long as what they were found from (see `keep`)."""

    def copy(self) -> SfoState:
        """Return an independent copy (written out because search and undo copy at every order)."""
        return SfoState(
            scenario=self.scenario,
            turn=self.turn,
            phase_index=self.phase_index,
            questions=self.questions[:],
            at=self.at[:],
            result=self.result,
            moved=self.moved,
            fought=self.fought,
            disrupted=self.disrupted,
            replacing=self.replacing,
            replaced=self.replaced,
            spent=self.spent[:],
            here=self.here[:],
            held=self.held[:],
            full=self.full[:],
            crowded=self.crowded[:],
            ready=self.ready,
            kept=self.kept.copy(),
        )

    @property
    def side(self) -> int:
        """The phasing side."""
        return self.scenario.sequence[self.phase_index][0]

    @property
    def phase(self) -> str:
        """``events``, ``movement`` or ``combat``."""
        name: str = self.scenario.sequence[self.phase_index][1]
        return name


def empty(scenario: SfoScenario) -> SfoState:
    """Return a state with every counter out of play."""
    return SfoState(
        scenario=scenario,
        at=[AWAY] * len(scenario.counters),
        questions=[],
        spent=[0, 0],
        here=[0] * scenario.grid.size,
        held=[0, 0],
        full=[0, 0],
        crowded=[0, 0],
        kept={},
    )


def from_plain(scenario: SfoScenario, plain: PlainState) -> SfoState:
    """Return a saved state."""
    return restore(empty(scenario), plain, _derive, steps=len(scenario.sequence), within=scenario.grid.all)


def _derive(state: SfoState) -> None:
    """Fill the derived columns from the places of the counters."""
    scenario, here, held = state.scenario, state.here, state.held
    for c, where in enumerate(state.at[: scenario.unit_count]):
        if where >= 0:
            here[where] |= 1 << c
            held[scenario.side_of[c]] |= 1 << where
        if where >= 0 or where == EDGE:
            state.ready |= 1 << c
    for side, hexes in enumerate(held):
        for hex_ in bits(hexes):
            room = scenario.stacking - here[hex_].bit_count()
            state.full[side] |= (room <= 0) << hex_
            state.crowded[side] |= (room < 0) << hex_


def put(state: SfoState, counter: int, where: Hex) -> None:
    """Move a counter to a hex or a place off the map and update derived columns."""
    scenario = state.scenario
    was, state.at[counter] = state.at[counter], where
    if counter >= scenario.unit_count:
        return  # chits hold no ground
    side, bit = scenario.side_of[counter], 1 << counter
    state.ready = state.ready | bit if where >= 0 or where == EDGE else state.ready & ~bit
    for hex_ in (was, where):
        if hex_ < 0:
            continue
        state.here[hex_] = units = state.here[hex_] ^ bit
        spot = 1 << hex_
        state.held[side] = state.held[side] | spot if units else state.held[side] & ~spot
        room = scenario.stacking - units.bit_count()
        state.full[side] = state.full[side] | spot if room <= 0 else state.full[side] & ~spot
        state.crowded[side] = state.crowded[side] | spot if room < 0 else state.crowded[side] & ~spot


def zone(state: SfoState, side: int) -> HexSet:
    """Return the zone of control of a side: its units' hexes and their neighbours [6-all-zoc]."""
    known = state.kept.get(_ZONES[side])  # as `keep` does; asked for several times an order
    held = state.held[side]
    if known is not None and known[0] == held:
        return known[1]  # type: ignore[no-any-return]
    return keep(state, _ZONES[side], held, lambda: zone_of(state.scenario.zone, bits(held)))


_ZONES = ("zone of side 0", "zone of side 1")


def units_at(state: SfoState, side: int, place: int) -> list[int]:
    """Return the units of a side at a place off the map."""
    units = state.scenario.units_of[side]
    return [c for c in bits(units) if state.at[c] == place]
