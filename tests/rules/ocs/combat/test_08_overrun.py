"""Chapter 8: overruns."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.testing import rule
from grognard.games.ocs.combat import overrun
from grognard.games.ocs.model.combat_events import SurpriseRolled
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET, event_of


def tanks(**others: Any) -> Battlefield:
    """A tank brigade two hexes from a regiment, with fuel."""
    return Battlefield("movement", g_tb="07.09", s_rgt1="09.10", **others).fuelled()


@rule("ocs", "8.0.1", "8.0.3", "8.1a.1")
def test_overrun_is_an_attack_on_an_adjacent_hex_during_movement() -> None:
    field = tanks()
    assert field.refused("overrun 09.10 g-tb") == "8.0.3"
    field.give("move g-tb 07.09-08.09")
    assert field.left("g-tb") == 8
    field.fight("overrun 09.10 g-tb", "Ao1/Do1")
    assert field.at("g-tb") == "08.09"  # the defender is still there
    assert field.left("g-tb") == 5
    assert field.state.fight is not None and field.state.fight.overrun


@rule("ocs", "8.0.4", "9.8.4")
def test_surprise_is_easier_in_an_overrun() -> None:
    overrun, attack = tanks(), Battlefield("combat", g_tb="08.09", s_tb="09.10")
    overrun.give("move g-tb 07.09-08.09")
    overrun.put("s-tb", "09.10")
    overrun.give("overrun 09.10 g-tb")
    events = overrun.give("defend s-tb", 4, 5, 1, 3, 4)  # 9 and no difference in ratings
    surprise = event_of(events, SurpriseRolled)
    assert (surprise.surprise, surprise.columns) == ("attacker", 1)
    attack.give("attack 09.10 g-tb")
    events = attack.give("defend s-tb", 4, 5, 3, 4)
    assert not event_of(events, SurpriseRolled).surprise


@rule("ocs", "8.0.5", "8.1.3", "8.1.4", "8.1d", "8.1f.2")
def test_stack_that_does_not_retreat_can_overrun_again() -> None:
    field = Battlefield("movement", g_tb="08.09", s_inf4="09.10").fuelled()
    field.supply("08.08", 8)
    field.fight("overrun 09.10 g-tb", "Ae4/DL1o2")
    field.give("lose s-inf4")
    field.give("lose s-inf4")  # three of four steps: the division holds
    assert not field.asked()
    assert (field.at("g-tb"), field.left("g-tb")) == ("08.09", 6)
    twin = field.copy()
    twin.give("move g-tb 08.09-08.08")
    assert twin.at("g-tb") == "08.08"
    field.fight("overrun 09.10 g-tb", "Ae4/DL1o2")  # the same hex, a combat of its own
    assert (field.at("g-tb"), field.left("g-tb")) == ("09.10", 3)
    field.put("s-rgt1", "10.10")
    assert field.check("overrun 10.10 g-tb") is None


@rule("ocs", "8.0.6", "8.1a.2", "9.12g-D.1")
def test_attackers_must_enter_the_vacated_hex_at_no_cost() -> None:
    field = tanks()
    field.give("move g-tb 07.09-08.09")
    field.fight("overrun 09.10 g-tb", "Ae4/DL1o2")
    assert not field.asked()
    assert field.at("g-tb") == "09.10"
    assert field.left("g-tb") == 5
    assert field.check("move g-tb 09.10-10.10") is None  # and it may go on
    field.put("s-rgt2", "10.10")
    assert field.check("overrun 10.10 g-tb") is None
    field.fight("overrun 10.10 g-tb", "Ae4/DL1o2")
    assert field.at("g-tb") == "10.10"
    assert field.left("g-tb") == 2
    field.put("s-rgt2", "11.11")
    assert field.refused("overrun 11.11 g-tb") == "8.1a.3"


@rule("ocs", "8.1.3", "8.1d")
def test_several_stacks_overrun_one_hex() -> None:
    field = tanks(g_stug="08.10")
    field.give("move g-tb 07.09-08.09")
    field.fight("overrun 09.10 g-tb", "Ao1/Do1")
    field.give("lose g-tb")
    field.give("retreat s-rgt1 09.10-10.10")
    field.put("s-rgt1", "09.10")
    assert field.check("overrun 09.10 g-stug") is None


@rule("ocs", "8.1.1")
def test_only_units_that_began_the_phase_together_overrun_together() -> None:
    field = tanks(g_stug="08.09")
    field.give("move g-tb 07.09-08.09")
    assert field.refused("overrun 09.10 g-tb,g-stug") == "8.1.1"
    assert field.offered("g-tb", "overrun") == {"overrun 09.10 g-tb"}
    pair = tanks(g_stug="07.09")
    pair.give("move g-tb,g-stug 07.09-08.09")
    assert pair.offered("g-tb", "overrun") == {"overrun 09.10 g-tb", "overrun 09.10 g-tb,g-stug"}


@rule("ocs", "8.1.1", "4.4a")
def test_only_attack_capable_units_overrun() -> None:
    field = Battlefield("movement", g_sec="08.09", g_hq="08.09", g_art1="08.09", s_rgt1="09.10").fuelled()
    assert field.refused("overrun 09.10 g-sec") == "4.4a"
    assert field.refused("overrun 09.10 g-hq") == "4.4a"
    assert field.refused("overrun 09.10 g-art1") == "9.0.4"


@pytest.mark.parametrize(
    ("mark", "rule_"), [("", ""), ("m", ""), ("d", "8.1.2"), ("r", "9.1e.1"), ("ms", "9.1e.1")]
)
@rule("ocs", "8.1.2", "5.10b-C")
def test_units_overrun_from_combat_and_move_mode(mark: str, rule_: str) -> None:
    field = Battlefield("movement", g_tb=f"08.09 {mark}", s_rgt1="09.10").fuelled()
    refusal = field.check("overrun 09.10 g-tb")
    assert (refusal.rule if refusal else "") == rule_
    assert bool(overrun.able(field.state, GERMAN)) == (not rule_)


@rule("ocs", "8.1.2")
def test_units_overrun_from_exploitation_mode() -> None:
    field = Battlefield("exploitation", g_tb="08.09 e", g_rgt1="08.09", s_rgt1="09.10").fuelled()
    assert field.check("overrun 09.10 g-tb") is None
    assert field.check("overrun 09.10 g-rgt1") is not None


@rule("ocs", "8.1a.3")
def test_overrun_costs_three_mp() -> None:
    field = Battlefield("movement", g_sec="07.09", g_rgt1="07.09", s_rgt1="09.10")
    field.give("move g-rgt1 07.09-08.09")  # one of four
    assert field.check("overrun 09.10 g-rgt1") is None
    field.give("move g-rgt1 08.09-08.10")
    assert field.refused("overrun 09.10 g-rgt1") == "8.1a.3"
    assert field.offered("g-rgt1", "overrun") == set()
    assert not overrun.able(field.state, GERMAN)


@rule("ocs", "8.1b.1")
def test_overrun_hex_costs_at_most_three_mp() -> None:
    field = Battlefield("movement", g_tb="06.07", g_mech1="06.07 m", s_rgt1="06.06").fuelled()
    assert field.check("overrun 06.06 g-tb") is None  # woods cost tracks 3
    assert field.refused("overrun 06.06 g-mech1") == "8.1b.1"  # and trucks 4
    river = Battlefield("movement", g_tb="09.04", g_rgt1="09.04", s_rgt1="08.03").fuelled()
    assert river.refused("overrun 08.03 g-tb") == "8.1b.1"  # 1 and 4 for the river
    assert river.check("overrun 08.03 g-rgt1") is None  # 1 and 2
    river.put("g-eng", "09.04")  # a bridge helps movement, not an overrun
    assert river.refused("overrun 08.03 g-tb") == "8.1b.1"


@rule("ocs", "8.1b.2")
def test_no_overrun_where_entering_costs_the_whole_allowance() -> None:
    field = Battlefield("movement", g_rgt1="15.10", s_rgt1="16.10")
    assert field.check("move g-rgt1 15.10-15.09") is None
    assert field.refused("overrun 16.10 g-rgt1") == "8.1b.1"


@rule("ocs", "8.1c")
def test_roads_do_not_help_overruns() -> None:
    field = Battlefield("movement", g_tb="10.04", s_rgt1="10.03").fuelled()  # a road over a minor river
    assert field.cost("g-tb", "10.05") == 0.5
    assert field.refused("overrun 10.03 g-tb") == "8.1b.1"


@rule("ocs", "8.1e", "9.13b-B")
def test_an_overrun_gives_no_exploitation() -> None:
    field = tanks()
    field.give("move g-tb 07.09-08.09")
    field.fight("overrun 09.10 g-tb", "Ae3/DL2o2DG")
    assert field.at("g-tb") == "09.10"
    assert not field.state.exploit


@rule("ocs", "8.1f.1")
def test_a_retreat_ends_the_movement_of_the_phase() -> None:
    field = tanks()
    field.give("move g-tb 07.09-08.09")
    field.fight("overrun 09.10 g-tb", "Ao1/Do1")
    field.give("retreat g-tb 08.09-07.09")
    field.give("stay")  # the defender may ignore his option
    assert not field.asked()
    assert field.refused("move g-tb 07.09-06.08") == "6.1f.2"
    assert field.refused("overrun 09.10 g-tb") == "8.0.3"


@rule("ocs", "8.1g")
def test_units_not_in_the_overrun_stay_behind() -> None:
    field = tanks(g_stug="07.09")
    field.give("move g-tb,g-stug 07.09-08.09")
    field.fight("overrun 09.10 g-tb", "Ae4/DL1o2")
    assert field.at("g-tb") == "09.10"
    assert field.at("g-stug") == "08.09"
    assert field.refused("move g-stug 08.09-08.08") == "6.1f.2"


@rule("ocs", "8.1h.1")
def test_friends_in_the_hex_count_for_stacking() -> None:
    field = tanks(g_inf1="08.09", g_inf2="08.09", g_inf3="08.09")
    field.give("move g-tb 07.09-08.09")
    assert field.check("overrun 09.10 g-tb") is None  # 10 RE
    field.put("g-zero", "08.09")
    assert field.refused("overrun 09.10 g-tb") == "8.1h.1"


@rule("ocs", "8.1h.2")
def test_other_units_in_the_hex_are_not_affected() -> None:
    field = tanks(g_inf1="08.09")
    field.give("move g-tb 07.09-08.09")
    field.fight("overrun 09.10 g-tb", "AL2")
    assert not field.at("g-tb")
    assert field.at("g-inf1") == "08.09" and not field.steps("g-inf1")
    field = tanks(g_inf1="08.09")
    field.give("move g-tb 07.09-08.09")
    field.fight("overrun 09.10 g-tb", "Ao1/Do1")
    assert field.answers("lose") == {"lose g-tb"}
    field.give("retreat g-tb 08.09-07.09")
    assert field.at("g-inf1") == "08.09"
    assert "g-inf1" not in field.having("dg")


@rule("ocs", "9.1c.4")
def test_only_the_moving_stack_overruns() -> None:
    field = tanks(g_stug="08.10")
    field.give("move g-tb 07.09-08.09")
    assert field.refused("overrun 09.10 g-tb,g-stug") == "8.1.1"
    split = tanks(g_stug="07.09")
    split.give("move g-tb 07.09-08.09")
    split.give("move g-stug 07.09-08.10")
    assert split.check("overrun 09.10 g-tb,g-stug") is not None  # two hexes


@rule("ocs", "8.0.1", "12.5b.2")
def test_an_overrun_needs_fuel_even_from_the_first_hex() -> None:
    field = Battlefield("movement", g_tb="08.09", s_rgt1="09.10")
    assert field.refused("overrun 09.10 g-tb").startswith("12.5")
    field.supply("08.08", 2)
    assert field.check("overrun 09.10 g-tb") is None
    field.give("overrun 09.10 g-tb")
    assert field.state.ledger[0] == 0  # one token of fuel, one of combat supply
    field.stocks("g-tb")
    short = Battlefield("movement", g_tb="08.09", s_rgt1="09.10")
    short.stocks("g-tb")
    short.supply("08.08", 1)
    assert short.refused("overrun 09.10 g-tb") == "12.10c.2"  # what is burnt cannot be fired


@rule("ocs", "8.0.2", "9.14b.1")
def test_hexes_without_combat_units_are_entered_not_overrun() -> None:
    field = tanks()
    field.supply("08.08", 4, SOVIET)
    assert field.refused("overrun 08.08 g-tb") == "9.0.3"
    field.give("move g-tb 07.09-08.08", 1)
    assert field.at("g-tb") == "08.08"


@rule("ocs", "8.1a.1", "12.4.1", "12.5b.2")
def test_every_overrunning_unit_pays() -> None:
    """MP, combat supply and fuel, not only the unit that leads."""
    field = Battlefield("movement", g_tb="08.09", g_stug="08.09", s_rgt1="09.10")
    field.supply("08.09", 8)
    before = {id_: field.left(id_) for id_ in ("g-tb", "g-stug")}
    field.give("overrun 09.10 g-tb,g-stug")
    assert {id_: before[id_] - field.left(id_) for id_ in before} == {"g-tb": 3, "g-stug": 3}
    assert field.state.ledger[GERMAN] == 8 - 2 - 2  # a token of fuel and a token of combat supply each
    assert field.ids(field.state.moving) == {"g-tb", "g-stug"}
