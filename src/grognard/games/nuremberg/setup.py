"""Case 12.1: the set-up. The Pact's attack order and the plan of its drop are secret; the rest is open.

The turn is 0 and `step` counts the stages: NATO sets up, the Pact gets its order, plans the drop of the 103G
and sets up. With the ready-made set-up only the order and the plan are left to decide.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import (
    AIRBORNE,
    AVAILABLE,
    COMING,
    PLACES,
    READY,
    WITHHELD,
    WITHHELD_SOUTH,
    AfcentState,
    counters_at,
    put,
)
from grognard.games.afcent.movement.stacking import fits
from grognard.games.afcent.turn.sequence import open_game
from grognard.games.kit.legality import one_unit
from grognard.games.kit.states import placed_by_file
from grognard.games.nuremberg.airborne import tagged
from grognard.games.nuremberg.victory import ORDERS, TITLES

DRAW, FILL, END = Order("draw"), Order("fill"), Order("end")
CHOICES = [Order("choose", words=(name,)) for name in ORDERS]
COUNTRIES = {"withhold": ("east-germany", WITHHELD), "withhold-south": ("czechoslovakia", WITHHELD_SOUTH)}
"""By which country a withheld unit enters, and where it waits [12.1.4.2.a]."""
PLAN = ("arrive", "primary", "secondary")
"""What is written down for the 103G, line by line [12.1.4.3]."""


@lru_cache(maxsize=64)
def stages(scenario: AfcentScenario) -> tuple[tuple[int, str], ...]:
    """Who decides what in set-up, in this order [12.1, R-NUR-43]."""
    free = scenario.options.get("setup") == "free"
    found = [(NATO, "place")] if free else []
    if not scenario.file.cities:
        found.append((PACT, "choose" if scenario.options.get("attack-order") == "chosen" else "draw"))
    if tagged(scenario, "airdrop"):
        found.append((PACT, "plan"))
    return (*found, (PACT, "place")) if free else tuple(found)


def setting_up(state: AfcentState) -> tuple[int, str]:
    """Who decides now, and what: `place`, `draw`, `choose` or `plan`."""
    return stages(state.scenario)[state.phase_index]


# -- where everything starts -----------------------------------------------------------------------


@lru_cache(maxsize=64)
def ready_made(scenario: AfcentScenario) -> dict[int, int]:
    """The hex or place of every unit in the scenario's own set-up."""
    return placed_by_file(scenario, scenario.file.deployment, PLACES, scenario.left_out)


def begin(state: AfcentState) -> None:
    """Counters where they wait or stand; when nothing is left to decide the first turn begins [12.1]."""
    scenario = state.scenario
    free = scenario.options.get("setup") == "free"
    for c, counter in enumerate(scenario.counters):
        if counter.marker:
            put(state, c, COMING if scenario.entry_turn[c] else AVAILABLE)  # [12.1.1-start, 12.1.1-turn]
        elif (tagged(scenario, "airdrop") | tagged(scenario, "airland")) >> c & 1:
            put(state, c, AIRBORNE)  # [12.1.3-26l, 12.1.4.3]
        elif scenario.entry_turn[c] or tagged(scenario, "home-guard") >> c & 1:
            put(state, c, COMING)  # [12.1.3-reinf]
        elif free:
            put(state, c, READY)
        elif c in ready_made(scenario):
            put(state, c, ready_made(scenario)[c])
        else:
            raise scenario.fault(f"{counter.id} is not set up", "deployment")
    if not stages(scenario):
        open_game(state)


@lru_cache(maxsize=512)
def area(scenario: AfcentScenario, unit: int) -> HexSet:
    """Where a unit may be set up [2.2.1, 12.1.3, 12.1.4.4-6]."""
    if scenario.side_of[unit] == PACT:
        own = sum(scenario.region(id_) for id_ in scenario.special["setup"][scenario.nation[unit]])
        return own & ~_beside_borders(scenario)
    start = next(tag for tag in scenario.counters[unit].tags if tag.startswith("start:"))
    label, _, distance = start.removeprefix("start:").partition("-")
    near = scenario.grid.within(scenario.hex(label), int(distance or 0))
    return near & scenario.land & ~scenario.red_land  # [R-NUR-44]


@lru_cache(maxsize=64)
def _beside_borders(scenario: AfcentScenario) -> HexSet:
    """The hexes that adjoin an international border [12.1.4.4]."""
    board, adjacent = scenario.board, scenario.grid.adjacent
    return mask_of(h for h in bits(scenario.land) if any(board.has_side("border", h, o) for o in adjacent[h]))


def hexes_for(state: AfcentState, unit: int) -> HexSet:
    """Where a unit can be put now, within the stacking limits [12.1]."""
    side = state.scenario.side_of[unit]
    open_ = area(state.scenario, unit) & ~state.held[1 - side]
    crowded = [hex_ for hex_ in bits(open_ & state.held[side]) if not fits(state, 1 << unit, hex_)]
    return open_ & ~mask_of(crowded)


def _may_withhold(scenario: AfcentScenario, unit: int, verb: str) -> bool:
    """Pact units wait in their own country, Soviet ones in either [12.1.4.2.a]."""
    if scenario.side_of[unit] != PACT:
        return False
    return COUNTRIES[verb][0] in scenario.special["setup"][scenario.nation[unit]]


def _concerned(state: AfcentState) -> CounterSet:
    """Units that are to be set up by the side on turn, or are set up already."""
    side, _ = setting_up(state)
    own = state.scenario.units_of[side]
    return mask_of(
        c for c in bits(own) if state.at[c] >= 0 or state.at[c] in (READY, WITHHELD, WITHHELD_SOUTH)
    )


# -- orders ----------------------------------------------------------------------------------------


def setup_actors(state: AfcentState) -> CounterSet:
    """The units that can be set up or taken back."""
    return _concerned(state) if setting_up(state)[1] == "place" else 0


def setup_orders(state: AfcentState, unit: int) -> list[Order]:
    """What can be done with a unit."""
    scenario, (_, kind) = state.scenario, setting_up(state)
    if kind != "place" or not _concerned(state) >> unit & 1:
        return []
    name = scenario.names[unit]
    if state.at[unit] != READY:
        return [Order("lift", units=name)]
    orders = [Order("place", units=name, path=(scenario.label(h),)) for h in bits(hexes_for(state, unit))]
    return orders + [Order(verb, units=name) for verb in COUNTRIES if _may_withhold(scenario, unit, verb)]


def free_orders(state: AfcentState) -> list[Order]:
    """What can be done without one."""
    match setting_up(state)[1]:
        case "draw":
            return [DRAW]
        case "choose":
            return CHOICES
        case "plan":
            return _plan_orders(state.scenario, tuple(state.plan))
    return [FILL] if _to_place(state) else [END]


@lru_cache(maxsize=64)
def _plan_orders(scenario: AfcentScenario, written: tuple[int, ...]) -> list[Order]:
    """The turns, or the hexes, that the next line of the plan may name [12.1.4.3.a-c]."""
    verb = PLAN[len(written)]
    if verb == "arrive":
        return [Order("arrive", words=(str(turn),)) for turn in range(1, scenario.turns + 1)]
    open_ = scenario.land & ~mask_of(written[1:])
    return [Order(verb, target=scenario.label(hex_)) for hex_ in bits(open_)]


def _to_place(state: AfcentState) -> CounterSet:
    """Units that the side on turn has still to set up."""
    return counters_at(state, READY, state.scenario.units_of[setting_up(state)[0]])


def sentence(state: AfcentState) -> str:
    """What is asked in set-up."""
    match setting_up(state)[1]:
        case "draw":
            return "Draw your attack order."
        case "choose":
            return "Choose your attack order: northern, southern or block."
        case "plan":
            lines = ("in which turn they drop", "the first hex", "the other hex")
            return f"Plan the drop of the 103rd Guards: {lines[len(state.plan)]}."
    left = _to_place(state).bit_count()
    return f"Set up your units: {left} to go." if left else "All are set up: end your set-up."


def check_setup(state: AfcentState, order: Order) -> Illegal | None:
    """Why an order of the set-up is refused."""
    kind = setting_up(state)[1]
    if kind == "plan":
        return _check_plan(state, order)
    if kind in ("draw", "choose"):
        if order in free_orders(state):
            return None
        return Illegal("12.1.4.1.a", sentence(state))
    match order.verb:
        case "end":
            return _check_end(state)
        case "fill":
            return None if _to_place(state) else Illegal("12.1", "all units are set up")
        case "place":
            return _check_place(state, order)
        case "withhold" | "withhold-south" | "lift":
            return _check_one(state, order)
    return Illegal("12.1", sentence(state))


def _check_plan(state: AfcentState, order: Order) -> Illegal | None:
    """Line by line; what is written stays [12.1.4.3]."""
    verb = PLAN[len(state.plan)]
    if order.verb != verb:
        rule = "12.1.4.3.d" if order.verb in PLAN[: len(state.plan)] else "12.1.4.3"
        return Illegal(rule, sentence(state))
    if order in _plan_orders(state.scenario, tuple(state.plan)):
        return None
    if verb == "arrive":
        return Illegal("12.1.4.3.a", f"name a turn from 1 to {state.scenario.turns}: arrive 5")
    return Illegal("12.1.4.3.c", f"name a hex of the map that is not written down yet: {verb} HEX")


def _check_end(state: AfcentState) -> Illegal | None:
    left = _to_place(state)
    if not left:
        return None
    first = state.scenario.counter_ids[bits(left)[0]]
    return Illegal("12.1", f"{plural(left.bit_count(), 'unit')} still to set up, such as {first}")


def _check_one(state: AfcentState, order: Order) -> Illegal | None:
    """Withhold a unit, or take it back [12.1.4.2]."""
    unit = one_unit(order, state.scenario, f"name one unit: {order.verb} U", words=False)
    if isinstance(unit, Illegal):
        return unit
    id_ = order.units[0]
    if not _concerned(state) >> unit & 1:
        return Illegal("12.1", f"{id_} is not set up by you now")
    if (order.verb == "lift") == (state.at[unit] == READY):
        return Illegal("12.1", f"{id_} is not set up yet" if order.verb == "lift" else f"first lift {id_}")
    if order.verb != "lift" and not _may_withhold(state.scenario, unit, order.verb):
        return Illegal("12.1.4.2.a", f"{id_} cannot be withheld to enter from there")
    return None


def _check_place(state: AfcentState, order: Order) -> Illegal | None:
    """In the unit's own area, within the stacking limits [2.2.1, 12.1.4.4-6]."""
    scenario = state.scenario
    if not order.units or len(order.path) != 1 or order != Order("place", "", order.units, order.path):
        return Illegal("notation", "name units and a hex: place U HEX")
    label, units = order.path[0], [scenario.index[id_] for id_ in order.units]
    hex_ = scenario.grid.hex(label)
    for unit, id_ in zip(units, order.units, strict=True):
        if not _to_place(state) >> unit & 1:
            return Illegal("12.1", f"{id_} is not to be set up by you now")
        if not area(scenario, unit) >> hex_ & 1:
            return Illegal(_area_case(scenario, unit), f"{id_} is not set up in {label}")
    if state.held[1 - scenario.side_of[units[0]]] >> hex_ & 1:
        return Illegal("7.0", f"the enemy is in {label}")
    if not fits(state, mask_of(units), hex_):
        return Illegal("12.1", f"{label} cannot hold that many, or not of these divisions together")
    return None


def _area_case(scenario: AfcentScenario, unit: int) -> str:
    """The case that says where a unit is set up."""
    cases = {"CZ": "12.1.4.4", "EG": "12.1.4.5", "SU": "12.1.4.6"}
    return cases.get(scenario.nation[unit], "2.2.1-within")


# -- carrying them out -----------------------------------------------------------------------------


def apply_setup(state: AfcentState, order: Order, dice: Roller) -> list[Event]:
    """Carry out an order of the set-up."""
    scenario, (side, _) = state.scenario, setting_up(state)
    name = scenario.sides[side]
    units = [scenario.index[id_] for id_ in order.units]
    match order.verb:
        case "draw":
            return _take_order(state, dice.roll("the attack order", len(ORDERS)) - 1, final=True)
        case "choose":
            return _take_order(state, CHOICES.index(order), final=False)
        case "arrive" | "primary" | "secondary":
            return _write_plan(state, order)
        case "fill":
            note = plural(_fill(state), "unit")
            says = f"{scenario.titles[name]} sets up {{note}} as in the ready-made set-up"
            return [Event("placed", says, side=name, note=note)]
        case "end":
            return [Event("ended", f"{scenario.titles[name]} has set up", side=name), *_next_stage(state)]
        case "place":
            where, says, hexes = scenario.grid.hex(order.path[0]), "{units} set up in {hex}", order.path
        case "lift":
            where, says, hexes = READY, "{units} is taken back", ()
        case _:
            country, where = COUNTRIES[order.verb]
            says, hexes = f"{{units}} is withheld, to enter from {scenario.board.regions[country].title}", ()
    for unit in units:
        put(state, unit, where)
    return [Event("placed", says, side=name, units=order.units, hexes=hexes)]


def _take_order(state: AfcentState, number: int, *, final: bool) -> list[Event]:
    """The Pact knows what it has to do; NATO only that it does [12.1.4.1.b, 12.1.4.1.c]."""
    state.order = number
    name = state.scenario.sides[PACT]
    secret = f"your attack order: the {TITLES[number]}"
    return [
        Event("attack-order", "the Pact has its attack order", side=name, rule="12.1.4.1.a", final=final),
        Event("attack-order", secret, side=name, rule="12.1.4.1.b", only=(name,), final=final),
        *_next_stage(state),
    ]


def _write_plan(state: AfcentState, order: Order) -> list[Event]:
    """One more line of the plan for the 103G [12.1.4.3]."""
    scenario = state.scenario
    name = scenario.sides[PACT]
    line: Hex = scenario.grid.hex(order.target) if order.target else int(order.words[0])
    state.plan.append(line)
    note = order.target or f"turn {line}"
    events = [
        Event("planned", f"written down: {order.verb}, {{note}}", side=name, note=note, only=(name,)),
    ]
    if len(state.plan) < len(PLAN):
        return events
    events.append(Event("planned", "the drop of the 103rd Guards is planned", side=name, rule="12.1.4.3"))
    return events + _next_stage(state)


def _next_stage(state: AfcentState) -> list[Event]:
    """The next decision, or the first turn [4.0-order]."""
    if state.phase_index + 1 < len(stages(state.scenario)):
        state.phase_index += 1
        return []
    return open_game(state)


def _fill(state: AfcentState) -> int:
    """Set up all that is left: as in the ready-made set-up, or where there is room, or off the map."""
    scenario, plan = state.scenario, ready_made(state.scenario)
    to_place = bits(_to_place(state))
    for unit in to_place:
        where, open_ = plan.get(unit, READY), hexes_for(state, unit)
        if where >= 0 and not open_ >> where & 1:
            where = min(bits(open_), key=lambda h: (h in state.here, h)) if open_ else READY
        if where == READY:  # no room: the Pact's units enter later
            off_map = [place for verb, (_, place) in COUNTRIES.items() if _may_withhold(scenario, unit, verb)]
            where = off_map[0] if off_map else READY
        put(state, unit, where)
    return len(to_place) - _to_place(state).bit_count()
