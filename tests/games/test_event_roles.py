"""Every game says what its events mean in the story of a turn."""

from __future__ import annotations

import pytest

import grognard
from grognard.ai import player
from grognard.core.contract.events import Event

SAMPLES = {
    "strike-force-one/basic": {"move", "battle", "retreat", "loss"},
    "pincher/race-to-the-rhine": {"move", "battle", "step", "loss", "capture"},
    "nuremberg/border-battle": {"move", "battle", "loss", "capture"},
}


@pytest.mark.parametrize("scenario", SAMPLES)
def test_events_of_a_game_have_their_roles(scenario: str) -> None:
    game = grognard.new(scenario, seed="5")
    with_computers = {side: player("planner", seed=1) for side in game.sides}
    for _ in range(300):
        if game.over or {event.role for event in _events(game)} >= SAMPLES[scenario]:
            break
        side = game.waiting_for[0]
        game.play(with_computers[side].choose(game.definition, game.scenario, game.view(side)), side)
    events = _events(game)
    assert {event.role for event in events} >= SAMPLES[scenario]
    for event in events:
        if event.role == "move":
            assert event.units
        if event.role in ("battle", "capture"):
            assert event.side
            assert event.hexes


def _events(game: grognard.Game) -> list[Event]:
    return [event for step in game.history for event in step.events]
