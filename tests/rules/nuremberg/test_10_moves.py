"""Cases 10.0 to 10.5 and 10.9: points, stacks in motion, columns."""

from __future__ import annotations

import pytest

from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.afcent.model.scenario import NATO
from grognard.games.afcent.model.state import seize
from grognard.games.afcent.movement import moves
from grognard.games.afcent.movement.reach import goals
from grognard.games.kit.events import CityCaptured
from tests.rules.nuremberg.order_helpers import NIGHT, Manoeuvre, Places, all_in

# -- points ------------------------------------------------------------------------------------------


@rule("nuremberg", "2.2-mf", "10.0-mp")
def test_a_unit_spends_up_to_its_movement_factor() -> None:
    field = Manoeuvre(t1="0511", r1="0211")
    assert field.points("t1") == 6 and field.points("r1") == 9
    assert "0505" in field.goals("t1") and "0504" not in field.goals("t1")
    assert "0202" in field.goals("r1") and "0201" not in field.goals("r1")
    field.play("move t1 0505")
    assert field.points("t1") == 0
    assert "t1" not in field.movable()


@rule("nuremberg", "2.2-mf")
def test_static_units_do_not_move() -> None:
    field = Manoeuvre("nato", g1="0505")
    assert field.movable() == set() and field.goals("g1") == set()
    field.refused("move g1 0605", "2.2-mf")


@rule("nuremberg", "10.0-adjacent")
def test_a_move_is_a_chain_of_neighbours() -> None:
    field = Manoeuvre(t1="0505")
    field.refused("move t1 0505-0605-0805", "10.0-adjacent")
    field.play("move t1 0505-0604-0704-0705")
    assert field.where("t1") == "0705" and field.points("t1") == 6 - 3


@rule("nuremberg", "10.0-own")
def test_units_move_in_their_own_phase_only() -> None:
    field = Manoeuvre("pact", t1="0505", u1="0905")
    field.refused("move u1 0904", "10.0-own")
    order = field.scenario.notation.parse("move u1 0904")
    refusal = moves.check_move(field.state, NATO, order)
    assert refusal is not None and refusal.rule == "10.0-own"
    field.state.phase_index += 1
    field.refused("move t1 0605", "10.0-own")


@rule("nuremberg", "10.1-nocarry")
def test_points_are_not_kept_for_another_phase() -> None:
    field = Manoeuvre(t1="0505")
    field.play("move t1 0605")
    assert field.points("t1") == 5
    moves.begin_movement(field.state)
    assert field.points("t1") == 6


@rule("nuremberg", "10.1-any")
def test_a_unit_may_stop_wherever_it_likes() -> None:
    field = Manoeuvre(t1="0505")
    assert {"0605", "0705", "0805"} <= field.goals("t1")
    field.play("move t1 0605")


@rule("nuremberg", "10.2-nomin")
def test_no_entry_without_enough_mp() -> None:
    field = Manoeuvre(t1="0909")
    field.state.spent[field.scenario.index["t1"]] = 2 * 4
    assert field.points("t1") == 2
    reason = field.refused("move t1 0909-0809", "10.2-nomin")
    assert "costs 3 MP" in reason and "has 2" in reason
    field.refused("move t1 0909-0910-0810-0809", "10.2-nomin")


@rule("nuremberg", "10.2-enemy")
def test_a_hex_with_enemies_is_not_entered() -> None:
    field = Manoeuvre(t1="0505", g1="0605")
    assert "0605" not in field.goals("t1") and "0705" in field.goals("t1")
    field.refused("move t1 0605", "10.2-enemy")
    field.refused("move t1 0505-0605-0705", "10.2-enemy")


@rule("nuremberg", "3.0-switch")
def test_move_takes_control_of_its_path() -> None:
    field = Manoeuvre(t1="0405")
    events = field.play("move t1 0405-0305-0306-0206-0106")
    assert events[1:] == [CityCaptured(side="pact", hexes=("0206",), city="Waldstein", rule="3.0-switch")]
    assert all(field.state.red >> field.hex(label) & 1 for label in ("0305", "0306", "0206", "0106"))
    assert not field.state.red >> field.hex("0205") & 1


@rule("nuremberg", "3.0-zoc")
def test_a_zoc_does_not_change_control() -> None:
    field = Manoeuvre(t1="0405")
    field.play("move t1 0505")
    assert not field.state.red >> field.hex("0605") & 1


# -- stacks ------------------------------------------------------------------------------------------


@rule("nuremberg", "10.3")
def test_only_units_that_began_together_move_together() -> None:
    field = Manoeuvre("nato", u1="0505", u2="0505", u3="0605")
    field.refused("move u1,u3 0606", "10.3")
    field.play("move u1 0505-0605")
    field.refused("move u1,u3 0605-0606", "10.3")
    apart = Manoeuvre("nato", u1="0505", u2="0505")
    apart.play("move u1,u2 0605")
    assert apart.where("u1") == apart.where("u2") == "0605"
    alone = Manoeuvre("nato", u1="0505", u2="0505")
    alone.play("move u1 0605")
    assert alone.where("u2") == "0505", "but nobody has to"


@rule("nuremberg", "10.4-split")
def test_stack_drops_units_and_continues() -> None:
    field = Manoeuvre("nato", u1="0505", u2="0505", u3="0505")
    field.play("move u1,u2,u3 0605")
    field.play("move u1 0604")
    field.play("move u2,u3 0705")
    field.play("move u2 0706")
    field.play("move u1 0603")
    assert [field.where(u) for u in ("u1", "u2", "u3")] == ["0603", "0706", "0705"]
    assert [field.points(u) for u in ("u1", "u2", "u3")] == [3, 3, 4]


@rule("nuremberg", "10.4-end", "10.1-complete")
def test_once_another_stack_moves_the_earlier_one_is_done() -> None:
    field = Manoeuvre("nato", u1="0505", u2="0505", u3="0505", w1="0905")
    field.play("move u1,u2 0605")
    field.play("move w1 0904")
    field.refused("move u1 0705", "10.4-end")
    assert "u1" not in field.movable() and field.goals("u1") == set()
    assert "u3" in field.movable(), "one that has not moved yet begins a move of its own"
    field.play("move u3 0405")
    field.refused("move w1 0903", "10.4-end")


@rule("nuremberg", "10.5")
def test_a_stack_goes_at_the_pace_of_the_slowest() -> None:
    field = Manoeuvre(t1="0511", r1="0511")
    both = moves.costs(field.state, tuple(field.scenario.index[u] for u in ("t1", "r1")))
    assert max(cost for cost in both.values()) <= 12, "6, or twice that in column"
    field.refused("move t1,r1 0511-0504", "10.2-nomin")
    field.play("move t1,r1 0505")
    field.refused("move t1,r1 0504", "10.2-nomin")
    field.play("move r1 0502")
    assert field.where("r1") == "0502" and field.points("r1") == 0


# -- columns -----------------------------------------------------------------------------------------


@rule("nuremberg", "10.9-double")
@pytest.mark.parametrize(("unit", "factor"), [("t1", 6), ("r1", 9)])
def test_a_column_has_twice_the_points(unit: str, factor: int) -> None:
    field = Manoeuvre(**all_in("0111", unit))
    assert moves.allowance(field.state, field.scenario.index[unit], True) == 2 * factor * 2
    assert "0101" in field.goals(unit, "column")
    field.refused(f"move {unit} 0101", "10.2-nomin")
    field.play(f"column {unit} 0101")
    assert field.points(unit) == 2 * factor - 10


@rule("nuremberg", "10.9-declare")
def test_a_column_is_declared_first_and_kept_to() -> None:
    field = Manoeuvre(t1="0511", m1="0211")
    field.play("move t1 0510")
    field.refused("column t1 0504", "10.9-declare")
    assert field.goals("t1", "column") == set()
    field.play("column m1 0210")
    field.refused("move m1 0209", "10.9-declare")
    assert field.goals("m1") == set() and field.goals("m1", "column")
    field.play("column m1 0207")
    assert field.points("m1") == 12 - 4
    mixed = Manoeuvre(t1="0511", t2="0511")
    mixed.play("move t1 0510")
    mixed.play("column t2 0510")
    for verb in ("move", "column"):
        mixed.refused(f"{verb} t1,t2 0509", "10.9-declare")
    assert moves.costs(mixed.state, tuple(mixed.scenario.index[u] for u in ("t1", "t2"))) == {}


@rule("nuremberg", "10.9-zoc")
def test_a_column_neither_begins_in_a_zoc_nor_enters_one() -> None:
    field = Manoeuvre(r1="0605", t1="0305", t2="0506", u1="0705")
    field.refused("column r1 0404", "10.9-zoc")
    field.refused("column t1 0605", "10.9-zoc")
    assert field.goals("t1", "column").isdisjoint({"0605", "0704", "0706", "0804", "0805", "0806"})
    night = Manoeuvre("pact", NIGHT, t1="0605", u1="0705")
    night.refused("column t1 0404", "10.9-zoc")


@rule("nuremberg", "10.9-city")
def test_a_column_does_not_enter_an_enemy_city() -> None:
    field = Manoeuvre(t1="0405")
    field.refused("column t1 0206", "10.9-city")
    assert "0206" not in field.goals("t1", "column") and "0206" in field.goals("t1")
    seize(field.state, 0, 1 << field.hex("0206"))
    field.state.cache = {}
    field.play("column t1 0206")


@rule("nuremberg", "10.9-air", "5.3-nocolumn")
def test_a_column_stays_out_of_enemy_air_range() -> None:
    field = Manoeuvre(t1="0505", m1="0605")
    field.air("nato", "0705")
    field.refused("column m1 0404", "10.9-air")
    field.refused("column t1 0706", "5.3-nocolumn")
    field.refused("column t1 0505-0506-0606-0706", "5.3-nocolumn")
    assert field.goals("t1", "column").isdisjoint({"0605", "0705", "0704", "0706"})
    field.air("pact", "0705")
    field.play("column t1 0706")


@rule("nuremberg", "10.9-autobahn")
def test_a_column_on_an_autobahn_goes_24_hexes() -> None:
    field = Manoeuvre("nato", u1="0806", w1="0801")
    assert field.cost("column u1 0806-0706-0606-0506") == 3 * 0.5
    assert field.cost("column w1 0801-0701-0601-0501-0401-0301") == 5 * 0.5
    assert moves.allowance(field.state, field.scenario.index["u1"], True) == 24, "at half a point each"


@rule("nuremberg", "10.9-declare")
def test_moves_are_listed_by_the_way_that_the_unit_started() -> None:
    field = Manoeuvre(t1="0906", t2="0801")
    unit = field.scenario.index["t1"]
    assert list(moves.moves(field.state, unit)) == ["move", "column"]
    field.play("move t1 0806")
    assert list(moves.moves(field.state, unit)) == ["move"]
    unit = field.scenario.index["t2"]
    field.play("column t2 0701")
    assert list(moves.moves(field.state, unit)) == ["column"]


@rule("nuremberg", "10.9-double", "10.9-zoc")
@pytest.mark.parametrize(
    ("at", "further"),
    [
        ({"u1": "0505"}, True),
        ({"u1": "1001"}, True),
        ({"u1": "0505", "t1": "0606"}, False),  # in an enemy ZOC
        ({"u1": "0505", "t1": "0707"}, True),  # all but recon stop in ZOCs anyway
        ({"uc": "0505", "t1": "0707"}, False),  # recon goes through them, columns do not
        ({"uc": "1007", "t1": "0709"}, True),  # but there may be other ways to go further
    ],
)
def test_columns_get_further_unless_they_are_in_zones(at: Places, further: bool) -> None:
    field = Manoeuvre("nato", **at)
    units = (field.scenario.index[next(iter(at))],)
    assert bool(goals(field.state, units, column=True) & ~goals(field.state, units)) is further
    field.state.spent[units[0]] = moves.allowance(field.state, units[0], True)
    changed(field.state)
    assert not goals(field.state, units, column=True)


# -- all sorts of mistakes -----------------------------------------------------------------------------


@rule("nuremberg", "10.0-adjacent")
@pytest.mark.parametrize(
    ("text", "rule_"),
    [
        ("move t1", "notation"),
        ("move t1 0505", "10.0-adjacent"),
        ("move t2 0505", "10.0-adjacent"),
        ("move t1,t1 0605", "notation"),
        ("fly t1 0605", "10.6-path"),
        ("move h1 0605", "10.6-nobonus"),
        ("column h1 0605", "10.6-nobonus"),
    ],
)
def test_illegal_orders(text: str, rule_: str) -> None:
    Manoeuvre(t1="0505", h1="0905").refused(text, rule_)


@rule("nuremberg", "10.0-mp")
def test_move_explanation_lists_every_cost() -> None:
    field = Manoeuvre(t1="0903", u1="0703")
    account = field.explain("move t1 0803")
    assert [(line.label, line.value, line.rule) for line in account.lines] == [
        ("0803: forest", "2", "10.7-a"),
        ("0803: entering enemy ZOC", "1", "8.1-enter"),
    ]
    assert account.total == "3 of 6 MP"


@rule("nuremberg", "10.0-adjacent")
def test_a_move_is_completed_with_its_path() -> None:
    field = Manoeuvre(t1="0906")
    order = moves.complete_move(field.state, field.scenario.notation.parse("move t1 0506"))
    assert str(order) == "move t1 0906-0806-0706-0606-0506"
    assert isinstance(field.check(field.scenario.notation.parse("move t1 0101")), Illegal)
