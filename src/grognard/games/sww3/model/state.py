"""The game state, and the only functions that move counters in it."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.state import PlainState, State
from grognard.core.facts import Cache, Kept, changed, keep
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.states import restore
from grognard.games.sww3.model.scenario import SOVIET, Step, Sww3Scenario

# Places off the map, as negative hexes.
AWAY = -1
"""Not in this game."""
LOST = -2
"""Eliminated, also to rebuild another unit [2.11]."""
READY = -3
"""To be set up now [3]."""
RESERVE = -4
"""Soviet reserves, which enter at the map edge [Pincher 3.7, 10.3; Sandown 3.6]."""
AIRBORNE = -5
"""Soviet airborne divisions, which are dropped or enter at the map edge [10.2]."""
OVERSEAS = -6
"""NATO's overseas pool, or the US pool of the Mid-East [Pincher 3.4; Sandown 3.2]."""
MOBILIZATION = -7
"""Groupements to be mobilized [Pincher 3.4]; the Turkish pool [Sandown 3.2]."""
ARRIVING = -8
"""Drawn this phase, to be placed now [10.4, 10.5]."""
SECOND = -9
"""Second formation divisions that have not been called [Sandown 10.9]."""
WAITING = -10
"""The marine division and the naval marker before they arrive [Sandown 10.7]."""
BAG = -11
"""Soviet divisions that Stalin has not assigned [Sandown 3.4]."""
DIVERTED = -12
"""US units sent to the Mid-East, to be placed there this turn [14.6]."""
PLACES = {
    "away": AWAY, "lost": LOST, "ready": READY, "reserve": RESERVE, "airborne": AIRBORNE,
    "overseas": OVERSEAS, "mobilization": MOBILIZATION, "arriving": ARRIVING, "second": SECOND,
    "waiting": WAITING, "bag": BAG,
    "diverted": DIVERTED,
}  # fmt: skip


class Sww3State(State, kw_only=True):
    """What changes in play. Turn 0 is setup."""

    derived: ClassVar[tuple[str, ...]] = (
        "scenario", "here", "gathered", "load", "held", "full_hexes", "kept", "cache",
    )  # fmt: skip
    columns: ClassVar[tuple[str, ...]] = (
        "questions", "at", "steps", "face", "target", "air", "strikes", "aerial_left", "standing", "held",
        "full_hexes", "here", "gathered", "load", "kept", "cache",
    )  # fmt: skip

    scenario: Sww3Scenario

    # counters
    steps: list[int]
    """Remaining steps of each counter; 0 when it is eliminated."""
    face: list[int]
    """The counter whose printed values each counter has: itself, another of its mix, or -1 while untried."""
    moved: CounterSet = 0
    """Units that cannot move again in this phase."""
    mixed: CounterSet = 0
    """Allied units that began this Movement Phase in a stack of different nations [11.18]."""
    committed: CounterSet = 0
    """Off-map units declared at the start of this phase to enter the map [R-PIN-31]."""
    under_way: bool = False
    """Whether a unit has moved on the map or been dropped in this Movement Phase [R-PIN-31]."""
    fought: CounterSet = 0
    """Units that have attacked or probed this phase [12.4]."""
    attacked: CounterSet = 0
    """Units that have been attacked this phase [12.4, R-SWW-14]."""
    disrupted: CounterSet = 0
    """Units hit by an atomic attack this turn [13.6]."""
    dropped: CounterSet = 0
    """Units dropped from the air this turn [10.2]."""
    sailed: CounterSet = 0
    """Units moved by sea this turn [11.19]."""

    # ground
    red: HexSet = 0
    """Hexes under Soviet control; all others are Allied [3.10]."""
    neutral: HexSet = 0
    """Hexes of countries that are not in the war yet [Pincher 3.2]."""
    nuked: HexSet = 0
    """Hexes with an atomic blast marker [13.8]."""
    flooded: bool = False
    """Whether the dikes have been blown [Pincher 11.11]."""

    # air, by theatre
    air: list[int]
    """The side that has air superiority in each theatre, -1 for none."""
    markers: HexSet = 0
    """Hexes with an airpower marker [6.2]."""
    to_place: int = 0
    """Airpower markers still to be placed in this phase."""
    aerial: HexSet = 0
    """Hexes with an aerial supply marker [9.18]."""
    aerial_left: list[int]
    """Aerial supply markers left this turn in each theatre."""
    drop_hex: Hex = -1
    """The hex where the phasing side drops paratroops this turn [10.2]."""
    landed: HexSet = 0
    """Hexes where a reinforcement was placed in this phase, one per hex [Pincher 10.4, Sandown 10.4]."""

    # player turn
    fight_first: bool = False
    """Whether the side on turn fights before it moves [5.3]."""
    sea_moves: int = 0
    """Sea moves made this phase [11.19]."""
    sea_from: Hex = -1
    """The port this phase's sea move starts from, and where it leads: the rest of the stack may follow."""
    sea_to: Hex = -1
    operations: int = 0
    """Moves and battles completed so far [13.4]."""

    # atomic war
    strikes: list[int]
    """Atomic attacks each side has made this turn [13.2]."""
    first_use: bool = False
    """Whether the Soviets have made an atomic attack in this game [13.1]."""
    prestige: int = 99
    struck_at: int = -1
    """`operations` when the non-phasing side last interrupted; it must wait for the next one [13.4]."""
    asked_at: int = -1
    """`operations` when the non-phasing side was last offered an atomic attack, once each [R-SWW-19]."""
    standing: list[bool]
    """Whether each side has declined all atomic attacks in this phase."""

    # victory
    target: list[int]
    """Points the Soviets must exceed in each theatre [4.3, 4.4]."""
    swaps: int = 0
    """Drawn divisions exchanged during setup [Sandown 3.4, 4.4]."""
    second_called: bool = False
    """Whether the decision about second formation divisions has been made [Sandown 10.9]."""
    naval: bool = False
    """Whether the naval airpower marker is in play [Sandown 10.7]."""
    closed: int = 0
    """Bit set of theatres in which play has ended [R-GC-01]."""

    # derived
    here: dict[Hex, CounterSet]
    """The units in each occupied hex."""
    gathered: dict[int, CounterSet]
    """The units on each map, by theatre number, and in each place off the map."""
    load: dict[Hex, int]
    """Steps in each occupied hex [7.3]."""
    held: list[HexSet]
    """The hexes each side occupies."""
    full_hexes: list[HexSet]
    """Hexes in which 1 more step, and 2 more steps, would exceed the stacking limit."""
    kept: Kept
    """Facts that hold as long as what they were found from (see `keep`)."""
    cache: Cache
    """Results cached since the last change of the state (see `changed`)."""

    @property
    def now(self) -> Step:
        """The current step of the turn's sequence."""
        return self.scenario.sequence[self.phase_index]

    @property
    def side(self) -> int:
        """The side whose player turn it is."""
        return self.now.side

    @property
    def phase(self) -> str:
        """`setup`, `air`, `declare`, `movement`, `combat`, `mobilization`, `reinforcement`, …"""
        return self.scenario.phases[self.fight_first][self.phase_index] if self.turn else "setup"


def empty(scenario: Sww3Scenario) -> Sww3State:
    """Return a state with every counter out of the game."""
    count, theatres = len(scenario.counters), len(scenario.theatres)
    return Sww3State(
        scenario=scenario,
        turn=scenario.file.first_turn,
        at=[AWAY] * count,
        questions=[],
        steps=scenario.full[:],
        face=[-1 if scenario.untried >> c & 1 else c for c in range(count)],
        air=[-1] * theatres,
        aerial_left=[0] * theatres,
        strikes=[0, 0],
        standing=[False, False],
        target=[0] * theatres,
        here={},
        gathered={AWAY: sum(scenario.units_of)},
        load={},
        held=[0, 0],
        full_hexes=[0, 0],
        kept={},
        cache={},
    )


def from_plain(scenario: Sww3Scenario, plain: PlainState) -> Sww3State:
    """Return a saved state."""
    return restore(empty(scenario), plain, _derive, steps=len(scenario.sequence), within=scenario.grid.all)


def _derive(state: Sww3State) -> None:
    """Fill the derived columns from the places and steps of the counters."""
    scenario, here, load, gathered = state.scenario, state.here, state.load, state.gathered
    gathered.clear()
    for c, where in enumerate(state.at[: scenario.unit_count]):
        if where >= 0:
            here[where] = here.get(where, 0) | 1 << c
            load[where] = load.get(where, 0) + state.steps[c]
            state.held[scenario.side_of[c]] |= 1 << where
        place = scenario.theatre_at(where) if where >= 0 else where
        gathered[place] = gathered.get(place, 0) | 1 << c
    for more in range(len(state.full_hexes)):
        limit = scenario.stack_steps - more
        state.full_hexes[more] = mask_of(hex_ for hex_, steps in load.items() if steps >= limit)


def put(state: Sww3State, counter: int, where: Hex) -> None:
    """Move a counter to a hex or a place off the map; it takes control of the hex [3.10, R-SWW-26]."""
    scenario = state.scenario
    was, state.at[counter] = state.at[counter], where
    if counter >= scenario.unit_count:
        return  # markers hold no ground
    side, bit, steps = scenario.side_of[counter], 1 << counter, state.steps[counter]
    gathered = state.gathered
    if was >= 0:
        state.here[was] &= ~bit
        _count(state, side, was, -steps)
        was = scenario.theatre_at(was)
    gathered[was] &= ~bit
    if where >= 0:
        state.here[where] = state.here.get(where, 0) | bit
        _count(state, side, where, steps)
        seize(state, side, 1 << where)
        where = scenario.theatre_at(where)
    gathered[where] = gathered.get(where, 0) | bit
    changed(state)


def seize(state: Sww3State, side: int, hexes: HexSet) -> None:
    """Give a side control of hexes its units enter; enemy aerial supply there ends [3.10, 9.18-when]."""
    state.red = state.red | hexes if side == SOVIET else state.red & ~hexes
    for hex_ in bits(state.aerial & hexes):
        if state.air[state.scenario.theatre_at(hex_)] != side:
            state.aerial &= ~(1 << hex_)


def lose_step(state: Sww3State, counter: int) -> None:
    """Take a step from a unit: a full 2-step unit is reduced, any other is eliminated [2.11]."""
    hex_, side = state.at[counter], state.scenario.side_of[counter]
    if state.steps[counter] > 1:
        state.steps[counter] -= 1
        if hex_ >= 0:
            _count(state, side, hex_, -1)
        changed(state)
    else:
        put(state, counter, LOST)
        state.steps[counter] = 0
        bit = ~(1 << counter)
        state.disrupted &= bit
        state.dropped &= bit


def gain_step(state: Sww3State, counter: int) -> None:
    """Rebuild a reduced unit to full strength [Pincher 10.6]."""
    state.steps[counter] += 1
    if state.at[counter] >= 0:
        _count(state, state.scenario.side_of[counter], state.at[counter], 1)
    changed(state)


def _count(state: Sww3State, side: int, hex_: Hex, steps: int) -> None:
    """Update the steps in a hex and who occupies it."""
    load = state.load.get(hex_, 0) + steps
    spot = 1 << hex_
    if state.here.get(hex_):
        state.load[hex_] = load
        state.held[side] |= spot
    else:
        state.here.pop(hex_, None)
        state.load.pop(hex_, None)
        state.held[side] &= ~spot
        load = 0
    limit = state.scenario.stack_steps
    for more, full in enumerate(state.full_hexes, 1):
        if (load + more > limit) != bool(full & spot):
            state.full_hexes[more - 1] = full ^ spot


def zone(state: Sww3State, side: int) -> HexSet:
    """Return the zone of control of a side: the hexes adjacent to its units [8.1].

    Disrupted units have none [13.6]. Zones extend neither into nor out of neutral countries [8.2].
    """
    held, neutral = zoc_hexes(state, side), state.neutral
    return keep(
        state,
        _ZONES[side],
        (held, neutral),
        lambda: state.scenario.grid.spread(held & ~neutral) & ~neutral,
    )


_ZONES = ("zone of side 0", "zone of side 1")


def zoc_hexes(state: Sww3State, side: int) -> HexSet:
    """Return the hexes with a unit of a side that is not disrupted: the others exert no ZOC [13.6]."""
    return state.held[side] & ~_disrupted_hexes(state, side) if state.disrupted else state.held[side]


def _disrupted_hexes(state: Sww3State, side: int) -> HexSet:
    """Return the hexes of a side in which every unit is disrupted."""
    found = 0
    for c in bits(state.disrupted & state.scenario.units_of[side]):
        hex_ = state.at[c]
        if hex_ >= 0 and not state.here[hex_] & ~state.disrupted:
            found |= 1 << hex_
    return found


def controlled(state: Sww3State, side: int) -> HexSet:
    """Return the hexes a side controls [3.10]."""
    return state.red if side == SOVIET else state.scenario.grid.all & ~state.red


def cities(state: Sww3State) -> HexSet:
    """Return the un-nuked cities of every kind [13.7]."""
    return state.scenario.cities & ~state.nuked


def attack_of(state: Sww3State, counter: int) -> int:
    """Return the attack factor of a counter; 0 while untried."""
    face = state.face[counter]
    return state.scenario.attack[face][state.steps[counter]] if face >= 0 else 0


def defence_of(state: Sww3State, counter: int) -> int:
    """Return the defence factor of a counter; 0 while untried."""
    face = state.face[counter]
    return state.scenario.defence[face][state.steps[counter]] if face >= 0 else 0


def units_at(state: Sww3State, place: int, side: int | None = None) -> CounterSet:
    """Return the units at a place off the map, of one side or both."""
    found = state.gathered.get(place, 0)
    return found if side is None else found & state.scenario.units_of[side]


def on_map(state: Sww3State, counters: CounterSet) -> CounterSet:
    """Return those of the counters that are on a map."""
    found = 0
    for theatre in range(len(state.scenario.theatres)):
        found |= state.gathered.get(theatre, 0)
    return found & counters
