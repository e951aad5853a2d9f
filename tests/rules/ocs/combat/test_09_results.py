"""Chapters 9.10, 9.11 and 9.13: losses, options, exploitation."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.contract.decisions import Question
from grognard.core.contract.state import ask
from grognard.core.testing import rule
from grognard.games.ocs.model.state import DEAD, size_now
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET

# -- options ---------------------------------------------------------------------------------------


@rule("ocs", "9.10.1", "9.10a", "9.12.1")
def test_an_option_is_met_by_steps_or_hexes_in_any_mix() -> None:
    start = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    start.fight("attack 09.10 g-inf1", "Ae4/DL1o2")
    assert start.asks() == ("option", SOVIET)
    steps = start.copy()
    steps.give("lose s-inf1")
    steps.give("lose s-inf1")
    assert not steps.at("s-inf1")  # one hard loss, two by option
    mixed = start.copy()
    mixed.give("lose s-inf1")
    assert mixed.asks() == ("option", SOVIET)
    assert mixed.ends() == {"08.10", "09.11", "10.10", "10.09", "09.09"}
    mixed.give("retreat s-inf1 09.10-10.10")
    assert (mixed.at("s-inf1"), mixed.steps("s-inf1")) == ("10.10", 2)
    assert "s-inf1" not in mixed.having("dg")
    hexes = start.copy()
    assert all(hexes.scenario.grid.distance(hexes.hex("09.10"), hexes.hex(end)) == 2 for end in hexes.ends())
    hexes.give("retreat s-inf1 09.10-11.11")
    assert (hexes.at("s-inf1"), hexes.steps("s-inf1")) == ("11.11", 1)
    assert "s-inf1" in hexes.having("dg")


@rule("ocs", "9.10c.1", "9.10c.2")
def test_defender_can_ignore_option_if_attacker_retreated() -> None:
    start = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    start.fight("attack 09.10 g-inf1", "Ao1/DL1o1")
    start.give("retreat g-inf1 08.09-07.09")
    assert start.steps("s-inf1") == 1  # the hard loss stands
    assert start.asks() == ("option", SOVIET)
    assert "stay" in start.answers()
    stays = start.copy()
    stays.give("stay")
    assert (stays.at("s-inf1"), stays.steps("s-inf1"), stays.asked()) == ("09.10", 1, "")
    goes = start.copy()
    goes.give("retreat s-inf1 09.10-10.10")  # or carries it out
    assert (goes.at("s-inf1"), goes.asked()) == ("10.10", "")  # nobody advances


@rule("ocs", "9.10c.2")
def test_waived_option_once_begun_is_carried_out_in_full() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    field.fight("attack 09.10 g-inf1", "Ao1/DL1o2")
    field.give("retreat g-inf1 08.09-07.09")
    assert "stay" in field.answers()
    field.give("lose s-inf1")
    assert field.asks() == ("option", SOVIET)
    assert field.refused("stay") == "9.10c.1"


@rule("ocs", "9.10c.1")
def test_defender_cannot_ignore_option_otherwise() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    field.fight("attack 09.10 g-inf1", "Ao1/DL1o1")
    field.give("lose g-inf1")
    assert field.asks() == ("option", SOVIET)
    assert "stay" not in field.answers()
    assert field.refused("stay") == "9.10c.1"


@rule("ocs", "9.10c.1")
def test_defender_can_ignore_option_if_attacker_failed_his() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10", s_rgt2="09.10")
    field.fight("attack 09.10 g-rgt1", "AL1o1/Do1")
    assert not field.at("g-rgt1")  # dead by the hard loss
    assert field.asks() == ("option", SOVIET)
    field.give("stay")
    assert field.on_map("s-rgt1,s-rgt2") == {"s-rgt1", "s-rgt2"}
    exact = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10")
    exact.fight("attack 09.10 g-rgt1", "Ao1/Do1")
    exact.give("lose g-rgt1")  # dead, but he did all he had to
    assert "stay" not in exact.answers()


@rule("ocs", "9.11b.1", "9.12a.1")
def test_losses_and_disorganization_come_before_the_option() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf4="09.10")
    field.fight("attack 09.10 g-inf1", "Ae3/DL2o2DG")
    assert field.steps("s-inf4") == 2
    assert "s-inf4" in field.having("dg")
    assert field.asks() == ("option", SOVIET)


@rule("ocs", "9.10c.3")
def test_attacker_option_applies_even_if_the_defender_is_eliminated() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_rgt1="09.10")
    field.fight("attack 09.10 g-inf1", "Ao1/DL1o1")
    assert field.asks() == ("option", GERMAN)
    assert "stay" not in field.answers()
    assert field.refused("stay") == "9.10c.1"
    field.give("lose g-inf1")
    assert not field.at("s-rgt1")
    assert field.asks() == ("advance", GERMAN)


@rule("ocs", "9.10d", "9.13.1")
def test_exploitation_needs_the_whole_option_in_steps() -> None:
    start = Battlefield("combat", g_mech1="08.09", g_stug="08.09", s_inf1="09.10")
    start.fight("attack 09.10 g-stug,g-mech1", "Ao1e4/DL1o2")
    loses = start.copy()
    loses.give("lose g-stug")
    assert loses.having("exploit") == {"g-mech1"}
    retreats = start.copy()
    retreats.give("retreat g-stug,g-mech1 08.09-07.09")
    assert not retreats.state.exploit


# -- losses ----------------------------------------------------------------------------------------


@rule("ocs", "9.11.1")
def test_unit_of_one_step_dies_at_its_first_loss() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_inf1="09.10")
    field.fight("attack 09.10 g-rgt1", "AL1/Do1")
    assert field.state.at[field.unit("g-rgt1")] == DEAD


@rule("ocs", "9.11b.1", "9.11b.2", "9.11.3")
def test_excess_losses_are_ignored() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_inf1="09.10")
    field.fight("attack 09.10 g-rgt1", "AL2")
    assert field.state.at[field.unit("g-rgt1")] == DEAD
    assert not field.asked()


@rule("ocs", "9.11.2", "9.11d.3")
def test_divisions_have_a_step_for_each_equivalent() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    division = field.unit("g-inf1")
    for lost in (1, 2):
        field.state.attacked = field.state.fought = 0
        field.fight("attack 09.10 g-inf1", "AL1/Do1", "defend s-inf1")
        assert field.steps("g-inf1") == lost
        assert size_now(field.state, division) == 12 - 4 * lost
        field.give("lose s-inf1")
    field.state.attacked = field.state.fought = 0
    field.stocks("s-inf1")
    field.state.exhausted &= ~field.bit("g-inf1")
    field.give("attack 09.10 g-inf1", 3, 4, 1, 1)  # the defender has nothing to choose
    assert field.state.at[division] == DEAD
    assert field.steps("g-inf1") == 0


@rule("ocs", "9.11a", "9.11b.1")
def test_owner_chooses_losses() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_rgt1="09.10", s_rgt2="09.10", s_tb="09.10")
    field.fight("attack 09.10 g-inf1", "Ae3/DL2o2DG", "defend s-rgt2")
    assert not field.at("s-rgt2")
    assert field.asks() == ("lose", SOVIET)
    assert field.answers() == {"lose s-rgt1", "lose s-tb"}
    assert field.refused("lose g-inf1") == "9.11a"
    field.give("lose s-tb")
    assert field.on_map("s-rgt1,s-rgt2,s-tb") == {"s-rgt1"}


@rule("ocs", "9.6.4", "9.11c.1")
def test_the_rating_unit_of_a_side_loses_first() -> None:
    field = Battlefield("combat", g_inf1="08.09", g_inf2="08.09", s_inf1="09.10")
    field.fight("attack 09.10 g-inf2,g-inf1", "AL1/Do1")
    assert (field.steps("g-inf1"), field.steps("g-inf2")) == (0, 1)
    option = Battlefield("combat", g_inf1="08.09", g_inf2="08.09", s_inf1="09.10")
    option.fight("attack 09.10 g-inf2,g-inf1", "Ao1/Do1")
    assert option.answers("lose") == {"lose g-inf2"}
    assert option.refused("lose g-inf1") == "9.11c.1"


@rule("ocs", "9.11c.2")
def test_every_unit_takes_one_loss_before_any_takes_two() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10", s_inf2="09.10", s_rgt1="09.10")
    field.fight("attack 09.10 g-inf1", "Ae3/DL2o2DG", "defend s-inf1")
    assert field.answers("lose") == {"lose s-inf2", "lose s-rgt1"}
    assert field.refused("lose s-inf1") == "9.11c.2"
    field.give("lose s-inf2")
    assert field.answers("lose") == {"lose s-rgt1"}  # by option: one running tally
    field.give("lose s-rgt1")
    assert field.answers("lose") == {"lose s-inf1", "lose s-inf2"}


@rule("ocs", "9.6.5", "9.11c.3")
def test_losses_of_a_barrage_need_not_be_spread() -> None:
    field = Battlefield("barrage", s_inf1="09.10", s_inf2="09.10")
    targets = (field.unit("s-inf1"), field.unit("s-inf2"))
    ask(field.state, Question("shell", SOVIET, targets, field.hex("09.10"), (2,)))
    for lost in (1, 2):
        assert field.answers() == {"lose s-inf1", "lose s-inf2"}
        field.give("lose s-inf1")
        assert (field.steps("s-inf1"), field.steps("s-inf2")) == (lost, 0)
    assert not field.asked()


@rule("ocs", "9.6.5", "9.11c.3")
@pytest.mark.parametrize("loser", ["s-inf1", "s-inf2"])
def test_losses_of_a_retreat_are_free_to_choose(loser: str) -> None:
    """Neither the leader must take it nor the unit that has lost less in the combat."""
    field = Battlefield("combat", g_inf1="08.09", g_inf2="11.11", s_inf1="09.10 d", s_inf2="09.10 d")
    field.fight("attack 09.10 g-inf1", "Ao1/DL1o1", "defend s-inf1")
    field.give("lose g-inf1")
    field.give("retreat s-inf1,s-inf2 09.10-10.10")
    assert (field.asks(), field.steps("s-inf1")) == (("shed", SOVIET), 1)
    assert field.answers() == {"lose s-inf1", "lose s-inf2"}
    field.give(f"lose {loser}")
    assert (field.steps("s-inf1"), field.steps("s-inf2")) == ((2, 0) if loser == "s-inf1" else (1, 1))


# -- exploitation ----------------------------------------------------------------------------------


def exploiting(phase: str = "combat", code: str = "Ae4/DL1o2", **at: Any) -> set[str]:
    """The units that gain Exploit markers in an attack of all of them on a regiment in 09.10."""
    field = Battlefield(phase, s_rgt1="09.10", **at)
    before = field.state.exploit
    field.state.released = field.bit(*(id_.replace("_", "-") for id_ in at))
    ids = ",".join(id_.replace("_", "-") for id_ in at)
    field.fight(f"attack 09.10 {ids}", code)
    return field.ids(field.state.exploit & ~before)


@rule("ocs", "9.13.1", "5.9b")
def test_attackers_with_the_rating_exploit() -> None:
    units: dict[str, Any] = {"g_pz1": "08.09", "g_tb": "08.09", "g_rgt1": "08.09"}  # 5, 3 and 2
    assert exploiting(code="Ae4/DL1o2", **units) == {"g-pz1"}
    assert exploiting(code="Ae3/DL2o2DG", **units) == {"g-pz1", "g-tb"}
    assert exploiting(code="Ae2/DL2o3DG", **units) == {"g-pz1", "g-tb", "g-rgt1"}


@rule("ocs", "9.13.2")
def test_only_attacking_units_exploit() -> None:
    field = Battlefield("combat", g_pz1="08.09", g_pz2="08.09", s_rgt1="09.10")
    field.fight("attack 09.10 g-pz1", "Ae4/DL1o2")
    assert field.having("exploit") == {"g-pz1"}


@rule("ocs", "9.13a", "11.0a.1")
def test_exploiters_move_and_fight_in_the_exploitation_phase() -> None:
    field = Battlefield("combat", g_pz1="08.09", g_pz2="08.09", s_rgt1="09.10", s_rgt2="08.08")
    field.fight("attack 09.10 g-pz1", "Ae4/DL1o2")
    field.give("stay")
    field.go_to("exploitation")
    field.state.primed = field.bit("g-pz1", "g-pz2")
    assert field.check("move g-pz1 08.09-07.09") is None
    assert field.refused("move g-pz2 08.09-07.09") == "11.0a.1"
    field.go_to("exploitation-combat")
    field.state.fought = field.state.attacked = 0
    assert field.check("attack 08.08 g-pz1") is None
    assert field.refused("attack 08.08 g-pz2") == "11.0a.1"


@rule("ocs", "9.13b-A", "5.10b-C")
def test_disorganized_attackers_do_not_exploit() -> None:
    assert exploiting(g_pz1="08.09 d", g_pz2="08.09") == {"g-pz2"}


@rule("ocs", "9.13b-B")
def test_no_exploitation_result_in_the_exploitation_phase() -> None:
    assert exploiting("exploitation-combat", g_pz1="08.09") == set()


@rule("ocs", "9.13b-C")
@pytest.mark.parametrize(
    ("hexes", "exploit"),
    [
        (("08.09", "08.09", "08.09"), True),
        (("08.09", "08.10", "08.10"), True),
        (("08.09", "10.09", "10.09"), False),
        (("08.09", "08.10", "09.11"), False),
    ],
)
def test_the_attack_comes_from_one_hex_or_two_that_are_adjacent(
    hexes: tuple[str, str, str], exploit: bool
) -> None:
    units: dict[str, Any] = dict(zip(("g_pz1", "g_pz2", "g_mech1"), hexes, strict=True))
    assert bool(exploiting(**units)) == exploit


@rule("ocs", "5.7d.1", "5.7d.2")
def test_defenders_leave_reserve_by_any_result() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10 r")
    field.fight("attack 09.10 g-inf1", "AL1o1/Do1")
    field.give("retreat g-inf1 08.09-07.09")
    field.give("stay")
    assert not field.state.reserve  # though he ignored it
    spared = Battlefield("combat", g_rgt1="08.09", s_inf1="09.10 r")
    spared.fight("attack 09.10 g-rgt1", "AL2")
    assert spared.having("reserve") == {"s-inf1"}
