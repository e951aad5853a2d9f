"""Hatchings of the map: zones of control, supply, and where the enemy could be next."""

from __future__ import annotations

import msgspec

from grognard.core.contract.state import State
from grognard.core.errors import GrognardError
from grognard.core.hexes.grid import HexSet, mask_of
from grognard.core.play.game import Game


def overlay(game: Game, state: State, name: str, side: str) -> HexSet:
    """The hexes of an overlay for a side, as a state has it."""
    if name == "zoc":
        return game.definition.zoc(state, side)
    if name == "supply":
        return game.definition.supply_hexes(state, side) or 0
    if name != "threat":
        return game.definition.area_hexes(state, side)[name]
    return threat(game, state, side)


def threat(game: Game, state: State, side: str) -> HexSet:
    """Where a side's units could move, if it were its turn now.

    Outside its own movement the rules know no reach, so the same position is set up in each phase of the turn
    until there is one. Where even that tells nothing, its zone of control and the hexes next to it.
    """
    units = _on_map(game, state, side)
    mask = _reach(game, state, units)
    if mask:
        return mask
    view = game.definition.view(state, "")
    try:
        place = game.definition.to_position(state)
    except GrognardError:  # this game has no position files, or none of this moment
        return _near(game, state, side)
    for phase in view.phases:
        for marks in (place.state, {}):  # as it stands, and fresh: by then they may act again
            twin = msgspec.structs.replace(place, phase=phase, state=marks, dice=())
            try:
                mask |= _reach(game, game.definition.from_position(game.scenario, twin), units)
            except GrognardError:
                continue
        if mask:
            return mask
    return _near(game, state, side)


def _on_map(game: Game, state: State, side: str) -> list[str]:
    grid = game.scenario.board.grid
    view = game.definition.view(state, side)
    return [u.id for u in view.units if u.side == side and not u.marker and grid.find(u.at) is not None]


def _reach(game: Game, state: State, units: list[str]) -> HexSet:
    mask = 0
    for unit in units:
        mask |= mask_of(game.definition.reach(state, [unit]))
    return mask


def _near(game: Game, state: State, side: str) -> HexSet:
    zone = game.definition.zoc(state, side)
    return zone | game.scenario.board.grid.spread(zone)
