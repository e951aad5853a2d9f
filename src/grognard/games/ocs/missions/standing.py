"""Case 14.2a: a base with more Active planes than its limit stands some down at once [R-OCS-218]."""

from __future__ import annotations

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.core.text import Text
from grognard.games.ocs.air.bases import active_at, active_limit, hosts, name_of
from grognard.games.ocs.model.air_events import PlanesStoodDown
from grognard.games.ocs.model.state import OcsState

VERB = "ground"


def enforce_limits(state: OcsState) -> None:
    """Ask the owner of each base with too many Active planes which become Inactive [14.2a.2, R-OCS-218]."""
    if not state.active or state.mission:
        return
    for side in (1 - state.side, state.side):
        for host in bits(hosts(state, side)):
            planes = active_at(state, host)
            over = planes.bit_count() - active_limit(state, host)
            if over > 0:
                ask(state, Question("stand-down", side, bits(planes), state.at[host], (over, host)))


def answers(state: OcsState, question: Question) -> list[Order]:
    """List the planes that can be stood down, one at a time."""
    return [Order(VERB, units=state.scenario.names[plane]) for plane in question.units]


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Return why planes cannot be stood down, or None."""
    over = question.data[0]
    if not order.units or order.target or order.path or order.words:
        return Illegal("14.2a.2", "name the planes that become Inactive: ground PLANE")
    for id_ in order.units:
        if state.scenario.index[id_] not in question.units:
            return Illegal("14.2a.2", "{unit} is not an Active plane at this base", unit=id_)
    if len(set(order.units)) > over:
        return Illegal("14.2a.2", "no more than {over} need to become Inactive", over=over)
    return None


def answer(state: OcsState, question: Question, order: Order) -> list[Event]:
    """Make planes Inactive, and ask again while there are too many."""
    planes = mask_of(state.scenario.index[id_] for id_ in order.units)
    state.questions.pop()
    state.active &= ~planes
    changed(state)
    over = question.data[0] - planes.bit_count()
    if over > 0:
        left = tuple(c for c in question.units if not planes >> c & 1)
        ask(state, Question("stand-down", question.side, left, question.hex, (over, question.data[1])))
    name = state.scenario.sides[question.side]
    return [PlanesStoodDown(side=name, units=order.units, rule="14.2a.2", only=(name,))]


def sentence(state: OcsState, question: Question) -> Text:
    """Return the prompt."""
    over, host = question.data
    return Text(
        "{base} has {over} Active planes too many: ground some.", base=name_of(state, host), over=over
    )
