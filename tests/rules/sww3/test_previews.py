"""Previews and explanations, line by line: every number with its rule."""

from __future__ import annotations

import pytest

from grognard.core.contract.explanation import Explanation
from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from tests.rules.sww3.field import Field
from tests.rules.sww3.parade import Parade

Row = tuple[str, str, str]


def rows(told: Explanation) -> list[Row]:
    """The lines of an explanation: label, value, rule."""
    return [(line.label, line.value, line.rule) for line in told.lines]


def effects(told: Explanation) -> dict[str, str]:
    """What each outcome means."""
    return {outcome.result: outcome.effect for outcome in told.chances}


# -- battles ---------------------------------------------------------------------------------------


@rule("pincher", "12.7", "12.25-limit")
def test_battle_with_artillery_and_a_unit_attacked_before() -> None:
    f = Field("pincher", t1="0504", g1="0504", g2="0504", u1="0505", u3="0505")
    f.state.attacked = f.bit("u3")
    told = f.odds("attack 0505 t1,g1,g2")
    assert (told.title, told.total) == ("attack on 0505", "2:1")
    assert rows(told) == [
        ("t1, attack", "7", "12.7"),
        ("g1, attack", "6", "12.7"),
        ("g2, attack", "6", "12.7"),
        ("artillery in excess of other factors", "-5", "12.25-limit"),
        ("total attack", "14", "12.7"),
        ("u1, defence", "7", "12.7"),
        ("u3 was already attacked in this phase", "0", "R-SWW-14"),
        ("total defence", "7", "12.7"),
        ("odds", "2:1", "12.7"),
        ("clear", "0", "12.11"),
    ]
    assert effects(told) == {
        "DE": "1-step defenders are eliminated, others reduced",
        "DR": "the defender retreats",
        "BB": "bloodbath: each side loses a step",
        "AL1": "the attacker loses a step",
    }


@rule("pincher", "9.8-attack", "9.8-defend", "12.15-half")
@rule("sandown", "9.8-attack", "9.8-defend", "12.15-half")
@pytest.mark.parametrize("game", ["pincher", "sandown"])
def test_battle_out_of_supply_and_across_a_river(game: str) -> None:
    f = Field(game, turn=2, t1="0904", p1="0804", u1="0905")
    assert rows(f.odds("attack 0905 t1,p1")) == [
        ("t1, attack", "7", "12.7"),
        ("p1, attack", "3", "12.7"),
        ("out of supply: 3 factors", "halved", "9.8-attack"),
        ("out of supply, across a river: 7 factors", "quartered", "R-SWW-04"),
        ("total attack", "4", "12.7"),  # 1.75 and 1.5
        ("u1, defence", "7", "12.7"),
        ("out of supply: 7 factors", "halved", "9.8-defend"),
        ("total defence", "4", "12.7"),
        ("odds", "1:1", "12.7"),
        ("clear", "0", "12.11"),
    ]
    f = Field(game, t1="0904", p1="0804", u1="0905")  # on turn 1 all are in supply
    assert rows(f.odds("attack 0905 t1,p1"))[2:4] == [
        ("across a river: 7 factors", "halved", "12.15-half"),
        ("total attack", "7", "12.7"),
    ]


@rule("pincher", "12.8", "12.9-low", "12.9-high")
def test_battle_beyond_the_table() -> None:
    f = Field("pincher", s26="0504", u3="0505")
    told = f.odds("attack 0505 s26")
    assert (told.total, rows(told)[-1]) == ("8:1", ("above 6:1: no die", "DE", "12.9-high"))
    f = Field("pincher", p1="0504", d11="0505", u1="0505")
    told = f.odds("attack 0505 p1")
    assert told.total == "1:6"
    assert rows(told)[-3:] == [
        ("odds", "1:6", "12.8"),
        ("clear", "0", "12.11"),
        ("below 1:2: no die", "AL1", "12.9-low"),
    ]


def test_battle_without_a_factor() -> None:
    """[R-SWW-03]"""
    f = Field("pincher", s5="0504", w1="0505")
    f.state.face[f.scenario.index["w1"]] = f.scenario.index["w1"]  # 0-0
    told = f.odds("attack 0505 s5")
    assert told.total == "5:0"
    assert rows(told)[-2:] == [("clear", "0", "12.11"), ("no defence factor: no die", "DE", "R-SWW-03")]
    assert not any(label == "odds" for label, _, _ in rows(told))
    f = Field("sandown", n1="0504", u1="0505")
    f.state.face[f.scenario.index["n1"]] = f.scenario.index["n1"]
    told = f.odds("attack 0505 n1")
    assert told.total == "0:7"
    assert rows(told)[-1] == ("no attack factor: no die", "AL1", "R-SWW-03")


@rule("pincher", "10.4-reveal")
@rule("sandown", "10.9-reveal")
def test_battle_with_untried_units() -> None:
    f = Field("sandown", n1="0504", s5="0504", u1="0505")
    told = f.odds("attack 0505 n1,s5")
    assert told.total == "known once the untried units are revealed"
    assert rows(told) == [
        ("s5, attack", "5", "12.7"),
        ("n1, untried", "0–3", "10.9-reveal"),
        ("total attack", "5", "12.7"),
        ("u1, defence", "7", "12.7"),
        ("total defence", "7", "12.7"),
        ("clear", "0", "12.11"),
    ]
    f = Field("pincher", s5="0504", w1="0505")
    f.state.face[f.scenario.index["w2"]] = f.scenario.index["w1"]  # one 0-0 is known
    f.state.face[f.scenario.index["w3"]] = f.scenario.index["w2"]  # and the other
    told = f.odds("attack 0505 s5")
    assert rows(told)[2:4] == [("w1, untried", "2–3", "10.4-reveal"), ("total defence", "0", "12.7")]


def test_attack_on_a_neutral_brings_it_into_the_war() -> None:
    """[R-PIN-05]"""
    p = Parade("pincher", "soviet combat", t1="0505", s1="0506")
    told = p.odds("attack 0506 t1")
    assert rows(told)[0] == ("enters the war", "Switzerland", "3.2-neutral")
    assert p.state.neutral >> p.hex("0506") & 1  # only a preview
    p.put("s1", "0406")
    assert rows(p.odds("strike 0406"))[0] == ("enters the war", "Switzerland", "3.2-neutral")


@rule("pincher", "12.17", "12.18-cap", "5.6", "13.6-shift")
def test_shifts_of_a_battle() -> None:
    f = Field("pincher", "soviet movement", t1="0504", t2="0506", u1="0505")
    f.state.fight_first = True
    f.state.disrupted = f.bit("u1")
    f.air(SOVIET, "0505")
    assert rows(f.odds("attack 0505 t1,t2"))[5:] == [
        ("odds", "2:1", "12.7"),
        ("clear", "0", "12.11"),
        ("prepared attack", "+1", "5.6"),
        ("attacker's air support", "+1", "12.17"),
        ("concentric attack", "+1", "12.18-cap"),
        ("disrupted defenders", "+1", "13.6-shift"),
    ]
    f.air(ALLIED, "0505")
    assert rows(f.odds("attack 0505 t1,t2"))[8] == ("defender's air support", "-1", "12.17")


# -- atomic attacks --------------------------------------------------------------------------------


@rule("pincher", "13.5", "13.9-first", "13.9-fourth", "13.9-city")
def test_atomic_attack_in_europe() -> None:
    f = Field("pincher", "allied movement", turn=2, t1="0505*")
    told = f.odds("strike 0505")
    assert (told.title, told.total) == ("atomic attack on 0505", "1.0 steps")
    assert rows(told) == [
        ("two dice", "2–12", "13.5"),
        ("clear", "-2", "13.5-table"),
        ("steps in the hex", "1", "13.6-loss"),
        ("atomic attack 1 this turn: half a die, rounded down", "", "13.9-first"),
        ("prestige lost", "0–3", "13.9-table"),
    ]
    assert told.outcomes == pytest.approx({"0": 1 / 36, "1": 35 / 36})
    assert effects(told) == {"0": "0 step losses", "1": "1 step loss"}
    f = Field("pincher", "allied movement", turn=2, t1="0503")
    f.state.strikes = [0, 5]
    told = f.odds("strike 0503")
    assert rows(told)[1:] == [
        ("city", "-4", "13.5-table"),
        ("steps in the hex", "2", "13.6-loss"),
        ("atomic attack 6 this turn: half a die, rounded up", "+2", "13.9-fourth"),
        ("un-nuked city (city)", "+1", "13.9-city"),
        ("prestige lost", "4–6", "13.9-table"),
    ]
    # 4 or less no step, 5 one step, more than that two
    assert told.outcomes == pytest.approx({"0": 6 / 36, "1": 4 / 36, "2": 26 / 36})
    assert told.total == "1.6 steps"


@rule("sandown", "13.9-second", "13.9-third", "13.9-city")
def test_atomic_attack_in_the_mid_east() -> None:
    f = Field("sandown", "allied movement", turn=2, t1="1009")
    for before, added, case in ((1, "", "13.9-second"), (2, "+1", "13.9-third")):
        f.state.strikes = [0, before]
        told = rows(f.odds("strike 1009"))
        label = f"atomic attack {before + 1} this turn: half a die, rounded up"
        assert told[3:5] == [(label, added, case), ("un-nuked city (capital)", "+3", "13.9-city")]


def test_soviet_atomic_attack_costs_no_prestige() -> None:
    f = Field("pincher", "soviet movement", turn=2, u1="0508", u2="0508")
    assert rows(f.odds("strike 0508")) == [
        ("two dice", "2–12", "13.5"),
        ("mountain", "-4", "13.5-table"),
        ("steps in the hex", "4", "13.6-loss"),
    ]
    f = Field("pincher", "allied movement", turn=2, u1="0508")
    f.play("strike 0508", by="soviet")  # the Allies are asked whether they strike first
    assert rows(f.odds("strike 0508"))[-1][2] == "13.9-table"


# -- moves and supply ------------------------------------------------------------------------------


@rule("pincher", "8.3-enter", "8.3-leave", "11.17")
def test_move_in_europe() -> None:
    p = Parade("pincher", t1="0702", u1="0605")
    told = p.odds("move t1 0702-0604")
    assert (told.title, told.total) == ("move t1 0702-0604", "3 of 7 MP")
    assert rows(told) == [
        ("to 0603", "1", "11.17"),  # a city bridges the river
        ("to 0604", "1", "11.17"),
        ("entering an enemy ZOC at 0604", "1", "8.3-enter"),
    ]
    p = Parade("pincher", t1="0604", u1="0605")
    assert rows(p.odds("move t1 0604-0603")) == [
        ("to 0603", "1", "11.17"),
        ("leaving an enemy ZOC at 0604", "1", "8.3-leave"),
    ]


@rule("pincher", "11.16-double")
def test_column_has_twice_the_allowance() -> None:
    p = Parade("pincher", r1="1107", u1="0202")
    assert p.odds("move r1 1107-1207").total == "1 of 4 MP"
    told = p.odds("column r1 1107-1207")
    assert (told.title, told.total) == ("column r1 1107-1207", "1 of 8 MP")
    assert rows(told) == [("to 1207", "1", "11.17")]


@rule("sandown", "8.3-enter", "11.16-half")
def test_move_along_a_road_in_the_mid_east() -> None:
    p = Parade("sandown", t1="0905", u1="0605")
    told = p.odds("move t1 0905-0805-0705")
    assert told.total == "2 of 7 MP"
    assert rows(told) == [
        ("to 0805", "0.5", "11.17"),
        ("to 0705", "0.5", "11.17"),
        ("entering an enemy ZOC at 0705", "1", "8.3-enter"),
    ]


SUPPLY: dict[str, dict[str, tuple[str, list[Row]]]] = {
    "pincher": {
        "t1": ("in supply", [
            ("own country", "no", "9.14"),
            ("coast", "no", "9.20"),
            ("aerial supply", "no", "9.18-effect"),
            ("supply line to 1204", "yes", "9.2-trace"),
        ]),
        "u1": ("in supply", [
            ("own country", "no", "9.14"),
            ("coast", "no", "9.20"),
            ("aerial supply", "no", "9.18-effect"),
            ("supply line to 0204 Westport", "yes", "9.2-trace"),
        ]),
        "b1": ("in supply", [
            ("Berlin garrison", "yes", "9.19"),
            ("own country", "no", "9.14"),
            ("coast", "no", "9.20"),
            ("aerial supply", "no", "9.18-effect"),
            ("supply line to 0204 Westport", "yes", "9.2-trace"),
        ]),
        "u2": ("in supply", [
            ("own country", "no", "9.14"),
            ("coast", "yes", "9.20"),
            ("aerial supply", "no", "9.18-effect"),
            ("supply line to 0202 Nordport", "yes", "9.2-trace"),
        ]),
        "t2": ("out of supply", [
            ("own country", "no", "9.14"),
            ("coast", "no", "9.20"),
            ("aerial supply", "no", "9.18-effect"),
            ("supply line", "no", "9.2-trace"),
        ]),
    },
    "sandown": {
        "t1": ("in supply", [
            ("own country", "yes", "9.14"),
            ("coast", "no", "9.19"),
            ("aerial supply", "no", "9.17-effect"),
            ("supply line to 1204", "yes", "9.2-trace"),
        ]),
        "u2": ("in supply", [
            ("own country", "no", "9.14"),
            ("coast", "yes", "9.18"),
            ("aerial supply", "no", "9.17-effect"),
            ("supply line to 0202 Nordport", "yes", "9.2-trace"),
        ]),
        "o1": ("in supply", [
            ("own country", "yes", "9.14"),
            ("coast", "no", "9.18"),
            ("aerial supply", "no", "9.17-effect"),
            ("supply line to 0204 Westport", "yes", "9.2-trace"),
        ]),
    },
}  # fmt: skip


@rule("pincher", "9.14", "9.18-effect", "9.19", "9.20")
@rule("sandown", "9.14", "9.17-effect", "9.18", "9.19")
@pytest.mark.parametrize("game", SUPPLY)
def test_supply_of_each_unit(game: str) -> None:
    at = {
        "t1": "0905", "u1": "0605", "b1": "0902", "u2": "0202", "o1": "0503",
        "t2": "0403", "u3": "0404", "u4": "0402",
    }  # fmt: skip
    p = Parade(game, **at)
    for unit, (total, lines) in SUPPLY[game].items():
        told = rules.explain(p.state, unit)
        assert told.title == f"Supply of {unit} in {at[unit]}"
        assert (told.total, rows(told)) == (total, lines), unit


@rule("pincher", "5.5-supply", "9.18-effect")
def test_supply_on_turn_one_by_air_and_off_the_map() -> None:
    p = Parade("pincher", "soviet movement", 1, t2="0403", u3="0404", u4="0402", t3="reserve")
    told = rules.explain(p.state, "t2")
    assert (told.total, rows(told)[0]) == ("in supply", ("first turn", "yes", "5.5-supply"))
    told = rules.explain(p.state, "t3")
    assert (told.title, told.total, told.lines) == ("Supply of t3", "needs no supply", ())
    p = Parade("pincher", t2="0403", u3="0404", u4="0402")
    p.supply_from_air(SOVIET, "0403")
    told = rules.explain(p.state, "t2")
    assert (told.total, rows(told)[2]) == ("in supply", ("aerial supply", "yes", "9.18-effect"))
    p.state.turn = 0
    assert rules.explain(p.state, "t2").total == "needs no supply"
