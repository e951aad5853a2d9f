"""A game for two agents, one for each side: a PettingZoo environment in which agents act in turn (AEC)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

import gymnasium
import numpy as np
import pettingzoo
from pettingzoo.utils import wrappers

import grognard
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import OptionValue
from grognard.core.errors import GrognardError
from grognard.core.play.game import Game
from grognard.gym.actions import Mask, OrderChain
from grognard.gym.observations import LIMIT, Encoder, Numbers
from grognard.gym.pictures import Image, picture

RENDER_MODES = ("rgb_array",)
Info = dict[str, object]


class Observation(TypedDict):
    """What an agent sees, and which actions it can take."""

    observation: Numbers
    action_mask: Mask


class Table:
    """One game at a time, with the observations and actions of both sides."""

    def __init__(
        self,
        scenario: str,
        options: Mapping[str, OptionValue] | None,
        render_mode: str | None,
        most_orders: int,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise GrognardError(f"render_mode is None or {', '.join(RENDER_MODES)}, not {render_mode!r}")
        if most_orders < 1:
            raise GrognardError(f"most_orders must be at least 1, not {most_orders}")
        self._scenario, self._options = scenario, dict(options or {})
        self._most_orders = most_orders
        self._source = random.Random()
        self.game: Game = grognard.new(scenario, self._options, seed=0)
        """The current game, for its record; it contains secrets of both sides."""
        self.encoder = Encoder(self.game.scenario)
        self.refused = 0
        """Number of illegal actions in this game; each counts as an order."""
        self._begin()

    def reset(self, seed: int | None) -> None:
        """Set up a new game; without a seed, the next of a series."""
        if seed is not None:
            self._source = random.Random(int(seed))
        self.game = grognard.new(self._scenario, self._options, seed=self._source.getrandbits(48))
        self.refused = 0
        self._begin()

    def _begin(self) -> None:
        """Begin the decision of the side to act; give orders without an alternative."""
        self._seen: dict[str, Numbers] = {}
        self.chain: OrderChain | None = None
        while not self.is_over and (side := self.game.to_act) is not None:
            decision = self.game.definition.choices(self.game.state, side)
            assert decision is not None, "a side that must act has a decision"
            self.chain = OrderChain(self.encoder.actions, decision)
            if self.chain.order is None:
                return
            self.game.play(self.chain.order, side)
            self.chain = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or was cut short."""
        return self.game.over or self.is_cut_short

    @property
    def is_cut_short(self) -> bool:
        """Whether the game was cut short because it has too many orders."""
        return not self.game.over and len(self.game.history) + self.refused >= self._most_orders

    def take(self, action: int) -> None:
        """Take an action of the side to act, and play its order once it is complete."""
        assert self.chain is not None, "the game is over"
        self.chain.take(int(action))
        if self.chain.order is not None:
            self.play(self.chain.order)

    def play(self, order: Order) -> None:
        """Play an order of the side to act."""
        self.game.play(order)
        self._begin()

    def observation_space(self) -> gymnasium.spaces.Dict:
        """Return a new space of what `observe` returns."""
        return gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-LIMIT, LIMIT, (self.encoder.size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.encoder.actions.size,), np.int8),
            }
        )

    def action_space(self) -> gymnasium.spaces.Discrete:
        """Return a new space of all actions."""
        return gymnasium.spaces.Discrete(self.encoder.actions.size)

    def observe(self, side: str) -> Observation:
        """Return what a side sees, and which actions it can take now."""
        if side not in self._seen:
            self._seen[side] = self.encoder.encode(self.game.view(side))
        if self.chain is None or side != self.game.to_act:
            mask = np.zeros(self.encoder.actions.size, np.int8)
            return {"observation": self._seen[side].copy(), "action_mask": mask}
        seen = self.encoder.choose(self._seen[side], self.chain)
        return {"observation": seen, "action_mask": self.chain.mask()}

    def score(self, side: str) -> float:
        """Return 1 if a side has won, -1 if it has lost, otherwise 0."""
        return self.game.result.score(side) if self.game.result else 0.0

    def picture(self, side: str) -> Image:
        """Return the map as a side (``""``: a spectator) sees it, as an image of red, green and blue."""
        return picture(self.game.scenario, self.game.view(side))


class WargameEnv(pettingzoo.AECEnv):  # type: ignore[misc]  # PettingZoo is not type-checked here
    """One agent for each side; the agents are named by the sides' ids.

    The reward is 1 for the winner and -1 for the loser at the end, otherwise 0. A game with more than
    `most_orders` orders is cut short. `render` draws the map as a spectator sees it.
    """

    metadata = {  # noqa: RUF012
        "name": "grognard_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        scenario: str,
        options: Mapping[str, OptionValue] | None = None,
        *,
        render_mode: str | None = None,
        most_orders: int = 5000,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.table = Table(scenario, options, render_mode, most_orders)
        self.possible_agents = list(self.table.game.scenario.sides)
        self.agents: list[str] = []
        self._observation_spaces = {agent: self.table.observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: self.table.action_space() for agent in self.possible_agents}

    @property
    def encoder(self) -> Encoder:
        """What the numbers of observations and actions mean."""
        return self.table.encoder

    def save_record(self, path: str | Path) -> None:
        """Save the current game as a record, to replay it in the browser or at the terminal."""
        self.table.game.save(path)

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Return the space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Return the space of an agent's actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:
        """Set up a new game."""
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._settle()

    def step(self, action: int | None) -> None:
        """Take an action for the agent to act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise GrognardError("an action is a number; only an agent whose game is over steps with None")
        self._cumulative_rewards[agent] = 0.0
        self.table.take(action)
        self._settle()
        self._accumulate_rewards()

    def _settle(self) -> None:
        """Set rewards and ends after an action, and select the agent that acts next."""
        table = self.table
        if table.is_over:
            self.rewards = {agent: table.score(agent) for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, table.game.over)
            self.truncations = dict.fromkeys(self.agents, table.is_cut_short)
        elif table.game.to_act is not None:
            self.agent_selection = table.game.to_act

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and which actions it can take now."""
        return self.table.observe(agent)

    def render(self) -> Image | None:
        """Return the map as an image, if `render_mode` says so."""
        if self.render_mode is None:
            gymnasium.logger.warn("render was called, but render_mode is None")
            return None
        return self.table.picture("")

    def close(self) -> None:
        """Do nothing; PettingZoo requires it."""


def env(
    scenario: str,
    options: Mapping[str, OptionValue] | None = None,
    *,
    render_mode: str | None = None,
    most_orders: int = 5000,
) -> pettingzoo.AECEnv:
    """Return an environment that checks its use: the order of calls, and actions against the mask."""
    made = WargameEnv(scenario, options, render_mode=render_mode, most_orders=most_orders)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))
