"""Attrition of units that are Out of Supply [12.8b].

One kind of question: ``attrition``, who of `units` in `hex` loses a step; `data` is how many are to be lost.
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
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.kit.legality import one_unit
from grognard.games.kit.states import changed
from grognard.games.ocs.model.state import OcsState, steps_left
from grognard.games.ocs.units.step_losses import eliminate, lose_step

QUESTIONS = ("attrition",)

MANY = 5
"""Steps in a hex from which attrition is worse; the table names its modifier after them."""


def check_all(state: OcsState, side: int, out: CounterSet, dice: Roller) -> list[Event]:
    """Every hex with units that are Out of Supply checks for attrition [12.8a, 12.8b]."""
    by_hex: dict[Hex, CounterSet] = {}
    for unit in bits(out):
        by_hex[state.at[unit]] = by_hex.get(state.at[unit], 0) | 1 << unit
    events: list[Event] = []
    for hex_, units in by_hex.items():
        events += _check_hex(state, side, hex_, units, dice)
    return events


def attrition_loss(state: OcsState, units: CounterSet, roll: int) -> int:
    """Steps that units in one hex lose by a roll of two dice: by their best AR and their steps [12.8b].

    Disorganization does not count, Strat Mode does [12.8c].
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
    """Roll for one hex; the owner says who loses where that is not clear [12.8b]."""
    scenario = state.scenario
    roll = dice.roll("attrition"), dice.roll("attrition")
    loss = attrition_loss(state, units, sum(roll))
    event = Event(
        "attrition",
        f"attrition in {{hex}}: {plural(loss, 'step')} lost",
        side=scenario.sides[side],
        hexes=(scenario.label(hex_),),
        dice=roll,
        rule="12.8b.1",
        final=True,
    )
    return [event, *_take(state, side, hex_, units, loss)]


def _take(state: OcsState, side: int, hex_: Hex, units: CounterSet, loss: int) -> list[Event]:
    """Take steps from units of a hex, asking where there is a choice."""
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


def sentence(state: OcsState, question: Question) -> str:
    """What is asked."""
    where = state.scenario.place_name(question.hex)
    return f"attrition in {where}: choose who loses {plural(question.data[0], 'step')}"


def answers(state: OcsState, question: Question) -> list[Order]:
    """Everybody there who is Out of Supply can lose a step [12.8b]."""
    return [Order("lose", units=state.scenario.names[unit]) for unit in question.units]


def check_answer(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Why an answer will not do."""
    unit = one_unit(order, state.scenario, "name one unit that loses a step")
    if isinstance(unit, Illegal):
        return unit
    if unit not in question.units:
        return Illegal("12.8b.3", f"{state.scenario.called[unit]} is not Out of Supply in that hex")
    return None


def answer(state: OcsState, question: Question, order: Order, dice: Roller) -> list[Event]:
    """A unit loses a step; the rest is asked for or follows by itself."""
    state.questions.pop()
    changed(state)
    events = lose_step(state, state.scenario.index[order.units[0]], "12.8b.1")
    left = mask_of(unit for unit in question.units if state.at[unit] == question.hex)
    return events + _take(state, question.side, question.hex, left, question.data[0] - 1)
