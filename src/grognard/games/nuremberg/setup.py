"""Case 12.1: setup. The Pact's attack order and drop plan are secret; the rest is open.

The turn is 0 and `phase_index` counts the stages: NATO sets up, the Pact receives its order, plans the drop
of the 103G and sets up. The ready-made setup leaves only the order and the plan to decide.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.core.text import Text
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
from grognard.games.kit.events import SetupEnded
from grognard.games.kit.legality import one_unit
from grognard.games.kit.states import placed_by_file
from grognard.games.nuremberg.airborne import tagged
from grognard.games.nuremberg.events import (
    AttackOrderReceived,
    DropPlanned,
    DropPlanWritten,
    Placed,
    RestPlaced,
    TakenBack,
    Withheld,
)
from grognard.games.nuremberg.victory import ORDERS, TITLES

DRAW, FILL, END = Order("draw"), Order("fill"), Order("end")
CHOICES = [Order("choose", words=(name,)) for name in ORDERS]
COUNTRIES = {"withhold": ("east-germany", WITHHELD), "withhold-south": ("czechoslovakia", WITHHELD_SOUTH)}
"""The country by which a withheld unit enters, and where it waits [12.1.4.2.a]."""
PLAN: tuple[Literal["arrive", "primary", "secondary"], ...] = ("arrive", "primary", "secondary")
"""The lines of the drop plan of the 103G [12.1.4.3]."""


@lru_cache(maxsize=64)
def stages(scenario: AfcentScenario) -> tuple[tuple[int, str], ...]:
    """Return the stages of setup as (side, kind) [12.1, R-NUR-43]."""
    free = scenario.options.get("setup") == "free"
    found = [(NATO, "place")] if free else []
    if not scenario.file.cities:
        found.append((PACT, "choose" if scenario.options.get("attack-order") == "chosen" else "draw"))
    if tagged(scenario, "airdrop"):
        found.append((PACT, "plan"))
    return (*found, (PACT, "place")) if free else tuple(found)


def setting_up(state: AfcentState) -> tuple[int, str]:
    """Return the side to act and the kind of decision: `place`, `draw`, `choose` or `plan`."""
    return stages(state.scenario)[state.phase_index]


# -- starting places -------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def ready_made(scenario: AfcentScenario) -> dict[int, int]:
    """Return the hex or place of every unit in the ready-made setup."""
    return placed_by_file(scenario, scenario.file.deployment, PLACES, scenario.left_out)


def begin(state: AfcentState) -> None:
    """Put the counters where they start; begin turn 1 if nothing is left to decide [12.1]."""
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
    """Return the hexes in which a unit may be set up [2.2.1, 12.1.3, 12.1.4.4–6]."""
    if scenario.side_of[unit] == PACT:
        own = sum(scenario.region(id_) for id_ in scenario.special["setup"][scenario.nation[unit]])
        return own & ~_beside_borders(scenario)
    start = next(tag for tag in scenario.counters[unit].tags if tag.startswith("start:"))
    label, _, distance = start.removeprefix("start:").partition("-")
    near = scenario.grid.within(scenario.hex(label), int(distance or 0))
    return near & scenario.land & ~scenario.red_land  # [R-NUR-44]


@lru_cache(maxsize=64)
def _beside_borders(scenario: AfcentScenario) -> HexSet:
    """Return the hexes adjacent to an international border [12.1.4.4]."""
    board, adjacent = scenario.board, scenario.grid.adjacent
    return mask_of(h for h in bits(scenario.land) if any(board.has_side("border", h, o) for o in adjacent[h]))


def hexes_for(state: AfcentState, unit: int) -> HexSet:
    """Return the hexes in which a unit can be set up now within stacking limits [12.1]."""
    side = state.scenario.side_of[unit]
    open_ = area(state.scenario, unit) & ~state.held[1 - side]
    crowded = [hex_ for hex_ in bits(open_ & state.held[side]) if not fits(state, 1 << unit, hex_)]
    return open_ & ~mask_of(crowded)


def can_withhold(scenario: AfcentScenario, unit: int, verb: str) -> bool:
    """Return whether a unit may be withheld: in its own country, Soviet units in either [12.1.4.2.a]."""
    if scenario.side_of[unit] != PACT:
        return False
    return COUNTRIES[verb][0] in scenario.special["setup"][scenario.nation[unit]]


def _concerned(state: AfcentState) -> CounterSet:
    """Return the units of the acting side that are set up or waiting to be."""
    side, _ = setting_up(state)
    own = state.scenario.units_of[side]
    return mask_of(
        c for c in bits(own) if state.at[c] >= 0 or state.at[c] in (READY, WITHHELD, WITHHELD_SOUTH)
    )


# -- orders ----------------------------------------------------------------------------------------


def setup_actors(state: AfcentState) -> CounterSet:
    """Return the units that can be set up or taken back."""
    return _concerned(state) if setting_up(state)[1] == "place" else 0


def setup_orders(state: AfcentState, unit: int) -> list[Order]:
    """List the setup orders of a unit."""
    scenario, (_, kind) = state.scenario, setting_up(state)
    if kind != "place" or not _concerned(state) >> unit & 1:
        return []
    name = scenario.names[unit]
    if state.at[unit] != READY:
        return [Order("lift", units=name)]
    orders = [Order("place", units=name, path=(scenario.label(h),)) for h in bits(hexes_for(state, unit))]
    return orders + [Order(verb, units=name) for verb in COUNTRIES if can_withhold(scenario, unit, verb)]


def free_orders(state: AfcentState) -> list[Order]:
    """List the setup orders without a unit."""
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
    """List the orders for the next line of the drop plan [12.1.4.3.a–c]."""
    verb = PLAN[len(written)]
    if verb == "arrive":
        return [Order("arrive", words=(str(turn),)) for turn in range(1, scenario.turns + 1)]
    open_ = scenario.land & ~mask_of(written[1:])
    return [Order(verb, target=scenario.label(hex_)) for hex_ in bits(open_)]


def _to_place(state: AfcentState) -> CounterSet:
    """Return the units that the acting side must still set up."""
    return counters_at(state, READY, state.scenario.units_of[setting_up(state)[0]])


_PLAN = ("the turn", "the first hex", "the second hex")
"""The lines of the drop plan, in order."""


def sentence(state: AfcentState) -> Text:
    """Return the prompt of a setup decision."""
    match setting_up(state)[1]:
        case "draw":
            return Text("Draw your attack order.")
        case "choose":
            return Text("Choose your attack order: northern, southern or block.")
        case "plan":
            return Text("Plan the drop of the 103rd Guards: choose {line}.", line=_PLAN[len(state.plan)])
    left = _to_place(state).bit_count()
    if not left:
        return Text("All units are set up. End your setup.")
    return Text("Set up your units: {count} left.", count=left)


def _expected(state: AfcentState, rule: str) -> Illegal:
    """Return a refusal that tells what setup asks for now."""
    match setting_up(state)[1]:
        case "draw":
            return Illegal(rule, "draw your attack order first")
        case "choose":
            return Illegal(rule, "choose your attack order first")
        case "plan":
            line = _PLAN[len(state.plan)]
            return Illegal(rule, "plan the drop of the 103rd Guards first: choose {line}", line=line)
    left = _to_place(state).bit_count()
    if not left:
        return Illegal(rule, "all units are set up; end your setup")
    return Illegal(rule, "set up all units first; {count} left", count=left)


def check_setup(state: AfcentState, order: Order) -> Illegal | None:
    """Return why a setup order is illegal."""
    kind = setting_up(state)[1]
    if kind == "plan":
        return _check_plan(state, order)
    if kind in ("draw", "choose"):
        if order in free_orders(state):
            return None
        return _expected(state, "12.1.4.1.a")
    match order.verb:
        case "end":
            return _check_end(state)
        case "fill":
            return None if _to_place(state) else Illegal("12.1", "all your units are set up")
        case "place":
            return _check_place(state, order)
        case "withhold" | "withhold-south" | "lift":
            return _check_one(state, order)
    return _expected(state, "12.1")


def _check_plan(state: AfcentState, order: Order) -> Illegal | None:
    """Return why a line of the drop plan is illegal; lines cannot be changed [12.1.4.3]."""
    verb = PLAN[len(state.plan)]
    if order.verb != verb:
        rule = "12.1.4.3.d" if order.verb in PLAN[: len(state.plan)] else "12.1.4.3"
        return _expected(state, rule)
    if order in _plan_orders(state.scenario, tuple(state.plan)):
        return None
    if verb == "arrive":
        return Illegal("12.1.4.3.a", "name a turn from 1 to {turns}: arrive 5", turns=state.scenario.turns)
    return Illegal("12.1.4.3.c", "name a hex in play that is not in the plan yet: {verb} HEX", verb=verb)


def _check_end(state: AfcentState) -> Illegal | None:
    left = _to_place(state)
    if not left:
        return None
    first = state.scenario.counter_ids[bits(left)[0]]
    return Illegal(
        "12.1", "{count} still to set up, such as {unit}", count=plural(left.bit_count(), "unit"), unit=first
    )


def _check_one(state: AfcentState, order: Order) -> Illegal | None:
    """Return why a unit cannot be withheld or taken back [12.1.4.2]."""
    unit = one_unit(order, state.scenario, f"name one unit: {order.verb} U", words=False)
    if isinstance(unit, Illegal):
        return unit
    id_ = order.units[0]
    if not _concerned(state) >> unit & 1:
        return Illegal("12.1", "{unit} is not a unit that you set up now", unit=id_)
    if (order.verb == "lift") == (state.at[unit] == READY):
        return Illegal(
            "12.1", "{unit} is not set up yet" if order.verb == "lift" else "lift {unit} first", unit=id_
        )
    if order.verb != "lift" and not can_withhold(state.scenario, unit, order.verb):
        return Illegal("12.1.4.2.a", "{unit} cannot be withheld in that country", unit=id_)
    return None


def _check_place(state: AfcentState, order: Order) -> Illegal | None:
    """Return why units cannot be set up in a hex [2.2.1, 12.1.4.4–6]."""
    scenario = state.scenario
    if not order.units or len(order.path) != 1 or order != Order("place", "", order.units, order.path):
        return Illegal("notation", "name units and a hex: place U HEX")
    label, units = order.path[0], [scenario.index[id_] for id_ in order.units]
    hex_ = scenario.grid.hex(label)
    for unit, id_ in zip(units, order.units, strict=True):
        if not _to_place(state) >> unit & 1:
            return Illegal("12.1", "{unit} is not a unit that you set up now", unit=id_)
        if not area(scenario, unit) >> hex_ & 1:
            return Illegal(
                _area_case(scenario, unit), "{unit} cannot be set up in {hex}", unit=id_, hex=label
            )
    if state.held[1 - scenario.side_of[units[0]]] >> hex_ & 1:
        return Illegal("7.0", "{hex} is enemy-occupied", hex=label)
    if not fits(state, mask_of(units), hex_):
        return Illegal("12.1", "these units cannot stack in {hex}", hex=label)
    return None


def _area_case(scenario: AfcentScenario, unit: int) -> str:
    """Return the rule that gives the setup area of a unit."""
    cases = {"CZ": "12.1.4.4", "EG": "12.1.4.5", "SU": "12.1.4.6"}
    return cases.get(scenario.nation[unit], "2.2.1-within")


# -- applying orders -------------------------------------------------------------------------------


def apply_setup(state: AfcentState, order: Order, dice: Roller) -> list[Event]:
    """Carry out a setup order."""
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
            return [RestPlaced(side=name, count=_fill(state))]
        case "end":
            return [SetupEnded(side=name), *_next_stage(state)]
        case "place":
            where = scenario.grid.hex(order.path[0])
            event: Event = Placed(side=name, units=order.units, hexes=order.path)
        case "lift":
            where, event = READY, TakenBack(side=name, units=order.units)
        case _:
            country, where = COUNTRIES[order.verb]
            title = scenario.board.regions[country].title
            event = Withheld(side=name, units=order.units, country=title)
    for unit in units:
        put(state, unit, where)
    return [event]


def _take_order(state: AfcentState, number: int, *, final: bool) -> list[Event]:
    """Give the Pact its attack order; NATO learns only that [12.1.4.1.b, 12.1.4.1.c]."""
    state.order = number
    name = state.scenario.sides[PACT]
    return [
        AttackOrderReceived(side=name, rule="12.1.4.1.a", final=final),
        AttackOrderReceived(side=name, title=TITLES[number], rule="12.1.4.1.b", only=(name,), final=final),
        *_next_stage(state),
    ]


def _write_plan(state: AfcentState, order: Order) -> list[Event]:
    """Write the next line of the drop plan [12.1.4.3]."""
    scenario = state.scenario
    name = scenario.sides[PACT]
    line = PLAN[len(state.plan)]
    if order.target:
        state.plan.append(scenario.grid.hex(order.target))
        written = DropPlanWritten(side=name, line=line, hexes=(order.target,), only=(name,))
    else:
        state.plan.append(int(order.words[0]))
        written = DropPlanWritten(side=name, line=line, turn=state.plan[0], only=(name,))
    if len(state.plan) < len(PLAN):
        return [written]
    return [written, DropPlanned(side=name, rule="12.1.4.3"), *_next_stage(state)]


def _next_stage(state: AfcentState) -> list[Event]:
    """Go to the next stage of setup, or begin turn 1 [4.0-order]."""
    if state.phase_index + 1 < len(stages(state.scenario)):
        state.phase_index += 1
        return []
    return open_game(state)


def _fill(state: AfcentState) -> int:
    """Set up the rest as in the ready-made setup, or in a free hex, or off the map; return how many."""
    scenario, plan = state.scenario, ready_made(state.scenario)
    to_place = bits(_to_place(state))
    for unit in to_place:
        where, open_ = plan.get(unit, READY), hexes_for(state, unit)
        if where >= 0 and not open_ >> where & 1:
            where = min(bits(open_), key=lambda h: (h in state.here, h)) if open_ else READY
        if where == READY:  # no free hex: Pact units are withheld
            off_map = [place for verb, (_, place) in COUNTRIES.items() if can_withhold(scenario, unit, verb)]
            where = off_map[0] if off_map else READY
        put(state, unit, where)
    return len(to_place) - _to_place(state).bit_count()
