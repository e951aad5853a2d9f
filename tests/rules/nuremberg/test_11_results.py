"""Chapters 11.9-11.11: losses, retreats, advances and momentum attacks."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.testing import rule
from grognard.games.kit.events import CityCaptured
from tests.rules.nuremberg.battlefield import Battlefield, Places, result
from tests.support import kinds

# -- losses ----------------------------------------------------------------------------------------


@rule("nuremberg", "11.9-AE")
def test_ae_eliminates_all_attackers() -> None:
    field = Battlefield(h1="0605", h2="0604", m1="0606", u1="0505", u2="0505", u5="0505")
    assert result(field.play("attack 0505 h1,h2")) == "AE"  # 4:19 is below the table
    assert (field.where("h1"), field.where("h2"), field.where("m1")) == ("lost", "lost", "0606")
    assert field.where("u1") == "0505"
    assert field.asked == ("pact", "combat")


@rule("nuremberg", "11.9-AL", "11.9-choice")
def test_al_eliminates_an_attacker_of_its_owners_choice() -> None:
    field = Battlefield(m1="0909", m2="0908", m3="0609", u1="0809", u2="0809")
    field.state.turn = 3
    field.jam("0909", 2)
    assert result(field.play("attack 0809 m1,m2", 2)) == "AL"  # 14:12, rough -2, EW -2, night -1, hexes +1
    assert field.asked == ("pact", "lose")
    assert field.answers() == {"lose m1", "lose m2"}
    field.refused("lose m3", "11.9-choice")
    field.refused("lose u1", "11.9-choice")
    field.play("lose m2")
    assert (field.where("m1"), field.where("m2")) == ("0909", "lost")
    assert field.asked == ("pact", "combat")


@rule("nuremberg", "11.9-DE")
def test_de_eliminates_all_defenders() -> None:
    field = Battlefield(big="0605", w4="0505", g1="0505")  # 26:5 = 5:1
    field.jam("0505", 3)
    assert result(field.play("attack 0505 big", 6)) == "DE"
    assert (field.where("w4"), field.where("g1")) == ("lost", "lost")


@rule("nuremberg", "11.9-DL", "11.9-choice")
def test_dl_eliminates_one_defender() -> None:
    field = Battlefield(t1="0605", t2="0605", w2="0505", w3="0505")
    assert result(field.play("attack 0505 t1,t2", 6)) == "DL"  # 2:1, armor +2
    assert field.asked == ("nato", "lose")
    field.play("lose w3")
    assert (field.where("w2"), field.where("w3")) == ("0505", "lost")
    assert field.asked == ("pact", "combat")  # nobody advances


@rule("nuremberg", "11.9-DL")
def test_dl_against_a_single_unit_empties_the_hex() -> None:
    field = Battlefield(big="0605", u5="0505")
    field.jam("0505", 2)
    field.play("attack 0505 big", 4)  # 3:1, +2: DL
    assert (field.where("u5"), field.where("big")) == ("lost", "0505")


@rule("nuremberg", "11.9-ENG")
def test_eng_changes_nothing() -> None:
    field = Battlefield(m1="0605", w2="0505")
    before = field.state.at[:]
    assert result(field.play("attack 0505 m1", 1)) == "ENG"
    assert field.state.at == before
    assert field.asked == ("pact", "combat")


@rule("nuremberg", "11.9-EX", "11.9-choice")
def test_ex_costs_each_side_a_unit_of_its_choice() -> None:
    field = Battlefield(m1="0605", m2="0605", w2="0505", w3="0505")
    assert result(field.play("attack 0505 m1,m2", 5)) == "EX"  # 14:8 = 1:1
    assert field.asked == ("pact", "lose")
    field.play("lose m2")
    assert field.asked == ("nato", "lose")
    field.play("lose w2")
    lost = [id_ for id_ in ("m1", "m2", "w2", "w3") if field.where(id_) == "lost"]
    assert lost == ["m2", "w2"]
    assert field.asked == ("pact", "combat")


@rule("nuremberg", "11.9-EX")
def test_ex_between_single_units_needs_no_choice() -> None:
    field = Battlefield(m1="0605", w2="0505")
    assert kinds(field.play("attack 0505 m1", 5)) == ["battle", "lost", "lost"]
    assert field.asked == ("pact", "combat")


# -- retreat ---------------------------------------------------------------------------------------


def beaten(**at: Any) -> Battlefield:
    """A stack in 0505 that m1 and m2 beat from 0605: 14 factors, the die such that it retreats."""
    field = Battlefield(m1="0605", m2="0605", **at)
    assert result(field.play("attack 0505 m1,m2", 3)) == "DR"
    return field


@rule("nuremberg", "11.9-DR-one", "11.9-DR-together")
def test_force_retreats_one_hex_together() -> None:
    field = beaten(w2="0505", w3="0505")
    assert field.asked == ("nato", "retreat")
    assert field.answers() == {"retreat 0504", "retreat 0405", "retreat 0506"}
    field.refused("retreat 0405 w2", "notation")
    field.refused("retreat 0305", "11.9-DR-legal")
    spent = field.state.spent[:]
    field.play("retreat 0405")
    assert (field.where("w2"), field.where("w3")) == ("0405", "0405")
    assert field.state.spent == spent


@rule("nuremberg", "11.9-DR-legal")
def test_no_retreat_onto_enemies_or_lakes() -> None:
    field = beaten(w2="0505", w3="0505", e2="0604")
    assert field.answers() == {"retreat 0405", "retreat 0506"}
    field.refused("retreat 0604", "11.9-DR-legal")
    lake = Battlefield(m1="0911", m2="0911", e2="0811", w2="0912", w3="0912")
    lake.play("attack 0912 m1,m2", 3)  # 0812 is in a zone, and 1012 is a lake
    assert lake.where("w2") == "0812"


@rule("nuremberg", "11.9-DR-none")
def test_without_a_hex_to_retreat_to_the_force_is_eliminated() -> None:
    around: Places = {"m3": "0606", "e2": "0506", "e3": "0405", "c2": "0504", "c3": "0604"}
    field = Battlefield(m1="0605", m2="0605", w2="0505", w3="0505", **around)
    events = field.play("attack 0505 m1,m2", 3)
    assert "trapped" in kinds(events)
    assert (field.where("w2"), field.where("w3")) == ("lost", "lost")
    assert field.asked == ("pact", "advance")


@rule("nuremberg", "11.9-DR-stack")
def test_no_retreat_into_an_overstack_or_another_division() -> None:
    field = beaten(w2="0505", w3="0505", u3="0405", w1="0506")
    assert field.answers() == {"retreat 0504", "retreat 0506"}  # three of a division fit, not a US unit
    field.refused("retreat 0405", "11.9-DR-stack")
    full = beaten(u3="0505", u4="0504", u1="0504", u2="0504")
    assert "retreat 0504" not in full.answers()
    full.refused("retreat 0504", "11.9-DR-stack")


@rule("nuremberg", "11.9-DR-ezoc", "8.2")
def test_retreat_must_avoid_enemy_zocs_if_possible() -> None:
    field = beaten(w2="0505", w3="0505", e2="0406")  # its zone reaches 0405 and 0506
    assert field.where("w2") == "0504"  # the only one that is free


@rule("nuremberg", "11.9-DR-ezoc")
def test_refusal_cites_enemy_zoc() -> None:
    field = beaten(w2="0505", w3="0505")
    assert field.answers() == {"retreat 0504", "retreat 0405", "retreat 0506"}
    field.refused("retreat 0606", "11.9-DR-ezoc")


@rule("nuremberg", "11.9-DR-ezoc", "8.2")
def test_retreat_into_enemy_zoc_without_loss_if_unavoidable() -> None:
    field = beaten(w2="0505", w3="0505", e2="0406", c2="0403")
    assert field.asked == ("nato", "retreat")
    assert field.answers() == {"retreat 0504", "retreat 0405", "retreat 0506", "retreat 0604", "retreat 0606"}
    field.play("retreat 0405")
    assert (field.where("w2"), field.where("w3")) == ("0405", "0405")


@rule("nuremberg", "11.0-static-retreat")
def test_static_units_are_eliminated_when_they_must_retreat() -> None:
    field = beaten(w2="0505", g1="0505")
    assert field.where("g1") == "lost"
    assert field.asked == ("nato", "retreat")
    field.play("retreat 0405")
    assert field.where("w2") == "0405"
    alone = Battlefield(r1="0605", g1="0505")
    assert result(alone.play("attack 0505 r1", 5)) == "DR"
    assert (alone.where("g1"), alone.where("r1")) == ("lost", "0505")


@rule("nuremberg", "11.9-DR-city")
def test_against_a_city_a_retreat_is_an_exchange() -> None:
    field = Battlefield(m1="0303", m2="0303", w2="0203", w3="0203")
    field.jam("0203", 3)  # makes up for the city
    assert result(field.play("attack 0203 m1,m2", 3)) == "EX"
    field.play("lose m1")
    field.play("lose w2")
    assert (field.where("w3"), field.where("m2")) == ("0203", "0303")


@rule("nuremberg", "11.9-DR-city", "11.10-pact")
def test_an_exchange_that_empties_a_city_makes_the_pact_advance() -> None:
    field = Battlefield(m1="0303", m2="0303", u5="0203")
    field.jam("0203", 3)
    assert result(field.play("attack 0203 m1,m2", 3)) == "EX"
    events = field.play("lose m1")
    assert field.where("m2") == "0203"
    assert CityCaptured(side="pact", hexes=("0203",), city="Feldau", rule="3.0-switch") in events


# -- advance ---------------------------------------------------------------------------------------


def won(side: str = "pact", **at: Any) -> Battlefield:
    """An attack on w4, or m4, in 0505 by all others next to it that eliminates it."""
    target = "w4" if side == "pact" else "m4"
    places: Places = {target: "0505", **at}
    field = Battlefield(side, **places)
    field.jam("0505", 9)
    attackers = ",".join(id_ for id_, hex_ in at.items() if hex_ in ("0605", "0606", "0604"))
    field.play(f"attack 0505 {attackers}", 6)
    assert field.where(target) == "lost"
    return field


@rule("nuremberg", "11.10-empty", "11.10-choice")
def test_attackers_may_advance_into_the_empty_hex_before_the_next_battle() -> None:
    field = won(m1="0605", m2="0605", m3="0606")
    assert field.asked == ("pact", "advance")
    assert field.answers() == {"advance m1", "advance m2", "advance m3"}
    field.play("advance m2")
    assert field.answers() == {"advance m1", "stay"}  # m3 is of another division
    field.play("stay")
    assert [field.where(id_) for id_ in ("m1", "m2", "m3")] == ["0605", "0505", "0606"]


@rule("nuremberg", "11.10-choice")
def test_several_may_advance_by_one_order() -> None:
    field = won(m1="0605", m2="0605")
    field.play("advance m1,m2")
    assert (field.where("m1"), field.where("m2")) == ("0505", "0505")
    assert field.state.red >> field.hex("0505") & 1
    assert not field.state.questions


@rule("nuremberg", "11.10-empty")
def test_no_advance_while_a_defender_remains() -> None:
    field = Battlefield(t1="0605", t2="0605", w2="0505", w3="0505")
    field.play("attack 0505 t1,t2", 6)  # DL
    field.play("lose w2")
    assert field.asked == ("pact", "combat")


@rule("nuremberg", "11.10-defender")
def test_defenders_never_advance() -> None:
    field = Battlefield(r1="0605", u1="0505", u3="0505")
    field.play("attack 0505 r1")  # AE: the attackers' hex is empty, but that moves nobody
    assert not field.state.questions
    assert field.where("u1") == "0505"


@rule("nuremberg", "11.10-limits", "8.2")
def test_an_advance_obeys_stacking_costs_nothing_and_ignores_zocs() -> None:
    field = won(m1="0605", m2="0605", m3="0606", w2="0405")  # 0505 is in the zone of w2
    field.refused("advance m1,m3", "11.10-limits")
    field.refused("advance w2", "11.10-empty")
    spent = field.state.spent[:]
    field.play("advance m1,m2")
    assert field.state.spent == spent


@rule("nuremberg", "11.10-limits")
def test_only_attackers_advance() -> None:
    field = Battlefield(m1="0605", m2="0605", w4="0505")
    field.jam("0505", 9)
    field.play("attack 0505 m1", 6)
    assert field.where("m1") == "0505"  # the only one, and the Pact must
    assert field.where("m2") == "0605"


@rule("nuremberg", "11.10-limits")
def test_nato_stacking_is_judged_at_once_in_an_advance() -> None:
    field = won("nato", u1="0605", u2="0605", u3="0605", u4="0606")
    field.refused("advance u1,u2,u3,u4", "11.10-limits")
    field.play("advance u1,u2,u3")
    assert not field.state.questions  # there is no room for a fourth [R-NUR-41]


@rule("nuremberg", "11.10-nato")
def test_nato_need_not_advance() -> None:
    field = won("nato", u1="0605", u3="0605")
    assert field.answers() == {"advance u1", "advance u3", "stay"}
    field.play("stay")
    assert (field.where("u1"), field.where("u3")) == ("0605", "0605")
    single = won("nato", u1="0605")
    assert single.answers() == {"advance u1", "stay"}


@rule("nuremberg", "11.10-pact")
def test_the_pact_must_advance_with_at_least_one() -> None:
    field = won(m1="0605", m2="0605")
    assert "stay" not in field.answers()
    field.refused("stay", "11.10-pact")
    single = won(m1="0605")
    assert single.where("m1") == "0505"


# -- momentum --------------------------------------------------------------------------------------


@rule("nuremberg", "11.11-who", "11.11-now")
def test_only_advanced_units_make_momentum_attacks() -> None:
    field = won(m1="0605", m2="0605", m3="0606", w2="0405")
    field.play("advance m1,m2")
    assert field.asked == ("pact", "momentum")
    assert {o for o in field.fights() if o.startswith("attack")} == {
        "attack 0405 m1",
        "attack 0405 m2",
        "attack 0405 m1,m2",
    }
    field.refused("attack 0405 m3", "11.11-who")
    field.play("pass")
    assert field.asked == ("pact", "combat")
    field.refused("attack 0405 m1", "11.3-attack")  # too late


@rule("nuremberg", "11.11-who")
def test_others_do_not_join_a_momentum_attack() -> None:
    field = won(m1="0605", m2="0606", w2="0405", e2="0304")
    field.play("advance m1")
    field.play("stay")
    assert field.fights("m1") >= {"attack 0405 m1"}
    field.refused("attack 0405 m1,e2", "11.11-who")


@rule("nuremberg", "11.11-now")
def test_there_is_no_momentum_where_no_enemy_is_near() -> None:
    field = won(m1="0605", m2="0605")
    field.play("advance m1,m2")
    assert field.asked == ("pact", "combat")


@rule("nuremberg", "11.11-target", "11.3-defend")
@pytest.mark.parametrize("target", ["0405", "0504"])
def test_momentum_attack_may_hit_any_adjacent_enemy(target: str) -> None:
    field = Battlefield(m1="0605", m2="0605", w2="0505", w3="0505", u3="0504")
    field.play("attack 0505 m1,m2", 3)  # DR
    field.play("retreat 0405")
    field.play("advance m1,m2")
    assert field.asked == ("pact", "momentum")
    assert result(field.play(f"attack {target} m1,m2", 2)) == "DR"  # 14:8 = 1:1, or 14:5 = 2:1


@rule("nuremberg", "11.11-target")
def test_units_attacked_before_defend_again_against_momentum() -> None:
    field = Battlefield(m1="0605", m2="0605", w2="0505", w3="0405")
    field.play("attack 0505 m1,m2", 1)  # 3:1: DR
    field.play("retreat 0405")
    field.play("advance m1,m2")
    assert field.odds("attack 0405 m1,m2").total == "1:1, +0"  # 14 against both, 8


@rule("nuremberg", "11.11-advance", "11.11-once")
def test_after_a_momentum_attack_units_advance_again_but_attack_no_third_time() -> None:
    field = won(m1="0605", m2="0605", u3="0405", w2="0305")
    field.play("advance m1,m2")
    field.jam("0405", 9)
    field.play("attack 0405 m1,m2", 6)  # DE
    assert field.asked == ("pact", "advance")
    field.play("advance m1,m2")
    assert field.where("m1") == "0405"
    assert field.asked == ("pact", "combat")
    assert field.state.surged == field.bit("m1", "m2")


@rule("nuremberg", "11.11-once")
def test_one_momentum_attack_a_unit_and_turn() -> None:
    field = won(m1="0605", m2="0605", w2="0405")
    field.state.surged = field.bit("m1")
    field.play("advance m1,m2")
    assert {o for o in field.fights() if o.startswith("attack")} == {"attack 0405 m2"}
    field.refused("attack 0405 m1", "11.11-once")


@rule("nuremberg", "11.11-who", "11.4-once")
def test_unused_support_may_join_a_momentum_attack() -> None:
    field = won(m1="0605", m2="0605", w2="0405")
    field.play("advance m1,m2")
    field.ready("su-a1")
    field.play("attack 0405 m1,m2")
    assert field.asked == ("pact", "commit")
    field.play("commit su-a1", 1)
    assert field.state.surged == field.bit("m1", "m2")
