"""Chapter 9.14: captures by units that enter a hex without enemy combat units."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import changed
from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.ocs.arrivals import replacements
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.combat_events import TransportsCaptured
from grognard.games.ocs.model.state import AWAY, DEAD, from_plain, put
from grognard.games.ocs.supply.tokens import dump_at
from grognard.games.ocs.terrain.ports import sea_capacity
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET, event_of


def raid(phase: str = "movement", **marks: str) -> Battlefield:
    """A motorcycle battalion adjacent to 09.10, where the enemy left assets."""
    return Battlefield(phase, g_moto="08.09" + marks.get("mark", "")).fuelled()


# -- dumps -----------------------------------------------------------------------------------------


@rule("ocs", "9.14b.1", "9.14b.2")
@pytest.mark.parametrize(("die", "taken"), [(1, 0), (2, 2), (3, 2), (4, 5), (5, 5), (6, 7)])
def test_a_part_of_a_dump_is_captured_and_the_rest_destroyed(die: int, taken: int) -> None:
    field = raid()
    field.supply("09.10", 9, SOVIET)
    field.give("move g-moto 08.09-09.10", die)
    assert field.state.ledger == [taken, 0]
    assert sum(field.state.tokens) == taken
    assert field.left("g-moto") == 11  # no more points than the hex costs


@rule("ocs", "9.14b.1", "4.4c.1")
def test_only_attack_capable_units_capture() -> None:
    field = Battlefield("movement", g_sec="08.09", g_art1="08.09").fuelled()
    field.supply("09.10", 9, SOVIET)
    for unit in ("g-sec", "g-art1"):
        assert field.refused(f"move {unit} 08.09-09.10") == "4.4c.1"


@rule("ocs", "9.14b.1", "9.14c.8", "12.1c")
@pytest.mark.parametrize("spare", [True, False])
def test_captured_supply_never_vanishes_for_want_of_counters(spare: bool) -> None:
    field = raid()
    own = field.scenario.dumps & field.scenario.of_side[GERMAN]
    dumps = bits(own & ~field.scenario.extra if spare else own)
    free = [
        hex_
        for hex_ in bits(field.scenario.ground)
        if field.scenario.grid.distance(hex_, field.hex("09.10")) > 1
    ]
    for hex_ in free[: len(dumps)]:
        field.supply(field.scenario.label(hex_), 1)
    field.supply("09.10", 8, SOVIET)
    field.generic("trucks", "09.10", SOVIET, 3, loaded=4)
    before = field.state.ledger[GERMAN]
    events = field.give("move g-moto 08.09-09.10", 6, 6)  # three quarters of each: 9T of 12T, 6T of 8T
    assert event_of(events, TransportsCaptured).captured_points == 2  # of 3: 2.25
    assert field.state.ledger[GERMAN] == before + 9 + 6
    there = dump_at(field.state, field.hex("09.10"), GERMAN)
    assert (there >= 0) == spare  # with every counter on the map, the nearest dump takes it
    field.sound()


@rule("ocs", "9.14c.1", "9.14c.3", "13.5e.2")
@pytest.mark.parametrize(("kind", "taken"), [("trucks", 3), ("wagons", 4)])
def test_captured_transports_never_vanish_for_want_of_counters(kind: str, taken: int) -> None:
    field = raid()
    own = getattr(field.scenario, kind) & field.scenario.of_side[GERMAN] & ~field.scenario.organic
    for c in bits(own & ~field.scenario.extra):
        put(field.state, c, field.hex("02.02"))
    field.generic(kind, "09.10", SOVIET, 4, loaded=4)
    field.give("move g-moto 08.09-09.10", 6)  # three quarters of the trucks, all of the wagons
    assert (field.state.here[field.hex("09.10")] & own).bit_count() == taken
    assert field.state.ledger[GERMAN] == 4 * taken


@rule("ocs", "9.14c.1", "9.14c.4")
def test_point_without_any_counter_is_displaced() -> None:
    field = raid()
    own = field.scenario.trucks & field.scenario.of_side[GERMAN] & ~field.scenario.organic
    for c in bits(own)[:-1]:
        put(field.state, c, field.hex("02.02"))
    field.generic("trucks", "09.10", SOVIET, 4, loaded=4)
    field.give("move g-moto 08.09-09.10", 6)
    assert (field.state.here[field.hex("09.10")] & own).bit_count() == 1  # the last counter
    (question,) = field.state.questions
    assert (question.kind, len(question.units)) == ("displace", 3)
    assert field.state.ledger == [12, 4]


@rule("ocs", "9.14e")
def test_captured_hedgehog_never_vanishes_for_want_of_counters() -> None:
    field = raid()
    own = field.scenario.hedgehogs & field.scenario.of_side[GERMAN]
    for c, hex_ in zip(bits(own & ~field.scenario.extra), bits(field.scenario.ground), strict=False):
        put(field.state, c, hex_)
    (works,) = field.generic("hedgehogs", "09.10", SOVIET)
    field.state.level[works] = 3
    field.give("move g-moto 08.09-09.10")
    assert [field.state.level[c] for c in bits(field.state.here[field.hex("09.10")] & own)] == [3]


@rule("ocs", "13.5e.1", "13.5e.2")
def test_captured_trucks_go_to_dead_pile_of_their_owner() -> None:
    """Regular trucks too, but neither wagons nor trucks that they captured themselves [R-OCS-112]."""
    field = raid()
    field.generic("trucks", "09.10", SOVIET, 2)
    field.put("s-org1", "09.10")
    (wagon,) = field.generic("wagons", "09.10", SOVIET)
    (taken,) = field.generic("trucks", "09.10", SOVIET)
    field.state.captured |= 1 << taken
    room = replacements.truck_room(field.state, SOVIET)
    events = field.give("move g-moto 08.09-09.10", 6, 6)
    assert event_of([e for e in events if e.dice == (6,)][:1], TransportsCaptured).captured_points == 3
    for id_ in ("s-org1", "s-truck1", field.scenario.counter_ids[taken]):
        field.give(f"lose {id_}")
    assert field.state.at[field.unit("s-truck1")] == DEAD
    assert field.state.at[field.unit("s-org1")] == DEAD
    assert field.state.at[taken] == AWAY and not field.state.captured >> taken & 1
    assert field.state.at[wagon] == AWAY
    assert replacements.truck_room(field.state, SOVIET) == room + 2  # captured ones never counted
    assert field.state.captured.bit_count() == 4
    assert replacements.truck_room(field.state, GERMAN) == replacements.truck_limit(field.scenario, GERMAN)


def test_extra_counters_are_saved_only_in_use() -> None:
    """Records made before there were extra counters keep their hashes."""
    field = raid()
    plain: dict[str, Any] = field.state.plain()
    assert len(plain["at"]) == field.scenario.printed < len(field.state.at)
    assert not {"captured", "owed_trucks", "owed_wagons"} & set(plain)
    assert plain["turned"] < 1 << field.scenario.printed and plain["traced"] < 1 << field.scenario.printed
    again = from_plain(field.scenario, plain)
    assert again.at == field.state.at and again.turned == field.state.turned
    assert again.traced == field.state.traced and again.digest == field.state.digest
    last = len(field.state.at) - 1
    put(field.state, last, field.hex("02.02"))
    again = from_plain(field.scenario, field.state.plain())
    assert again.at == field.state.at and again.here == field.state.here


# -- transports ------------------------------------------------------------------------------------


@rule("ocs", "9.14c.1", "9.14c.3", "9.14c.4", "9.14c.8", "9.14c.9")
@pytest.mark.parametrize(("die", "points", "tokens"), [(1, 0, 0), (2, 0, 0), (3, 1, 3), (4, 2, 6), (6, 2, 9)])
def test_trucks_roll_together_with_their_load(die: int, points: int, tokens: int) -> None:
    field = raid()
    trucks = field.generic("trucks", "09.10", SOVIET, 3, loaded=4)
    field.give("move g-moto 08.09-09.10", die)
    mine = field.scenario.trucks & field.scenario.of_side[GERMAN]
    assert len([c for c in range(len(field.state.at)) if mine >> c & 1 and field.state.at[c] >= 0]) == points
    assert field.state.ledger[GERMAN] == tokens
    left = [c for c in trucks if field.state.at[c] >= 0]
    assert len(left) == 3 - points
    names = ",".join(field.scenario.counter_ids[c] for c in left)
    field.give(f"displace 15.08 {names}")
    assert field.state.ledger[SOVIET] == 12 - tokens  # what they cannot carry lies beside them
    assert {field.state.at[c] for c in left} == {field.hex("15.08")}


@rule("ocs", "9.14c.9")
def test_half_tokens_round_up_in_captures() -> None:
    field = raid()
    for truck, tokens in zip(field.generic("trucks", "09.10", SOVIET, 4), (4, 4, 2, 0), strict=True):
        field.load(truck, tokens)
    field.give("move g-moto 08.09-09.10", 3)  # a quarter of 10
    assert field.state.ledger == [3, 7]


@rule("ocs", "9.14c.2")
def test_slow_transports_roll_as_wagons() -> None:
    field = raid()
    field.generic("wagons", "09.10", SOVIET, 4)
    field.generic("trucks", "09.10", SOVIET, 1)
    events = field.give("move g-moto 08.09-09.10", 1, 6)  # trucks 0 %, wagons 100 %
    wagons = field.scenario.wagons & field.scenario.of_side[GERMAN]
    assert sum(field.state.at[c] >= 0 for c in range(len(field.state.at)) if wagons >> c & 1) == 4
    assert [event.dice for event in events if event.kind == "captured"] == [(1,), (6,)]
    table = series_tables()["capture"]
    assert table["wagons"] != table["trucks"]


@rule("ocs", "9.14c.4", "9.14c.6")
def test_displacement_ignores_enemies_within_range() -> None:
    field = raid()
    field.put("g-inf1", "10.10")
    field.put("g-inf2", "10.09")
    field.generic("trucks", "09.10", SOVIET, 1)
    field.give("move g-moto 08.09-09.10", 1)
    hexes = field.labels(sum(1 << field.hex(text.split()[1]) for text in field.answers()))
    distance, from_ = field.scenario.grid.distance, field.hex("09.10")
    assert {"11.11", "11.10", "13.10"} <= hexes  # past the enemy, in his zone, in woods closed to trucks
    assert all(1 <= distance(from_, field.hex(hex_)) <= 10 for hex_ in hexes)
    assert not {"10.10", "10.09", "09.10"} & hexes
    assert field.refused("displace 20.07 s-truck1") == "9.14c.4"
    slow = raid()
    slow.generic("wagons", "09.10", SOVIET, 1)
    slow.give("move g-moto 08.09-09.10", 1)
    assert slow.refused("displace 15.08 s-wagon1") == "9.14c.4"
    assert slow.check("displace 14.08 s-wagon1") is None  # five hexes


@rule("ocs", "9.14c.5", "13.2g-F")
def test_owner_chooses_captured_transports_of_a_mixed_group() -> None:
    field = raid()
    field.generic("trucks", "09.10", SOVIET, 1)
    field.put("s-org1", "09.10")
    field.give("move g-moto 08.09-09.10", 4)  # 50 %
    assert field.asks() == ("yield", SOVIET)
    assert field.answers() == {"lose s-truck1", "lose s-org1"}
    assert field.refused("lose s-truck1,s-org1") == "notation"
    assert field.refused("lose g-moto") == "9.14c.5"
    field.give("lose s-org1")
    assert field.state.at[field.unit("s-org1")] == DEAD
    assert field.at("g-truck1") == "09.10"  # an ordinary truck now
    assert field.asks() == ("displace", SOVIET)
    assert not field.scenario.organic >> field.unit("g-truck1") & 1


@rule("ocs", "9.14c.7", "13.2i")
@pytest.mark.parametrize(("phase", "free"), [("movement", True), ("exploitation", False)])
def test_a_captured_truck_moves_at_once_in_the_movement_phase_only(phase: str, free: bool) -> None:
    field = raid(phase, mark=" e" if phase == "exploitation" else "")
    field.generic("trucks", "09.10", SOVIET, 1)
    field.give("move g-moto 08.09-09.10", 6)
    assert field.at("g-truck1") == "09.10"
    field.give("move g-moto 09.10-10.10")  # the battalion goes on
    assert (field.check("move g-truck1 09.10-08.09") is None) == free


def extended(*others: str) -> tuple[Battlefield, list[int]]:
    """A motorcycle battalion beside an Extender of two trucks far forward, and a third truck."""
    field = Battlefield("movement", g_moto="04.07").fuelled()
    trucks = field.generic("trucks", "05.08", SOVIET, 3)
    field.state.extended = sum(1 << c for c in trucks[:2])
    for number, hex_ in enumerate(others, 1):
        field.put(f"g-rgt{number}", hex_)
    changed(field.state)
    return field, trucks


@rule("ocs", "9.14c.10", "9.14d.1", "9.14d.3")
def test_an_extender_collapses_and_is_not_counted() -> None:
    field, trucks = extended()
    events = field.give("move g-moto 04.07-05.08", 6)  # one truck in all, 75 %
    caught = event_of(events, TransportsCaptured)
    assert (caught.captured_points, caught.points) == (1, 1)
    assert (caught.captured_tokens, caught.tokens) == (0, 0)
    assert field.asks() == ("collapse", SOVIET)
    names = ",".join(field.scenario.counter_ids[c] for c in trucks[:2])
    assert field.refused(f"collapse 05.09 {names}") == "9.14d.3"  # in trace by this Extender alone
    assert field.refused("collapse 14.09 s-truck1") == "9.14d.3"  # not a part of it
    field.give(f"collapse 14.09 {names}")
    assert {field.scenario.label(field.state.at[c]) for c in trucks[:2]} == {"14.09"}
    assert not field.state.extended
    assert not field.asked()


@rule("ocs", "9.14d.4")
def test_an_extender_that_cannot_collapse_rolls_like_others() -> None:
    field, _ = extended("20.12")  # the enemy is in the supply source
    events = field.give("move g-moto 04.07-05.08", 3)
    caught = event_of(events, TransportsCaptured)
    assert (caught.captured_points, caught.points) == (1, 3)
    assert (caught.captured_tokens, caught.tokens) == (0, 0)
    assert not field.state.extended
    assert field.asks() == ("displace", SOVIET)


@rule("ocs", "9.14d.2", "9.14d.3")
def test_an_extender_may_be_given_up_by_its_owner() -> None:
    field, trucks = extended()
    field.go_to("movement", 1)
    name = field.scenario.counter_ids[trucks[0]]
    assert field.refused(f"collapse 05.09 {name}") == "9.14d.3"
    field.give(f"collapse 14.09 {name}")
    assert {field.scenario.label(field.state.at[c]) for c in trucks[:2]} == {"14.09"}
    assert not field.state.extended
    assert field.check(f"move {name} 14.09-15.09") is not None  # in place of its movement


# -- hedgehogs and ports ---------------------------------------------------------------------------


@rule("ocs", "9.14e", "16.0h")
def test_a_hedgehog_changes_hands_as_it_is() -> None:
    field = raid()
    field.state.level[field.generic("hedgehogs", "09.10", SOVIET)[0]] = 3
    field.give("move g-moto 08.09-09.10")
    mine = field.scenario.hedgehogs & field.scenario.of_side[GERMAN]
    there = field.state.here[field.hex("09.10")]
    (hog,) = [c for c in range(len(field.state.at)) if mine & there & 1 << c]
    assert field.state.level[hog] == 3
    assert not there & field.scenario.of_side[SOVIET]


@rule("ocs", "9.14h.1", "9.14h.2")
def test_a_port_changes_hands_with_its_damage() -> None:
    field = Battlefield("movement", s_moto="10.04", player=1).fuelled()
    port = field.put("g-port-1002", "10.02")
    field.state.level[port] = 1
    field.give("move s-moto 10.04-10.02")
    taken = field.unit("s-port-1002")
    assert field.at("s-port-1002") == "10.02"
    assert (field.state.level[taken], field.state.reached[taken]) == (1, 0)
    assert not field.at("g-port-1002")
    assert sea_capacity(field.state, taken) == 6  # of 8T, for one hit


@rule("ocs", "9.14h.2")
def test_captured_port_ships_at_once() -> None:
    field = Battlefield("movement", g_moto="10.04", g_rgt1="02.02 m", g_port_0202="02.02").fuelled()
    field.put("s-port-1002", "10.02")
    field.give("move g-moto 10.04-10.02")
    field.give("ship g-rgt1 02.02-10.02")
    assert field.at("g-rgt1") == "10.02"


@rule("ocs", "9.14h.1", "9.12g-C")
def test_advance_captures_port() -> None:
    field = Battlefield("combat", g_inf1="10.03", s_rgt1="10.02", s_port_1002="10.02")
    field.fight("attack 10.02 g-inf1", "Ae4/DL1o2")
    field.give("advance g-inf1")
    assert (field.at("g-port-1002"), field.at("s-port-1002")) == ("10.02", "")


@rule("ocs", "9.14e", "9.12g-C")
def test_advance_captures_hedgehog() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_rgt1="09.10")
    hog = field.generic("hedgehogs", "09.10", SOVIET)[0]
    field.state.level[hog] = 2
    field.fight("attack 09.10 g-inf1", "Ae4/DL1o2")
    assert field.state.level[hog] == 2  # combat does not harm it [16.0h]
    field.give("advance g-inf1")
    assert field.at("g-hog1") == "09.10"
