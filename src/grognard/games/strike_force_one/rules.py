"""Strike Force One's answers to the contract every game fulfils."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.breakdown import Breakdown, Line
from grognard.core.dice import Roller
from grognard.core.events import Event
from grognard.core.hexes import Hex, HexSet
from grognard.core.orders import Order
from grognard.games.strike_force_one import aftermath, combat, happenings, movement
from grognard.games.strike_force_one.questions import (
    choices,
    deciding,
    phase,
    replacement_frame,
    to_act,
)
from grognard.games.strike_force_one.refusals import check
from grognard.games.strike_force_one.scenario import SfoScenario
from grognard.games.strike_force_one.sequence import end_phase, set_up
from grognard.games.strike_force_one.state import SfoState, from_plain, zone
from grognard.games.strike_force_one.viewing import view


def setup(scenario: SfoScenario, dice: Roller) -> SfoState:
    """The state at the start."""
    return set_up(scenario)


# -- what happens ----------------------------------------------------------------------------------


def complete(state: SfoState, side: str, order: Order) -> Order:
    """A legal move with every hex of its path."""
    if order.verb not in ("move", "enter"):
        return order
    unit = state.scenario.index[order.units[0]]
    return Order(order.verb, "", order.units, movement.spell_path(state, unit, order))


def apply(state: SfoState, side: str, order: Order, dice: Roller) -> list[Event]:
    """Carry out a legal order and everything that follows from it without a question."""
    scenario = state.scenario
    verb = order.verb
    if verb in ("move", "enter"):
        return movement.apply_move(state, scenario.index[order.units[0]], order.path)
    events: list[Event] = []
    if verb == "end":
        events.append(Event("ended", f"{scenario.titles[side]} ends {{note}}", side=side, note=state.phase))
        end_phase(state, events)
        return events
    acting = deciding(state)
    in_events = state.phase == "events"
    if verb == "attack":
        attackers = sum(1 << scenario.index[id_] for id_ in order.units)
        target = scenario.grid.hex(order.target)
        events = combat.apply_attack(state, acting, target, attackers, dice)
    elif verb == "place":
        chit, where = scenario.index[order.units[0]], scenario.grid.hex(order.path[0])
        happenings.apply_place(state, chit, where, events)
    elif verb == "roll":
        happenings.roll_events(state, acting, dice, events)
    else:
        _answer(state, acting, order, events)
    aftermath.settle(state, events)
    if in_events and not state.stack:
        end_phase(state, events)
    return events


def _answer(state: SfoState, acting: int, order: Order, events: list[Event]) -> None:
    """The answer to a question of the rules."""
    scenario = state.scenario
    units = [scenario.index[id_] for id_ in order.units]
    frame = state.stack[-1] if state.stack else replacement_frame(state)
    match order.verb:
        case "lose":
            aftermath.apply_loss(state, frame, units[0], events)
        case "retreat":
            to = scenario.grid.hex(order.path[0])
            aftermath.apply_retreat(state, frame, units[0], to, events)
        case "advance":
            to = scenario.grid.hex(order.path[0]) if order.path else frame.hex
            aftermath.apply_advance(state, frame, units[0], to, events)
        case "swap":
            aftermath.apply_swap(state, frame, units[0], events)
        case "choose":
            state.stack.pop()
            name = scenario.sides[acting]
            chosen = [c for c in frame.data if happenings.cell_event(name, c) == order.words[0]]
            note = happenings.title(order.words[0])
            events.append(Event("chose", f"{scenario.titles[name]} chooses {{note}}", side=name, note=note))
            happenings.happen(state, acting, chosen[0], events)
        case "replace":
            if state.stack:
                state.stack.pop()
            happenings.apply_replacement(state, acting, units, events)
        case "disrupt":
            state.stack.pop()
            happenings.apply_friction(state, units[0], events)
        case _:  # pass, stay
            if state.stack:
                state.stack.pop()
            name = scenario.sides[acting]
            says = "nobody advances" if order.verb == "stay" else f"{scenario.titles[name]} declines"
            events.append(Event("declined", says, side=name))


# -- what people and players ask -------------------------------------------------------------------


def preview(state: SfoState, order: Order) -> Breakdown:
    """The odds of an attack, or the cost of a move."""
    scenario = state.scenario
    if order.verb == "attack":
        attackers = sum(1 << scenario.index[id_] for id_ in order.units)
        target = scenario.grid.hex(order.target)
        return combat.preview_attack(state, state.side, target, attackers)
    if order.verb in ("move", "enter"):
        return _preview_move(state, order)
    return Breakdown(str(order), (), scenario.game.verbs[order.verb].summary)


def _preview_move(state: SfoState, order: Order) -> Breakdown:
    scenario = state.scenario
    unit = scenario.index[order.units[0]]
    path = movement.spell_path(state, unit, order)
    if order.verb == "move":
        path = path[1:]
        if len(path) == 1 and movement.infiltration(state, unit) >> scenario.grid.hex(path[0]) & 1:
            points = str(scenario.movement[unit])
            line = Line(f"infiltrate to {path[0]}", points, "8.3-expert-open-cost")
            return Breakdown(str(order), (line,), f"all {points} points")
    lines = []
    for label in path:
        hex_ = scenario.grid.hex(label)
        clear = scenario.clear >> hex_ & 1
        rule = "8.1-all-clear" if clear else "8.1-advexp-forest"
        terrain = "clear" if clear else "forest"
        lines.append(Line(f"enter {label}, {terrain}", str(scenario.cost(hex_)), rule))
    spent = sum(int(line.value) for line in lines)
    return Breakdown(str(order), tuple(lines), f"{spent} of {scenario.movement[unit]} points")


def reach(state: SfoState, units: Sequence[str]) -> dict[Hex, int]:
    """Where all the units can end their move now, and what it costs the slowest."""
    shared: dict[Hex, int] | None = None
    for id_ in units:
        unit = state.scenario.index[id_]
        able = state.phase == "movement" and not state.stack and not state.result
        ready = able and movement.movable(state, state.side) >> unit & 1
        mine = movement.costs(state, unit) if ready else {}
        shared = (
            mine if shared is None else {h: max(cost, shared[h]) for h, cost in mine.items() if h in shared}
        )
    return shared or {}


def zoc(state: SfoState, side: str) -> HexSet:
    """The zone of control of a side."""
    return zone(state, state.scenario.side_index[side])


__all__ = [
    "apply",
    "check",
    "choices",
    "complete",
    "from_plain",
    "phase",
    "preview",
    "reach",
    "setup",
    "to_act",
    "view",
    "zoc",
]
