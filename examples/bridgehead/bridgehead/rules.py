"""The rules, chapter by chapter: what a side can order now, and what comes of an order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from bridgehead.events import Fought, Moved
from bridgehead.model import (
    ELIMINATED,
    NORTH,
    SEQUENCE,
    SOUTH,
    CrossingScenario,
    CrossingState,
    held,
    ready,
    units_on_map,
    zone,
)
from bridgehead.views import view_of
from grognard.core.contract.decisions import NO_ACTOR, Decision, Question
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line, Outcome
from grognard.core.contract.orders import Order
from grognard.core.contract.state import PlainState, Result, state_from_plain
from grognard.core.contract.view import View
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.core.hexes.reach import flood_layers, path_in_layers
from grognard.core.text import Text
from grognard.games.kit.advice.evaluation import bounded, score_by
from grognard.games.kit.events import Eliminated, PhaseEnded, Retreated, TurnBegan, game_over
from grognard.games.kit.legality import check_offered
from grognard.games.kit.move_costs import joint_reach
from grognard.games.kit.views import Moment

# -- 2: the sequence of play -----------------------------------------------------------------------

SENTENCES = {
    "movement": "Move your units, then end the phase.",
    "combat": "Attack adjacent enemy units, then end the phase.",
}


def setup(scenario: CrossingScenario, dice: Roller) -> CrossingState:
    """Return the state at the start."""
    return CrossingState(scenario=scenario, at=[scenario.start[id_] for id_ in scenario.counter_ids])


def from_plain(scenario: CrossingScenario, plain: PlainState) -> CrossingState:
    """Return a saved state."""
    return state_from_plain(CrossingState, scenario, plain)


def to_act(state: CrossingState) -> tuple[str, ...]:
    """Return the side that must decide; none when the game is over."""
    deciding = state.questions[-1].side if state.questions else state.side
    return () if state.result else (state.scenario.sides[deciding],)


def phase(state: CrossingState) -> str:
    """Return the current phase, as players call it."""
    return f"{state.scenario.sides[state.side]} {state.phase}"


def end_phase(state: CrossingState) -> list[Event]:
    """Go to the next phase; after the last turn the game is over [1.1, 2.1]."""
    events: list[Event] = [PhaseEnded(side=state.scenario.sides[state.side], phase=state.phase)]
    last = state.phase_index == len(SEQUENCE) - 1
    if last and state.turn == state.scenario.turns:
        holder = NORTH if held(state, NORTH) >> state.scenario.town & 1 else SOUTH
        return [*events, win(state, holder, "1.1", "the last turn is over")]
    state.acted = 0
    state.phase_index = 0 if last else state.phase_index + 1
    if last:
        state.turn += 1
        events.append(TurnBegan(turn=state.turn))
    return events


def win(state: CrossingState, winner: int, rule: str, reason: str) -> Event:
    """End the game [1.1, 1.2]."""
    name = state.scenario.sides[winner]
    state.questions.clear()
    state.result = Result(name, f"{state.scenario.titles[name]} victory", reason, rule)
    return game_over(state.result)


# -- what can be ordered ---------------------------------------------------------------------------


def choices(state: CrossingState, side: str) -> Decision | None:
    """Return what a side must decide now: first who can act, then what that unit can do."""
    if side not in to_act(state):
        return None
    ids = state.scenario.counter_ids
    if state.questions:
        question = state.questions[-1]
        unit, hex_ = ids[question.units[0]], state.scenario.grid.label(question.hex)
        ask = Text("Retreat {unit} from {hex}.", unit=unit, hex=hex_)
        return Decision(
            side, "retreat", lambda: ask, lambda: [unit], lambda actor: retreat_orders(state, actor)
        )

    def actors() -> list[str]:
        return [*(ids[c] for c in bits(ready(state)) if orders(ids[c])), NO_ACTOR]

    def orders(actor: str) -> list[Order]:
        if actor == NO_ACTOR:
            return [Order("end")]
        return move_orders(state, actor) if state.phase == "movement" else attack_orders(state, actor)

    return Decision(side, state.phase, lambda: SENTENCES[state.phase], actors, orders)


def check(state: CrossingState, side: str, order: Order) -> Illegal | None:
    """Return why an order is illegal: in this game an order is legal if it is offered."""
    rule = state.scenario.game.verbs[order.verb].rule
    return check_offered(state, side, order, choices(state, side), rule)


def apply(state: CrossingState, side: str, order: Order, dice: Roller) -> list[Event]:
    """Carry out a legal order and return what happened."""
    match order.verb:
        case "end":
            return end_phase(state)
        case "move":
            return [move(state, order)]
        case "retreat":
            return [retreat(state, order)]
    events = attack(state, order, dice)
    for side_without_units in (side for side in (NORTH, SOUTH) if not held(state, side)):
        events.append(win(state, 1 - side_without_units, "1.2", "a side has no units left"))
    return events


# -- 3: movement -----------------------------------------------------------------------------------


def flood(state: CrossingState, unit: int) -> list[HexSet]:
    """Return the hexes a unit can get to, by what they cost [3.1, 3.2]."""
    scenario, enemy = state.scenario, 1 - state.scenario.side_of[unit]
    stop, closed = zone(state, enemy), held(state, enemy)
    start, points = state.at[unit], scenario.allowance[unit]
    return flood_layers(scenario.grid, start, points, scenario.cost_masks, stop, closed, zone_to_zone=True)


def costs(state: CrossingState, unit: int) -> dict[Hex, float]:
    """Return where a unit can end its move, and the cost; a hex holds one unit [3.3]."""
    own = held(state, state.scenario.side_of[unit])
    return {hex_: float(cost) for cost, found in enumerate(flood(state, unit)) for hex_ in bits(found & ~own)}


def move_orders(state: CrossingState, actor: str) -> list[Order]:
    """Return the moves of a unit."""
    label = state.scenario.grid.label
    found = costs(state, state.scenario.index[actor])
    return [Order("move", units=(actor,), path=(label(hex_),)) for hex_ in found]


def move(state: CrossingState, order: Order) -> Event:
    """Move a unit along the cheapest path."""
    scenario = state.scenario
    unit, goal = scenario.index[order.units[0]], scenario.grid.hex(order.path[0])
    stop = zone(state, 1 - state.side)
    path = path_in_layers(scenario.grid, flood(state, unit), scenario.cost_masks, goal, stop)
    state.at[unit] = goal
    state.acted |= 1 << unit
    return Moved(units=order.units, hexes=tuple(map(scenario.grid.label, path)), rule="3.1")


# -- 4: combat -------------------------------------------------------------------------------------

RESULTS = ((7, "defender eliminated"), (4, "defender retreats"), (2, "no effect"))
"""The least total for each result [4.2]."""
REPULSED = "attack repulsed"


def result_of(total: int) -> str:
    """Return the result of a total [4.2]."""
    return next((result for least, result in RESULTS if total >= least), REPULSED)


def attack_orders(state: CrossingState, actor: str) -> list[Order]:
    """Return the attacks a unit can lead, alone and with others [4.1]."""
    scenario, unit, found = state.scenario, state.scenario.index[actor], []
    for target in bits(scenario.grid.around[state.at[unit]] & held(state, 1 - state.side)):
        around = scenario.grid.around[target]
        others = [c for c in bits(ready(state)) if c != unit and around >> state.at[c] & 1]
        for count in range(len(others) + 1):
            for more in combinations(others, count):
                units = (actor, *(scenario.counter_ids[c] for c in more))
                found.append(Order("attack", scenario.grid.label(target), units))
    return found


def preview(state: CrossingState, order: Order) -> Explanation:
    """Explain an attack: every number with its rule, and the exact chances [4.2]."""
    scenario = state.scenario
    if order.verb != "attack":
        return Explanation(str(order), (), scenario.game.verbs[order.verb].summary)
    target = scenario.grid.hex(order.target)
    units = [scenario.index[id_] for id_ in order.units]
    foe, bonus = state.at.index(target), scenario.defence_bonus(target)
    lines = [Line(scenario.counters[c].title, f"+{scenario.strength[c]}", "4.2") for c in units]
    lines += [Line(scenario.counters[foe].title, f"-{scenario.strength[foe]}", "4.2")]
    lines += [Line("defender's terrain", f"-{bonus}", "4.2")]
    added = sum(int(line.value) for line in lines)
    results = [result_of(die + added) for die in range(1, 7)]
    chances = tuple(Outcome(result, results.count(result) / 6) for result in dict.fromkeys(results))
    return Explanation(f"attack on {order.target}", tuple(lines), f"{added:+d}", chances)


def attack(state: CrossingState, order: Order, dice: Roller) -> list[Event]:
    """Roll the die, and eliminate a unit or ask where it retreats to [4.2, 4.3]."""
    scenario = state.scenario
    target, die = scenario.grid.hex(order.target), dice.roll("attack")
    total = die + int(preview(state, order).total)
    result, foe = result_of(total), state.at.index(target)
    state.acted |= sum(1 << scenario.index[id_] for id_ in order.units)
    events: list[Event] = [
        Fought(units=order.units, hexes=(order.target,), dice=(die,), total=total, result=result, rule="4.2")
    ]
    if result == REPULSED:
        events.append(eliminate(state, scenario.index[order.units[0]]))
    elif result == "defender retreats" and retreats(state, foe):
        state.questions.append(Question("retreat", scenario.side_of[foe], (foe,), target))
    elif result != "no effect":
        events.append(eliminate(state, foe))
    return events


def eliminate(state: CrossingState, unit: int) -> Event:
    """Remove a unit from the map."""
    scenario, where = state.scenario, state.at[unit]
    state.at[unit] = ELIMINATED
    return Eliminated(units=(scenario.counter_ids[unit],), hexes=(scenario.grid.label(where),), rule="4.2")


def retreats(state: CrossingState, unit: int) -> HexSet:
    """Return where a unit can retreat to: empty hexes outside enemy zones of control [4.3]."""
    enemy = 1 - state.scenario.side_of[unit]
    taken = held(state, enemy) | held(state, 1 - enemy) | zone(state, enemy)
    return state.scenario.grid.around[state.at[unit]] & ~taken


def retreat_orders(state: CrossingState, actor: str) -> list[Order]:
    """Return every answer to the question."""
    if not actor:
        return []
    names = state.scenario.grid.names(retreats(state, state.scenario.index[actor]))
    return [Order("retreat", units=(actor,), path=(name,)) for name in names]


def retreat(state: CrossingState, order: Order) -> Event:
    """Retreat the unit that was asked about [4.3]."""
    scenario, unit = state.scenario, state.questions.pop().units[0]
    path = (scenario.grid.label(state.at[unit]), order.path[0])
    state.at[unit] = scenario.grid.hex(order.path[0])
    return Retreated(units=order.units, hexes=path, rule="4.3")


# -- what players see ------------------------------------------------------------------------------


def view(state: CrossingState, side: str) -> View:
    """Return the state as a side or a spectator sees it."""
    acting = to_act(state)
    decision = choices(state, acting[0]) if acting else None
    asked = decision.sentence().spoken(state.scenario.titles) if decision else ""
    phases = tuple(f"{state.scenario.sides[number]} {name}" for number, name in SEQUENCE)
    return view_of(state, side, Moment(phase(state), phases, acting, asked))


# -- optional answers ------------------------------------------------------------------------------


def reach(state: CrossingState, units: Sequence[str]) -> Mapping[Hex, float]:
    """Return where units can move, with the cost."""
    able = ready(state) if state.phase == "movement" and not state.questions else 0
    counters = [state.scenario.index[id_] for id_ in units]
    return joint_reach(costs(state, c) if able >> c & 1 else {} for c in counters)


def zoc(state: CrossingState, side: str) -> HexSet:
    """Return the zone of control of a side."""
    return zone(state, state.scenario.side_index[side])


def score(state: CrossingState, side: str) -> float:
    """Evaluate the position for a side, from -1 to 1: strength left, and how near the town is."""
    return score_by(state, side, NORTH, _north_is_ahead)


def _north_is_ahead(state: CrossingState) -> float:
    scenario = state.scenario
    ahead = 0.0
    for side, sign in ((NORTH, 1), (SOUTH, -1)):
        ahead += sign * sum(scenario.strength[c] for c in units_on_map(state, side)) / 8
        away = [scenario.grid.distance(state.at[c], scenario.town) for c in units_on_map(state, side)]
        ahead -= sign * min(away, default=9) / 6
    return bounded(ahead)
