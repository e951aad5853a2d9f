"""Analyse a finished game: replay it, evaluate every position, and measure what orders and dice decided.

It sees everything, as all players may once a game is over. The computer's suggestions are chosen from what
their side could see at the time.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from grognard.ai.clock import Clock
from grognard.ai.levels import DEFAULT
from grognard.ai.lookahead import Evaluator
from grognard.ai.players import player
from grognard.analysis.chances import chance_in
from grognard.analysis.moments import Moment, Rolled, Story, story_of
from grognard.analysis.results import Analysis, Luck, Point, Suggestion, TurningPoint
from grognard.core.contract.orders import Order
from grognard.core.contract.state import State
from grognard.core.errors import GrognardError
from grognard.core.play.game import Game

MAX_TURNING_POINTS = 4
KEY_MOMENTS = 3
"""Number of turning points at which the computer gives its own order."""
LEAST_SWING = 0.03
"""Smaller changes of the chances are not turning points."""
THINKING_SHARE = 0.1
"""Share of the time that the computer may spend on one order."""
ITERATIONS = 30
"""Number of playouts for one order if there is no limit of time."""
MAX_LUCK = 12
"""Number of rolls listed; the total covers all that were measured."""
LEAST_LUCK = 0.005
LEAST_STEP = 0.004
"""Smaller changes of the chances add no point to the curve."""


def analyse(game: Game, *, seconds: float | None = 20.0, seed: int = 1) -> Analysis:
    """Return the analysis of a finished game.

    `seconds` limits the time after the replay; rolls that are left then are not measured.
    Without a limit the same game always has the same analysis.

    >>> import grognard
    >>> game = grognard.new("strike-force-one/basic", seed=7)
    >>> while not game.over:
    ...     _ = game.play(next(order for order in game.orders() if order.verb == "end"))
    >>> found = analyse(game, seconds=None)
    >>> found.result.winner, found.curve[-1].chance, found.luck
    ('us', 0.0, ())
    """
    if not game.over:
        raise GrognardError("only a finished game can be analysed")
    if len(game.sides) != 2:
        raise GrognardError("only games of two sides can be analysed")
    story = story_of(game)
    work = _Work(game, seconds, seed)
    chosen = _turning_points(story.moments)
    key = sorted(chosen, key=lambda moment: -moment.swing)[:KEY_MOMENTS]
    shown = {moment.first for moment in chosen}
    story.rolls = [roll for roll in story.rolls if not roll.concludes]
    rolls = sorted(story.rolls, key=lambda roll: (roll.number not in shown, -roll.swing))
    suggestions = {moment.first: work.suggestion(moment) for moment in key}
    averages = work.averages(rolls)
    places = [point.at for point in story.points]
    points = [_turning_point(moment, places[moment.last], averages, suggestions) for moment in chosen]
    return _assembled(game, story, points, _luck(work, rolls, averages))


def _assembled(game: Game, story: Story, points: list[TurningPoint], luck: list[Luck]) -> Analysis:
    return Analysis(
        scenario=game.scenario.id,
        sides=game.sides,
        titles=dict(game.scenario.titles),
        result=game.result,
        turns=max((figures.turn for figures in story.by_turn), default=game.turn),
        orders=len(game.history),
        curve=tuple(_curve(story.points, {point.last for point in points})),
        turning_points=tuple(points),
        luck=tuple([one for one in luck if abs(one.points) >= LEAST_LUCK][:MAX_LUCK]),
        luck_total=round(sum(one.points for one in luck), 4),
        rolls=len(story.rolls),
        measured=len(luck),
        lost="steps" if story.counts_steps else "units",
        by_turn=tuple(story.by_turn),
        series=tuple(story.series),
    )


def _curve(points: Sequence[Point], keep: set[int]) -> list[Point]:
    """Leave out points that differ little from the one before, except those to keep and starts of phases."""
    found = [points[0]]
    for point in points[1:]:
        last = found[-1]
        begins = (point.turn, point.phase) != (last.turn, last.phase)
        if begins or point.number in keep or abs(point.chance - last.chance) >= LEAST_STEP:
            found.append(point)
    return found if found[-1] is points[-1] else [*found, points[-1]]


def _turning_points(moments: Sequence[Moment]) -> list[Moment]:
    """Return the moments that changed the chances most, in the order of play.

    An order that ends a phase counts only if its dice decided something. The order with which the game ends
    counts only if it was about a place: otherwise it states what was decided before.
    """
    last = moments[-1] if moments else None
    found = [
        moment
        for moment in moments
        if moment.swing >= LEAST_SWING
        and (moment.rolled or not moment.ends_phase)
        and (moment is not last or moment.order.target)
    ]
    found.sort(key=lambda moment: -moment.swing)
    return sorted(found[:MAX_TURNING_POINTS], key=lambda moment: moment.first)


def _turning_point(
    moment: Moment, at: float, averages: dict[int, float], suggestions: dict[int, Suggestion | None]
) -> TurningPoint:
    average = averages.get(moment.first)
    return TurningPoint(
        first=moment.first,
        last=moment.last,
        at=at,
        turn=moment.turn,
        phase=moment.phase,
        side=moment.entry.side,
        order=moment.order,
        dice=moment.entry.dice,
        hex=moment.hex,
        before=round(moment.before, 4),
        average=None if average is None else round(average, 4),
        after=round(moment.after, 4),
        computer=suggestions.get(moment.first),
    )


def _luck(work: _Work, rolls: Sequence[Rolled], averages: dict[int, float]) -> list[Luck]:
    """Return what each measured roll decided, the most decisive first."""
    found = [
        Luck(
            number=roll.number,
            side=roll.entry.side,
            order=roll.order,
            dice=roll.entry.dice,
            hex=roll.hex,
            points=round(work.settled_chance(roll.after.copy()) - averages[roll.number], 4),
        )
        for roll in rolls
        if roll.number in averages
    ]
    return sorted(found, key=lambda luck: -abs(luck.points))


class _Work:
    """The part of the analysis that takes time."""

    def __init__(self, game: Game, seconds: float | None, seed: int) -> None:
        self.game = game
        self.first = game.sides[0]
        self.seed = seed
        self.clock = Clock(seconds) if seconds is not None else None
        self.evaluator = Evaluator(game.definition, random.Random(seed))
        self.thinking = THINKING_SHARE * (seconds or 0.0)

    def settled_chance(self, state: State) -> float:
        """Return the chance in a state after all open questions are answered; it changes the state."""
        self.evaluator.settle(state)
        return chance_in(self.game.definition, state, self.first)

    def average(self, state: State, side: str, order: Order) -> float:
        """Return the chance after an order, on average over the dice."""
        return self.evaluator.average(state, side, order, self.settled_chance)

    def averages(self, rolls: Sequence[Rolled]) -> dict[int, float]:
        """Return the average chance of each roll, as far as time allows."""
        found: dict[int, float] = {}
        for roll in rolls:
            if self.clock is not None and self.clock.is_over():
                break
            found[roll.number] = self.average(roll.before, roll.entry.side, roll.order)
        return found

    def suggestion(self, moment: Moment) -> Suggestion | None:
        """Return the order that the computer gives from what its side sees before a moment."""
        game, side = self.game, moment.entry.side
        who = player(
            DEFAULT,
            seed=self.seed,
            seconds=self.thinking,
            iterations=ITERATIONS if self.clock is None else None,
        )
        view = game.definition.view(moment.state, side)
        order = who.choose(game.definition, game.scenario, view)
        if game.definition.check(moment.state, side, order) is not None:
            return None  # it knows less than the rules do
        same = str(order) == moment.entry.order or order == moment.order
        average = self.average(moment.state, side, order)
        return Suggestion(order, who.why, same, round(average, 4))
