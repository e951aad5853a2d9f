"""Chapter 7: the events phase. Replacements and the reserve in Advanced, random events in Expert."""

from __future__ import annotations

from itertools import combinations

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.hexes.grid import bits
from grognard.games.strike_force_one.scenario import SOVIET, tables
from grognard.games.strike_force_one.state import AWAY, BOXED, EDGE, LOST, SfoState, put, those_at

CELLS = 12


def cell_event(side_name: str, cell: int) -> str:
    """The event in a cell of a side's table; cells are row * 2 + column."""
    event: str = tables()["events"][side_name][cell // 2][cell % 2]
    return event


def title(event: str) -> str:
    """An event's name for people."""
    name: str = tables()["events"]["titles"][event]
    return name


# -- at the start of an events phase ---------------------------------------------------------------


def scheduled_arrivals(state: SfoState, side: int, events: list[Event]) -> None:
    """Units whose turn it is wait beside the map [12-expert-reinf, 13-expert-reinf]."""
    scenario = state.scenario
    for c in scenario.arrivals.get(state.turn, ()):
        if scenario.side_of[c] == side and state.at[c] == AWAY:
            put(state, c, EDGE)
            says = "{units} arrives at the map edge"
            rule = scenario.file.arrivals_rule
            events.append(Event("arrived", says, units=scenario.names[c], rule=rule))


def reserve_arrives(state: SfoState, events: list[Event]) -> None:
    """Advanced: V comes when the Soviets hold two towns, once [7-advanced-us-trigger, R-SFO-30]."""
    scenario = state.scenario
    v = scenario.index["V"]
    taken = sum(state.held[SOVIET] >> town & 1 for town in scenario.towns)
    if state.at[v] == AWAY and taken >= tables()["victory"]["towns-needed"]:
        put(state, v, EDGE)
        says = "the Soviets hold {note} towns: {units} arrives at the western edge"
        rule = "7-advanced-us-trigger"
        events.append(Event("arrived", says, units=scenario.names[v], rule=rule, note=str(taken)))


def can_replace(state: SfoState) -> list[int]:
    """Advanced: the lost Soviet units that may be brought back now, once per game [7-advanced]."""
    if state.replaced or state.turn < tables()["replacement-from-turn"]:
        return []
    return those_at(state, SOVIET, BOXED)


# -- random events ---------------------------------------------------------------------------------


def roll_events(state: SfoState, side: int, dice: Roller, events: list[Event]) -> None:
    """Roll or draw this turn's event, or two to choose from [7-expert-guards, 13-expert-hardened]."""
    cells: list[int] = []
    for _ in range(state.scenario.event_rolls[side]):
        by_chits = state.scenario.by_chits
        cell, shown = _draw_chit(state, side, cells, dice) if by_chits else _roll_cell(dice)
        cells.append(cell)
        _announce(state, side, cell, shown, events)
    names = {cell_event(state.scenario.sides[side], cell) for cell in cells}
    if len(names) > 1:
        ask(state, Question("choose", side, data=tuple(cells)))
    else:
        happen(state, side, cells[0], events)


def _roll_cell(dice: Roller) -> tuple[int, tuple[int, ...]]:
    """First die column, second die row [R-SFO-10]."""
    first, second = dice.roll("event column"), dice.roll("event row")
    column = 0 if first <= tables()["events"]["left-up-to"] else 1
    return (second - 1) * 2 + column, (first, second)


def _draw_chit(state: SfoState, side: int, drawn: list[int], dice: Roller) -> tuple[int, tuple[int, ...]]:
    """One chit from the bag: not one that is gone for good, nor one in hand [R-SFO-35, R-SFO-36]."""
    bag = [cell for cell in range(CELLS) if not state.spent[side] >> cell & 1 and cell not in drawn]
    number = dice.roll("event chit", len(bag))
    return bag[number - 1], (number,)


def _announce(state: SfoState, side: int, cell: int, shown: tuple[int, ...], events: list[Event]) -> None:
    name = state.scenario.sides[side]
    event = title(cell_event(name, cell))
    says = f"{state.scenario.titles[name]} event ({{dice}}): {{note}}"
    events.append(Event("event", says, side=name, dice=shown, note=event, final=True))


def happen(state: SfoState, side: int, cell: int, events: list[Event]) -> None:
    """Let an event take its course."""
    scenario = state.scenario
    event = cell_event(scenario.sides[side], cell)
    if event in scenario.chits_of[side]:
        state.at[scenario.chits_of[side][event]] = EDGE
    elif event == "replacement":
        _offer_replacements(state, side, events)
    elif event == "friction":
        targets = tuple(bits(_enemies_on_map(state, side)))
        if targets:
            ask(state, Question("disrupt", side, targets))
        else:
            _as_planned(state, side, "7.1-expert-friction-choose", events, "no enemy unit is on the map")
    elif event in scenario.index:
        _reinforce(state, side, scenario.index[event], cell, events)
    else:
        _as_planned(state, side, "7.1-expert-asplanned", events)


def _enemies_on_map(state: SfoState, side: int) -> int:
    return sum(state.here[h] for h in bits(state.held[1 - side]))


def _as_planned(state: SfoState, side: int, rule: str, events: list[Event], why: str = "") -> None:
    says = "as planned: {note}" if why else "nothing happens"
    events.append(Event("as planned", says, side=state.scenario.sides[side], note=why, rule=rule))


def _reinforce(state: SfoState, side: int, unit: int, cell: int, events: list[Event]) -> None:
    """A new unit waits beside the map; its box stays empty from now on [7.1-expert-reinf-once]."""
    scenario = state.scenario
    spent = state.spent[side] >> cell & 1
    state.spent[side] |= 1 << cell
    if spent or state.at[unit] != AWAY:
        _as_planned(state, side, "7.1-expert-empty", events, f"{scenario.counters[unit].id} has already come")
        return
    if not scenario.by_chits:
        # both cells that show the unit are empty now; in a bag each chit leaves when it is drawn
        for other in range(CELLS):
            if cell_event(scenario.sides[side], other) == scenario.counters[unit].id:
                state.spent[side] |= 1 << other
    put(state, unit, EDGE)
    says = "{units} arrives at the map edge"
    rule = "7.1-expert-reinf-edge"
    events.append(Event("arrived", says, units=scenario.names[unit], rule=rule))


def _offer_replacements(state: SfoState, side: int, events: list[Event]) -> None:
    """Lost units may come back: up to two Soviet, one US [7.1-expert-repl-soviet, 7.1-expert-repl-us]."""
    lost = those_at(state, side, LOST)
    if not lost:
        _as_planned(state, side, "7.1-expert-repl-none", events, "no unit has been lost")
        return
    most = tables()["events"]["replacements"][state.scenario.sides[side]]
    ask(state, Question("replace", side, tuple(lost), data=(most,)))


def replace_orders(state: SfoState, question: Question) -> list[Order]:
    """Every choice of lost units to bring back."""
    scenario = state.scenario
    most = min(question.data[0], len(question.units))
    return [
        Order("replace", "", tuple(scenario.counters[c].id for c in chosen))
        for size in range(1, most + 1)
        for chosen in combinations(question.units, size)
    ]


def apply_replacement(state: SfoState, side: int, units: list[int], events: list[Event]) -> None:
    """Lost units wait beside the map as replacements. In Advanced that was the only time."""
    scenario = state.scenario
    for c in units:
        put(state, c, EDGE)
        state.replacing |= 1 << c
    if scenario.level == "advanced":
        state.replaced = True
        for c in those_at(state, SOVIET, BOXED):  # an unused slot is lost [7-advanced-soviet-nosave]
            put(state, c, LOST)
    names = tuple(scenario.counters[c].id for c in units)
    says = "{units} return as replacements" if len(units) > 1 else "{units} returns as a replacement"
    rule = "7-advanced-soviet-edge" if scenario.level == "advanced" else "7.1-expert-repl-edge"
    events.append(Event("replaced", f"{says} at the map edge", units=names, rule=rule))


def apply_friction(state: SfoState, unit: int, events: list[Event]) -> None:
    """An enemy unit is out of action until the end of its side's next combat phase [7.1-expert-friction]."""
    state.disrupted |= 1 << unit
    says, rule = "{units} is disrupted", "7.1-expert-friction-choose"
    events.append(Event("disrupted", says, units=state.scenario.names[unit], rule=rule))


# -- support chits, placed while moving ------------------------------------------------------------


def chit_in_hand(state: SfoState, side: int) -> int | None:
    """The support chit a side may place in this movement phase."""
    for chit in state.scenario.chits_of[side].values():
        if state.at[chit] == EDGE:
            return chit
    return None


def placing_rule(kind: str) -> str:
    """The case by which a chit of this kind is placed."""
    return {
        "air": "7.1-expert-air-place",
        "artillery": "7.1-expert-art-place",
        "spetsnaz": "7.1-expert-spetsnaz-place",
    }[kind]


def place_orders(state: SfoState, side: int, chit: int) -> list[Order]:
    """Every enemy-held hex a chit may be put on [7.1-expert-air-place, R-SFO-24]."""
    labels, name = state.scenario.grid.labels, state.scenario.names[chit]
    return [Order("place", "", name, (labels[h],)) for h in bits(state.held[1 - side])]


def apply_place(state: SfoState, chit: int, where: int, events: list[Event]) -> None:
    """Put a support chit on a hex."""
    state.at[chit] = where
    scenario = state.scenario
    says = "{note} is placed on {hex}"
    events.append(
        Event(
            "placed",
            says,
            units=scenario.names[chit],
            hexes=(scenario.grid.label(where),),
            note=scenario.counters[chit].title,
            rule=placing_rule(scenario.counters[chit].kind),
        )
    )
