"""Ratings of players, one per game, by the Weng-Lin model of openskill."""

from __future__ import annotations

import msgspec
from openskill.models import PlackettLuce

from grognard.server.storage.matches import Rating

_MODEL = PlackettLuce()


def rated(players: list[Rating], scores: list[float]) -> list[Rating]:
    """Return the ratings of players after a game in which each scored 1 (won), 0.5 (drew) or 0 (lost)."""
    teams = [[_MODEL.rating(mu=player.mu, sigma=player.sigma)] for player in players]
    found = _MODEL.rate(teams, scores=scores)
    return [
        msgspec.structs.replace(
            player,
            mu=team[0].mu,
            sigma=team[0].sigma,
            won=player.won + (score == 1.0),
            drawn=player.drawn + (score == 0.5),
            lost=player.lost + (score == 0.0),
        )
        for player, team, score in zip(players, found, scores, strict=True)
    ]
