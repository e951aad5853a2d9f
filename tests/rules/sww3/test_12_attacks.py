"""Chapter 12: who may attack whom, how often, and probing attacks."""

from __future__ import annotations

from grognard.core.contract.decisions import NO_ACTOR
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.sww3.model.scenario import SOVIET
from tests.rules.sww3.field import BOTH, Field, Places
from tests.support import kinds

# 0505 is clear terrain; around it, clockwise from the north: 0504, 0604, 0605, 0506, 0405, 0404.


@rule("pincher", "12.1-adjacent")
@rule("sandown", "12.1-adjacent")
@BOTH
def test_only_adjacent_enemies_are_attacked(game: str) -> None:
    f = Field(game, t1="0504", t2="0503", u1="0505")
    assert {o for o in f.orders() if o.startswith("attack")} == {"attack 0505 t1"}
    f.refused("attack 0505 t2", "12.1-adjacent")
    f.refused("attack 0604 t1", "12.1-adjacent")
    f.refused("attack 0505 t3", "12.1-adjacent")


@rule("pincher", "12.1-adjacent")
@rule("sandown", "12.1-adjacent")
@BOTH
def test_attacks_are_made_in_combat_phases(game: str) -> None:
    f = Field(game, "soviet movement", t1="0504", u1="0505")
    f.refused("attack 0505 t1", "5.2")


@rule("pincher", "12.1-voluntary")
@rule("sandown", "12.1-voluntary")
@BOTH
def test_attacks_are_voluntary(game: str) -> None:
    assert "end" in Field(game, t1="0504", u1="0505").orders()


@rule("pincher", "12.1-roles")
@rule("sandown", "12.1-roles")
@BOTH
def test_the_side_whose_combat_phase_it_is_attacks(game: str) -> None:
    f = Field(game, "allied combat", t1="0504", u1="0505")
    f.refused("attack 0505 t1", "12.1-adjacent")
    f.put("u2", "0503")
    f.refused("attack 0504 t1,u1", "12.1-roles")
    assert f.play("attack 0504 u1", 6)[0].side == "allied"


@rule("pincher", "12.2", "12.6-norefuse")
@rule("sandown", "12.2", "12.6-norefuse")
@BOTH
def test_all_units_of_a_hex_defend_together(game: str) -> None:
    f = Field(game, t1="0504", t2="0504", u1="0505", u3="0505")
    assert f.strengths("attack 0505 t1,t2").defence == 7 + 3


@rule("pincher", "12.3-many")
@rule("sandown", "12.3-many")
@BOTH
def test_units_around_the_target_join_one_attack(game: str) -> None:
    ring: Places = {"t1": "0504", "t2": "0604", "t3": "0605", "m1": "0506", "m2": "0405", "m3": "0404"}
    f = Field(game, u1="0505", **ring)
    everybody = "attack 0505 t1,t2,t3,m1,m2,m3"
    assert everybody in f.orders()
    assert f.odds(everybody).lines[6].value == "39"


@rule("pincher", "12.3-one")
@rule("sandown", "12.3-one")
@BOTH
def test_one_attack_has_one_target(game: str) -> None:
    f = Field(game, t1="0504", u1="0505", u2="0604")
    f.play("attack 0505 t1", 6)
    assert f.steps("u1", "u2") == [2, 2]
    f = Field(game, t1="0504", t2="0504", u1="0505", u2="0604")
    f.play("attack 0604 t1,t2", 1)
    assert f.steps("u1", "u2") == [2, 1]


@rule("pincher", "12.4-whole", "12.4-attack")
@rule("sandown", "12.4-whole", "12.4-attack")
@BOTH
def test_a_unit_attacks_once_a_phase_with_all_it_has(game: str) -> None:
    f = Field(game, t1="0504", u1="0505", u2="0604")
    f.play("attack 0505 t1", 6)
    f.refused("attack 0604 t1", "12.4-attack")
    f.refused("probe 0404 t1", "12.4-attack")
    assert not f.fights()


@rule("pincher", "12.4-defend")
@rule("sandown", "12.4-defend")
@BOTH
def test_a_unit_is_attacked_once_a_phase(game: str) -> None:
    f = Field(game, t1="0504", t2="0506", u1="0505")
    f.play("attack 0505 t1", 6)
    f.refused("attack 0505 t2", "12.4-defend")
    assert "attack 0505 t2" not in f.orders()


@rule("pincher", "12.4-defend")
@rule("sandown", "12.4-defend")
@BOTH
def test_a_unit_that_retreated_takes_no_part_in_the_next_battle_for_its_hex(game: str) -> None:
    """Only the fresh unit counts and suffers; on a retreat all leave [R-SWW-14]."""
    for die, where, steps in ((1, "0605", [2, 0]), (5, "0705", [2, 1])):
        f = Field(game, t1="0504", t2="0504", m1="0606", m2="0606", u1="0505", u3="0605")
        f.play("attack 0505 t1,t2", 2)
        f.play("retreat 0605")
        f.play("stay")
        account = f.odds("attack 0605 m1,m2")
        assert ("R-SWW-14", "0") in {(line.rule, line.value) for line in account.lines}
        assert account.total == "4:1"
        f.play("attack 0605 m1,m2", die)
        assert (f.where("u1"), f.steps("u1", "u3")) == (where, steps)


@rule("pincher", "12.5-any", "12.5-order")
@rule("sandown", "12.5-any", "12.5-order")
@BOTH
def test_attacks_are_many_in_any_order_one_after_the_other(game: str) -> None:
    for first, second in (("attack 0505 t1", "attack 0209 m1"), ("attack 0209 m1", "attack 0505 t1")):
        f = Field(game, t1="0504", u1="0505", m1="0208", u2="0209")
        f.play(first, 4)  # a bloodbath: both lose a step, and nothing is left to ask
        f.play(second, 6)
        assert "end" in f.orders()
    f = Field(game, t1="0504", t2="0504", u1="0505", m1="0208", u2="0209")
    f.play("attack 0505 t1,t2", 2)
    assert f.asked == ("allied", "retreat")
    f.refused("attack 0209 m1", "5.2", by="allied")
    f.refused("attack 0209 m1", "5.1-order", by="soviet")


@rule("pincher", "12.6-partial")
@rule("sandown", "12.6-partial")
@BOTH
def test_units_of_a_stack_may_attack_different_hexes_or_none(game: str) -> None:
    f = Field(game, t1="0504", t2="0504", t3="0504", u1="0505", u2="0604")
    f.play("attack 0505 t1", 6)
    f.play("attack 0604 t2", 6)
    assert f.state.fought == f.bit("t1", "t2")


@rule("pincher", "11.13")
@rule("sandown", "11.13")
@BOTH
def test_no_attack_crosses_a_lake(game: str) -> None:
    f = Field(game, t1="0205", u1="0206")
    f.refused("attack 0206 t1", "11.13")
    assert not [o for o in f.orders() if o.startswith("attack")]
    f.put("t2", "0306")  # beside both, on dry land
    assert {o for o in f.orders() if o.startswith("attack")} == {"attack 0206 t2"}


@rule("pincher", "9.8-artillery")
@rule("sandown", "9.8-artillery")
@BOTH
def test_artillery_out_of_supply_cannot_attack(game: str) -> None:
    f = Field(game, turn=2, t1="0504", g1="0504", u1="0505")
    f.refused("attack 0505 t1,g1", "9.8-artillery")
    assert f.fights() == {"attack 0505 t1", "probe 0404 t1", "probe 0604 t1"}
    f.supply_from_air(SOVIET, "0504")
    assert "attack 0505 t1,g1" in f.orders()


@rule("pincher", "12.25-alone")
@rule("sandown", "12.25-alone")
@BOTH
def test_artillery_neither_attacks_nor_probes_alone(game: str) -> None:
    f = Field(game, g1="0504", g2="0504", u1="0505")
    f.refused("attack 0505 g1,g2", "12.25-alone")
    f.refused("probe 0604 g1", "12.25-alone")
    assert not f.fights()
    assert f.choices("soviet").actors() == [NO_ACTOR]  # units without orders are not listed
    f.put("p1", "0506")
    assert "attack 0505 p1,g1,g2" in f.orders()
    assert f.choices("soviet").actors() == ["p1", "g1", "g2", NO_ACTOR]


@rule("pincher", "12.7")
@rule("sandown", "12.7")
@BOTH
def test_a_unit_without_an_attack_factor_cannot_attack(game: str) -> None:
    f = Field(game, "allied combat", z0="0504", t1="0505")
    f.refused("attack 0505 z0", "R-SWW-03")
    assert not f.fights()


@rule("pincher", "13.6-nomove")
@rule("sandown", "13.6-nomove")
@BOTH
def test_disrupted_units_neither_attack_nor_probe(game: str) -> None:
    f = Field(game, t1="0504", u1="0505")
    f.state.disrupted = f.bit("t1")
    changed(f.state)
    f.refused("attack 0505 t1", "13.6-nomove")
    f.refused("probe 0604 t1", "13.6-nomove")
    assert not f.fights()


@rule("pincher", "11.19-only")
@rule("sandown", "11.19-only")
@BOTH
def test_units_that_moved_by_sea_do_not_attack(game: str) -> None:
    f = Field(game, "allied combat", u1="0504", t1="0505")
    f.state.sailed = f.bit("u1")
    f.refused("attack 0505 u1", "11.19-only")
    assert not f.fights()


# -- probing attacks -------------------------------------------------------------------------------------


@rule("pincher", "12.23-where", "8.7")
@rule("sandown", "12.23-where", "8.7")
@BOTH
def test_adjacent_units_probe_empty_enemy_zoc_hexes(game: str) -> None:
    f = Field(game, t1="0504", t2="0603", u1="0505", u2="0404")
    probes = {o for o in f.orders() if o.startswith("probe")}
    assert probes == {"probe 0604 t1", "probe 0403 t1"}
    f.refused("probe 0604 t2", "12.1-adjacent")  # t2 is beside the hex, but not beside the enemy
    f.refused("probe 0404 t1", "8.7")
    f.refused("probe 0603 t1", "8.7")
    f.put("t2", "0510")
    f.refused("probe 0603 t1", "12.23-where")


@rule("pincher", "12.23-noloss", "12.23-move", "12.23-counts")
@rule("sandown", "12.23-noloss", "12.23-move", "12.23-counts")
@BOTH
def test_a_probe_is_an_advance_without_die_or_loss_and_counts_as_the_attack(game: str) -> None:
    f = Field(game, t1="0504", t2="0504", u1="0505")
    assert not f.odds("probe 0604 t1,t2").chances
    assert kinds(f.play("probe 0604 t1,t2")) == ["probed"]
    assert (f.where("t1"), f.where("t2"), f.steps("t1", "t2", "u1")) == ("0604", "0604", [2, 2, 2])
    assert f.state.red >> f.hex("0604") & 1
    f.refused("attack 0505 t1", "12.4-attack")
    f.refused("probe 0605 t2", "12.4-attack")


@rule("pincher", "12.23-move")
@rule("sandown", "12.23-move")
@BOTH
def test_probing_units_from_several_hexes_stack_in_one(game: str) -> None:
    f = Field(game, t1="0504", t2="0605", t3="0504", m1="0504", m2="0504", m3="0605", u1="0505")
    f.refused("probe 0604 t1,t2,t3,m1,m2,m3", "12.22-stack")
    f.play("probe 0604 t1,t2,t3,m1,m2")
    assert f.state.load[f.hex("0604")] == 10


@rule("pincher", "12.23-where")
@rule("sandown", "12.23-where")
@BOTH
def test_static_units_never_probe(game: str) -> None:
    f = Field(game, "allied combat", b1="0504", t1="0505")
    f.refused("probe 0604 b1", "11.20" if game == "pincher" else "2.10-bfc")
    assert f.fights() == {"attack 0505 b1"}


@rule("pincher", "12.23-noloss")
@rule("sandown", "12.23-noloss")
@BOTH
def test_a_probe_reveals_nothing(game: str) -> None:
    f = Field(game, n1="0504", u1="0505")
    f.play("probe 0604 n1")
    assert f.state.face[f.scenario.index["n1"]] == -1


@rule("pincher", "13.6-zoc")
@rule("sandown", "13.6-zoc")
@BOTH
def test_disrupted_units_have_no_zoc_to_probe(game: str) -> None:
    f = Field(game, t1="0504", u1="0505")
    f.state.disrupted = f.bit("u1")
    changed(f.state)
    f.refused("probe 0604 t1", "12.23-where")
    assert f.fights() == {"attack 0505 t1"}


@rule("pincher", "12.23-move")
@rule("sandown", "12.23-move")
@BOTH
def test_a_probe_is_told_with_its_units_hex_and_rule(game: str) -> None:
    f = Field(game, t1="0504", t2="0504", u1="0505")
    (probed,) = f.play("probe 0604 t1,t2")
    assert (probed.units, probed.hexes, probed.rule) == (("t1", "t2"), ("0604",), "12.23-move")
