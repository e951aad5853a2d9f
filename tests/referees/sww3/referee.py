"""Victory points; the referee with all of its questions."""

from __future__ import annotations

from collections.abc import Iterable

from tests.referees.sww3.combat import Combat
from tests.referees.sww3.setting import CITY_POINTS, STACK


class Referee(Combat):
    """Victory points; the referee with all of its questions."""

    def points(self, letter: str = "") -> int:
        """Return the Soviet victory points on a map [4.3]."""
        total = 0
        for place in self.board.places.values():
            hex_ = place["hex"]
            if hex_ not in self.red or hex_ not in self.ground.cities or not hex_.startswith(letter):
                continue
            if self.on_sandown(hex_):
                kinds = {place["kind"], *place.get("tags", ())}
                total += 5 if "oil" in kinds else 3 if "capital" in kinds else 2
            else:
                countries = [c for c in CITY_POINTS if hex_ in self.region(c)]
                total += sum(CITY_POINTS[c] for c in countries)
        return total

    def overstacked(self) -> Iterable[str]:
        """Return the hexes with too many steps, or with units of both sides [7.1, 7.3]."""
        return [
            hex_
            for hex_, units in self.stacks().items()
            if sum(u.steps for u in units) > STACK or len({u.side for u in units}) > 1
        ]
