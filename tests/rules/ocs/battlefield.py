"""Combats on the practice board with the results a test wants."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Dice
from grognard.core.hexes.grid import bits
from grognard.games.ocs.combat import defence
from grognard.games.ocs.combat.combat_table import resolve, roll_surprise
from grognard.games.ocs.combat.results import current_combat
from grognard.games.ocs.combat.strength import OddsCalculation, UnitStrength, calculate_odds
from tests.rules.ocs.field import NamedDice
from tests.rules.ocs.order_helpers import Manoeuvre


@lru_cache
def faces_for(column: int, drm: int, hedgehog: int, overrun: bool, code: str) -> tuple[int, ...]:
    """Return dice that give a result, without Surprise if possible."""
    pairs = tuple(product(range(1, 7), repeat=2))
    calm = [pair for pair in pairs if not roll_surprise(drm, hedgehog, overrun, scripted(*pair, 1)).columns]
    starts = [*calm[:1], *((*pair, shift) for pair in pairs if pair not in calm for shift in range(1, 7))]
    for start, pair in product(starts, pairs):
        if resolve(column, drm, hedgehog, overrun, scripted(*start, *pair)).code == code:
            return (*start, *pair)
    raise AssertionError(f"no dice give {code} there")


def scripted(*faces: int) -> Dice:
    """Return scripted dice."""
    dice = NamedDice(1)
    dice.script(faces)
    return dice


class Battlefield(Manoeuvre):
    """A situation in which units fight: ``Battlefield("combat", g_pz1="08.09", s_rgt1="09.10")``."""

    def calculated(self, attack: str, defend: str = "") -> OddsCalculation:
        """Calculate the odds of an attack without making it, with the first or the given defence."""
        copied = self.copy()
        copied.give(attack)
        return copied.calculated_answer(
            defend or str(defence.answers(copied.state, copied.state.questions[-1])[0])
        )

    def copy(self) -> Battlefield:
        """Return an independent copy."""
        copied: Battlefield = object.__new__(type(self))
        copied.scenario, copied.state = self.scenario, self.state.copy()
        return copied

    def calculated_answer(self, defend: str) -> OddsCalculation:
        """Calculate the odds of the current combat with an answer of the defender."""
        order = self.order(defend)
        fight = current_combat(self.state)
        supply = defence.defence_payment(self.state, fight, order.words)
        guard = self.unit(order.units[0])
        supplied = fight.defenders & ~supply.unpaid
        return calculate_odds(
            self.state, defence.with_defender_choices(self.state, fight, guard, supplied, order.words)
        )

    def fight(self, attack: str, code: str, defend: str = "", then: tuple[int, ...] = ()) -> list[Event]:
        """Fight a combat with a given result, with the first or the given defence."""
        events = self.give(attack)
        question = self.state.questions[-1]
        assert question.kind == "defend"
        defend = defend or str(defence.answers(self.state, question)[0])
        sums, overrun = self.calculated_answer(defend), current_combat(self.state).overrun
        dice = faces_for(sums.column, sums.drm, sums.hedgehog, overrun, code)
        return [*events, *self.give(defend, *dice, *then)]

    def asked(self) -> str:
        """Return the kind of the open question; empty for none."""
        return self.state.questions[-1].kind if self.state.questions else ""

    def asks(self) -> tuple[str, int]:
        """Return the kind of the open question and the side that answers."""
        return self.state.questions[-1].kind, self.state.questions[-1].side

    def answers(self, verb: str = "") -> set[str]:
        """Return the answers offered, of one verb or all."""
        from grognard.games.ocs.interface.questions import QUESTIONS

        question = self.state.questions[-1]
        found: list[Order] = list(QUESTIONS[question.kind].answers(self.state, question))
        return {str(order) for order in found if not verb or order.verb == verb}

    def ends(self) -> set[str]:
        """Return the hexes where the retreats offered end."""
        return {text.split("-")[-1] for text in self.answers("retreat")}

    def steps(self, id_: str) -> int:
        """Return the steps a unit has lost."""
        return self.state.lost[self.unit(id_)]

    def having(self, name: str) -> set[str]:
        """Return the ids of the counters in a set of the state, such as ``dg``."""
        return self.ids(getattr(self.state, name))

    def stocks(self, *ids: str, low: bool = False) -> None:
        """Mark the internal stocks of units as exhausted, or low."""
        name = "low" if low else "exhausted"
        setattr(self.state, name, getattr(self.state, name) | self.bit(*ids))

    def strengths(self, sums: tuple[UnitStrength, ...]) -> dict[str, float]:
        """Return the strength of each unit."""
        return {self.scenario.counter_ids[strength.unit]: float(strength.value) for strength in sums}

    def on_map(self, ids: str) -> set[str]:
        """Return the units that are on the map."""
        return {id_ for id_ in ids.split(",") if self.at(id_)}

    def members(self, hex_: str) -> set[str]:
        """Return all counters in a hex."""
        return self.ids(sum(1 << c for c in bits(self.state.here.get(self.hex(hex_), 0))))
