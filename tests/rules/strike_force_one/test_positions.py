"""Positions that the rules do not allow are refused."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.contract.outside.bounds import Between, Subset, out_of_bounds
from grognard.core.contract.outside.position import Position
from grognard.core.files.files import BadKey
from grognard.core.play.positions import from_position
from grognard.core.testing import rule
from grognard.games import definition_of
from tests.rules.strike_force_one.events import SOVIET, expert, roll
from tests.support import cannot_be, same_again, situation

BASIC, ADVANCED = "strike-force-one/basic", "strike-force-one/advanced"
EXPERT = "strike-force-one/expert-standard"


@rule("sfo", "7.1-expert-air-place")
@pytest.mark.parametrize("where", ["0505", "0605"])
def test_support_lies_on_an_enemy_hex(where: str) -> None:
    """0505 is empty, 0605 has a friend [R-SFO-24]."""
    position = f'phase = "soviet combat"\n[at]\nSA = "0605"\nZ = "0704"\nSAIR = "{where}"'
    cannot_be(EXPERT, position, f"{where} has no enemy unit")


@rule("sfo", "7.1-expert-friction-effect")
@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_units_are_disrupted_in_expert_only(level: str) -> None:
    position = '[at]\nSA = "0605"\nZ = "0704"\n[state]\nSA = { disrupted = true }'
    cannot_be(f"strike-force-one/{level}", position, "only in the Expert game")


@pytest.mark.parametrize("scenario", ["strike-force-one/basic", "nuremberg/border-battle", "ocs/practice"])
def test_dice_have_six_faces(scenario: str) -> None:
    cannot_be(scenario, "dice = [9]", "9 is not a die result; dice have 1 to 6")


@rule("sfo", "7.1-expert-air-place")
def test_support_stays_on_a_hex_that_its_target_has_left_in_battle() -> None:
    """The side whose combat phase it is may have attacked already [R-SFO-24]."""
    fought = {"SA": {"fought": True}}
    g = situation("expert-standard", "soviet combat", state=fought, SA="0605", Z="0404", SAIR="0505")
    assert g.unit("SAIR").at == "0505"
    position = '[at]\nSA = "0605"\nZ = "0404"\nSAIR = "0505"\n[state]\n{}'
    for phase, state in (
        ("soviet combat", ""),
        ("soviet combat", "Z = { fought = true }"),
        ("soviet movement", "SA = { fought = true }"),
        ("us combat", "SA = { fought = true }"),
    ):
        cannot_be(EXPERT, f'phase = "{phase}"\n{position.format(state)}', "0505 has no enemy unit")


@pytest.mark.parametrize("chits", ["{ us = [12] }", "{ us = [-1] }", "{ french = [1] }", "[1]"])
def test_chits_gone_are_listed_by_side(chits: str) -> None:
    position = f'options = {{ event-draw = "chits" }}\n[state]\nchits-gone = {chits}'
    told = msgspec.convert(tomllib.loads(f'scenario = "{EXPERT}"\n{position}'), Position)
    with pytest.raises(BadKey) as error:
        from_position(definition_of("strike-force-one"), told)
    assert error.value.where == ("state", "chits-gone")
    assert error.value.reason.startswith("must list chits from 0 to 11 by side")


@pytest.mark.parametrize(
    ("scenario", "position", "where", "reason"),
    [
        (EXPERT, '[state]\nreplacements-taken = 1', ("state", "replacements-taken"), "must be true or false"),
        (EXPERT, '[at]\nSA = "0605"\nSAIR = "0505"', ("at", "SAIR"), "0505 has no enemy unit"),
        (BASIC, '[at]\nV = "0605"', ("at", "V"), "V is not part of the basic game"),
        (BASIC, '[at]\nSA = "0605"\nSB = "0605"', ("at",), "this cannot be: 0605 has 2 units"),
        (BASIC, '[at]\nSA = "0605"\nX = "0605"', ("at",), "this cannot be: 0605 has units of both sides"),
        (BASIC, '[at]\nSA = "0303"', ("at",), "this cannot be: 0303 is closed to units"),
        (BASIC, '[at]\nSA = "box"', ("at",), "this cannot be: SA cannot be in a replacement box"),
        (ADVANCED, '[at]\nX = "box"', ("at",), "this cannot be: X cannot be in a replacement box"),
        (
            ADVANCED, '[at]\nSA = "box"\nSB = "box"\nSV = "box"', ("at",),
            "this cannot be: the replacement boxes have too many units",
        ),
        (
            ADVANCED, '[at]\nSA = "0605"\n[state]\nSA = { replacing = true }', ("at",),
            "this cannot be: a replacement is not at the edge",
        ),
        (BASIC, '[at]\nSA = "0605"\n[state]\nSA = { tired = true }', ("state", "SA", "tired"), "unknown key"),
        (BASIC, '[at]\nSA = "0605"\n[state]\nchits-gone = { us = [1] }', ("state", "chits-gone"), ""),
        (
            BASIC, '[at]\nSA = "0605"\n[state]\nSA = { disrupted = true }', ("state", "SA", "disrupted"),
            "units are disrupted only in the Expert game",
        ),
    ],
)  # fmt: skip
def test_impossible_position_names_its_key(
    scenario: str, position: str, where: tuple[str, ...], reason: str
) -> None:
    told = msgspec.convert(tomllib.loads(f'scenario = "{scenario}"\n{position}'), Position)
    told = msgspec.structs.replace(told, phase="soviet combat")
    with pytest.raises(BadKey) as error:
        from_position(definition_of("strike-force-one"), told)
    assert error.value.where == where and error.value.reason.startswith(reason), error.value


# -- position files of a game ----------------------------------------------------------------------


def test_position_file_has_all_facts_of_the_state() -> None:
    facts = {"SA": {"moved": True, "disrupted": True}, "Z": {"fought": True}, "V": {"replacing": True}}
    chits = {"soviet": (0, 11), "us": ()}
    g = situation(
        "expert-standard", "us movement", turn=2, options={"event-draw": "chits"},
        state={**facts, "chits-gone": chits}, SA="0605", Z="0305", V="edge", X="lost",
    )  # fmt: skip
    position = g.definition.to_position(g.state)
    assert (position.scenario, position.turn, position.phase) == (
        "strike-force-one/expert-standard", 2, "us movement",
    )  # fmt: skip
    assert position.at == {"SA": "0605", "Z": "0305", "V": "edge", "X": "lost"}
    assert position.state == {**facts, "chits-gone": chits}
    same_again(g)


def test_position_file_says_that_replacements_were_taken() -> None:
    g = situation("advanced", "soviet movement", state={"replacements-taken": True}, SA="0605")
    assert g.definition.to_position(g.state).state == {"replacements-taken": True}
    same_again(g)
    g = situation("advanced", "soviet movement", SA="0605")
    assert g.definition.to_position(g.state).state == {}


def test_open_questions_can_be_saved() -> None:
    """Every kind of question is within the bounds of a state."""
    games = []
    g = expert("soviet events", SA="lost", SB="0605", Z="0505")
    roll(g, SOVIET["replacement"])
    games.append(g)
    g = expert("soviet events", SA="0605", Z="0505")
    roll(g, SOVIET["friction"])
    games.append(g)
    g = situation("advanced", "soviet combat", dice=[6], SA="0605", SB="box", SV="box", Z="0505")
    g.play("attack 0505 SA")
    games.append(g)
    g = situation("advanced", "soviet combat", dice=[1], SA="0605", SB="0604", Z="0505")
    g.play("attack 0505 SA,SB")
    games.append(g)
    assert [g.state.questions[-1].kind for g in games] == ["replace", "disrupt", "swap", "retreat"]
    for g in games:
        assert out_of_bounds(g.state.plain(), g.definition.bounds(g.scenario)) == ""


def test_bounds_of_a_state() -> None:
    scenario = situation("expert-standard", "soviet combat").scenario
    bounds = definition_of("strike-force-one").bounds(scenario)
    units = (1 << scenario.unit_count) - 1
    assert bounds["turn"] == Between(1, 4)
    assert bounds["moved"] == bounds["disrupted"] == bounds["replacing"] == Subset(units, "counters")
    assert bounds["fought"] == Subset((1 << len(scenario.counters)) - 1, "counters")
    assert bounds["spent"] == Subset((1 << 12) - 1, "chits")
    assert bounds["at"] == Between(-4, scenario.board.grid.size - 1, length=len(scenario.counters))


def test_faults_of_a_state_are_listed() -> None:
    def faults(change: Callable[[Any], None]) -> list[str]:
        g = situation("advanced", "soviet combat", SA="0605", Z="0505")
        change(g.state)
        return g.definition.violations(g.state)

    grid = situation("advanced", "soviet combat").scenario.board.grid
    sa, z = (situation("advanced", "soviet combat").scenario.index[id_] for id_ in ("SA", "Z"))
    assert faults(lambda state: None) == []
    assert faults(lambda state: state.at.__setitem__(sa, grid.hex("0101"))) == [
        "SA is listed in 0605 but elsewhere", "SA is missing from 0101",
    ]  # fmt: skip
    assert faults(lambda state: state.here.__setitem__(grid.hex("0505"), 1 << sa | 1 << z))[0] == (
        "0505 has units of both sides"
    )
    for column in ("held", "full"):
        wrong = f"internal error: the column '{column}' does not follow from the others"
        assert faults(lambda state, c=column: getattr(state, c).__setitem__(0, 1)) == [wrong]  # type: ignore[misc]
    assert faults(lambda state: state.kept.update({"zone of side 1": (state.held[1], 1)})) == [
        "internal error: the column 'zones' does not follow from the others"
    ]


# -- views -----------------------------------------------------------------------------------------


def test_view_says_whose_phase_it_is_and_what_to_do() -> None:
    view = situation("basic", "us movement", turn=2, SA="0605", Z="0305").view("us")
    assert (view.turn, view.turns, view.phase, view.to_act) == (2, 4, "us movement", ("us",))
    assert (view.phase_side, view.phase_name) == ("us", "movement")
    assert view.phases == ("soviet movement", "soviet combat", "us movement", "us combat")
    assert view.asked == "Move your units, then end the phase."


def test_view_shows_boxes_and_losses() -> None:
    g = situation("advanced", "us movement", SA="0605", SB="box", SV="lost", V="edge", X="lost", Y="lost")
    shown = [(box.id, box.title, box.side, box.units, box.role) for box in g.view().boxes]
    assert shown == [
        ("soviet lost", "Eliminated", "soviet", ("SV",), "eliminated"),
        ("us lost", "Eliminated", "us", ("X", "Y"), "eliminated"),
        ("us edge", "At the map edge", "us", ("V",), "waiting"),
        ("soviet box", "Replacement boxes", "soviet", ("SB",), "waiting"),
    ]
    assert [(loss.side, loss.units, loss.steps) for loss in g.view().losses] == [
        ("soviet", 1, 1),
        ("us", 2, 2),
    ]


def test_view_shows_values_and_flags_of_units() -> None:
    flags = {"moved": True, "disrupted": True}
    g = situation("expert-standard", "us movement", state={"SA": flags}, SA="0605", Z="0305")
    units = {unit.id: unit for unit in g.view().units}
    assert (units["SA"].flags, units["Z"].flags) == (("moved", "disrupted"), ())
    assert (units["SA"].factors, units["Z"].factors) == ("0-1-0", "1-1-4")
    assert (units["SA"].at, units["X"].at) == ("0605", "away")


def test_view_shows_objectives_and_standings() -> None:
    g = situation("basic", "us movement", SA="0107", Z="0302")
    held = {objective.name: objective.held_by for objective in g.view().objectives}
    assert held == {"Ganheim": "soviet", "Bergtheim": "us", "Essleben": ""}
    (goal,) = g.view().standings
    assert (goal.kind, goal.side, goal.value, goal.target, goal.met) == ("goal", "soviet", 1, 2, False)


@rule("sfo", "10-expert-points")
def test_view_shows_the_worth_of_objectives() -> None:
    g = situation("basic", "us movement", SA="0107")
    assert {objective.worth for objective in g.view().objectives} == {"town"}
    g = situation("expert-engagement", "us movement", SA="0506", Z="0405")
    shown = [(o.hex, o.name, o.held_by, o.worth) for o in g.view().objectives]
    assert shown == [
        ("0405", "Essleben", "us", "2 VP"),
        ("0506", "forest 0506", "soviet", "1 VP"),
        ("0603", "forest 0603", "", "1 VP"),
    ]
    points = {line.side: (line.kind, line.label, line.value, line.unit) for line in g.view().standings}
    assert points["us"][:2] == ("points", "US") and points["soviet"][3] == "VP"


@pytest.mark.parametrize(
    ("level", "rules"),
    [
        ("basic", {"8-all-mp", "3.1-basic-forest", "notation"}),
        ("advanced", {"8-all-mp", "8.4-advexp-cost", "9.1-advanced-swap", "notation"}),
        ("expert-standard", {"8-all-mp", "8.4-advexp-cost", "9-expert-ex", "notation"}),
    ],
)
def test_rules_apply_by_level(level: str, rules: set[str]) -> None:
    every = [
        "8-all-mp",
        "3.1-basic-forest",
        "8.4-advexp-cost",
        "9.1-advanced-swap",
        "9-expert-ex",
        "notation",
    ]
    scenario = situation(level).scenario
    assert {rule_ for rule_ in every if scenario.applies(rule_)} == rules


def test_rules_of_options_apply_only_with_them() -> None:
    plain = grognard.new("strike-force-one/expert-standard").scenario
    chosen = grognard.new("strike-force-one/expert-standard", {"night": True, "event-draw": "chits"}).scenario
    for id_ in ("5-expert-night", "8-expert-night", "7-expert-bag"):
        assert chosen.applies(id_) and not plain.applies(id_)
    assert not chosen.applies("9.2-expert-open-two") and not chosen.applies("5-basic-phases")
