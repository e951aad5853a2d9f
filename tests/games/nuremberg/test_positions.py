"""Position files: every fact of a state is written and read back, and every slip is refused at its key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grognard.core.contract.outside.position import Position
from grognard.core.files.files import BadKey
from grognard.games.afcent.interface.positions import from_position, to_position
from grognard.games.afcent.model.state import AfcentState
from grognard.games.nuremberg.definition import GAME
from tests.rules.nuremberg.campaign import Campaign

AT = {
    "su-79gt-17t": "3440", "us-2c-1": "3237", "su-39g-117": "4801", "su-119t": "withheld",
    "su-a1": "available", "us-a5": "coming",
}  # fmt: skip


def read(
    facts: Mapping[str, Any], at: Mapping[str, str] = AT, phase: str = "pact movement", turn: int = 2
) -> AfcentState:
    """Return the state of a position of the campaign."""
    scenario = Campaign("pact movement").scenario
    told = {"order": 0, **facts}
    return from_position(scenario, Position(scenario.id, {}, turn, phase, at=dict(at), state=told))


def written(state: AfcentState) -> dict[str, Any]:
    """Return the facts that a state writes, without the attack order; reading them gives the same state."""
    position = to_position(state)
    again = from_position(state.scenario, position)
    assert again.plain() == state.plain()
    facts = dict(position.state)
    facts.pop("order")
    return facts


def unit(state: AfcentState, id_: str) -> int:
    return state.scenario.index[id_]


# -- places ----------------------------------------------------------------------------------------


def test_places() -> None:
    state = read({})
    position = to_position(state)
    assert position.at == AT
    assert (position.turn, position.phase, position.scenario) == (2, "pact movement", "nuremberg/campaign")
    assert state.began == state.at[: state.scenario.unit_count]
    assert written(state) == {"pact-control": ["3440", "4801"]}


def test_setup_is_turn_zero() -> None:
    war = Campaign(setup="free")
    position = to_position(war.state)
    assert (position.turn, position.phase) == (0, "nato set-up")
    assert GAME.from_position(war.scenario, position).plain() == war.state.plain()


# -- facts of counters -----------------------------------------------------------------------------

FLAGS = ["stopped", "column", "fought", "probed", "surged", "attacked", "disrupted", "landed", "counted"]


@pytest.mark.parametrize("flag", FLAGS)
def test_flags_of_counters(flag: str) -> None:
    state = read({"su-79gt-17t": {flag: True}})
    assert getattr(state, flag) == 1 << unit(state, "su-79gt-17t")
    assert written(state)["su-79gt-17t"] == {flag: True}


@pytest.mark.parametrize(("name", "id_"), [("ew", "su-79gt-17t"), ("spent", "su-79gt-17t"), ("due", "us-a5")])
def test_numbers_of_counters(name: str, id_: str) -> None:
    state = read({id_: {name: 3}})
    assert getattr(state, name)[unit(state, id_)] == 3
    assert written(state)[id_] == {name: 3}


@pytest.mark.parametrize(
    ("where", "number"), [("3540", None), ("withheld", -4), ("su-119t", None), ("4801", 0)]
)
def test_where_units_began(where: str, number: int | None) -> None:
    """In a hex, in a place, or off the map with the first of the units that entered together."""
    state = read({"su-79gt-17t": {"began": where}})
    if number is None:
        number = -100 - unit(state, where) if where in state.scenario.index else state.scenario.hex(where)
    assert state.began[unit(state, "su-79gt-17t")] == number
    assert written(state)["su-79gt-17t"] == {"began": where}


@pytest.mark.parametrize("where", ["3540", "su-119t", "4801"])
def test_where_the_active_stack_began(where: str) -> None:
    state = read({"in-motion": where})
    assert written(state)["in-motion"] == where
    assert "in-motion" not in written(read({}))


# -- facts of the map ------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "column"), [("airpower", "markers"), ("refugees", "refugees")])
def test_markers(key: str, column: str) -> None:
    state = read({key: ["2424", "4801"]})
    assert getattr(state, column) == state.scenario.grid.mask(["2424", "4801"])
    assert sorted(written(state)[key]) == ["2424", "4801"]


def test_control() -> None:
    """What the Pact controls it has taken, and its units control their hexes whatever a file says."""
    state = read({"pact-control": ["2424"], "nato-control": ["4020", "3440"], "taken": ["2525"]})
    mask = state.scenario.grid.mask
    assert state.red & mask(["2424", "3440"]) == mask(["2424", "3440"])
    assert not state.red & mask(["4020", "2525"])
    assert state.taken & mask(["2424", "2525", "3440", "4020"]) == mask(["2424", "2525", "3440", "4020"])
    with pytest.raises(BadKey, match="does not control a hex its units are in"):
        read({"pact-control": ["3237"]})


def test_control_is_written() -> None:
    facts = written(read({"pact-control": ["2424"], "nato-control": ["4020"], "taken": ["2525"]}))
    assert sorted(facts["pact-control"]) == ["2424", "3440", "4801"]
    assert (facts["nato-control"], facts["taken"]) == (["4020"], ["2525"])


@pytest.mark.parametrize("plan", [[5], [5, "2732"], [5, "2732", "4801"]])
def test_drop_plan(plan: list[Any]) -> None:
    state = read({"plan": plan})
    assert state.plan == [plan[0], *map(state.scenario.hex, plan[1:])]
    assert written(state)["plan"] == plan


@pytest.mark.parametrize(
    ("key", "value", "column"),
    [
        ("recalled", True, "recalled"),
        ("fight-first", [True, False], "fight_first"),
        ("sky", 1, "sky"),
        ("ether", 0, "ether"),
        ("exits", [1, 0, 0, 0, 0, 0, 2], "exits"),
    ],
)
def test_tracks(key: str, value: Any, column: str) -> None:
    state = read({key: value})
    assert getattr(state, column) == value
    assert written(state)[key] == value


# -- slips -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "key", "reason"),
    [
        ({"plan": ["soon"]}, ("state", "plan"), "expected a turn and two hexes"),
        ({"plan": [5, "2732", "1942", "2424"]}, ("state", "plan"), "expected a turn and two hexes"),
        ({"plan": [5, "nowhere"]}, ("state", "plan"), "neither a hex nor"),
        ({"in-motion": "nowhere"}, ("state", "in-motion"), "neither a hex nor"),
        ({"in-motion": 7}, ("state", "in-motion"), "neither a hex nor"),
        ({"su-119t": {"began": "nowhere"}}, ("state", "su-119t", "began"), "neither a hex nor"),
        ({"us-a5": {"began": "2424"}}, ("state", "us-a5", "began"), "not a value that us-a5 can have"),
        ({"us-a5": {"ew": 1}}, ("state", "us-a5", "ew"), "not a value that us-a5 can have"),
        ({"su-119t": {"ew": -1}}, ("state", "su-119t", "ew"), "not a value that su-119t can have"),
        ({"su-119t": {"fought": 1}}, ("state", "su-119t", "fought"), "not a value that su-119t can have"),
        ({"su-119t": {"begun": "2424"}}, ("state", "su-119t", "begun"), '"began"'),
        ({"su-119t": {"spend": 1}}, ("state", "su-119t", "spend"), '"spent"'),
        ({"su-119t": {"fight": True}}, ("state", "su-119t", "fight"), '"fought"'),
        ({"su-119t": 3}, ("state", "su-119t"), "expected { ew = 1 } or { fought = true }"),
        ({"airpower": ["9999"]}, ("state", "airpower"), "there is no hex '9999'"),
        ({"taken": ["9999"]}, ("state", "taken"), "there is no hex '9999'"),
        ({"pact-control": ["9999"]}, ("state", "pact-control"), "there is no hex '9999'"),
        ({"nato-control": ["9999"]}, ("state", "nato-control"), "there is no hex '9999'"),
        ({"refugee": ["2424"]}, ("state", "refugee"), '"refugees"'),
        ({"pact-kontrol": ["2424"]}, ("state", "pact-kontrol"), '"pact-control"'),
        ({"takn": ["2424"]}, ("state", "takn"), '"taken"'),
        ({"fight-frst": [True, True]}, ("state", "fight-frst"), '"fight-first"'),
        ({"su-119": {"ew": 1}}, ("state", "su-119"), '"su-119t"'),
        ({"to-place": -1}, ("at",), "markers to place is negative"),
    ],
)
def test_slips_are_refused_at_their_key(facts: dict[str, Any], key: tuple[str, ...], reason: str) -> None:
    with pytest.raises(BadKey) as refused:
        read(facts)
    assert refused.value.where == key
    assert reason in str(refused.value)


def test_turn_and_dice_are_checked() -> None:
    for turn in (-1, 13):
        with pytest.raises(BadKey, match="turns"):
            read({}, turn=turn)
    scenario = Campaign("pact movement").scenario
    with pytest.raises(BadKey, match="not a die result"):
        from_position(scenario, Position(scenario.id, {}, 2, "pact movement", dice=(7,), at=AT))


def test_positions_without_a_decision_are_refused() -> None:
    with pytest.raises(BadKey, match="nothing is asked in 'arrivals'"):
        read({}, phase="arrivals")
    with pytest.raises(BadKey, match="there is no phase 'pact lunch'"):
        read({}, phase="pact lunch")
