"""Hatchings of the map: zones of control, supply, and where the enemy could be next."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.core.errors import GrognardError
from grognard.core.game import Game
from grognard.core.hexes import HexSet, mask_of


def overlay(game: Game, state: Any, name: str, side: str) -> HexSet:
    """The hexes of an overlay for a side, as a state has it."""
    if name == "zoc":
        return game.rules.zoc(state, side)
    if name == "supply":
        return game.rules.supply(state, side) or 0
    if name != "threat":
        return game.rules.areas(state, side)[name]
    return threat(game, state, side)


def threat(game: Game, state: Any, side: str) -> HexSet:
    """Where a side's units could move, if it were its turn now.

    Outside its own movement the rules know no reach, so the same position is set up in each phase of the turn
    until there is one. Where even that tells nothing, its zone of control and the hexes next to it.
    """
    units = _on_map(game, state, side)
    mask = _reach(game, state, units)
    if mask:
        return mask
    view = game.rules.view(state, "")
    try:
        place = game.rules.to_position(state)
    except GrognardError:
        return _near(game, state, side)
    for phase in view.phases:
        for marks in (place.state, {}):  # as it stands, and fresh: by then they may act again
            twin = msgspec.structs.replace(place, phase=phase, state=marks, dice=())
            try:
                mask |= _reach(game, game.rules.from_position(game.scenario, twin), units)
            except GrognardError:
                continue
        if mask:
            return mask
    return _near(game, state, side)


def _on_map(game: Game, state: Any, side: str) -> list[str]:
    grid = game.scenario.board.grid
    view = game.rules.view(state, side)
    return [u.id for u in view.units if u.side == side and not u.marker and grid.find(u.at) is not None]


def _reach(game: Game, state: Any, units: list[str]) -> HexSet:
    mask = 0
    for unit in units:
        mask |= mask_of(game.rules.reach(state, [unit]))
    return mask


def _near(game: Game, state: Any, side: str) -> HexSet:
    zone = game.rules.zoc(state, side)
    return zone | game.scenario.board.grid.spread(zone)
