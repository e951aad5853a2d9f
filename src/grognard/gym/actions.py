"""Actions: an order as a chain of small choices from a fixed list, who acts and then what.

The list of a scenario is the same in every game of it: all counters, "none", the verbs of the game, the
hexes of the board, the words that verbs offer, and a few numbered options. An order is spelt

    who, verb, target hex, destination, further counters and "none", words and "none", option

and every choice that has only one answer is skipped: if SA can only move, `move SA 0801-0701` is SA, 0701.
Knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from grognard.core.contract.decisions import NO_ACTOR, Decision
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.errors import GrognardError

OPTIONS = 32
"""Number of options. They distinguish orders that are otherwise spelt alike, in pages if there are more."""

ActionKind = Literal["counter", "none", "verb", "hex", "word", "option"]
Mask = NDArray[np.int8]


class ActionCatalogue:
    """The fixed list of actions of a scenario.

    >>> import grognard
    >>> actions = ActionCatalogue(grognard.new("strike-force-one/basic").scenario)
    >>> actions.size, actions.meaning(actions.counters["SA"]), actions.meaning(actions.none)
    (153, ('counter', 'SA'), ('none', ''))
    """

    def __init__(self, scenario: Scenario) -> None:
        words = {
            word
            for verb in scenario.game.verbs.values()
            for argument in verb.takes.words
            for word in argument.choices
            if word
        }
        self._meanings: list[tuple[ActionKind, str]] = []
        self.counters = self._number("counter", scenario.counter_ids)
        """Action by the id of a counter."""
        self.none = self._number("none", [""])[""]
        """No counter: an order without one, or the end of a list."""
        self.verbs = self._number("verb", list(scenario.game.verbs))
        """Action by verb."""
        grid = scenario.board.grid
        self.hexes = self._number("hex", [grid.label(hex_) for hex_ in grid.hexes()])
        """Action by the number of a hex, in the order of the rows of the observation."""
        self.words = self._number("word", sorted(words))
        """Action by word."""
        self.options = list(self._number("option", [str(n) for n in range(OPTIONS)]).values())
        """Actions of the numbered options."""
        self.size = len(self._meanings)

    def _number(self, kind: ActionKind, names: Sequence[str]) -> dict[str, int]:
        first = len(self._meanings)
        self._meanings += [(kind, name) for name in names]
        return {name: first + n for n, name in enumerate(names)}

    def meaning(self, action: int) -> tuple[ActionKind, str]:
        """Return what an action stands for: its kind, and the id of the counter, the hex number, …"""
        return self._meanings[action]

    def spell(self, order: Order, actor: str) -> list[int]:
        """Return the actions of an order after its actor and verb; different orders may be spelt alike."""
        spelt = [
            self.hexes.get(order.target, self.none),
            self.hexes.get(order.path[-1], self.none) if order.path else self.none,
        ]
        spelt += [self.counters[unit] for unit in order.units if unit != actor and unit in self.counters]
        spelt.append(self.none)
        for word in order.words:
            value = word.rpartition(":")[2]
            action = self.words.get(word, self.counters.get(value))
            if action is not None:
                spelt.append(action)
        spelt.append(self.none)
        return spelt


class OrderChain:
    """The choices that lead to one order of a decision.

    >>> import grognard
    >>> game = grognard.new("strike-force-one/basic", seed=7)
    >>> actions = ActionCatalogue(game.scenario)
    >>> chain = OrderChain(actions, game.choices())
    >>> for action in (actions.counters["SA"], actions.hexes["0701"]):
    ...     chain.take(action)
    >>> str(chain.order)
    'move SA 0801-0701'
    """

    def __init__(self, actions: ActionCatalogue, decision: Decision) -> None:
        self.actions = actions
        self.taken: list[int] = []
        """The actions so far."""
        self.order: Order | None = None
        """The order, once it is complete."""
        self._decision = decision
        self._actor: str | None = None
        self._left: list[tuple[Sequence[int], Order]] = []
        """The orders that are left, with the rest of their spelling."""
        self._place = 0
        self._open = self._actors(decision.actors())
        if len(self._open) == 1:
            self._skip_to(next(iter(self._open)))

    def _actors(self, ids: Sequence[str]) -> dict[int, list[tuple[Sequence[int], Order]]]:
        known = self.actions.counters
        return {known[id_] if id_ != NO_ACTOR else self.actions.none: [] for id_ in ids}

    def mask(self) -> Mask:
        """Return 1 for every action that can be taken now.

        In a game with a large board a counter may be offered that turns out to have no legal order. It is
        struck off when it is taken, and another one must be taken instead.
        """
        mask = np.zeros(self.actions.size, np.int8)
        if self.order is None:
            mask[list(self._open)] = 1
        return mask

    def allows(self, action: int) -> bool:
        """Return whether an action can be taken now."""
        return self.order is None and action in self._open

    def take(self, action: int) -> None:
        """Take an action; raise `GrognardError` if the mask forbids it."""
        if not self.allows(action):
            raise GrognardError(f"action {action} is not legal now; use the action mask")
        self._skip_to(action)

    def _skip_to(self, action: int) -> None:
        """Take an action and all those after it that have no alternative."""
        while True:
            if self._actor is None:
                self._choose_actor(action)
            else:
                self._left = self._open[action]
            if self._actor is not None:
                self.taken.append(action)
                self._find_open()
            if self.order is not None or len(self._open) > 1:
                return
            action = next(iter(self._open))

    def _choose_actor(self, action: int) -> None:
        actor = self.actions.meaning(action)[1]
        orders = self._decision.orders(actor)
        if not orders:
            del self._open[action]
            if not self._open:
                raise GrognardError(f"{self._decision.side} must decide but has no legal orders")
            return
        self._actor = actor
        self._left = [((self.actions.verbs[order.verb],), order) for order in orders]

    def _find_open(self) -> None:
        """Group the orders that are left by the next action in which they differ."""
        while True:
            if len(self._left) == 1:
                self.order = self._left[0][1]
                self._open = {}
                return
            place = self._place
            if place == 1 and len(self._left[0][0]) == 1:  # spell the orders of the chosen verb only
                spell, actor = self.actions.spell, self._actor or NO_ACTOR
                self._left = [((*verb, *spell(order, actor)), order) for verb, order in self._left]
            if any(place >= len(spelling) for spelling, _ in self._left):  # spelt alike
                self._open = self._pages()
                return
            groups: dict[int, list[tuple[Sequence[int], Order]]] = {}
            for entry in self._left:
                groups.setdefault(entry[0][place], []).append(entry)
            self._place += 1
            if len(groups) > 1:
                self._open = groups
                return

    def _pages(self) -> dict[int, list[tuple[Sequence[int], Order]]]:
        """Divide orders that are spelt alike among the options."""
        size = -(-len(self._left) // OPTIONS)
        pages = [self._left[n : n + size] for n in range(0, len(self._left), size)]
        return dict(zip(self.actions.options, pages, strict=False))
