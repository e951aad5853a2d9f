"""Off-map boxes: units arrive in them and leave by air and sea; supply arrives at ports [I.F]."""

from __future__ import annotations

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.arrivals import reinforcements
from grognard.games.ocs.flights.drop_plans import lapse
from grognard.games.ocs.interface.views import view
from grognard.games.ocs.model.state import COMING, READY, put
from tests.rules.ocs.husky import ALLIED, AXIS, Campaign


def reinforced(name: str, *ids: str, turn: int = 1) -> Campaign:
    """Return a Reinforcement Phase with units ready to be placed."""
    field = Campaign(name, "reinforcement", turn=turn)
    for id_ in ids:
        put(field.state, field.unit(id_), READY)
        field.state.due[field.unit(id_)] = turn
    return field


@rule("ocs", "I.F.3", "13.6.1")
def test_units_arrive_in_the_box_of_their_schedule() -> None:
    field = reinforced("gela", "u-505-1", "u-505-2")
    assert field.offered("u-505-1") == {"arrive u-505-1 TUNISIA"}
    assert field.refused("arrive u-505-1 MALTA") == "13.6.1"
    assert field.refused("arrive u-505-1 34.11") == "13.6.1"
    assert field.refused("end") == "13.6.2"
    field.give("arrive u-505-1,u-505-2 TUNISIA")
    assert field.place("u-505-1") == "TUNISIA"
    assert field.state.turned & field.bit("u-505-1"), "in Move Mode, ready to fly"


@rule("ocs", "I.F.2", "13.6c.1")
def test_trucks_arrive_loaded_in_a_box() -> None:
    field = Campaign("husky", "reinforcement", turn=2)
    line = next(line for line in field.scenario.file.arrival if line.trucks and line.at == ("TUNISIA",))
    reinforcements._place_stores(field.state, ALLIED, line)
    trucks = [c for c in range(len(field.state.at)) if field.state.host[c] == field.unit("TUNISIA")]
    loads = [field.state.tokens[c] for c in trucks if field.scenario.trucks >> c & 1]
    assert loads == [4, 4]
    field.sound()
    field = reinforced("husky", "1us-org1", turn=2)
    field.give("arrive 1us-org1 TUNISIA")
    assert field.state.tokens[field.unit("1us-org1")] == 4


@rule("ocs", "14.10d.1", "14.9a.2")
def test_paratroopers_drop_from_a_box() -> None:
    field = Campaign("gela", u_505_1="TUNISIA m", u_505_2="MALTA m")
    field.state.active &= field.scenario.of_side[ALLIED]  # nobody intercepts
    assert "drop 34.11 ua-47-1,u-505-1" in field.offered("ua-47-1", "drop")
    assert field.refused("drop 34.11 ua-47-1,u-505-2") == "14.9a.2", "it is in another box"
    field.give("drop 34.11 ua-47-1,u-505-1", 4, 4)
    assert field.at("u-505-1") == "34.11"


@rule("ocs", "14.10b.1")
def test_plans_of_later_arrivals_do_not_lapse() -> None:
    field = Campaign("gela")
    assert field.state.at[field.unit("u-504-1")] == COMING
    lapse(field.state, ALLIED)
    assert field.state.drop_turn[field.unit("u-504-1")] == 2
    assert field.state.drop_turn[field.unit("u-505-1")] == 0, "the plan of this turn was not flown"


@rule("ocs", "14.10e-C.1")
def test_gliders_wait_in_a_box() -> None:
    field = Campaign("husky", b_ss="TUNISIA m")
    field.state.active &= field.scenario.of_side[ALLIED]  # nobody intercepts
    assert field.state.gliders[field.unit("TUNISIA")] == 4
    assert "drop 48.10 ua-51-1,b-ss glider:1" in field.offered("ua-51-1", "drop")
    field.give("drop 48.10 ua-51-1,b-ss glider:1", 4, 4)
    assert field.at("b-ss") == "48.10"
    assert field.state.gliders[field.unit("TUNISIA")] == 3


@rule("ocs", "19.0f.1", "19.0f-E", "19.0a.1")
def test_units_move_by_sea_from_a_box_to_a_port() -> None:
    field = Campaign("gela", turn=2, u_39="TUNISIA m", u_601="PANTELLERIA m", u_16="27.12")
    field.take("i-c207a")
    field.take("i-glic")
    for hog in field.scenario.ids(field.scenario.hedgehogs):
        field.take(hog)
    put(field.state, field.unit("ax-port-2712"), -1)
    field.put("al-port-2712", "27.12")
    assert field.offered("u-39", "ship") == {"ship u-39 27.12"}
    assert field.refused("ship u-601 27.12") == "19.0f.1", "Pantelleria is no port"
    assert field.refused("ship u-39 21.15") == "19.0f.1", "the port is not ours"
    field.give("ship u-39 27.12")
    assert field.at("u-39") == "27.12"
    assert field.state.sea_used[ALLIED] == 16 and field.state.reached[field.unit("TUNISIA")] == 4
    assert field.refused("move u-39 27.12-27.13") == "4.7d.3"


@rule("ocs", "2.1.6", "13.6a.1")
def test_new_supply_arrives_at_ports_within_their_capacity() -> None:
    field = reinforced("gela", turn=2)
    field.put("u-16", "32.11")
    for id_ in ("i-c18a", "ax-port-3211", "ax-hog1"):
        field.take(id_)
    field.put("al-port-3211", "32.11")
    field.state.incoming[ALLIED] = 8
    assert reinforcements.deliveries(field.state, ALLIED) == {field.hex("32.11"): (-1, 2)}
    field.give("deliver 32.11 2")
    assert not reinforcements.deliveries(field.state, ALLIED), "the port is full"
    field.give("end")
    assert field.state.incoming[ALLIED] == 0


@rule("ocs", "13.6.1")
def test_ships_arrive_at_sea() -> None:
    field = reinforced("husky", "ns-aur", turn=2)
    assert field.offered("ns-aur") == {"arrive ns-aur 50.10"}
    field.give("arrive")
    assert field.at("ns-aur") == "50.10"


@rule("ocs", "4.9a.1")
def test_boxes_show_what_is_in_them_to_their_owner() -> None:
    field = Campaign("gela", u_505_1="TUNISIA m")
    own = {box.id: box for box in view(field.state, "allied").boxes}
    assert own["TUNISIA"].title == "Tunisia" and "u-505-1" in own["TUNISIA"].units
    shown = next(unit for unit in view(field.state, "allied").units if unit.id == "u-505-1")
    assert shown.at == "TUNISIA"
    other = {box.id: box for box in view(field.state, "axis").boxes}
    assert "u-505-1" not in other["TUNISIA"].units


@rule("ocs", "4.4c.1")
def test_nobody_is_flown_or_shipped_under_enemy_landing_craft() -> None:
    field = Campaign("primosole", "movement", AXIS, turn=2, g_fj4_1="NAPLES m", g_fj4_2="47.22 m")
    field.state.active &= field.scenario.of_side[AXIS]
    assert field.check("airlift 45.18 ga-52a,g-fj4-1") is None
    put(field.state, field.unit("al-lc1"), field.hex("45.18"))
    changed(field.state)
    assert field.refused("airlift 45.18 ga-52a,g-fj4-1") == "4.4c.1"
    field = Campaign("husky", "movement", AXIS, turn=2, g_29_rec="54.31 m")
    assert field.check("ship g-29-rec 54.31-54.32") is None
    put(field.state, field.unit("al-lc1"), field.hex("54.32"))
    changed(field.state)
    assert field.refused("ship g-29-rec 54.31-54.32") == "4.4c.1"
