"""Rivers along hexsides, roads and passes through hexes: cheapest ways that keep near the real course."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Hashable, Iterable
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
import shapely

from grognard.core.draw.svg.curves import Plan, Spot
from grognard.core.hexes.grid import OFF, Hex, HexGrid
from maps.geo import Fit, Points
from maps.survey import board_point

_Node = TypeVar("_Node", bound=Hashable)
_Steps = Callable[[_Node], Iterable[tuple[_Node, float]]]

_NEAR = 0.8  # hexes: how far a point of a river may lie from the nearest usable corner
_FAR = 1.6  # hexes: how far the drawn course may stray from the real one
_JOINS = 0.2  # hexes: how near to another river's course an end counts as running into it
_SHORT = 1.2  # hexes: pieces below this are left out
_GAP = 0.6  # hexes: pieces of one river this near to one another are one
_ASIDE = 2.0  # cost: of a corner another river has
_OUT = 9.0  # cost: how far a river may be led on to its mouth
_STRETCH = 4  # hexsides: how far a river that ends short of the water is led on

Edge = tuple[Spot, Spot]


def cheapest(
    start: _Node, goal: Callable[[_Node], bool], steps: _Steps[_Node], most: float = math.inf
) -> list[_Node]:
    """The cheapest way to the nearest goal, both ends included; empty when there is none."""
    costs, before = {start: 0.0}, dict[_Node, _Node]()
    queue: list[tuple[float, int, _Node]] = [(0.0, 0, start)]
    tick = 0
    while queue:
        cost, _, node = heapq.heappop(queue)
        if goal(node):
            way = [node]
            while way[-1] in before:
                way.append(before[way[-1]])
            return way[::-1]
        if cost > costs[node]:
            continue
        for next_, price in steps(node):
            total = cost + price
            if total < costs.get(next_, math.inf) and total <= most:
                costs[next_], before[next_] = total, node
                tick += 1
                heapq.heappush(queue, (total, tick, next_))
    return []


class Rivers:
    """River hexsides of a board; those given first are met by those that follow."""

    def __init__(self, grid: HexGrid, fit: Fit, land: set[Hex]) -> None:
        self.fit = fit
        plan = Plan(grid, 1.0, 0.0, 0.0)
        self.sides: dict[Edge, tuple[Hex, Hex]] = {}
        self.shores: set[Spot] = set()
        """Corners at the sea, at a lake or at the edge of the board."""
        for hex_ in grid.hexes():
            for direction, other in enumerate(grid.neighbours[hex_]):
                edge = _ordered(plan.side(hex_, direction))
                if hex_ in land and other in land:
                    self.sides[edge] = (min(hex_, other), max(hex_, other))
                elif other == OFF or hex_ not in land:
                    self.shores.update(edge)
        self.near: dict[Spot, list[Spot]] = {}
        for a, b in sorted(self.sides):
            self.near.setdefault(a, []).append(b)
            self.near.setdefault(b, []).append(a)
        self.corners = sorted(self.near)
        self.at = {spot: (spot[0] / (2 * math.sqrt(3)), spot[1] / 2) for spot in self.corners}
        self._points = np.array([self.at[spot] for spot in self.corners])
        self.found: dict[str, set[Edge]] = {}
        self._courses: list[tuple[Any, set[Spot]]] = []

    def add(self, name: str, pieces: list[Points], mouth: Points | None) -> None:
        """Lead a river along hexsides, and on to its mouth in the sea where one is given."""
        courses = _joined([self.fit.board(piece) for piece in pieces if len(piece) > 1])
        stretches = [shapely.LineString(run) for course in courses for run in self._on_land(course)]
        for line in sorted(stretches, key=lambda part: -part.length):
            if line.length >= _SHORT:
                self._lead(name, line)
        if mouth is not None:
            self._flow_out(name, self.fit.board(mouth)[0])

    def _flow_out(self, name: str, mouth: Any) -> None:
        """Lead a river from its corner nearest to a point in the sea to the coast there."""
        corners = {spot for edge in self.found[name] for spot in edge}
        start = min(sorted(corners), key=lambda spot: math.dist(self.at[spot], mouth))
        line = shapely.LineString([self.at[start], mouth])
        price = {
            spot: 0.15 + float(line.distance(shapely.Point(self.at[spot]))) ** 2 for spot in self.corners
        }
        way = cheapest(
            start, lambda spot: spot in self.shores and math.dist(self.at[spot], mouth) < 1.2,
            lambda spot: [(next_, price[next_]) for next_ in self.near[spot]], _OUT,
        )  # fmt: skip
        if not way:
            raise ValueError(f"the {name} does not reach its mouth")
        self.found[name] |= {_ordered(step) for step in pairwise(way)}

    def _on_land(self, course: Points) -> list[list[tuple[float, float]]]:
        """The stretches of a course that run among the corners of land hexes."""
        runs: list[list[tuple[float, float]]] = [[]]
        for x, y in shapely.get_coordinates(shapely.segmentize(shapely.LineString(course), 0.1)):
            if np.hypot(*(self._points - (x, y)).T).min() < _NEAR:
                runs[-1].append((float(x), float(y)))
            elif runs[-1]:
                runs.append([])
        return [run for run in runs if len(run) > 1]

    def _lead(self, name: str, line: Any) -> None:
        shapely.prepare(line)
        coords = shapely.get_coordinates(line)
        start, end = (self._end((float(x), float(y))) for x, y in (coords[0], coords[-1]))
        away: dict[Spot, float] = {}
        others = {spot for _, corners in self._courses for spot in corners}

        def steps(spot: Spot) -> list[tuple[Spot, float]]:
            found = []
            for other in self.near[spot]:
                if other not in away:
                    away[other] = float(line.distance(shapely.Point(self.at[other])))
                if away[other] < _FAR:
                    aside = _ASIDE if other in others and other != end else 0.0
                    found.append((other, 0.15 + away[other] ** 2 + aside))
            return found

        way = cheapest(start, lambda spot: spot == end, steps)
        if len(way) > 1:
            self.found.setdefault(name, set()).update(_ordered(step) for step in pairwise(way))
            self._courses.append((line, set(way)))

    def _end(self, point: tuple[float, float]) -> Spot:
        """The corner where a course begins or ends: on the river it runs into, if there is one."""
        here = shapely.Point(point)
        for line, corners in self._courses:
            if line.distance(here) < _JOINS:
                return min(sorted(corners), key=lambda spot: math.dist(self.at[spot], point))
        others = {spot for _, corners in self._courses for spot in corners}
        away = np.hypot(*(self._points - point).T)
        nearest = (self.corners[int(i)] for i in np.argsort(away, kind="stable"))
        return next(spot for spot in nearest if spot not in others)

    def reach_water(self) -> None:
        """Lead rivers that end just short of sea, lake, edge or another river on to it."""
        for name, edges in self.found.items():
            others = {
                spot
                for other, those in self.found.items()
                if other != name
                for edge in those
                for spot in edge
            }
            waters, ends = self.shores | others, _ends(edges)
            if waters & set(ends):
                continue
            ways = [
                cheapest(end, waters.__contains__, lambda s: [(n, 1.0) for n in self.near[s]], _STRETCH)
                for end in ends
            ]
            best = min((way for way in ways if way), key=len, default=[])
            self.found[name] = edges | {_ordered(step) for step in pairwise(best)}

    def hexsides(self, names: Iterable[str]) -> set[tuple[Hex, Hex]]:
        """The sides of some rivers, each as a pair of hexes."""
        return {self.sides[edge] for name in names for edge in self.found.get(name, ())}


def _joined(pieces: list[Points]) -> list[Points]:
    """Pieces of a course made one where their ends nearly meet, longest first."""
    left = sorted(pieces, key=len, reverse=True)
    found = []
    while left:
        course = left.pop(0)
        while True:
            best = min(
                ((float(np.hypot(*(a - b))), i, at_end, turned)
                 for i, piece in enumerate(left)
                 for at_end, a in ((True, course[-1]), (False, course[0]))
                 for turned, b in ((False, piece[0 if at_end else -1]), (True, piece[-1 if at_end else 0]))),
                default=(math.inf, 0, True, False),
            )  # fmt: skip
            if best[0] > _GAP:
                break
            piece = left.pop(best[1])
            piece = piece[::-1] if best[3] else piece
            course = np.concatenate([course, piece] if best[2] else [piece, course])
        found.append(course)
    return found


def _ends(edges: set[Edge]) -> list[Spot]:
    spots = [spot for edge in edges for spot in edge]
    return sorted({spot for spot in spots if spots.count(spot) == 1})


def _ordered(edge: tuple[Spot, Spot]) -> Edge:
    return min(edge), max(edge)


class Ways:
    """Chains of hexes from place to place over land, near the straight line; later ones use the earlier."""

    def __init__(self, grid: HexGrid, effort: dict[Hex, float], barred: set[tuple[Hex, Hex]]) -> None:
        self.grid, self.effort, self.barred = grid, effort, barred
        self.used: set[tuple[Hex, Hex]] = set()

    def lead(self, stops: list[Hex]) -> list[Hex]:
        """The hexes from the first stop by all others to the last."""
        way = stops[:1]
        for a, b in pairwise(stops):
            line = shapely.LineString([board_point(self.grid, a), board_point(self.grid, b)])
            leg = cheapest(a, lambda h, b=b: h == b, lambda h, line=line: self._steps(h, line))  # type: ignore[misc]
            if not leg:
                raise ValueError(f"no way from {self.grid.label(a)} to {self.grid.label(b)}")
            way += leg[1:]
        self.used |= {step for a, b in pairwise(way) for step in ((a, b), (b, a))}
        return way

    def _steps(self, hex_: Hex, line: Any) -> list[tuple[Hex, float]]:
        found = []
        for other in self.grid.adjacent[hex_]:
            if other in self.effort and (min(hex_, other), max(hex_, other)) not in self.barred:
                away = float(line.distance(shapely.Point(board_point(self.grid, other))))
                share = 0.6 if (hex_, other) in self.used else 1.0
                found.append((other, share * self.effort[other] + 0.4 * away * away))
        return found
