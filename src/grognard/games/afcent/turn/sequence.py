"""Chapter 4: the sequence of play, with what begins and ends each phase."""

from __future__ import annotations

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import Result, ask
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits
from grognard.games.afcent.combat import results
from grognard.games.afcent.events import Overstacked
from grognard.games.afcent.markers import airpower, electronic_warfare, marker_attrition
from grognard.games.afcent.markers.airpower import END
from grognard.games.afcent.model.scenario import NO_SIDE
from grognard.games.afcent.model.state import AfcentState
from grognard.games.afcent.movement import refugees
from grognard.games.afcent.movement.moves import begin_movement, must_disperse
from grognard.games.afcent.movement.stacking import excess, overstacked
from grognard.games.kit.events import OrderDeclared, PhaseEnded, TurnBegan, conceded, game_over
from grognard.games.kit.phase_order import DECLARATIONS, check_declare, fights_first

PHASE_TITLES = {"air": "Air Superiority Phase", "ew": "Electronic Warfare Phase"}
"""Phases whose title is not their id."""


def begin(state: AfcentState) -> None:
    """Begin the setup, ready-made or free, without dice [12.1]."""
    state.scenario.exclusive.begin(state)


def open_game(state: AfcentState) -> list[Event]:
    """Begin turn 1 after setup [4.0-order]."""
    state.turn, state.phase_index = 1, 0
    changed(state)
    return [_turn_began(state, "4.0-order")]


def _turn_began(state: AfcentState, rule: str) -> Event:
    """Return the event of a new turn, with the time of day [4.6-day]."""
    cycle = state.scenario.charts["day"]["cycle"]
    return TurnBegan(turn=state.turn, date=cycle[(state.turn - 1) % len(cycle)], rule=rule)


# -- the acting side -------------------------------------------------------------------------------


def acting(state: AfcentState) -> int:
    """Return the side to act in the current phase; after a roll for superiority its winner [4.2]."""
    match state.phase:
        case "setup":
            return state.scenario.exclusive.setting_up(state)[0]
        case "air":
            return airpower.placing(state, state.sky)
        case "ew":
            return airpower.placing(state, state.ether)
    return state.side


def declarations(state: AfcentState) -> list[Order]:
    """List the declarations of a side, with what it may add in secret [4.1]."""
    declaration_options = state.scenario.exclusive.declaration_options(state)
    more = [
        Order("declare", words=(*order.words, word)) for word in declaration_options for order in DECLARATIONS
    ]
    return [*DECLARATIONS, *more]


def check_declaration(state: AfcentState, order: Order) -> Illegal | None:
    """Return why a declaration is illegal [4.1]."""
    return None if order in declarations(state) else check_declare(order, "4.1-declare")


def declare(state: AfcentState, order: Order, dice: Roller) -> list[Event]:
    """Declare openly the order of phases for all units of a side [4.1, R-NUR-03]."""
    scenario, side = state.scenario, state.side
    state.fight_first[side] = fights_first(order)
    changed(state)
    name = scenario.sides[side]
    events: list[Event] = [OrderDeclared(side=name, fight_first=state.fight_first[side], rule="4.1-declare")]
    events += scenario.exclusive.apply_declaration_option(state, order.words[1:])
    next_phase(state, dice, events)
    return events


# -- phases ----------------------------------------------------------------------------------------


def check_end(state: AfcentState) -> Illegal | None:
    """Return why a phase cannot end: dice to roll, or an overstack that can still disperse [7.1-nato]."""
    if state.phase == "air":
        return airpower.check_air(state, END)
    if state.phase == "ew":
        return electronic_warfare.check_ew(state, END)
    crowd = must_disperse(state, state.side) if state.phase == "movement" else 0
    if not crowd:
        return None
    where = state.scenario.label(state.at[bits(crowd)[0]])
    return Illegal("7.1-nato", "the stack in {hex} is illegal; move units out of it first", hex=where)


def end_phase(state: AfcentState, dice: Roller) -> list[Event]:
    """End the phase; overstacked hexes lose units first."""
    name = state.scenario.sides[acting(state)]
    if state.phase == "movement" and overstacked(state, state.side):
        return _remove_excess(state)
    title = PHASE_TITLES.get(state.phase, "")
    events: list[Event] = [PhaseEnded(side=name, phase=state.phase, title=title)]
    next_phase(state, dice, events)
    return events


def _remove_excess(state: AfcentState) -> list[Event]:
    """Ask the owner to eliminate a unit of each overstacked hex [7.1-excess]."""
    events: list[Event] = []
    for hex_ in bits(overstacked(state, state.side)):
        where = (state.scenario.label(hex_),)
        events.append(Overstacked(hexes=where, rule="7.1-excess"))
        ask(state, Question("lose", state.side, bits(excess(state, hex_)), hex_, (1,)))
    results.settle(state, events)
    return events


def next_phase(state: AfcentState, dice: Roller, events: list[Event]) -> None:
    """Go to the next phase with a decision and carry out automatic phases on the way [4.2]."""
    while state.result is None:
        state.phase_index += 1
        if state.phase_index == len(state.scenario.sequence):
            _next_turn(state, events)
        changed(state)
        if _begin_phase(state, dice, events):
            return


def _begin_phase(state: AfcentState, dice: Roller, events: list[Event]) -> bool:
    """Begin the current phase; return whether a side decides in it."""
    state.rolled, state.to_place = False, 0
    exclusive = state.scenario.exclusive
    match state.now.phase:
        case "first" | "second":
            _open_operations(state, events)
            events += exclusive.begin_phase(state, dice)
        case "refugees":
            return refugees.refugees_in_play(state)
        case "arrivals":
            events += exclusive.begin_phase(state, dice)
            return bool(exclusive.arriving(state))
        case "admin":
            return _administer(state, dice, events)
    return True


def _open_operations(state: AfcentState, events: list[Event]) -> None:
    """Begin a movement or combat phase; support arrives with the first of a player turn [12.1.1]."""
    if state.now.phase == "first":
        events += marker_attrition.receive_support(state, state.side)
    if state.phase == "movement":
        begin_movement(state)
    else:
        state.fought = state.probed = state.attacked = 0


def _administer(state: AfcentState, dice: Roller, events: list[Event]) -> bool:
    """Remove markers, check victory, resolve attrition; return whether dice are needed [4.2-V, 4.7, 4.8]."""
    state.markers = 0  # [5.0-return]
    state.ew = [0] * state.scenario.unit_count  # [6.2-nosave]
    changed(state)
    result = state.scenario.exclusive.victory(state)
    if result is not None:
        events.append(end_game(state, result))
        return False
    if marker_attrition.needs_dice(state):
        return True
    events += marker_attrition.resolve_attrition(state, dice)
    return False


def _next_turn(state: AfcentState, events: list[Event]) -> None:
    """Begin the next game turn [4.3]."""
    state.phase_index = 0
    state.turn += 1
    state.fight_first = [False, False]
    state.surged = state.landed = 0
    events.append(_turn_began(state, "4.3"))
    events += marker_attrition.return_artillery(state)


# -- the end ---------------------------------------------------------------------------------------


def won(state: AfcentState, side: int, reason: str, rule: str) -> Result:
    """Return a result; a draw if `NO_SIDE` wins."""
    if side == NO_SIDE:
        return Result("", "Draw", reason, rule)
    name = state.scenario.sides[side]
    return Result(name, f"{state.scenario.titles[name]} victory", reason, rule)


def end_game(state: AfcentState, result: Result) -> Event:
    """End the game with a result."""
    state.result = result
    return game_over(result)


def concede(state: AfcentState, side: int) -> list[Event]:
    """Concede the game: the other side wins [12.5.1-concede]."""
    name = state.scenario.sides[side]
    title = state.scenario.titles[name]
    state.result = won(state, 1 - side, f"{title} concedes", "12.5.1-concede")
    return [conceded(name, state.result)]
