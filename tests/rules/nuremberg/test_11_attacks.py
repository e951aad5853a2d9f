"""Chapters 11.0-11.3, 11.5 and 11.12: who may attack or probe what, and how often."""

from __future__ import annotations

from grognard.core.testing import rule
from grognard.games.afcent.combat import attack
from grognard.games.afcent.model.scenario import PACT
from tests.rules.nuremberg.battlefield import Battlefield, Places, result
from tests.support import kinds

OPEN: Places = {"m1": "0605", "w2": "0505"}


# -- who attacks whom ------------------------------------------------------------------------------


@rule("nuremberg", "11.0-adjacent")
def test_attacks_are_made_on_adjacent_enemies() -> None:
    field = Battlefield(m1="0605", m2="0705", w2="0505", w3="0305")
    assert attack.able(field.state, PACT) == field.bit("m1")
    assert attack.targets(field.state, PACT) == 1 << field.hex("0505")
    field.refused("attack 0505 m2", "11.0-adjacent")
    field.refused("attack 0305 m1", "11.0-adjacent")
    field.refused("attack 0604 m1", "11.0-adjacent")  # nobody there
    field.refused("attack 0505 w2", "11.0-adjacent")  # not ours
    field.refused("attack 0505 m3", "11.0-adjacent")  # not on the map


@rule("nuremberg", "11.0-voluntary")
def test_attacks_are_voluntary() -> None:
    field = Battlefield(**OPEN)
    assert field.asked == ("pact", "combat")
    assert not field.state.questions  # no question but the phase itself, which may be ended


@rule("nuremberg", "11.0-static-attack", "2.2-defence-only")
def test_static_units_do_not_attack_but_others_in_their_hex_do() -> None:
    field = Battlefield("nato", g1="0505", w2="0505", m1="0605")
    assert field.fights() >= {"attack 0605 w2"}
    field.refused("attack 0605 g1", "11.0-static-attack")
    field.refused("attack 0605 g1,w2", "11.0-static-attack")
    field.play("attack 0605 w2", 1)


@rule("nuremberg", "11.0-static-attack")
def test_static_units_do_not_probe() -> None:
    field = Battlefield("nato", g1="0505", w2="0505", m1="0605")
    assert "probe 0604 w2" in field.fights()
    field.refused("probe 0604 g1", "11.0-static-attack")


@rule("nuremberg", "12.4.1.k")
def test_a_unit_just_dropped_does_not_attack() -> None:
    field = Battlefield(para="0605", w2="0505")
    field.state.landed = field.bit("para")
    assert field.fights() == set()
    field.refused("attack 0505 para", "12.4.1.k")


@rule("nuremberg", "11.1", "11.2-norefuse")
def test_all_units_of_a_hex_defend_as_one() -> None:
    field = Battlefield(big="0605", w2="0505", w3="0505", g1="0505")
    assert result(field.play("attack 0505 big", 6)) == "EX"  # 26:11 = 2:1
    assert field.state.attacked == field.bit("w2", "w3", "g1")
    assert field.answers() == {"lose w2", "lose w3", "lose g1"}


@rule("nuremberg", "11.2-many")
def test_units_of_any_adjacent_hexes_may_join_but_need_not() -> None:
    field = Battlefield(m1="0605", m2="0606", e2="0506", c2="0504", w2="0505")
    attacks = {order for order in field.fights("m1") if order.startswith("attack")}
    assert attacks == {"attack 0505 m1", "attack 0505 m1,m2,e2,c2"}
    field.play("attack 0505 m1,c2", 1)  # divisions and nations may mix [R-NUR-23]


@rule("nuremberg", "11.2-one")
def test_one_attack_has_one_target() -> None:
    field = Battlefield(m1="0605", w2="0505", w3="0604")
    field.refused("attack 0505 m1 0604", "notation")
    field.play("attack 0505 m1", 1)
    field.refused("attack 0604 m1", "11.3-attack")


@rule("nuremberg", "11.2-partial")
def test_units_of_a_stack_may_attack_different_hexes() -> None:
    field = Battlefield(m1="0605", m2="0605", w2="0505", w3="0604")
    assert {"attack 0505 m1", "attack 0505 m2", "attack 0505 m1,m2"} <= field.fights()
    field.play("attack 0505 m1", 1)  # 1:1: engaged
    field.play("attack 0604 m2", 1)


@rule("nuremberg", "10.6.1-pact")
def test_pact_heliborne_units_attack_only_with_their_own_kind() -> None:
    field = Battlefield(h1="0605", h2="0606", m1="0506", eh="0405", w2="0505")
    assert {o for o in field.fights("h1") if o.startswith("attack")} == {
        "attack 0505 h1",
        "attack 0505 h1,h2",
    }
    assert {o for o in field.fights("m1") if o.startswith("attack")} == {"attack 0505 m1"}
    field.refused("attack 0505 m1,h1", "10.6.1-pact")
    field.refused("attack 0505 h1,eh", "10.6.1-pact")
    field.play("attack 0505 h1,h2", 1)


@rule("nuremberg", "10.6.1-pact")
def test_nato_heliborne_units_attack_with_others() -> None:
    field = Battlefield("nato", fh="0605", fm="0606", m1="0505")
    field.play("attack 0505 fh,fm", 2)


# -- once ------------------------------------------------------------------------------------------


@rule("nuremberg", "11.3-attack", "11.3-whole")
def test_a_unit_attacks_once_a_phase() -> None:
    field = Battlefield(m1="0605", m2="0704", w2="0505", w3="0604")
    field.play("attack 0505 m1", 1)  # engaged
    assert attack.able(field.state, PACT) == field.bit("m2")
    field.refused("attack 0604 m1", "11.3-attack")
    field.refused("attack 0604 m1,m2", "11.3-attack")  # and its factor cannot be used again
    field.refused("probe 0606 m1", "11.3-attack")


@rule("nuremberg", "11.3-defend")
def test_a_unit_is_attacked_once_a_phase() -> None:
    field = Battlefield(m1="0605", m2="0606", w2="0505")
    field.play("attack 0505 m1", 1)  # engaged
    assert field.fights() == {"probe 0506 m2"}
    field.refused("attack 0505 m2", "11.3-defend")


@rule("nuremberg", "11.3-defend")
def test_retreated_unit_does_not_defend_with_others_in_its_new_hex() -> None:
    field = Battlefield(m1="0605", w2="0505", w3="0405")
    field.play("attack 0505 m1", 3)  # 7:4 = 1:1: DR
    field.play("retreat 0405")
    field.play("pass")
    field.put("e2", "0305")
    account = field.odds("attack 0405 e2")
    assert account.total == "1:1, +0"  # 6 against the 4 of w3 alone [R-NUR-48]
    assert any(line.rule == "R-NUR-48" for line in account.lines)
    field.play("attack 0405 e2", 6)  # EX
    assert (field.where("w3"), field.where("w2")) == ("lost", "0405")


@rule("nuremberg", "11.3-defend", "11.9-DR-together")
def test_unit_attacked_before_retreats_with_its_new_stack() -> None:
    field = Battlefield(m1="0605", w2="0505", w3="0405")
    field.play("attack 0505 m1", 3)  # DR
    field.play("retreat 0405")
    field.play("pass")
    field.put("e2", "0305")
    assert result(field.play("attack 0405 e2", 3)) == "DR"
    field.play("retreat 0404")
    assert (field.where("w2"), field.where("w3")) == ("0404", "0404")  # [R-NUR-48]


@rule("nuremberg", "11.5")
def test_any_number_of_attacks_in_any_order_each_finished_before_the_next() -> None:
    field = Battlefield(m1="0605", m3="0205", w2="0505", w3="0505", u3="0105")
    field.play("attack 0505 m1", 5)  # 7:8 = 1:2: DR
    assert field.asked == ("nato", "retreat")  # nothing else before this is answered
    field.play("retreat 0405")
    assert field.where("m1") == "0505"
    field.play("pass")
    field.play("attack 0105 m3", 1)


# -- probing ---------------------------------------------------------------------------------------


@rule("nuremberg", "11.12-where", "8.3")
def test_probe_needs_adjacent_enemy_and_adjacent_empty_zoc_hex() -> None:
    field = Battlefield(m1="0605", w2="0505")
    assert {o for o in field.fights() if o.startswith("probe")} == {"probe 0604 m1", "probe 0606 m1"}
    field.refused("probe 0505 m1", "8.3")  # held by the enemy
    field.refused("probe 0705 m1", "11.12-where")  # no enemy zone
    field.refused("probe 0506 m1", "11.0-adjacent")
    own = Battlefield(m1="0605", m3="0604", w2="0505")
    own.refused("probe 0604 m1", "8.3")  # held by a friend


@rule("nuremberg", "11.12-where")
def test_a_unit_that_is_not_adjacent_to_an_enemy_does_not_probe() -> None:
    field = Battlefield(m1="0705", w2="0505")
    assert field.fights() == set()
    field.refused("probe 0605 m1", "11.0-adjacent")


@rule("nuremberg", "11.12-where")
def test_static_units_make_no_zoc_to_probe() -> None:
    field = Battlefield(m1="0605", g1="0505")
    assert field.fights() == {"attack 0505 m1"}


@rule("nuremberg", "11.12-inzone")
def test_a_prober_may_be_in_an_enemy_zoc() -> None:
    field = Battlefield(m1="0605", w2="0505", w3="0705")
    field.play("probe 0604 m1")
    assert field.where("m1") == "0604"


@rule("nuremberg", "11.12-noloss", "11.12-move")
def test_a_probe_is_an_advance_without_odds_die_or_loss() -> None:
    field = Battlefield(m1="0605", m2="0605", w2="0505")
    assert field.odds("probe 0604 m1").total == "advance"
    events = field.play("probe 0604 m1,m2")
    assert kinds(events)[0] == "probed"
    assert (field.where("m1"), field.where("m2"), field.where("w2")) == ("0604", "0604", "0505")
    assert field.state.red >> field.hex("0604") & 1


@rule("nuremberg", "11.12-move", "13.2-lake")
def test_probers_must_be_able_to_stack() -> None:
    field = Battlefield(m1="0605", e2="0504", w2="0505")
    field.refused("probe 0604 m1,e2", "11.10-limits")
    lake = Battlefield(m1="0911", w2="0912")
    lake.refused("probe 1012 m1", "13.2-lake")
    assert lake.fights() == {"attack 0912 m1", "probe 0811 m1"}


@rule("nuremberg", "11.12-momentum")
def test_a_probe_may_lead_to_a_momentum_attack() -> None:
    field = Battlefield(m1="0605", w2="0505")
    field.play("probe 0604 m1")
    assert field.asked == ("pact", "momentum")
    assert field.fights() == {"attack 0505 m1"}  # no second probe
    assert result(field.play("attack 0505 m1", 1)) == "ENG"
    assert field.asked == ("pact", "combat")


@rule("nuremberg", "11.3-defend")
def test_units_hit_by_a_momentum_attack_are_not_attacked_again() -> None:
    field = Battlefield(m1="0605", m2="0606", w2="0505")
    field.play("probe 0604 m1")
    assert result(field.play("attack 0505 m1", 1)) == "ENG"
    field.refused("attack 0505 m2", "11.3-defend")


@rule("nuremberg", "11.12-momentum", "11.12-once")
def test_a_momentum_attack_may_be_a_probe() -> None:
    field = Battlefield(big="0605", w4="0505", w2="0405")
    field.play("attack 0505 big", 6)  # 13:1: DE, and the Pact advances
    assert field.asked == ("pact", "momentum")
    assert "probe 0504 big" in field.fights()
    field.play("probe 0504 big")
    assert field.where("big") == "0504"
    assert field.asked == ("pact", "combat")  # no third attack
    assert field.fights() == set()


@rule("nuremberg", "11.12-once")
def test_one_probe_per_unit_and_phase() -> None:
    field = Battlefield(m1="0605", w2="0505", w3="0504")
    field.play("probe 0604 m1")
    assert field.fights() == {"attack 0505 m1", "attack 0504 m1"}
    field.refused("probe 0605 m1", "11.12-once")
    field.play("pass")
    field.refused("probe 0605 m1", "11.3-attack")
