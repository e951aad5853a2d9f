"""The state of a game, and the only functions that move counters."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.state import PlainState, State
from grognard.core.facts import Cache, Kept, Stamp, changed
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.kit.states import restore
from grognard.games.ocs.model.battle import Fight
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.scenario import OcsScenario, Step

# Places off the map, as negative hexes.
AWAY = -1
"""Not in play: spare generic counters, and units not yet due."""
DEAD = -2
"""The Dead Pile: units that can be rebuilt from replacements [9.11, 13.5]."""
GONE = -3
"""Out of the game: withdrawn units and eliminated no-rebuild units [13.5c]."""
COMING = -4
"""Reinforcements and units that broke out, until their turn `due` [13.6, 12.8e]."""
READY = -5
"""Units to be placed now: setup, or reinforcements of this turn [13.6]."""
REAR = -6
"""The off-map holding box of a side that has one [I.F]."""
HOSTED = -7
"""On another counter, which `host` names: an air unit at its base, a passenger aboard landing craft."""
PLACES = {
    "away": AWAY, "dead": DEAD, "gone": GONE, "coming": COMING, "ready": READY, "rear": REAR,
    "hosted": HOSTED,
}  # fmt: skip

COMBAT_FACE, MOVE_FACE = 0, 1
"""Which side of a counter is up [5.2]."""

NO_COUNTER = -1


class OcsState(State, kw_only=True):
    """Everything that changes in play. Turn 0 is the setup.

    Sets of counters are integers with a bit for each. MP are in quarters, supply in tokens, sizes in
    quarters of a regimental equivalent.
    """

    derived: ClassVar[tuple[str, ...]] = ("scenario", "here", "present", "held", "stamps", "kept", "cache")
    columns: ClassVar[tuple[str, ...]] = (
        "questions", "at", "lost", "tokens", "fresh", "level", "spent", "began", "due", "ledger", "rail_used",
        "sea_used", "reached", "held", "incoming", "landed", "owed_pax", "owed_eq", "stamps", "kept",
        "owed_trucks", "owed_wagons", "laid", "here", "cache", "host", "gliders", "drop_hex", "drop_turn",
        "unloaded", "rebased", "owed_fighter", "owed_air", "busted", "craft_ledger", "craft_lost",
        "craft_due", "taken",
    )  # fmt: skip

    scenario: OcsScenario

    # the turn
    first: int = 0
    """The side that is first player this turn [2.3]."""
    ground: int = 0
    """The ground condition, as a number in `scenario.conditions` [17.0]."""
    flight: int = 0
    """Flying weather [14.1f]."""
    ending: bool = False
    """Whether the active side ended the phase, so that only open questions remain."""

    # modes [5]
    turned: CounterSet = 0
    """Units with their Move side up, oriented toward Move Mode [5.2]."""
    reserve: CounterSet = 0
    strat: CounterSet = 0
    dg: CounterSet = 0
    """Disorganized units [5.10]."""
    exploit: CounterSet = 0
    released: CounterSet = 0
    """Reserves released in this Reaction or Exploitation Phase, which can act in it [5.7b]."""

    # losses and supply of units
    lost: list[int]
    """Steps each unit has lost [9.11]."""
    low: CounterSet = 0
    exhausted: CounterSet = 0
    """Internal stocks [12.10]; a unit is in at most one of the two sets."""
    out: CounterSet = 0
    """Units marked Out of Supply [12.8]."""
    traced: CounterSet = 0
    """Units in trace supply in their last Supply Phase, or that entered since [12.8e, R-OCS-101].

    Units fed from dumps do not count.
    """
    favoured: CounterSet = 0
    """The parts of split formations that their owner lets trace, during his Supply Phase [12.6f]."""

    # supply on the map
    tokens: list[int]
    """Supply in each dump and on each transport point, in tokens [12.1]."""
    fresh: list[int]
    """Tokens of each dump or transport moved this phase, which cannot be loaded again [12.2a]."""
    level: list[int]
    """Level of hedgehogs and air bases, hits of ports [16.0a, 15.0, 19.0b]."""
    ledger: list[int]
    """For each side the tokens it should have on the map: received, less used or destroyed."""
    extended: CounterSet = 0
    """Transport points that are part of an Extender [12.7]."""

    # fuel [12.5]
    fueled: CounterSet = 0
    """HQs with a fuel marker, until their side's Clean Up Phase [12.5c-B]."""
    filled: CounterSet = 0
    """Units of formations fueled as such, until their side's Clean Up Phase [12.5c-A, R-OCS-96]."""
    primed: CounterSet = 0
    """Units fueled one by one for this phase [12.5c-C]."""
    bound: CounterSet = 0
    """Fueled HQs that threw fuel this phase; once they move they throw no more [12.5e, R-OCS-95]."""
    scant: CounterSet = 0
    """Units with minimal fuel, which have a quarter of their MA in this phase [HR-10]."""

    # movement segment
    began: list[int]
    """The hex of each unit when the phase began [8.1, 6.1f]."""
    spent: list[int]
    """MP each unit has spent this phase, in quarters [6.1a]."""
    moving: CounterSet = 0
    """The moving stack: it must finish before another starts [6.1g]."""
    finished: CounterSet = 0
    """Units that cannot move any more this phase; they negate ZOCs [6.1f, 4.5b, R-OCS-50]."""
    returned: CounterSet = 0
    """Units that left the hex where they began the phase and came back to it [4.5a-A]."""
    switched: CounterSet = 0
    """Units that changed mode this phase, which they can do once [5.4, R-OCS-45]."""
    bridging: CounterSet = 0
    """Engineers that changed mode this phase and can still use their own bridge [13.8b, R-OCS-109]."""
    shipped: CounterSet = 0
    """Units that moved by rail or sea this phase [4.7d]."""
    worked: CounterSet = 0
    """Units that built, razed or repaired this turn and cannot move [13.8d, 16.0b]."""
    rail_used: list[int]
    """Rail Cap each side has used this phase, in sixteenths of a point [13.3b, R-OCS-106]."""
    sea_used: list[int]
    """Sea Cap likewise [19.0f]."""
    relaid: HexSet = 0
    """Rail hexes converted this phase [13.3g-A]."""
    laid: list[int]
    """Number of rail hexes each Rail Repair unit converted this phase [13.3g-D]."""
    dug: HexSet = 0
    """Hexes whose hedgehog was changed this turn [16.0b, 16.0c]."""
    repaired: HexSet = 0
    """Ports repaired or damaged by their owner this turn [19.0c, 19.0d]."""
    blown: HexSet = 0
    """Dumps with an attempt to blow them this phase [12.11a]."""
    reached: list[int]
    """Tokens loaded and unloaded at each port this phase [19.0a], indexed by counter."""

    # combat and barrage
    fight: Fight | None = None
    """The current combat, until its last question is answered [9.2]."""
    fought: CounterSet = 0
    """Units that have attacked in this Combat Segment [9.1c]."""
    attacked: HexSet = 0
    """Hexes attacked in this Combat Segment [9.1c]."""
    fired: CounterSet = 0
    """Units that have fired in this phase [10.0e-B]."""
    barraged: HexSet = 0
    """Hexes barraged in this phase [10.0e-A]."""

    # ground
    wide: HexSet = 0
    """Rail hexes of the second side's gauge [13.3f]."""
    second: HexSet = 0
    """Hexes controlled by the second side; the first side controls all others."""

    # units off the map
    due: list[int]
    """The turn a unit in `COMING` arrives."""
    arrived: CounterSet = 0
    """Reinforcements of this player turn, which can continue by rail from any hex [13.6b]."""
    swapped: CounterSet = 0
    """Units exchanged in a formation this phase, which they can be once [13.9-2]."""
    incoming: list[int]
    """For each side the tokens of its supply roll that are not yet on the map [2.1]."""
    landed: list[int]
    """For each source of the scenario file the tokens of that roll it received."""
    met: int = 0
    """Goals with a date that were met in time, a bit for each."""
    owed_pax: list[int]
    owed_eq: list[int]
    """For each side replacements still without a counter: counters are no limit [13.5]."""
    captured: CounterSet = 0
    """Transport Points taken from the enemy, which cannot be rebuilt [13.5e, R-OCS-112]."""
    owed_trucks: list[int]
    owed_wagons: list[int]
    """For each side Transport Points that are due and still without a counter [R-OCS-153]."""
    shown: CounterSet = 0
    """Units that their owner put on top of their stacks [4.8b, R-OCS-42]."""

    # aircraft [14, 15]
    host: list[int]
    """The counter that each one in `HOSTED` is on; -1 for none."""
    active: CounterSet = 0
    """Active air units [14.1a]."""
    flown: CounterSet = 0
    """Air units that have flown a mission in this phase, interceptors included [14.2e]."""
    mission: Mission | None = None
    """The current air mission, until its last question is answered [14.2f]."""
    gliders: list[int]
    """Glider Points at each base [14.10e]."""
    drop_hex: list[int]
    """The hex of each unit's Drop Plan; -1 for none [14.10b]."""
    drop_turn: list[int]
    """The turn of each unit's Drop Plan; 0 for none [14.10b]."""
    dropped: CounterSet = 0
    """Units dropped this turn, which need no trace supply [12.6h]; by scenario also landed ones [SR-10]."""
    unloaded: list[int]
    """Air cargo unloaded at each base in this phase, in sixteenths of a supply point [14.9f]."""
    refitted: CounterSet = 0
    """Bases that have refitted aircraft in this phase [15.1-A], and units whose drop was put off [14.10c]."""
    rebased: list[int]
    """Free changes of base used at each base this game turn [21.5]."""
    airlifted: CounterSet = 0
    """Units flown in this phase, which move half their MA in all [14.9d]."""
    owed_fighter: list[int]
    owed_air: list[int]
    """For each side the Fighter and other air steps of its replacement roll [13.5f]."""
    busted: list[HexSet]
    """For each side the hexes with its Trainbusting markers [14.8]."""
    paved: HexSet = 0
    """Hexes whose air base was built, improved or reduced this turn [15.3, 15.4]."""

    # ships [18]
    shelled: CounterSet = 0
    """Ships that fired at ground targets this game turn [18.3a-B]."""
    targeted: CounterSet = 0
    """Ships and coastal guns fired at in this phase [18.3c]."""
    beaching: CounterSet = 0
    """Passengers that land when the Amphibious Landing Table is rolled [18.5f]."""
    beached: CounterSet = 0
    """Units that landed this turn with what they need, and so need no trace supply [SR-10]."""
    opening: CounterSet = 0
    """LST ports deployed in this phase, which open in the next [18.4f]."""
    assaulting: CounterSet = 0
    """Landing craft whose passengers make a Beach Assault now [18.6]."""
    swell: int = 0
    """The state of the sea [18.5]."""
    craft_ledger: list[int]
    """For each side the points of landing craft it should have: arrived, less lost, spent and withdrawn."""
    craft_lost: list[int]
    """For each side the points of landing craft lost to the enemy and on beaches."""
    craft_due: list[int]
    """For each side the points of landing craft, then of LSTs, that it still has to give up [SR-7]."""
    taken: list[int]
    """For each place of `victory.early` the turn at whose end it was first held; 0 for none."""

    # derived
    here: dict[Hex, CounterSet]
    """The counters in each hex that has any, markers included."""
    present: CounterSet = 0
    """All counters on the map, those in `here`."""
    held: list[HexSet]
    """For each side the hexes with its combat units."""
    stamps: list[Stamp]
    """For each side a stamp of where its counters on the map are: a new one when one comes, moves or goes.

    Two states with the same stamp have these counters in the same places: one is a copy of the other.
    """
    kept: Kept
    """Facts that outlive a change, with what they depend on (see `keep`)."""
    cache: Cache
    """Results cached since the last change (see `changed`)."""

    def plain(self) -> PlainState:
        """Return the state as plain values, without extra counters and debts as long as there are none."""
        plain, scenario = super().plain(), self.scenario
        mission = plain["mission"]
        if isinstance(mission, dict):
            plain["mission"] = {key: value for key, value in mission.items() if _is_saved(key, value)}
        for name in LATER:
            value = plain[name]
            if not value or (isinstance(value, list) and value.count(UNUSED.get(name, 0)) == len(value)):
                del plain[name]
        fresh = scenario.extra & scenario.one_faced, scenario.extra & scenario.transports
        if (self.turned & scenario.extra, self.traced & scenario.extra) != fresh:
            return plain
        first = scenario.printed
        for name in BY_COUNTER:
            beyond = UNUSED.get(name, 0)
            if any(value != beyond for value in getattr(self, name)[first:]):
                return plain
        for name in BY_COUNTER:
            if name in plain:
                plain[name] = getattr(self, name)[:first]
        for name in ("turned", "traced"):
            plain[name] = getattr(self, name) & ~scenario.extra
        return plain

    @property
    def now(self) -> Step:
        """Return the current segment of the turn."""
        return self.scenario.sequence[self.phase_index]

    @property
    def phase(self) -> str:
        """Return `setup`, or the current phase or segment (see `scenario.PLAYER_TURN`)."""
        return self.scenario.sequence[self.phase_index].phase if self.turn else "setup"

    @property
    def phasing(self) -> int:
        """Return the phasing side."""
        return self.first ^ max(self.now.player, 0)

    @property
    def side(self) -> int:
        """Return the active side of this phase: in the Reaction Phase the non-phasing one [7.0]."""
        step = self.scenario.sequence[self.phase_index]
        phasing = self.first ^ step.player if step.player > 0 else self.first
        return phasing if step.acting else 1 - phasing


def empty(scenario: OcsScenario) -> OcsState:
    """Return a state with no counter in play."""
    count = len(scenario.counters)
    nothing = [0] * count
    return OcsState(
        scenario=scenario,
        turn=0,
        at=[AWAY] * count,
        questions=[],
        turned=scenario.one_faced,
        lost=nothing[:],
        tokens=nothing[:],
        fresh=nothing[:],
        level=nothing[:],
        spent=nothing[:],
        began=[AWAY] * count,
        due=[counter.turn for counter in scenario.counters],
        reached=nothing[:],
        laid=nothing[:],
        ledger=[0, 0],
        incoming=[0, 0],
        landed=[0] * len(scenario.file.source),
        owed_pax=[0, 0],
        owed_eq=[0, 0],
        owed_trucks=[0, 0],
        owed_wagons=[0, 0],
        rail_used=[0, 0],
        sea_used=[0, 0],
        wide=scenario.hexes(scenario.file.broad_gauge),
        second=scenario.hexes(scenario.file.second_holds),
        traced=scenario.combat_units | scenario.transports,
        here={},
        held=[0, 0],
        stamps=[Stamp(), Stamp()],
        kept={},
        cache={},
        host=[NO_COUNTER] * count,
        gliders=nothing[:],
        drop_hex=[AWAY] * count,
        drop_turn=nothing[:],
        unloaded=nothing[:],
        rebased=nothing[:],
        owed_fighter=[0, 0],
        owed_air=[0, 0],
        busted=[0, 0],
        craft_ledger=[0, 0],
        craft_lost=[0, 0],
        craft_due=[0] * (2 * len(scenario.sides)),
        taken=[0] * len(scenario.file.victory.early),
    )


BY_COUNTER = (
    "at", "lost", "tokens", "fresh", "level", "spent", "began", "due", "reached", "laid", "host", "gliders",
    "drop_hex", "drop_turn", "unloaded", "rebased",
)  # fmt: skip
"""The columns with a value for each counter."""
UNUSED = {"at": AWAY, "began": AWAY, "host": NO_COUNTER, "drop_hex": AWAY}
"""The value of a counter out of play in a column, where it is not 0."""


def _is_saved(key: str, value: object) -> bool:
    unused = UNUSED_IN_MISSION.get(key)
    return key not in UNUSED_IN_MISSION or (value != unused and bool(value or unused))


UNUSED_IN_MISSION: dict[str, object] = {"escort": -1, "further": (), "further_tokens": 0, "via": -1}
"""Fields of a mission that are not saved while they have these values, so that old saves stay the same."""
LATER = (
    "scant", "returned", "captured", "owed_trucks", "owed_wagons", "host", "active", "flown", "mission",
    "gliders",
    "drop_hex", "drop_turn", "dropped", "unloaded", "refitted", "rebased", "airlifted", "owed_fighter",
    "owed_air", "busted", "paved", "shelled", "targeted", "beaching", "opening",
    "assaulting", "swell", "craft_ledger", "craft_lost", "craft_due", "taken", "beached",
)  # fmt: skip
"""Fields that are saved only when they hold something, so that older records keep their hashes."""


def from_plain(scenario: OcsScenario, plain: PlainState) -> OcsState:
    """Return a saved state."""
    return restore(
        empty(scenario),
        _with_extra(scenario, plain),
        _derive,
        steps=len(scenario.sequence),
        within=scenario.playable,
    )


def _with_extra(scenario: OcsScenario, plain: PlainState) -> PlainState:
    """Return a saved state with the extra counters that it leaves out: out of play, as at the start."""
    places = plain.get("at")
    if not isinstance(places, list) or len(places) != scenario.printed:
        return plain
    found, fresh, first = dict(plain), empty(scenario), scenario.printed
    for name in BY_COUNTER:
        column = plain.get(name)
        if isinstance(column, list):
            found[name] = [*column, *getattr(fresh, name)[first:]]
    for name in ("turned", "traced"):
        members = plain.get(name)
        if isinstance(members, int):
            found[name] = members | getattr(fresh, name) & scenario.extra
    return found


def _derive(state: OcsState) -> None:
    """Fill the derived columns from the places of the counters."""
    side_of, combat_units = state.scenario.side_of, state.scenario.combat_units
    here, held = state.here, state.held
    for c, where in enumerate(state.at):
        if where >= 0:
            bit = 1 << c
            state.present |= bit
            here[where] = here.get(where, 0) | bit
            if combat_units & bit:
                held[side_of[c]] |= 1 << where


# -- moving counters -------------------------------------------------------------------------------


def put(state: OcsState, counter: int, where: Hex) -> None:
    """Move a counter to a hex or a place off the map; a combat unit takes control of the hex."""
    scenario = state.scenario
    was, state.at[counter] = state.at[counter], where
    state.host[counter] = NO_COUNTER
    side, bit = scenario.side_of[counter], 1 << counter
    fights = scenario.combat_units >> counter & 1
    if was >= 0:
        state.present &= ~bit
        left = state.here[was] & ~bit
        if left:
            state.here[was] = left
        else:
            del state.here[was]
        if fights and not left & scenario.combat_units & scenario.of_side[side]:
            state.held[side] &= ~(1 << was)
    if where >= 0:
        state.present |= bit
        state.here[where] = state.here.get(where, 0) | bit
        if fights:
            state.held[side] |= 1 << where
            state.second = state.second | 1 << where if side else state.second & ~(1 << where)
    if was >= 0 or where >= 0:
        touched = (1 << was if was >= 0 else 0) | (1 << where if where >= 0 else 0)
        state.stamps[side] = Stamp(state.stamps[side], touched)
    changed(state)


def put_aboard(state: OcsState, counter: int, host: int) -> None:
    """Put an air unit at a base, carrier or box, or a passenger aboard landing craft."""
    put(state, counter, HOSTED)
    state.host[counter] = host


def remove(state: OcsState, counter: int, where: Hex = DEAD) -> None:
    """Remove a counter with its markers to the Dead Pile or out of the game [9.11, 13.5c].

    Counters that are not printed units do not stay in the Dead Pile [13.5b]. Whatever it carries must have
    been moved or removed before.
    """
    assert not aboard(state, 1 << counter), "a host that is removed carries nothing"
    scenario, kept = state.scenario, ~(1 << counter)
    generic = scenario.breakdowns | scenario.pax | scenario.eq | scenario.dumps | scenario.hedgehogs
    generic |= state.captured | scenario.craft | scenario.dukw_trucks
    state.captured &= kept
    if where == DEAD and generic >> counter & 1:
        where = AWAY  # back to the pool [13.5b]
    elif where == DEAD and scenario.counters[counter].no_rebuild:
        where = GONE
    for name in MARKERS:
        setattr(state, name, getattr(state, name) & kept)
    if scenario.one_faced >> counter & 1:
        state.turned |= 1 << counter
    state.lost[counter] = 0
    put(state, counter, where)


MARKERS = (
    "turned", "reserve", "strat", "dg", "exploit", "released", "low", "exhausted", "out", "fueled", "filled",
    "primed", "bound", "extended", "moving", "finished", "switched", "bridging",
    "shown", "returned", "scant", "active", "flown", "airlifted", "dropped", "refitted", "shelled",
    "targeted", "beaching", "opening", "assaulting", "beached",
)  # fmt: skip
"""The sets that a counter leaves with the map."""


# -- counters by place -----------------------------------------------------------------------------


def units_at(state: OcsState, hex_: Hex, side: int) -> CounterSet:
    """Return the combat units of a side in a hex."""
    scenario = state.scenario
    return state.here.get(hex_, 0) & scenario.combat_units & scenario.of_side[side]


def assets_at(state: OcsState, hex_: Hex, side: int) -> CounterSet:
    """Return a side's other counters in a hex: transports, dumps, hedgehogs, ports, bases [3.3]."""
    scenario = state.scenario
    return state.here.get(hex_, 0) & ~scenario.combat_units & scenario.of_side[side]


def where(state: OcsState, counter: int) -> Hex:
    """Return the hex or place of a counter, or of what it is on."""
    while state.at[counter] == HOSTED and state.host[counter] != NO_COUNTER:
        counter = state.host[counter]
    return state.at[counter]


def aboard(state: OcsState, hosts: CounterSet) -> CounterSet:
    """Return the counters on any of the hosts: air units at bases, passengers aboard."""
    scenario = state.scenario
    if not scenario.planes | scenario.craft | scenario.boxes:
        return 0
    return sum(1 << c for c, host in enumerate(state.host) if host != NO_COUNTER and hosts >> host & 1)


def in_play(state: OcsState, counters: CounterSet) -> CounterSet:
    """Return those of the counters that are in a hex, or on a counter in a hex or box."""
    at = state.at
    return sum(1 << c for c in bits(counters) if at[c] >= 0 or at[c] == HOSTED)


def counters_in(state: OcsState, place: int, among: CounterSet) -> CounterSet:
    """Return the counters that are at a place off the map."""
    at = state.at
    return sum(1 << c for c in bits(among) if at[c] == place)


def spare_counter(state: OcsState, among: CounterSet) -> int:
    """Return the first counter of a kind that is not in play; -1 for none."""
    at = state.at
    return next((c for c in bits(among) if at[c] == AWAY), -1)


def face(state: OcsState, counter: int) -> int:
    """Return the side of a counter that is up: `COMBAT_FACE` or `MOVE_FACE` [5.2]."""
    return state.turned >> counter & 1


def steps_left(state: OcsState, counter: int) -> int:
    """Return the steps a unit has left [9.11]."""
    return state.scenario.steps[counter] - state.lost[counter]


def size_now(state: OcsState, counter: int) -> int:
    """Return a unit's size in quarters of an RE; a division's shrinks with its steps [9.11d]."""
    size = state.scenario.size[counter]
    return size - QUARTERS * state.lost[counter] if state.scenario.multistep >> counter & 1 else size
