"""Position files: what each key says, and which faults are reported with their keys."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.core.contract.outside.position import Position
from grognard.core.files.files import BadKey
from grognard.games.sww3 import rules
from grognard.games.sww3.interface.positions import from_position, to_position
from grognard.games.sww3.model.scenario import SOVIET
from grognard.games.sww3.model.state import PLACES, Sww3State, lose_step
from tests.rules.sww3.parade import Parade
from tests.rules.sww3.wars import War

AT = {"su-9t": "4615", "su-6gt": "4614", "us-14c": "4315"}


def position(phase: str = "soviet movement", turn: int = 2, **more: Any) -> Position:
    """A position of the campaign in Europe."""
    return Position(**{"scenario": "pincher/campaign", "turn": turn, "phase": phase, "at": AT, **more})


def read(phase: str = "soviet movement", turn: int = 2, **more: Any) -> Sww3State:
    """The state of a position."""
    return from_position(War("pincher").scenario, position(phase, turn, **more))


def fault(**more: Any) -> BadKey:
    """What is wrong with a position."""
    with pytest.raises(BadKey) as error:
        read(**more)
    return error.value


# -- units -----------------------------------------------------------------------------------------


def test_units_are_where_the_file_puts_them() -> None:
    state = read(at={**AT, "su-4gt": "reserve", "us-r29": "lost", "us-1": "4316"})
    war = War("pincher")
    index = war.scenario.index
    assert state.at[index["su-9t"]] == war.hex("4615")
    assert (state.at[index["su-4gt"]], state.steps[index["su-4gt"]]) == (PLACES["reserve"], 2)
    assert (state.at[index["us-r29"]], state.steps[index["us-r29"]]) == (PLACES["lost"], 0)
    assert state.at[index["su-7gp"]] == PLACES["away"]
    assert state.turn == 2 and rules.phase(state) == "soviet movement"


@pytest.mark.parametrize(
    "flag", ["moved", "committed", "fought", "attacked", "disrupted", "dropped", "sailed", "mixed"]
)
def test_flags_of_units(flag: str) -> None:
    facts = {flag: True}
    if flag == "committed":
        facts["moved"] = True  # it has entered
    state = read(state={"su-9t": facts})
    assert getattr(state, flag) == 1 << state.scenario.index["su-9t"]
    assert to_position(state).state["su-9t"] == facts


def test_steps_and_faces_of_units() -> None:
    at = {**AT, "wg-g1": "4316", "wg-g2": "4316"}
    state = read(at=at, state={"su-9t": {"steps": 1}, "wg-g1": {"face": "wg-g2"}})
    index = state.scenario.index
    assert state.steps[index["su-9t"]] == 1
    assert state.face[index["wg-g1"]] == index["wg-g2"]
    assert state.face[index["wg-g2"]] == -1
    written = to_position(state)
    assert (written.state["su-9t"], written.state["wg-g1"]) == ({"steps": 1}, {"face": "wg-g2"})
    assert "wg-g2" not in written.state and "us-14c" not in written.state
    assert from_position(state.scenario, written).plain() == state.plain()


def test_eliminated_unit_needs_no_steps() -> None:
    state = read(at={**AT, "us-r29": "4315"})
    lose_step(state, state.scenario.index["us-r29"])
    written = to_position(state)
    assert written.at["us-r29"] == "lost" and "us-r29" not in written.state


@pytest.mark.parametrize(
    ("facts", "key"),
    [
        ({"steps": 0}, "steps"),
        ({"steps": 3}, "steps"),
        ({"steps": True}, "steps"),
        ({"steps": "1"}, "steps"),
        ({"face": "su-6gt"}, "face"),
        ({"face": "nobody"}, "face"),
        ({"face": 1}, "face"),
        ({"moved": 1}, "moved"),
    ],
)
def test_impossible_fact_of_a_unit(facts: dict[str, object], key: str) -> None:
    found = fault(state={"su-9t": facts})
    assert found.where == ("state", "su-9t", key)
    assert "is not a value that su-9t can have" in str(found)


def test_face_of_another_mix_is_refused() -> None:
    found = fault(at={**AT, "wg-g1": "4316"}, state={"wg-g1": {"face": "fr-g1"}})
    assert found.where == ("state", "wg-g1", "face")


def test_unknown_fact_of_a_unit_names_the_nearest() -> None:
    found = fault(state={"su-9t": {"stepps": 1}})
    assert found.where == ("state", "su-9t", "stepps")
    assert "steps" in str(found)
    assert "face" in str(fault(state={"su-9t": {"fase": "su-6gt"}}))
    assert "mixed" in str(fault(state={"su-9t": {"mixd": True}}))


def test_facts_of_a_unit_are_a_table() -> None:
    found = fault(state={"su-9t": 1})
    assert found.where == ("state", "su-9t")
    assert "{ steps = 1 } or { moved = true }" in str(found)


# -- ground ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "name"),
    [("nuked", "nuked"), ("airpower", "markers"), ("aerial-supply", "aerial"), ("landed", "landed")],
)
def test_sets_of_hexes(key: str, name: str) -> None:
    state = read(state={key: ["4615", "4016"], "air": [SOVIET]})
    assert getattr(state, name) == state.scenario.grid.mask(["4615", "4016"])
    written = to_position(state)
    assert sorted(written.state[key]) == ["4016", "4615"]  # type: ignore[call-overload]
    assert from_position(state.scenario, written).plain() == state.plain()
    found = fault(state={key: ["9999"]})
    assert found.where == ("state", key)


@pytest.mark.parametrize(
    ("key", "name"), [("drop-hex", "drop_hex"), ("sea-from", "sea_from"), ("sea-to", "sea_to")]
)
def test_single_hexes(key: str, name: str) -> None:
    both = {"sea-from": "4016", "sea-to": "4013"} if key.startswith("sea") else {}
    state = read(state={**both, key: "4615"})
    grid = state.scenario.grid
    assert grid.label(getattr(state, name)) == "4615"
    written = to_position(state)
    assert written.state == {**both, key: "4615"}
    assert from_position(state.scenario, written).plain() == state.plain()
    for wrong in ("9999", 4615):
        assert fault(state={key: wrong}).where == ("state", key)


def test_hex_with_the_lowest_number_is_a_hex() -> None:
    war = War("pincher")
    first = war.label(0)
    state = read(state={"drop-hex": first})
    assert state.drop_hex == 0
    assert to_position(state).state == {"drop-hex": first}


def test_control_is_written_as_it_differs_from_the_start() -> None:
    start = read()
    state = read(state={"soviet-control": ["4015"], "allied-control": ["5720"]})
    gained, lost = state.scenario.grid.mask(["4015"]), state.scenario.grid.mask(["5720"])
    assert not start.red & gained and start.red & lost
    assert state.red == (start.red | gained) & ~lost
    written = to_position(state)
    assert "4015" in written.state["soviet-control"]  # type: ignore[operator]
    assert written.state["allied-control"] == ["5720"]
    for key in ("soviet-control", "allied-control"):
        assert fault(state={key: ["9999"]}).where == ("state", key)


def test_neutral_countries() -> None:
    start = read()
    europe = start.scenario.theatres[0]
    assert start.neutral == europe.regions(europe.neutrals)
    state = read(state={"neutral": []})
    assert state.neutral == 0
    assert to_position(state).state["neutral"] == []
    state = read(state={"neutral": ["switzerland", "austria"]})
    assert state.neutral == europe.countries["switzerland"] | europe.countries["austria"]
    found = fault(state={"neutral": "switzerland"})
    assert found.where == ("state", "neutral") and "expected a list of countries" in str(found)
    found = fault(state={"neutral": ["narnia"]})
    assert found.where == ("state", "neutral") and "'narnia'" in str(found)


def test_neutral_countries_of_two_maps() -> None:
    war = War("grand", turn=2)
    told = Position(
        scenario=war.scenario.id,
        turn=2,
        phase="soviet movement, Europe",
        at={"us-1": "E4016", "su-4gt": "E5113"},
        state={"neutral": ["switzerland"]},
    )
    state = from_position(war.scenario, told)
    assert state.neutral == war.scenario.theatres[0].countries["switzerland"]
    assert from_position(war.scenario, to_position(state)).plain() == state.plain()


# -- tracks and phases -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("under-way", True), ("flooded", True), ("air", [1]), ("to-place", 2), ("aerial-left", [1]),
        ("sea-moves", 1), ("operations", 7), ("strikes", [1, 2]), ("first-use", True), ("prestige", 40),
        ("struck-at", 3), ("asked-at", 4), ("standing", [True, False]), ("target", [70]), ("swaps", 2),
        ("second-called", True), ("naval", True),
    ],
)  # fmt: skip
def test_tracks(key: str, value: object) -> None:
    state = read(state={key: value})
    assert getattr(state, key.replace("-", "_")) == value
    written = to_position(state)
    assert written.state == {key: value}
    assert from_position(state.scenario, written).plain() == state.plain()


def test_order_of_phases_is_read_before_the_phase() -> None:
    war = War("pincher")
    names = [step.phase for step in war.scenario.sequence]
    assert names[read().phase_index] == "first"
    fighting = read(state={"fight-first": True})
    assert names[fighting.phase_index] == "second"
    assert rules.phase(fighting) == "soviet movement"


@pytest.mark.parametrize(
    ("wrong", "near"),
    [("prestge", "prestige"), ("nukd", "nuked"), ("drp-hex", "drop-hex"), ("su-9gtt", "su-9gt")],
)
def test_unknown_key_names_the_nearest(wrong: str, near: str) -> None:
    found = fault(state={wrong: 1})
    assert found.where == ("state", wrong)
    assert near in found.reason


def test_turns_of_a_position() -> None:
    assert fault(turn=11).where == ("turn",)
    assert fault(turn=-1).where == ("turn",)
    assert read(turn=1).turn == 1
    assert read(turn=10).turn == 10


def test_without_a_free_setup_the_first_turn_is_one() -> None:
    p = Parade("sandown", t1="0905", u1="0605")
    told = to_position(p.state)
    assert from_position(p.scenario, msgspec.structs.replace(told, turn=1)).turn == 1
    with pytest.raises(BadKey, match="this scenario has turns 1 to 10"):
        from_position(p.scenario, msgspec.structs.replace(told, turn=0))


def test_setup_is_turn_zero() -> None:
    war = War("pincher", options={"setup": "free"})
    told = to_position(war.state)
    assert (told.turn, told.phase) == (0, "nato set-up")
    assert from_position(war.scenario, told).plain() == war.state.plain()
    war.play("fill")
    war.play("end")
    told = to_position(war.state)
    assert told.phase == "soviet set-up"
    assert from_position(war.scenario, told).plain() == war.state.plain()


def test_dice_of_a_position_include_blind_draws() -> None:
    count = War("pincher").scenario.unit_count
    assert read(dice=(1, count)).turn == 2
    for die in (0, count + 1):
        assert fault(dice=(die,)).where == ("dice",)


def test_impossible_position() -> None:
    assert fault(at={**AT, "us-1": "4615"}).where == ("at",)
    assert fault(at={**AT, "nobody": "4615"}).where == ("at", "nobody")
    assert fault(at={**AT, "us-1": "9999"}).where == ("at", "us-1")
    found = fault(phase="soviet victory check")
    assert found.where == ("phase",) and "'soviet victory check'" in str(found)
    assert "phases are air superiority, soviet declaration" in str(fault(phase="lunch"))
