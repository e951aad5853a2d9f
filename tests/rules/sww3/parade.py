"""A small board for movement and supply: sea in the west, the Soviet supply edge in the east."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from grognard.core.contract.events import Event
from grognard.core.dice import Dice
from grognard.core.facts import changed
from grognard.core.hexes.grid import HexSet
from grognard.games.sww3 import rules
from grognard.games.sww3.model.state import lose_step, zone
from grognard.games.sww3.movement import moves
from grognard.games.sww3.movement.movement_limits import allowance
from grognard.games.sww3.support import supply
from tests.rules.sww3.field import Field

IDLE = ("end", "declare move", "pass", "stay", "stop", "roll")
"""Orders that do nothing where nothing has to be done."""


class Parade(Field):
    """A situation on that board, by default on turn 2: ``Parade("pincher", t1="0905", u1="0605")``."""

    folder: ClassVar[Path] = Path(__file__).parents[2] / "fixtures" / "march"

    def __init__(self, game: str, phase: str = "soviet movement", turn: int = 2, /, **at: str) -> None:
        super().__init__(game, phase, turn)
        theatre = self.scenario.theatres[0]
        self.state.red = theatre.regions(theatre.charts["control"]["soviet"])
        self.state.neutral = theatre.regions(theatre.neutrals)
        for id_, where in at.items():
            self.put(id_, where.rstrip("*"))
            if where.endswith("*"):
                lose_step(self.state, self.scenario.index[id_])

    def cost(self, id_: str, to: str, column: bool = False) -> float | None:
        """The MP a unit pays to reach a hex; None if it cannot."""
        scale = self.scenario.theatres[0].scale
        waves = moves.reached(self.state, self.scenario.index[id_], column)
        found = [spent / scale for spent, wave in enumerate(waves) if wave >> self.hex(to) & 1]
        return found[0] if found else None

    def column(self, id_: str, to: str) -> float | None:
        """The same in column."""
        return self.cost(id_, to, True)

    def points(self, id_: str, column: bool = False) -> float:
        """A unit's movement allowance."""
        scale = self.scenario.theatres[0].scale
        return allowance(self.state, self.scenario.index[id_], column) / scale

    def supplied(self, id_: str) -> bool:
        """Whether a unit is in supply."""
        return supply.in_supply(self.state, self.scenario.index[id_])

    def zone(self, side: int) -> set[str]:
        """The zone of control of a side, by hex numbers."""
        return self.names(zone(self.state, side))

    def names(self, mask: HexSet) -> set[str]:
        """Hexes by their numbers."""
        return set(self.scenario.grid.names(mask))

    def idle(self, turns: int = 0, phase: str = "soviet movement") -> None:
        """Pass, doing no more than necessary, until a phase some turns later."""
        turn, dice = self.state.turn + turns, Dice(1)
        while (self.state.turn, rules.phase(self.state)) != (turn, phase):
            side = rules.to_act(self.state)[0]
            decision = rules.choices(self.state, side)
            assert decision is not None
            orders = {str(order): order for order in decision.orders("")}
            order = next((orders[text] for text in IDLE if text in orders), next(iter(orders.values())))
            rules.apply(self.state, side, order, dice)

    def calm(self) -> None:
        """Decline atomic attacks in this phase."""
        while self.asked[1] == "halt":
            super().play("decline")

    def play(self, text: str, *dice: int, by: str = "") -> list[Event]:
        """Decline atomic attacks and give a legal order."""
        self.calm()
        return super().play(text, *dice, by=by)

    def refused(self, text: str, rule: str, by: str = "") -> str:
        """Assert that an order is refused by that rule; the reason."""
        self.calm()
        return super().refused(text, rule, by)

    def orders(self) -> set[str]:
        """Every order that is listed, each of which must be legal."""
        self.calm()
        return super().orders()

    def hold(self, side: int, *labels: str) -> None:
        """Give a side control of hexes."""
        mask = self.scenario.grid.mask(labels)
        self.state.red = self.state.red & ~mask if side else self.state.red | mask
        changed(self.state)

    def controls(self, side: int, label: str) -> bool:
        """Whether a side controls a hex."""
        return (self.state.red >> self.hex(label) & 1 == 1) == (side == 0)
