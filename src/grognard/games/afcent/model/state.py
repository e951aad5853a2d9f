"""The state of a game of the series, and the only functions that move counters in it."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.state import PlainState, State
from grognard.core.facts import Cache, Kept, Stamp, changed, keep
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.afcent.model.scenario import NO_SIDE, PACT, AfcentScenario, Step
from grognard.games.kit.states import restore

# Places off the map, as negative hexes.
AWAY = -1
"""Not in this game."""
LOST = -2
"""Eliminated units and support markers [4.7-final]."""
READY = -3
"""Waiting to be set up [12.1]."""
WITHHELD = -4
"""Pact units that enter by an autobahn of East Germany [12.1.4.2]."""
WITHHELD_SOUTH = -5
"""Pact units that enter by an autobahn of Czechoslovakia [12.1.4.2.a]."""
COMING = -6
"""Reinforcements and support markers that have not entered yet [9.0]."""
AIRBORNE = -7
"""The 103G before its drop, the 26L before it lands [12.1.4.3, 12.4.2-26l]."""
EXITED = -8
"""Units that have exited the map [12.5.2-gone]."""
AVAILABLE = -9
"""Support markers that can be committed [11.4]."""
USED = -10
"""Support markers that were committed this turn [11.4-once]."""
RECALLED = -11
"""The 103G after its drop was cancelled [12.5.2, R-NUR-28]."""
PLACES = {
    "away": AWAY, "lost": LOST, "ready": READY, "withheld": WITHHELD, "withheld-south": WITHHELD_SOUTH,
    "coming": COMING, "airborne": AIRBORNE, "exited": EXITED, "available": AVAILABLE, "used": USED,
    "recalled": RECALLED,
}  # fmt: skip

HIDDEN = -1
"""Nothing drawn, written or pledged yet."""
UNKNOWN = -2
"""A secret in a view: an order drawn, a line of the plan, a pledge made."""


class AfcentState(State, kw_only=True):
    """What changes in play. Turn 0 is setup."""

    derived: ClassVar[tuple[str, ...]] = ("scenario", "here", "held", "shared", "stamps", "kept", "cache")
    columns: ClassVar[tuple[str, ...]] = (
        "questions", "at", "fight_first", "ew", "spent", "began", "pledged", "plan", "exits", "due", "held",
        "stamps", "kept", "entered", "flying", "here", "cache",
    )  # fmt: skip

    scenario: AfcentScenario

    # secrets of the Pact: `hidden_information` removes them from NATO's view
    order: int = HIDDEN
    """The attack order drawn: 0 northern, 1 southern, 2 block; -1 before the draw [12.1.4.1]."""
    plan: list[int]
    """The drop turn, primary and secondary hex of the 103G as far as they are written [12.1.4.3]."""
    recalled: bool = False
    """Whether the drop of the 103G is cancelled [R-NUR-28]."""

    # declared, won and placed this turn
    fight_first: list[bool]
    """Whether each side fights before it moves this turn [4.1]."""
    sky: int = NO_SIDE
    """The side that has air superiority [5.0]."""
    ether: int = NO_SIDE
    """The side that has electronic warfare superiority [6.1]."""
    markers: HexSet = 0
    """Hexes with an airpower marker of the side that has air superiority [5.1]."""
    ew: list[int]
    """Enemy EW markers on each unit; the same for all units of a stack [6.2, R-NUR-07]."""
    refugees: HexSet = 0
    """Hexes with a refugee marker [10.10]."""
    rolled: bool = False
    """Whether the dice of the phase (air, EW, refugees) have been rolled."""
    to_place: int = 0
    """Markers still to be placed in this phase."""

    # movement phase
    parent: Hex = -1
    """Where the active stack began this phase [10.4]."""
    began: list[int]
    """Where each unit began the movement phase [10.3]."""
    spent: list[int]
    """MP each unit has spent this phase or lost to EW markers, in parts of a point [10.0-mp, 6.3-one]."""
    moving: CounterSet = 0
    """Units of the active stack that have moved; they are done when another stack begins [10.4-end]."""
    flying: list[int]
    """Range of each heliborne unit under an EW marker; 0 until it has rolled [6.3-heli-one]."""
    stopped: CounterSet = 0
    """Units that cannot move further this phase."""
    column: CounterSet = 0
    """Units that move in column this phase [10.9]."""
    entered: list[int]
    """Stacks that entered this turn by each entry hex, in the order of `Exclusive.edges` [R-NUR-36]."""

    # combat phase
    fought: CounterSet = 0
    """Units that have made an attack this phase, normal or probing [11.3, R-NUR-21]."""
    probed: CounterSet = 0
    """Units that have made a probing attack this phase [11.12-once]."""
    surged: CounterSet = 0
    """Units that have made a momentum attack this game turn [11.11-once]."""
    attacked: CounterSet = 0
    """Units that have been attacked this phase [11.3-defend]."""
    pledged: list[int]
    """The support markers (as a set of counters) that each side commits to the current battle; -1 before it
    pledges. A pledge is secret until both sides have pledged [11.4-secret]."""

    # units
    disrupted: CounterSet = 0
    """Units that show their disrupted side: the 103G after a bad landing [12.4.1.i]."""
    landed: CounterSet = 0
    """Units that dropped this turn and cannot move or attack [12.4.1.k]."""
    counted: CounterSet = 0
    """Eliminated units that have already cost a support marker [4.7-carry]."""
    due: list[int]
    """The turn from which each support marker can be used [12.1.1-turn, 4.8-return]."""

    # ground
    red: HexSet = 0
    """Hexes under Pact control; all others are NATO's [3.0]."""
    taken: HexSet = 0
    """Hexes that the Pact has ever controlled [12.4.2-26l.c]."""
    exits: list[int]
    """Units that have exited at each exit hex, in the order of `Exclusive.edges` [12.5.2]."""

    # derived
    here: dict[int, CounterSet]
    """The counters in each occupied hex and place off the map."""
    held: list[HexSet]
    """The hexes occupied by each side."""
    shared: HexSet = 0
    """The hexes with more than one unit."""
    stamps: list[Stamp]
    """For each side a stamp of where its units are: a new one whenever a unit is put somewhere."""
    kept: Kept
    """Facts that hold as long as what they were found from (see `keep`)."""
    cache: Cache
    """Cached results, cleared by every change (see `changed`)."""

    @property
    def now(self) -> Step:
        """The current step of the sequence of play."""
        return self.scenario.sequence[self.phase_index]

    @property
    def side(self) -> int:
        """The side whose phase it is."""
        return self.scenario.sequence[self.phase_index].side

    @property
    def phase(self) -> str:
        """`setup`, `declare`, `air`, `ew`, `movement`, `combat`, `refugees`, `arrivals` or `admin`."""
        if not self.turn:
            return "setup"
        side, phase = self.scenario.sequence[self.phase_index]
        if phase == "first":
            return "combat" if self.fight_first[side] else "movement"
        if phase == "second":
            return "movement" if self.fight_first[side] else "combat"
        return phase

    @property
    def night(self) -> bool:
        """Whether it is a night turn [4.6]."""
        return self.scenario.is_night(self.turn)


def empty(scenario: AfcentScenario) -> AfcentState:
    """Return a state with every counter out of play."""
    count = len(scenario.counters)
    exits, entries = scenario.exclusive.edges(scenario)
    return AfcentState(
        scenario=scenario,
        turn=0,
        at=[AWAY] * count,
        questions=[],
        plan=[],
        fight_first=[False, False],
        ew=[0] * scenario.unit_count,
        spent=[0] * scenario.unit_count,
        flying=[0] * scenario.unit_count,
        began=[AWAY] * scenario.unit_count,
        pledged=[HIDDEN, HIDDEN],
        due=scenario.entry_turn[:],
        exits=[0] * len(exits),
        entered=[0] * len(entries),
        red=scenario.red_land,
        taken=scenario.red_land,
        here={AWAY: (1 << count) - 1},
        held=[0, 0],
        stamps=[Stamp(), Stamp()],
        kept={},
        cache={},
    )


def from_plain(scenario: AfcentScenario, plain: PlainState) -> AfcentState:
    """Return a saved state."""
    steps, loose = len(scenario.sequence), ("questions", "plan")
    return restore(empty(scenario), plain, _derive, steps=steps, within=scenario.land, loose=loose)


def _derive(state: AfcentState) -> None:
    """Fill the derived columns from the places of the counters."""
    side_of, here, held = state.scenario.side_of, state.here, state.held
    here.clear()
    for c, where in enumerate(state.at):
        here[where] = here.get(where, 0) | 1 << c
    for c, where in enumerate(state.at[: state.scenario.unit_count]):
        if where >= 0:
            held[side_of[c]] |= 1 << where
    state.shared = mask_of(where for where, there in here.items() if where >= 0 and there & there - 1)


def put(state: AfcentState, counter: int, where: Hex) -> None:
    """Move a counter to a hex or a place off the map; a unit takes control of the hex [3.0-switch].

    EW markers stay with the unit and spread between it and the units it joins [6.2-split, 6.2-join].
    """
    scenario, here, bit = state.scenario, state.here, 1 << counter
    was, state.at[counter] = state.at[counter], where
    left = here.pop(was) & ~bit
    if left:
        here[was] = left
    joined = here.get(where, 0)
    here[where] = joined | bit
    if counter >= scenario.unit_count:
        return  # markers hold no ground
    side = scenario.side_of[counter]
    state.stamps[side] = Stamp()
    if was >= 0:
        if not left:
            state.held[side] &= ~(1 << was)
        elif not left & left - 1:
            state.shared &= ~(1 << was)
    if where >= 0:
        state.held[side] |= 1 << where
        if joined:
            state.shared |= 1 << where
        seize(state, side, 1 << where)
        if joined:
            jam(state, where, 0)
    else:
        state.ew[counter] = 0
    changed(state)


def seize(state: AfcentState, side: int, hexes: HexSet) -> None:
    """Give a side control of hexes [3.0-switch]."""
    if side == PACT:
        state.red |= hexes
        state.taken |= hexes
    else:
        state.red &= ~hexes


def jam(state: AfcentState, hex_: Hex, more: int) -> None:
    """Add EW markers to a stack; all its units get the larger number [6.2-stack, R-NUR-07]."""
    units = bits(state.here.get(hex_, 0))
    level = max((state.ew[c] for c in units), default=0) + more
    for c in units:
        state.ew[c] = level
    changed(state)


def eliminate(state: AfcentState, counters: CounterSet) -> None:
    """Eliminate units [11.9]."""
    for c in bits(counters):
        put(state, c, LOST)
    state.disrupted &= ~counters
    state.landed &= ~counters


def zone(state: AfcentState, side: int) -> HexSet:
    """Return the zone of control of a side: hexes adjacent to its units, except static ones [8.0]."""
    return keep(state, _ZONES[side], state.stamps[side], lambda: _zone(state, side))


_ZONES = ("zone of side 0", "zone of side 1")


def _zone(state: AfcentState, side: int) -> HexSet:
    scenario = state.scenario
    held = state.held[side]
    for hex_ in bits(held & _stations(state, side)):
        if not state.here[hex_] & ~scenario.static:
            held &= ~(1 << hex_)
    return scenario.grid.spread(held) & scenario.land


def _stations(state: AfcentState, side: int) -> HexSet:
    """Return the hexes of a side's static units."""
    found = 0
    for c in bits(state.scenario.static & state.scenario.units_of[side]):
        if state.at[c] >= 0:
            found |= 1 << state.at[c]
    return found


def controlled(state: AfcentState, side: int) -> HexSet:
    """Return the hexes a side controls [3.0]."""
    return state.red if side == PACT else state.scenario.land & ~state.red


def factor_of(state: AfcentState, counter: int) -> int:
    """Return the current combat factor of a unit [2.2-factor, 12.4.1.i]."""
    scenario = state.scenario
    return scenario.weak_factor[counter] if state.disrupted >> counter & 1 else scenario.factor[counter]


def counters_at(state: AfcentState, place: int, among: CounterSet) -> CounterSet:
    """Return those of the counters that are in a place off the map."""
    return state.here.get(place, 0) & among


def on_map(state: AfcentState, counters: CounterSet) -> CounterSet:
    """Return those of the counters that are on the map."""
    here, away = state.here, 0
    for place in _OFF_MAP:
        away |= here.get(place, 0)
    return counters & ~away


_OFF_MAP = tuple(PLACES.values())
