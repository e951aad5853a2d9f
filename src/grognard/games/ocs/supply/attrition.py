"""Case 12.8b: attrition of units that are Out of Supply.

One kind of question: ``attrition``, which of `units` in `hex` loses a step; `data`: steps still to lose.
"""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.core.text import Text
from grognard.games.kit.legality import one_unit
from grognard.games.ocs.model.state import OcsState, steps_left
from grognard.games.ocs.model.supply_events import AttritionRolled
from grognard.games.ocs.units.step_losses import eliminate, lose_step

QUESTIONS = ("attrition",)

MANY = 5
"""Steps in a hex from which the attrition roll is modified, as the key in the table says."""


def check_all(state: OcsState, side: int, out: CounterSet, dice: Roller) -> list[Event]:
    """Roll for attrition in every hex with units that are Out of Supply [12.8a, 12.8b]."""
    by_hex: dict[Hex, CounterSet] = {}
    for unit in bits(out):
        by_hex[state.at[unit]] = by_hex.get(state.at[unit], 0) | 1 << unit
    events: list[Event] = []
    for hex_, units in by_hex.items():
        events += _check_hex(state, side, hex_, units, dice)
    return events


def attrition_loss(state: OcsState, units: CounterSet, roll: int) -> int:
    """Return the steps that units in one hex lose for a roll of two dice, by their best AR and steps [12.8b].

    DG does not affect the AR, Strat Mode does [12.8c].
    """
    scenario, table = state.scenario, state.scenario.tables["attrition"]
    rating = max(0 if state.strat >> unit & 1 else scenario.ar[unit] for unit in bits(units))
    columns = sum(key.startswith("ar_") for key in table)
    steps = sum(steps_left(state, unit) for unit in bits(units))
    if steps >= MANY:
        roll += table["drm_five_or_more_out_of_supply_steps"]
    limits = table[f"ar_{min(max(rating, table['below_zero_ar_uses']), columns - 1)}_max"]
    loss: int = table["loss"][next(n for n, most in enumerate(limits) if roll <= most)]
    return min(loss, steps)


def _check_hex(state: OcsState, side: int, hex_: Hex, units: CounterSet, dice: Roller) -> list[Event]:
    """Roll for one hex; the owner chooses the losses where there is a choice [12.8b]."""
    scenario = state.scenario
    roll = dice.roll("attrition"), dice.roll("attrition")
    loss = attrition_loss(state, units, sum(roll))
    event = AttritionRolled(
        steps=loss,
        side=scenario.sides[side],
        hexes=(scenario.label(hex_),),
        dice=roll,
        rule="12.8b.1",
        final=True,
    )
    return [event, *_take(state, side, hex_, units, loss)]


def _take(state: OcsState, side: int, hex_: Hex, units: CounterSet, loss: int) -> list[Event]:
    """Take step losses from units of a hex, asking the owner where there is a choice."""
    events: list[Event] = []
    if loss == sum(steps_left(state, unit) for unit in bits(units)):
        for unit in bits(units):
            events += eliminate(state, unit, "12.8b.1")
    elif units.bit_count() == 1:
        for _ in range(loss):
            events += lose_step(state, bits(units)[0], "12.8b.1")
    elif loss:
        ask(state, Question("attrition", side, bits(units), hex_, (loss,)))
    return events


# -- the question ---------------------------------------------------------------------------------------


def sentence(state: OcsState, question: Question) -> Text:
    """Return the prompt."""
    loss = plural(question.data[0], "step")
    where = state.scenario.label(question.hex)
    return Text(
        "Attrition in {hex}: choose a unit to take the step loss ({loss} to lose).", hex=where, loss=loss
    )


def answers(state: OcsState, question: Question) -> list[Order]:
    """List an order for each unit in the hex that is Out of Supply [12.8b]."""
    return [Order("lose", units=state.scenario.names[unit]) for unit in question.units]


def check_answer(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Return why an answer is illegal, or None."""
    unit = one_unit(order, state.scenario, "name one unit to take the step loss")
    if isinstance(unit, Illegal):
        return unit
    if unit not in question.units:
        return Illegal("12.8b.3", "{unit} is not Out of Supply in that hex", unit=order.units[0])
    return None


def answer(state: OcsState, question: Question, order: Order, dice: Roller) -> list[Event]:
    """Take a step from the unit; ask again while there is a choice."""
    state.questions.pop()
    changed(state)
    events = lose_step(state, state.scenario.index[order.units[0]], "12.8b.1")
    left = mask_of(unit for unit in question.units if state.at[unit] == question.hex)
    return events + _take(state, question.side, question.hex, left, question.data[0] - 1)
