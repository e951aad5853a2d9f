"""Chapter 3: who starts where, and who controls what."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.events import SetupFilled
from grognard.games.sww3.interface import invariants
from grognard.games.sww3.model.scenario import ALLIED, SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import zone
from grognard.games.sww3.turn import victory
from grognard.games.sww3.turn.starting_areas import setup_rule
from tests.rules.sww3.wars import Ones, War

FREE = {"setup": "free"}
BENELUX = ("belgium", "netherlands", "luxembourg")


def set_up(soviet: bool = False) -> War:
    """A free set-up at the turn of a side."""
    war = War("pincher", options=FREE)
    if soviet:
        war.play("fill")
        war.play("end")
    return war


def areas(war: War, id_: str) -> set[str]:
    """The countries in which a unit can be set up."""
    (side,) = rules.to_act(war.state)
    orders = war.choices(side).orders(id_)
    hexes = [war.hex(order.path[0]) for order in orders if order.verb == "place"]
    return {war.theatre.country(hex_) for hex_ in hexes}


def stand_in(war: War, ids: Iterable[str], *countries: str) -> bool:
    """Whether units are in certain countries."""
    area = war.theatre.regions(countries)
    return all(area >> war.hex(war.where(id_)) & 1 for id_ in ids)


# -- NATO ------------------------------------------------------------------------------------------


@rule("pincher", "3.1-control")
def test_each_side_sets_up_its_own() -> None:
    war = set_up()
    assert war.asked == ("nato", "setup")
    war.refused("place su-6gt 5113", "3.1-control")
    war.refused("place us-1 4016", "5.1-order", by="soviet")
    war = set_up(soviet=True)
    assert war.asked == ("soviet", "setup")
    war.refused("place us-1 4016", "3.1-control")


@rule("pincher", "3.1-stacking")
def test_stacking_limit_applies_in_setup() -> None:
    war = set_up()
    war.play("place us-1,us-4,us-28,us-43,us-2a 4016")
    war.refused("place us-2c 4016", "3.1-stacking")
    assert not any(order == "place us-2c 4016" for order in war.orders())
    war.refused("place uk-6a,uk-7a,uk-11a,uk-2,fr-1a,fr-5a 4116", "3.1-stacking")


@rule("pincher", "3.2-neutral")
def test_switzerland_and_yugoslavia_start_neutral() -> None:
    war = War("pincher")
    assert war.state.neutral == war.theatre.regions(("switzerland", "yugoslavia"))


@rule("pincher", "3.2-place")
def test_neutrals_start_at_home_and_nato_places_them() -> None:
    war = set_up()
    assert areas(war, "sw-1c") == {"switzerland"}
    assert areas(war, "yg-1c") == {"yugoslavia"}
    war.refused(f"place sw-1c {war.city('Paris')}", "3.2-place")
    ready = War("pincher")
    assert stand_in(ready, ready.units("Sw"), "switzerland")
    assert stand_in(ready, ready.units("Yg"), "yugoslavia")


@rule("pincher", "3.3-berlin")
def test_the_berlin_garrison() -> None:
    war = set_up()
    for id_ in ("bcb", "fcb", "usbc"):
        war.refused(f"place {id_} {war.city('Hamburg')}", "3.3-berlin")
        war.play(f"place {id_} 5414")
    assert {War("pincher").where(id_) for id_ in ("bcb", "fcb", "usbc")} == {"5414"}


@rule("pincher", "3.3-austria")
def test_the_garrison_of_austria_keeps_out_of_the_soviet_zone() -> None:
    war = set_up()
    zone_ = war.theatre.region("soviet-zone")
    for id_ in ("bfa", "ffa", "usfa"):
        assert areas(war, id_) == {"austria"}
        orders = war.choices("nato").orders(id_)
        assert not any(zone_ >> war.hex(order.path[0]) & 1 for order in orders)
        war.refused(f"place {id_} {war.city('Vienna')}", "3.3-austria")


@rule("pincher", "3.4-aerial", "3.7-airborne")
def test_aerial_supply_needs_air_superiority() -> None:
    limits = War("pincher").theatre.charts["limits"]
    assert (limits["allied_aerial_supply"], limits["soviet_aerial_supply"]) == (2, 1)
    for dice, count in (((1, 6), 2), ((6, 1), 1)):
        war = War("pincher", turn=2)
        assert war.state.aerial_left == [0]
        assert not war.state.aerial
        war.play("roll", *dice)
        assert war.state.aerial_left == [count]


@rule("pincher", "3.4-pool", "3.4-cavalry")
def test_the_overseas_pool() -> None:
    for war in (War("pincher"), set_up()):
        pool = set(war.units(where="overseas"))
        brigades = {c.id for c in war.scenario.counters if c.nation == "UK" and c.size == "X"}
        teams = {c.id for c in war.scenario.counters if c.nation == "US" and c.size == "[III]"}
        assert pool == brigades | teams
        assert len(pool) == 54
        assert not pool & {"bfa", "bcb", "us-2c", "us-14c"}
    war.refused("place us-r29 4016", "3.4-pool")
    assert areas(war, "us-2c") >= {"west-germany"}


@rule("pincher", "3.4-mobilization", "10.4-blind")
def test_twenty_groupements_wait_unseen() -> None:
    war = War("pincher")
    waiting = war.units(where="mobilization")
    assert len(waiting) == 20
    assert {war.scenario.counters[war.scenario.index[id_]].nation for id_ in waiting} == {"Fr", "WG"}
    assert all(war.state.face[war.scenario.index[id_]] == -1 for id_ in waiting)
    assert {u.factors[:3] for u in rules.view(war.state, "nato").units if u.id in waiting} == {"?-?"}


@rule("pincher", "3.5-italy", "3.5-bgs", "3.5-main")
def test_the_nato_main_force() -> None:
    war = set_up()
    assert areas(war, "it-fol") == {"italy"}
    assert areas(war, "wg-bgs") == {"west-germany"}
    for id_ in ("us-1", "uk-2", "fr-1", "be-1", "nl-1"):
        assert areas(war, id_) == {"west-germany", "france", *BENELUX}
    war.refused(f"place it-fol {war.city('Paris')}", "3.5-italy")
    war.refused(f"place wg-bgs {war.city('Paris')}", "3.5-bgs")
    war.refused(f"place us-1 {war.city('Milan')}", "3.5-main")


# -- Communists ------------------------------------------------------------------------------------


@rule("pincher", "3.6-satellites")
def test_hungarians_and_romanians_start_at_home() -> None:
    war = set_up(soviet=True)
    assert areas(war, "hpa-3") == {"hungary"}
    assert areas(war, "rpa-1") == {"romania"}
    war.refused(f"place hpa-3 {war.city('Prague')}", "3.6-satellites")


@rule("pincher", "3.6-hungary", "3.6-austria")
def test_the_marked_divisions() -> None:
    war = set_up(soviet=True)
    marked = {c.id: c.tags for c in war.scenario.counters if c.tags and c.tags[0].startswith("dot-")}
    assert (
        sorted(tag for tags in marked.values() for tag in tags) == ["dot-austria"] * 2 + ["dot-hungary"] * 2
    )
    for id_, (tag,) in marked.items():
        orders = war.choices("soviet").orders(id_)
        hexes = {war.hex(order.path[0]) for order in orders if order.verb == "place"}
        area = war.theatre.region("hungary" if tag == "dot-hungary" else "soviet-zone")
        assert hexes == set(bits(area & war.scenario.land))
        war.refused(f"hold {id_}", "3.7-pool")


@rule("pincher", "3.7-airborne")
def test_seven_airborne_divisions_wait_off_the_map() -> None:
    war = set_up(soviet=True)
    assert len(war.units(where="airborne")) == 7
    war.refused("place su-7gp 5113", "3.7-airborne")


@rule("pincher", "3.7-pool")
def test_any_su_divisions_may_be_held_in_reserve() -> None:
    war = set_up(soviet=True)
    for id_ in ("su-6gt", "su-34a", "su-207r"):
        war.play(f"hold {id_}")
        assert war.where(id_) == "reserve"
    war.refused("hold su-6gt", "3.7-pool")
    war.play("lift su-6gt")
    war.play("place su-6gt 5113")
    war.play("fill")
    war.play("end")
    assert rules.phase(war.state) == "air superiority"
    assert war.where("su-34a") == "reserve"


@rule("pincher", "3.7-safe")
def test_units_in_pools_cannot_be_hit() -> None:
    war = War(
        "pincher", "soviet movement", 2, at={"su-6gt": "reserve", "su-7gp": "airborne", "us-r29": "overseas"}
    )
    before = war.state.steps[:]
    war.play("strike 5720", 6, 6)  # where the reserves would come in
    assert war.state.steps == before
    assert [war.where(id_) for id_ in ("su-6gt", "su-7gp", "us-r29")] == ["reserve", "airborne", "overseas"]


@rule("pincher", "3.8-main", "3.8-hungary")
def test_the_communist_main_force() -> None:
    war = set_up(soviet=True)
    home = {"east-germany", "poland", "romania", "czechoslovakia"}
    assert areas(war, "ppa-2c") == home
    assert areas(war, "eg-kvp-n") == home
    assert areas(war, "su-6gt") == home | {"hungary"}
    war.refused(f"place su-6gt {war.city('Vienna')}", "3.8-main")
    war.refused(f"place ppa-2c {war.city('Budapest')}", "3.8-main")


def test_setup_ends_only_when_all_units_are_placed() -> None:
    war = set_up()
    war.play("place us-1 4016")
    war.refused("end", "3.1-control")
    assert "end" not in war.orders()
    war.play("fill")
    assert war.where("us-1") == "4016"
    war.play("end")
    assert war.asked == ("soviet", "setup")


def test_ready_made_setup_is_complete_and_legal() -> None:
    ready = War("pincher")
    assert not invariants.violations(ready.state)
    assert not ready.units(where="ready")
    assert ready.units(where="away") == [c.id for c in ready.scenario.counters if "second" in c.tags]
    filled = set_up()
    for _ in range(2):
        filled.play("fill")
        filled.play("end")
    assert filled.state.at == ready.state.at


# -- tracks and control ----------------------------------------------------------------------------


@rule("pincher", "3.9-vp")
def test_seven_points_at_the_start() -> None:
    war = War("pincher")
    assert victory.points(war.state, 0) == 7
    assert war.theatre.charts["victory"]["start"] == 7


@rule("pincher", "3.9-prestige", "3.9-turn")
def test_the_other_tracks() -> None:
    state = War("pincher").state
    assert (state.prestige, state.turn, state.strikes) == (99, 1, [0, 0])


@rule("pincher", "3.10-start")
def test_control_at_the_start() -> None:
    war = War("pincher")
    red = war.theatre.regions(
        ("east-germany", "poland", "czechoslovakia", "hungary", "romania", "soviet-zone")
    ) & ~(1 << war.hex("5414"))  # Romania too, Berlin not [R-PIN-04]
    assert war.state.red == red
    assert War("pincher", at={}).held_by("5414") == ALLIED  # with or without its garrison


@rule("pincher", "3.10-switch")
def test_control_changes_on_entry() -> None:
    middle, near = War("pincher").open_ground("west-germany")
    war = War("pincher", "soviet movement", 2, at={"su-6gt": near[0], "us-1": near[3]})
    assert war.held_by(middle) == ALLIED
    war.play(f"move su-6gt {near[0]}-{middle}")
    assert war.held_by(middle) == SOVIET
    war.put("su-6gt", near[0])
    assert war.held_by(middle) == SOVIET  # no unit has returned
    war.pass_to("nato movement")
    war.play(f"move us-1 {near[3]}-{middle}")
    assert war.held_by(middle) == ALLIED


@rule("pincher", "3.11")
def test_zoc_does_not_change_control() -> None:
    middle, near = War("pincher").open_ground("west-germany")
    war = War("pincher", "soviet movement", 2, at={"su-6gt": middle})
    assert zone(war.state, SOVIET) >> war.hex(near[0]) & 1
    assert war.held_by(near[0]) == ALLIED


# -- the rest as in the ready-made setup ------------------------------------------------------------


def with_deployment(**changes: tuple[str, ...]) -> War:
    """A free setup at the Soviet stage, with other hexes or places in the ready-made setup."""
    war = War("pincher", options={"setup": "free"})
    scenario = Sww3Scenario(war.scenario.path.parents[1], "campaign", {"setup": "free"})
    moved = {id_ for ids in changes.values() for id_ in ids}
    usual = {
        where: tuple(id_ for id_ in ids if id_ not in moved)
        for where, ids in scenario.file.deployment.items()
    }
    deployment = {**usual, **{where: (*usual.get(where, ()), *ids) for where, ids in changes.items()}}
    scenario.file = msgspec.structs.replace(scenario.file, deployment=deployment)
    war.scenario = scenario
    war.state = rules.setup(scenario, Ones())
    war.play("fill")
    war.play("end")
    return war


@rule("pincher", "3.7-pool")
def test_filling_holds_units_back_as_the_ready_made_setup_does() -> None:
    war = with_deployment(reserve=("su-4gt", "ppa-2c"))
    ready = War("pincher")
    count = sum(war.where(id_) == "ready" for id_ in war.units())
    (filled,) = war.play("fill")
    assert isinstance(filled, SetupFilled) and filled.count == count
    held = setup_rule(war.scenario, war.scenario.index["ppa-2c"], 0)
    assert held is not None
    assert war.where("su-4gt") == "reserve"
    assert (war.where("ppa-2c") == "reserve") == held.may_hold
    assert not war.units(where="ready")
    others = [id_ for id_ in war.units("SU") if id_ != "su-4gt"]
    assert [war.where(id_) for id_ in others] == [ready.where(id_) for id_ in others]


@rule("pincher", "3.1-stacking")
def test_filling_takes_an_emptier_usual_hex_when_the_own_is_full() -> None:
    ready = War("pincher")
    usual = ready.where("su-4gt")
    war = with_deployment()
    place = setup_rule(war.scenario, war.scenario.index["su-4gt"], 0)
    assert place is not None
    strangers = [
        c.id
        for c in war.scenario.counters
        if c.nation == "SU" and c.steps == 2 and war.where(c.id) == "ready" and ready.where(c.id) != usual
    ]
    war.play(f"place {','.join(strangers[:5])} {usual}")
    before = dict(war.state.load)
    own = {ready.where(c.id) for c in war.scenario.counters if c.side == "soviet"}
    war.play("fill")
    found = war.where("su-4gt")
    assert found != usual and found in own
    assert place.area >> war.hex(found) & 1
    assert before.get(war.hex(found), 0) == 0
    assert not war.units(where="ready")
    assert max(war.state.load.values()) <= 10
