"""Quick play of imagined games: both sides act by habit, and the luck of many tries is spread evenly."""

from __future__ import annotations

import random

from grognard.ai.lookahead import Mind
from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.state import State

ROUND = 6
"""So many tries share the luck of each die evenly among them."""
FRESH = 24
"""So many orders that were never judged before are judged at a time."""
EXTRA = 2
MEMORY = 8
FAMILIAR = 3
"""An order with dice that was judged so often is not judged anew every time."""
DOUBT = 0.1
"""How often it is judged anew all the same."""


class EvenDice:
    """Dice of one try out of many: over a round of tries, die number n shows every face equally often.

    Two plans tried with the same numbers have the same luck, so that the better one shows sooner.
    """

    __slots__ = ("_deck", "_rest", "_slot", "_thrown", "_turns")

    def __init__(self, seed: int) -> None:
        self._deck = random.Random(seed)
        self._turns: dict[int, list[list[int]]] = {}
        self.begin(0)

    def begin(self, number: int) -> None:
        """Take up the dice of a try."""
        self._slot = number % ROUND
        self._rest = self._turns.setdefault(number // ROUND, [])
        self._thrown = 0

    def roll(self, purpose: str, sides: int = 6) -> int:
        """A number from 1 to `sides`."""
        if self._thrown == len(self._rest):
            strata = list(range(ROUND))
            self._deck.shuffle(strata)
            self._rest.append(strata)
        stratum = self._rest[self._thrown][self._slot]
        self._thrown += 1
        if sides == ROUND:
            return stratum + 1
        return int((stratum + self._deck.random()) / ROUND * sides) + 1


class Habit:
    """What an order has been worth so far, compared with doing nothing."""

    __slots__ = ("gain", "seen", "uncertain")

    def __init__(self) -> None:
        self.seen = 0
        self.gain = 0.0
        self.uncertain = False
        """Whether it rolls dice."""

    def learn(self, gain: float) -> None:
        """Take in another judgement; old ones fade."""
        self.seen += 1
        self.gain += (gain - self.gain) / min(self.seen, MEMORY)


class Playout:
    """Plays imagined games on with little thought. What it learns about orders it keeps as habits."""

    def __init__(self, definition: AnyGame, source: random.Random, breadth: int) -> None:
        self.definition = definition
        self.source = source
        self.breadth = breadth
        self.mind = Mind(definition, source)
        self.dice = EvenDice(source.randrange(2**31))
        self.habits: dict[tuple[str, Order], Habit] = {}

    def play(self, state: State, side: str, horizon: int) -> float:
        """Play on until the turn has passed to and fro so often, and score the state for a side."""
        definition = self.definition
        changes, active = 0, side
        when, waiting = (0, 0), list[str]()
        while state.result is None:
            acting = definition.to_act(state)[0]
            if state.questions:
                definition.apply(state, acting, self.mind.answer(state, acting), self.dice)
                continue
            if acting != active:
                changes, active = changes + 1, acting
                if changes >= horizon:
                    break
            decision = definition.choices(state, acting)
            assert decision is not None
            if (state.turn, state.phase_index) != when:
                when, waiting = (state.turn, state.phase_index), self.waiting(decision)
            order = self.next_order(state, decision, waiting)
            if order is not None:
                definition.apply(state, acting, order, self.dice)
        return definition.score(state, side)

    def waiting(self, decision: Decision) -> list[str]:
        """Everybody who can act in a phase, in any order."""
        actors = [actor for actor in decision.actors() if actor != NO_ACTOR]
        self.source.shuffle(actors)
        return actors

    def next_order(self, state: State, decision: Decision, waiting: list[str]) -> Order | None:
        """What the next of those who wait does; None when that one does nothing."""
        while waiting:
            orders = decision.orders(waiting.pop())
            if orders:
                return self._habitual(state, decision.side, orders)
        actors = decision.actors()
        actor = NO_ACTOR if NO_ACTOR in actors else self.source.choice(actors)
        return self.source.choice(decision.orders(actor))

    def _habitual(self, state: State, side: str, orders: list[Order]) -> Order | None:
        """The best of what has proved good before and of a few other things; None when all are bad."""
        habits, random_ = self.habits, self.source.random
        now = self.definition.score(state, side)
        chosen: Order | None = None
        most = 0.0
        known: list[tuple[float, int, Habit]] = []
        fresh: list[int] = []
        for number, order in enumerate(orders):
            habit = habits.get((side, order))
            if habit is None:
                fresh.append(number)
            elif habit.uncertain and habit.seen >= FAMILIAR and random_() > DOUBT:
                if habit.gain > most:
                    chosen, most = order, habit.gain
            else:
                known.append((habit.gain, number, habit))
        if len(known) > 1:
            known.sort(key=lambda entry: -entry[0])
        look = [(number, habit) for _, number, habit in known[: self.breadth]]
        rest = known[self.breadth :]
        if rest and EXTRA:
            look += [(number, habit) for _, number, habit in self.source.sample(rest, min(EXTRA, len(rest)))]
        if len(fresh) > FRESH:
            fresh = self.source.sample(fresh, FRESH)
        for number in fresh:
            habit = habits[side, orders[number]] = Habit()
            look.append((number, habit))
        for number, habit in look:
            value, habit.uncertain = self.mind.worth(state, side, orders[number])
            habit.learn(value - now)
            gain = habit.gain if habit.uncertain else value - now
            if gain > most:
                chosen, most = orders[number], gain
        return chosen
