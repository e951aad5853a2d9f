"""The figures of the rulebook, played; their positions follow from the captions and R-SFO-34."""

from __future__ import annotations

import pytest

from grognard.core.play.game import Game
from grognard.core.testing import rule
from tests.rules.strike_force_one.battles import ABOVE_BASIC, ANY_LEVEL, EXPERT, OPEN, battle_in
from tests.rules.strike_force_one.scenes import At
from tests.support import refused, situation, texts, where


def stops(g: Game, unit: str, enemy: str) -> set[str]:
    """The hexes where a unit can go and engage."""
    return set(g.reach(unit)) & set(g.zoc(enemy))


# -- 6 and 7: movement -----------------------------------------------------------------------------------

FIGURE_6: At = {"X": "0504", "SA": "0401", "SB": "0801"}


@rule("sfo", "fig6-basic")
def test_figure_6_movement_in_basic() -> None:
    g = situation("basic", "us movement", **FIGURE_6)
    assert stops(g, "X", "soviet") == {"0402", "0502", "0702", "0802"}
    refused(g, "move X 0504-0403-0402-0302", "8.3-all-stop")
    refused(g, "move X 0504-0403-0303", "3.1-basic-forest")
    refused(g, "move X 0504-0503-0502-0501", "8.3-all-stop")
    assert all(g.check(f"move X {hex_}") is None for hex_ in ("0402", "0502", "0702", "0802"))


@rule("sfo", "fig7-advexp")
@ABOVE_BASIC
def test_figure_7_movement_through_forest(level: str) -> None:
    g = situation(level, "us movement", **FIGURE_6)
    assert stops(g, "X", "soviet") == {"0302", "0402", "0502", "0702", "0802"}
    assert g.reach("X")["0302"] == 4
    cost = g.preview("move X 0504-0403-0303-0302")
    assert [line.value for line in cost.lines] == ["1", "2", "1"]
    g.play("move X 0504-0403-0303-0302")
    assert where(g, "X") == "0302"


# -- 8: leaving a zone -----------------------------------------------------------------------------------


@rule("sfo", "fig8-all")
def test_figure_8_disengaging_and_engaging_again() -> None:
    """X in 0403, Soviets in 0401 and 0304: not straight to 0303 or 0402, but round to 0305 by 0504."""
    g = situation("advanced", "us movement", X="0403", SA="0401", SV="0304")
    refused(g, "move X 0403-0303", "8.3-all-direct")
    refused(g, "move X 0403-0402-0503", "8.3-all-direct")
    assert {"0402", "0502", "0305"} <= stops(g, "X", "soviet")
    g.play("move X 0403-0504-0505-0405-0305")
    assert where(g, "X") == "0305"


# -- 9: infiltration -------------------------------------------------------------------------------------


@rule("sfo", "fig9-expert")
def test_figure_9_infiltration() -> None:
    """И in 0403 between US units in 0302 and 0304: to 0402 and 0404 for 4 points, not to the forest 0303."""
    g = situation(EXPERT, "soviet movement", options=OPEN, SI="0403", X="0302", Y="0304")
    for clear in ("0402", "0404"):
        cost = g.preview(f"move SI 0403-{clear}")
        assert [(line.value, line.rule) for line in cost.lines] == [("4", "8.3-expert-open-cost")]
        assert g.copy().play(f"move SI 0403-{clear}")[0].hexes == ("0403", clear)
    refused(g, "move SI 0403-0303", "8.3-all-direct")
    refused(g, "move SI 0403-0402-0502", "8.3-all-direct")


# -- 10: entering the map --------------------------------------------------------------------------------


@rule("sfo", "fig10-advexp")
@ABOVE_BASIC
def test_figure_10_v_enters_the_map(level: str) -> None:
    """A Soviet unit in 0206. The caption leaves out 0306, which V reaches by 0204 and 0305."""
    g = situation(level, "us movement", V="edge", SA="0206")
    reach = g.reach("V")
    part = {hex_: cost for hex_, cost in reach.items() if hex_ in ("0105", "0106", "0107", "0108")}
    assert part == {"0105": 1, "0106": 2, "0107": 2, "0108": 1}
    refused(g, "enter V 0106-0105", "8.4-advexp-zoc")
    refused(g, "enter V 0107-0108", "8.4-advexp-zoc")
    assert stops(g, "V", "soviet") == {"0106", "0107", "0205", "0207", "0306"}
    assert max(reach.values()) == 4
    for path in ("0105-0106-0105-0104", "0108-0107-0108-0208", "0105-0205-0305", "0108-0207-0308"):
        refused(g, f"enter V {path}", "8.3-all-stop")


# -- 11: the choice of battles ---------------------------------------------------------------------------


@rule("sfo", "fig11-all")
@pytest.mark.parametrize(
    ("level", "one", "two"),
    [
        ("basic", "1 attacker", "2 attackers"),
        ("advanced", "difference +0", "difference +1"),
        (EXPERT, "difference +0", "difference +1"),
    ],
)
def test_figure_11_two_against_one_or_one_against_each(level: str, one: str, two: str) -> None:
    """В is next to X; Е is next to X and Y; nobody is next to Z."""
    g = situation(level, "soviet combat", dice=[5, 5], SV="0804", SE="0805", X="0705", Y="0706", Z="0605")
    assert texts(g) == {
        "attack 0705 SV",
        "attack 0705 SE",
        "attack 0705 SV,SE",
        "attack 0706 SE",
        "end",
    }
    assert g.preview("attack 0705 SV,SE").total == two
    assert g.preview("attack 0705 SV").total == g.preview("attack 0706 SE").total == one
    refused(g, "attack 0605 SV", "9-all-adjacent")
    g.play("attack 0705 SV")
    g.play("retreat SV 0904")
    assert texts(g) == {"attack 0705 SE", "attack 0706 SE", "end"}


# -- 12: retreat -----------------------------------------------------------------------------------------

FIGURE_12: At = {"SE": "0706", "X": "0705", "Y": "0605", "Z": "0606"}


@rule("sfo", "fig12-all")
@ANY_LEVEL
@pytest.mark.parametrize("die", [2, 3, 4, 5])
def test_figure_12_only_retreat(level: str, die: int) -> None:
    g = situation(level, "us combat", dice=[die], **FIGURE_12)
    g.play("attack 0706 X,Y,Z")
    assert texts(g) == {"retreat SE 0806"}
    refused(g, "retreat SE 0707", "9.2-all-zoc")
    refused(g, "retreat SE 0805", "9.2-all-zoc")


@rule("sfo", "fig12-all")
@pytest.mark.parametrize(("level", "box"), [("basic", "lost"), ("advanced", "box"), (EXPERT, "lost")])
def test_figure_12_no_retreat(level: str, box: str) -> None:
    g = situation(level, "us combat", dice=[2], W="0807", **FIGURE_12)
    g.play("attack 0706 X,Y,Z")
    assert where(g, "SE") == box


@rule("sfo", "fig12-all")
@pytest.mark.parametrize(
    ("level", "column", "chances"),
    [
        ("basic", "3 attackers", {"DR": 5 / 6, "AR": 1 / 6}),
        ("advanced", "difference +2", {"EX": 1 / 6, "DR": 4 / 6, "NE": 1 / 6}),
        (EXPERT, "difference +2", {"EX": 1 / 6, "DR": 4 / 6, "NE": 1 / 6}),
    ],
)
def test_figure_12_the_table_holds_against_the_caption(
    level: str, column: str, chances: dict[str, float]
) -> None:
    """[R-SFO-08]"""
    shown = situation(level, "us combat", **FIGURE_12).preview("attack 0706 X,Y,Z")
    assert shown.total == column
    assert shown.outcomes == pytest.approx(chances)


# -- 13: a battle for a forest ---------------------------------------------------------------------------

FIGURE_13: At = {"SA": "0605", "SV": "0605", "Z": "0506", "X": "0705"}


@rule("sfo", "fig13-advexp")
@ABOVE_BASIC
def test_figure_13_a_stack_against_a_forest(level: str) -> None:
    g = situation(level, "soviet combat", dice=[3], **FIGURE_13)
    shown = g.preview("attack 0506 SA,SV")
    assert [line.value for line in shown.lines] == ["+1", "+1", "-1", "-1"]
    assert shown.total == "difference +0"
    refused(g, "attack 0705 SA", "9-advexp-attstack")
    g.play("attack 0506 SA,SV")
    refused(g, "attack 0705 SA,SV", "9-all-single")


@rule("sfo", "fig13-advexp")
def test_figure_13_with_air_support() -> None:
    g = situation(EXPERT, "soviet combat", SAIR="0506", **FIGURE_13)
    assert g.preview("attack 0506 SA,SV").total == "difference +2"


# -- 14 and 15: breakthrough and exploitation --------------------------------------------------------------

FIGURE_14: At = {"SB": "0405", "SD": "0506", "SV": "0506", "SZ": "0507", "Z": "0406", "Y": "0307"}
ATTACK_14 = "attack 0406 SB,SV,SD,SZ"


def figure_14(die: int) -> Game:
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[die], **FIGURE_14)
    assert g.preview(ATTACK_14).total == "difference +4"
    g.play(ATTACK_14)
    return g


def broken_through() -> Game:
    g = figure_14(die=4)
    assert battle_in(g.events()).result == "DR"
    assert texts(g) == {"retreat Z 0307"}
    for order in ("retreat Z 0307", "retreat Z 0207", "retreat Y 0206"):
        g.play(order)
    return g


@rule("sfo", "fig14-expert")
def test_figure_14_breakthrough() -> None:
    g = broken_through()
    assert (where(g, "Z"), where(g, "Y")) == ("0207", "0206")
    assert g.to_act == "soviet"


@rule("sfo", "fig15-expert")
def test_figure_15_left_exploitation() -> None:
    g = broken_through()
    for order in ("advance SZ", "advance SZ 0307", "advance SD"):
        g.play(order)
    assert (where(g, "SZ"), where(g, "SD")) == ("0307", "0406")
    assert texts(g) == {"end"}


@rule("sfo", "fig15-expert")
@pytest.mark.parametrize(("die", "result"), [(1, "DE"), (3, "EX")])
def test_figure_15_right_the_defender_is_lost_and_the_bystander_stays(die: int, result: str) -> None:
    g = figure_14(die)
    assert battle_in(g.events()).result == result
    if result == "EX":
        g.play("lose SB")
    assert (where(g, "Z"), where(g, "Y")) == ("lost", "0307")
    g.play("advance SZ")
    refused(g, "advance SZ 0307", "9.3-expert-open-second")
    g.play("advance SZ 0407")
    g.play("advance SD")
    assert (where(g, "SZ"), where(g, "SD"), where(g, "Y")) == ("0407", "0406", "0307")
