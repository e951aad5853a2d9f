"""Moments of a game: every order with the answers it raised, and the winning chances before and after it."""

from __future__ import annotations

import msgspec

from grognard.analysis.chances import chance_in
from grognard.analysis.results import Point, Series, TurnFigures
from grognard.core.contract.orders import Order
from grognard.core.contract.state import State
from grognard.core.contract.view import View
from grognard.core.play.game import Game
from grognard.core.play.record import Entry


class Rolled(msgspec.Struct):
    """An order with dice, and the states before and after it."""

    number: int
    entry: Entry
    order: Order
    hex: str
    before: State
    after: State
    chance_before: float
    chance_after: float

    @property
    def swing(self) -> float:
        """How much the chances changed."""
        return abs(self.chance_after - self.chance_before)

    @property
    def concludes(self) -> bool:
        """Whether it ended the game at the end of a phase, where its dice no longer mattered."""
        return self.after.result is not None and not self.order.target


class Moment(msgspec.Struct, kw_only=True):
    """An order with the answers to the questions that it raised."""

    first: int
    last: int
    turn: int
    phase: str
    entry: Entry
    order: Order
    hex: str
    state: State
    """The state before the order."""
    before: float
    after: float
    rolled: bool
    ends_phase: bool
    """Whether it ended a phase, which changes the evaluation without deciding anything."""

    @property
    def swing(self) -> float:
        """How much the chances changed."""
        return abs(self.after - self.before)


class Story(msgspec.Struct):
    """A whole game, order by order."""

    points: list[Point]
    """One for the start and one for every order."""
    moments: list[Moment]
    rolls: list[Rolled]
    by_turn: list[TurnFigures]
    series: list[Series]
    counts_steps: bool


def story_of(game: Game) -> Story:
    """Replay a game and evaluate every position in it."""
    return _Reader(game).read()


class _Reader:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.first = game.sides[0]
        self.now = game.game_after(0)
        self.chance = self._evaluate()
        self.points = [self._point(0)]
        self.moments: list[Moment] = []
        self.rolls: list[Rolled] = []
        self.figures: list[tuple[int, int, dict[str, View]]] = []

    def read(self) -> Story:
        for number, step in enumerate(self.game.history, start=1):
            self._play(number, step.entry)
        views = [views for _, _, views in self.figures]
        steps = all(_knows_steps(view, side) for by_side in views for side, view in by_side.items())
        return Story(
            _placed(self.points),
            self.moments,
            self.rolls,
            self._by_turn(steps),
            _series(views, self.first),
            steps,
        )

    def _play(self, number: int, entry: Entry) -> None:
        now = self.now
        order = now.read(entry.order)
        before, turn, phase = now.state.copy(), now.turn, now.phase
        chance = self.chance
        now.replay_entry(entry)
        self.chance = self._evaluate()
        where = _place(now, order, number)
        if entry.dice:
            self.rolls.append(
                Rolled(number, entry, order, where, before, now.state.copy(), chance, self.chance)
            )
        if before.questions and self.moments:
            moment = self.moments[-1]
            moment.last, moment.after = number, self.chance
            moment.rolled |= bool(entry.dice)
        else:
            moment = Moment(
                first=number,
                last=number,
                turn=turn,
                phase=phase,
                entry=entry,
                order=order,
                hex=where,
                state=before,
                before=chance,
                after=self.chance,
                rolled=bool(entry.dice),
                ends_phase=(now.turn, now.phase) != (turn, phase) and not now.state.questions,
            )
            self.moments.append(moment)
        self._note(number, turn)

    def _note(self, number: int, turn: int) -> None:
        """Add a point to the curve, and at the end of a turn its figures."""
        now = self.now
        self.points.append(self._point(number))
        if now.turn != turn or now.over:
            self.figures.append((turn, number, {side: now.view(side) for side in now.sides}))

    def _evaluate(self) -> float:
        return chance_in(self.now.definition, self.now.state, self.first)

    def _point(self, number: int) -> Point:
        now = self.now
        return Point(number, 0.0, now.turn, now.phase, round(self.chance, 4))

    def _by_turn(self, steps: bool) -> list[TurnFigures]:
        found: list[TurnFigures] = []
        before = dict.fromkeys(self.game.sides, 0)
        for turn, number, views in self.figures:
            total = {side: _lost(views[side], side, steps) for side in views}
            view = views[self.first]
            held = {side: sum(goal.held_by == side for goal in view.objectives) for side in views}
            lost = {side: max(0, total[side] - before[side]) for side in views}
            found.append(TurnFigures(turn, number, lost, held))
            before = total
        return found


def _placed(points: list[Point]) -> list[Point]:
    """Return the points with their places; the last one belongs to the turn before it."""
    starts = [p.number for i, p in enumerate(points[:-1]) if i == 0 or p.turn != points[i - 1].turn]
    ends = [*starts[1:], points[-1].number]
    found, index = list[Point](), 0
    for point in points:
        while index + 1 < len(starts) and point.number >= ends[index]:
            index += 1
        share = (point.number - starts[index]) / max(1, ends[index] - starts[index])
        found.append(msgspec.structs.replace(point, at=round((index + share) / len(starts), 4)))
    return found


def _knows_steps(view: View, side: str) -> bool:
    """Return whether a side's own losses are counted in steps."""
    return all(lost.steps is not None for lost in view.losses if lost.side == side)


def _lost(view: View, side: str, steps: bool) -> int:
    """What a side has lost so far, as it knows itself."""
    for lost in view.losses:
        if lost.side == side:
            return (lost.steps or 0) if steps else lost.units
    return 0


def _place(game: Game, order: Order, number: int) -> str:
    """Return the hex that an order is about, or where it led."""
    if order.target:
        return order.target
    if order.path:
        return order.path[-1]
    hexes = [event.hexes for event in game.history[number - 1].events if event.hexes]
    return hexes[0][-1] if hexes else ""


def _series(views: list[dict[str, View]], first: str) -> list[Series]:
    """Return the points and goals with numbers, as the side that they belong to sees them."""
    found: dict[tuple[str, str, str], list[int | None]] = {}
    meta: dict[tuple[str, str, str], tuple[int | None, str]] = {}
    for at, by_side in enumerate(views):
        for side, view in by_side.items():
            for line in view.standings:
                if line.kind == "fact" or line.value is None or (line.side or first) != side:
                    continue
                key = (line.label, line.side, line.part)
                values = found.setdefault(key, [None] * len(views))
                values[at] = line.value
                meta[key] = (line.target, line.unit)
    return [Series(key[0], key[1], *meta[key], tuple(values)) for key, values in found.items()]
