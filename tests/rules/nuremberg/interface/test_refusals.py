"""Refusals that cite their rule: orders that name the wrong things, or come at the wrong moment or place."""

from __future__ import annotations

import pytest

from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.movement.stacking import stacking_refusal
from tests.rules.nuremberg.battlefield import Battlefield
from tests.rules.nuremberg.campaign import Campaign, compiled
from tests.rules.nuremberg.order_helpers import Manoeuvre, Places, campaign


def cited(refusal: Illegal | None) -> str:
    """Return the rule of a refusal; empty if there is none."""
    return refusal.rule if refusal else ""


# -- notation --------------------------------------------------------------------------------------


def without_one_part(right: Order) -> list[Order]:
    """Return an order without its units, its target or its path, as far as it has them."""
    return [
        changed_
        for changed_ in (
            Order(right.verb, right.target, (), right.path),
            Order(right.verb, "", right.units, right.path),
            Order(right.verb, right.target, right.units, ()),
        )
        if changed_ != right
    ]


def with_one_part_more(right: Order, hex_: str, unit: str = "") -> list[Order]:
    """Return an order with a target, a path, words or units that it does not take."""
    return [
        *([] if right.target else [Order(right.verb, hex_, right.units, right.path)]),
        *([] if right.path else [Order(right.verb, right.target, right.units, (hex_,))]),
        *([Order(right.verb, right.target, (unit,), right.path)] if unit and not right.units else []),
        Order(right.verb, right.target, right.units, right.path, ("now",)),
    ]


@pytest.mark.parametrize("right", [Order("attack", "0505", ("m1",)), Order("probe", "0504", ("m1",))])
def test_notation_of_attacks(right: Order) -> None:
    field = Battlefield(m1="0604", u4="0505")
    assert field.check(right, "pact") is None
    wrong = [*without_one_part(right), Order(right.verb, right.target, right.units, ("0505",))]
    assert [cited(field.check(order, "pact")) for order in wrong] == ["notation"] * 3


def test_notation_of_support_and_answers() -> None:
    field = Battlefield(m1="0605", w2="0505")
    field.ready("su-a1")
    field.play("attack 0505 m1")
    for order in with_one_part_more(Order("commit", units=("su-a1",)), "0505"):
        assert cited(field.check(order, "pact")) == "notation"
    field = Battlefield(m1="0605", m2="0605", w2="0505", w3="0505")
    field.play("attack 0505 m1,m2", 5)
    for order in (Order("lose"), Order("lose", "", ("m1", "m2")), Order("lose", "0505", ("m1",))):
        assert cited(field.check(order, "pact")) == "notation"
    field = Battlefield(m1="0605", m2="0605", w2="0505", w3="0505")
    field.play("attack 0505 m1,m2", 3)
    for order in (Order("retreat"), Order("retreat", "0405", ("w2",))):
        assert cited(field.check(order, "nato")) == "notation"
    field.play("retreat 0405")
    wrong = (Order("advance"), Order("advance", "0505", ("m1",)), Order("advance", "", ("m1",), ("0505",)))
    for order in wrong:
        assert cited(field.check(order, "pact")) == "notation"


@pytest.mark.parametrize("verb", ["jam", "clear"])
def test_notation_of_ew_markers(verb: str) -> None:
    war = Campaign("ew", 2, at={"us-2c-1": "2424"})
    war.state.rolled, war.state.ether, war.state.to_place = True, PACT, 2
    war.state.sky, war.state.markers = NATO, 1 << war.hex("2424")
    right = Order(verb, "2424")
    assert war.check(right) is None
    for order in (*without_one_part(right), *with_one_part_more(right, "2424", "us-2c-1")):
        assert cited(war.check(order)) == "notation", order


def test_notation_of_moves_and_flights() -> None:
    field = Manoeuvre(t1="0505", h1="0906")
    right = Order("move", units=("t1",), path=("0605",))
    assert field.check(right) is None
    for order in (*without_one_part(right), *with_one_part_more(right, "0605")):
        assert cited(field.check(order)) == "notation", order
    right = Order("fly", units=("h1",), path=("0805",))
    assert field.check(right) is None
    for order in (Order("fly", path=("0805",)), *with_one_part_more(right, "0805")):
        assert cited(field.check(order)) == "notation", order


def test_notation_of_entry_exit_and_landing() -> None:
    war = Campaign("pact movement", 2, at={"su-39g-117": "withheld", "su-39g-120": "1901"})
    war.state.began = war.state.at[: war.scenario.unit_count]
    for right in (Order("enter", "", ("su-39g-117",), ("4240",)), Order("exit", "", ("su-39g-120",))):
        assert war.check(right) is None
        wrong = (*without_one_part(right), *with_one_part_more(right, "4240"))
        assert {cited(war.check(order)) for order in wrong} == {"notation"}
    far = Order("enter", "", ("su-39g-117",), ("4240", "4140"))
    assert cited(war.check(far)) == "notation"
    war = Campaign("arrivals", 1, at={"wg-51v": "coming", "wg-52v": "coming"})
    right = Order("land", "", ("wg-51v",), ("2732",))
    assert war.check(right) is None
    wrong = (
        *without_one_part(right),
        *with_one_part_more(right, "2732"),
        Order("land", "", ("wg-51v", "wg-52v"), ("2732",)),
        Order("land", "", ("wg-51v",), ("2732", "2732")),
    )
    assert {cited(war.check(order)) for order in wrong} == {"notation"}


def test_notation_of_setup() -> None:
    war = Campaign(setup="free")
    right = Order("place", "", ("us-2c-1",), ("3440",))
    assert war.check(right) is None
    wrong = (
        *without_one_part(right),
        *with_one_part_more(right, "3440"),
        Order("place", "", ("us-2c-1",), ("3440", "3441")),
    )
    assert {cited(war.check(order)) for order in wrong} == {"notation"}
    war.play("place us-2c-1 3440")
    right = Order("lift", "", ("us-2c-1",))
    assert war.check(right) is None
    for order in (*without_one_part(right), *with_one_part_more(right, "3440")):
        assert cited(war.check(order)) == "notation", order


# -- setup [12.1] ----------------------------------------------------------------------------------


@rule("nuremberg", "12.1")
def test_setup_refuses_what_is_not_to_be_set_up() -> None:
    war = Campaign(setup="free")
    war.refused("place wg-26l-261 1920", "12.1")
    war.refused("lift wg-26l-261", "12.1")
    war.refused("lift su-119t", "12.1")
    war.refused("withhold su-119t", "12.1")
    war.play("fill")
    war.refused("fill", "12.1")


@rule("nuremberg", "12.1", "7.0")
def test_setup_refuses_an_enemy_hex() -> None:
    war = Campaign(setup="free", at={"su-119t": "3440"})
    war.refused("place us-2c-1 3440", "7.0")
    assert "place us-2c-1 3440" not in war.special("us-2c-1")


# -- movement --------------------------------------------------------------------------------------


@rule("nuremberg", "12.4.1.k")
def test_the_103g_does_not_move_on_the_turn_of_its_drop() -> None:
    field = Manoeuvre(para="0505")
    field.state.landed = field.bit("para")
    field.refused("move para 0605", "12.4.1.k")


@rule("nuremberg", "6.3-column", "10.4-end")
def test_a_column_that_meets_a_jammed_stack_must_stop() -> None:
    """Others that have finished are refused as such, with or without an EW marker."""
    field = Manoeuvre(t1="0906", t2="0806", jammed={"0806": 1})
    field.state.column = field.state.moving = field.bit("t1")
    field.state.stopped = field.bit("t1", "t2")
    field.state.ew[field.scenario.index["t1"]] = 1
    field.refused("column t1 0806", "6.3-column")
    field.refused("move t2 0706", "10.4-end")  # jammed, but not a column
    field.state.ew[field.scenario.index["t1"]] = 0
    field.refused("column t1 0806", "10.4-end")


@rule("nuremberg", "8.1-nonrecon-stop", "8.1-recon-direct", "10.4-end")
@pytest.mark.parametrize(("unit", "case"), [("t1", "8.1-nonrecon-stop"), ("r1", "8.1-recon-direct")])
def test_units_stopped_by_a_zoc(unit: str, case: str) -> None:
    at: Places = {unit: "0505", "u1": "0606"}
    field = Manoeuvre(**at)
    field.state.stopped = field.state.moving = field.bit(unit)
    field.refused(f"move {unit} 0405", case)
    field.state.moving = 0
    field.refused(f"move {unit} 0405", "10.4-end")


@rule("nuremberg", "10.6-barred", "6.3-heli-one")
def test_no_flight_path() -> None:
    field = Manoeuvre(h1="0505", jammed={"0505": 1})
    field.play("fly h1", 1, 1)
    field.refused("fly h1 0905", "10.6-barred")
    field.refused("fly h1 0505-0605-0705-0805", "6.3-heli-one")
    field.play("fly h1 0505-0605-0705")


@rule("nuremberg", "2.1-partial")
def test_flights_stay_in_the_part_in_play() -> None:
    scenario = compiled("border-battle", ())
    field = Manoeuvre("pact", 2, scenario, None, su_35h_1="2816")
    field.refused("fly su-35h-1 2815", "2.1-partial")
    field.refused("fly su-35h-1 2816-2815-2916", "2.1-partial")


@rule("nuremberg", "13.2-lake", "2.1-partial")
def test_flights_do_not_land_on_lakes() -> None:
    Manoeuvre(h1="0911").refused("fly h1 1012", "2.1-partial")


@rule("nuremberg", "10.10-first")
def test_refugees_are_placed_after_the_roll() -> None:
    war = Campaign("refugees", 3)
    war.refused("refugees 2424", "10.10-first")
    war.play("roll", 1, 1)
    war.refused("roll", "10.10-first")


@rule("nuremberg", "5.0-now", "6.1-markers")
@pytest.mark.parametrize(
    ("phase", "first", "again"), [("air", "5.0-day", "5.0-now"), ("ew", "6.1-roll", "6.1-markers")]
)
def test_marker_phases_begin_with_the_roll(phase: str, first: str, again: str) -> None:
    war = Campaign(phase, 1, at={"us-2c-1": "2424"})
    assert war.special() == {"roll"}
    war.refused("end", first)
    war.refused("air 2424" if phase == "air" else "jam 2424", first)
    war.play("roll", 2)
    war.refused("roll", again)
    assert "end" in war.special()
    war.play("end")
    assert war.now[2] != phase


# -- stacking --------------------------------------------------------------------------------------


@rule("nuremberg", "7.0", "7.2-two", "7.3-three", "10.6.1-pact")
@pytest.mark.parametrize(
    ("unit", "there", "case", "reason"),
    [
        ("m1", ["u1"], "7.0", "enemy-occupied"),
        ("u1", ["m1"], "7.0", "enemy-occupied"),
        ("m1", ["m3"], "7.2-two", "another division"),
        ("t1", ["t2", "t3"], "7.2-two", "limit is 2"),
        ("u1", ["w1"], "7.3-three", "another division"),
        ("u1", ["u2", "u3", "u4"], "7.3-three", "limit is 3"),
        ("h1", ["m1"], "10.6.1-pact", "another division"),
        ("m1", ["h1"], "10.6.1-pact", "another division"),
        ("fh", ["u1"], "7.3-three", "another division"),
        ("m1", ["m2"], "", ""),
        ("u1", ["u2", "u3", "g1"], "", ""),
    ],
)
def test_why_units_cannot_stack(unit: str, there: list[str], case: str, reason: str) -> None:
    at: Places = dict.fromkeys(there, "0505")
    field = Battlefield(**at)
    refusal = stacking_refusal(field.state, field.bit(unit), field.hex("0505"))
    assert cited(refusal) == case
    assert reason in (refusal.reason if refusal else "")


# -- combat ----------------------------------------------------------------------------------------


@rule("nuremberg", "11.10-limits", "11.10-empty")
def test_advance_of_another_division() -> None:
    field = Battlefield(m1="0605", m2="0605", m3="0606", w4="0505")
    field.jam("0505", 9)
    field.play("attack 0505 m1,m2,m3", 6)
    field.refused("advance m1,m3", "11.10-limits")
    field.play("advance m2")
    field.refused("advance m3", "11.10-limits")
    field.refused("advance m2", "11.10-empty")
    field.play("advance m1")


@rule("nuremberg", "11.3-defend")
@pytest.mark.parametrize("label", ["0505", "1001"])
def test_a_stack_is_attacked_once_in_a_phase(label: str) -> None:
    """Also in the first hex of the map."""
    near = {"0505": ("0605", "0405"), "1001": ("0901", "1002")}[label]
    field = Battlefield(m1=near[0], m3=near[1], u1=label, u2=label)
    assert f"attack {label} m3" in field.fights("m3")
    field.play(f"attack {label} m1", 2)
    assert f"attack {label} m3" not in field.fights("m3")
    field.refused(f"attack {label} m3", "11.3-defend")


# -- entering and leaving --------------------------------------------------------------------------


@rule("nuremberg", "9.0-markers")
def test_markers_do_not_enter() -> None:
    war = Campaign("nato movement", 6, at={"us-a5": "coming"})
    war.refused("enter us-a5 3801", "9.0-markers")


@rule("nuremberg", "12.1.4.2.b", "10.2-nomin")
def test_a_queue_can_be_too_long() -> None:
    """Half a point for each stack before: the twelfth has nothing left, but a column goes twice as far."""
    field = Manoeuvre("pact", 2, campaign(), None, su_39g_117="withheld")
    queue = field.scenario.exclusive.edges(field.scenario)[1].index(field.hex("4240"))
    field.state.entered[queue] = 11
    changed(field.state)
    assert field.check(Order("enter", "", ("su-39g-117",), ("4240",))) is None
    field.state.entered[queue] = 12
    changed(field.state)
    field.refused("enter su-39g-117 4240", "10.2-nomin")
    assert field.check(Order("enter-column", "", ("su-39g-117",), ("4240",))) is None


@rule("nuremberg", "12.5.2-exit", "10.0-own")
def test_who_cannot_exit() -> None:
    at = {"su-39g-117": "1901", "su-900h": "2801", "us-2c-1": "3401", "su-39g-120": "2424"}
    war = Campaign("pact movement", 2, at=at)
    war.state.began = war.state.at[: war.scenario.unit_count]
    war.refused("exit us-2c-1", "12.5.2-exit")
    war.refused("exit su-900h", "12.5.2-exit")
    war.refused("exit su-39g-120", "12.5.2-exit")
    war.state.spent[war.scenario.index["su-39g-117"]] = 12
    changed(war.state)
    war.refused("exit su-39g-117", "12.5.2-exit")
    war.state.spent[war.scenario.index["su-39g-117"]] = 11
    changed(war.state)
    war.play("exit su-39g-117")


@rule("nuremberg", "11.0-adjacent", "11.3-attack")
def test_who_cannot_attack_from_the_first_hex_of_the_map() -> None:
    """It is on the map like any other."""
    field = Battlefield(m1="1001", u1="1002", m3="0501")
    assert field.hex("1001") == 0
    field.play("attack 1002 m1", 1)
    field.refused("attack 1002 m1", "11.3-defend")
    field.state.attacked = 0
    field.refused("attack 1002 m1", "11.3-attack")
    field.refused("attack 1002 m3", "11.0-adjacent")
    field.refused("attack 1002 t1", "11.0-adjacent")
