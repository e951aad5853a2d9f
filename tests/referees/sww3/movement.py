"""Movement: costs, columns, entry, drops and moves by sea."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence

from tests.referees.sww3.setting import Unit
from tests.referees.sww3.supply import Supply


class Movement(Supply):
    """Movement: costs, columns, entry, drops and moves by sea."""

    def may_move(self, unit: Unit) -> bool:
        """Whether a unit on the map can still move in this phase."""
        if self.phase != "movement" or unit.side != self.side or not self.on_map(unit):
            return False
        if self.letter and not unit.at.startswith(self.letter):
            return False
        return unit.kind != "static" and not unit.flags & {"moved", "disrupted", "dropped", "sailed"}

    def allowance(self, unit: Unit, column: bool) -> int:
        """Return the MP of a unit [9.7, 11.16, 11.18, R-SWW-05]."""
        points = unit.movement
        if not self.supplied(unit):
            points = math.ceil(points / 2)
        if column:
            points *= 2
        return points - 1 if unit.id in self.mixed else points

    def step_cost(self, unit: Unit, from_: str, to: str) -> float:
        """Return the MP of one step without ZOCs [6.5, 11.8-11.17]."""
        river = frozenset((from_, to)) in self.ground.rivers
        under_air = self.air_against(unit.side)
        if self.on_sandown(to):
            road = frozenset((from_, to)) in self.ground.roads and not {from_, to} & self.nuked
            hostile = self.is_city(to) and not self.controls(unit.side, to)
            if road and not hostile and not {from_, to} & under_air:
                return 0.5  # [11.16, R-SAN-13, R-SWW-40]
            into = {"clear": 1, "rough": 2, "mountain": 3, "marsh": 3}[self.terrain(to)]
        else:
            polder = 3 if self.flooded else 1
            into = {"clear": 1, "rough": 2, "mountain": 3, "polder": polder}[self.terrain(to)]
            if unit.kind == "mountain" and self.terrain(to) in ("rough", "mountain"):
                into = 1
            if frozenset((from_, to)) in self.ground.passes and not {from_, to} & self.nuked:
                into, river = 1, False  # the move costs 1 MP in all [11.10, R-PIN-34]
            if self.is_city(from_) or self.is_city(to):
                river = False  # [11.12]
        if to in self.ground.cities and to in self.nuked:
            into += 1  # [13.8]
        total = into + (1 if river else 0)
        if to in under_air:
            total += 2 if river else 1  # [R-SWW-07]
        return total

    def air_against(self, side: str) -> set[str]:
        """Return the range of the enemy's airpower."""
        key = f"air {side}"
        if key not in self._sets:
            self._sets[key] = self.air(self.enemy(side))
        return self._sets[key]

    def may_form_column(self, unit: Unit) -> bool:
        """Whether a unit may move in column [11.16, 6.5, R-SWW-40]."""
        watched = self.zoc_for_mover(unit.side) | self.air_against(unit.side)
        return not self.on_sandown(unit.at) and self.overland(unit) and unit.at not in watched

    def reach(self, unit: Unit, column: bool = False) -> dict[str, float]:
        """Return where a unit can move and at what cost."""
        if column and not self.may_form_column(unit):
            return {}
        return self._spread([unit], [(0.0, unit.at)], self.allowance(unit, column), column)

    def reach_together(self, units: Sequence[Unit]) -> dict[str, float]:
        """Return where units in one hex can move together, at the pace of the slowest [11.4]."""
        return self._spread(units, [(0.0, units[0].at)], min(self.allowance(u, False) for u in units), False)

    def entry(self, unit: Unit) -> dict[str, float]:
        """Return where an off-map Soviet unit can go by the map edge, in column or not [10.3, R-SWW-43]."""
        watched, air = self.zoc_for_mover(unit.side), self.air_against(unit.side)
        found: dict[str, float] = {}
        edge = "ussr-edge" if self.on_sandown(self.letter) else "communist-edge"
        unit.at = next(iter(self.region(edge)))  # the sources of that map
        sources = self.sources(unit)
        unit.at = "off"
        for column in (False, True):
            if column and self.on_sandown(self.letter):
                continue
            start = []
            for hex_ in sources:
                if not self.open_to(unit, hex_) or not self.has_room(hex_, [unit]):
                    continue
                hostile = self.is_city(hex_) and not self.controls(unit.side, hex_)
                if column and (hex_ in watched | air or hostile):
                    continue
                price = self.step_cost(unit, "off", hex_)
                start.append((price + (1 if hex_ in watched else 0), hex_))
            reach = self._spread([unit], start, unit.movement * (2 if column else 1), column)
            for hex_, spent in reach.items():
                found[hex_] = min(spent, found.get(hex_, spent))
        return found

    def drop_hexes(self, unit: Unit) -> set[str]:
        """Return the hexes into which a unit can be dropped [10.2, R-SWW-27, R-SWW-37]."""
        return {
            h
            for h in self.ground.land
            if h.startswith(self.letter)
            and self.terrain(h) == "clear"
            and not self.in_hex(h, self.enemy(unit.side))
            and self.has_room(h, [unit])
        }

    def _spread(
        self, units: Sequence[Unit], start: list[tuple[float, str]], points: float, column: bool
    ) -> dict[str, float]:
        unit = next((u for u in units if u.kind != "mountain"), units[0])  # who pays most [11.9]
        watched = self.zoc_for_mover(unit.side)
        shut = watched | self.air_against(unit.side) if column else set()
        best: dict[str, float] = {}
        todo = list(start)
        heapq.heapify(todo)
        while todo:
            spent, hex_ = heapq.heappop(todo)
            if hex_ in best or spent > points:
                continue
            best[hex_] = spent
            for to in self.open_steps(hex_):
                if not all(self.open_to(u, to) for u in units) or not self.has_room(to, units):
                    continue
                if column and (to in shut or (self.is_city(to) and not self.controls(unit.side, to))):
                    continue
                price = self.step_cost(unit, hex_, to)
                price += (1 if hex_ in watched else 0) + (1 if to in watched else 0)  # [8.3]
                heapq.heappush(todo, (spent + price, to))
        best.pop(unit.at, None)
        return best

    def sea_moves(self, unit: Unit) -> set[str]:
        """Return the ports an Allied unit can sail to [11.19, R-PIN-25, R-SWW-42]."""
        if unit.side != "allied" or not self.may_move(unit) or unit.flags & {"fought"}:
            return set()
        ports = {
            h
            for h in self.allied_ports() & self.ground.land
            if self.on_sandown(h) == self.on_sandown(unit.at)
        }
        if unit.at not in ports or (self.sea_from and unit.at != self.sea_from):
            return set()
        return {
            port
            for port in ports - {unit.at}
            if self.open_to(unit, port) and self.has_room(port, [unit]) and self.sea_to in ("", port)
        }
