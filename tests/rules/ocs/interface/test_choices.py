"""Choices that the rules give a player: all are offered, and the default comes first."""

from __future__ import annotations

from itertools import combinations

from grognard.core.contract.decisions import Question
from grognard.core.contract.state import ask
from grognard.core.testing import rule
from grognard.games.ocs import rules
from grognard.games.ocs.interface.choices import sentence, sentence_for
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import SOVIET
from tests.rules.ocs.order_helpers import Places

# -- the defender ---------------------------------------------------------------------------------------


@rule("ocs", "9.4b.1", "9.4c.1")
def test_defender_is_offered_each_terrain() -> None:
    field = Battlefield("combat", g_inf1="13.07", s_inf1="14.07")
    field.give("attack 14.07 g-inf1")
    offered = field.answers()
    assert "defend s-inf1" in offered
    assert {"defend s-inf1 in:open", "defend s-inf1 13.07:major-city"} <= offered
    for order in sorted(offered):
        assert field.check(order) is None, order


@rule("ocs", "12.4.2", "9.5-B.2")
def test_defender_chooses_whom_a_single_token_covers() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10", s_rgt1="09.10", s_rgt2="09.10")
    field.stocks("s-inf1", "s-rgt1", "s-rgt2")
    field.supply("09.10", 1, SOVIET)
    field.give("attack 09.10 g-inf1")
    offered = field.answers()
    default = field.calculated_answer("defend s-rgt1")
    values = field.strengths(default.defence)
    other = "s-rgt2" if values["s-rgt1"] > values["s-rgt2"] else "s-rgt1"
    assert f"defend s-inf1 for:{other}" in offered
    chosen = field.strengths(field.calculated_answer(f"defend s-inf1 for:{other}").defence)
    assert chosen[other] == 2 * values[other]
    assert sum(chosen.values()) <= sum(values.values())  # the default is the better choice
    assert field.refused("defend s-inf1 for:s-inf1") == "12.4.2"
    assert field.refused("defend s-inf1 for:s-rgt1 for:s-rgt2") == "12.4.2"
    assert field.refused("defend s-inf1 for:g-inf1") == "12.4.2"
    assert field.refused("defend s-inf1 for:s-rgt1 unsupplied") == "9.5-B.2"


@rule("ocs", "12.4.2")
def test_no_unit_is_named_for_a_token_where_the_hex_is_covered() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10", s_rgt1="09.10")
    field.supply("09.10", 2, SOVIET)
    field.give("attack 09.10 g-inf1")
    assert field.refused("defend s-inf1 for:s-rgt1") == "12.4.2"
    assert not any("for:" in order for order in field.answers())


@rule("ocs", "12.3a.1", "12.4.2")
def test_defender_is_offered_other_dumps_and_sees_which_pays() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    field.supply("09.10", 4, SOVIET)
    other, far = (field.scenario.counter_ids[field.supply(hex_, 4, SOVIET)] for hex_ in ("10.10", "20.01"))
    field.give("attack 08.09 g-inf1".replace("08.09", "09.10"))
    assert f"defend s-inf1 {other}" in field.answers()
    shown = str(rules.preview(field.state, field.order(f"defend s-inf1 {other}")))
    assert "2T from the dump in 10.10" in shown
    assert "2T from the dump in 09.10" in str(rules.preview(field.state, field.order("defend s-inf1")))
    assert field.refused(f"defend s-inf1 {far}") == "12.3.1"


# -- any group of attackers -----------------------------------------------------------------------------


@rule("ocs", "9.1b")
def test_every_group_of_offered_attackers_can_be_gathered() -> None:
    units: Places = {"g_inf1": "08.09", "g_rgt1": "08.09", "g_rgt2": "08.09", "g_tb": "08.10"}
    field = Battlefield("combat", **units, s_inf1="09.10")
    alone = {
        id_ for id_ in field.scenario.counter_ids if f"attack 09.10 {id_}" in field.offered(id_, "attack")
    }
    assert alone == {id_.replace("_", "-") for id_ in units}
    for count in range(1, 5):
        for group in combinations(sorted(alone), count):
            assert field.check(f"attack 09.10 {','.join(group)}") is None


@rule("ocs", "10.1b.2")
def test_every_group_of_offered_artillery_can_be_gathered() -> None:
    field = Battlefield("barrage", g_art1="08.09", g_art2="08.09", s_inf1="09.10")
    field.supply("08.09", 40)
    guns = [id_ for id_ in ("g-art1", "g-art2") if f"barrage 09.10 {id_}" in field.offered(id_, "barrage")]
    assert guns == ["g-art1", "g-art2"]
    for count in (1, 2):
        for group in combinations(guns, count):
            assert field.check(f"barrage 09.10 {','.join(group)}") is None


# -- prompts --------------------------------------------------------------------------------------------


def test_each_side_is_told_what_to_do_or_for_whom_it_waits() -> None:
    for player, side, other in ((0, "german", "soviet"), (1, "soviet", "german")):
        field = Battlefield("movement", player)
        own = "Move units and supply, change modes and overrun, then end the phase."
        assert sentence_for(field.state, side) == own
        title = field.scenario.titles[side]
        assert sentence_for(field.state, other) == f"Waiting for the {title} player."
        assert sentence_for(field.state, "") == f"Waiting for the {title} player."


@rule("ocs", "9.9.1", "9.12.1")
def test_prompts_of_options_and_retreats() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    field.fight("attack 09.10 g-inf1", "Ae4/DL1o2")
    assert str(sentence(field.state)) == "Option 2 in 09.10: lose a step, or retreat 2 hexes."
    ask(field.state, Question("retreat", SOVIET, (field.unit("s-inf1"),), field.hex("09.10"), (2, 0)))
    assert str(sentence(field.state)) == "Retreat 2 hexes: choose units and their destination."
