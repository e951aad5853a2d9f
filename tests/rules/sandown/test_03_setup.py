"""Chapter 3: who starts where, the draw of Soviet divisions, and who controls what."""

from __future__ import annotations

import pytest

from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.interface import invariants
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import zone
from grognard.games.sww3.turn import victory
from tests.rules.sww3.wars import War

CAPITALS = {
    "Egypt": "Cairo", "Iran": "Tehran", "Iraq": "Baghdad", "Jrdn": "Amman", "Kwt": "Kuwait City",
    "Lbn": "Beirut", "Syria": "Damascus",
}  # fmt: skip


def set_up(soviet: bool = False, draw: tuple[int, ...] = (1,) * 33) -> War:
    """A free set-up at the turn of a side, its divisions drawn."""
    war = War("sandown", options={"setup": "free"})
    if soviet:
        war.play("fill")
        war.play("end")
        if draw:
            war.play("draw", *draw)
    return war


def hexes_of(war: War, id_: str) -> set[str]:
    """Where a unit can be set up."""
    (side,) = rules.to_act(war.state)
    return {order.path[0] for order in war.choices(side).orders(id_) if order.verb == "place"}


def area(war: War, *countries: str) -> set[str]:
    """The hexes of countries."""
    return set(war.labels(war.theatre.regions(countries) & war.scenario.land))


@rule("sandown", "3.1-control")
def test_each_side_sets_up_its_own() -> None:
    war = set_up()
    assert war.asked == ("un", "setup")
    war.refused("place su-4gt 5949", "3.1-control")
    war = set_up(soviet=True)
    war.refused("place isrl-1 2471", "3.1-control")


@rule("sandown", "3.1-stacking")
def test_stacking_limit_applies_in_setup() -> None:
    war = set_up()
    war.play("place trk-9,trk-12,trk-2,trk-51,trk-3 4951")
    war.refused("place trk-4a 4951", "3.1-stacking")


@rule("sandown", "3.2-aside")
def test_marines_and_markers_wait_off_the_map() -> None:
    for war in (War("sandown"), set_up()):
        assert war.where("usmc-2") == "waiting"
        assert not war.state.naval
        assert not war.state.aerial
        assert war.state.aerial_left == [0]
    war.refused("place usmc-2 2469", "3.2-aside")
    war = War("sandown", turn=2)
    war.play("roll", 1, 1, 6, 6)
    assert war.state.aerial_left == [1]


@rule("sandown", "3.2-us", "3.2-turkish")
def test_two_blind_pools() -> None:
    war = War("sandown")
    army = {c.id for c in war.scenario.counters if c.nation == "US" and c.kind != "marine"}
    assert set(war.units(where="overseas")) == army
    reserve = {c.id for c in war.scenario.counters if "reserve" in c.tags}
    assert set(war.units(where="mobilization")) == reserve
    assert {c.nation for c in war.scenario.counters if c.id in reserve} == {"Trk"}
    war = set_up()
    war.refused("place us-r29 2469", "3.2-us")
    war.refused("place trk-5 4951", "3.2-turkish")


@rule("sandown", "3.3-israel", "3.3-turkey")
def test_israelis_and_turks_start_at_home() -> None:
    war = set_up()
    assert hexes_of(war, "isrl-1") == area(war, "israel")
    assert hexes_of(war, "trk-9") == area(war, "turkey")
    war.refused("place isrl-1 4951", "3.3-israel")
    war.refused("place trk-9 2471", "3.3-turkey")


@rule("sandown", "3.3-british", "3.3-bfc")
def test_the_british_start_at_suez_and_on_cyprus() -> None:
    war = set_up()
    suez = war.labels(war.scenario.grid.within(war.hex("1374"), 1) & war.scenario.land)
    assert hexes_of(war, "uk-1") == hexes_of(war, "uk-3") == set(suez)
    assert hexes_of(war, "uk-bfc") == {"2360"}
    war.refused("place uk-1 2360", "3.3-british")
    war.refused("place uk-bfc 1374", "3.3-bfc")
    apart = sorted(set(suez) - {"1374"})[0]
    war.play("place uk-1 1374")
    war.play(f"place uk-3 {apart}")


@rule("sandown", "3.3-capitals")
@pytest.mark.parametrize("nation", CAPITALS)
def test_local_armies_start_in_their_capitals(nation: str) -> None:
    war = set_up()
    for id_ in war.units(nation):
        assert hexes_of(war, id_) == {war.city(CAPITALS[nation])}
    ready = War("sandown")
    assert {ready.where(id_) for id_ in ready.units(nation)} == {ready.city(CAPITALS[nation])}


@rule("sandown", "3.3-control", "3.5-cities", "3.8-start")
def test_control_at_the_start() -> None:
    war = War("sandown")
    ussr = war.theatre.region("ussr")
    assert war.state.red == ussr
    assert len(war.cities("ussr")) == 2
    assert all(war.held_by(label) == SOVIET for label in war.cities("ussr"))
    others = war.labels(war.theatre.cities & ~ussr)
    assert all(war.held_by(label) == ALLIED for label in others)


# -- the Soviet force ------------------------------------------------------------------------------


@rule("sandown", "3.4-draw")
def test_thirty_three_divisions_are_drawn_blindly() -> None:
    war = set_up(soviet=True, draw=())
    bag = war.units(where="bag")
    assert len(bag) == 102
    assert war.orders() == {"draw"}
    war.refused("place su-4gt 5949", "3.4-draw")
    war.play("draw", *(2,) * 33)
    drawn = war.units(where="ready") + war.units(where="airborne")
    assert sorted(drawn) == sorted(bag[1:34])
    war.refused("draw", "3.4-draw")


@rule("sandown", "3.4-swap", "4.4")
def test_six_of_them_may_be_exchanged() -> None:
    war = set_up(soviet=True)
    drawn, bag = war.units(where="ready"), war.units(where="bag")
    for number in range(6):
        war.play(f"swap {drawn[number]},{bag[number]}")
        assert war.where(drawn[number]) == "bag"
        assert war.state.target == [66 + number]
    war.refused(f"swap {drawn[6]},{bag[6]}", "3.4-swap")
    assert not any(order.startswith("swap") for order in war.orders())
    taken = war.units(where="ready") + war.units(where="airborne")
    assert len(taken) == 33


@rule("sandown", "3.4-swap")
def test_only_drawn_divisions_are_exchanged() -> None:
    war = set_up(soviet=True)
    drawn, bag = war.units(where="ready"), war.units(where="bag")
    war.refused(f"swap {bag[0]},{bag[1]}", "3.4-swap")
    war.refused(f"swap {drawn[0]},{drawn[1]}", "3.4-swap")
    war.play(f"place {drawn[0]} 5949")
    war.refused(f"swap {drawn[0]},{bag[0]}", "3.4-swap")


@rule("sandown", "3.5-place", "3.5-airborne")
def test_soviets_start_in_the_ussr_and_airborne_ones_off_the_map() -> None:
    war = set_up(soviet=True)
    unit, bag = war.units(where="ready")[0], war.units(where="bag")
    beaches = area(war, "turkey") & set(war.labels(war.theatre.region("black-sea")))
    assert hexes_of(war, unit) - beaches == area(war, "ussr")
    war.refused(f"place {unit} {war.city('Tabriz')}", "3.5-place")
    airborne = next(id_ for id_ in bag if id_.endswith("gp"))
    war.play(f"swap {unit},{airborne}")
    assert war.where(airborne) == "airborne"
    war.refused(f"place {airborne} 5949", "3.5-airborne")


@rule("sandown", "3.5-blacksea")
def test_up_to_three_units_in_one_hex_of_the_black_sea_coast() -> None:
    war = set_up(soviet=True)
    units = war.units(where="ready")
    turkish = sorted(area(war, "turkey") & set(war.labels(war.theatre.region("black-sea"))))
    beach = next(label for label in turkish if war.hex(label) not in war.state.here)
    other = next(label for label in turkish if label != beach and war.hex(label) not in war.state.here)
    for unit in units[:3]:
        war.play(f"place {unit} {beach}")
    assert war.held_by(beach) == SOVIET  # it changes control [R-SAN-16]
    war.refused(f"place {units[3]} {beach}", "3.5-blacksea")
    war.refused(f"place {units[3]} {other}", "3.5-blacksea")
    for unit in units[:3]:
        war.play(f"lift {unit}")
    assert war.held_by(beach) == ALLIED
    held = next((label for label in turkish if war.hex(label) in war.state.here), None)
    if held:
        war.refused(f"place {units[0]} {held}", "3.5-blacksea")


@rule("sandown", "3.6-pool")
def test_any_divisions_may_be_held_in_reserve() -> None:
    war = set_up(soviet=True)
    units = war.units(where="ready")
    for unit in units[:2]:
        war.play(f"hold {unit}")
    war.play("fill")
    war.play("end")
    assert rules.phase(war.state) == "air superiority"
    assert war.units(where="reserve") == units[:2]
    assert not war.units(where="bag")


@rule("sandown", "3.6-safe")
def test_units_in_pools_cannot_be_hit() -> None:
    at = {"su-4gt": "reserve", "su-7gp": "airborne", "us-r29": "overseas"}
    war = War("sandown", "soviet movement", 2, at=at)
    before = war.state.steps[:]
    war.play("strike 5948", 6, 6)
    assert war.state.steps == before
    assert [war.where(id_) for id_ in at] == list(at.values())


def test_ready_made_setup_is_complete_and_legal() -> None:
    ready = War("sandown")
    assert not invariants.violations(ready.state)
    placed = [id_ for id_ in ready.units("SU") if ready.where(id_)[0].isdigit()]
    ussr = ready.theatre.region("ussr")
    assert all(ussr >> ready.hex(ready.where(id_)) & 1 for id_ in placed)
    assert len(placed) + len(ready.units(where="airborne")) == 33
    for hex_ in bits(ready.state.held[ALLIED]):
        assert ready.state.load[hex_] <= 10


# -- tracks and control ----------------------------------------------------------------------------


@rule("sandown", "3.7-vp")
def test_four_points_at_the_start() -> None:
    war = War("sandown")
    assert victory.points(war.state, 0) == 4
    assert war.theatre.charts["victory"]["start"] == 4


@rule("sandown", "3.7-prestige", "3.7-turn")
def test_the_other_tracks() -> None:
    state = War("sandown").state
    assert (state.prestige, state.turn, state.strikes) == (33, 1, [0, 0])


@rule("sandown", "3.8-switch")
def test_control_changes_on_entry() -> None:
    middle, near = War("sandown").open_ground("iraq")
    war = War("sandown", "soviet movement", 2, at={"su-4gt": near[0], "uk-1": near[3]})
    war.play(f"move su-4gt {near[0]}-{middle}")
    assert war.held_by(middle) == SOVIET
    war.put("su-4gt", near[0])
    assert war.held_by(middle) == SOVIET
    war.pass_to("un movement")
    war.play(f"move uk-1 {near[3]}-{middle}")
    assert war.held_by(middle) == ALLIED


@rule("sandown", "3.9")
def test_zoc_does_not_change_control() -> None:
    middle, near = War("sandown").open_ground("iraq")
    war = War("sandown", "soviet movement", 2, at={"su-4gt": middle})
    assert zone(war.state, SOVIET) >> war.hex(near[0]) & 1
    assert war.held_by(near[0]) == ALLIED
