"""Rules that a scenario can turn on: resolve, hold orders, HQs by nation, fixed supply, points [SR]."""

from __future__ import annotations

import pytest

from grognard.core.contract.state import Result
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.core.testing import rule
from grognard.games.ocs.arrivals import reinforcements
from grognard.games.ocs.combat import attack
from grognard.games.ocs.fleet import assaults, landings
from grognard.games.ocs.interface.views import view
from grognard.games.ocs.logistics import schedule
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.scenario import tokens
from grognard.games.ocs.model.state import AWAY, COMING, DEAD, put
from grognard.games.ocs.sea.losses import lose_point, sink
from grognard.games.ocs.supply import resolve, supply_phase
from grognard.games.ocs.supply.payment import throwers
from grognard.games.ocs.supply.supply_paths import serves
from grognard.games.ocs.supply.trace import in_trace
from grognard.games.ocs.terrain.zones import zoc
from grognard.games.ocs.turn import sequence, victory
from tests.rules.ocs.husky import ALLIED, AXIS, Campaign

# -- resolve -----------------------------------------------------------------------------------------


def pressed(*, turn: int = 1) -> Campaign:
    """A coastal battalion at Vittoria's beach with an American regiment beside it."""
    field = Campaign("husky", "supply", AXIS, turn=turn, u_157="36.08")
    for unit in field.scenario.ids(resolve.troops(field.scenario, "italian") & ~field.bit("i-c206a")):
        field.take(unit)
    return field


@rule("ocs", "SR-1")
def test_pressed_units_surrender_above_rating_and_resolve() -> None:
    field = pressed()
    line = field.scenario.file.resolve[0]
    assert field.ids(resolve.wavering(field.state, AXIS, line)) == {"i-c206a"}
    assert field.scenario.ar[field.unit("i-c206a")] == 0 and resolve.level(field.state, line) == 3
    twin = field.state.copy()
    (stays,) = resolve.check_all(twin, AXIS, field.dice(3))
    assert stays.dice == (3,) and twin.at[field.unit("i-c206a")] >= 0
    resolve.check_all(field.state, AXIS, field.dice(4))
    assert field.at("i-c206a") == ""
    field.sound()


@rule("ocs", "SR-1")
def test_units_behind_the_front_do_not_roll() -> None:
    field = pressed()
    field.put("u-157", "30.09")
    field.put("i-c206a", "33.20")
    line = field.scenario.file.resolve[0]
    assert in_trace(field.state, AXIS) & field.bit("i-c206a")
    assert not resolve.wavering(field.state, AXIS, line)


@rule("ocs", "SR-1")
def test_an_enemy_zoc_or_the_lack_of_trace_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    field = pressed()
    line, unit = field.scenario.file.resolve[0], field.bit("i-c206a")
    field.put("i-c206a", "33.20")
    field.put("u-157", "33.21")
    assert in_trace(field.state, AXIS) & unit and zoc(field.state, ALLIED) >> field.hex("33.20") & 1
    assert resolve.wavering(field.state, AXIS, line) == unit
    field.put("u-157", "30.09")
    assert not resolve.wavering(field.state, AXIS, line)
    monkeypatch.setattr(resolve, "in_trace", lambda state, side: 0)
    assert resolve.wavering(field.state, AXIS, line) == unit, "Germans do not roll"


@rule("ocs", "SR-1")
@pytest.mark.parametrize(("roll", "stays"), [(3, True), (4, False)])
def test_the_rating_and_the_resolve_of_the_day_count(roll: int, stays: bool) -> None:
    """From turn 5 the resolve is 2, so a unit rated 1 stays up to 3."""
    field = pressed(turn=5)
    rated = [
        u
        for u in field.scenario.ids(resolve.troops(field.scenario, "italian"))
        if field.scenario.ar[field.unit(u)] == 1
    ]
    field.take("i-c206a")
    field.put(rated[0], "36.07")
    resolve.check_all(field.state, AXIS, field.dice(roll))
    assert (field.at(rated[0]) == "36.07") == stays


@rule("ocs", "SR-1")
def test_germans_in_the_hex_stiffen_resolve() -> None:
    field = pressed()
    field.put("g-hg-pz1", "36.07")
    resolve.check_all(field.state, AXIS, field.dice(4))
    assert field.at("i-c206a") == "36.07"


@rule("ocs", "SR-1")
@pytest.mark.parametrize(("unit", "stays"), [("i-nap-75", False), ("i-liv-at", True)])
def test_units_that_can_fail_only_on_a_six_roll(unit: str, stays: bool) -> None:
    """Rated 1 and 2, with a resolve of 3 and Germans beside them: 5 and 6 are needed."""
    field = pressed()
    field.take("i-c206a")
    field.put("g-hg-pz1", "36.07")
    field.put(unit, "36.07")
    resolve.check_all(field.state, AXIS, field.dice(*(() if stays else (6,))))
    assert (field.at(unit) == "36.07") == stays


@rule("ocs", "SR-1")
def test_a_side_rolls_in_its_own_supply_phase() -> None:
    for side, stays in ((AXIS, False), (ALLIED, True)):
        field = pressed()
        field.state.first = side
        field.go_to("supply")
        sequence._begin_phase(field.state, field.dice(4, *[1] * 60), [])
        assert (field.at("i-c206a") == "36.07") == stays


@rule("ocs", "SR-1")
def test_resolve_falls_with_lost_ports_and_time() -> None:
    field = Campaign("husky", turn=4)
    line = field.scenario.file.resolve[0]
    levels = [resolve.level(field.state, line)]
    for name in ("Syracuse", "Augusta", "Palermo"):
        field.state.second &= ~(1 << field.hex(name))
        levels.append(resolve.level(field.state, line))
    field.state.turn = 5
    levels.append(resolve.level(field.state, line))
    assert levels == [3, 3, 2, 1, 0]


@rule("ocs", "SR-2")
def test_units_without_resolve_do_not_attack() -> None:
    field = Campaign("husky", "combat", AXIS, turn=5, i_mge="35.11", u_157="35.10", g_hg_pz1="34.10")
    field.take("i-c18d")
    for name in ("Syracuse", "Augusta"):
        field.state.second &= ~(1 << field.hex(name))
    assert resolve.level(field.state, field.scenario.file.resolve[0]) == 1
    assert field.check("attack 35.10 i-mge") is None
    field.go_to("movement")
    assert field.offered("i-mge", "overrun") == {"overrun 35.10 i-mge"}
    field.state.second &= ~(1 << field.hex("Palermo"))
    assert not field.offered("i-mge", "overrun")
    field.go_to("combat")
    assert field.refused("attack 35.10 i-mge") == "SR-2"
    assert not field.offered("i-mge", "attack")
    assert field.check("attack 35.10 g-hg-pz1") is None
    field.go_to("movement")
    refusal = attack.check_capable(field.state, AXIS, field.unit("i-mge"))
    assert refusal is not None and refusal.rule == "SR-2"
    assert field.refused("overrun 35.10 i-mge") == "SR-2"


# -- hold orders -------------------------------------------------------------------------------------


@rule("ocs", "SR-3")
@pytest.mark.parametrize(("unit", "first"), [("g-hg-eng", 8), ("i-mge", 7)])
def test_nobody_crosses_the_strait_before_the_order_ends(unit: str, first: int) -> None:
    for turn in (first - 1, first):
        field = Campaign("husky", "movement", AXIS, turn=turn)
        field.put(unit, "53.31 m")
        field.go_to("movement")
        order = f"ship {unit} 53.31-54.31"
        if turn < first:
            assert field.refused(order) == "SR-3"
            assert order not in field.offered(unit, "ship")
        else:
            field.give(order)
            assert field.at(unit) == "54.31"


@rule("ocs", "SR-3")
def test_reinforcements_cross_the_other_way_at_any_time() -> None:
    field = Campaign("husky", "movement", AXIS, turn=2, g_29_rec="54.31 m")
    field.give("ship g-29-rec 54.31-53.31")
    assert field.at("g-29-rec") == "53.31"


def flown(turn: int, option: str = "") -> Campaign:
    """A German battalion at Gerbini, with Transports beside it."""
    field = Campaign("husky", "movement", AXIS, turn, option, g_fj3_1="42.17 m")
    for plane in ("ga-52a", "ga-52b"):
        field.put(plane, "ax-air-base-4217")
        field.state.active |= field.bit(plane)
    field.go_to("movement")
    return field


@rule("ocs", "SR-3")
def test_nobody_flies_out_before_the_order_ends() -> None:
    order = "airlift {} ga-52a,ga-52b,g-fj3-1"
    assert flown(7).refused(order.format("54.28")) == "SR-3"
    assert flown(7).check(order.format("45.18")) is None, "within Sicily"
    assert flown(8).check(order.format("54.28")) is None


@rule("ocs", "SR-3", "21.12a.1")
@pytest.mark.parametrize("turn", [7, 8])
def test_nobody_is_picked_up_on_the_way_out_before_the_order_ends(turn: int) -> None:
    field = flown(turn, "21.12a")
    field.put("g-fj3-1", "45.18 m")
    field.go_to("movement")
    field.give("airlift 45.18 ga-52a,ga-52b")
    refusal = field.check("carry ga-52a,ga-52b,g-fj3-1 54.28")
    assert (refusal.rule if refusal else "") == ("SR-3" if turn == 7 else "")


# -- HQs ---------------------------------------------------------------------------------------------


@rule("ocs", "SR-4")
def test_hqs_throw_only_to_the_nations_of_their_army() -> None:
    field = Campaign("husky", u_hq_7="33.12", b_hq_xxx="33.13", u_16="34.12", c_1="34.13", b_152="34.14")
    field.put("f-tab4", "32.12")
    us, british = field.unit("u-hq-7"), field.unit("b-hq-xxx")
    units = field.bit("u-16", "c-1", "b-152", "f-tab4")
    assert field.ids(serves(field.scenario, us, units)) == {"u-16", "f-tab4"}
    assert field.ids(serves(field.scenario, british, units)) == {"c-1", "b-152"}
    assert throwers(field.state, field.unit("c-1")) == (british,)
    generic = field.scenario.pax & field.scenario.of_side[ALLIED]
    assert generic and serves(field.scenario, us, generic) == generic
    german, italian = field.unit("g-hq-xiv"), field.unit("i-hq-6")
    both = field.bit("g-hg-pz1", "i-mge")
    assert field.ids(serves(field.scenario, german, both)) == {"g-hg-pz1"}
    assert field.ids(serves(field.scenario, italian, both)) == {"g-hg-pz1", "i-mge"}


@rule("ocs", "SR-4", "12.6.1")
def test_trace_runs_through_hqs_of_the_right_army_only() -> None:
    field = Campaign("husky", turn=2, u_hq_7="49.11 m", b_152="44.11", u_16="43.12")
    for unit in field.scenario.ids(field.scenario.of_side[AXIS] & field.scenario.combat_units):
        if field.at(unit) and field.at(unit)[:2] >= "30":
            field.take(unit)
    put(field.state, field.unit("ax-port-4911"), AWAY)
    field.put("al-port-4911", "49.11")
    changed(field.state)
    traced = field.ids(in_trace(field.state, ALLIED) & field.bit("b-152", "u-16", "u-hq-7"))
    assert traced == {"u-16", "u-hq-7"}
    field.put("b-hq-xiii", "49.11 m")
    assert "b-152" in field.ids(in_trace(field.state, ALLIED))


# -- supply and landing craft ------------------------------------------------------------------------


@rule("ocs", "SR-5")
def test_new_supply_arrives_at_ports_within_their_capacity() -> None:
    field = Campaign("husky", "reinforcement", turn=2)
    state, scenario = field.state, field.scenario
    state.incoming[ALLIED] = 100
    assert not reinforcements.deliveries(state, ALLIED)
    ports = [port for port in scenario.file.port if 0 < port.capacity < 20]
    for number, port in enumerate(ports[:2]):
        hex_ = scenario.hex(port.hex)
        for side in (AXIS, ALLIED):
            counter = scenario.index[scenario.facility_id("port", scenario.sides[side], port.hex)]
            put(state, counter, AWAY if side == AXIS else hex_)
            state.level[counter] = 0
        state.second &= ~(1 << hex_)
        changed(state)
        found = reinforcements.deliveries(state, ALLIED)
        assert len(found) == number + 1 and found[hex_][1] == tokens(port.capacity)
    state.incoming[ALLIED] = 1  # no more than there is
    assert {most for _, most in reinforcements.deliveries(state, ALLIED).values()} == {1}
    dumps = scenario.dumps & scenario.of_side[ALLIED]
    for dump in bits(dumps):  # all counters are elsewhere
        put(state, dump, field.hex("29.12"))
    changed(state)
    assert not reinforcements.deliveries(state, ALLIED)


@rule("ocs", "SR-5")
def test_replacements_arrive_at_ports_and_scheduled_units_do_not() -> None:
    field = Campaign("husky", "reinforcement", turn=2)
    state, scenario = field.state, field.scenario
    put(state, field.unit("ax-port-4911"), AWAY)
    field.put("al-port-4911", "49.11")
    state.second &= ~(1 << field.hex("49.11"))
    changed(state)
    pax = bits(scenario.pax & scenario.of_side[ALLIED])[0]
    assert reinforcements.receiving_ports(state, pax) == [field.hex("49.11")]
    scheduled = field.unit("b-hq-8")
    assert state.due[scheduled] == 2 and not reinforcements.receiving_ports(state, scheduled)
    germans = bits(scenario.pax & scenario.of_side[AXIS])[0]
    assert not reinforcements.receiving_ports(state, germans), "they come by the ferries"


@rule("ocs", "SR-6")
def test_fixed_supply_replaces_the_roll() -> None:
    field = Campaign("gela", "reinforcement", turn=2)
    (event,) = reinforcements._roll_supply(field.state, ALLIED, field.dice())
    points = field.scenario.file.fixed_supply["allied"][1].points
    assert field.state.incoming[ALLIED] == tokens(points) and event.dice == ()


@rule("ocs", "SR-7", "13.6.1")
def test_landing_craft_leave_when_they_are_empty() -> None:
    field = Campaign("husky", "reinforcement", turn=6)
    state, scenario = field.state, field.scenario
    full = [c for c in range(len(state.at)) if scenario.craft >> c & 1 and state.at[c] >= 0]
    before = state.craft_ledger[ALLIED]
    assert before == 61
    schedule.withdraw(state, ALLIED)
    spare = before - state.craft_ledger[ALLIED]
    assert sum(state.craft_due) == 26 - spare > 0, "most are loaded"
    for unit in range(len(state.at)):
        if state.host[unit] in full and scenario.combat_units >> unit & 1:
            put(state, unit, COMING)
    for craft in full:
        state.ledger[ALLIED] -= state.tokens[craft]
        state.tokens[craft] = 0
    schedule.send_craft_away(state, ALLIED)
    assert state.craft_ledger[ALLIED] == 61 - 26 and state.craft_due == [0, 0, 0, 0]
    field.sound()


@rule("ocs", "SR-7")
def test_landing_craft_and_lsts_leave_by_kind() -> None:
    field = Campaign("husky", "reinforcement", turn=6)
    state, scenario = field.state, field.scenario
    for unit in range(len(state.at)):
        if state.host[unit] >= 0 and scenario.craft >> state.host[unit] & 1:
            put(state, unit, COMING)
    afloat = [c for c in bits(scenario.craft & scenario.of_side[ALLIED]) if state.at[c] >= 0]
    lsts = [c for c in afloat if scenario.counters[c].kind == "lst"]
    for craft in afloat:
        state.tokens[craft] = 0
    before = sum(state.level[c] for c in lsts)
    state.craft_due = [99, 0, 0, 0]
    schedule.send_craft_away(state, ALLIED)
    assert sum(state.level[c] for c in lsts) == before
    state.craft_due = [0, 3, 0, 0]
    schedule.send_craft_away(state, ALLIED)
    assert sum(state.level[c] for c in lsts) == before - 3 and state.craft_due == [0, 0, 0, 0]


@rule("ocs", "13.6.1", "18.2c.1")
def test_planes_leave_with_their_carrier() -> None:
    field = Campaign("husky", "reinforcement", turn=4)
    assert field.place("ba-sea") == "ns-ind"
    schedule.withdraw(field.state, ALLIED)
    assert (field.place("ns-ind"), field.place("ba-sea")) == ("", "")
    field.sound()


# -- points ------------------------------------------------------------------------------------------


@rule("ocs", "SR-8")
def test_messina_is_worth_more_the_earlier_it_falls() -> None:
    field = Campaign("husky", turn=9)
    assert victory.early_points(field.state) == 0
    field.state.second &= ~(1 << field.hex("Messina"))
    before = victory.points(field.state)
    assert victory.at_turn_end(field.state) is None
    assert victory.early_points(field.state) == 2 * 3 == victory.points(field.state) - before
    field.state.turn = 10
    victory.at_turn_end(field.state)
    assert victory.early_points(field.state) == 6, "still held"
    field.state.second |= 1 << field.hex("Messina")
    victory.at_turn_end(field.state)
    assert victory.early_points(field.state) == 6, "the first time counts"
    goals = [line for line in view(field.state, "axis").standings if line.kind == "goal"]
    assert [(line.met, line.value, line.turn) for line in goals] == [(True, 6, 9)]
    field.state.taken[0] = 14
    assert victory.early_points(field.state) == 0, "too late"


@rule("ocs", "SR-9")
def test_german_steps_count_by_where_they_are() -> None:
    field = Campaign("husky", turn=12)
    (line,) = field.scenario.file.victory.nation_steps
    lost, away = victory.nation_steps(field.state, line)
    field.put("g-hg-eng", "54.29")
    assert victory.nation_steps(field.state, line) == (lost - 1, away + 1)
    put(field.state, field.unit("g-hg-eng"), DEAD)
    assert victory.nation_steps(field.state, line) == (lost, away)
    assert victory.step_points(field.state) == (lost - away) // 2
    put(field.state, field.unit("g-hg-eng"), COMING)
    assert victory.nation_steps(field.state, line) == (lost - 1, away), "not there yet"
    field.put("g-hg-pz1", "54.29")
    now = victory.nation_steps(field.state, line)
    field.state.lost[field.unit("g-hg-pz1")] = 1
    assert victory.nation_steps(field.state, line) == (now[0] + 1, now[1] - 1), "it got away reduced"
    field.put("g-hg-eng", "54.29")
    steps, whole = victory.step_points(field.state), victory.points(field.state)
    put(field.state, field.unit("g-hg-eng"), DEAD)
    assert victory.step_points(field.state) - steps == victory.points(field.state) - whole == 1


@rule("ocs", "SR-9", "4.9a.4")
def test_only_their_side_knows_how_many_steps_got_away_until_the_end() -> None:
    field = Campaign("husky", turn=12)

    def knows(side: str) -> bool:
        return "German steps away" in [one.label for one in view(field.state, side).standings]

    assert knows("axis") and not knows("allied")
    field.state.result = Result("axis", "Axis victory", "9 points")
    assert knows("axis") and knows("allied")


@rule("ocs", "SR-9")
def test_allied_losses_cost_points_by_kind() -> None:
    field = Campaign("husky", turn=3)
    before = victory.points(field.state)
    for ship in ("ns-sav", "ns-bro"):
        sink(field.state, field.unit(ship), "18.3d-A")
    assert victory.points(field.state) == before - 1
    craft = next(c for c in range(len(field.state.at)) if field.state.level[c] == 7 and field.state.at[c] > 0)
    for _ in range(6):
        lose_point(field.state, craft, field.dice(*[1] * 20), "18.3d-B.1")
    assert field.state.craft_lost[ALLIED] == 6
    lost = victory.loss_points(field.state, ALLIED)
    field.state.craft_lost[ALLIED] = 8
    assert victory.loss_points(field.state, ALLIED) == lost + 1


# -- landings ----------------------------------------------------------------------------------------


@rule("ocs", "SR-10", "12.6d.1")
def test_landed_units_need_no_trace_in_their_first_turn() -> None:
    field = Campaign("gela", "movement", turn=1)
    field.give("sail al-lc1 27.10-29.12")
    field.give("land u-7,u-15")
    field.give("ashore", 6, 6)
    landed = field.bit("u-7", "u-15")
    assert not in_trace(field.state, ALLIED) & landed
    supply_phase.begin(field.state, field.dice())
    assert not field.state.out & landed
    sequence._clean_up(field.state)
    assert not field.state.beached
    field.go_to("supply")
    supply_phase.begin(field.state, field.dice(*[2] * 8))
    assert field.state.out & landed


@rule("ocs", "SR-10")
def test_landed_units_need_not_be_fed_in_their_first_turn() -> None:
    field = Campaign("gela", "supply", turn=1, u_7="29.12", u_15="29.12")
    field.supply("29.12", 4, ALLIED)
    landed = field.bit("u-7", "u-15")
    assert supply_phase.needs_feeding(field.state, ALLIED) & landed == landed
    field.state.beached = landed
    changed(field.state)
    assert not supply_phase.needs_feeding(field.state, ALLIED) & landed


@rule("ocs", "SR-11")
def test_nobody_lands_in_calabria() -> None:
    field = Campaign("husky", "movement", turn=5, u_7="al-lc1")
    put(field.state, field.unit("al-lc1"), field.hex("58.32"))
    hexes = field.scenario.no_landings & field.scenario.coast
    assert hexes >> field.hex("54.29") & 1 and not hexes >> field.hex("53.31") & 1
    for label in ("54.28", "54.29"):
        refusal = landings.check_beach(field.state, ALLIED, field.hex(label), 0)
        assert refusal is not None and refusal.rule == "SR-11"
        for near in bits(field.scenario.grid.around[field.hex(label)] & field.scenario.sea):
            assert not assaults.open_targets(field.state, ALLIED, near) >> field.hex(label) & 1


@rule("ocs", "18.5f-C", "18.5f-B")
def test_a_roll_can_take_passengers_of_a_later_group() -> None:
    aboard = {"u_16": "al-lc1", "u_7": "al-lc1", "u_15": "al-lc1"}
    aboard |= {"u_18": "al-lc3", "u_26": "al-lc3", "u_30": "al-lc3"}
    field = Campaign("gela", "movement", turn=2)
    others = mask_of(c for c, host in enumerate(field.state.host) if host >= 0)
    for id_ in field.scenario.ids(others & field.scenario.combat_units):
        field.take(id_)
    for id_, craft in aboard.items():
        field.put(id_.replace("_", "-"), craft)
    for craft in ("al-lc1", "al-lc3"):
        put(field.state, field.unit(craft), field.hex("29.12"))
        field.state.craft_ledger[ALLIED] += 3 - field.state.level[field.unit(craft)]
        field.state.level[field.unit(craft)] = 3
        field.state.ledger[ALLIED] -= field.state.tokens[field.unit(craft)]
        field.state.tokens[field.unit(craft)] = 0
    field.go_to("movement")
    field.give("land u-16,u-7,u-15,u-18,u-26,u-30")
    first = landings.landing_parties(field.state, ALLIED)[0][1]
    assert field.ids(first) == {"u-16", "u-18", "u-26"}
    field.give("ashore", 1, 1, 1, 1, 1, 1, 1, 6, 6)  # two points and two steps are lost, and one passenger
    ashore = [id_ for id_ in ("u-7", "u-15", "u-30") if field.at(id_) == "29.12"]
    assert len(ashore) == 2 and field.state.craft_lost[ALLIED] == 2


# -- fog of war --------------------------------------------------------------------------------------


@rule("ocs", "4.9d")
def test_planes_that_fight_show_their_carrier() -> None:
    field = Campaign("husky", "movement", AXIS)
    field.put("ns-ind", "54.06")  # under four battleships
    assert "ns-ind" not in {unit.id for unit in view(field.state, "axis").units}
    plane = field.unit("ba-sea")
    field.state.mission = Mission("sweep", ALLIED, field.hex("45.18"), (plane,), stage="combat")
    changed(field.state)
    shown = {unit.id: unit.at for unit in view(field.state, "axis").units}
    assert shown["ba-sea"] == shown["ns-ind"] == "54.06"
