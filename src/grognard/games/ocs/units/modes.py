"""Chapter 5: the six modes, their effect on movement, and how units enter and leave them."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.model.charts import SCALE
from grognard.games.ocs.model.combat_events import (
    Disorganized,
    ModeChanged,
    ReserveModeLost,
    ReservesReleased,
)
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState, face, units_at
from grognard.games.ocs.terrain.weather import ground_of
from grognard.games.ocs.terrain.zones import hexes_kept, hexes_of, zoc

VOLUNTARY = ("combat", "move", "reserve", "reserve-move", "strat")
"""What a `mode` order can name; `reserve` has the Combat side up [5.3, 5.7a]."""
INVOLUNTARY = ("dg", "exploit")
MARKED = ("reserve", "strat", *INVOLUNTARY)
"""Modes that have a marker; each is a set of the state [3.6b]."""
FACE_OF = {"combat": 0, "reserve": 0, "move": 1, "reserve-move": 1, "strat": 1}
"""Which side of the counter is up [5.2, 5.7a, 5.8]."""


# -- the mode of a unit ----------------------------------------------------------------------------


def mode_of(state: OcsState, unit: int) -> str:
    """Return the mode of a unit: its marker's, or else that of the side that is up [5.2]."""
    for mode in MARKED:
        if getattr(state, mode) >> unit & 1:
            return mode
    return "move" if state.turned >> unit & 1 else "combat"


def marked(state: OcsState) -> CounterSet:
    """Return the units with a mode marker; others are in Combat or Move Mode [5.2]."""
    return state.reserve | state.strat | state.dg | state.exploit


def in_combat_mode(state: OcsState, unit: int) -> bool:
    """Return whether a unit is in Combat Mode: no marker, the Combat side up [5.2, 5.5]."""
    return not (marked(state) | state.turned) >> unit & 1


def mode_word(state: OcsState, unit: int) -> str:
    """Return the mode as a `mode` order names it: Reserves by the side that is up [5.7a]."""
    mode = mode_of(state, unit)
    return "reserve-move" if mode == "reserve" and face(state, unit) else mode


def set_mode(state: OcsState, units: CounterSet, mode: str) -> None:
    """Put units into a mode and out of any other [5.2]; DG and Exploit keep the orientation [5.9, 5.10]."""
    for name in MARKED:
        setattr(state, name, getattr(state, name) & ~units)
    marker = mode.removesuffix("-move")
    if marker in MARKED:
        setattr(state, marker, getattr(state, marker) | units)
    if mode in FACE_OF:
        turned = units if FACE_OF[mode] else units & state.scenario.one_faced
        state.turned = state.turned & ~units | turned
    changed(state)


# -- Movement Allowance ----------------------------------------------------------------------------


def allowance(state: OcsState, unit: int) -> int:
    """Return a unit's MP in this phase, in quarters, by face, mode, ground and fuel [6.1b, 6.1h, HR-10]."""
    scenario, up = state.scenario, state.turned >> unit & 1
    plain, factors = _printed(scenario, ground_of(state, scenario.side_of[unit]))
    points = int(plain[up][unit] * factors[_movement_mode(state, unit)])
    if state.scant >> unit & 1:
        points = int(points * scenario.tables["options"]["minimal_fuel_ma"])
    return points // 2 if state.airlifted >> unit & 1 else points  # [14.9d.1]


def can_walk(state: OcsState, side: int) -> CounterSet:
    """Return the counters without a mode marker and with any MP on this ground [6.1b, 17.0]."""
    mode = "reaction" if state.phase == "reaction" else "plain"
    combat, move = _walkers(state.scenario, ground_of(state, side), mode)
    return (combat & ~state.turned | move & state.turned) & ~(marked(state) | state.scant)


@lru_cache(maxsize=64)
def _walkers(scenario: OcsScenario, ground: int, mode: str) -> tuple[CounterSet, CounterSet]:
    """Return by face the counters with any MP."""
    plain, factors = _printed(scenario, ground)
    combat, move = (mask_of(c for c, ma in enumerate(plain[up]) if int(ma * factors[mode])) for up in (0, 1))
    return combat, move


def _movement_mode(state: OcsState, unit: int) -> str:
    """Return the line of the table of modes for a unit's movement."""
    if state.dg >> unit & 1:
        return "dg"
    if state.strat >> unit & 1:
        return "strat"
    if state.reserve >> unit & 1:
        return "reserve"
    if state.exploit >> unit & 1:
        return "exploit"
    return "reaction" if state.phase == "reaction" else "plain"


@lru_cache(maxsize=64)
def _printed(
    scenario: OcsScenario, ground: int
) -> tuple[tuple[tuple[float, ...], tuple[float, ...]], dict[str, float]]:
    """Return allowances by face and ground [17.0], and the factors of modes [5.7–5.10]."""
    weather = scenario.charts.weather.conditions[scenario.conditions[ground]].ma_times
    combat, move = (
        tuple(
            faces[side].ma * SCALE * weather[scenario.mobility[unit][side]]
            for unit, faces in enumerate(scenario.faces)
        )
        for side in (0, 1)
    )
    return (combat, move), {"plain": 1.0, **scenario.tables["modes"]["ma"]}


# -- involuntary modes -----------------------------------------------------------------------------


def disorganize(state: OcsState, hex_: Hex, side: int) -> list[Event]:
    """Disorganize all combat units of a side in a hex, involved or not [5.10a].

    Transport Points never become DG, but an Organic Truck leaves Reserve Mode [5.10c].
    """
    scenario = state.scenario
    state.reserve &= ~(state.here.get(hex_, 0) & scenario.organic & scenario.of_side[side])
    units = units_at(state, hex_, side)
    fresh = units & ~state.dg
    set_mode(state, units, "dg")
    if not fresh:
        return []
    return [
        Disorganized(
            side=scenario.sides[side],
            units=scenario.ids(fresh),
            hexes=(scenario.label(hex_),),
            rule="5.10a.1",
        )
    ]


def tire_tigers(state: OcsState, side: int) -> list[Event]:
    """Disorganize Tigers that spent over half their printed MA in a Movement Segment [HR-12.3, R-OCS-291]."""
    scenario = state.scenario
    if not scenario.on("HR-12"):
        return []
    share = scenario.tables["options"]["tiger_ma_fraction"]
    tired = mask_of(
        c
        for c in bits(scenario.tigers & scenario.of_side[side] & ~state.dg)
        if state.at[c] >= 0 and state.spent[c] > scenario.faces[c][face(state, c)].ma * SCALE * share
    )
    if not tired:
        return []
    set_mode(state, tired, "dg")
    return [
        Disorganized(
            side=scenario.sides[side],
            units=scenario.ids(tired & state.here[hex_]),
            hexes=(scenario.label(hex_),),
            rule="HR-12.3",
        )
        for hex_ in bits(hexes_of(state, tired))
    ]


def leave_reserve_in_combat(state: OcsState, hex_: Hex, side: int) -> list[Event]:
    """Take units that defended out of Reserve Mode, even if their result was ignored [5.7d]."""
    scenario = state.scenario
    reserves = state.here.get(hex_, 0) & state.reserve & scenario.of_side[side]
    return leave_reserve(state, reserves, "5.7d.1")


def leave_reserve(state: OcsState, units: CounterSet, rule: str) -> list[Event]:
    """Remove Reserve markers; the side that is up gives Combat or Move Mode [5.2, 5.7d]."""
    if not units:
        return []
    state.reserve &= ~units
    changed(state)
    scenario, first = state.scenario, units.bit_length() - 1
    return [
        ReserveModeLost(
            side=scenario.sides[scenario.side_of[first]],
            units=scenario.ids(units),
            rule=rule,
        )
    ]


# -- Reserves --------------------------------------------------------------------------------------


def reserve_hexes(state: OcsState, side: int, without: CounterSet) -> HexSet:
    """Return the hexes with a Reserve marker of a side; one marker covers a stack [5.4a]."""
    reserves = state.reserve & state.scenario.of_side[side] & ~without
    return hexes_kept(state, f"reserves {side}", side, reserves)


def spare_markers(state: OcsState, side: int, without: CounterSet = 0) -> int:
    """Return the number of Reserve markers a side has left [5.4a]."""
    limit = state.scenario.side_data[side].reserve_markers
    return limit - reserve_hexes(state, side, without).bit_count()


def releasable(state: OcsState, side: int) -> CounterSet:
    """Return the Reserves that can be released in this Reaction or Exploitation Phase [5.7b]."""
    if state.phase not in ("reaction", "exploitation") or state.side != side:
        return 0
    return state.reserve & state.scenario.of_side[side]


def check_release(state: OcsState, side: int, units: CounterSet) -> Illegal | None:
    """Return why Reserves cannot be released, or None if they can [5.7b, 7.0a, 11.0b]."""
    if state.phase not in ("reaction", "exploitation") or state.side != side:
        return Illegal("5.7b.2", "you can release Reserves only in your Reaction or Exploitation Phase")
    if not units:
        return Illegal("5.7b.1", "name the Reserves to release: release U")
    others = units & ~(state.reserve & state.scenario.of_side[side])
    if others:
        reason = "{units} cannot be released: not in Reserve Mode"
        return Illegal("5.7b.1", reason, units=state.scenario.ids(others))
    return None


def apply_release(state: OcsState, units: CounterSet) -> list[Event]:
    """Release Reserves, which can then act in this phase [5.7b]."""
    state.reserve &= ~units
    state.released |= units
    changed(state)
    scenario = state.scenario
    return [
        ReservesReleased(
            side=scenario.sides[state.side],
            units=scenario.ids(units),
            rule="5.7b.1",
        )
    ]


def settle_reserves(state: OcsState, side: int) -> list[Event]:
    """Take units in hedgehogs out of Reserve Mode at the end of a Movement Segment [5.7g, R-OCS-32]."""
    scenario = state.scenario
    if scenario.on("HR-4"):
        return []
    own = state.reserve & scenario.of_side[side]
    dug_in = hexes_of(state, scenario.hedgehogs) if own else 0
    entrenched = sum(there & own for hex_, there in state.here.items() if dug_in >> hex_ & 1)
    return leave_reserve(state, entrenched, "5.7g")


# -- changing modes --------------------------------------------------------------------------------


def check_change(state: OcsState, unit: int, mode: str) -> Illegal | None:
    """Return why a unit's kind, hex or the enemy keep it from a mode, or None [5.4–5.8].

    Whether it can change at all now is checked in `mode_orders`.
    """
    scenario, id_ = state.scenario, state.scenario.counter_ids[unit]
    if mode not in VOLUNTARY:
        reason = "{mode!r} is not a mode you can choose; choose among {choice}"
        return Illegal("5.3.1", reason, mode=mode, choice=", ".join(VOLUNTARY))
    if scenario.one_faced >> unit & 1 and not FACE_OF[mode]:
        return Illegal("5.5c", "{unit} has no Combat side", unit=id_)
    if state.dg >> unit & 1:
        return _check_orientation(state, unit, mode)
    if state.exploit >> unit & 1:
        return Illegal("5.4.5", "{unit} is in Exploitation Mode until the Clean Up Phase", unit=id_)
    if mode == mode_word(state, unit):
        return Illegal("5.4.1", "{unit} is already in that mode", unit=id_)
    if scenario.transports >> unit & 1 and (mode == "strat" or not scenario.organic >> unit & 1):
        rule = "5.8c" if mode == "strat" else "5.7f"
        return Illegal(rule, "{unit} is a transport and stays in Move Mode", unit=id_)
    if mode == "strat" or (mode.startswith("reserve") and not state.reserve >> unit & 1):
        return _check_contact(state, unit, mode)
    return None


def _check_orientation(state: OcsState, unit: int, mode: str) -> Illegal | None:
    """Refuse a DG unit anything but flipping [5.4]."""
    id_ = state.scenario.counter_ids[unit]
    if mode not in ("combat", "move"):
        return Illegal("5.4.6", "{unit} is disorganized and can only flip to combat or move", unit=id_)
    if FACE_OF[mode] == face(state, unit):
        return Illegal("5.4.6", "{unit} already shows that side", unit=id_)
    return None


def _check_contact(state: OcsState, unit: int, mode: str) -> Illegal | None:
    """Refuse Reserve or Strat Mode in an enemy ZOC, negated or not [4.5a-I, 4.5a-J]."""
    side, at = state.scenario.side_of[unit], state.at[unit]
    if at >= 0 and zoc(state, 1 - side) >> at & 1:
        rule, name = ("5.8a.1", "Strat") if mode == "strat" else ("5.7c.1", "Reserve")
        return Illegal(
            rule,
            "units in {hex} cannot enter {mode} Mode: it is in an enemy ZOC",
            hex=state.scenario.label(at),
            mode=name,
        )
    return None


def apply_change(state: OcsState, units: tuple[int, ...], mode: str) -> list[Event]:
    """Change the mode of units at no MP cost [5.4]; DG units only flip."""
    scenario, all_ = state.scenario, mask_of(units)
    shaken = all_ & state.dg
    state.turned = state.turned & ~shaken | (shaken if FACE_OF[mode] else 0)
    if all_ & ~shaken:
        set_mode(state, all_ & ~shaken, mode)
    changed(state)
    return [
        ModeChanged(
            side=scenario.sides[scenario.side_of[units[0]]],
            units=scenario.ids(all_),
            hexes=(scenario.label(state.at[units[0]]),),
            mode=mode,
            rule="5.4.1",
        )
    ]
