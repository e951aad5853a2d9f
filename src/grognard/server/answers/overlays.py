"""Map overlays: zones of control, supply and enemy reach."""

from __future__ import annotations

import msgspec

from grognard.core.contract.state import State
from grognard.core.errors import GrognardError
from grognard.core.hexes.grid import HexSet, mask_of
from grognard.core.play.game import Game


def overlay(game: Game, state: State, name: str, side: str) -> HexSet:
    """Return the hexes of an overlay for a side."""
    if name == "zoc":
        return game.definition.zoc(state, side)
    if name == "supply":
        return game.definition.supply_hexes(state, side) or 0
    if name != "threat":
        return game.definition.area_hexes(state, side)[name]
    return threat(game, state, side)


def threat(game: Game, state: State, side: str) -> HexSet:
    """Return the hexes that a side's units could reach if it were its turn.

    Outside its own movement a side has no reach, so the position is tried in each phase of the turn until
    there is one. If that fails too, return its zone of control and the adjacent hexes.
    """
    units = _on_map(game, state, side)
    mask = _reach(game, state, units)
    if mask:
        return mask
    view = game.definition.view(state, "")
    try:
        place = game.definition.to_position(state)
    except GrognardError:  # this game has no position files, or none for this moment
        return _near(game, state, side)
    for phase in view.phases:
        for status in (place.state, {}):  # as now, and without status, since units may act again by then
            moved = msgspec.structs.replace(place, phase=phase, state=status, dice=())
            try:
                mask |= _reach(game, game.definition.from_position(game.scenario, moved), units)
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
