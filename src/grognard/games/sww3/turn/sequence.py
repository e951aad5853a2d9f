"""Chapter 5: the sequence of play, and what each phase begins and ends with."""

from __future__ import annotations

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.facts import changed
from grognard.games.kit.events import OrderDeclared, PhaseEnded, TurnBegan
from grognard.games.kit.phase_order import fights_first
from grognard.games.sww3.arrivals import reinforcements, second_formation
from grognard.games.sww3.combat.atomic_attacks import open_phase
from grognard.games.sww3.model.scenario import ALLIED
from grognard.games.sww3.model.state import Sww3State
from grognard.games.sww3.movement.movement_limits import mixed_stacks
from grognard.games.sww3.support import airpower
from grognard.games.sww3.turn import setup, victory
from grognard.games.sww3.turn.starting_areas import deploy, starting_ground


def begin(state: Sww3State, dice: Roller) -> None:
    """Begin a game with the ready-made setup or a free one [3.1]. No dice are rolled here."""
    starting_ground(state)
    if state.scenario.options.get("setup") == "free":
        state.turn = 0
        setup.open_setup(state)
    else:
        deploy(state)


def apply_air(state: Sww3State, side: int, order: Order, dice: Roller) -> list[Event]:
    """Roll for air superiority or place a marker; the last one ends the phase [6.1, 6.2]."""
    events = airpower.apply_air(state, side, order, dice)
    if not state.to_place:
        advance_phase(state, dice, events)
    return events


def apply_declare(state: Sww3State, order: Order, dice: Roller) -> list[Event]:
    """Declare whether to move or fight first, for all units in this player turn [5.3]."""
    scenario = state.scenario
    state.fight_first = fights_first(order)
    name = scenario.sides[state.side]
    events: list[Event] = [OrderDeclared(side=name, fight_first=state.fight_first, rule="5.3-declare")]
    advance_phase(state, dice, events)
    return events


def end_phase(state: Sww3State, dice: Roller) -> list[Event]:
    """End the phase of the phasing side."""
    events: list[Event] = [PhaseEnded(side=state.scenario.sides[state.side], phase=state.phase)]
    if state.phase in ("mobilization", "reinforcement"):
        reinforcements.return_unplaced(state, events)
    advance_phase(state, dice, events)
    return events


def advance_phase(state: Sww3State, dice: Roller, events: list[Event]) -> None:
    """Go to the next phase with a decision; carry out automatic phases on the way [5.2]."""
    while state.result is None:
        state.phase_index += 1
        changed(state)  # reach depends on the current map
        if state.phase_index == len(state.scenario.sequence):
            _next_turn(state, events)
        if not state.closed >> state.now.theatre & 1 or state.now.phase == "admin":
            if _begin_phase(state, dice, events):
                return


def _begin_phase(state: Sww3State, dice: Roller, events: list[Event]) -> bool:
    """Begin the current phase; return whether a side must decide in it."""
    match state.now.phase:
        case "declare":
            state.moved = state.committed = state.fought = state.attacked = 0
            state.fight_first = state.under_way = False
            state.drop_hex = -1
        case "first" | "second":
            _open_operations(state)
        case "mobilization" | "reinforcement":
            state.drop_hex = -1
            state.landed = 0
            return reinforcements.arrive(state, dice, events)
        case "victory":
            events += victory.check_victory(state, "phase")
            return False
        case "admin":
            _clean_up(state)
            return False
    return True


def _open_operations(state: Sww3State) -> None:
    """Begin a Movement or Combat Phase."""
    open_phase(state)
    if state.phase == "combat":
        state.fought = state.attacked = 0
        return
    state.moved = state.committed = 0
    state.under_way = False
    state.sea_moves, state.sea_from, state.sea_to = 0, -1, -1
    state.mixed = mixed_stacks(state) if state.side == ALLIED else 0
    second_formation.ask_to_place(state)


def _clean_up(state: Sww3State) -> None:
    """Remove markers and end disruption [5.11, 6.7, 9.18, 13.6]."""
    state.markers = state.aerial = 0
    state.aerial_left = [0] * len(state.aerial_left)
    state.moved = state.committed = state.fought = state.attacked = state.mixed = 0
    state.under_way = False
    state.dropped = state.sailed = state.disrupted = 0
    state.strikes = [0, 0]
    state.drop_hex = -1
    changed(state)


def _next_turn(state: Sww3State, events: list[Event]) -> None:
    """Begin the next game turn with its Air Phase [5.4]."""
    state.phase_index = 0
    state.turn += 1
    changed(state)  # supply depends on the turn [5.5]
    events.append(TurnBegan(turn=state.turn, rule="5.4-next"))
