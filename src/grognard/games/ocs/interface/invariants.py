"""Invariants of the state, which hold after every order."""

from __future__ import annotations

from typing import get_args

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.outside.bounds import (
    Between,
    Bounds,
    Pairs,
    Parts,
    Subset,
    Words,
    a_counter,
    a_hex,
    bounds_of_all_states,
    for_each,
    some_counters,
    some_hexes,
)
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.air.bases import active_at, active_limit, hosts
from grognard.games.ocs.interface.questions import QUESTIONS
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.mission import MissionKind, Stage
from grognard.games.ocs.model.scenario import TOKENS, OcsScenario
from grognard.games.ocs.model.state import (
    HOSTED,
    NO_COUNTER,
    PLACES,
    REAR,
    OcsState,
    from_plain,
    steps_left,
    where,
)
from grognard.games.ocs.sea.ships import load
from grognard.games.ocs.sea.waters import shores
from grognard.games.ocs.supply import attrition

MARKED = ("reserve", "strat", "dg", "exploit")
"""Modes of which a unit has at most one [5.2]."""


SETTLED = ("mission", "lose", "option", "shed", "shell", "retreat", "defender", "march", "advance")
"""Questions of which some need no answer."""
OF_COMBAT = ("lose", "option", "retreat", "defender", "advance")
"""Questions that follow the result of a combat."""
MAX_COUNT = 100_000
"""More than any number of tokens, MP or replacements."""


def bounds(scenario: OcsScenario) -> Bounds:
    """Return the values that each saved column can have."""
    counters, hexes, size = some_counters(scenario), some_hexes(scenario), scenario.grid.size
    side, count = Between(0, 1), Between(0, MAX_COUNT)
    kinds = (*QUESTIONS, *SETTLED)
    fight: Bounds = {
        "side": side,
        **for_each(Between(0, size - 1), "target"),
        **for_each(counters, "attackers defenders supplied"),
        **for_each(a_counter(scenario), "lead guard"),
        "origin": hexes,
        "ground": Words(),
        "result": Words(("", *series_tables()["combat"]["codes"])),
        "against": Pairs((a_hex(scenario), Words()), length=6),
        "hits": Between(0, len(scenario.counters) - 1, length=len(scenario.counters)),
    }
    mission: Bounds = {
        "kind": Words(get_args(MissionKind)),
        "stage": Words(get_args(Stage)),
        "side": side,
        **for_each(a_hex(scenario), "target loaded"),
        **for_each(a_counter(scenario), "goal interceptor pick"),
        **for_each(counters, "double stay foes extras"),
        **for_each(Between(0, len(scenario.counters) - 1, length=len(scenario.counters)), "planes cargo"),
        **for_each(count, "tokens gliders spared"),
        "aim": Words(("", "port", "air-base", "ship")),
    }
    return {
        **bounds_of_all_states(scenario, PLACES.values(), len(scenario.sequence), kinds, MAX_COUNT),
        "first": side,
        "ground": Between(0, len(scenario.conditions) - 1),
        "flight": Between(0, 9),
        **for_each(counters, " ".join((*MARKED, *_SETS))),
        **for_each(hexes, "relaid dug repaired blown attacked barraged wide second paved"),
        "busted": hexes,
        "host": Between(-1, len(scenario.counters) - 1),
        "drop_hex": Between(-1, size - 1),
        "swell": Between(0, 9),
        "mission": Parts(mission),
        **for_each(count, " ".join(_COUNTS)),
        "due": Between(-1, MAX_COUNT),
        "began": Between(min(PLACES.values()), size - 1),
        "met": Subset((1 << 64) - 1, "goals"),
        "fight": Parts(fight),
    }


_SETS = (
    "turned", "released", "low", "exhausted", "out", "traced", "extended", "fueled", "filled", "primed",
    "bound", "moving", "finished", "switched", "bridging", "shipped", "worked", "fought", "fired", "arrived",
    "swapped", "shown", "favoured", "returned", "captured", "scant", "active", "flown", "dropped",
    "beached", "refitted", "airlifted", "shelled", "targeted", "beaching", "opening", "assaulting",
)  # fmt: skip
"""Columns that are sets of counters, besides the modes."""
_COUNTS = (
    "lost", "tokens", "fresh", "level", "ledger", "spent", "rail_used", "sea_used", "laid", "reached",
    "incoming", "landed", "owed_pax", "owed_eq", "owed_trucks", "owed_wagons",
    "gliders", "drop_turn", "unloaded", "rebased", "owed_fighter", "owed_air", "craft_ledger", "craft_lost",
    "craft_due", "taken",
)  # fmt: skip
"""Columns that are lists of counts."""


def violations(state: OcsState) -> list[str]:
    """List violated invariants."""
    return [
        *_hex_violations(state),
        *_mode_violations(state),
        *_step_violations(state),
        *_supply_violations(state),
        *_place_violations(state),
        *_port_violations(state),
        *_fight_violations(state),
        *_host_violations(state),
        *_attrition_violations(state),
        *_mission_violations(state),
        *_craft_violations(state),
        *_shadow_violations(state),
    ]


def _hex_violations(state: OcsState) -> list[str]:
    """Check that units of both sides never share a hex, and that all hexes are in play [4.8, 4.8c]."""
    scenario, names = state.scenario, state.scenario.grid.names
    one, other = state.held
    found = []
    asked = mask_of(question.hex for question in state.questions if question.hex >= 0)
    if one & other:
        found.append(f"units of both sides in {names(one & other)} [4.8]")
    if (one | other) & ~scenario.ground:
        found.append(f"units in {names((one | other) & ~scenario.ground)}, not in play [I.C]")
    if one & state.second or other & ~state.second:
        wrong = names(one & state.second | other & ~state.second)
        found.append(f"a side does not control {wrong}, which its units occupy")
    for hex_, there in state.here.items():
        for kind in ("hedgehogs", "ports", "bases"):
            if (there & getattr(scenario, kind)).bit_count() > 1:
                found.append(f"two {kind} in {scenario.label(hex_)} [4.8]")
        for side in (0, 1):
            own = there & scenario.of_side[side]
            if (own & scenario.dumps).bit_count() > 1:
                found.append(f"two dumps of a side in {scenario.label(hex_)} [12.1b]")
            soft = own & ~scenario.combat_units
            if soft and (state.held[1 - side] & ~asked) >> hex_ & 1:
                ids = ", ".join(scenario.ids(soft))
                found.append(f"{ids} under enemy units in {scenario.label(hex_)} [9.14]")
    return found


def _mode_violations(state: OcsState) -> list[str]:
    """Check that each unit has one mode, and one that it can be in [5.2, 5.5c, 5.8, 5.8c]."""
    scenario = state.scenario
    found, seen = [], 0
    for name in MARKED:
        units = getattr(state, name)
        if units & seen:
            found.append(f"{_ids(state, units & seen)} in two modes [5.2]")
        seen |= units
    if state.low & state.exhausted:
        found.append(f"{_ids(state, state.low & state.exhausted)} both Low and Exhausted [12.10]")
    if scenario.one_faced & ~state.turned:
        found.append(f"{_ids(state, scenario.one_faced & ~state.turned)} in Combat Mode [5.5c]")
    if state.strat & ~state.turned:
        found.append(f"{_ids(state, state.strat & ~state.turned)} in Strat Mode, Combat side up [5.8]")
    if (state.strat | state.dg | state.exploit) & scenario.transports:
        found.append("a transport with a mode marker [5.8c, 5.10c]")
    off = sum(1 << c for c, place in enumerate(state.at) if place < 0)
    for name in (*MARKED, "low", "exhausted", "out", "extended"):
        if getattr(state, name) & off & ~_waiting(state):
            found.append(f"{_ids(state, getattr(state, name) & off)} off the map: {name}")
    return found


MODES_KEPT = (PLACES["ready"], PLACES["coming"], HOSTED)
"""Places off the map where a unit keeps its mode."""


def _waiting(state: OcsState) -> CounterSet:
    """Return counters off the map that may have a mode."""
    return sum(1 << c for c, place in enumerate(state.at) if place in MODES_KEPT)


def _step_violations(state: OcsState) -> list[str]:
    scenario = state.scenario
    return [
        f"{scenario.counter_ids[c]} has lost {lost} of {scenario.steps[c]} steps [9.11]"
        for c, lost in enumerate(state.lost)
        if lost and not 0 <= lost < scenario.steps[c]
    ]


def _supply_violations(state: OcsState) -> list[str]:
    """Check that supply is created and expended only by the rules, and who holds it [12.1, 13.2c]."""
    scenario, found = state.scenario, []
    holders = scenario.dumps | scenario.transports | scenario.craft | scenario.boxes
    for c, amount in enumerate(state.tokens):
        id_ = scenario.counter_ids[c]
        if amount < 0 or (amount and not holders >> c & 1):
            found.append(f"{id_} holds {amount} tokens [12.1]")
        carried = (scenario.boxes | scenario.craft) >> c & 1 or state.at[c] == HOSTED
        if amount and state.at[c] < 0 and not carried:
            found.append(f"{id_} is off the map with {amount} tokens")
        if not amount and state.at[c] >= 0 and scenario.dumps >> c & 1:
            found.append(f"{id_} is an empty dump [12.1b]")
        if scenario.transports >> c & 1 and amount > TOKENS:
            found.append(f"{id_} carries {amount} tokens [3.3b]")
        if not 0 <= state.fresh[c] <= amount:
            found.append(f"{id_}: {state.fresh[c]} of {amount} tokens were moved [12.2a]")
    for side, name in enumerate(scenario.sides):
        there = sum(state.tokens[c] for c in bits(holders & scenario.of_side[side]))
        if there != state.ledger[side]:
            found.append(f"{name} has {there} tokens instead of {state.ledger[side]}")
    return found


def _place_violations(state: OcsState) -> list[str]:
    scenario = state.scenario
    places, found = set(PLACES.values()), []
    for c, place in enumerate(state.at):
        if place < 0 and place not in places:
            found.append(f"{scenario.counter_ids[c]} is nowhere")
    loose = state.extended & ~scenario.transports
    if loose:
        found.append(f"{_ids(state, loose)}: an Extender without transports [12.7]")
    return found


def _port_violations(state: OcsState) -> list[str]:
    """Check that ports have no more hits than the table has [19.0b]."""
    scenario, most = state.scenario, state.scenario.tables["port_damage"]["max_hits"]
    return [
        f"{scenario.counter_ids[c]} has {state.level[c]} hits [19.0b]"
        for c in bits(scenario.ports)
        if state.level[c] > most
    ]


def _fight_violations(state: OcsState) -> list[str]:
    """Check that questions of a combat have one, with units of both sides and a result [9.2]."""
    fight, of_side = state.fight, state.scenario.of_side
    kinds = {question.kind for question in state.questions}
    if not kinds & {"defend", *OF_COMBAT}:
        return []
    if fight is None:
        return ["a question of a combat without the combat"]
    found = []
    if not fight.result and fight.defenders and kinds & set(OF_COMBAT):
        found.append("a combat without its result is followed up")
    if fight.attackers & ~of_side[fight.side] or fight.defenders & ~of_side[1 - fight.side]:
        found.append("units of the wrong side in a combat")
    leads, guards = (1 << max(unit, 0) for unit in (fight.lead, fight.guard))
    guarded = fight.guard >= 0 or (fight.result and fight.defenders)
    if not fight.attackers & leads or (guarded and not fight.defenders & guards):
        found.append("the Action Rating of a unit that is not in the combat [9.6]")
    return found


def _host_violations(state: OcsState) -> list[str]:
    """Check that everything that is carried is on a counter in play that can carry it [14.2a, 18.4a]."""
    scenario, found = state.scenario, []
    bases = scenario.bases | scenario.boxes | scenario.carriers
    moved = {c for question in state.questions if question.kind in LOOSE for c in question.units}
    for c, place in enumerate(state.at):
        id_, host = scenario.counter_ids[c], state.host[c]
        if (host != NO_COUNTER) != (place == HOSTED) and c not in moved:
            found.append(f"{id_} is {'aboard but not hosted' if host != NO_COUNTER else 'hosted by nothing'}")
        if host == NO_COUNTER:
            continue
        if not (bases if scenario.planes >> c & 1 else scenario.craft | scenario.boxes) >> host & 1:
            found.append(f"{id_} is on {scenario.counter_ids[host]}, which cannot carry it")
        if scenario.side_of[c] != scenario.side_of[host]:
            found.append(f"{id_} is on an enemy counter")
        if where(state, c) < 0 and where(state, c) != REAR:
            found.append(f"{id_} is on {scenario.counter_ids[host]}, which is not in play")
    if state.active & ~scenario.planes or any(state.at[c] != HOSTED for c in bits(state.active)):
        found.append(f"{_ids(state, state.active)}: not all are air units at a base [14.1a]")
    on_hex = [scenario.counter_ids[c] for c in bits(scenario.planes) if state.at[c] >= 0]
    if on_hex:
        found.append(f"{', '.join(on_hex)}: air units are at bases [14.1a]")
    afloat = (scenario.ships | scenario.craft) & mask_of(c for c, hex_ in enumerate(state.at) if hex_ >= 0)
    ashore = [scenario.counter_ids[c] for c in bits(afloat) if not _can_float(state, c)]
    return found + ([f"{', '.join(ashore)} on land [18.1c]"] if ashore else [])


def _mission_violations(state: OcsState) -> list[str]:
    """Check that a mission has its question, Active planes, and no base too many [14.1a, 14.2a]."""
    mission, found = state.mission, []
    kinds = [question.kind for question in state.questions]
    if (mission is not None) != ("mission" in kinds):
        found.append("a mission without its question, or a question without its mission [14.2f]")
    if mission is not None:
        if mask_of(mission.planes) & ~state.active:
            found.append(f"{_ids(state, mask_of(mission.planes) & ~state.active)} fly Inactive [14.1a]")
    elif not state.questions and state.active:
        for side in (0, 1):
            for host in bits(hosts(state, side)):
                if active_at(state, host).bit_count() > active_limit(state, host):
                    found.append(f"too many Active planes on {state.scenario.counter_ids[host]} [14.2a]")
    return found


def _can_float(state: OcsState, ship: int) -> bool:
    """Return whether a ship is in an all-sea hex or in port, or landing craft also on a coast [18.1c]."""
    scenario, hex_ = state.scenario, state.at[ship]
    harbours = mask_of(state.at[p] for p in bits(scenario.ports) if state.at[p] >= 0)
    open_to = scenario.sea | harbours
    if scenario.craft >> ship & 1:
        open_to |= shores(scenario)
    return bool(open_to >> hex_ & 1)


def _craft_violations(state: OcsState) -> list[str]:
    """Check that landing craft on the map have points, and no more load than these can carry [18.4a]."""
    scenario, found = state.scenario, []
    for c in bits(scenario.craft):
        id_, points = scenario.counter_ids[c], state.level[c]
        if (state.at[c] >= 0) != (points > 0):
            found.append(f"{id_} has {points} points {'on' if state.at[c] >= 0 else 'off'} the map [18.4d]")
        elif points and load(state, c) > points:
            found.append(f"{id_} carries more than its {points} points [18.4a]")
    for side, name in enumerate(scenario.sides):
        there = sum(state.level[c] for c in bits(scenario.craft & scenario.of_side[side]))
        if there != state.craft_ledger[side]:
            found.append(f"{name} has {there} craft points instead of {state.craft_ledger[side]} [18.4d]")
    if state.assaulting and state.fight is None:
        found.append("landing craft are in a Beach Assault without a combat [18.6]")
    return found


LOOSE = ("home", "flee")
"""Questions about planes that are on their way and have no base yet."""


def _attrition_violations(state: OcsState) -> list[str]:
    """Check that units that suffer attrition are in the hex, with more steps than they lose [12.8b]."""
    found = []
    for question in state.questions:
        if question.kind in attrition.QUESTIONS:
            units = set(question.units)
            if len(units) < len(question.units) or any(state.at[unit] != question.hex for unit in units):
                found.append("attrition of units that are not in the hex [12.8b]")
            elif not 0 < question.data[0] < sum(steps_left(state, unit) for unit in units):
                found.append("attrition that leaves no choice [12.8b]")
    return found


def _shadow_violations(state: OcsState) -> list[str]:
    """Check derived columns against a state rebuilt from its saved form."""
    rebuilt = from_plain(state.scenario, state.plain())
    return [
        f"internal error: column {name!r} was not updated"
        for name in ("here", "present", "held", "second", "host")
        if getattr(rebuilt, name) != getattr(state, name)
    ]


def _ids(state: OcsState, counters: CounterSet) -> str:
    return ", ".join(state.scenario.ids(counters))
