"""The three bots: one runs for empty objectives, one concentrates and attacks, one sits on what it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.core.hexes.grid import Hex, HexSet
from grognard.sim.bots.bot import Bot, Wish, beside, into, nearest
from grognard.sim.bots.ground import Ground

MARCH = 8
"""Distance in hexes within which an enemy is a danger to an objective."""


def guards(ground: Ground, share: float) -> set[str]:
    """Return units that stay where they are: in every threatened objective as many as the threat asks for."""
    kept: set[str] = set()
    for hex_ in ground.mine:
        threat, force = ground.threat(hex_, MARCH), 0
        here = sorted((u for u, at in ground.at.items() if at == hex_), key=lambda u: (ground.strength[u], u))
        for unit in here if threat else ():
            if force and force >= share * threat:
                break
            kept.add(unit)
            force += ground.strength[unit]
    return kept


def back(ground: Ground, reach: dict[str, HexSet], free: list[str]) -> Iterator[tuple[str, Hex]]:
    """Yield a unit for every empty objective of our own that the enemy is near to."""
    bare = [h for h in ground.mine if h not in ground.force and ground.threat(h, MARCH)]
    taken: set[str] = set()
    for hex_ in bare:
        able = [unit for unit in free if unit not in taken and reach[unit] >> hex_ & 1]
        if able:
            unit = min(able, key=lambda unit: (ground.strength[unit], unit))
            taken.add(unit)
            yield unit, hex_


def spread(ground: Ground, free: list[str]) -> Iterator[tuple[str, Wish]]:
    """Yield units on their way to objectives: each to the nearest where the force is not yet enough."""
    needed = {hex_: 1 + 2.5 * ground.threat(hex_, 1) for hex_ in ground.theirs}
    for unit in sorted(free, key=lambda unit: (-ground.strength[unit], unit)):
        open_ = [hex_ for hex_, need in needed.items() if need > 0] or ground.theirs
        start = ground.at.get(unit)
        if start is None or not open_:
            yield unit, nearest(ground, ground.theirs)
            continue
        goal = min(open_, key=lambda hex_: (ground.grid.distance(start, hex_), hex_))
        needed[goal] = needed.get(goal, 0) - ground.strength[unit]
        yield unit, into(ground, goal)


class Raider(Bot):
    """Enters every empty objective it can reach, keeps one unit in its own, and goes on to the next."""

    gain = 0.05

    def wishes(self, ground: Ground, reach: dict[str, HexSet]) -> Iterable[tuple[str, Wish]]:
        """Yield runs for empty objectives, then garrisons, then attacks, then the way to other objectives."""
        kept = set() if ground.last else guards(ground, 0.0)
        free = [unit for unit in reach if unit not in kept]
        runs = self.to_empty(ground, reach, free)
        if not ground.last:
            for unit, hex_ in back(ground, reach, [unit for unit in free if unit not in runs]):
                runs[unit] = hex_
        for unit, hex_ in runs.items():
            yield unit, into(ground, hex_)
        attacks = self.to_attack(ground, [u for u in free if u not in runs], 2.5)
        for unit, hex_ in attacks.items():
            yield unit, beside(ground, hex_)
        yield from spread(ground, [u for u in free if u not in runs and u not in attacks])


class Steamroller(Bot):
    """Brings everything against the objectives where it is strongest, and attacks at the best odds."""

    def wishes(self, ground: Ground, reach: dict[str, HexSet]) -> Iterable[tuple[str, Wish]]:
        """Yield attacks at good odds, then empty objectives on the way, then the march to the focus."""
        free = [unit for unit in reach if unit not in guards(ground, 0.0) or ground.last]
        attacks = self.to_attack(ground, free, 2.0)
        for unit, hex_ in attacks.items():
            yield unit, beside(ground, hex_)
        rest = [unit for unit in free if unit not in attacks]
        runs = self.to_empty(ground, reach, rest)
        for unit, hex_ in runs.items():
            yield unit, into(ground, hex_)
        focus = self._focus(ground)
        for unit in rest:
            if unit not in runs:
                yield unit, nearest(ground, focus)

    def _focus(self, ground: Ground) -> list[Hex]:
        """Return the objectives with the best ratio of own to enemy strength around them."""

        def ratio(hex_: Hex) -> float:
            own = sum(s / (1 + ground.grid.distance(at, hex_)) for at, s in ground.force.items())
            return -own / (1 + ground.threat(hex_, MARCH // 2))

        return sorted(ground.theirs, key=ratio)[:3]


class Turtle(Bot):
    """Sits on its objectives in strength, takes what is empty, and strikes only what is near."""

    gain = 0.1

    def wishes(self, ground: Ground, reach: dict[str, HexSet]) -> Iterable[tuple[str, Wish]]:
        """Yield runs for what is empty, then units for objectives by the threat to them."""
        kept = guards(ground, 0.0 if ground.last else 0.5)
        free = [unit for unit in reach if unit not in kept]
        runs = self.to_empty(ground, reach, free)
        for unit, hex_ in runs.items():
            yield unit, into(ground, hex_)
        force = dict(ground.force)
        rest: list[str] = []
        for unit in sorted(free, key=lambda unit: (-ground.strength[unit], unit)):
            short = [
                (ground.grid.distance(ground.at.get(unit, hex_), hex_), hex_)
                for hex_ in ground.mine
                if force.get(hex_, 0) < 0.7 * ground.threat(hex_, MARCH)
            ]
            if unit in runs:
                continue
            if ground.last or not short:
                rest.append(unit)
                continue
            goal = min(short)[1]
            force[goal] = force.get(goal, 0) + ground.strength[unit]
            yield unit, into(ground, goal)
        attacks = self.to_attack(ground, rest, 3.0)
        for unit, hex_ in attacks.items():
            yield unit, beside(ground, hex_)
        yield from spread(ground, [unit for unit in rest if unit not in attacks])


BOTS: dict[str, type[Bot]] = {"raider": Raider, "steamroller": Steamroller, "turtle": Turtle}
"""The bots by name."""
