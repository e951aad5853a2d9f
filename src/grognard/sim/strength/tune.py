"""Tune intentions: play each of them in a series of games, drop the worse half, and continue with the rest.

`grognard tune` prints the intentions of a side, the best first, as they are written in a book
(see `games.kit.advice.intention_book`). Confirm the best one on other seeds with `grognard ladder`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

import grognard
from grognard.ai.planner import PlannerPlayer
from grognard.ai.players import Chooser, play_out
from grognard.core.contract.intentions import Intention
from grognard.core.errors import GrognardError
from grognard.sim.run_game import computer_player
from grognard.sim.stats import Rate, rate
from grognard.sim.study import PlayerSpec, derive

FACTORS = (0.3, 0.5, 0.7, 1.4, 2.0, 3.0)
"""Factors on a number in a variation."""


class Candidate(msgspec.Struct):
    """An intention and what it has scored so far; a draw counts half."""

    intention: Intention
    points: float = 0.0
    games: int = 0

    @property
    def rate(self) -> Rate:
        """Its share of points."""
        return rate(self.points, self.games)


def variations(
    intention: Intention, names: Sequence[str], count: int, source: random.Random
) -> list[Intention]:
    """Return variations of an intention with one or two numbers changed."""
    found = []
    for number in range(count):
        chosen = source.sample(list(names), min(len(names), source.choice((1, 2))))
        scale = dict(intention.scale)
        for name in chosen:
            scale[name] = round(scale.get(name, 1.0) * source.choice(FACTORS), 3)
        title = f"{intention.name}, variation {number + 1}"
        found.append(msgspec.structs.replace(intention, name=title, scale=scale))
    return found


def intentions_of(scenario: str, side: str, names: Sequence[str], count: int, seed: int) -> list[Intention]:
    """Return the intentions of a side at the start, and variations of the first in some numbers."""
    game = grognard.new(scenario, seed=0)
    if side not in game.sides:
        raise GrognardError(f"{scenario} has no side {side!r}; sides: {', '.join(game.sides)}")
    found = list(game.definition.intentions(game.state, side))
    return [*found, *variations(found[0], names, count, random.Random(seed))] if names else found


def tune(
    scenario: str,
    side: str,
    intentions: Sequence[Intention],
    opponents: Sequence[str],
    *,
    games: int = 8,
    rounds: int = 3,
    seed: int = 1,
    progress: Callable[[str], None] = lambda line: None,
) -> list[Candidate]:
    """Return the intentions of a side with their results, the best first.

    In each round every intention that is left plays `games` games against each opponent, all with the same
    dice; then the worse half is dropped.
    """
    specs = [PlayerSpec.parse(text) for text in opponents]
    left = [Candidate(intention) for intention in intentions]
    done: list[Candidate] = []
    for number in range(rounds):
        for candidate in left:
            for spec in specs:
                for game in range(games):
                    chance = derive(seed, number, game)
                    candidate.points += _play(scenario, side, candidate.intention, spec, chance)
                    candidate.games += 1
            progress(f"round {number + 1}: {candidate.intention.name} {candidate.rate}")
        left.sort(key=lambda candidate: -candidate.rate.share)
        if number + 1 < rounds and len(left) > 1:
            half = -(-len(left) // 2)
            done, left = left[half:] + done, left[:half]
    return left + done


def _play(scenario: str, side: str, intention: Intention, opponent: PlayerSpec, seed: int) -> float:
    """Play a game and return the points of the side: 1, or a half for a draw."""
    game = grognard.new(scenario, seed=seed)
    players: dict[str, Chooser] = {
        other: computer_player(opponent, derive(seed, other)) for other in game.sides if other != side
    }
    players[side] = PlannerPlayer(derive(seed, side), intention=intention)
    return (play_out(game, players).score(side) + 1) / 2


def in_toml(candidates: Sequence[Candidate]) -> str:
    """Return candidates as they are written in a book, with their results as comments."""
    rows = ["intention = ["]
    for candidate in candidates:
        plain = msgspec.to_builtins(candidate.intention)
        rows.append(f"    {{ {', '.join(f'{key} = {_value(value)}' for key, value in plain.items())} }},")
        rows[-1] += f"  # {candidate.rate} of {candidate.games} games"
    return "\n".join([*rows, "]"]) + "\n"


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {part}" for key, part in value.items()) + " }"
    return msgspec.json.encode(value).decode()
