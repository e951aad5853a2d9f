"""What the players see: counters, markers, boxes, objectives, standings, losses and areas."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.contract.state import Result
from grognard.core.contract.view import BoxView, Losses, ObjectiveView, Standing, UnitView, View
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.afcent.interface import views
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import jam
from grognard.games.nuremberg.definition import GAME
from tests.rules.nuremberg.campaign import Campaign

AT = {
    "su-79gt-17t": "3440", "su-79gt-45t": "3440", "su-103g": "2732", "us-2c-1": "3237", "wg-g-hof": "3540",
    "su-119t": "withheld", "cz-9t-m": "withheld-south", "us-1a-1-51": "coming", "wg-26l-261": "airborne",
    "su-39g-117": "exited", "su-39g-120": "lost", "us-1a-1-6": "lost", "us-1a-1-52": "lost",
    "su-a1": "available", "su-a2": "used", "su-a3": "lost", "us-a1": "available",
}  # fmt: skip


def war(phase: str = "pact movement", turn: int = 2, **options: Any) -> Campaign:
    """A moment in which something is everywhere."""
    return Campaign(phase, turn, at=AT, **options)


def seen(campaign: Campaign, side: str = "pact") -> View:
    return GAME.view(campaign.state, side)


def unit(campaign: Campaign, id_: str) -> UnitView:
    return next(unit for unit in seen(campaign).units if unit.id == id_)


# -- counters --------------------------------------------------------------------------------------


def test_counters_show_what_is_printed() -> None:
    assert unit(war(), "su-79gt-17t") == UnitView(
        id="su-79gt-17t", side="pact", label="17T", kind="armour", at="3440",
        title="Soviet 17th Guards Tank Regiment", nation="8GA", size="III", factors="7",
        values=(7,),
    )  # fmt: skip
    assert unit(war(), "su-119t").at == "withheld"
    assert unit(war(), "us-a1").factors == ""
    assert unit(war(), "us-a1").marker


@rule("nuremberg", "2.2-defence-only")
def test_units_that_only_defend_have_their_factor_in_brackets() -> None:
    assert unit(war(), "wg-g-hof").factors == "(3)"


@rule("nuremberg", "12.4.1.i")
def test_disrupted_103g_shows_its_other_factor() -> None:
    campaign = war()
    assert unit(campaign, "su-103g").factors == "8"
    campaign.state.disrupted = campaign.bit("su-103g")
    assert unit(campaign, "su-103g").factors == "4"
    assert unit(campaign, "su-103g").flags == ("disrupted",)


def test_counters_that_are_away_are_not_shown() -> None:
    assert {unit.id for unit in seen(war()).units} == set(AT)


@pytest.mark.parametrize("flag", ["fought", "attacked", "disrupted", "landed"])
def test_flags(flag: str) -> None:
    campaign = war()
    setattr(campaign.state, flag, campaign.bit("us-2c-1"))
    assert unit(campaign, "us-2c-1").flags == (flag,)
    assert unit(campaign, "su-79gt-17t").flags == ()


def test_moved_units_are_flagged_in_their_movement_phase_only() -> None:
    campaign = war()
    state, index = campaign.state, campaign.scenario.index
    state.spent[index["su-79gt-17t"]] = 1
    state.stopped = campaign.bit("su-79gt-45t", "us-2c-1")
    flagged = {unit.id for unit in seen(campaign).units if "moved" in unit.flags}
    assert flagged == {"su-79gt-17t", "su-79gt-45t"}
    campaign.go_to("pact combat")
    assert not [unit.id for unit in seen(campaign).units if "moved" in unit.flags]


# -- markers ---------------------------------------------------------------------------------------


def markers(campaign: Campaign) -> dict[str, UnitView]:
    """Return the markers that are not counters, by their ids."""
    return {unit.id: unit for unit in seen(campaign).units if unit.id not in campaign.scenario.index}


@rule("nuremberg", "5.1-any", "6.2-place", "10.10-first")
def test_markers_on_the_map() -> None:
    campaign = war()
    campaign.state.sky, campaign.state.markers = NATO, 1 << campaign.hex("2424")
    campaign.state.refugees = 1 << campaign.hex("2525")
    jam(campaign.state, campaign.hex("3440"), 1)
    jam(campaign.state, campaign.hex("3237"), 2)
    assert markers(campaign) == {
        "air-2424": UnitView(
            id="air-2424", side="nato", label="Air", kind="air", at="2424", title="Airpower", marker=True
        ),
        "ew-3440": UnitView(
            id="ew-3440", side="nato", label="EW", kind="ew", at="3440", title="1 EW marker", marker=True
        ),
        "ew-3237": UnitView(
            id="ew-3237", side="pact", label="EW 2", kind="ew", at="3237", title="2 EW markers", marker=True
        ),
        "refugees-2525": UnitView(
            id="refugees-2525", side="", label="Refugees", kind="refugees", at="2525", title="Refugees",
            marker=True,
        ),
    }  # fmt: skip
    assert unit(campaign, "su-79gt-45t").flags == ("EW",)
    assert unit(campaign, "us-2c-1").flags == ("EW",)


# -- boxes and losses ------------------------------------------------------------------------------


def test_boxes() -> None:
    campaign = war()
    campaign.put("su-18g-t", "recalled")
    campaign.put("wg-g-bam", "ready")
    assert seen(campaign).boxes == (
        BoxView("nato ready", "To set up", "nato", ("wg-g-bam",), "waiting"),
        BoxView("pact available", "Available support", "pact", ("su-a1",), "off-map"),
        BoxView("nato available", "Available support", "nato", ("us-a1",), "off-map"),
        BoxView("pact used", "Used support", "pact", ("su-a2",), "off-map"),
        BoxView("pact withheld", "Entering from East Germany", "pact", ("su-119t",), "waiting"),
        BoxView("pact withheld-south", "Entering from Czechoslovakia", "pact", ("cz-9t-m",), "waiting"),
        BoxView("nato coming", "Reinforcements", "nato", ("us-1a-1-51",), "waiting"),
        BoxView("nato airborne", "Waiting to land", "nato", ("wg-26l-261",), "waiting"),
        BoxView("pact recalled", "Drop cancelled", "pact", ("su-18g-t",), "withdrawn"),
        BoxView("pact exited", "Exited", "pact", ("su-39g-117",), "withdrawn"),
        BoxView("pact lost", "Eliminated", "pact", ("su-39g-120",), "eliminated"),
        BoxView("nato lost", "Eliminated", "nato", ("us-1a-1-6", "us-1a-1-52"), "eliminated"),
    )


def test_losses_count_units_but_no_markers() -> None:
    assert seen(war()).losses == (Losses("pact", 1, 1), Losses("nato", 2, 2))


# -- areas -----------------------------------------------------------------------------------------


@rule("nuremberg", "3.0-start", "5.2")
def test_areas_are_control_and_own_air_range() -> None:
    campaign = war()
    grid, state = campaign.scenario.grid, campaign.state
    state.sky, state.markers = PACT, 1 << campaign.hex("2424")
    changed(state)
    pact, nato = (GAME.area_hexes(state, side) for side in ("pact", "nato"))
    assert set(pact) == {"control", "air"}
    assert pact["control"] == state.red
    assert nato["control"] == campaign.scenario.land & ~state.red
    assert set(grid.names(pact["air"])) == {"2424", "2524", "2324", "2423", "2323", "2425", "2325"}
    assert nato["air"] == 0


def test_areas_end_with_the_part_of_the_map_in_play() -> None:
    campaign = Campaign("pact movement", 2, scenario="border-battle")
    found = GAME.area_hexes(campaign.state, "nato")["control"]
    assert found and not found & ~campaign.scenario.land


# -- objectives and standings ----------------------------------------------------------------------


@rule("nuremberg", "12.5.2-block.a", "12.5.2-north.a", "12.5.2-south.a")
def test_objectives_are_cities_and_exits() -> None:
    campaign = war()
    found = {objective.hex: objective for objective in seen(campaign).objectives}
    assert found["3440"].held_by == "pact"
    assert found["3540"] == ObjectiveView("3540", "Hof", "nato")
    assert found["1901"] == ObjectiveView("1901", found["1901"].name, "nato")
    exits = {"1901", "2801", "3401", "3801", "4801", "1004", "1023"}
    assert exits <= set(found)
    west = campaign.scenario.cities & ~campaign.scenario.red_land
    assert set(found) == exits | set(campaign.scenario.grid.names(west))


def goal(label: str, value: int, target: int, met: bool = False) -> Standing:
    return Standing(kind="goal", label=label, side="pact", value=value, target=target, met=met)


def exits(campaign: Campaign, **counts: int) -> None:
    """Let units have exited: ``x1901=3``."""
    order = ["1901", "2801", "3401", "3801", "4801", "1004", "1023"]
    campaign.state.exits = [counts.get(f"x{label}", 0) for label in order]


@rule("nuremberg", "12.5.2-north.a", "12.5.2-south.a", "12.5.2-block.a")
def test_standings_of_the_pact() -> None:
    campaign = war()
    exits(campaign, x1901=3, x2801=1, x4801=2, x1004=4, x1023=9)
    campaign.put("su-103g", "airborne")
    campaign.state.red |= 1 << campaign.hex("2732")
    campaign.state.sky, campaign.state.ether = PACT, NATO
    assert seen(campaign).standings == (
        goal("Attack order: Northern Pincer", 6, 12),
        Standing(kind="fact", label="Drop of the 103rd Guards", side="pact", turn=12, hexes=("2732", "1942")),
        goal("Pact cities", 2, 27),
        goal("Units exited in the west", 6, 12),
        goal("Units exited in the south", 13, 12, met=True),
        goal("Of these by the south-western road", 4, 4, met=True),
        Standing(kind="fact", label="Air superiority", side="pact"),
        Standing(kind="fact", label="Electronic warfare", side="nato"),
    )


@rule("nuremberg", "12.1.4.1.b", "12.1.4.3")
def test_nato_does_not_see_order_and_plan_until_the_end() -> None:
    campaign = war()
    campaign.put("su-103g", "airborne")
    labels = [line.label for line in seen(campaign, "nato").standings]
    assert labels == [
        "Pact cities",
        "Units exited in the west",
        "Units exited in the south",
        "Of these by the south-western road",
    ]
    campaign.state.result = Result("nato", "NATO victory", "", "")
    labels = [line.label for line in seen(campaign, "nato").standings]
    assert labels[:2] == ["Attack order: Northern Pincer", "Drop of the 103rd Guards"]


def test_standings_leave_out_what_is_not_decided_yet() -> None:
    campaign = war()  # the 103G has landed
    assert [line.label for line in seen(campaign).standings][:2] == [
        "Attack order: Northern Pincer",
        "Pact cities",
    ]
    campaign.state.order = -1
    assert seen(campaign).standings[0].label == "Pact cities"
    assert not [line for line in seen(campaign).standings if line.kind == "fact"]


def test_standings_of_the_border_battle() -> None:
    """[R-NUR-47]"""
    campaign = Campaign("pact movement", 2, scenario="border-battle")
    campaign.state.red |= campaign.scenario.grid.mask(["3540", "3440"])
    assert seen(campaign).standings == (goal("Pact cities", 2, 10),)


# -- the moment ------------------------------------------------------------------------------------


@rule("nuremberg", "4.2")
def test_phase_and_phases() -> None:
    campaign = war("nato movement")
    campaign.state.fight_first = [True, False]
    view = seen(campaign, "nato")
    assert (view.phase, view.phase_side, view.phase_name) == ("nato movement", "nato", "movement")
    assert (view.side, view.turn, view.turns, view.to_act) == ("nato", 2, 12, ("nato",))
    assert view.phases == (
        "pact declaration", "nato declaration", "air superiority", "electronic warfare", "pact combat",
        "pact movement", "nato movement", "nato combat", "refugees",
    )  # fmt: skip


@pytest.mark.parametrize("phase", ["arrivals", "admin"])
def test_automatic_phases_are_listed_only_when_they_are_on(phase: str) -> None:
    name = {"arrivals": "arrivals", "admin": "administration"}[phase]
    campaign = Campaign(phase, 1, at={"wg-51v": "coming"})
    assert seen(campaign).phase == name
    assert [p for p in seen(campaign).phases if p in ("arrivals", "administration")] == [name]


def test_phases_of_setup() -> None:
    campaign = Campaign(setup="free")
    assert seen(campaign).phases == ("nato set-up", "pact attack order", "pact drop plan", "pact set-up")
    assert seen(campaign).phase == "nato set-up"
    assert seen(Campaign()).phases == ("pact attack order", "pact drop plan")
    assert seen(Campaign(attack_order="chosen")).phases == ("pact attack order", "pact drop plan")


def test_names_of_places() -> None:
    campaign = war()
    assert views.place_name(campaign.scenario, campaign.hex("4801")) == "4801"
    assert views.place_name(campaign.scenario, -4) == "withheld"
