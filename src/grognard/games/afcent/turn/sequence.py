"""Chapter 4: the phases of a game turn one after the other, and what each begins and ends with."""

from __future__ import annotations

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import Result, ask
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import bits
from grognard.games.afcent.combat import results
from grognard.games.afcent.markers import airpower, electronic_warfare, marker_attrition
from grognard.games.afcent.markers.airpower import END
from grognard.games.afcent.model.scenario import NO_SIDE
from grognard.games.afcent.model.state import AfcentState
from grognard.games.afcent.movement import refugees
from grognard.games.afcent.movement.moves import begin_movement, must_disperse
from grognard.games.afcent.movement.stacking import excess, overstacked
from grognard.games.kit.events import OrderDeclared
from grognard.games.kit.phase_order import DECLARATIONS, check_declare, fights_first
from grognard.games.kit.states import changed


def begin(state: AfcentState) -> None:
    """The start of a game: the set-up, ready-made or still to be decided [12.1]. No dice are rolled here."""
    state.scenario.exclusive.begin(state)


def open_game(state: AfcentState) -> list[Event]:
    """All is set up: turn 1 begins [4.0-order]."""
    state.turn, state.phase_index = 1, 0
    changed(state)
    return [Event("turn", "turn {note} begins", note=_turn_name(state), rule="4.0-order")]


def _turn_name(state: AfcentState) -> str:
    """The number of the turn and the time of day [4.6-day]."""
    cycle = state.scenario.charts["day"]["cycle"]
    return f"{state.turn} ({cycle[(state.turn - 1) % len(cycle)]})"


# -- who decides what ------------------------------------------------------------------------------


def acting(state: AfcentState) -> int:
    """Who decides in the phase under way: after a roll for superiority the side that won it [4.2]."""
    match state.phase:
        case "setup":
            return state.scenario.exclusive.setting_up(state)[0]
        case "air":
            return airpower.placing(state, state.sky)
        case "ew":
            return airpower.placing(state, state.ether)
    return state.side


def declarations(state: AfcentState) -> list[Order]:
    """Move or fight first; and what a side may add to that in secret [4.1]."""
    asides = state.scenario.exclusive.asides(state)
    more = [Order("declare", words=(*order.words, word)) for word in asides for order in DECLARATIONS]
    return [*DECLARATIONS, *more]


def check_declaration(state: AfcentState, order: Order) -> Illegal | None:
    """Why such a declaration is refused [4.1]."""
    return None if order in declarations(state) else check_declare(order, "4.1-declare")


def declare(state: AfcentState, order: Order, dice: Roller) -> list[Event]:
    """One declaration a turn, openly, for all of a side's units [4.1, R-NUR-03]."""
    scenario, side = state.scenario, state.side
    state.fight_first[side] = fights_first(order)
    changed(state)
    name = scenario.sides[side]
    events: list[Event] = [OrderDeclared(side=name, fight_first=state.fight_first[side], rule="4.1-declare")]
    events += scenario.exclusive.say_aside(state, order.words[1:])
    go_on(state, dice, events)
    return events


# -- one phase after the other ---------------------------------------------------------------------


def check_end(state: AfcentState) -> Illegal | None:
    """Why a phase cannot end: its dice wait, or a stack is too large and could still part [7.1-nato]."""
    if state.phase == "air":
        return airpower.check_air(state, END)
    if state.phase == "ew":
        return electronic_warfare.check_ew(state, END)
    crowd = must_disperse(state, state.side) if state.phase == "movement" else 0
    if not crowd:
        return None
    where = state.scenario.label(state.at[bits(crowd)[0]])
    return Illegal("7.1-nato", f"too many units, or units that may not stack, are in {where}: move some on")


def end_phase(state: AfcentState, dice: Roller) -> list[Event]:
    """The side that decides is done with the phase, once no stack is too large."""
    scenario, name = state.scenario, state.scenario.sides[acting(state)]
    if state.phase == "movement" and overstacked(state, state.side):
        return _thin_out(state)
    spoken = {"air": "placing airpower markers", "ew": "placing EW markers"}.get(state.phase, state.phase)
    events = [Event("ended", f"{scenario.titles[name]} ends {{note}}", side=name, note=spoken)]
    go_on(state, dice, events)
    return events


def _thin_out(state: AfcentState) -> list[Event]:
    """Stacks too large that cannot part any more: the owner gives up a unit of each [7.1-excess]."""
    events: list[Event] = []
    for hex_ in bits(overstacked(state, state.side)):
        where = (state.scenario.label(hex_),)
        events.append(Event("overstacked", "too many units in {hex}", hexes=where, rule="7.1-excess"))
        ask(state, Question("lose", state.side, bits(excess(state, hex_)), hex_, (1,)))
    results.settle(state, events)
    return events


def go_on(state: AfcentState, dice: Roller, events: list[Event]) -> None:
    """Go to the next phase in which somebody decides; what is automatic happens on the way [4.2]."""
    while state.result is None:
        state.phase_index += 1
        if state.phase_index == len(state.scenario.sequence):
            _next_turn(state, events)
        changed(state)
        if _begin_phase(state, dice, events):
            return


def _begin_phase(state: AfcentState, dice: Roller, events: list[Event]) -> bool:
    """Start the phase that `step` points at; tells whether somebody decides in it."""
    state.rolled, state.to_place = False, 0
    exclusive = state.scenario.exclusive
    match state.now.phase:
        case "first" | "second":
            _open_operations(state, events)
            events += exclusive.begin_phase(state, dice)
        case "refugees":
            return refugees.are_about(state)
        case "arrivals":
            events += exclusive.begin_phase(state, dice)
            return bool(exclusive.arriving(state))
        case "admin":
            return _administer(state, dice, events)
    return True


def _open_operations(state: AfcentState, events: list[Event]) -> None:
    """A movement or combat phase begins; with the first of a player turn its support arrives [12.1.1]."""
    if state.now.phase == "first":
        events += marker_attrition.bring_on(state, state.side)
    if state.phase == "movement":
        begin_movement(state)
    else:
        state.fought = state.probed = state.attacked = 0


def _administer(state: AfcentState, dice: Roller, events: list[Event]) -> bool:
    """Phase V: markers off the map, victory, losses of support; waits only for dice [4.2-V, 4.7, 4.8]."""
    state.markers = 0  # [5.0-return]
    state.ew = [0] * state.scenario.unit_count  # [6.2-nosave]
    changed(state)
    result = state.scenario.exclusive.victory(state)
    if result is not None:
        events.append(end_game(state, result))
        return False
    if marker_attrition.needs_dice(state):
        return True
    events += marker_attrition.wear_out(state, dice)
    return False


def _next_turn(state: AfcentState, events: list[Event]) -> None:
    """The next game turn begins with the declarations [4.3]."""
    state.phase_index = 0
    state.turn += 1
    state.fight_first = [False, False]
    state.surged = state.landed = 0
    events.append(Event("turn", "turn {note} begins", note=_turn_name(state), rule="4.3"))
    events += marker_attrition.bring_back(state)


# -- the end ---------------------------------------------------------------------------------------


def won(state: AfcentState, side: int, reason: str, rule: str) -> Result:
    """A result; `NO_SIDE` wins a draw."""
    if side == NO_SIDE:
        return Result("", "Draw", reason, rule)
    name = state.scenario.sides[side]
    return Result(name, f"{state.scenario.titles[name]} victory", reason, rule)


def end_game(state: AfcentState, result: Result) -> Event:
    """The game is over."""
    state.result = result
    note = f"{result.title} ({result.reason})"
    return Event("over", "game over: {note}", note=note, rule=result.rule)


def concede(state: AfcentState, side: int) -> list[Event]:
    """A player gives up and loses [12.5.1-concede]."""
    title = state.scenario.titles[state.scenario.sides[side]]
    return [end_game(state, won(state, 1 - side, f"{title} concedes", "12.5.1-concede"))]
