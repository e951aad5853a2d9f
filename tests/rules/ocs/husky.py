"""Husky and its short scenarios as they are set up, with counters moved where a test wants them."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.facts import changed
from grognard.games.ocs.definition import GAME
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import put, put_aboard
from grognard.games.ocs.terrain.weather import FLIGHT
from grognard.games.ocs.turn.setup import deploy
from tests.rules.ocs.chosen_options import playing
from tests.rules.ocs.order_helpers import Manoeuvre

ALLIED, AXIS = 0, 1


@lru_cache
def campaign(name: str) -> OcsScenario:
    """Return a scenario of Husky, compiled once."""
    return GAME.scenarios(name, {})


class Campaign(Manoeuvre):
    """The start of a scenario: ``Campaign("gela", "movement", turn=2, u_39="TUNISIA", u_7="27.12 m")``.

    A counter at the id of a box or of landing craft is in it or aboard.
    """

    def __init__(
        self,
        name: str,
        phase: str = "movement",
        side: int = ALLIED,
        turn: int = 1,
        option: str = "",
        **at: str,
    ) -> None:
        scenario = campaign(name)
        super().__init__(phase, 0, turn, playing(option, base=scenario) if option else scenario)
        state = self.state
        deploy(state)
        state.turn, state.first = turn, side
        state.flight = FLIGHT.index("normal")
        self.go_to(phase)
        for id_, place in at.items():
            self.put(id_.replace("_", "-"), place)
        self.go_to(phase)

    def put(self, id_: str, where: str) -> int:
        """Put a counter into a hex, box or landing craft, with marks."""
        host, _, marks = where.partition(" ")
        unit = self.unit(id_)
        if host not in self.scenario.index:
            put(self.state, unit, self.hex(host))
        else:
            put_aboard(self.state, unit, self.unit(host))
        self.state.turned = self.state.turned & ~(1 << unit) | ("m" in marks) << unit
        self.state.lost[unit] = marks.count("*")
        changed(self.state)
        return unit

    def place(self, id_: str) -> str:
        """Return the hex of a counter, or the id of what it is on; empty if it is off the map."""
        host = self.state.host[self.unit(id_)]
        return self.scenario.counter_ids[host] if host >= 0 else self.at(id_)

    def take(self, id_: str) -> None:
        """Remove a counter from play."""
        put(self.state, self.unit(id_), -1)
