"""Environments for reinforcement learning: PettingZoo for both sides, Gymnasium for one (extra ``rl``).

::

    from grognard.gym import env

    game = env("strike-force-one/basic", render_mode="rgb_array")
    game.reset(seed=7)
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        mask = observation["action_mask"]
        game.step(None if termination or truncation else game.action_space(agent).sample(mask))

An order is given as a chain of small actions: who acts, then what. See `grognard.gym.actions` for the actions
and `grognard.gym.observations` for the arrays. `PolicyPlayer` turns what you trained into a computer player.
"""

from __future__ import annotations

from grognard.core.errors import GrognardError
from grognard.core.extras import how_to_install

try:
    import gymnasium
    import numpy  # noqa: F401
    import pettingzoo  # noqa: F401
except ImportError:
    raise GrognardError(f"environments need more packages: {how_to_install('rl')}") from None

from grognard.gym.actions import ActionCatalogue, OrderChain
from grognard.gym.observations import Encoder
from grognard.gym.players import PolicyPlayer
from grognard.gym.solo import SoloEnv
from grognard.gym.wargame import WargameEnv, env

__all__ = ["ActionCatalogue", "Encoder", "OrderChain", "PolicyPlayer", "SoloEnv", "WargameEnv", "env"]

if "grognard/Solo-v0" not in gymnasium.registry:
    gymnasium.register("grognard/Solo-v0", entry_point="grognard.gym.solo:SoloEnv")
