"""Moments of the campaign on its own map: the sequence of play and the exclusive rules, dice by script."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import apply_order, check_order
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.games import nuremberg
from grognard.games.afcent.interface.choices import choices
from grognard.games.afcent.interface.verbs import questions_of, verbs_of
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import PLACES, AfcentState, empty, put
from grognard.games.afcent.turn import sequence
from grognard.games.nuremberg import game_rules
from tests.support import refusing, rolling

DATA = Path(nuremberg.__file__).parent / "data"
SIDES = {"pact": PACT, "nato": NATO}


@lru_cache
def compiled(name: str, options: tuple[tuple[str, Any], ...]) -> AfcentScenario:
    """A scenario with options."""
    return AfcentScenario(DATA, name, dict(options), game_rules)


class Campaign:
    """A phase of a turn, with the counters given: ``Campaign("pact movement", 2, at={"su-119t": "4020"})``.

    Without a phase it is the start of the game: the set-up. All other counters are away.
    """

    def __init__(
        self,
        phase: str = "",
        turn: int = 2,
        at: dict[str, str] | None = None,
        scenario: str = "campaign",
        **options: Any,
    ) -> None:
        chosen = tuple((name.replace("_", "-"), value) for name, value in sorted(options.items()))
        self.scenario = compiled(scenario, chosen)
        self.state: AfcentState = empty(self.scenario)
        if not phase:
            sequence.begin(self.state)
        else:
            self.state.turn = turn
            self.state.plan = [12, self.hex("2732"), self.hex("1942")]
            self.state.order = 0
            self.go_to(phase)
        for id_, where in (at or {}).items():
            self.put(id_, where)

    def go_to(self, phase: str) -> None:
        """The phase of that name, movement first, without what happens on the way to it."""
        name, _, what = phase.rpartition(" ")
        wanted = {"movement": "first", "combat": "second"}.get(what, what)
        steps = self.scenario.sequence
        self.state.phase_index = next(
            n for n, s in enumerate(steps) if s.phase == wanted and (not name or s.side == SIDES[name])
        )

    # -- looking -----------------------------------------------------------------------------------

    def hex(self, label: str) -> int:
        """A hex by its number."""
        return self.scenario.grid.hex(label)

    def bit(self, *ids: str) -> int:
        """Counters as a set."""
        return sum(1 << self.scenario.index[id_] for id_ in ids)

    def where(self, id_: str) -> str:
        """The hex or place of a counter."""
        at = self.state.at[self.scenario.index[id_]]
        return self.scenario.label(at) if at >= 0 else next(n for n, place in PLACES.items() if place == at)

    def count(self, place: str, prefix: str) -> int:
        """How many counters whose ids begin so are at a place."""
        return sum(id_.startswith(prefix) and self.where(id_) == place for id_ in self.scenario.counter_ids)

    def put(self, id_: str, where: str) -> None:
        """Put a counter somewhere."""
        place = PLACES[where] if where in PLACES else self.hex(where)
        put(self.state, self.scenario.index[id_], place)
        changed(self.state)

    @property
    def now(self) -> tuple[int, str, str]:
        """The turn, who decides, and what."""
        state = self.state
        asked = state.questions[-1].kind if state.questions else state.phase
        side = state.questions[-1].side if state.questions else sequence.acting(state)
        return state.turn, self.scenario.sides[side], asked

    # -- orders ------------------------------------------------------------------------------------

    def check(self, order: Order) -> Illegal | None:
        """Why an order is not legal."""
        _, side, asked = self.now
        verbs, questions = verbs_of(self.scenario), questions_of(self.scenario)
        if order.verb == "land":  # its rules say when it is given
            asked = "movement"
        return check_order(self.state, SIDES[side], order, asked, verbs, questions)

    def play(self, text: str, *dice: int) -> list[Event]:
        """Give a legal order with the dice it will roll; all of them must be used."""
        order = self.scenario.notation.parse(text)
        refusal = self.check(order)
        if refusal:
            raise refusal
        _, side, asked = self.now
        verbs, questions = verbs_of(self.scenario), questions_of(self.scenario)
        with rolling(*dice) as rolled:
            return apply_order(self.state, SIDES[side], order, rolled, asked, verbs, questions)

    def refused(self, text: str, rule: str) -> str:
        """Assert that an order is refused by that rule; the reason."""
        with refusing(self.state, rule) as refusal:
            self.play(text)
        return refusal.value.reason

    def enter(self, phase: str, *dice: int) -> list[Event]:
        """Come to a phase as the game does: from the one before it."""
        self.go_to(phase)
        self.state.phase_index -= 1
        with rolling(*dice) as rolled:
            events: list[Event] = []
            sequence.next_phase(self.state, rolled, events)
        return events

    def plain(self) -> set[str]:
        """The orders listed in a phase without units; each must be legal."""
        return self.special()

    def special(self, unit: str = "") -> set[str]:
        """The orders of the exclusive rules for a unit, or for nobody; each must be legal."""
        decision = choices(self.state, self.now[1])
        assert decision is not None
        listed = decision.orders(unit)
        for order in listed:
            assert self.check(order) is None, order
        return {str(order) for order in listed}
