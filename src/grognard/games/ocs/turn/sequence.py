"""Chapter 2: the sequence of play, and what each phase begins and ends with.

Callers need `end_phase`, when a side ends a phase, and `settle` after every other order, since a phase that
only asks questions ends by itself.
"""

from __future__ import annotations

from grognard.core.contract.events import Event
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.games.kit.events import PhaseEnded, SetupEnded, TurnBegan
from grognard.games.ocs.arrivals import air_replacements, consolidation, reinforcements
from grognard.games.ocs.fleet import convoys, landings
from grognard.games.ocs.flights import drop_plans
from grognard.games.ocs.model.scenario import BARRAGE, COMBAT, MOVEMENT, OcsScenario
from grognard.games.ocs.model.state import OcsState, empty, in_play
from grognard.games.ocs.movement import moves, raiders
from grognard.games.ocs.sea.waters import disorganize_in_port
from grognard.games.ocs.supply import breakout, fuel, resolve, supply_phase
from grognard.games.ocs.terrain import weather
from grognard.games.ocs.turn import initiative, victory
from grognard.games.ocs.turn import setup as setup_rules
from grognard.games.ocs.units import detachments, stacking

AUTOMATIC = ("weather", "initiative", "supply", "clean-up")
"""Phases that end as soon as no question is open."""
IN_EVERY_DRILL = ("weather", "initiative", "clean-up")
"""Phases that are played in every drill."""
TITLES = {
    "weather": "Weather Determination",
    "initiative": "First Player Determination",
    "refit": "Aircraft Refit Phase",
    "reinforcement": "Reinforcement Phase",
    "breakout": "Breakout Phase",
    "movement": "Movement Phase",
    "movement-barrage": "Barrage Segment of the Movement Phase",
    "supply": "Supply Phase",
    "reaction": "Movement Segment of the Reaction Phase",
    "reaction-barrage": "Barrage Segment of the Reaction Phase",
    "barrage": "Barrage Segment of the Combat Phase",
    "combat": "Combat Segment of the Combat Phase",
    "exploitation": "Movement Segment of the Exploitation Phase",
    "exploitation-barrage": "Barrage Segment of the Exploitation Phase",
    "exploitation-combat": "Combat Segment of the Exploitation Phase",
    "clean-up": "Clean Up Phase",
}
"""Phases and segments as printed [2.2]."""


def setup(scenario: OcsScenario, dice: Roller) -> OcsState:
    """Return the state at the start, before sides with a free setup place their units [IV].

    No dice are rolled here: if the first turn begins with a roll, a player ends the setup first.
    """
    state = empty(scenario)
    setup_rules.deploy(state)
    if not setup_rules.next_free(state, 0) and not _opens_with_dice(scenario):
        _open_game(state, dice, [])
    return state


def _opens_with_dice(scenario: OcsScenario) -> bool:
    """Return whether dice are rolled before the first decision: weather, initiative, supply [2.2]."""
    file = scenario.file
    return not file.weather or file.first == "roll" or is_played(scenario, "reinforcement")


def is_played(scenario: OcsScenario, phase: str) -> bool:
    """Return whether a phase is played: drills leave out those they do not name."""
    phases = scenario.file.phases
    return not phases or phase in phases or phase in IN_EVERY_DRILL


# -- phases ----------------------------------------------------------------------------------------


def check_end(state: OcsState) -> Illegal | None:
    """Return why the phase cannot end yet, or None if it can."""
    if not state.turn:
        return setup_rules.check_end(state)
    if state.phase == "reinforcement":
        return reinforcements.check_end(state)
    if state.phase in MOVEMENT:
        return moves.check_end(state)
    return None


def end_phase(state: OcsState, dice: Roller) -> list[Event]:
    """End the phase of the active side [2.1]."""
    name = state.scenario.sides[state.side]
    if not state.turn:
        events: list[Event] = [SetupEnded(side=name)]
        _end_setup(state, dice, events)
        return events
    events = [PhaseEnded(side=name, phase=state.phase, title=TITLES[state.phase])]
    state.ending = True
    if state.phase == "reinforcement":
        events += reinforcements.end(state)
    elif state.phase in MOVEMENT:
        events += landings.roll_all(state, state.side, dice)
        events += moves.end_segment(state)
    elif state.phase != "breakout":  # arrivals may be overstacked until they have moved [R-OCS-155]
        stacking.enforce_stacking(state)
    return events + settle(state, dice)


def settle(state: OcsState, dice: Roller) -> list[Event]:
    """Advance to the next phase with a decision once no question is open."""
    events: list[Event] = []
    while not state.questions and state.result is None and (state.ending or state.phase in AUTOMATIC):
        _next(state, dice, events)
    return events


def begin(state: OcsState, dice: Roller) -> list[Event]:
    """Begin the phase at `phase_index`, and advance to the next decision."""
    events: list[Event] = []
    _begin_phase(state, dice, events)
    return events + settle(state, dice)


def _next(state: OcsState, dice: Roller, events: list[Event]) -> None:
    """Begin the next phase that is played; after the last one the next turn [2.1]."""
    if state.phase == "exploitation-combat" and raiders.ask_raiders(state):
        return
    events += detachments.absorb(state)
    result = victory.after_phase(state)
    if result is not None:
        events.append(victory.end_game(state, result))
        return
    while True:
        if state.phase_index + 1 < len(state.scenario.sequence):
            state.phase_index += 1
        else:
            _next_turn(state, events)
            if state.result is not None:
                return
        if is_played(state.scenario, state.phase):
            break
    _begin_phase(state, dice, events)


def _begin_phase(state: OcsState, dice: Roller, events: list[Event]) -> None:
    """Begin a phase; it ends at once if its side has no legal order."""
    state.ending = False
    if state.phase != "movement-barrage":  # still the Movement Phase
        state.opening = 0
    changed(state)
    match state.phase:
        case "weather":
            events += weather.begin(state, dice)
        case "initiative":
            events += initiative.begin(state, dice)
        case "reinforcement":
            events += reinforcements.begin(state, dice)
            convoys.arrive(state, convoys.due(state, state.side))
        case "movement" | "reaction" | "exploitation":
            _begin_movement(state)
            events += moves.begin_segment(state)
        case "refit":
            state.refitted = 0
        case "barrage":
            state.fired = state.barraged = state.released = 0
        case "combat":
            state.fought = state.attacked = state.released = 0
        case "exploitation-combat":
            state.fought = state.attacked = 0
        case "supply":
            events += resolve.check_all(state, state.phasing, dice)
            events += supply_phase.begin(state, dice)
        case "clean-up":
            _clean_up(state)
    state.ending = not state.questions and has_nothing_to_do(state)


def _begin_movement(state: OcsState) -> None:
    """Reset what is counted by phase: rail and sea capacity, barrages [13.3b, 19.0f, 10.0e].

    Units that built can move again in a later phase, and build again in the next turn [13.8d].
    """
    state.rail_used, state.sea_used = [0, 0], [0, 0]
    state.reached = [0] * len(state.reached)
    state.laid = [0] * len(state.laid)
    state.relaid = state.blown = 0
    state.fired = state.barraged = 0
    state.worked = 0
    state.flown = state.airlifted = state.targeted = 0
    state.unloaded = [0] * len(state.unloaded)
    if state.phase == "movement":
        state.dug = state.repaired = state.paved = 0


def has_nothing_to_do(state: OcsState) -> bool:
    """Return whether the active side has nothing to do in the phase, so that it is skipped.

    From the Movement Phase on this depends only on what the enemy sees: a skipped phase does not tell him
    that there are no Reserves, supply or artillery under the top units [4.9, R-OCS-162].
    """
    scenario, side, phase = state.scenario, state.side, state.phase
    own = scenario.of_side[side]
    active = own & (state.released | state.exploit)  # both were announced
    if (phase == "refit" or phase in (*MOVEMENT, *BARRAGE)) and phase != "barrage":
        if in_play(state, own & (scenario.planes | scenario.ships | scenario.craft)):
            return False
    if phase == "reinforcement":
        return not (
            reinforcements.has_placements(state, side)
            or air_replacements.able(state, side)
            or consolidation.able(state, side)
        )
    if phase == "breakout":
        return not breakout.able(state, side)
    if phase in MOVEMENT:
        return not state.present & own & (scenario.combat_units | scenario.transports | scenario.dumps)
    if phase in BARRAGE:
        all_fire = phase == "barrage" or (phase == "reaction-barrage" and scenario.on("21.9"))
        return not (scenario.guns & own if all_fire else state.present & active)
    if phase == "refit":
        return True
    if phase == "combat" and in_play(state, own & scenario.craft):
        return False  # a Beach Assault [18.6]
    if phase in COMBAT:
        enough = phase == "combat" or state.present & active
        near = state.held[side] & scenario.grid.spread(state.held[1 - side])
        return not (enough and (near or (scenario.on("21.8") and state.held[side])))
    return False


def _clean_up(state: OcsState) -> None:
    """Remove DG, Exploitation and fuel markers from the phasing player's units [2.1]."""
    others = ~state.scenario.of_side[state.phasing]
    state.dg &= others
    disorganize_in_port(state, state.phasing)
    state.exploit &= others
    state.released = 0
    state.dropped &= others
    state.beached &= others
    drop_plans.lapse(state, state.phasing)
    state.busted[1 - state.phasing] = 0  # markers of the other side [14.8d.2]
    fuel.clean_up(state, state.phasing)


def _next_turn(state: OcsState, events: list[Event]) -> None:
    """End a game turn: check victory and advance the turn marker [2.1]."""
    result = victory.at_turn_end(state)
    if result is not None:
        events.append(victory.end_game(state, result))
        return
    state.phase_index = 0
    state.turn += 1
    state.shelled = 0
    state.rebased = [0] * len(state.rebased)
    events.append(_turn_begins(state))


# -- the opening -----------------------------------------------------------------------------------


def _end_setup(state: OcsState, dice: Roller, events: list[Event]) -> None:
    """Let the other side set up, or begin the game."""
    following = setup_rules.next_free(state, state.phase_index + 1)
    if following:
        state.phase_index = state.first = following[0]
        changed(state)
        return
    _open_game(state, dice, events)


def _open_game(state: OcsState, dice: Roller, events: list[Event]) -> None:
    """Begin the first turn with the weather [2.2]."""
    state.turn, state.phase_index, state.first = state.scenario.file.first_turn, 0, 0
    for side in (0, 1):
        disorganize_in_port(state, side)
    events.append(_turn_begins(state))
    events += begin(state, dice)


def _turn_begins(state: OcsState) -> Event:
    return TurnBegan(turn=state.turn, date=turn_date(state), rule="2.1.4")


def turn_date(state: OcsState) -> str:
    """Return the date of the turn on the scenario's calendar; empty for none [I.D]."""
    calendar = state.scenario.file.calendar
    place = state.turn - state.scenario.file.first_turn
    return calendar[place] if 0 <= place < len(calendar) else ""
