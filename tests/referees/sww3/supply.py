"""Supply: sources, ports and traces."""

from __future__ import annotations

from tests.referees.sww3.ground import Ground
from tests.referees.sww3.setting import HOME, SOVIET_AT_START, Unit


class Supply(Ground):
    """Supply: sources, ports and traces."""

    def overland(self, unit: Unit) -> bool:
        """Whether a unit on the map has supply other than by an aerial marker [R-PIN-14]."""
        hex_ = unit.at
        if self.turn == 1 or "dropped" in unit.flags:  # [5.5, 10.2]
            return True
        if hex_ in self.region(HOME.get(unit.nation, "")):  # [9.14]
            return True
        if self.on_sandown(hex_):
            if unit.side == "soviet" and hex_ in self.region("black-sea") | self.region("caspian-sea"):
                return True  # [9.19]
            if unit.side == "allied" and hex_ in self.region("open-coast"):
                return True  # [9.18]
        elif unit.side == "allied" and (hex_ in self.region("coast") or "berlin" in unit.tags):
            return True  # [9.20, 9.19]
        return self._traces(unit)

    def supplied(self, unit: Unit) -> bool:
        """Whether a unit on the map is in supply [9.2, 9.18]."""
        if (unit.id, unit.at) not in self._supplied:
            self._supplied[unit.id, unit.at] = self.overland(unit) or unit.at in self.aerial
        return self._supplied[unit.id, unit.at]

    def sources(self, unit: Unit) -> set[str]:
        """Return the hexes from which a unit may draw supply [9.15-9.17]."""
        side, enemy = unit.side, self.enemy(unit.side)
        sandown = self.on_sandown(unit.at)
        if side == "soviet":
            edge = self.region("ussr-edge" if sandown else "communist-edge")
            ours = set().union(*(self.region(country) for country in SOVIET_AT_START))
            return {
                h
                for h in edge & self.ground.land
                if not self.in_hex(h, enemy) and (h in ours or self.controls(side, h))
            }
        if not sandown and unit.at in self.region("italy"):
            return {h for h in self.region("italian-edge") if not self.in_hex(h, enemy)}
        if not sandown and unit.at in self.region("north-of-kiel-canal"):
            return {h for h in self.region("danish-supply") if not self.in_hex(h, enemy)}
        found = {h for h in self.allied_ports() if self.on_sandown(h) == sandown}
        if sandown:
            found |= {h for h in self.region("south-roads") if self.controls(side, h)}
        return found & self.ground.land

    def allied_ports(self) -> set[str]:
        """Return the ports that work for the Allies [9.15, R-SAN-14]."""
        closed = self.region("black-sea") | self.region("caspian-sea")
        return {
            h
            for h in self.ground.ports
            if h not in self.nuked
            and h not in self.neutral
            and h not in closed
            and self.controls("allied", h)
        }

    def _traces(self, unit: Unit) -> bool:
        """Search for a path from a unit to a source [9.3-9.6, R-SWW-25]."""
        sources, watched = self.sources(unit), self.zoc(self.enemy(unit.side))
        seen, todo = {unit.at}, [unit.at]
        while todo:
            hex_ = todo.pop()
            if hex_ in sources:
                return True
            for to in self.open_steps(hex_):
                if to in seen or self.in_hex(to, self.enemy(unit.side)):
                    continue
                if self.is_city(to) and not self.controls(unit.side, to):
                    continue
                if to in watched and not self.in_hex(to, unit.side):
                    continue
                if to in self.neutral:
                    continue  # [R-PIN-06, R-PIN-33]
                seen.add(to)
                todo.append(to)
        return False
