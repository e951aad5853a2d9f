"""Perft: how many legal orders there are in fixed positions, and how many states after two of them.

Numbers marked *counted* were counted on the board. The others were computed once and change only when a rule
changes; a slow and simple second count of movement stands at the end.
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

import grognard
from grognard.core.contract.orders import Order
from grognard.core.dice import NoDice, Roller, every_roll
from grognard.core.errors import NeedDice
from grognard.core.play.game import Game
from tests.games.random_play import every_order
from tests.support import situation


def after(game: Game, state: Any, side: str, order: Order) -> Any:
    """A copy of the state after an order, or None when dice decide."""
    twin = state.copy()
    try:
        game.definition.apply(twin, side, game.definition.complete(twin, side, order), NoDice())
    except NeedDice:
        return None
    return twin


def states_after_two(game: Game) -> int:
    """Different states after two orders; orders with dice are left out."""
    found: set[str] = set()
    for side in game.definition.to_act(game.state):
        for first in game.orders(side):
            middle = after(game, game.state, side, first)
            if middle is None:
                continue
            for next_side in game.definition.to_act(middle):
                question = game.definition.choices(middle, next_side)
                assert question is not None
                ends = (after(game, middle, next_side, second) for second in question.all())
                found.update(end.digest for end in ends if end is not None)
    return len(found)


def by_actor(game: Game) -> dict[str, int]:
    question = game.choices()
    assert question is not None
    return {actor: len(question.orders(actor)) for actor in question.actors()}


def at_first_movement(scenario: str) -> Game:
    """The set-up after an events phase in which all went as planned (row 6 of the table)."""
    game = grognard.new(f"strike-force-one/{scenario}", seed=1)
    if game.view().phase_name == "events":
        game.dice.script([1, 6])
        game.play("roll")
    return game


# -- the set-up of every scenario ------------------------------------------------------------------

SET_UP = {
    "basic": (128, 6568, {"SA": 21, "SB": 29, "SV": 15, "SG": 19, "SD": 24, "SE": 19, "": 1}),
    "advanced": (134, 7447, {"SA": 23, "SB": 30, "SV": 16, "SG": 21, "SD": 24, "SE": 19, "": 1}),
    "expert-standard": (134, 7447, {"SA": 23, "SB": 30, "SV": 16, "SG": 21, "SD": 24, "SE": 19, "": 1}),
    "expert-engagement": (54, 646, {"SB": 16, "SG": 37, "": 1}),
    "expert-counter-offensive": (91, 3331, {"W": 18, "X": 18, "Y": 18, "Z": 18, "T": 18, "": 1}),
}
"""Orders at the first movement, states after two, and orders by actor (the last one ends the phase)."""


@pytest.mark.parametrize("scenario", SET_UP)
def test_orders_at_the_first_movement(scenario: str) -> None:
    orders, _, actors = SET_UP[scenario]
    game = at_first_movement(scenario)
    assert by_actor(game) == actors
    assert len(every_order(game)) == orders == sum(actors.values())


@pytest.mark.parametrize("scenario", SET_UP)
def test_states_after_two_orders(scenario: str) -> None:
    assert states_after_two(at_first_movement(scenario)) == SET_UP[scenario][1]


@pytest.mark.parametrize("scenario", SET_UP)
def test_states_after_two_orders_are_what_the_single_moves_make_them(scenario: str) -> None:
    """Any two units move, in either order; or one does and the phase ends; or two phases end.

    *Counted*: with two units to a hex nobody is in anybody's way yet, so the numbers are products. In Basic,
    where a hex holds one, pairs that would end in the same hex are missing.
    """
    _, states, actors = SET_UP[scenario]
    moves = [number for actor, number in actors.items() if actor]
    free = sum(a * b for a, b in combinations(moves, 2)) + sum(moves) + 1
    assert states == free if scenario != "basic" else states < free


def test_woods_make_the_difference_between_the_levels() -> None:
    """Friends may be passed at every level; only those gain above Basic who come to a wood.

    *Counted*: SE in 0908 reaches 0904-0907, 0804-0808, 0705-0708, 0605-0608, 0507 and 0508, and no wood.
    Two of these hold SD and SB, who can still make room.
    """
    basic, advanced = SET_UP["basic"][2], SET_UP["advanced"][2]
    assert {actor for actor in basic if basic[actor] != advanced[actor]} == {"SA", "SB", "SV", "SG"}
    assert basic["SE"] == advanced["SE"] == 4 + 5 + 4 + 4 + 2


# -- positions that can be counted by hand ---------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "hex_", "count"),
    [
        # *Counted* by columns: 0102-0105, 0201-0204, 0301, 0302, 0304, 0401-0403, 0501-0503.
        ("basic", "0101", 4 + 4 + 3 + 3 + 3),
        # The wood 0303 is three hexes away and costs two points: exactly four.
        ("advanced", "0101", 4 + 4 + 4 + 3 + 3),
        # *Counted*: 0104-0107, 0204-0208, 0305, 0306, 0308, 0405-0408, 0507, 0508.
        ("basic", "0108", 4 + 5 + 3 + 4 + 2),
        ("advanced", "0108", 4 + 5 + 4 + 4 + 2),  # and the wood 0307
        # *Counted*: 0904-0907, 0804-0808, 0705-0708, 0605-0608, 0507, 0508; the wood 0506 would cost five.
        ("basic", "0908", 4 + 5 + 4 + 4 + 2),
        ("advanced", "0908", 4 + 5 + 4 + 4 + 2),
    ],
)
def test_a_lone_unit_in_a_corner(level: str, hex_: str, count: int) -> None:
    game = situation(level, "soviet movement", SA=hex_)
    assert by_actor(game) == {"SA": count, "": 1}


def test_two_units_that_never_meet() -> None:
    """*Counted*: 17 moves of one and 19 of the other, whoever goes first.

    Both have moved: 17 x 19. One has, and the phase has ended: 17 + 19. Two phases have ended: 1.
    """
    game = situation("basic", "soviet movement", SA="0101", SB="0908")
    assert by_actor(game) == {"SA": 17, "SB": 19, "": 1}
    assert states_after_two(game) == 17 * 19 + 17 + 19 + 1


def test_attacks_of_three_single_units() -> None:
    """*Counted*: each alone, three pairs, all three, and the end of the phase; in Basic any of them may."""
    game = situation("basic", "soviet combat", SA="0504", SB="0605", SV="0604", Z="0505")
    assert by_actor(game) == {"": 1, "SA": 4, "SB": 4, "SV": 4}
    assert len(every_order(game)) == 7 + 1


def test_attacks_of_a_stack_and_a_single_unit() -> None:
    """*Counted*: the stack as a whole, the single unit, or all; against 1 point of defence each is enough."""
    game = situation("advanced", "soviet combat", SA="0504", SB="0504", SV="0604", Z="0505")
    assert {str(order) for order in game.orders()} == {
        "attack 0505 SA,SB", "attack 0505 SV", "attack 0505 SA,SB,SV", "end",
    }  # fmt: skip
    # two defenders: the single unit is too weak alone, one against two
    game = situation("advanced", "soviet combat", SA="0504", SB="0504", SV="0604", Z="0505", Y="0505")
    assert {str(order) for order in game.orders()} == {"attack 0505 SA,SB", "attack 0505 SA,SB,SV", "end"}


def test_retreats_of_a_lone_defender() -> None:
    """*Counted*: of the six hexes around 0505, SA's zone takes 0506, 0604 and 0605, where SA stands."""
    game = situation("advanced", "soviet combat", dice=[1], SA="0605", Z="0505")
    game.play("attack 0505 SA")
    assert {str(order) for order in game.orders()} == {"retreat Z 0404", "retreat Z 0405", "retreat Z 0504"}


def test_how_often_the_first_event_asks_something() -> None:
    """*Counted* in the table: only friction, column 1-3 and row 5, as nobody is lost yet: 3 of 36."""
    game = grognard.new("strike-force-one/expert-standard", seed=1)

    def asked(dice: Roller) -> str:
        state = game.state.copy()
        game.definition.apply(state, "soviet", Order("roll"), dice)
        question = game.definition.choices(state, "soviet")
        assert question is not None
        return question.kind

    chances: dict[str, float] = {}
    for chance in every_roll(asked):
        chances[chance.result] = chances.get(chance.result, 0) + chance.probability
    assert chances == pytest.approx({"disrupt": 3 / 36, "movement": 33 / 36})


# -- a slow and simple second count ----------------------------------------------------------------


def slow_reach(game: Game, unit: str) -> set[str]:
    """Where a unit can end its move, by walking every path hex by hex as a person would [8, 8.1, 8.3]."""
    board, grid = game.scenario.board, game.scenario.board.grid
    at = {u.id: grid.hex(u.at) for u in game.view().units if grid.find(u.at) is not None}
    side = {u.id: u.side for u in game.view().units}
    foes = {hex_ for id_, hex_ in at.items() if side[id_] != side[unit]}
    zone = foes | {near for foe in foes for near in grid.adjacent[foe]}
    cost = {"clear": 1, "forest": 99 if game.scenario.name == "basic" else 2}
    ends = set()

    def walk(here: int, left: int, first: bool) -> None:
        for there in grid.adjacent[here]:
            points = left - cost[board.legend[board.terrain[there]].id]
            if points < 0 or there in foes or (here in zone and (there in zone or not first)):
                continue
            ends.add(there)
            walk(there, points, False)

    walk(at[unit], 4, True)
    return {grid.label(hex_) for hex_ in ends - {at[unit]}}


@pytest.mark.parametrize("level", ["basic", "advanced", "expert-standard"])
def test_moves_agree_with_a_slow_and_simple_count(level: str) -> None:
    """One Soviet unit among US units anywhere: no friends, so stacking plays no part."""
    source = random.Random(level)
    grid = situation(level).scenario.board.grid
    known = {"basic": "WXYZ", "advanced": "WXYZV", "expert-standard": "WXYZTUV"}
    woods = {"0303", "0307", "0506", "0602", "0603"}
    clear = [label for hex_ in grid.hexes() if (label := grid.label(hex_)) not in woods]
    for _ in range(40):
        foes = source.sample(known[level], source.randint(0, len(known[level])))
        hexes = source.sample(clear, len(foes) + 1)
        at: dict[str, Any] = dict(zip(["SA", *foes], hexes, strict=True))
        game = situation(level, "soviet movement", **at)
        goals = {order.path[-1] for order in game.orders() if order.verb == "move"}
        assert goals == slow_reach(game, "SA") == set(game.reach("SA"))
