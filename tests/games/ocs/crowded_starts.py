"""Starting positions for eventful games: all units on a small map, close to the enemy."""

from __future__ import annotations

import random
from collections.abc import Mapping

from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits
from grognard.core.play.game import Game
from grognard.games import definition_of
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import DEAD, OcsState, empty, put, spare_counter
from grognard.games.ocs.supply.tokens import bring
from grognard.games.ocs.units.stacking import fits

FIRST_PHASES = ("reinforcement", "movement", "combat", "breakout")
MARKS = ("turned", "dg", "reserve", "out", "low", "exhausted")


def melee(
    seed: int, turns: int = 1, options: Mapping[str, object] | None = None
) -> tuple[Game, random.Random]:
    """Return a game of the practice scenario in its last turns, and a random source to play it."""
    game = Game(definition_of("ocs"), "practice", options, seed=seed)
    source = random.Random(f"melee {seed}")
    scenario = game.scenario
    assert isinstance(scenario, OcsScenario)
    game.begin_from(crowd(scenario, source, turns))
    return game, source


def crowd(
    scenario: OcsScenario, source: random.Random, turns: int, corner: tuple[int, int] = (6, 3), wide: int = 10
) -> OcsState:
    """Units of both sides on either half of a front, in any mode and condition, with supply and works.

    They are in a square: `corner` is its first column and row.
    """
    state, grid = empty(scenario), scenario.grid
    state.turn = scenario.turns - turns + 1
    west, south = corner
    front = source.choice((west + 2, west + 4, west + 6))
    columns, rows = range(west, west + wide), range(south, south + wide)
    area = [h for h in grid.hexes() if grid.column(h) in columns and grid.row(h) in rows]
    halves = [[h for h in area if (grid.column(h) <= front) == (side == 0)] for side in (0, 1)]
    named = scenario.combat_units & ~(scenario.pax | scenario.eq | scenario.breakdowns)
    for c in bits(named | scenario.organic):
        hex_ = source.choice(halves[scenario.side_of[c]])
        if source.random() < 0.1:
            put(state, c, DEAD)
        elif source.random() < 0.9 and (scenario.organic >> c & 1 or fits(state, hex_, 1 << c)):
            put(state, c, hex_)
            _mark(state, source, c)
    for side in (0, 1):
        _equip(state, source, side, halves[side])
    for port in scenario.file.port:
        put(
            state,
            scenario.counter(f"{port.owner[0]}-port-{port.hex.replace('.', '')}"),
            scenario.hex(port.hex),
        )
    state.began = state.at[:]
    phase = source.choice(FIRST_PHASES)
    state.phase_index = next(n for n, step in enumerate(scenario.sequence) if step.phase == phase)
    changed(state)
    return state


def _mark(state: OcsState, source: random.Random, unit: int) -> None:
    scenario, bit = state.scenario, 1 << unit
    if not scenario.combat_units & bit:
        return
    mark = source.choice((*MARKS, "", "", "", "", ""))
    if mark:
        setattr(state, mark, getattr(state, mark) | bit)
    if scenario.steps[unit] > 1:
        state.lost[unit] = source.choice((0, 0, 0, source.randrange(scenario.steps[unit])))


def _equip(state: OcsState, source: random.Random, side: int, hexes: list[Hex]) -> None:
    """Dumps, transports, replacements and hedgehogs of a side, on its own half."""
    scenario = state.scenario
    own = scenario.of_side[side] & ~scenario.organic
    for _ in range(6):
        bring(state, source.choice(hexes), side, source.randrange(1, 30))
    for kind, count in (("trucks", 5), ("wagons", 4), ("pax", 2), ("eq", 2), ("hedgehogs", 3)):
        for _ in range(count):
            counter, hex_ = spare_counter(state, getattr(scenario, kind) & own), source.choice(hexes)
            if kind == "hedgehogs":
                if not state.here.get(hex_, 0) & scenario.hedgehogs:
                    put(state, counter, hex_)
                    state.level[counter] = source.randrange(1, 4)
            elif kind in ("trucks", "wagons") or fits(state, hex_, 1 << counter):
                put(state, counter, hex_)
            if kind in ("trucks", "wagons"):
                load = source.randrange(5)
                state.tokens[counter] += load
                state.ledger[side] += load
