"""Chapter 9.12: retreats and advances after combat."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.core.testing import rule
from grognard.games.ocs.combat import retreats
from grognard.games.ocs.model.counters import Face
from grognard.games.ocs.model.state import DEAD
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET, practice
from tests.rules.ocs.supply_board import reprinted


def pushed(code: str = "AL1/Do1", defend: str = "", then: tuple[int, ...] = (), **at: Any) -> Battlefield:
    """A division in 08.09 has attacked 09.10, and the defender has an option to carry out."""
    field = Battlefield("combat", g_inf1="08.09", **at)
    field.fight("attack 09.10 g-inf1", code, defend, then)
    return field


# -- how far and where -----------------------------------------------------------------------------


@rule("ocs", "9.12.1")
def test_all_units_in_combat_retreat_by_the_option() -> None:
    field = pushed(s_rgt1="09.10", s_rgt2="09.10", s_hq="09.10")
    field.give("retreat s-rgt1 09.10-10.10")
    assert field.asks() == ("retreat", SOVIET)  # the others have to follow
    assert field.refused("retreat s-rgt1 10.10-11.11") == "9.12d.2"
    field.give("retreat s-rgt2,s-hq 09.10-10.09")
    assert [field.at(id_) for id_ in ("s-rgt1", "s-rgt2", "s-hq")] == ["10.10", "10.09", "10.09"]
    assert field.asked() == "advance"


@rule("ocs", "9.12.2", "9.12f.1")
def test_units_that_cannot_retreat_are_eliminated() -> None:
    ring: dict[str, Any] = {
        "g_inf2": "08.10",
        "g_inf3": "09.11",
        "g_inf4": "10.10",
        "g_rgt1": "10.09",
        "g_rgt2": "09.09",
    }
    field = pushed(s_rgt1="09.10", **ring)
    assert not field.at("s-rgt1")
    assert field.asked() == "advance"
    gap = pushed(s_rgt1="09.10", **{id_: hex_ for id_, hex_ in ring.items() if id_ != "g_inf4"})
    assert gap.ends() == {"10.10"}  # never through the hexes of the enemy
    assert gap.refused("retreat s-rgt1 09.10-09.11") == "9.12f.1"


@rule("ocs", "9.12.1", "9.12c.1")
def test_last_unit_retreats_by_itself_on_the_only_path() -> None:
    field = pushed(
        s_rgt1="09.10", s_rgt2="09.10", g_inf2="08.10", g_inf3="09.11", g_rgt1="10.09", g_rgt2="09.09"
    )
    field.give("retreat s-rgt1 09.10-10.10")
    assert (field.at("s-rgt1"), field.at("s-rgt2"), field.asked()) == ("10.10", "10.10", "advance")


@rule("ocs", "9.12.2", "9.12f.1")
def test_no_retreat_across_prohibited_terrain() -> None:
    field = Battlefield("combat", g_inf1="15.10", g_inf2="17.10", g_inf3="16.09", s_tb="16.10")
    field.put("g-rgt1", "16.11")
    field.put("g-rgt2", "17.11")
    field.fight("attack 16.10 g-inf2", "AL1/Do1")
    assert not field.at("s-tb")  # the river is closed to tracks
    walker = Battlefield("combat", g_inf2="17.10", g_inf3="16.09", s_rgt1="16.10")
    walker.put("g-rgt1", "16.11")
    walker.put("g-rgt2", "17.11")
    walker.fight("attack 16.10 g-inf2", "AL1/Do1")
    assert walker.ends() == {"15.10", "15.11"}  # on foot it goes over


@rule("ocs", "9.12f.1")
def test_no_retreat_into_a_hex_the_enemy_held_in_the_combat() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_inf1="09.10")
    field.fight("attack 09.10 g-rgt1", "AL1o1/Do1")
    assert not field.at("g-rgt1")  # his hex is empty now
    assert "08.09" not in field.ends()
    away = Battlefield("combat", g_inf1="08.09", s_rgt1="09.10")
    away.fight("attack 09.10 g-inf1", "Ao1/DL1o1")
    assert "09.10" not in away.ends()


@rule("ocs", "9.12c.1")
def test_units_retreat_together_or_separately() -> None:
    field = pushed(s_rgt1="09.10", s_rgt2="09.10")
    offered = field.answers("retreat")
    assert "retreat s-rgt1,s-rgt2 09.10-10.10" in offered
    assert "retreat s-rgt1 09.10-10.10" in offered
    assert "retreat s-rgt2 09.10-10.09" in offered


@rule("ocs", "9.12c.2")
def test_a_retreat_ends_its_full_distance_away() -> None:
    field = pushed("Ae4/DL1o2", s_inf1="09.10")
    ends = field.ends()
    distance, from_ = field.scenario.grid.distance, field.hex("09.10")
    assert ends and all(distance(from_, field.hex(end)) == 2 for end in ends)
    assert field.refused("retreat s-inf1 09.10-10.10") == "9.12c.2"
    assert field.refused("retreat s-inf1 09.10-12.11") == "9.12c.2"
    assert field.refused("retreat s-inf1 09.10-10.10-09.10-10.10-11.11") == "9.12f.1"  # no to and fro
    field.give("retreat s-inf1 09.10-10.10-11.10")
    assert field.at("s-inf1") == "11.10"


@rule("ocs", "9.12c.2")
def test_a_retreat_leads_away_and_makes_a_detour_only_to_save_a_step() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    field.fight("attack 09.10 g-inf1", "Ae4/DL1o2")
    assert "10.11" in field.ends()
    assert "07.09" not in field.ends()  # behind the enemy
    assert field.refused("retreat s-inf1 09.10-09.11-10.11-11.11") == "9.12f.1"  # the straight way is free
    river = Battlefield("combat", g_inf1="17.10", s_stug="16.09", s_tb="16.09")
    for id_, hex_ in {"g-rgt1": "16.10", "g-rgt2": "17.09", "g-tb": "17.08", "g-inf2": "16.07"}.items():
        river.put(id_, f"{hex_} m")
    river.put("g-inf3", "15.08 m")
    river.fight("attack 16.09 g-inf1", "Ae4/DL1o2", "defend s-stug")
    assert river.ends() == {"14.08", "14.09", "14.10", "15.11"}
    river.give("retreat s-tb 16.09-14.08")  # around the river: 16.08 and 15.09 are both next to the start
    assert river.at("s-tb") == "14.08"


@rule("ocs", "9.12c.3", "9.12c.2", "9.12e.2")
@pytest.mark.parametrize(("mark", "detour"), [(" d", True), ("", False)])
def test_detour_is_allowed_to_save_a_step(mark: str, detour: bool) -> None:
    """The straight way ends in the ZOC of g-inf4, which costs only a unit that is DG already [R-OCS-143]."""
    field = Battlefield("combat", g_inf1="17.10", s_stug="16.09", s_tb=f"16.09{mark}", g_inf4="17.12")
    for id_, hex_ in {"g-rgt2": "17.09", "g-tb": "17.08", "g-inf2": "16.07", "g-inf3": "15.08"}.items():
        field.put(id_, f"{hex_} m")  # in the way, but without ZOCs
    field.state.turned |= field.bit("g-inf1")
    field.fight("attack 16.09 g-inf1", "Ae4/DL1o2", "defend s-stug")
    around = {"14.08", "14.09", "14.10", "15.11"}
    assert {"16.11", "17.11"} <= field.ends() and (around <= field.ends()) == detour
    if detour:
        field.give("retreat s-tb 16.09-16.08-15.09-14.09")  # 15.09 is no further away than 16.08
        assert field.at("s-tb") == "14.09"
    else:
        assert field.refused("retreat s-tb 16.09-16.08-15.09-14.09") == "9.12f.1"
        assert not field.ends() & around


@rule("ocs", "9.12c.2")
def test_no_detour_around_zocs_that_cost_nothing() -> None:
    field = pushed("Ae4/DL1o2", s_inf1="09.10", g_inf2="11.10", g_inf3="09.12")  # zones all around
    assert {"09.08", "10.08"} <= field.ends()
    assert field.refused("retreat s-inf1 09.10-10.09-10.08-09.08") == "9.12f.1"
    field.give("retreat s-inf1 09.10-09.09-09.08")
    assert (field.at("s-inf1"), field.steps("s-inf1")) == ("09.08", 1)


@rule("ocs", "9.12.1", "9.12c.1")
def test_attackers_retreat_from_their_own_hexes() -> None:
    field = Battlefield("combat", g_rgt1="08.09", g_rgt2="08.10", g_tb="08.10", s_inf1="09.10")
    field.fight("attack 09.10 g-rgt1,g-rgt2,g-tb", "Ao1/Do1")
    for text in field.answers("retreat"):
        _, ids, path = text.split()
        assert {field.at(id_) for id_ in ids.split(",")} == {path.split("-", maxsplit=1)[0]}
    assert field.refused("retreat g-rgt1,g-rgt2 08.09-07.09") == "9.12c.1"
    field.give("retreat g-rgt2,g-tb 08.10-07.10")
    assert field.asked() == "retreat"
    field.give("retreat g-rgt1 08.09-07.09")
    assert [field.at(id_) for id_ in ("g-rgt1", "g-rgt2", "g-tb")] == ["07.09", "07.10", "07.10"]
    assert field.asks() == ("option", SOVIET)


def test_unreadable_answers() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    field.give("attack 09.10 g-inf1")
    assert field.refused("defend s-inf1 bravely") == "notation"
    assert field.check("defend s-inf1 unsupplied s-inf1") is None
    field = pushed(s_inf1="09.10")
    assert field.refused("retreat s-inf1") == "notation"
    assert field.refused("lose s-inf1,s-rgt1") == "notation"
    field.give("retreat s-inf1 09.10-10.10")
    assert field.refused("advance") == "notation"


@rule("ocs", "9.12f.1")
def test_no_retreat_into_enemy_hexes_even_if_eliminated() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_inf1="09.10 d")
    for id_, hex_ in {"g-inf1": "09.12", "g-inf2": "11.11", "g-inf3": "10.08", "g-inf4": "08.11"}.items():
        field.put(id_, hex_)  # zones in all hexes around but 08.09, where the attackers die
    field.fight("attack 09.10 g-rgt1", "AL1o1/Do1")
    assert not field.at("g-rgt1")
    assert field.ends() == {"08.10", "09.11", "10.10", "10.09", "09.09"}


# -- disorganization -------------------------------------------------------------------------------


@rule("ocs", "9.12a.1", "5.10a-A")
def test_disorganization_comes_before_the_retreat() -> None:
    field = Battlefield("combat", g_inf1="08.09", g_inf2="09.12", s_inf4="09.10")
    field.fight("attack 09.10 g-inf1", "Ae3/DL2o2DG")
    assert field.having("dg") == {"s-inf4"}
    assert field.asks() == ("option", SOVIET)
    field.give("lose s-inf4")
    field.give("retreat s-inf4 09.10-09.11")  # into a zone, already disorganized: it costs the last step
    assert not field.at("s-inf4")


@rule("ocs", "9.12a.2", "5.10a-B")
def test_the_second_hex_disorganizes() -> None:
    field = pushed("Ae4/DL1o2", s_inf1="09.10", s_rgt2="10.10", s_tb="11.11")
    field.give("retreat s-inf1 09.10-10.10-11.11")
    assert field.having("dg") == {"s-inf1", "s-tb"}  # and all in that hex, not those of the first
    one = pushed(s_inf1="09.10")
    one.give("retreat s-inf1 09.10-10.10")
    assert not one.state.dg


@rule("ocs", "9.12e.1", "5.10a-C.1", "5.10a.1")
def test_retreat_into_zoc_disorganizes_the_whole_hex() -> None:
    field = pushed(s_inf1="09.10", g_inf2="11.11", s_rgt2="10.10", s_art1="10.10")
    field.give("retreat s-inf1 09.10-10.10")
    assert field.having("dg") == {"s-inf1", "s-rgt2", "s-art1"}
    assert field.steps("s-inf1") == 0


@rule("ocs", "9.12e.1")
@pytest.mark.parametrize(("loser", "enemy"), [("s-hq", "g-inf2"), ("g-hq", "s-inf2")])
def test_zocs_of_the_enemy_alone_count_in_a_retreat(loser: str, enemy: str) -> None:
    """The HQs are the first counters of their sides."""
    player = SOVIET if loser == "g-hq" else GERMAN
    attacker, friend = ("s-inf1", "g-inf1") if player else ("g-inf1", "s-inf1")
    for other, shaken in ((enemy, True), (friend, False)):
        field = Battlefield("combat", player)
        for id_, hex_ in ((attacker, "08.09"), (loser, "09.10"), (other, "11.11")):
            field.put(id_, hex_)
        field.fight(f"attack 09.10 {attacker}", "AL1/Do1")
        field.give(f"retreat {loser} 09.10-10.10")
        assert (loser in field.having("dg")) == shaken


@rule("ocs", "9.12e.2", "5.10a-C.2")
def test_dg_units_lose_a_step_retreating_into_zoc() -> None:
    field = Battlefield(
        "combat", g_inf1="08.09", g_inf2="11.11", s_inf1="09.10 d", s_rgt1="09.10 d", s_tb="09.10"
    )
    field.fight("attack 09.10 g-inf1", "AL1/Do1", "defend s-tb")
    field.give("retreat s-inf1,s-rgt1,s-tb 09.10-10.10")
    assert field.asks() == ("shed", SOVIET)
    assert field.answers() == {"lose s-inf1", "lose s-rgt1"}  # of those that were DG, the owner's choice
    field.give("lose s-rgt1")
    assert not field.at("s-rgt1")
    assert (field.at("s-inf1"), field.steps("s-inf1")) == ("10.10", 0)
    assert field.having("dg") == {"s-inf1", "s-tb"}


@rule("ocs", "9.12e.2", "5.10a-C.2")
def test_second_zoc_of_a_retreat_costs_a_step() -> None:
    entered = pushed("Ae4/DL1o2", s_inf1="09.10", g_inf2="12.11")  # its zone covers 11.11
    entered.give("retreat s-inf1 09.10-10.10-11.11")
    assert (entered.steps("s-inf1"), entered.having("dg")) == (1, {"s-inf1"})  # the hard loss alone
    twice = pushed("Ae4/DL1o2", s_inf1="09.10", g_inf2="12.11", g_inf3="11.12")  # 10.11, 11.11
    twice.give("retreat s-inf1 09.10-09.11-10.11")
    assert twice.steps("s-inf1") == 1
    both = pushed("Ae4/DL1o2", s_inf1="09.10", g_inf2="10.12", g_inf3="11.12")  # 09.12, 10.11 and 09.13
    both.put("g-inf4", "09.12")  # 09.11 too
    fight = both.state.fight
    assert fight is not None
    area = retreats._RetreatArea(both.state, fight, both.bit("s-inf1"), 2, detour=False)
    watched, free = both.hex("10.11"), both.hex("10.09")
    assert (area.toll(watched, 1, False), area.toll(watched, 2, True)) == ((0, True), (1, True))
    assert (area.toll(free, 1, False), area.toll(free, 2, False)) == ((0, False), (0, True))
    both.give("retreat s-inf1 09.10-09.11-10.11")
    assert both.steps("s-inf1") == 2


@rule("ocs", "9.12e.2")
def test_dg_units_retreat_without_loss_outside_zocs() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10 d")
    field.fight("attack 09.10 g-inf1", "AL1/Do1")
    field.give("retreat s-inf1 09.10-10.10")
    assert (field.at("s-inf1"), field.steps("s-inf1")) == ("10.10", 0)


@rule("ocs", "9.12e.3")
def test_terrain_does_not_negate_zocs_for_retreats() -> None:
    field = Battlefield("combat", g_inf1="12.07", g_inf2="15.08", s_rgt1="13.08")
    field.fight("attack 13.08 g-inf1", "AL1/Do1")
    field.give("retreat s-rgt1 13.08-14.07")  # a major city
    assert field.having("dg") == {"s-rgt1"}


@rule("ocs", "9.12e.3")
def test_friendly_units_do_not_negate_zocs_for_retreats() -> None:
    field = pushed(s_rgt1="09.10", g_inf2="11.11", s_inf2="10.10")
    field.state.finished = field.bit("s-inf2")
    field.give("retreat s-rgt1 09.10-10.10")
    assert field.having("dg") == {"s-rgt1", "s-inf2"}


@rule("ocs", "5.8a.3")
def test_strat_mode_units_are_eliminated_retreating_into_zoc() -> None:
    field = pushed(g_inf2="11.11", g_inf3="09.12", g_inf4="11.09", s_inf1="09.10 ms")
    ends = field.ends()
    assert ends  # all ways lead through zones
    field.give(f"retreat s-inf1 09.10-{sorted(ends)[0]}")
    assert not field.at("s-inf1")


# -- who can move ----------------------------------------------------------------------------------


@rule("ocs", "9.12b.1", "13.1c.3")
def test_hqs_and_units_without_allowance_flip_to_retreat() -> None:
    field = pushed(s_fort="09.10", s_hq="09.10", s_rgt1="09.10")
    field.give("retreat s-fort,s-hq,s-rgt1 09.10-10.10")
    assert field.having("turned") & {"s-fort", "s-hq", "s-rgt1"} == {"s-fort", "s-hq"}
    assert field.at("s-fort") == "10.10"


@rule("ocs", "9.12b.1")
def test_reserves_that_go_along_do_not_flip() -> None:
    field = Battlefield("combat", g_inf1="08.09", g_hq="08.09 r", g_hq2="08.09", s_inf1="09.10")
    field.fight("attack 09.10 g-inf1", "Ao1/Do1")
    field.give("retreat g-inf1,g-hq,g-hq2 08.09-07.09")
    assert {"g-hq", "g-hq2"} & field.having("turned") == {"g-hq2"}


@rule("ocs", "9.12b.2")
def test_units_that_never_move_are_destroyed_and_do_not_advance() -> None:
    fixed = {"s-fort": Face(strength=3, paren=True), "g-rgt1": Face(strength=4)}
    scenario = reprinted(practice(), fixed)
    scenario.counters = tuple(
        msgspec.structs.replace(counter, move=fixed[counter.id], combat=fixed[counter.id])
        if counter.id in fixed
        else counter
        for counter in scenario.counters
    )
    where: Any = {"scenario": scenario, "g_inf1": "08.09", "g_rgt1": "08.09", "s_rgt1": "09.10"}
    field = Battlefield("combat", **where, s_fort="09.10")
    field.fight("attack 09.10 g-inf1,g-rgt1", "AL1/Do1", "defend s-rgt1")
    field.give("retreat s-rgt1 09.10-10.10")
    assert field.state.at[field.unit("s-fort")] == DEAD
    assert field.answers("advance") == {"advance g-inf1"}
    assert field.refused("advance g-rgt1") == "9.12g-A"


# -- tagalongs -------------------------------------------------------------------------------------


def falling_back() -> Battlefield:
    """An attack from a hex with other units, whose attackers can retreat."""
    field = Battlefield(
        "combat", g_mech1="08.09", g_org1="08.09", g_rgt1="08.09", g_art1="08.09", s_inf1="09.10"
    )
    field.generic("trucks", "08.09")
    field.generic("hedgehogs", "08.09")
    field.supply("08.09", 4)
    field.fight("attack 09.10 g-mech1", "Ao1/Do1")
    return field


@rule("ocs", "9.12d.1", "13.2g-E")
def test_other_units_in_the_hex_can_go_along() -> None:
    field = falling_back()
    field.give("retreat g-mech1,g-rgt1,g-org1 08.09-07.09")
    assert [field.at(id_) for id_ in ("g-mech1", "g-rgt1", "g-org1", "g-art1")] == ["07.09"] * 3 + ["08.09"]
    assert field.asks() == ("option", SOVIET)  # nobody else has to
    alone = falling_back()
    assert alone.refused("retreat g-rgt1,g-org1 08.09-07.09") == "9.12d.1"


@rule("ocs", "9.12d.2", "9.0.5")
def test_dumps_transports_and_works_stay_behind() -> None:
    field = falling_back()
    for id_ in ("g-truck1", "g-hog1", "g-sp1"):
        assert field.at(id_) == "08.09"
        assert field.refused(f"retreat g-mech1,{id_} 08.09-07.09") == "9.12d.2"


# -- enemy things on the way -----------------------------------------------------------------------


@rule("ocs", "9.12f.2", "4.8c-A")
def test_retreat_captures_enemy_assets() -> None:
    field = pushed(s_inf1="09.10", s_art1="09.10")
    field.supply("10.10", 8)
    assert "retreat s-inf1 09.10-10.10" in field.answers()
    assert "retreat s-art1 09.10-10.10" not in field.answers()  # it cannot attack, so not enter alone
    field.give("retreat s-inf1,s-art1 09.10-10.10", 4)
    assert field.state.ledger == [0, 4]


@rule("ocs", "9.12f.2", "9.14c.4")
def test_retreat_continues_after_displacement() -> None:
    field = pushed("Ae4/DL1o2", s_inf1="09.10")
    field.generic("trucks", "10.10")
    field.give("retreat s-inf1 09.10-10.10-11.11", 1)  # nothing is captured
    assert field.asks()[0] == "displace"
    assert field.at("s-inf1") == "10.10"
    field.give("displace 06.09 g-truck1")
    assert field.at("s-inf1") == "11.11"
    assert "s-inf1" in field.having("dg")
    assert field.asked() == "advance"


# -- advance ---------------------------------------------------------------------------------------


@rule("ocs", "9.12g-A")
def test_only_attackers_advance() -> None:
    field = Battlefield("combat", g_inf1="08.09", g_zero="08.09", g_rgt1="08.09", s_rgt1="09.10")
    field.fight("attack 09.10 g-inf1,g-zero", "Ae4/DL1o2")
    assert field.answers("advance") == {"advance g-inf1,g-zero", "advance g-inf1", "advance g-zero"}
    assert field.answers() - field.answers("advance") == {"detach g-inf1", "stay"}
    assert field.refused("advance g-rgt1") == "9.12g-A"


@rule("ocs", "9.12g-B")
def test_no_advance_after_retreat() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_rgt1="09.10")
    field.fight("attack 09.10 g-inf1", "Ao1/DL1o1")
    field.give("retreat g-inf1 08.09-07.09")
    assert not field.at("s-rgt1")
    assert not field.asked()


@rule("ocs", "9.12g-C")
def test_an_advance_captures() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_rgt1="09.10")
    dump = field.supply("09.10", 9, SOVIET)
    field.fight("attack 09.10 g-inf1", "Ae4/DL1o2")
    field.give("advance g-inf1", 6)
    assert field.state.tokens[dump] == 0
    assert field.state.ledger == [6, 0]  # three quarters of the 8T that the defence left


@rule("ocs", "9.12g-D.2")
@pytest.mark.parametrize("who", ["stay", "advance g-inf1", "advance g-rgt1", "advance g-inf1,g-rgt1"])
def test_advance_after_regular_combat_is_optional(who: str) -> None:
    field = Battlefield("combat", g_inf1="08.09", g_rgt1="08.10", s_rgt1="09.10")
    field.fight("attack 09.10 g-inf1,g-rgt1", "Ae4/DL1o2")
    field.give(who)
    there = {id_ for id_ in ("g-inf1", "g-rgt1") if field.at(id_) == "09.10"}
    assert there == {id_ for id_ in ("g-inf1", "g-rgt1") if id_ in who}
