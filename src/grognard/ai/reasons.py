"""Reasons in words: the purpose of an order, and the gist of a plan for a turn.

They are made from objectives, enemies and distances in a side's own view, and know no game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from grognard.core.contract.intentions import Intention
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.view import View
from grognard.core.english import enumerated, plural
from grognard.core.hexes.grid import Hex

NEAR = 5
"""Distance in hexes at which an enemy or an objective matters."""
MOST = 2
"""Maximum number of places that a sentence names."""

Kind = Literal[
    "take", "hold", "attack", "close", "approach", "cover", "back", "follow", "support", "ready", "none"
]


class Purpose(NamedTuple):
    """What an order is for: something about a place."""

    kind: Kind
    place: str = ""
    """The name of an objective, or else the number of a hex."""
    far: int = 0
    """Distance that is left to the place."""

    def __str__(self) -> str:
        return _SAYS[self.kind].format(place=self.place, far=plural(self.far, "hex", "hexes"))


_SAYS: dict[Kind, str] = {
    "take": "takes {place}",
    "hold": "keeps a garrison in {place}",
    "attack": "strikes at {place}",
    "close": "closes with the enemy in {place}",
    "approach": "on the way to {place}, {far} ahead",
    "cover": "covers {place}",
    "back": "draws back from the enemy",
    "follow": "keeps up with the others",
    "support": "supports the units at {place}",
    "ready": "gets ready for what follows",
    "none": "nothing more to gain in this phase",
}


class Ground:
    """The objectives and enemies that a side sees."""

    def __init__(self, scenario: Scenario, view: View) -> None:
        self._grid = scenario.board.grid
        self._side = view.side
        self._names: dict[Hex, str] = {}
        self._own: list[Hex] = []
        self._theirs: list[Hex] = []
        for goal in view.objectives:
            hex_ = self._grid.find(goal.hex)
            if hex_ is not None:
                self._names[hex_] = goal.name or goal.hex
                (self._own if goal.held_by == view.side else self._theirs).append(hex_)
        places = {unit.at for unit in view.units if unit.side and unit.side != view.side and not unit.marker}
        found = (self._grid.find(place) for place in sorted(places))
        self._enemies = [hex_ for hex_ in found if hex_ is not None]

    def purpose(self, order: Order) -> Purpose:
        """Return what an order is for."""
        target = self._grid.find(order.target) if order.target else None
        if not order.units:
            return Purpose("none") if target is None else Purpose("support", self._name(target))
        start = self._grid.find(order.path[0]) if order.path else None
        end = self._grid.find(order.path[-1]) if order.path else None
        if end is None:
            return Purpose("ready") if target is None else Purpose("attack", self._name(target))
        if end in self._theirs:
            return Purpose("take", self._name(end))
        if end in self._own:
            return Purpose("hold", self._name(end))
        near = self._nearest(end, self._enemies)
        if near is not None and self._grid.distance(end, near) == 1:
            return Purpose("close", self._name(near))
        return self._march(start if start is not None else end, end, near)

    def _march(self, start: Hex, end: Hex, enemy: Hex | None) -> Purpose:
        """Return what a move is for that ends neither in an objective nor next to the enemy."""
        far = self._grid.distance
        goal = self._nearest(end, self._theirs)
        if goal is not None and (far(end, goal) < far(start, goal) or start == end):
            return Purpose("approach", self._name(goal), far(end, goal))
        own = self._nearest(end, self._own)
        if own is not None and far(end, own) <= NEAR:
            return Purpose("cover", self._name(own))
        if enemy is not None and far(end, enemy) > far(start, enemy):
            return Purpose("back")
        return Purpose("follow")

    def _nearest(self, hex_: Hex, others: Sequence[Hex]) -> Hex | None:
        return min(others, key=lambda other: (self._grid.distance(hex_, other), other), default=None)

    def _name(self, hex_: Hex) -> str:
        return self._names.get(hex_) or self._grid.label(hex_)


def reason(scenario: Scenario, view: View, order: Order) -> str:
    """Return why an order of a plan is given."""
    return str(Ground(scenario, view).purpose(order))


def briefing(
    scenario: Scenario, view: View, intention: Intention, orders: Iterable[Order], feared: Sequence[str]
) -> str:
    """Return a plan in two sentences: where its weight is, and where the enemy is expected.

    `feared` are the objectives most often lost when the intention was played out.
    """
    ground = Ground(scenario, view)
    effort, kept = Counter[str](), Counter[str]()
    for order in orders:
        purpose = ground.purpose(order)
        if purpose.kind in ("take", "close", "approach", "attack"):
            effort[purpose.place] += len(order.units)
        elif purpose.kind in ("hold", "cover"):
            kept[purpose.place] += len(order.units)
    parts = []
    if effort and not intention.effort:  # otherwise its name says so
        most = [place for place, _ in effort.most_common(MOST)]
        parts.append(f"main effort on {enumerated(most)} with {plural(effort[most[0]], 'unit')} and more")
        if len(most) == 1 or sum(effort.values()) == effort[most[0]]:
            parts[-1] = f"main effort on {most[0]} with {plural(effort[most[0]], 'unit')}"
    if kept:
        places = [place for place, _ in kept.most_common(MOST)]
        parts.append(f"{plural(sum(kept.values()), 'unit')} to cover {enumerated(places)}")
    name = intention.name
    plan = f"{name[:1].upper()}{name[1:]}: {'; '.join(parts) or 'the units stay where they are'}."
    fear = f" I expect you at {enumerated(feared[:MOST])}." if feared else " I do not expect to lose a place."
    return plan + fear
