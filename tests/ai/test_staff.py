"""The planner in Stalin's World War III, which follows the advice of the game family."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.ai import player
from grognard.core.contract.decisions import Question
from grognard.core.contract.intentions import Intention
from grognard.core.hexes.grid import bits
from grognard.core.play.game import Game
from grognard.games.sww3.advice.staff import atomic_plan
from grognard.games.sww3.advice.staff import attacks as staff_attacks
from grognard.games.sww3.advice.staff.advisor import advise
from grognard.games.sww3.advice.staff.main_effort import MainEffort
from grognard.games.sww3.advice.staff.movement import March
from grognard.games.sww3.advice.staff.situation import Situation
from grognard.games.sww3.combat import atomic_attacks, atomic_effects
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import ARRIVING, LOST, on_map, put
from grognard.games.sww3.turn import victory


def play(game: Game, turns: int) -> None:
    """Let two planners play some turns, and check every order."""
    players = {side: player("planner", seed=number) for number, side in enumerate(game.sides)}
    while game.to_act and game.turn <= turns:
        side = game.to_act
        order = players[side].choose(game.definition, game.scenario, game.view(side))
        assert game.check(order, side) is None
        assert players[side].why
        game.play(order, side)


def test_planner_finishes_a_short_scenario() -> None:
    game = grognard.new("sandown/tabriz-and-erzurum", seed=3)
    play(game, turns=4)
    assert game.result is not None and game.result.winner in game.sides


@pytest.mark.parametrize(
    "scenario", ["pincher/campaign", "sandown/campaign", "grand-campaign/grand-campaign"]
)
def test_planner_plays_a_turn_of_each_campaign(scenario: str) -> None:
    game = grognard.new(scenario, seed=4)
    play(game, turns=1)
    assert game.turn == 2


def test_berlin_falls_on_the_first_turn() -> None:
    game = grognard.new("pincher/race-to-the-rhine", seed=5)
    play(game, turns=1)
    state: Any = game.state
    assert victory.held(state, state.scenario.file.victory[0]) == 1


def test_no_soviet_atomic_attack_on_the_first_turn() -> None:
    game = grognard.new("pincher/race-to-the-rhine", seed=6)
    state: Any = game.state.copy()
    state.phase_index = next(n for n, step in enumerate(state.scenario.sequence) if step.phase == "first")
    assert atomic_attacks.may_strike(state, SOVIET) is None
    assert atomic_plan.best_strike(Situation(state, SOVIET)) is None
    state.turn = 2
    assert atomic_plan.best_strike(Situation(state, ALLIED)) is not None


def test_planned_attacks_respect_the_stacking_limit() -> None:
    state: Any = grognard.new("pincher/campaign", seed=7).state
    picture = Situation(state, SOVIET)
    free = {
        c: picture.reach(c) for c in range(state.scenario.unit_count) if state.scenario.side_of[c] == SOVIET
    }
    load: dict[int, int] = {}
    attacks = staff_attacks.plan(picture, {c: there for c, there in free.items() if state.at[c] >= 0}, load)
    fighters = [c for attack in attacks for c in attack.places]
    assert attacks and len(fighters) == len(set(fighters))
    assert max(load.values()) <= state.scenario.stack_steps
    assert all(free[c] >> place & 1 for attack in attacks for c, place in attack.places.items())


def test_planning_does_not_change_the_state() -> None:
    state: Any = grognard.new("sandown/campaign", seed=8).state.copy()
    state.phase_index = next(n for n, step in enumerate(state.scenario.sequence) if step.phase == "first")
    before = state.digest
    assert March(state, SOVIET).plan()
    assert state.digest == before


def test_main_effort_moves_towards_belgrade() -> None:
    state: Any = grognard.new("pincher/campaign", seed=8).state.copy()
    picture = Situation(state, SOVIET)
    effort = MainEffort(picture)
    sent = bits(effort.units)
    every = sum(map(picture.attack, bits(on_map(state, state.scenario.units_of[SOVIET]))))
    assert 0 < sum(map(picture.attack, sent)) < 0.5 * every
    far = picture.scenario.grid.distance
    before = sum(far(state.at[c], effort.goal) for c in sent)
    march = March(state, SOVIET)
    march.plan()
    assert sum(far(march.state.at[c], effort.goal) for c in sent) < before
    state.red |= 1 << effort.goal
    assert sum(map(picture.attack, bits(MainEffort(picture).units))) < sum(map(picture.attack, sent))


def test_no_main_effort_without_a_vital_city() -> None:
    for scenario in ("sandown/campaign", "pincher/race-to-the-rhine"):
        state: Any = grognard.new(scenario, seed=8).state
        assert not MainEffort(Situation(state, SOVIET)).units


def test_soviets_use_larger_stacks_when_the_bombs_are_spent() -> None:
    state: Any = grognard.new("pincher/campaign", seed=8).state.copy()
    state.turn = 3
    careful = staff_attacks.attack_stack_limit(Situation(state, SOVIET))
    state.prestige = 20
    bold = staff_attacks.attack_stack_limit(Situation(state, SOVIET))
    assert (
        careful
        < bold
        <= state.scenario.stack_steps
        == staff_attacks.attack_stack_limit(Situation(state, ALLIED))
    )


def test_bombs_are_saved_for_the_other_map() -> None:
    state: Any = grognard.new("grand-campaign/grand-campaign", seed=8).state.copy()
    state.turn = 2
    here = atomic_plan.allowance(Situation(state, ALLIED))
    state.closed |= 1 << 1  # the other map is closed
    assert 0 < here < atomic_plan.allowance(Situation(state, ALLIED))


def test_no_victory_points_are_spent_where_only_points_win() -> None:
    state: Any = grognard.new("grand-campaign/grand-campaign", seed=8).state.copy()
    state.phase_index = next(n for n, step in enumerate(state.scenario.sequence) if step.phase == "first")
    state.turn = 5
    (order, *_), _ = advise(state, "soviet")
    europe, mid_east = map(int, order.words)
    assert order.verb == "second" and not europe and mid_east


def advanced(prestige: int) -> int:
    """Return the steps that advance into Hanover on turn 3 after six divisions win the battle."""
    game = grognard.new("pincher/campaign", seed=8)
    state: Any = game.state
    scenario = state.scenario
    hanover = scenario.board.places["Hanover"].hex
    state.turn, state.prestige = 3, prestige
    state.phase_index = next(n for n, step in enumerate(scenario.sequence) if step.phase == "second")
    state.neutral = 0
    for c in bits(state.here[hanover]):
        put(state, c, LOST)
    beside = [h for h in scenario.grid.adjacent[hanover] if not state.here.get(h)][:3]
    tanks = bits(on_map(state, scenario.units_of[SOVIET]) & ~scenario.artillery)[:6]
    for number, c in enumerate(tanks):
        put(state, c, beside[number % 3])
    state.questions.append(Question("advance", SOVIET, tuple(tanks), hanover))
    while state.questions and state.questions[-1].kind == "advance":
        (order, *_), _why = advise(state, "soviet")
        game.play(order, "soviet")
    return int(state.load.get(hanover, 0))


def test_more_units_advance_when_the_western_bombs_are_spent() -> None:
    few, many = advanced(prestige=99), advanced(prestige=10)
    assert 0 < few <= 4 < many, (few, many)


def test_last_oil_city_is_worth_more_to_both_sides() -> None:
    state: Any = grognard.new("sandown/campaign", seed=8).state.copy()
    first, *others = bits(state.scenario.theatres[0].oil_cities)
    state.neutral = 0
    for side in (SOVIET, ALLIED):
        state.red &= ~state.scenario.theatres[0].oil_cities
        one_of_many = Situation(state, side).worth[first]
        for hex_ in others:
            state.red |= 1 << hex_
        assert Situation(state, side).worth[first] > 2 * one_of_many


def last_act(empty: bool) -> tuple[str, str]:
    """Return NATO's advice in the last act of Race to the Rhine, with Berlin empty or not."""
    game = grognard.new("pincher/race-to-the-rhine", seed=8)
    state: Any = game.state.copy()
    scenario = state.scenario
    state.turn = scenario.turns
    state.phase_index = next(n for n, step in enumerate(scenario.sequence) if step.phase == "reinforcement")
    berlin = scenario.board.places["Berlin"].hex
    for c in bits(state.here.get(berlin, 0)):
        put(state, c, LOST)
    guard = bits(on_map(state, scenario.units_of[SOVIET]))[0]
    home = state.at[guard]
    put(state, guard, berlin)
    if empty:
        put(state, guard, home)
    brigade = bits(scenario.paratroops & scenario.units_of[ALLIED])[0]
    put(state, brigade, ARRIVING)
    state.air, state.aerial_left = [ALLIED], [1]
    orders, _ = advise(state, "nato")
    order = orders[0]
    assert game.definition.check(state, "nato", order) is None
    return order.verb, order.target


def test_paratroops_take_an_empty_berlin_in_the_last_act() -> None:
    assert last_act(empty=True)[0] == "drop"
    assert last_act(empty=True)[1] != last_act(empty=False)[1]


def test_prestige_is_not_saved_beyond_the_last_turn() -> None:
    state: Any = grognard.new("pincher/race-to-the-rhine", seed=6).state.copy()
    state.phase_index = next(n for n, step in enumerate(state.scenario.sequence) if step.phase == "first")
    state.turn, state.first_use = state.scenario.turns, True
    strikes: dict[str, list[int]] = {"save": [], "spend": []}
    for state.prestige in range(1, 30):
        for intention in (Intention("save"), Intention("spend", specials=True)):
            if atomic_plan.best_strike(Situation(state, ALLIED, intention)) is not None:
                strikes[intention.name].append(state.prestige)
    assert min(strikes["spend"]) < min(strikes["save"])
    theatre = state.scenario.theatres[0]
    dearest = max(atomic_effects.prestige_rolled(theatre, 0, die) for die in range(1, 7))
    assert min(strikes["spend"]) > dearest  # no strike can lose the game
