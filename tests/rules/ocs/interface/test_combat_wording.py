"""Refusals and prompts of movement and combat: their words, and units and hexes as typed references."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from grognard.core.text import HexNames, UnitNames
from grognard.games.ocs.interface.choices import sentence
from grognard.games.ocs.model.charts import DATA
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.order_helpers import Manoeuvre

ROOMS = ("combat", "movement", "units", "terrain", "turn")
FILES = sorted(path for room in ROOMS for path in (DATA.parent / room).glob("*.py"))


def attackers() -> Battlefield:
    return Battlefield("combat", g_pz1="08.09", g_art1="08.09", g_rgt1="06.09", s_rgt1="09.10")


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("attack 09.10 g-rgt1", "g-rgt1 is not adjacent to 09.10 [9.0.2]"),
        ("attack 09.10 g-art1", "g-art1 is artillery: it can barrage but not attack [9.0.4]"),
        ("attack 09.10 s-rgt1", "s-rgt1 is not one of your units on the map [9.1a]"),
        ("attack 08.10 g-pz1", "no enemy combat unit is in 08.10; move in instead [9.0.3]"),
        ("attack 09.10 g-pz1 gold", "'gold' is neither a dump to pay from nor 'stocks' [notation]"),
    ],
)
def test_refused_attacks(order: str, said: str) -> None:
    assert str(attackers().check(order)) == said


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("move g-pz1 08.08-09.08", "g-pz1 is in 08.07, not in 08.08 [6.1.1]"),
        ("move g-pz1 08.07-10.08-11.08", "10.08 is not adjacent to 08.07 [6.1.1]"),
        ("move g-pz1 08.07-09.08", "enemy combat units occupy 09.08 [4.8c.1]"),
        ("mode g-pz1 dancing", "'dancing' is not a mode you can choose; "
         "choose among combat, move, reserve, reserve-move, strat [5.3.1]"),
    ],
)  # fmt: skip
def test_refused_moves(order: str, said: str) -> None:
    assert str(Manoeuvre(g_pz1="08.07", s_inf1="09.08").fuelled().check(order)) == said


def test_refusals_refer_to_units_and_hexes() -> None:
    refusal = attackers().check("attack 09.10 g-rgt1")
    assert refusal is not None
    assert UnitNames(("g-rgt1",)) in refusal.text.parts and HexNames(("09.10",)) in refusal.text.parts


def test_prompts_after_an_attack() -> None:
    field = Battlefield("combat", g_pz1="08.09", g_pz2="08.09", s_rgt1="09.10", s_rgt2="09.10")
    field.give("attack 09.10 g-pz1,g-pz2")
    prompt = sentence(field.state)
    assert str(prompt) == (
        "09.10 is attacked with Action Rating 5: choose the unit that leads, with or without combat supply."
    )
    assert prompt.parts[0] == HexNames(("09.10",))


def test_prompt_of_an_option() -> None:
    field = Battlefield("combat", g_pz1="08.09", s_rgt1="09.10", s_rgt2="09.10")
    field.fight("attack 09.10 g-pz1", "AL1o1/Do1")
    said = str(sentence(field.state))
    assert said == "Option 1 in 09.10: lose a step, or retreat 1 hex, or ignore it."


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(DATA.parent).as_posix())
def test_refusals_have_typed_gaps(path: Path) -> None:
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id == "Illegal" and len(call.args) > 1:
            assert not isinstance(call.args[1], ast.JoinedStr), f"line {call.lineno}: pass names as arguments"
