"""A ladder of players: pairs play each scenario from both sides; two kinds of blunder are counted.

The table has the share of points of the first player of a pair (a draw counts half) as each side, with 95%
intervals, the steps or units it lost to overstacking, and how often it ended its own turn with an empty
objective that it must have and that the enemy could enter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

import grognard
from grognard.ai.players import chosen_orders
from grognard.core.errors import GrognardError
from grognard.sim.run_game import MakePlayer, computer_player
from grognard.sim.stats import Rate, average_rate, rate
from grognard.sim.study import PlayerSpec, derive

MOST_ORDERS = 20_000


class Cell(msgspec.Struct, kw_only=True):
    """The games of one pair in one scenario, with the first player on one side."""

    scenario: str
    side: str
    player: str
    opponent: str
    points: float = 0.0
    games: int = 0
    overstacked: int = 0
    """Units that the player lost to overstacking."""
    exposed: int = 0
    """Times it left an objective that it must have open to the enemy at the end of its turn."""

    @property
    def rate(self) -> Rate:
        """Its share of points."""
        return rate(self.points, self.games)


def ladder(
    scenarios: Sequence[str],
    pairs: Sequence[tuple[str, str]],
    *,
    games: int,
    seed: int,
    make_player: MakePlayer = computer_player,
    progress: Callable[[Cell], None] = lambda cell: None,
) -> list[Cell]:
    """Play `games` games per side of every pair in every scenario, with the seeds from `seed` on."""
    if games < 1:
        raise GrognardError("a ladder needs at least one game per side")
    cells = []
    for scenario in scenarios:
        for player, opponent in pairs:
            for side in grognard.new(scenario, seed=0).sides:
                cell = Cell(scenario=scenario, side=side, player=player, opponent=opponent)
                for number in range(games):
                    _play(cell, seed + number, make_player)
                    progress(cell)
                cells.append(cell)
    return cells


def _play(cell: Cell, seed: int, make_player: MakePlayer) -> None:
    """Play one game and add it to a cell."""
    game = grognard.new(cell.scenario, seed=seed)
    names = {side: cell.player if side == cell.side else cell.opponent for side in game.sides}
    players = {side: make_player(PlayerSpec.parse(name), derive(seed, side)) for side, name in names.items()}
    on_turn = game.view().phase_side
    for side, order in chosen_orders(game, players):
        for event in game.play(order, side):
            if _tag(event) == "overstacked" and getattr(event, "side", side) == cell.side:
                cell.overstacked += 1
        now = game.view().phase_side
        if now != on_turn and on_turn == cell.side and game.result is None:
            cell.exposed += game.definition.exposed(game.state, cell.side).bit_count()
        on_turn = now
        if len(game.history) > MOST_ORDERS:
            raise GrognardError(f"{cell.scenario} with seed {seed} did not end within {MOST_ORDERS} orders")
    assert game.result is not None
    cell.points += (game.result.score(cell.side) + 1) / 2
    cell.games += 1


def _tag(event: msgspec.Struct) -> object:
    return event.__struct_config__.tag


def table(cells: Sequence[Cell]) -> str:
    """Return the cells as a Markdown table, one row per scenario and pair."""
    rows = [
        "| scenario | player | opponent | games | as first side | as second side | average "
        "| overstacked | exposed |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    groups: dict[tuple[str, str, str], list[Cell]] = {}
    for cell in cells:
        groups.setdefault((cell.scenario, cell.player, cell.opponent), []).append(cell)
    for (scenario, player, opponent), group in groups.items():
        shares = " | ".join(f"{cell.side} {cell.rate}" for cell in group)
        average = average_rate(cell.rate for cell in group)
        games = sum(cell.games for cell in group)
        counts = f"{sum(cell.overstacked for cell in group)} | {sum(cell.exposed for cell in group)}"
        rows.append(
            f"| {scenario} | `{player}` | `{opponent}` | {games} | {shares} | **{average}** | {counts} |"
        )
    return "\n".join(rows) + "\n"
