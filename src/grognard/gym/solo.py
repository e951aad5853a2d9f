"""A game for one agent against a computer player: a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import SupportsInt

import gymnasium
import numpy as np

from grognard.ai.players import Chooser, player
from grognard.core.contract.scenario import OptionValue
from grognard.core.errors import GrognardError
from grognard.gym.observations import Encoder
from grognard.gym.pictures import Image
from grognard.gym.wargame import RENDER_MODES, Info, Observation, Table


class SoloEnv(gymnasium.Env[Observation, np.int64]):  # type: ignore[misc]  # not type-checked here
    """The agent plays `side` (by default the first), and `opponent` the other side.

    `opponent` is the name of a computer player, or an object with a method `choose`. The action mask is in
    the observation. The reward is 1 for a victory and -1 for a defeat, at the end. `render` draws what the
    agent sees.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        scenario: str = "strike-force-one/basic",
        options: Mapping[str, OptionValue] | None = None,
        *,
        side: str = "",
        opponent: str | Chooser = "greedy",
        render_mode: str | None = None,
        most_orders: int = 5000,
    ) -> None:
        self.render_mode = render_mode
        self.table = Table(scenario, options, render_mode, most_orders)
        sides = self.table.game.scenario.sides
        if side and side not in sides:
            raise GrognardError(f"side is one of {', '.join(sides)}, not {side!r}")
        self.side = side or sides[0]
        self.opponent = opponent
        self._other: Chooser = player(opponent, seed=0) if isinstance(opponent, str) else opponent
        self.observation_space = self.table.observation_space()
        self.action_space = self.table.action_space()

    @property
    def encoder(self) -> Encoder:
        """What the numbers of observations and actions mean."""
        return self.table.encoder

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        """Set up a new game and return what the agent sees at its first decision."""
        super().reset(seed=seed)
        self.table.reset(int(self.np_random.integers(2**48)))
        if isinstance(self.opponent, str):
            self._other = player(self.opponent, seed=int(self.np_random.integers(2**48)))
        self._let_other_play()
        return self.table.observe(self.side), {}

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, Info]:
        """Take an action, and let the opponent play until the agent must decide.

        An action that the mask forbids changes nothing; ``info["illegal"]`` is then True.
        """
        table = self.table
        if table.is_over or table.chain is None:
            raise GrognardError("the game is over: call reset")
        info: Info = {}
        if table.chain.allows(int(action)):
            table.take(int(action))
            self._let_other_play()
        else:
            table.refused += 1
            info["illegal"] = True
        return table.observe(self.side), table.score(self.side), table.game.over, table.is_cut_short, info

    def _let_other_play(self) -> None:
        table, game = self.table, self.table.game
        while not table.is_over and (side := game.to_act) not in (None, self.side):
            table.play(self._other.choose(game.definition, game.scenario, game.view(side)))

    def render(self) -> Image | None:
        """Return the map as the agent sees it, as an image, if `render_mode` says so."""
        return self.table.picture(self.side) if self.render_mode else None
