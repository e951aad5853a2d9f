"""Cases 15.2 to 15.4 and 14.2a: air bases built and reduced, and the limit of Active planes."""

from __future__ import annotations

from typing import Any

from grognard.core.contract.decisions import Question
from grognard.core.testing import rule
from grognard.games.ocs.air.bases import base_named
from grognard.games.ocs.interface.invariants import violations
from grognard.games.ocs.interface.views import view
from grognard.games.ocs.model.state import from_plain, spare_counter
from tests.rules.ocs.airfield import Airfield
from tests.rules.ocs.field import GERMAN, SOVIET

HERE = "08.07"


def level(field: Airfield, where: str = HERE) -> int | None:
    """Return the level of the German base in a hex; None without a base."""
    base = base_named(field.state, where, GERMAN)
    return field.state.level[base] if base >= 0 else None


def works(**at: Any) -> Airfield:
    """A German Movement Phase with 10 SP in the city."""
    field = Airfield("movement", **at)
    field.supply(HERE, 40)
    return field


@rule("ocs", "15.3.1", "15.3.2")
def test_an_engineer_builds_a_base_for_one_sp_a_level_and_one_level_a_turn() -> None:
    """EX-OCS-48: three turns and 3 SP for a base of level 3."""
    field = works(g_eng=HERE, g_hq=HERE, g_inf1=HERE)
    assert field.refused(f"pave {HERE} g-inf1") == "15.3.1"
    assert f"pave {HERE} g-eng" in field.offered("g-eng", "pave")
    field.give(f"pave {HERE} g-eng")
    assert (level(field), field.state.ledger[GERMAN]) == (1, 36)
    assert field.refused(f"pave {HERE} g-hq") == "15.3.2"
    assert field.refused(f"plough {HERE} g-hq") == "15.4.2"
    assert not field.offered("g-hq", "pave") & {f"pave {HERE} g-hq", f"pave {HERE} g-hq strip"}
    assert field.refused("pave 08.06 g-eng") == "13.8d.4"
    for turn, crew in enumerate(("g-hq", "g-eng"), 2):
        field.state.paved = field.state.worked = field.state.finished = 0  # the next turn
        field.give(f"pave {HERE} {crew}")
        assert (level(field), field.state.ledger[GERMAN]) == (turn, 40 - 4 * turn)


@rule("ocs", "15.3.1")
def test_bases_are_built_in_the_movement_phase_and_paid_for() -> None:
    field = Airfield("movement", g_eng=HERE)
    assert field.refused(f"pave {HERE} g-eng") == "15.3.1"  # no supply
    assert not field.offered("g-eng", "pave")
    field.supply(HERE, 3)
    assert field.offered("g-eng", "pave") and f"pave {HERE} g-eng" not in field.offered("g-eng", "pave")
    late = Airfield("exploitation", g_eng=HERE)
    late.supply(HERE, 8)
    assert late.check(f"pave {HERE} g-eng") is not None


@rule("ocs", "15.3.3")
def test_bases_stop_at_level_3() -> None:
    field = works(g_eng=HERE)
    field.give(f"pave {HERE} g-eng")
    field.state.level[base_named(field.state, HERE, GERMAN)] = 3
    field.state.paved = field.state.worked = field.state.finished = 0
    assert field.refused(f"pave {HERE} g-eng") == "15.3.3"


@rule("ocs", "15.2.1", "15.2-A.1", "15.2-A.2", "15.0a", "15.2-E")
def test_air_strips_cost_a_token_and_three_more_make_a_base() -> None:
    field = works(g_eng=HERE, g_hq=HERE, g_inf1=HERE)
    field.give(f"pave {HERE} g-eng strip")
    assert (level(field), field.state.ledger[GERMAN]) == (0, 39)
    field.state.paved = 0
    assert field.refused(f"plough {HERE} g-inf1") == "15.2-E"
    assert field.refused(f"pave {HERE} g-hq strip") == "15.0a"
    field.give(f"pave {HERE} g-hq")
    assert (level(field), field.state.ledger[GERMAN]) == (1, 36)
    soviet = Airfield("movement", 1, s_eng="16.07")
    soviet.supply("16.07", 8, SOVIET)
    assert soviet.refused("pave 16.07 s-eng strip") == "15.2.1"
    assert soviet.check("pave 16.07 s-eng") is None


@rule("ocs", "15.3.1")
def test_no_base_among_enemies_or_without_a_counter() -> None:
    field = works(g_eng=HERE)
    field.put("s-inf1", "09.07")
    assert field.refused("pave 09.07 g-eng") == "15.3.1"
    for hex_ in ("01.01", "01.03", "01.05", "03.01"):
        if spare_counter(field.state, field.scenario.bases & field.scenario.of_side[GERMAN]) >= 0:
            assert field.check(f"pave {HERE} g-eng") is None
            field.generic("bases", hex_)
    assert field.refused(f"pave {HERE} g-eng") == "15.3.1"


@rule("ocs", "15.4.1", "15.4.2")
def test_one_re_in_combat_mode_reduces_a_base_by_a_level_for_free() -> None:
    field = Airfield("movement", g_inf1="04.07", g_eng="05.07", g_hq="02.11")
    assert field.refused("plough 02.11 g-hq") == "15.4.2"  # level 1
    assert field.refused("plough 08.07 g-eng") in ("13.8d.1", "15.4.1")
    assert "plough 04.07 g-inf1" in field.offered("g-inf1", "plough")
    field.give("plough 04.07 g-inf1")
    assert level(field, "04.07") == 1
    assert field.refused("plough 04.07 g-eng") == "15.4.2"
    moved = Airfield("movement", g_inf1="04.07 m")
    assert moved.refused("plough 04.07 g-inf1") == "16.0b.1"


# -- the limit of Active planes ----------------------------------------------------------------------


def crowded() -> Airfield:
    """A level-2 base with the six Active planes it can have."""
    planes: Any = dict.fromkeys(("g_109", "g_109b", "g_87", "g_87b", "g_88", "g_200"), "04.07")
    return Airfield("movement", g_inf1="04.07", g_52="04.07 i", **planes)


@rule("ocs", "14.2a.2", "15.0b-D", "14.2a.3", "14.2a.4")
def test_planes_above_the_limit_stand_down_at_once() -> None:
    field = crowded()
    assert not violations(field.state)
    field.give("plough 04.07 g-inf1")
    (question,) = field.state.questions
    assert (question.kind, question.side, question.data[0]) == ("stand-down", GERMAN, 1)
    assert field.offered("g-87") == {"ground g-87"}
    assert field.refused("ground g-52") == "14.2a.2"
    assert field.refused("ground g-87,g-88") == "14.2a.2"
    field.give("ground g-87")
    assert not field.state.questions and not field.state.active & field.bit("g-87")
    assert field.state.active.bit_count() == 5


@rule("ocs", "4.9a.4")
def test_the_enemy_is_not_told_how_many_stand_down() -> None:
    field = crowded()
    field.give("plough 04.07 g-inf1")
    (question,) = from_plain(field.scenario, view(field.state, "soviet").known).questions
    assert question == Question("stand-down", GERMAN)


@rule("ocs", "14.2a.2", "15.0c", "15.0b-D")
def test_a_base_hit_by_a_barrage_keeps_fewer_planes_active() -> None:
    """A hit takes the base from level 2 to 1; its owner chooses the plane that stands down."""
    field = crowded()
    field.put("g-inf1", "01.01")
    field.go_to("barrage", 1)
    field.put("s-art1", "06.07")
    field.supply("06.07", 40, SOVIET)
    field.give("barrage 04.07 s-art1 air-base", 6, *(1,) * 7)
    assert level(field, "04.07") == 1
    assert [(q.kind, q.side, q.data[0]) for q in field.state.questions] == [("stand-down", GERMAN, 1)]
