"""What games share: refusals, questions that settle themselves, saved states, set-ups, scores."""

from __future__ import annotations

from typing import cast

import pytest

import grognard
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import Result, ask
from grognard.core.errors import BadFile, Illegal
from grognard.core.hexes.cost_waves import ways_of
from grognard.core.hexes.grid import Hex
from grognard.games.kit.advice.evaluation import score_by
from grognard.games.kit.legality import (
    FlagRule,
    HexRule,
    PreambleRules,
    bad_notation,
    check_cost,
    check_names,
    check_path,
    check_preamble,
    flag_refusal,
    hex_refusal,
    is_concession,
    one_hex,
    one_unit,
    out_of_reach,
)
from grognard.games.kit.move_costs import joint_reach
from grognard.games.kit.settling import settle, settle_retreat, survivors
from grognard.games.kit.states import on_map, placed_by_file
from grognard.games.strike_force_one.model.state import LOST, SfoState, from_plain, put

RULES = PreambleRules(over="over", turn="turn", time="time", bare=("end",))


def fresh(scenario: str = "strike-force-one/basic") -> SfoState:
    """A game at its start."""
    return cast(SfoState, grognard.new(scenario, seed=1).state)


def refused(state: SfoState, side: str, order: Order, deciding: tuple[int, ...] = (0,)) -> str:
    """The rule of the preamble that refuses an order; empty when none does."""
    refusal = check_preamble(state, side, order, deciding, ("move", "end"), lambda: "Move.", RULES)
    return refusal.rule if refusal else ""


# -- legality --------------------------------------------------------------------------------------


def test_the_preamble_refuses_in_order() -> None:
    state = fresh()
    red, blue = state.scenario.sides
    move = Order("move", units=state.scenario.names[0])
    assert refused(state, red, move) == ""
    assert refused(state, blue, move) == "turn"
    assert refused(state, blue, move, (0, 1)) == ""
    assert refused(state, red, Order("attack")) == "time"
    assert refused(state, red, Order("end", words=("x",))) == "notation"
    assert refused(state, red, Order("move", units=("nobody",))) == "notation"
    state.result = Result("", "Draw", "time")
    assert refused(state, red, move) == "over"


def test_the_preamble_says_who_decides_and_what_can_be_said() -> None:
    state = fresh()
    red, blue = state.scenario.sides
    titles = [state.scenario.titles[side] for side in (red, blue)]
    one = check_preamble(state, blue, Order("move"), (0,), ("move",), lambda: "", RULES)
    assert one is not None and titles[0] in one.reason and "player must act first" in one.reason
    late = check_preamble(state, red, Order("attack"), (0,), ("move", "end"), lambda: "Move.", RULES)
    assert late is not None and "Move." in late.reason and "move, end" in late.reason


def test_a_side_concedes_whoever_is_asked_where_the_game_knows_it() -> None:
    state = cast(SfoState, grognard.new("pincher/race-to-the-rhine", seed=1).state)
    concede = Order("concede")
    assert is_concession(state, concede)
    assert check_preamble(state, state.scenario.sides[1], concede, (0,), (), lambda: "", RULES) is None
    wordy = Order("concede", words=("now",))
    assert check_preamble(state, state.scenario.sides[1], wordy, (0,), (), lambda: "", RULES) is not None
    assert not is_concession(fresh(), concede)


def test_names_must_exist_and_be_named_once() -> None:
    scenario = fresh().scenario
    name = scenario.counter_ids[0]
    assert check_names(scenario, Order("move", units=(name,)), ()) is None
    for order in (
        Order("move", units=(name, name)),
        Order("move", units=("nobody",)),
        Order("move", path=("9999",)),
        Order("move", target="9999"),
    ):
        assert check_names(scenario, order, ()) is not None, order


def test_the_first_flag_that_is_set_refuses() -> None:
    state = fresh()
    rows = (FlagRule("moved", "8", "{unit} has moved"), FlagRule("fought", "9", "{unit} has fought"))
    assert flag_refusal(state, 1, rows) is None
    state.fought = 0b10
    refusal = flag_refusal(state, 1, rows)
    assert refusal is not None and str(refusal) == f"{state.scenario.counter_ids[1]} has fought [9]"
    state.moved = 0b10
    refusal = flag_refusal(state, 1, rows)
    assert refusal is not None and refusal.rule == "8"
    assert flag_refusal(state, 0, rows) is None


def test_the_first_rule_that_closes_a_hex_refuses() -> None:
    scenario = fresh().scenario
    hex_ = scenario.board.grid.hex("0505")
    rows = (HexRule(0, "1", "{hex} is full"), HexRule(1 << hex_, "2", "{hex} is a lake"))
    assert str(hex_refusal(scenario, hex_, rows)) == "0505 is a lake [2]"
    assert hex_refusal(scenario, hex_ + 1, rows) is None


def test_one_unit_and_no_hex() -> None:
    scenario = fresh().scenario
    name = scenario.counter_ids[3]
    assert one_unit(Order("lose", units=(name,)), scenario, "hint") == 3
    assert one_unit(Order("lose", units=(name,), words=("x",)), scenario, "hint") == 3
    for order in (Order("lose"), Order("lose", "0505", (name,)), Order("lose", units=(name, "x"))):
        assert isinstance(one_unit(order, scenario, "hint"), Illegal)
    assert isinstance(
        one_unit(Order("lose", units=(name,), words=("x",)), scenario, "", words=False), Illegal
    )


def test_one_hex_and_no_unit() -> None:
    scenario = fresh().scenario
    assert one_hex(Order("retreat", "0505"), scenario, "hint") == scenario.grid.hex("0505")
    for order in (
        Order("retreat"),
        Order("retreat", "0505", ("SA",)),
        Order("retreat", "0505", path=("0504",)),
    ):
        assert str(one_hex(order, scenario, "hint")) == "hint [notation]"


def test_bad_notation_shows_an_example_of_the_verb() -> None:
    scenario = fresh().scenario
    refusal = bad_notation(Order("move"), scenario, "write: {example}")
    assert str(refusal) == f"write: {scenario.game.verbs['move'].example} [notation]"


def test_a_path_is_checked_step_by_step() -> None:
    scenario = fresh().scenario
    start, middle, end = (scenario.grid.hex(label) for label in ("0505", "0506", "0507"))
    open_ = 1 << middle
    ways = ways_of(scenario.grid, {1: [open_] * 6})

    def refused_path(*path: Hex, closed: Hex = -1) -> str:
        refusal = check_path(
            scenario,
            path,
            ways,
            lambda _, to: Illegal("3", "closed") if to == closed else None,
            adjacent_rule="1",
            closed_rule="2",
        )
        return str(refusal) if refusal else ""

    assert refused_path(start, middle) == ""
    assert refused_path(start, end) == "0507 is not adjacent to 0505 [1]"
    assert refused_path(start, middle, end) == "units cannot move from 0506 to 0507 [2]"
    assert refused_path(start, middle, closed=middle) == "closed [3]"


def test_a_path_or_hex_that_costs_too_much_is_refused() -> None:
    scenario = fresh().scenario
    goal = scenario.grid.hex("0505")
    assert check_cost(6, 6, 2, "8") is None
    assert str(check_cost(7, 6, 2, "8")) == "the path costs 3.5 MP; the units have 3 [8]"
    unit = scenario.counter_ids[0]
    far = out_of_reach(scenario, 0, goal, [0, 0, 0, 1 << goal], 2, 2, "8")
    assert str(far) == f"0505 costs 1.5 MP; {unit} has 1 [8]"
    assert str(out_of_reach(scenario, 0, goal, [0], 2, 2, "8")) == f"{unit} cannot reach 0505 [8]"


# -- questions -------------------------------------------------------------------------------------


def test_questions_settle_until_one_needs_an_answer() -> None:
    state = fresh()
    for kind in ("unknown", "asked", "done", "done"):
        ask(state, Question(kind, 0))
    events: list[Event] = []

    def done(state: SfoState, question: Question, events: list[Event]) -> bool:
        state.questions.pop()
        events.append(Event())
        return True

    settle(state, {"done": done, "asked": lambda *_: False}, events)
    assert [question.kind for question in state.questions] == ["unknown", "asked"]
    assert len(events) == 2
    state.questions.pop()
    settle(state, {"done": done}, events)
    assert [question.kind for question in state.questions] == ["unknown"], "no step, no settling"


def test_survivors_are_on_the_map_and_in_the_order_of_the_question() -> None:
    state = fresh()
    put(state, 1, LOST)
    assert survivors(state, Question("lose", 0, (2, 1, 0))) == [2, 0]
    assert on_map(state, 0b111) == 0b101


def test_a_retreat_without_a_choice_is_carried_out() -> None:
    state = fresh()
    question = Question("retreat", 0, (0,), state.scenario.grid.hex("0505"))
    done: list[object] = []

    def retreat(state: SfoState, question: Question, to: Hex, events: list[Event]) -> None:
        done.append(to)

    def trap(state: SfoState, question: Question, events: list[Event]) -> None:
        done.append("trapped")

    outcomes: dict[int | None, list[object]] = {0b110: [], 0b100: [2], 0: ["trapped"], None: []}
    for hexes, outcome in outcomes.items():
        settled = hexes != 0b110
        state.questions[:] = [question]
        done.clear()
        assert settle_retreat(state, question, hexes, [], retreat, trap) is settled
        assert done == outcome and bool(state.questions) is not settled


# -- saved states ----------------------------------------------------------------------------------


def restored(state: SfoState, **changes: object) -> SfoState:
    """A state that was saved, changed and restored."""
    scenario = state.scenario
    plain = {**state.plain(), **changes}
    return from_plain(scenario, plain)


def test_a_saved_state_comes_back_with_what_is_derived() -> None:
    state = fresh()
    state.moved = 0b101
    twin = restored(state)
    assert twin.digest == state.digest
    assert (twin.here, twin.held, twin.full) == (state.here, state.held, state.full)


def test_a_saved_state_that_does_not_fit_is_refused() -> None:
    state = fresh()
    at = list(state.at)
    with pytest.raises(ValueError, match="at does not fit"):
        restored(state, at=at[:-1])
    with pytest.raises(ValueError, match="no such phase"):
        restored(state, step=99)
    with pytest.raises(ValueError, match="is not on the board"):
        restored(state, at=[10_000, *at[1:]])


# -- set-ups and scores ----------------------------------------------------------------------------


def test_a_set_up_names_each_counter_once() -> None:
    scenario = fresh().scenario
    first, second = scenario.counter_ids[:2]
    places = {"reserve": -7}
    found = placed_by_file(scenario, {"0505": (first,), "reserve": (second, "gone")}, places, {"gone"})
    assert found == {0: scenario.board.grid.hex("0505"), 1: -7}
    with pytest.raises(BadFile, match="twice"):
        placed_by_file(scenario, {"0505": (first,), "reserve": (first,)}, places)
    with pytest.raises(BadFile):
        placed_by_file(scenario, {"nowhere": (first,)}, places)


def test_a_score_is_the_judges_or_that_of_the_result() -> None:
    state = fresh()
    red, blue = state.scenario.sides
    assert score_by(state, red, 0, lambda state: 0.25) == 0.25
    assert score_by(state, blue, 0, lambda state: 0.25) == -0.25
    assert score_by(state, blue, 1, lambda state: 0.25) == 0.25
    state.result = Result(blue, "Victory", "time")
    assert score_by(state, red, 0, lambda state: 0.25) == -1.0


def test_units_reach_together_what_all_can_reach() -> None:
    assert joint_reach([]) == {}
    assert joint_reach([{1: 2.0}]) == {1: 2.0}
    assert joint_reach([{1: 2.0, 3: 1.0}, {}]) == {}
    assert joint_reach([{1: 2.0, 3: 1.0}, {3: 4.0, 1: 1.0}]) == {1: 2.0, 3: 4.0}
