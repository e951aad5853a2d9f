"""The points and losses that a study reports, for every game, in positions where they are known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

import grognard
from grognard.core.contract.state import Result
from grognard.core.play.game import Game
from grognard.games.afcent.model import state as afcent
from grognard.games.ocs.model import state as ocs
from grognard.games.strike_force_one.model import state as sfo
from grognard.games.sww3.model import state as sww3
from grognard.sim import GameSummary, Study
from grognard.sim.run_game import Points, summarise

Put = Callable[[Any, int, int], None]


def reported(game: Game) -> GameSummary:
    """Return the summary of this game as if it ended now."""
    study = Study(game.scenario.id, "random", "random", games=1).settled()
    game.state.result = Result(game.sides[0], "Victory", "the test is over")
    summary = summarise(study, study.match(0), game, 0.0, "")
    assert not summary.failure
    return summary


def parts(game: Game) -> tuple[Any, Any]:
    """Return the scenario and the state of a game, untyped, so that tests can use game-specific columns."""
    return game.scenario, game.state


def on_map(game: Game, side: str) -> Iterable[int]:
    """Return the units of a side on the map, without markers."""
    counters = game.scenario.counters
    return [
        c
        for c, where in enumerate(game.state.at)
        if where >= 0 and counters[c].side == side and not counters[c].marker
    ]


def after_losses(scenario: str, put: Put, place: int, **lost: int) -> Game:
    """Return a new game with the given number of eliminated units of each side."""
    game = grognard.new(scenario, seed=1)
    for side, number in lost.items():
        for unit in list(on_map(game, side))[:number]:
            put(game.state, unit, place)
    return game


@pytest.mark.parametrize("scenario", ["basic", "expert-engagement"])
def test_strike_force_one_losses(scenario: str) -> None:
    game = after_losses(f"strike-force-one/{scenario}", sfo.put, sfo.LOST, soviet=2, us=1)
    assert reported(game).losses == {"soviet": 2, "us": 1}


def test_strike_force_one_points() -> None:
    """Essleben is worth 2 VP, an eliminated infantry unit 1 and an armoured unit 2. [10-table-vp]"""
    assert reported(grognard.new("strike-force-one/basic", seed=1)).points == ()
    game = grognard.new("strike-force-one/expert-engagement", seed=1)
    scenario, state = parts(game)
    for c, where in enumerate(state.at):
        if where >= 0 and c < scenario.unit_count:
            sfo.put(state, c, sfo.AWAY)
    sfo.put(state, scenario.index["SA"], scenario.grid.hex("0405"))
    for id_ in ("T", "W", "SB"):
        sfo.put(state, scenario.index[id_], sfo.LOST)
    assert reported(game).points == (Points("soviet", 2 + 2 + 1), Points("us", 1))


@pytest.mark.parametrize(
    ("scenario", "points"),
    [
        ("pincher/campaign", (Points("soviet", 7),)),  # [R-PIN-08]
        ("pincher/race-to-the-rhine", ()),
        ("sandown/campaign", (Points("soviet", 4),)),
        ("sandown/tabriz-and-erzurum", ()),
        (
            "grand-campaign/grand-campaign",
            (Points("soviet", 7, "Europe"), Points("soviet", 4, "the Mid-East")),
        ),
    ],
)
def test_sww3_points(scenario: str, points: tuple[Points, ...]) -> None:
    assert reported(grognard.new(scenario, seed=1)).points == points


@pytest.mark.parametrize("scenario", ["pincher/race-to-the-rhine", "sandown/tabriz-and-erzurum"])
def test_sww3_losses(scenario: str) -> None:
    allied = grognard.new(scenario, seed=1).sides[1]
    game = after_losses(scenario, sww3.put, sww3.LOST, soviet=3, **{allied: 2})
    assert reported(game).losses == {"soviet": 3, allied: 2}


def test_grand_campaign_losses() -> None:
    game = grognard.new("grand-campaign/grand-campaign", seed=1)
    units = [c for c, counter in enumerate(game.scenario.counters) if counter.side == "allied"][:4]
    for unit in units:
        sww3.put(parts(game)[1], unit, sww3.LOST)
    assert reported(game).losses == {"soviet": 0, "allied": 4}


def test_nuremberg_losses_exclude_markers() -> None:
    game = after_losses("nuremberg/border-battle", afcent.put, afcent.LOST, pact=5, nato=2)
    marker = next(c for c, counter in enumerate(game.scenario.counters) if counter.marker)
    afcent.put(parts(game)[1], marker, afcent.LOST)
    summary = reported(game)
    assert summary.losses == {"pact": 5, "nato": 2}
    assert summary.points == ()  # cities and exits are goals, not points


def test_ocs_losses() -> None:
    """Eight German units are in the Dead Pile or removed for good."""
    game = grognard.new("ocs/kharkov", seed=1)
    scenario, state = parts(game)
    fighting = [c for c in on_map(game, "german") if scenario.combat_units >> c & 1]
    final = next(c for c in fighting if scenario.counters[c].no_rebuild)
    for unit in [final, *[c for c in fighting if c != final][:7]]:
        ocs.remove(state, unit)
    assert state.at[final] == ocs.GONE
    assert reported(game).losses == {"german": 8, "soviet": 0}


def test_ocs_points_are_net() -> None:
    """Kharkov is worth 3 to the Soviets, an eliminated German armor unit 1; six lost Soviet steps cost 1."""
    game = grognard.new("ocs/kharkov", seed=1)
    scenario, state = parts(game)
    assert reported(game).points == (Points("soviet", 0),)
    state.second |= 1 << scenario.board.places["Kharkov"].hex
    tanks = [c for c in on_map(game, "german") if _mobile(scenario.counters[c])][:2]
    for unit in tanks:
        ocs.remove(state, unit)
    rifles = [c for c in on_map(game, "soviet") if scenario.steps[c] > 1]
    dead = 0
    while dead < 6:
        unit = rifles.pop()
        dead += scenario.steps[unit] - state.lost[unit]
        ocs.remove(state, unit)
    assert reported(game).points == (Points("soviet", 3 + 2 - dead // 6),)


def _mobile(counter: Any) -> bool:
    return bool(counter.category != "other" and counter.steps == 1)
