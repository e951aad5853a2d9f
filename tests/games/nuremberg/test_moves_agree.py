"""What is offered, what is allowed and what is charged agree, in random positions of the whole campaign."""

from __future__ import annotations

import random

import pytest

from grognard.core.contract.orders import Order
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits
from grognard.games.afcent.interface.choices import choices
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import AfcentState, empty, jam, put
from grognard.games.afcent.movement import moves
from grognard.games.afcent.movement.reach import cheapest_path, march, path_costs, reach
from grognard.games.afcent.movement.stacking import closed_hexes, fits
from tests.rules.nuremberg.order_helpers import campaign


def melee(source: random.Random, side: int) -> AfcentState:
    """Everybody somewhere around Nuremberg, with aircraft, refugees and jamming, by day or night."""
    scenario = campaign()
    state = empty(scenario)
    state.turn = source.choice((1, 2, 3))
    state.phase_index = scenario.sequence.index((side, "first"))
    room = bits(scenario.grid.within(scenario.grid.hex("2424"), source.choice((5, 8, 12))) & scenario.land)
    for c in range(scenario.unit_count):
        hex_ = source.choice(room)
        if fits(state, 1 << c, hex_):
            put(state, c, hex_)
    state.sky = source.choice((PACT, NATO))
    state.markers = sum(1 << hex_ for hex_ in source.sample(room, 3))
    state.refugees = sum(1 << hex_ for hex_ in source.sample(room, 5))
    for hex_ in source.sample(bits(state.held[side]), 6):
        jam(state, hex_, source.choice((1, 2)))
    changed(state)
    moves.begin_movement(state)
    return state


@pytest.mark.parametrize("seed", range(6))
def test_every_offered_path_is_legal_step_by_step(seed: int) -> None:
    source = random.Random(seed)
    side = seed % 2
    state = melee(source, side)
    scenario = state.scenario
    offered = 0
    for unit in bits(scenario.units_of[side]):
        orders = moves.move_orders(state, unit)
        offered |= bool(orders) << unit
        for order in source.sample(orders, min(len(orders), 12)):
            assert moves.check_move(state, side, order) is None
            if order.path:
                assert moves.check_move(state, side, moves.complete_move(state, order)) is None
    assert offered == moves.movable(state, side)


@pytest.mark.parametrize("seed", range(4))
def test_cheapest_path_cost_equals_the_flood(seed: int) -> None:
    source = random.Random(seed)
    state = melee(source, seed % 2)
    for unit in bits(moves.likely_movers(state, seed % 2)):
        way, waves = march(state, (unit,)), reach(state, (unit,)).waves
        for spent, wave in enumerate(waves):
            for goal in source.sample(bits(wave), min(3, wave.bit_count())) if spent else ():
                path = cheapest_path(state, (unit,), goal)
                assert sum(toll.price for toll in path_costs(state, way, path)) == spent


@pytest.mark.parametrize("seed", range(2))
def test_hexes_are_shut_to_the_pact_where_its_units_do_not_fit(seed: int) -> None:
    state = melee(random.Random(seed), PACT)
    for unit in bits(moves.likely_movers(state, PACT)):
        closed = closed_hexes(state, (unit,)) & ~(1 << state.at[unit])
        for hex_ in bits(state.held[PACT] | state.held[NATO]):
            if hex_ != state.at[unit]:
                assert bool(closed >> hex_ & 1) is not fits(state, 1 << unit, hex_)


@pytest.mark.parametrize("side", [PACT, NATO])
def test_random_move_is_found_without_looking_for_those_of_every_unit(
    side: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = melee(random.Random(1), side)
    decision = choices(state, state.scenario.sides[side])
    assert decision is not None
    monkeypatch.setattr("grognard.games.kit.choices.able_in", lambda *_: pytest.fail("every unit is asked"))
    assert decision.sample_orders(random.Random(1))


def test_random_games_end() -> None:
    """Random moves use up all points, whatever stacks they are broken into."""
    source = random.Random(5)
    state = melee(source, NATO)
    for _ in range(3000):
        units = bits(moves.movable(state, NATO))
        if not units:
            break
        unit = source.choice(units)
        orders: list[Order] = moves.move_orders(state, unit)
        moves.apply_move(state, source.choice(orders), _Sixes())
    else:
        raise AssertionError("units still move after 3000 orders")


class _Sixes:
    def roll(self, purpose: str, sides: int = 6) -> int:
        return sides
