"""The environments: PettingZoo's and Gymnasium's own tests, no leaks, and every legal order within reach."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import grognard
from grognard.core.contract.decisions import Decision
from grognard.core.contract.orders import Order
from grognard.core.dice import LooseDice
from grognard.core.errors import GrognardError
from grognard.core.play.game import Game
from grognard.gym import ActionCatalogue, Encoder, OrderChain, PolicyPlayer, SoloEnv, env
from grognard.gym.observations import HEX_COLUMNS, SITUATION
from grognard.sim import Study, simulate

SMALL = [
    "strike-force-one/basic",
    "pincher/race-to-the-rhine",
    "sandown/tabriz-and-erzurum",
    "grand-campaign/grand-campaign",
    "nuremberg/border-battle",
    "ocs/drill-8-battle",
]
SECRET = ["strike-force-one/expert-standard", *SMALL[1:], "ocs/drill-12-beach-assault", "ocs/counterstroke"]


@contextmanager
def taking_no_advice() -> Iterator[None]:
    """Treat PettingZoo's warnings as errors, except those on masks in observations and names of agents."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="We recommend agents to be named in the format")
        yield


def test_every_game_is_tried() -> None:
    assert {name.partition("/")[0] for name in SMALL} == {game.id for game in grognard.list_games()}


@pytest.mark.parametrize("scenario", SMALL)
def test_api(scenario: str) -> None:
    made = env(scenario, most_orders=120)
    with taking_no_advice():
        api_test(made, num_cycles=400)


@pytest.mark.parametrize("scenario", SMALL)
def test_seeds(scenario: str) -> None:
    seed_test(lambda: env(scenario, most_orders=60), num_cycles=100)


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario", [f"{game.id}/{name}" for game in grognard.list_games() for name in game.scenarios]
)
def test_api_in_every_scenario(scenario: str) -> None:
    with taking_no_advice():
        api_test(env(scenario, most_orders=600), num_cycles=2000)
    seed_test(lambda: env(scenario, most_orders=60), num_cycles=100)


def decisions(scenario: str, count: int, seed: int = 3) -> Iterator[tuple[Game, str, Decision]]:
    """Play random games, and stop at every decision."""
    source = random.Random(seed)
    game = grognard.new(scenario, seed=seed)
    for number in range(count):
        if game.over:
            game = grognard.new(scenario, seed=seed + number)
        side = game.to_act
        assert side is not None
        decision = game.choices()
        assert decision is not None
        yield game, side, decision
        game.play(decision.random_order(source))


@pytest.mark.parametrize("scenario", SECRET)
def test_observation_and_mask_tell_nothing_that_the_side_may_not_know(scenario: str) -> None:
    """Whatever is hidden can be otherwise: a state made up from the view gives the same numbers."""
    source = random.Random(5)
    encoder: Encoder | None = None
    for game, side, decision in islice(decisions(scenario, 120), 0, None, 3):
        encoder = encoder or Encoder(game.scenario)
        definition = game.definition
        made_up = definition.imagine(game.view(side), game.scenario, LooseDice(source))
        seen, again = encoder.encode(game.view(side)), encoder.encode(definition.view(made_up, side))
        assert np.array_equal(seen, again)
        other = definition.choices(made_up, side)
        assert other is not None
        chains = OrderChain(encoder.actions, decision), OrderChain(encoder.actions, other)
        while chains[0].order is None:
            true, guessed = chains[0].mask(), chains[1].mask()
            assert np.array_equal(true, guessed)
            action = int(source.choice(np.flatnonzero(true)))
            for chain in chains:
                chain.take(action)
            assert chains[0].taken == chains[1].taken
        assert chains[0].order == chains[1].order


def test_enemy_under_fog_is_not_in_the_observation() -> None:
    made = env("ocs/counterstroke").unwrapped
    made.reset(seed=1)
    game, encoder = made.table.game, made.encoder
    for side in game.sides:
        view = game.view(side)
        units, _, _ = encoder.parts(made.observe(side)["observation"])
        visible = {unit.id for unit in view.units}
        hidden = [c for c, id_ in enumerate(game.scenario.counter_ids) if id_ not in visible]
        assert len(hidden) > 50
        assert not units[hidden].any()


def orders_in_reach(
    actions: ActionCatalogue, decision: Decision, prefix: tuple[int, ...] = ()
) -> list[Order]:
    """Return the orders at the ends of all chains that begin so."""
    chain = OrderChain(actions, decision)
    for action in prefix:
        chain.take(action)
    if chain.order is not None:
        return [chain.order]
    open_ = np.flatnonzero(chain.mask()).tolist()
    return [order for action in open_ for order in orders_in_reach(actions, decision, (*prefix, action))]


@pytest.mark.parametrize("scenario", ["strike-force-one/expert-standard", *SMALL[1:], "ocs/gela"])
def test_every_legal_order_has_its_own_chain(scenario: str) -> None:
    for game, _, decision in islice(decisions(scenario, 60), 0, None, 12):
        actions = ActionCatalogue(game.scenario)
        for actor in decision.actors()[:12]:
            legal = list(dict.fromkeys(decision.orders(actor)))[:150]

            class One:
                """The decision of one actor, with not too many orders."""

                side = decision.side

                def actors(self, only: str = actor) -> list[str]:
                    return [only]

                def orders(self, _: str, only: list[Order] = legal) -> list[Order]:
                    return only

            if legal:
                found: Any = One()
                assert sorted(map(str, orders_in_reach(actions, found))) == sorted(map(str, legal))


@pytest.mark.parametrize("scenario", SMALL)
def test_flags_are_declared(scenario: str) -> None:
    for game, side, _ in decisions(scenario, 150):
        known = {*game.scenario.game.flags}
        for unit in game.view(side).units:
            for flag in unit.flags:
                assert flag in known or flag.rpartition(" ")[0] in known, flag


def test_observation_names_what_the_view_shows() -> None:
    game = grognard.new("strike-force-one/basic", seed=7)
    encoder = Encoder(game.scenario)
    units, hexes, situation = encoder.parts(encoder.encode(game.view("us")))
    columns = encoder.unit_columns
    grid = game.scenario.board.grid
    for unit in game.view("us").units:
        if grid.find(unit.at) is None:
            continue
        row = dict(zip(columns, units[game.scenario.index[unit.id]].tolist(), strict=True))
        hex_ = grid.hex(unit.at)
        assert (row["column"], row["row"]) == (grid.column(hex_), grid.row(hex_))
        assert row["mine"] == (1 if unit.side == "us" else -1)
        assert [row[f"factor {n}"] for n in (1, 2, 3)] == [float(f) for f in unit.factors.split("-")]
    objectives = {
        grid.label(h) for row, h in enumerate(grid.hexes()) if hexes[row, HEX_COLUMNS.index("objective")]
    }
    assert objectives == {objective.hex for objective in game.view("us").objectives}
    assert situation[SITUATION.index("side")] == 1


def test_choices_so_far_are_observed() -> None:
    made = env("strike-force-one/basic")
    made.reset(seed=1)
    encoder = made.unwrapped.encoder
    before = encoder.parts(made.observe("soviet")["observation"])
    made.step(encoder.actions.counters["SA"])
    after = encoder.parts(made.observe("soviet")["observation"])
    chosen = encoder.unit_columns.index("chosen")
    assert (before.units[:, chosen].sum(), after.units[:, chosen].sum()) == (0, 1)
    assert after.units[encoder.scenario.index["SA"], chosen] == 1
    assert not made.observe("us")["action_mask"].any()
    assert not encoder.parts(made.observe("us")["observation"]).units[:, chosen].any()


def test_illegal_action_is_refused() -> None:
    made = env("strike-force-one/basic").unwrapped
    made.reset(seed=1)
    with pytest.raises(GrognardError, match="not legal now"):
        made.step(made.encoder.actions.counters["X"])
    with pytest.raises(GrognardError, match="render_mode"):
        env("strike-force-one/basic", render_mode="human")


def play_out(made: Any, seed: int) -> dict[str, float]:
    """Play a random game and return the rewards of the agents."""
    source, rewards = random.Random(seed), dict[str, float]()
    made.reset(seed=seed)
    for agent in made.agent_iter():
        observation, reward, termination, truncation, _ = made.last()
        rewards[agent] = rewards.get(agent, 0.0) + reward
        done = termination or truncation
        made.step(None if done else source.choice(np.flatnonzero(observation["action_mask"])))
    return rewards


def test_rewards_are_the_result_and_long_games_are_cut_short() -> None:
    made = env("strike-force-one/basic")
    results = [play_out(made, seed) for seed in range(6)]
    assert all(rewards["soviet"] == -rewards["us"] for rewards in results)
    assert {abs(rewards["us"]) for rewards in results} == {1.0}
    short = env("strike-force-one/basic", most_orders=5)
    assert play_out(short, 1) == {"soviet": 0.0, "us": 0.0}
    assert len(short.unwrapped.table.game.history) == 5


def test_record_of_a_game_can_be_saved(tmp_path: Any) -> None:
    made = env("strike-force-one/basic")
    play_out(made, 4)
    made.unwrapped.save_record(tmp_path / "game.record")
    assert grognard.load(tmp_path / "game.record").over


@pytest.mark.parametrize("scenario", ["strike-force-one/expert-standard", "ocs/drill-3-combat"])
def test_gymnasium_accepts_the_environment_for_one_side(scenario: str) -> None:
    made = gymnasium.make(
        "grognard.gym:grognard/Solo-v0", scenario=scenario, opponent="random", most_orders=300
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it only advises
        check_env(made.unwrapped, skip_render_check=True)


def test_solo_plays_whole_games_for_either_side() -> None:
    source = random.Random(1)
    for side in ("soviet", "us"):
        made = SoloEnv(side=side, opponent="random")
        observation, _ = made.reset(seed=2)
        reward, over = 0.0, False
        while not over:
            action = source.choice(np.flatnonzero(observation["action_mask"]))
            observation, reward, over, _, _ = made.step(action)
        assert reward in (1.0, -1.0)
        with pytest.raises(GrognardError, match="call reset"):
            made.step(0)
        seen, _ = made.reset(seed=2)
        again, reward, over, _, info = made.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
        assert (reward, over, info) == (0.0, False, {"illegal": True})
        assert np.array_equal(seen["observation"], again["observation"])
    with pytest.raises(GrognardError, match="side is one of soviet, us"):
        SoloEnv(side="nato")


def test_pictures_show_the_board() -> None:
    pytest.importorskip("resvg_py")
    made = env("strike-force-one/basic", render_mode="rgb_array")
    made.reset(seed=1)
    before = made.render()
    assert before.dtype == np.uint8 and before.ndim == 3 and before.shape[1:] == (960, 3)
    actions = made.unwrapped.encoder.actions
    made.step(actions.counters["SA"])
    made.step(actions.hexes["0401"])
    assert not np.array_equal(before, made.render())
    assert env("strike-force-one/basic").unwrapped.render_mode is None


class First(PolicyPlayer):
    """Takes the first action that the mask allows."""

    def act(self, encoder: Encoder, observation: Any, mask: Any) -> int:
        assert observation.shape == (encoder.size,)
        return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize("scenario", ["strike-force-one/expert-standard", "ocs/drill-1-modes"])
def test_policy_plays_in_a_study(scenario: str) -> None:
    study = Study(scenario, "mine:tests.gym.test_environments.First", "random", games=2, most_orders=3000)
    report = simulate(study)
    assert not [game.failure for game in report.failures if "did not end" not in game.failure]
