"""The campaigns for rule tests: the real boards and armies, scripted dice, one order at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Dice
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.grand_campaign.definition import GAME as GRAND
from grognard.games.pincher.definition import GAME as PINCHER
from grognard.games.sandown.definition import GAME as SANDOWN
from grognard.games.sww3 import rules
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import AWAY, lose_step, put
from grognard.games.sww3.model.theatre import Theatre
from grognard.games.sww3.turn import victory
from grognard.games.sww3.turn.starting_areas import starting_ground
from tests.rules.sww3.field import Field

GAMES = {
    "pincher": (PINCHER, "campaign"),
    "sandown": (SANDOWN, "campaign"),
    "grand": (GRAND, "grand-campaign"),
}


class War(Field):
    """A campaign at its start: ``War("pincher")``; with `at`, the empty map with these units alone."""

    def __init__(
        self,
        game: str,
        phase: str = "",
        turn: int = 0,
        at: Mapping[str, str] | None = None,
        options: Mapping[str, Any] | None = None,
        scenario: str = "",
    ) -> None:
        definition, name = GAMES[game]
        self.scenario = definition.scenarios(scenario or name, options or {})
        self.state = rules.setup(self.scenario, Dice(1))
        self.halts = False
        if at is not None:
            for c in range(self.scenario.unit_count):
                put(self.state, c, AWAY)
            starting_ground(self.state)
            for id_, where in at.items():
                self.put(id_, where.rstrip("*"))
                if where.endswith("*"):
                    lose_step(self.state, self.scenario.index[id_])
        self.state.turn = turn or self.state.turn
        if phase:
            self.go_to(phase)

    def go_to(self, phase: str) -> None:
        """Go to a phase such as ``nato movement``, reached by moving first."""
        name, what = phase.split()
        super().go_to(f"{'soviet' if name == 'soviet' else 'allied'} {what}")

    @property
    def asked(self) -> tuple[str, str]:
        """The side that must decide, and what; atomic attacks are declined unless `halts` is set."""
        while self.state.questions and self.state.questions[-1].kind == "halt" and not self.halts:
            (side,) = rules.to_act(self.state)
            rules.apply(self.state, side, Order("decline"), Ones())
        return super().asked

    def refused(self, text: str, rule: str, by: str = "") -> str:
        """Assert that an order is refused by that rule; the reason."""
        assert self.asked  # declines atomic attacks
        return super().refused(text, rule, by)

    # -- getting on with it ---------------------------------------------------------------------

    def pass_to(self, *phases: str, turn: int = 0) -> list[Event]:
        """Do as little as possible until one of the phases is reached."""
        events: list[Event] = []
        while (turn and self.state.turn < turn) or rules.phase(self.state) not in phases:
            assert self.state.result is None, self.state.result
            events += self.do_little()
        assert self.asked
        return events

    def do_little(self) -> list[Event]:
        """Give the least order the decision allows; all dice roll 1."""
        side, kind = self.asked
        match kind:
            case "air":
                order = Order("air", target=self.far_hex()) if self.state.to_place else Order("roll")
            case "declare":
                order = Order("declare", words=("move",))
            case "mobilization" | "reinforcement":
                listed = list(self.choices(side).all())
                order = next((o for o in listed if o.verb == "land"), Order("end"))
            case _:
                order = Order("end")
        assert rules.check(self.state, side, order) is None, (order, rules.check(self.state, side, order))
        return rules.apply(self.state, side, order, Ones())

    def far_hex(self) -> str:
        """A hex where an airpower marker does nothing."""
        here = self.scenario.theatres[self.state.now.theatre].hexes
        harmless = here & ~self.scenario.grid.spread(self.scenario.land) & ~self.scenario.land
        return self.scenario.grid.label(bits(harmless & ~self.state.markers)[0])

    # -- asking about the map -------------------------------------------------------------------

    @property
    def theatre(self) -> Theatre:
        """The first map."""
        return self.scenario.theatres[0]

    def label(self, hex_: Hex) -> str:
        """The number of a hex."""
        return self.scenario.grid.label(hex_)

    def city(self, name: str) -> str:
        """The hex of a place."""
        return self.label(self.scenario.board.places[name].hex)

    def cities(self, *countries: str) -> list[str]:
        """The cities of countries."""
        found: list[str] = []
        for theatre in self.scenario.theatres:
            found += self.labels(theatre.cities & theatre.regions(countries))
        return found

    def plain(self, country: str, terrain: str = "clear") -> list[str]:
        """Hexes of a country with a kind of terrain and no city."""
        found: list[str] = []
        for theatre in self.scenario.theatres:
            mask = theatre.region(country) & self.scenario.board.terrain_mask(terrain) & ~theatre.cities
            found += self.labels(mask & self.scenario.land)
        return found

    def open_ground(self, country: str) -> tuple[str, list[str]]:
        """A clear hex of a country amid clear hexes without rivers, and its neighbours in order."""
        plain, board = set(self.plain(country)), self.scenario.board
        for label in sorted(plain):
            hex_ = self.hex(label)
            around = self.scenario.grid.adjacent[hex_]
            wet = any(board.has_side(kind, hex_, n) for kind in ("river", "canal") for n in around)
            near = [self.label(h) for h in around]
            if len(near) == 6 and set(near) <= plain and not wet:
                return label, near
        raise AssertionError(f"{country} has no open ground")

    def labels(self, hexes: HexSet) -> list[str]:
        """Hexes by number."""
        return self.scenario.grid.names(hexes)

    def units(self, nation: str = "", where: str = "") -> list[str]:
        """The units of a nation, at a place."""
        return [
            counter.id
            for counter in self.scenario.counters
            if (not nation or counter.nation == nation) and (not where or self.where(counter.id) == where)
        ]

    # -- changing things ------------------------------------------------------------------------

    def sky(self, side: int, aerial: int = 1, theatre: int = 0) -> None:
        """Give a side air superiority on a map, with aerial supply."""
        self.state.air[theatre] = side
        self.state.aerial_left[theatre] = aerial
        changed(self.state)

    def seize(self, side: int, labels: Iterable[str]) -> None:
        """Give a side control of hexes."""
        mask = self.scenario.grid.mask(labels)
        self.state.red = self.state.red | mask if side == SOVIET else self.state.red & ~mask
        changed(self.state)

    def held_by(self, label: str) -> int:
        """The side that controls a hex."""
        return SOVIET if self.state.red >> self.hex(label) & 1 else ALLIED

    def judge(self) -> str:
        """Check victory in Phase IV on every map; return the rule of a victory, if any."""
        for step, each in enumerate(self.scenario.sequence):
            if each.phase == "victory" and self.state.result is None:
                self.state.phase_index = step
                victory.check_victory(self.state, "phase")
        return self.state.result.rule if self.state.result else ""

    @property
    def winner(self) -> str:
        """The side that has won, or nothing."""
        return self.state.result.winner if self.state.result else ""


class Ones:
    """Dice that always roll 1, and 2 for Soviet air superiority, so that it is never tied."""

    def roll(self, purpose: str, sides: int = 6) -> int:
        """One."""
        return 2 if re.match("(Soviet|Communist) air", purpose) else 1


@lru_cache
def counters(game: str) -> dict[str, Any]:
    """The counters of a game by id."""
    war = War(game)
    return {counter.id: counter for counter in war.scenario.counters}
