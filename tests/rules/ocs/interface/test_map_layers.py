"""What the map shows besides ZOCs and supply: Patrol Zones, Trainbusting Zones, Drop Plans, ranges."""

from __future__ import annotations

from typing import cast

import grognard
from grognard.core.testing import rule
from grognard.games.ocs.interface.map_layers import areas, ranges
from grognard.games.ocs.model.state import OcsState
from tests.rules.ocs.airfield import Airfield

RADIUS = 10


def layer(field: Airfield, name: str, side: str = "german") -> set[str]:
    """Return the hexes of a layer."""
    return field.labels(areas(field.state, side)[name])


@rule("ocs", "14.4c.1")
def test_patrol_zones_are_within_ten_hexes_of_bases_with_an_active_fighter() -> None:
    field, grid = Airfield(g_109="04.07", s_yak="13.07 i"), Airfield().scenario.grid
    base = field.hex("04.07")
    near = {h for h in grid.hexes() if grid.distance(base, h) <= RADIUS}
    assert layer(field, "patrol") == {
        field.scenario.label(h) for h in near if field.scenario.playable >> h & 1
    }
    assert layer(field, "patrol", "soviet") == set()  # an Inactive Fighter has none


@rule("ocs", "14.8b.1")
def test_trainbusting_zones_are_the_marker_and_its_neighbours() -> None:
    field = Airfield()
    field.state.busted[0] = 1 << field.hex("10.07")
    zone = layer(field, "trainbusting")
    assert len(zone) == 7 and "10.07" in zone
    assert layer(field, "trainbusting", "soviet") == set()


@rule("ocs", "14.10b.1")
def test_drop_plans_are_shown_to_their_owner_only() -> None:
    field = Airfield(g_52="04.07", g_inf1="04.07")
    field.state.drop_hex[field.unit("g-inf1")] = field.hex("10.07")
    assert layer(field, "drop-plans") == {"10.07"}
    assert layer(field, "drop-plans", "soviet") == set()


@rule("ocs", "14.2d.1", "14.7c")
def test_the_range_of_planes_is_what_all_of_them_reach() -> None:
    field = Airfield(g_109="04.07", g_87="04.07", s_inf1="11.09")
    both, one = ranges(field.state, ["g-109", "g-87"]), ranges(field.state, ["g-109"])
    assert both["flight"] & ~one["flight"] == 0 and both["flight"] != one["flight"]
    far = {
        field.scenario.grid.distance(field.hex("04.07"), field.hex(h)) for h in field.labels(both["short"])
    }
    assert max(far) == RADIUS
    assert ranges(field.state, ["s-inf1"]) == {}


@rule("ocs", "SR-11", "18.5.1")
def test_beaches_leave_out_coasts_that_the_scenario_closes() -> None:
    game = grognard.new("ocs/husky", seed=1)
    open_ = areas(cast(OcsState, game.state), "allied")["beaches"]
    closed = cast(OcsState, game.state).scenario.no_landings
    assert open_ and closed and not open_ & closed


def test_a_game_offers_the_layers_of_what_is_in_play() -> None:
    air, sea = {"patrol", "trainbusting"}, {"guns", "beaches"}
    ground = grognard.new("ocs/drill-1-modes").scenario.areas
    flying = grognard.new("ocs/drill-9-air-combat").scenario.areas
    afloat = grognard.new("ocs/drill-12-beach-assault").scenario.areas
    assert not set(ground) & (air | sea | {"drop-plans"})
    assert set(flying) - set(ground) == air
    assert set(afloat) - set(ground) == sea


def test_the_prompt_of_a_barrage_segment_names_what_the_side_has() -> None:
    for scenario, arms in (("drill-10-air-barrage", "aircraft"), ("drill-12-beach-assault", "ships")):
        game = grognard.new(f"ocs/{scenario}", seed=1)
        game.play("end")
        decision = game.choices()
        assert decision is not None
        assert str(decision.sentence()) == f"Barrage with {arms} and released artillery, or end the segment."
