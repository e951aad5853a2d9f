"""Chapter 2.3: First Player Determination; the higher roll chooses to go first or second."""

from __future__ import annotations

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.games.ocs.model.combat_events import FirstPlayerSet, InitiativeRolled
from grognard.games.ocs.model.state import OcsState

CHOICES = (Order("first"), Order("second"))


def begin(state: OcsState, dice: Roller) -> list[Event]:
    """Roll for initiative and reroll ties; a scenario can set the first turn's order [R-OCS-40].

    By house rule the side that went first last turn wins a tie [HR-1].
    """
    scenario = state.scenario
    opening = state.turn == scenario.file.first_turn
    if opening and scenario.file.first != "roll":
        state.first = scenario.side_index[scenario.file.first]
        return []
    if not opening and not scenario.file.initiative:
        return []
    events: list[Event] = []
    while True:
        rolls = [(dice.roll("first player"), dice.roll("first player")) for _ in scenario.sides]
        totals = [sum(pair) for pair in rolls]
        for side, pair, total in zip(scenario.sides, rolls, totals, strict=True):
            events.append(InitiativeRolled(side=side, dice=pair, total=total, rule="2.3.2", final=True))
        if totals[0] != totals[1]:
            winner = totals.index(max(totals))
            break
        if scenario.on("HR-1") and not opening:
            winner = state.first
            break
    ask(state, Question("initiative", winner))
    return events


def choose(state: OcsState, order: Order) -> list[Event]:
    """Set the first player as the winner of the roll chooses."""
    side = state.questions.pop().side
    state.first = side if order == CHOICES[0] else 1 - side
    name = state.scenario.sides[state.first]
    return [FirstPlayerSet(side=name, rule="2.3.2")]
