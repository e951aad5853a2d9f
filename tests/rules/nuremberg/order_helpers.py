"""Movement phases on the drill ground, by the rules of the system alone or of the whole game."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import VerbRule
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import HexSet, bits
from grognard.games import nuremberg
from grognard.games.afcent.interface.verbs import verbs_of
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import PLACES, AfcentState, empty, jam, put
from grognard.games.afcent.movement import moves
from grognard.games.afcent.movement.active_stack import left
from grognard.games.afcent.movement.reach import march, path_costs
from grognard.games.nuremberg import game_rules
from tests.games.nuremberg.doubles import drill_ground
from tests.support import refusing, rolling

SIDES = {"pact": PACT, "nato": NATO}
DATA = Path(nuremberg.__file__).parent / "data"
DAY, NIGHT = 2, 3
Places = dict[str, Any]
"""Counters and their hexes, to be spread over the arguments of a `Manoeuvre`."""


def all_in(label: str, *ids: str) -> Places:
    """Some counters in one hex."""
    return dict.fromkeys(ids, label)


@lru_cache
def campaign() -> AfcentScenario:
    """The campaign of Objective Nuremberg with all its rules."""
    return AfcentScenario(DATA, "campaign", None, game_rules)


class Manoeuvre:
    """A movement phase: ``Manoeuvre("pact", t1="0605", u1="0505")``; in the afternoon unless `turn` says.

    Whoever moves has declared to move first. `jammed` puts EW markers on stacks before the phase begins.
    """

    def __init__(
        self,
        side: str = "pact",
        turn: int = DAY,
        scenario: AfcentScenario | None = None,
        jammed: dict[str, int] | None = None,
        **at: str,
    ) -> None:
        self.scenario = scenario or drill_ground()
        self.side = side
        self.state: AfcentState = empty(self.scenario)
        self.state.turn = turn
        self.state.phase_index = self.scenario.sequence.index((SIDES[side], "first"))
        for id_, where in at.items():
            self.put(id_.replace("_", "-"), where)
        for label, markers in (jammed or {}).items():
            jam(self.state, self.hex(label), markers)
        moves.begin_movement(self.state)

    def put(self, id_: str, where: str) -> None:
        """Put a counter in a hex or a place off the map."""
        put(self.state, self.scenario.index[id_], PLACES[where] if where in PLACES else self.hex(where))

    def hex(self, label: str) -> int:
        """A hex by its number."""
        return self.scenario.grid.hex(label)

    def bit(self, *ids: str) -> int:
        """Counters as a set."""
        return sum(1 << self.scenario.index[id_] for id_ in ids)

    def air(self, side: str, *labels: str) -> None:
        """Give a side air superiority, with markers in these hexes."""
        self.state.sky = SIDES[side]
        self.state.markers = self.scenario.grid.mask(labels)
        changed(self.state)

    def refugees(self, *labels: str) -> None:
        """Put refugees in hexes."""
        self.state.refugees = self.scenario.grid.mask(labels)
        changed(self.state)

    # -- orders ------------------------------------------------------------------------------------

    def check(self, order: Order) -> Illegal | None:
        """Why an order is not legal."""
        return self._row(order).check(self.state, SIDES[self.side], order)

    def _row(self, order: Order) -> VerbRule[AfcentState]:
        return verbs_of(self.scenario).row("movement", order.verb)

    def play(self, text: str, *dice: int) -> list[Event]:
        """Give a legal order with the dice it will roll; all of them must be used."""
        order = self.scenario.notation.parse(text)
        refusal = self.check(order)
        if refusal:
            raise refusal
        with rolling(*dice) as rolled:
            return self._row(order).apply(self.state, SIDES[self.side], order, rolled)

    def refused(self, text: str, rule: str) -> str:
        """Assert that an order is refused by that rule; the reason."""
        with refusing(self.state, rule) as refusal:
            self.play(text)
        return refusal.value.reason

    # -- what there is to see ------------------------------------------------------------------------

    def goals(self, id_: str, verb: str = "move") -> set[str]:
        """The hexes a unit is offered; each must be legal, also when the way there is spelled out."""
        orders = moves.moves(self.state, self.scenario.index[id_]).get(verb, ())
        for order in orders:
            assert self.check(order) is None, order
            if order.path:
                whole = moves.complete_move(self.state, order)
                assert self.check(whole) is None, whole
        return {order.path[-1] for order in orders if order.path}

    def cost(self, text: str) -> float:
        """What a move costs."""
        return float(self.explain(text).total.split()[0])

    def rules(self, text: str) -> list[str]:
        """The cases by which a move costs what it costs."""
        return [line.rule for line in self.explain(text).lines]

    def step(self, id_: str, to: str) -> tuple[float, list[str]]:
        """What the direct step into a neighbouring hex costs a unit, and by which cases."""
        unit = self.scenario.index[id_]
        path = [self.state.at[unit], self.hex(to)]
        paid = path_costs(self.state, march(self.state, (unit,)), path)
        return sum(toll.price for toll in paid) / 2, [toll.rule for toll in paid]

    def explain(self, text: str) -> Explanation:
        """The account of a legal move."""
        order = self.scenario.notation.parse(text)
        refusal = self.check(order)
        if refusal:
            raise refusal
        return moves.explain_move(self.state, order)

    def points(self, *ids: str) -> float:
        """The points a unit has left."""
        units = [self.scenario.index[id_] for id_ in ids]
        return min(left(self.state, c, bool(self.state.column >> c & 1)) for c in units) / 2

    def where(self, id_: str) -> str:
        """Where a counter is."""
        place = self.state.at[self.scenario.index[id_]]
        return self.scenario.label(place) if place >= 0 else {v: k for k, v in PLACES.items()}[place]

    def movable(self) -> set[str]:
        """The units that can do something on the map."""
        return set(self.scenario.ids(moves.movable(self.state, SIDES[self.side])))

    def names(self, hexes: HexSet) -> list[str]:
        """Hexes by their numbers."""
        return [self.scenario.label(hex_) for hex_ in bits(hexes)]
