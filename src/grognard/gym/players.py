"""A computer player that follows a policy, such as one trained in an environment."""

from __future__ import annotations

import random

from grognard.core.contract.definition import AnyGame
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.view import View
from grognard.core.dice import LooseDice
from grognard.core.errors import GrognardError
from grognard.gym.actions import Mask, OrderChain
from grognard.gym.observations import Encoder, Numbers


class PolicyPlayer:
    """Plays by a policy: write a subclass with a method `act`, and enter it as ``mine:module.Class``.

    It sees what an agent of `WargameEnv` sees, and nothing else.
    """

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)
        """Take all randomness from here, so that studies can be repeated."""
        self.why = ""
        self.plan: tuple[str, ...] = ()
        self._encoder: Encoder | None = None

    def act(self, encoder: Encoder, observation: Numbers, mask: Mask) -> int:
        """Return an action that the mask allows."""
        raise NotImplementedError

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """Return the order that the policy's actions spell."""
        if self._encoder is None or self._encoder.scenario is not scenario:
            self._encoder = Encoder(scenario)
        state = definition.imagine(view, scenario, LooseDice(self.source))
        decision = definition.choices(state, view.side)
        if decision is None:
            raise GrognardError(f"{view.side or 'a spectator'} has no decision to make now")
        chain = OrderChain(self._encoder.actions, decision)
        seen: Numbers | None = None
        while chain.order is None:
            if seen is None:
                seen = self._encoder.encode(view)
            chain.take(self.act(self._encoder, self._encoder.choose(seen, chain), chain.mask()))
        return chain.order
