"""What players see: units and their factors, markers, boxes, objectives, standings and prompts."""

from __future__ import annotations

import pytest

from grognard.core.contract.decisions import Question
from grognard.core.contract.state import Result
from grognard.core.contract.view import BoxView, Losses, ObjectiveView, Standing, UnitView
from grognard.core.hexes.grid import bits
from grognard.games.sww3 import rules
from grognard.games.sww3.interface.choices import phases
from grognard.games.sww3.interface.views import areas
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import lose_step
from tests.rules.sww3.field import Field
from tests.rules.sww3.parade import Parade
from tests.rules.sww3.wars import War


def shown(field: Field, id_: str) -> UnitView:
    """A unit or marker in the view."""
    return next(unit for unit in rules.view(field.state, "").units if unit.id == id_)


def standings(field: Field) -> list[Standing]:
    """The standings of the view."""
    return list(rules.view(field.state, "").standings)


# -- units -----------------------------------------------------------------------------------------


def test_unit_shows_its_place_factors_and_steps() -> None:
    f = Field("pincher", t1="0504", t2="0505*", u1="0101")
    assert (shown(f, "t1").at, shown(f, "t1").factors, shown(f, "t1").steps) == ("0504", "7-5-7", 2)
    assert (shown(f, "t2").at, shown(f, "t2").factors, shown(f, "t2").steps) == ("0505", "4-3-7", 1)


def test_eliminated_unit_shows_its_full_strength() -> None:
    f = Field("pincher", t1="0504*", u1="0101")
    lose_step(f.state, f.scenario.index["t1"])
    assert (shown(f, "t1").at, shown(f, "t1").factors, shown(f, "t1").steps) == ("lost", "7-5-7", 2)


def test_untried_unit_shows_only_its_movement_until_it_is_revealed() -> None:
    f = Field("pincher", w1="0505", t1="0504")
    assert shown(f, "w1").factors == "?-?-5"
    f.state.face[f.scenario.index["w1"]] = f.scenario.index["w4"]
    assert shown(f, "w1").factors == "3-3-5"
    f.state.face[f.scenario.index["w1"]] = 0  # whose defence differs from its attack
    assert shown(f, "w1").factors == "4-3-5"


def test_unit_shows_its_flags() -> None:
    f = Field("pincher", t1="0504", u1="0101")
    names = ("moved", "committed", "fought", "attacked", "disrupted", "dropped", "sailed")
    for name in names:
        setattr(f.state, name, f.bit("t1"))
    assert shown(f, "t1").flags == names
    assert shown(f, "u1").flags == ()


def test_unit_out_of_supply_is_flagged_while_the_game_goes_on() -> None:
    p = Parade("pincher", t1="0503", u1="0502", u2="0504", t2="reserve")
    assert shown(p, "t1").flags == ("out of supply",)
    assert shown(p, "u1").flags == shown(p, "t2").flags == ()
    p.state.moved = p.bit("t1")
    assert shown(p, "t1").flags == ("moved", "out of supply")
    p.state.result = Result("allied", "Allied victory", "", "4.1")
    assert shown(p, "t1").flags == ("moved",)


def test_unit_that_takes_no_part_is_not_shown() -> None:
    f = Field("pincher", t1="0504", u1="0101", u2="lost")
    assert {unit.id for unit in rules.view(f.state, "").units} == {"t1", "u1", "u2"}


# -- markers ---------------------------------------------------------------------------------------


def marker(kind: str, label: str, title: str, side: str, at: str) -> UnitView:
    """A marker as it is shown."""
    return UnitView(id=f"{kind}-{at}", side=side, label=label, kind=kind, at=at, title=title, marker=True)


@pytest.mark.parametrize(("side", "name"), [(SOVIET, "soviet"), (ALLIED, "allied")])
def test_markers_on_the_map(side: int, name: str) -> None:
    f = Field("pincher", t1="0504", u1="0101")
    f.air(side, "0303")
    where = "0504" if side == SOVIET else "0101"
    f.supply_from_air(side, where)
    f.nuke("0707")
    found = [unit for unit in rules.view(f.state, "").units if unit.marker]
    assert found == [
        marker("air", "Air", "Airpower", name, "0303"),
        marker("aerial-supply", "Supply", "Aerial supply", name, where),
        marker("blast", "Blast", "Atomic blast", "", "0707"),
    ]


# -- boxes, losses, objectives ---------------------------------------------------------------------


def test_boxes_off_the_map() -> None:
    at = {
        "t1": "ready", "t2": "reserve", "p1": "airborne", "u1": "overseas", "w1": "mobilization",
        "u2": "arriving", "n1": "second", "u5": "waiting", "t3": "bag", "u6": "diverted", "u3": "lost",
        "m1": "away", "m2": "0504",
    }  # fmt: skip
    f = Field("pincher", **at)  # type: ignore[arg-type]
    assert rules.view(f.state, "").boxes == (
        BoxView("soviet ready", "To set up", "soviet", ("t1",), "waiting"),
        BoxView("soviet reserve", "Reserve, enters at the map edge", "soviet", ("t2",), "waiting"),
        BoxView("soviet airborne", "Airborne divisions", "soviet", ("p1",), "waiting"),
        BoxView("allied overseas", "Overseas pool", "allied", ("u1",), "waiting"),
        BoxView("allied mobilization", "To be mobilized", "allied", ("w1",), "waiting"),
        BoxView("allied arriving", "Arriving now", "allied", ("u2",), "waiting"),
        BoxView("soviet second", "Second formation", "soviet", ("n1",), "waiting"),
        BoxView("allied waiting", "At sea", "allied", ("u5",), "waiting"),
        BoxView("soviet bag", "Not assigned", "soviet", ("t3",), "off-map"),
        BoxView("allied diverted", "On the way to the Mid-East", "allied", ("u6",), "waiting"),
        BoxView("allied lost", "Eliminated", "allied", ("u3",), "eliminated"),
    )


def test_losses_count_units_and_steps() -> None:
    f = Field("pincher", t1="0504*", t2="0504", t3="0505*", u1="0101", u3="0101")
    lose_step(f.state, f.scenario.index["t3"])
    lose_step(f.state, f.scenario.index["u3"])
    assert rules.view(f.state, "").losses == (Losses("soviet", 1, 3), Losses("allied", 1, 1))


def test_objectives_of_a_campaign() -> None:
    war = War("pincher")
    found = {objective.name: objective for objective in rules.view(war.state, "").objectives}
    berlin = war.city("Berlin")
    points = war.theatre.charts["victory"]["city_points"]
    paris = war.city("Paris")
    assert found["Paris"] == ObjectiveView(paris, "Paris", "nato", f"{points['france']} VP")
    war.seize(SOVIET, [paris])
    found = {objective.name: objective for objective in rules.view(war.state, "").objectives}
    assert found["Paris"].held_by == "soviet"
    assert berlin in {objective.hex for objective in found.values()}


def test_objectives_of_a_short_scenario_have_no_points() -> None:
    p = Parade("pincher", t1="0905", u1="0605")
    assert rules.view(p.state, "").objectives == (ObjectiveView("0204", "Westport", "allied", ""),)


def test_areas_show_control_and_airpower() -> None:
    war = War("pincher", "soviet movement", 2)
    state, paris = war.state, war.city("Paris")
    war.sky(ALLIED)
    state.markers = war.scenario.grid.mask([paris])
    radius = war.theatre.charts["air"]["range"]
    assert areas(state, "nato")["air"] == war.scenario.grid.within(war.hex(paris), radius) & ~state.neutral
    assert areas(state, "soviet")["air"] == 0


# -- standings -------------------------------------------------------------------------------------


def test_standings_of_a_short_scenario() -> None:
    p = Parade("pincher", t1="0905", u1="0605")
    label = "Soviet: Westport"
    prestige = Standing(kind="fact", label="US prestige", value=p.state.prestige)
    goal = Standing(kind="goal", label=label, side="soviet", value=0, target=1, met=False)
    assert standings(p) == [goal, prestige]
    p.hold(SOVIET, "0204")
    goal = Standing(kind="goal", label=label, side="soviet", value=1, target=1, met=True)
    assert standings(p) == [goal, prestige]


def test_standings_of_a_campaign() -> None:
    war = War("pincher", turn=2, at={})
    war.sky(ALLIED)
    war.state.strikes = [0, 3]
    need = war.state.target[0] + 1
    start = standings(war)[0].value
    assert start is not None
    assert standings(war) == [
        Standing(kind="points", label="Communist points", side="soviet", value=start, target=need, met=False),
        Standing(kind="fact", label="Air superiority", side="nato"),
        Standing(kind="fact", label="US prestige", value=war.state.prestige),
        Standing(kind="fact", label="NATO atomic attacks this turn", side="nato", value=3),
    ]
    war.state.target[0] = start - 1  # the points needed exactly
    assert standings(war)[0].met is True
    war.state.target[0] = start
    assert standings(war)[0].met is False


def test_standings_of_two_maps() -> None:
    war = War("grand", turn=2, at={})
    war.sky(SOVIET, theatre=1)
    war.state.strikes = [1, 0]
    europe, mid_east = (line for line in standings(war) if line.kind == "points")
    assert (europe.part, europe.label) == ("Europe", "Soviet points in Europe")
    assert (mid_east.part, mid_east.label) == ("the Mid-East", "Soviet points in the Mid-East")
    assert (europe.target, mid_east.target) == (war.state.target[0] + 1, war.state.target[1] + 1)
    sky = Standing(kind="fact", label="Air superiority in the Mid-East", side="soviet", part="the Mid-East")
    assert standings(war)[2] == sky
    assert standings(war)[-1] == Standing(
        kind="fact", label="Soviet atomic attacks this turn", side="soviet", value=1
    )


# -- phases and prompts ----------------------------------------------------------------------------


def test_phases_in_the_order_that_was_declared() -> None:
    war = War("pincher", "soviet movement", 2)
    before = phases(war.state)
    assert before == (
        "air superiority", "soviet declaration", "soviet movement", "soviet combat",
        "nato declaration", "nato movement", "nato combat", "nato mobilization", "nato reinforcement",
    )  # fmt: skip
    war.state.fight_first = True
    assert phases(war.state) == (*before[:2], "soviet combat", "soviet movement", *before[4:])
    war.go_to("nato movement")
    assert phases(war.state) == (*before[:5], "nato combat", "nato movement", *before[7:])
    view = rules.view(war.state, "soviet")
    assert (view.phase, view.phases, view.side) == ("nato combat", phases(war.state), "soviet")
    assert view.known == war.state.plain()


def test_phases_on_two_maps_name_the_map() -> None:
    war = War("grand", turn=2)
    assert rules.phase(war.state) == "air superiority, Europe"
    war.state.phase_index = len(war.scenario.sequence) - 1
    assert rules.phase(war.state) == "soviet administration"
    war.state.phase_index -= 1
    assert rules.phase(war.state) == "soviet victory check, the Mid-East"


def test_phase_of_a_free_setup() -> None:
    war = War("grand", options={"setup": "free"})
    names = []
    for step in range(4):
        war.state.phase_index = step
        names.append(rules.phase(war.state))
    assert names == [
        "allied set-up, Europe", "soviet set-up, Europe",
        "allied set-up, the Mid-East", "soviet set-up, the Mid-East",
    ]  # fmt: skip


def prompt_of(field: Field) -> str:
    """The prompt of the open decision."""
    (side,) = rules.to_act(field.state)
    return field.choices(side).sentence().spoken(field.scenario.titles)


def test_prompts_of_phases() -> None:
    war = War("pincher", turn=2)
    assert prompt_of(war) == "Roll for air superiority."
    war.play("roll", 4, 2)
    assert prompt_of(war) == "You have air superiority: place 2 airpower markers."
    war.go_to("soviet declare")
    war.state.to_place = 0
    assert prompt_of(war).startswith("Move first or fight first?")
    war.play("declare move")
    assert war.asked == ("soviet", "movement")
    assert prompt_of(war) == "Move your units, then end the phase."
    war.play("end")
    assert war.asked == ("soviet", "combat")
    assert prompt_of(war).startswith("Attack with units")
    war = War("pincher", "nato reinforcement", 2, at={"us-r29": "arriving"})
    assert prompt_of(war) == "Place 1 arriving unit on the map."
    war.put("us-r29", "overseas")
    assert prompt_of(war) == "End the phase."


def test_prompts_of_setup() -> None:
    war = War("sandown", options={"setup": "free"})
    left = int(prompt_of(war).split(": ")[1].split()[0])
    ready = [id_ for id_ in war.units(where="ready") if war.scenario.side_of[war.scenario.index[id_]]]
    assert left == len(ready)
    war.play("fill")
    assert prompt_of(war) == "All units are set up. End your setup."
    war.play("end")
    assert prompt_of(war) == "Draw your 33 divisions."


def test_prompts_of_battle() -> None:
    f = Field("pincher", t1="0504", t2="0504", u3="0505", u4="0505")
    f.play("attack 0505 t1,t2", 4)
    assert prompt_of(f) == "Battle in 0505: choose a unit to take the step loss."
    f.play("lose t2")
    f.play("lose u3")
    assert prompt_of(f) == "Bloodbath in 0505: lose another step to continue, or stop."
    f.play("escalate t2")
    assert prompt_of(f) == "Bloodbath in 0505: lose another step, or withdraw."
    f.play("withdraw")
    assert prompt_of(f) == "Retreat from 0505: choose one hex for the whole force."
    f.play("retreat 0506")
    assert prompt_of(f) == "0505 is empty: advance with units that attacked, or stay."
    f = Field("pincher", t1="0504", t2="0504", u1="0503", u3="0503")  # a city
    f.state.questions = [Question("answer", ALLIED, tuple(bits(f.bit("u1", "u3"))), f.hex("0503"))]
    assert prompt_of(f) == "Bloodbath in 0503: lose another step."


def test_prompts_of_atomic_attacks() -> None:
    f = Field("pincher", "allied movement", turn=2, t1="0405", t2="0405", u1="0505")
    f.play("strike 0505", by="soviet")
    assert prompt_of(f) == "Soviet player declares an atomic attack on 0505: strike first, or pass."
    f.play("strike 0405", 3, 1, 1)
    assert prompt_of(f) == "Atomic attack on 0405: choose a unit for each of 2 step losses."
    f = Field("pincher", "soviet combat", turn=2, halts=True, t1="0504", t2="0506", u1="0505")
    f.play("probe 0604 t1")
    assert prompt_of(f).startswith("Soviet player acts. Make an atomic attack")


def test_prompt_of_an_interruption() -> None:
    p = Parade("pincher", t1="0905", u1="0605")
    p.calm()
    decision = p.choices("allied")
    assert (decision.side, decision.kind) == ("allied", "halt")
    assert str(decision.sentence()) == "You may interrupt between enemy operations."
