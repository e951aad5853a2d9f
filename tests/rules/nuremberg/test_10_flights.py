"""Cases 10.6 and 10.6.1: heliborne units, their ways through the air and what they risk."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.afcent.model.scenario import PACT
from grognard.games.afcent.movement import moves
from grognard.games.afcent.movement.helicopters import flight_path, modifiers
from tests.rules.nuremberg.order_helpers import Manoeuvre, campaign


def path(field: Manoeuvre, id_: str, goal: str) -> list[str]:
    """The way a unit takes when nobody spells it out."""
    way = flight_path(field.state, (field.scenario.index[id_],), field.hex(goal))
    return [field.scenario.label(hex_) for hex_ in way]


@rule("nuremberg", "10.6-unlimited")
def test_a_flight_goes_any_distance_over_any_ground() -> None:
    field = Manoeuvre(h1="0101")
    everywhere = set(field.scenario.grid.names(field.scenario.land)) - {"0101", "1012"}  # but not onto a lake
    assert field.goals("h1", "fly") == everywhere
    far = Manoeuvre("pact", 2, campaign(), None, su_900h="4240")
    far.play("fly su-900h 1017")
    assert far.where("su-900h") == "1017"


@rule("nuremberg", "10.6-unlimited")
def test_a_unit_flies_once_in_a_phase() -> None:
    """As with any move that has ended; else it would fly about for ever."""
    field = Manoeuvre(h1="0101")
    field.play("fly h1 0505")
    assert field.movable() == set() and field.goals("h1", "fly") == set()
    field.refused("fly h1 0506", "10.4-end")


@rule("nuremberg", "10.6-nobonus")
def test_heliborne_units_neither_drive_nor_form_columns() -> None:
    field = Manoeuvre(h1="0906")
    assert list(moves.moves(field.state, field.scenario.index["h1"])) == ["fly"]
    field.refused("move h1 0806", "10.6-nobonus")
    field.refused("column h1 0806", "10.6-nobonus")


@rule("nuremberg", "10.6-path")
def test_a_flight_is_traced_hex_by_hex() -> None:
    field = Manoeuvre(h1="0505")
    field.refused("fly h1 0505-0605-0805", "10.6-path")
    field.refused("fly h1", "10.6-path")
    field.refused("fly h1 0505", "10.6-path")
    events = field.play("fly h1 0505-0604-0704")
    assert str(events[0]) == "h1 flies 0505-0604-0704"


@rule("nuremberg", "10.6-over")
def test_a_flight_passes_over_enemies_but_does_not_end_on_them() -> None:
    field = Manoeuvre(h1="0505", u1="0605")
    field.refused("fly h1 0605", "10.6-over")
    field.play("fly h1 0505-0605-0705", 1, 1)
    assert field.where("h1") == "0705"


@rule("nuremberg", "10.6-barred", "5.3-nocolumn")
def test_a_flight_keeps_out_of_enemy_air_range() -> None:
    field = Manoeuvre(h1="0505")
    field.air("nato", "0705")
    assert field.goals("h1", "fly").isdisjoint({"0605", "0705", "0704", "0706", "0804", "0805", "0806"})
    field.refused("fly h1 0705", "5.3-nocolumn")
    field.refused("fly h1 0505-0605-0606", "5.3-nocolumn")
    assert "0905" in field.goals("h1", "fly"), "round about"
    assert not {"0605", "0704", "0706"} & set(path(field, "h1", "0905"))
    inside = Manoeuvre(h1="0605")
    inside.air("nato", "0705")
    inside.play("fly h1 0505")  # [10.6-barred] speaks of entering
    own = Manoeuvre(h1="0505")
    own.air("pact", "0705")
    own.play("fly h1 0705")


@rule("nuremberg", "10.6-barred", "6.3-enter")
@pytest.mark.parametrize("marked", ["0605", "0705"])
def test_a_flight_does_not_enter_hexes_with_ew_markers(marked: str) -> None:
    """On friends or on enemies."""
    field = Manoeuvre(h1="0505", jammed={marked: 1}, t1="0605", u1="0705")
    field.refused("fly h1 0505-0605-0705-0805", "6.3-enter")


@rule("nuremberg", "10.6.1-when.a")
def test_every_hex_with_enemies_or_in_their_zoc_is_a_roll() -> None:
    field = Manoeuvre(h1="0505", u1="0705")
    events = field.play("fly h1 0505-0605-0705-0805-0905", 1, 2, 3)
    assert [(e.hexes[0], e.dice) for e in events if e.kind == "flak"] == [
        ("0605", (1,)),
        ("0705", (2,)),
        ("0805", (3,)),
    ]
    assert all(event.final for event in events if event.kind == "flak")
    static = Manoeuvre(h1="0505", g1="0705")
    static.play("fly h1 0505-0605-0705-0805", 1)  # no zone around a garrison


@rule("nuremberg", "10.6.1-when.b")
def test_landing_in_a_city_is_a_roll_flying_over_it_is_none() -> None:
    field = Manoeuvre(h1="0303")
    field.play("fly h1 0303-0203-0103")
    landing = Manoeuvre(h1="0303")
    events = landing.play("fly h1 0203", 3)
    assert [e.kind for e in events] == ["flew", "flak", "captured"]


@rule("nuremberg", "10.6.1-drm")
@pytest.mark.parametrize(
    ("sky", "near", "goal", "total"),
    [("", True, "0605", 1), ("nato", True, "0605", 3), ("nato", False, "0203", 4), ("pact", False, "0203", 2),
     ("nato", True, "0203", 5)],
)  # fmt: skip
def test_what_is_added_to_the_roll(sky: str, near: bool, goal: str, total: int) -> None:
    field = Manoeuvre(h1="0404")
    if near:
        field.put("u1", {"0605": "0705", "0203": "0103"}[goal])
    if sky:
        field.air(sky)
    more = modifiers(field.state, PACT, [field.hex("0404"), field.hex(goal)], 1)
    assert more is not None and sum(drm for _, drm in more) == total


@rule("nuremberg", "10.6.1-a", "10.6.1-b")
@pytest.mark.parametrize(("die", "where"), [(4, "0605"), (5, "lost")])
def test_six_or_more_is_the_end(die: int, where: str) -> None:
    field = Manoeuvre(h1="0505", u1="0705")
    field.play("fly h1 0505-0605", die)  # +1 in the zone
    assert field.where("h1") == where


@rule("nuremberg", "10.6.1-each")
def test_each_unit_of_a_stack_rolls_and_the_rest_flies_on() -> None:
    field = Manoeuvre(h1="0505", h2="0505", u1="0705")
    field.play("fly h1,h2 0505-0605-0704", 6, 1, 2)
    assert (field.where("h1"), field.where("h2")) == ("lost", "0704")


@rule("nuremberg", "10.6-path", "10.6.1-when.a")
def test_default_flight_path_is_safest_then_shortest() -> None:
    field = Manoeuvre(h1="0505", u1="0705")
    way = path(field, "h1", "0905")
    watched = {"0605", "0704", "0706", "0804", "0805", "0806", "0705"}
    assert way[0] == "0505" and way[-1] == "0905" and not watched & set(way)
    assert len(way) - 1 == 6, "round the zone"
    into = path(field, "h1", "0804")
    assert len(watched & set(into)) == 1 and into[-1] == "0804"
    assert len(path(field, "h1", "0305")) - 1 == 2
    field.play("fly h1 0905")
    assert field.where("h1") == "0905"


@rule("nuremberg", "10.6.1-a")
def test_the_account_of_a_flight_gives_the_exact_chance() -> None:
    field = Manoeuvre(h1="0505", u1="0705")
    account = field.explain("fly h1 0505-0605-0704")
    assert [line.value for line in account.lines] == ["+1", "+1"]
    assert account.outcomes == pytest.approx({"lands": 16 / 36, "lost": 20 / 36})
    assert field.explain("fly h1 0305").outcomes == {"lands": 1.0, "lost": 0.0}


@rule("nuremberg", "10.6.1-pact")
def test_pact_flights_do_not_end_with_others() -> None:
    field = Manoeuvre(h1="0505", t1="0605", eh="0705", h2="0805")
    assert {"0605", "0705"}.isdisjoint(field.goals("h1", "fly")) and "0805" in field.goals("h1", "fly")
    field.refused("fly h1 0605", "10.6.1-pact")


@rule("nuremberg", "3.0-switch")
def test_flight_captures_only_the_landing_hex() -> None:
    field = Manoeuvre(h1="0405")
    field.play("fly h1 0405-0305-0205")
    assert field.state.red >> field.hex("0205") & 1 and not field.state.red >> field.hex("0305") & 1
