"""Chapters 4.5 and 11.4: support markers, who may commit which, and in secret."""

from __future__ import annotations

import pytest

from grognard.core.contract.events import seen_by
from grognard.core.testing import rule
from grognard.games import definition_of
from grognard.games.afcent.combat.strength import battle
from grognard.games.afcent.combat.support import most, pledging
from grognard.games.afcent.events import SupportDecided
from grognard.games.afcent.model.scenario import NATO
from grognard.games.afcent.model.state import COMING, HIDDEN, put
from tests.games.nuremberg.doubles import drill_ground
from tests.rules.nuremberg.battlefield import Battlefield, Places, fought, result
from tests.support import kinds

GUNS = tuple(f"su-a{n}" for n in range(1, 9))
OPEN: Places = {"m1": "0605", "w2": "0505"}


def opened(field: Battlefield, *support: str, attack: str = "attack 0505 m1") -> Battlefield:
    """The field with some support at hand and the battle open."""
    field.ready(*support)
    field.play(attack)
    return field


# -- what a marker does ----------------------------------------------------------------------------


@rule("nuremberg", "11.4-drm", "11.8-artillery", "11.8-heli")
def test_each_marker_is_worth_one_for_its_side() -> None:
    field = opened(Battlefield(**OPEN), "su-a1", "su-h1", "su-h2", "wg-a1")
    drm = field.drm("commit su-a1,su-h1,su-h2")
    assert drm == {"11.8-artillery": 1, "11.8-heli": 2}
    field.play("commit su-a1,su-h1,su-h2", by="pact")
    events = field.play("commit wg-a1", 3, by="nato")  # 7:4 = 1:1, +3 - 1
    battle = fought(events)
    assert (battle.odds, battle.drm, battle.dice, battle.result) == ("1:1", 2, (3,), "EX")


@rule("nuremberg", "11.4-drm", "11.8-artillery", "11.8-heli")
def test_support_of_the_defence_counts_against_the_attack() -> None:
    field = opened(Battlefield(**OPEN), "wg-a1", "wg-h1")
    assert field.drm("commit wg-a1,wg-h1") == {"11.8-artillery": -1, "11.8-heli": -1}
    assert result(field.play("commit wg-a1,wg-h1", 1)) == "ENG"  # 1:1, row -1


@rule("nuremberg", "11.4-before")
def test_support_is_asked_for_before_anything_is_rolled() -> None:
    field = Battlefield(**OPEN)
    field.ready("su-a1", "wg-a1")
    assert kinds(field.play("attack 0505 m1")) == ["attack"]
    assert field.asked == ("pact nato", "commit")
    assert {line.label: line.value for line in field.odds("commit").lines if line.rule == "11.4-before"} == {
        "Warsaw Pact support, if committed": "up to +1",
        "NATO support, if committed": "up to -1",
    }


@rule("nuremberg", "11.4-before")
def test_battle_without_available_support_is_rolled_at_once() -> None:
    assert kinds(Battlefield(**OPEN).play("attack 0505 m1", 1))[0] == "battle"


# -- in secret -------------------------------------------------------------------------------------


@rule("nuremberg", "11.4-secret")
@pytest.mark.parametrize("first", ["pact", "nato"])
def test_both_choose_in_secret_and_reveal_together(first: str) -> None:
    field = opened(Battlefield(**OPEN), "su-a1", "wg-a1")
    pledges = {"pact": "commit su-a1", "nato": "commit wg-a1"}
    second = "nato" if first == "pact" else "pact"
    events = field.play(pledges[first], by=first)
    assert seen_by(events, second) == [SupportDecided(side=first)]
    assert any(event.only == (first,) for event in events)
    assert field.asked == (second, "commit")
    assert (field.where("su-a1"), field.where("wg-a1")) == ("available", "available")
    revealed = [e for e in field.play(pledges[second], 1, by=second) if e.kind == "committed"]
    assert [event.units for event in revealed] == [("su-a1",), ("wg-a1",)]
    assert all(event.final and not event.only for event in revealed)


@rule("nuremberg", "11.4-secret")
def test_enemy_view_does_not_depend_on_the_pledge() -> None:
    heard = set()
    for pledge in ("commit", "commit su-a1", "commit su-a1,su-h1"):
        field = opened(Battlefield(**OPEN), "su-a1", "su-h1", "wg-a1")
        events = field.play(pledge, by="pact")
        told = tuple(str(event) for event in seen_by(events, "nato"))
        account = str(field.odds("commit wg-a1"))
        heard.add((told, account, tuple(sorted(field.pledges("nato")))))
    assert len(heard) == 1


@rule("nuremberg", "11.4-secret")
def test_a_decision_is_made_once_and_none_is_a_decision() -> None:
    field = opened(Battlefield(**OPEN), "su-a1", "wg-a1")
    field.play("commit", by="pact")
    field.refused("commit su-a1", "11.4-secret", by="pact")
    assert pledging(field.state) == (NATO,)
    assert result(field.play("commit", 1, by="nato")) == "ENG"
    assert field.state.pledged == [HIDDEN, HIDDEN]


@rule("nuremberg", "11.4-secret")
def test_reveal_of_nothing_is_final() -> None:
    """Beyond the table no die is rolled, but both sides now know that the other pledged nothing."""
    units: Places = {"h1": "0605", "w1": "0505", "w2": "0505"}
    field = opened(Battlefield(**units), "su-h1", "wg-a1", attack="attack 0505 h1")
    first = field.play("commit", by="pact")
    assert not any(event.final for event in first)
    events = field.play("commit", by="nato")
    assert fought(events).dice == () and any(event.final for event in events)


@rule("nuremberg", "11.4-secret")
def test_a_side_without_support_is_not_asked() -> None:
    field = opened(Battlefield(**OPEN), "wg-a1", "us-a1", "cz-a1")
    assert field.asked == ("nato", "commit")
    assert field.pledges("pact") == set()
    field.refused("commit", "11.4-secret", by="pact")


# -- nations ---------------------------------------------------------------------------------------


@rule("nuremberg", "11.4-nation")
def test_markers_serve_only_units_of_their_nation() -> None:
    field = opened(Battlefield(**OPEN), "su-a1", "eg-a1", "cz-h1", "wg-a1", "us-a1")
    assert field.pledges("pact") == {"commit", "commit su-a1"}
    assert field.pledges("nato") == {"commit", "commit wg-a1"}
    field.refused("commit eg-a1", "11.4-nation", by="pact")
    field.refused("commit cz-h1", "11.4-nation", by="pact")
    field.refused("commit us-a1", "11.4-nation", by="nato")
    field.refused("commit wg-a1", "11.4-drm", by="pact")


@rule("nuremberg", "11.4-nation", "11.4-table")
def test_several_nations_in_a_battle_share_the_limit() -> None:
    field = Battlefield(m1="0605", e2="0606", w2="0505")
    opened(field, "su-a1", "eg-a1", "eg-a2", attack="attack 0505 m1,e2")
    assert field.pledges("pact") == {"commit", "commit su-a1", "commit eg-a1"}
    field.refused("commit su-a1,eg-a1", "11.4-movefirst", by="pact")
    field.play("commit eg-a2", 1, by="pact")


@rule("nuremberg", "11.4-movefirst", "11.4-heli-any")
def test_every_marker_can_be_chosen_though_the_limit_is_one() -> None:
    field = opened(Battlefield(**OPEN), "su-a1", "su-a2", "su-h1")
    decision = definition_of("nuremberg").choices(field.state, "pact")
    assert decision is not None
    assert decision.actors() == ["su-a1", "su-a2", "su-h1", ""]
    for gun in ("su-a1", "su-a2"):
        assert {str(order) for order in decision.orders(gun)} == {f"commit {gun}", f"commit {gun},su-h1"}
        assert all(field.check(order, "pact") is None for order in decision.orders(gun))
    field.refused("commit su-a1,su-a2", "11.4-movefirst", by="pact")


@rule("nuremberg", "11.4-dn")
def test_danish_markers_serve_landjut_and_danes() -> None:
    for unit, served in (("l1", True), ("d1", True), ("w2", False)):
        places: Places = {unit: "0605", "m1": "0505"}
        field = Battlefield("nato", **places)
        field.ready("dn-a1")
        fight = battle(field.state, NATO, field.hex("0505"), field.bit(unit))
        assert bool(most(field.state, fight, NATO)) == served, unit
    field = Battlefield("nato", m1="0505", d1="0605")
    field.ready("wg-a1")  # not the other way round
    assert most(field.state, battle(field.state, NATO, field.hex("0505"), field.bit("d1")), NATO) == 0


@rule("nuremberg", "10.6.1-cs")
def test_heliborne_units_get_only_helicopters_of_their_nation() -> None:
    field = opened(Battlefield(h1="0605", w2="0505"), "su-a1", "su-h1", "cz-h1", attack="attack 0505 h1")
    assert field.pledges("pact") == {"commit", "commit su-h1"}
    field.refused("commit su-a1", "10.6.1-cs", by="pact")
    field.refused("commit cz-h1", "11.4-nation", by="pact")


@rule("nuremberg", "10.6.1-french")
def test_the_french_heliborne_unit_gets_only_helicopters_of_its_division() -> None:
    field = opened(
        Battlefield("nato", fh="0605", m1="0505"), "fr-h1", "fr-h2", "fr-a1", attack="attack 0505 fh"
    )
    assert field.pledges("nato") == {"commit", "commit fr-h1"}
    other = opened(Battlefield("nato", fm="0605", m1="0505"), "fr-h1", "fr-h2", attack="attack 0505 fm")
    assert other.pledges("nato") == {"commit", "commit fr-h1", "commit fr-h2", "commit fr-h1,fr-h2"}


# -- limits ----------------------------------------------------------------------------------------


@rule("nuremberg", "11.4-movefirst", "11.4-table")
def test_one_artillery_marker_for_a_side_that_moves_first() -> None:
    field = opened(Battlefield(**OPEN), *GUNS, "wg-a1", "wg-a2")
    field.refused("commit su-a1,su-a2", "11.4-movefirst", by="pact")
    field.refused("commit wg-a1,wg-a2", "11.4-movefirst", by="nato")
    assert field.pledges("pact") == {"commit", "commit su-a1"}
    field.play("commit su-a8", by="pact")  # any other of the same kind may be named


@rule("nuremberg", "11.4-fightfirst", "4.5", "11.4-table")
def test_three_in_prepared_attacks_of_a_side_that_fights_first() -> None:
    field = opened(Battlefield(fight_first=(True, False), **OPEN), *GUNS, "wg-a1", "wg-a2")
    assert field.pledges("pact") == {
        "commit", "commit su-a1", "commit su-a1,su-a2", "commit su-a1,su-a2,su-a3"
    }  # fmt: skip
    field.refused("commit su-a1,su-a2,su-a3,su-a4", "11.4-fightfirst", by="pact")
    field.refused("commit wg-a1,wg-a2", "11.4-movefirst", by="nato")


@rule("nuremberg", "4.5", "11.4-fightfirst")
def test_three_in_prepared_defences_by_the_defenders_own_declaration() -> None:
    field = opened(Battlefield(fight_first=(False, True), **OPEN), *GUNS, "wg-a1", "wg-a2", "wg-a3")
    field.refused("commit su-a1,su-a2", "11.4-movefirst", by="pact")
    field.play("commit wg-a1,wg-a2,wg-a3", by="nato")


@rule("nuremberg", "11.4.1", "11.4-table")
@pytest.mark.parametrize("prepared", [False, True])
def test_six_for_the_pact_into_a_city_in_either_order(prepared: bool) -> None:
    field = Battlefield(fight_first=(prepared, False), m1="0303", w2="0203")
    opened(field, *GUNS, attack="attack 0203 m1")
    field.refused(f"commit {','.join(GUNS[:7])}", "11.4.1", by="pact")
    events = field.play(f"commit {','.join(GUNS[:6])}", 1, by="pact")
    assert (fought(events).odds, fought(events).drm) == ("1:1", 3)  # six, less three for the city


@rule("nuremberg", "11.4.1")
def test_six_neither_for_nato_nor_in_defence_of_a_city() -> None:
    nato = opened(Battlefield("nato", u3="0303", m1="0203"), "us-a1", "us-a2", attack="attack 0203 u3")
    nato.refused("commit us-a1,us-a2", "11.4-movefirst", by="nato")
    pact = opened(Battlefield("nato", u3="0303", m1="0203"), *GUNS, attack="attack 0203 u3")
    pact.refused("commit su-a1,su-a2", "11.4-movefirst", by="pact")


@rule("nuremberg", "11.4-table")
def test_the_limits_on_the_chart() -> None:
    limits = drill_ground().charts["artillery_limit"]
    assert limits == {"movement_first": 1, "combat_first": 3, "pact_into_city": 6}


@rule("nuremberg", "11.4-heli-any")
def test_any_number_of_helicopters_beside_the_artillery() -> None:
    field = opened(Battlefield(**OPEN), "su-a1", "su-h1", "su-h2", "su-h3")
    events = field.play("commit su-a1,su-h1,su-h2,su-h3", 1)
    assert (fought(events).odds, fought(events).drm) == ("1:1", 4)


@rule("nuremberg", "11.4-heli-air")
def test_no_helicopters_where_enemy_airpower_reaches_the_battle() -> None:
    field = Battlefield(**OPEN)
    field.air("nato", "0404")  # neither hex of the battle
    opened(field, "su-a1", "su-h1")
    assert "commit su-h1" in field.pledges("pact")
    field = Battlefield(**OPEN)
    field.air("nato", "0405")  # next to the defenders [R-NUR-25]
    opened(field, "su-a1", "su-h1", "wg-h1")
    assert field.pledges("pact") == {"commit", "commit su-a1"}
    field.refused("commit su-h1", "11.4-heli-air", by="pact")
    assert "commit wg-h1" in field.pledges("nato")  # their own air does not hinder them


# -- once a turn -----------------------------------------------------------------------------------


@rule("nuremberg", "11.4-once")
def test_a_marker_is_used_once_a_turn() -> None:
    field = opened(Battlefield(m2="0305", w3="0205", **OPEN), "su-a1", "su-h1")
    field.play("commit su-a1,su-h1", 1)  # 1:1, +2: DR
    assert (field.where("su-a1"), field.where("su-h1")) == ("used", "used")
    field.state.questions.clear()
    field.ready("su-a2")
    field.play("attack 0205 m2")
    field.refused("commit su-a1", "11.4-once", by="pact")
    field.refused("commit su-h1", "11.4-once", by="pact")
    assert field.pledges("pact") == {"commit", "commit su-a2"}


@rule("nuremberg", "11.4-once")
def test_marker_cannot_be_used_before_it_arrives() -> None:
    field = opened(Battlefield(**OPEN), "su-a1")
    put(field.state, field.scenario.index["su-a2"], COMING)
    field.refused("commit su-a2", "12.1.1-turn", by="pact")


@rule("nuremberg", "11.4-noloss")
def test_markers_cannot_be_taken_as_losses() -> None:
    field = opened(Battlefield(m2="0606", **OPEN), "su-a1", attack="attack 0505 m1,m2")
    field.play("commit su-a1", 3)  # 14:4 = 3:1, +2: EX
    assert field.asked == ("pact", "lose")
    field.refused("lose su-a1", "11.4-noloss")
    assert field.answers() == {"lose m1", "lose m2"}
