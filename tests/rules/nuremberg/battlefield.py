"""Battles on the drill ground, by the rules of the system alone, with scripted dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits
from grognard.games.afcent import rules
from grognard.games.afcent.combat import attack, results, support
from grognard.games.afcent.events import BattleFought
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import AVAILABLE, PLACES, AfcentState, empty, jam, put
from tests.cards import without_cards
from tests.games.nuremberg.doubles import drill_ground
from tests.support import refusing, rolling

Places = dict[str, Any]
"""Counters and their hexes, to be spread over the arguments of a `Battlefield`."""
SIDES = {"pact": PACT, "nato": NATO}


class Battlefield:
    """A combat phase of a side on the afternoon of turn 2: ``Battlefield("pact", t1="0605", w2="0505")``.

    Nobody has support until it is made `ready`. Both sides move first unless `fight_first` says otherwise.
    """

    def __init__(
        self,
        side: str = "pact",
        turn: int = 2,
        fight_first: tuple[bool, bool] = (False, False),
        scenario: AfcentScenario | None = None,
        **at: str,
    ) -> None:
        self.scenario = scenario or drill_ground()
        self.state: AfcentState = empty(self.scenario)
        self.state.turn, self.state.fight_first = turn, list(fight_first)
        phase = "first" if fight_first[SIDES[side]] else "second"
        steps = self.scenario.sequence
        self.state.phase_index = next(n for n, s in enumerate(steps) if s == (SIDES[side], phase))
        for id_, where in at.items():
            self.put(id_, where)

    def put(self, id_: str, where: str) -> None:
        """Put a unit in a hex."""
        put(self.state, self.scenario.index[id_], self.hex(where))

    def hex(self, label: str) -> int:
        """A hex by its number."""
        return self.scenario.grid.hex(label)

    def bit(self, *ids: str) -> int:
        """Counters as a set."""
        return sum(1 << self.scenario.index[id_] for id_ in ids)

    def ready(self, *ids: str) -> None:
        """Make support markers available."""
        for id_ in ids:
            put(self.state, self.scenario.index[id_], AVAILABLE)

    def air(self, side: str, *labels: str) -> None:
        """Give a side air superiority, with markers in these hexes."""
        self.state.sky = SIDES[side]
        self.state.markers = self.scenario.grid.mask(labels)
        changed(self.state)

    def jam(self, label: str, markers: int) -> None:
        """Put EW markers on a stack."""
        jam(self.state, self.hex(label), markers)

    def refugees(self, *labels: str) -> None:
        """Put refugees in hexes."""
        self.state.refugees = self.scenario.grid.mask(labels)
        changed(self.state)

    # -- orders ------------------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[str, str]:
        """Who must decide what; of a commitment the one who is asked first."""
        sides = self.scenario.sides
        if not self.state.questions:
            return sides[self.state.side], self.state.phase
        question = self.state.questions[-1]
        if question.kind == "commit":
            return " ".join(sides[side] for side in support.pledging(self.state)), "commit"
        return sides[question.side], question.kind

    def check(self, order: Order, by: str) -> Illegal | None:
        """Why an order is not legal."""
        side = SIDES[by]
        match order.verb:
            case "attack":
                return attack.check_attack(self.state, side, order)
            case "probe":
                return attack.check_probe(self.state, side, order)
            case "commit":
                return support.check_commit(self.state, side, order)
            case "pass":
                return None
        return results.check_answer(self.state, self.state.questions[-1], order)

    def play(self, text: str, *dice: int, by: str = "") -> list[Event]:
        """Give a legal order with the dice it will roll; all of them must be used."""
        by = by or self.asked[0]
        order = self.scenario.notation.parse(text)
        refusal = self.check(order, by)
        if refusal:
            raise refusal
        with rolling(*dice) as rolled:
            match order.verb:
                case "attack":
                    events = attack.apply_attack(self.state, SIDES[by], order, rolled)
                case "probe":
                    events = attack.apply_probe(self.state, SIDES[by], order)
                case "commit":
                    events = attack.apply_commit(self.state, SIDES[by], order, rolled)
                case "pass":
                    events = results.decline_momentum(self.state)
                case _:
                    events = results.answer(self.state, self.state.questions[-1], order)
        return without_cards(events)

    def refused(self, text: str, rule: str, by: str = "") -> str:
        """Assert that an order is refused by that rule; the reason."""
        with refusing(self.state, rule) as refusal:
            self.play(text, by=by)
        return refusal.value.reason

    def fights(self, *units: str) -> set[str]:
        """The attacks and probes listed for some units, or for all; each must be legal."""
        side = self.asked[0]
        able = attack.able(self.state, SIDES[side])
        found = set()
        for c in [self.scenario.index[id_] for id_ in units] or bits(able):
            attacks = attack.attack_orders(self.state, SIDES[side], c)
            for order in attacks + attack.probe_orders(self.state, SIDES[side], c):
                assert self.check(order, side) is None, order
                found.add(str(order))
        return found

    def answers(self) -> set[str]:
        """The answers listed to a question after a battle; each must be legal."""
        question = self.state.questions[-1]
        listed = results.answers(self.state, question)
        for order in listed:
            assert results.check_answer(self.state, question, order) is None, order
        return {str(order) for order in listed}

    def pledges(self, by: str) -> set[str]:
        """The commitments listed for a side; each must be legal."""
        listed = support.pledge_orders(self.state, SIDES[by])
        for order in listed:
            assert self.check(order, by) is None, order
        return {str(order) for order in listed}

    # -- what there is to see ----------------------------------------------------------------------

    def where(self, id_: str) -> str:
        """Where a counter is."""
        place = self.state.at[self.scenario.index[id_]]
        return self.scenario.label(place) if place >= 0 else {v: k for k, v in PLACES.items()}[place]

    def odds(self, text: str) -> Explanation:
        """The account of an attack or a commitment."""
        order = self.scenario.notation.parse(text)
        if order.verb == "commit":
            return attack.preview_commit(self.state, order)
        if order.verb == "probe":
            return rules.preview(self.state, order)
        return attack.odds(self.state, self.state.side, order)

    def drm(self, text: str) -> dict[str, int]:
        """The modifiers of an attack by rule."""
        return {line.rule: int(line.value) for line in self.odds(text).lines if line.value[0] in "+-"}


def fought(events: Sequence[Event]) -> BattleFought:
    """Return the battle among some events."""
    (battle,) = [event for event in events if isinstance(event, BattleFought)]
    return battle


def result(events: Sequence[Event]) -> str:
    """Return the result of the battle among some events."""
    return fought(events).result
