"""Refusals: an order that is badly written, and orders against rules that are seldom broken."""

from __future__ import annotations

import pytest

from grognard.core.contract.decisions import Question
from grognard.core.contract.orders import Order
from grognard.core.errors import BadFile
from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.combat import attack
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.movement import sea_moves
from grognard.games.sww3.movement.movement_limits import nation_limit
from grognard.games.sww3.turn import setup, victory
from grognard.games.sww3.turn.starting_areas import setup_rule
from tests.rules.sww3.field import BOTH, Field
from tests.rules.sww3.parade import Parade
from tests.rules.sww3.wars import War

EUROPE, MID_EAST = 0, 1


def why_not(
    field: Field, verb: str, target: str = "", units: str = "", path: str = "", words: str = ""
) -> str:
    """The rule that refuses an order of the side that must decide; empty if it is legal."""
    (side,) = rules.to_act(field.state)
    order = Order(verb, target, tuple(units.split()), tuple(path.split()), tuple(words.split()))
    refusal = rules.check(field.state, side, order)
    return refusal.rule if refusal else ""


def two_maps(theatre: int, side: int, phase: str, **at: str) -> War:
    """Both maps on turn 2, empty but for some units, in a phase of one map."""
    war = War("grand", turn=2, at={id_.replace("_", "-"): where for id_, where in at.items()})
    steps = enumerate(war.scenario.sequence)
    war.state.phase_index = next(n for n, step in steps if step == (theatre, side, phase))
    war.state.standing = [True, True]
    return war


# -- notation --------------------------------------------------------------------------------------


def test_notation_of_moves() -> None:
    p = Parade("pincher", t1="0905", t2="0905", u1="0605")
    p.calm()
    assert why_not(p, "move", units="t1", path="0904") == ""
    assert why_not(p, "move", units="t1") == "notation"
    assert why_not(p, "move", path="0904") == "notation"
    assert why_not(p, "move", "0904", "t1", "0904") == "notation"
    p = Parade("pincher", "allied movement", u1="0202", u2="0202")
    p.calm()
    assert why_not(p, "sea", units="u1", path="0204") == ""
    assert why_not(p, "sea", units="u1", path="0202 0204") == ""
    assert why_not(p, "sea", units="u1", path="0202") == "notation"
    assert why_not(p, "sea", units="u1", path="0203 0204") == "notation"
    assert why_not(p, "sea", units="u1", path="0202 0203 0204") == "notation"


def test_notation_of_combat() -> None:
    f = Field("pincher", t1="0504", t2="0504", u1="0505")
    for verb, target in (("attack", "0505"), ("probe", "0604")):
        assert why_not(f, verb, target, "t1") == ""
        assert why_not(f, verb, target) == "notation"
        assert why_not(f, verb, units="t1") == "notation"
        assert why_not(f, verb, target, "t1", "0504") == "notation"
    assert why_not(f, "strike", "0505") == ""
    assert why_not(f, "strike") == "notation"
    assert why_not(f, "strike", "0505", "t1") == "notation"
    assert why_not(f, "strike", "0505", path="0505") == "notation"


def test_notation_of_answers() -> None:
    f = Field("pincher", t1="0504", t2="0504", u1="0505", u3="0505")
    for kind, side, verb, unit in (
        ("lose", SOVIET, "lose", "t1"),
        ("escalate", SOVIET, "escalate", "t1"),
        ("answer", ALLIED, "lose", "u1"),
        ("burn", ALLIED, "lose", "u1"),
    ):
        units = ("t1", "t2") if side == SOVIET else ("u1", "u3")
        f.state.questions = [Question(kind, side, tuple(bits(f.bit(*units))), f.hex("0505"), (1,))]
        assert why_not(f, verb, units=unit) == ""
        assert why_not(f, verb, units=" ".join(units)) == "notation"
        assert why_not(f, verb) == "notation"
        assert why_not(f, verb, "0505", unit) == "notation"
    f.state.questions = [Question("retreat", ALLIED, tuple(bits(f.bit("u1"))), f.hex("0505"))]
    assert why_not(f, "retreat", "0506") == ""
    assert why_not(f, "retreat") == "notation"
    assert why_not(f, "retreat", "0506", "u1") == "notation"


def test_notation_of_reinforcements() -> None:
    war = War("pincher", "nato reinforcement", 2, at={"us-r29": "arriving", "us-r65": "arriving"})
    port = war.city("Le Havre")
    assert why_not(war, "land", units="us-r29", path=port) == ""
    assert why_not(war, "land", units="us-r29 us-r65", path=port) == "notation"
    assert why_not(war, "land", path=port) == "notation"
    assert why_not(war, "land", units="us-r29") == "notation"
    assert why_not(war, "land", units="us-r29", path=f"{port} {port}") == "notation"
    assert why_not(war, "land", port, "us-r29", port) == "notation"
    assert why_not(war, "land", units="us-r29", path=port, words="now") == "notation"
    war = two_maps(EUROPE, ALLIED, "reinforcement", us_r29="arriving", us_r65="arriving")
    assert why_not(war, "divert", units="us-r29") == ""
    assert why_not(war, "divert", units="us-r29 us-r65") == "notation"
    assert why_not(war, "divert", units="us-r29", words="now") == "notation"
    war = War("pincher", "nato movement", 2, at={"us-1": "4016*", "us-r29": "4016"})
    assert war.asked
    assert why_not(war, "augment", units="us-1 us-r29") == ""
    assert why_not(war, "augment", units="us-1") == "notation"
    assert why_not(war, "augment", "4016", "us-1 us-r29") == "notation"


def test_notation_of_soviet_reserves() -> None:
    war = War("pincher", "soviet movement", 2, at={"su-4gt": "reserve", "su-7gp": "airborne"})
    war.sky(SOVIET)
    assert war.asked
    middle, _ = war.open_ground("france")
    assert why_not(war, "commit", units="su-4gt") == ""
    assert why_not(war, "commit") == "notation"
    assert why_not(war, "commit", middle, "su-4gt") == "notation"
    assert why_not(war, "commit", units="su-4gt", path=middle) == "notation"
    assert why_not(war, "drop", middle, "su-7gp") == ""
    assert why_not(war, "drop", middle) == "notation"
    assert why_not(war, "drop", units="su-7gp") == "notation"
    assert why_not(war, "drop", middle, "su-7gp", middle) == "notation"
    assert why_not(war, "drop", middle, "su-7gp", words="now") == "notation"


def test_notation_of_second_formation() -> None:
    war = War("sandown", "soviet movement", 5)
    assert war.asked
    assert why_not(war, "second", words="1") == ""
    for words in ("", "1 1", "one", "-1"):
        assert why_not(war, "second", words=words) == "notation"


def test_notation_of_airpower() -> None:
    p = Parade("pincher", t1="0905", u1="0605")
    p.state.air, p.state.aerial_left = [SOVIET], [1]
    p.calm()
    assert why_not(p, "supply", "0905") == ""
    assert why_not(p, "supply") == "notation"
    war = War("pincher", turn=2)
    assert why_not(war, "roll") == ""
    assert why_not(war, "air", "4016") == "6.1-roll"
    war.play("roll", 4, 2)
    assert why_not(war, "roll") == "6.2-all"
    assert why_not(war, "air", "4016") == ""
    assert why_not(war, "air") == "notation"


def test_notation_of_setup() -> None:
    war = War("pincher", options={"setup": "free"})
    hex_ = next(order.path[0] for order in war.choices("nato").orders("us-1") if order.verb == "place")
    assert why_not(war, "place", units="us-1", path=hex_) == ""
    assert why_not(war, "place", path=hex_) == "notation"
    assert why_not(war, "place", units="us-1") == "notation"
    assert why_not(war, "place", units="us-1", path=f"{hex_} {hex_}") == "notation"
    assert why_not(war, "place", hex_, "us-1", hex_) == "notation"
    war.play(f"place us-1 {hex_}")
    assert why_not(war, "lift", units="us-1") == ""
    assert why_not(war, "lift", units="us-1 us-4") == "notation"
    assert why_not(war, "lift", units="us-1", words="now") == "notation"
    war = War("sandown", options={"setup": "free"})
    war.play("fill")
    war.play("end")
    war.play("draw", *[1] * 33)
    out, in_ = war.units(where="ready")[0], war.units(where="bag")[0]
    assert why_not(war, "swap", units=f"{out} {in_}") == ""
    assert why_not(war, "swap", units=out) == "notation"
    assert why_not(war, "swap", "5949", f"{out} {in_}") == "notation"


# -- setup [3] -------------------------------------------------------------------------------------


@rule("pincher", "3.1-control", "7.1")
def test_setup_of_units_and_hexes_of_the_other_side() -> None:
    war = War("pincher", options={"setup": "free"})
    assert why_not(war, "lift", units="su-4gt") == "3.1-control"
    assert why_not(war, "lift", units="us-1") == "3.1-control"  # not set up yet
    war.play("fill")
    war.play("end")
    berlin = war.city("Berlin")
    place = setup_rule(war.scenario, war.scenario.index["su-4gt"], EUROPE)
    assert place is not None
    allied = next(h for h in bits(place.area) if h != war.hex(berlin) and not war.state.here.get(h))
    war.put("us-1", war.label(allied))
    assert why_not(war, "place", units="su-4gt", path=war.label(allied)) == "7.1"


def test_off_map_units_have_no_setup_hexes() -> None:
    war = War("pincher", options={"setup": "free"})
    assert setup.hexes_for(war.state, war.scenario.index["us-r29"]) == 0
    assert setup.hexes_for(war.state, war.scenario.index["us-1"]) != 0


def test_unit_that_the_setup_rules_do_not_cover() -> None:
    scenario = Parade("pincher").scenario
    with pytest.raises(BadFile, match="theatres: the setup rules do not cover q1"):
        setup_rule(scenario, scenario.index["q1"], 0)


# -- reinforcements [10, 14] -----------------------------------------------------------------------


@rule("pincher", "10.1", "7.3")
def test_landing() -> None:
    war = War("pincher", "nato reinforcement", 2, at={"us-r29": "arriving", "us-r65": "overseas"})
    port = war.city("Le Havre")
    assert why_not(war, "land", units="us-r65", path=port) == "10.1"
    war.put("su-4gt", "arriving")
    assert why_not(war, "land", units="su-4gt", path=port) == "10.1"
    divisions = [c.id for c in war.scenario.counters if c.nation == "US" and c.steps == 2]
    for unit in divisions[:5]:
        war.put(unit, port)
    assert war.state.load[war.hex(port)] == 10
    assert why_not(war, "land", units="us-r29", path=port) == "7.3"


@rule("pincher", "10.2-any", "3.1-control")
def test_dropping_other_units() -> None:
    at = {"su-4gt": "reserve", "su-7gp": "airborne", "us-r325": "arriving"}
    war = War("pincher", "soviet movement", 2, at=at)
    war.sky(SOVIET)
    assert war.asked
    middle, _ = war.open_ground("france")
    assert why_not(war, "drop", middle, "us-r325") == "3.1-control"
    assert why_not(war, "drop", middle, "su-4gt") == "10.2-any"
    war.put("su-7gp", war.city("Berlin"))
    assert why_not(war, "drop", middle, "su-7gp") == "10.2-any"


@rule("pincher", "10.2-hex")
def test_drop_into_a_full_hex() -> None:
    """[R-SWW-27]"""
    p = Parade("pincher", p1="airborne", p2="airborne", t1="0904", t2="0904", t3="0904", m1="0904")
    p.state.air, p.state.aerial_left = [SOVIET], [1]
    p.put("g1", "0904")
    p.calm()
    assert why_not(p, "drop", "0904", "p1") == ""  # ten steps
    assert why_not(p, "drop", "0904", "p1 p2") == "R-SWW-27"


@rule("grand", "14.5-assign", "14.5-onlysu")
def test_limit_of_the_mid_east_for_drops_and_reserves() -> None:
    war = War("grand", turn=2)
    steps = enumerate(war.scenario.sequence)
    war.state.phase_index = next(n for n, step in steps if step == (MID_EAST, SOVIET, "first"))
    war.sky(SOVIET, theatre=MID_EAST)
    counters = {c.id: c for c in war.scenario.counters}
    free = [id_ for id_ in war.units("SU") if not any("dot" in tag for tag in counters[id_].tags)]
    there = [id_ for id_ in free if war.where(id_)[0] == "M"]
    spare = [id_ for id_ in free if war.where(id_)[0] == "E" and "drop" not in counters[id_].tags]
    for id_, hex_ in zip(spare[: 32 - len(there)], war.plain("ussr"), strict=False):
        war.put(id_, hex_)
    paratroops = [id_ for id_ in free if "drop" in counters[id_].tags][:2]
    for id_ in paratroops:
        war.put(id_, "airborne")
    assert war.asked
    middle, _ = war.open_ground("iran")
    assert why_not(war, "drop", middle, paratroops[0]) == ""
    assert why_not(war, "drop", middle, " ".join(paratroops)) == "14.5-assign"
    war.put("su-2gm", "reserve")
    assert why_not(war, "commit", units="su-2gm") == "14.5-onlysu"
    assert why_not(war, "enter", units="su-2gm", path="M5949") == "14.5-onlysu"
    war.put("hpa-3", "reserve")
    assert why_not(war, "commit", units="hpa-3") == "14.5-onlysu"


@rule("grand", "14.6-divert")
def test_diverting_units_that_are_not_arriving() -> None:
    war = two_maps(EUROPE, ALLIED, "reinforcement", us_r29="arriving", us_r65="overseas", us_1="E4016")
    assert why_not(war, "divert", units="us-r65") == "14.6-divert"
    assert why_not(war, "divert", units="us-1") == "14.6-divert"
    war.state.closed = 1 << MID_EAST
    assert why_not(war, "divert", units="us-r29") == "14.6-divert"
    assert not any(order.startswith("divert") for order in war.orders())


@rule("sandown", "10.9-once", "10.9-limit")
def test_calls_of_second_formation() -> None:
    war = War("sandown", "soviet movement", 5)
    assert war.asked
    assert why_not(war, "second", words="0") == "10.9-once"
    assert why_not(war, "second", words="99") == "10.9-limit"
    war = War("pincher", "soviet movement", 5, options={"second-formation": True})
    assert war.asked
    pool = len(war.units(where="second"))
    assert pool > 0
    assert why_not(war, "second", words=str(pool)) == ""
    assert why_not(war, "second", words=str(pool + 1)) == "R-PIN-29"
    war = War("pincher", "soviet movement", 5)
    assert war.asked
    assert why_not(war, "second", words="1") == "R-PIN-29"


# -- movement [11, 14.3] ---------------------------------------------------------------------------


@rule("pincher", "11.1-mp")
@rule("sandown", "11.1-mp")
@BOTH
def test_moving_to_the_same_hex(game: str) -> None:
    p = Parade(game, t1="0905", u1="0605")
    p.calm()
    assert why_not(p, "move", units="t1", path="0905") == "11.1-mp"


@rule("grand", "14.3")
def test_units_on_the_other_map() -> None:
    war = two_maps(EUROPE, SOVIET, "first", su_4gt="M5948", su_3gt="E5720")
    assert why_not(war, "move", units="su-4gt", path="M5949") == "14.3"
    war = two_maps(EUROPE, SOVIET, "second", su_4gt="M5948", uk_1="M5949")
    assert why_not(war, "attack", "M5949", "su-4gt") == "12.1-adjacent"


@rule("pincher", "10.3-where")
def test_no_open_map_edge() -> None:
    p = Parade("pincher", t1="reserve", u1="0605")
    p.calm()
    p.state.neutral |= p.scenario.theatres[0].region("communist-edge")
    p.state.cache = {}
    assert why_not(p, "enter", units="t1", path="1105") == "10.3-where"


@rule("pincher", "11.11-blow")
def test_dikes_are_blown_once_and_only_where_there_are_polders() -> None:
    p = Parade("pincher", "allied movement", u1="0202")
    p.play("flood")
    assert why_not(p, "flood") == "11.11-blow"
    for theatre, case in ((EUROPE, ""), (MID_EAST, "11.11-blow")):
        war = two_maps(theatre, ALLIED, "first", us_1="E4016", uk_1="M1374")
        assert why_not(war, "flood") == case
        assert any(order == "flood" for order in war.orders()) is not bool(case)
    for phase, legal in (("movement", True), ("combat", True), ("declare", False), ("reinforcement", False)):
        p = Parade("pincher", f"allied {phase}", u1="0202")
        refusal = sea_moves.check_flood(p.state, ALLIED, Order("flood"))
        assert (refusal is None) is legal
        assert refusal is None or refusal.rule == "11.11-blow"


# -- combat [12] -----------------------------------------------------------------------------------


@rule("pincher", "12.1-adjacent")
@rule("sandown", "12.1-adjacent")
@BOTH
def test_attack_on_a_hex_that_is_not_adjacent(game: str) -> None:
    f = Field(game, t1="0504", u1="0505", u2="0508")
    assert why_not(f, "attack", "0508", "t1") == "12.1-adjacent"
    assert why_not(f, "attack", "0505", "t2") == "12.1-adjacent"  # off the map
    assert why_not(f, "attack", "0303", "t1") == "12.1-adjacent"  # nobody is there
    f = Field(game, t1="0504", t2="0101", u1="0505")
    assert why_not(f, "attack", "0505", "t1 t2") == "12.1-adjacent"
    assert attack.attack_orders(f.state, SOVIET, f.scenario.index["t2"]) == []
    assert attack.probe_orders(f.state, SOVIET, f.scenario.index["t2"]) == []


@rule("pincher", "12.1-roles")
@rule("sandown", "12.1-roles")
@BOTH
def test_targets_are_all_hexes_that_can_be_attacked(game: str) -> None:
    f = Field(game, t1="0504", t2="0707", u1="0505", u2="0708", u3="0101")
    assert f.scenario.grid.names(attack.targets(f.state, SOVIET)) == ["0505", "0708"]
    f.state.fought = f.bit("t2")
    assert f.scenario.grid.names(attack.targets(f.state, SOVIET)) == ["0505"]
    f.state.attacked = f.bit("u1")
    assert attack.targets(f.state, SOVIET) == 0
    assert why_not(f, "attack", "0505", "t1") == "12.4-defend"
    assert why_not(f, "attack", "0708", "u3") == "12.1-roles"


@rule("pincher", "12.22-stack")
@rule("sandown", "12.22-stack")
@BOTH
def test_advance_beyond_the_stacking_limit(game: str) -> None:
    f = Field(game, t1="0504", t2="0504", t3="0604", m1="0604", m2="0404", m3="0404", u3="0505")
    units = ("t1", "t2", "t3", "m1", "m2", "m3")
    f.put("u3", "lost")
    f.state.questions = [Question("advance", SOVIET, tuple(bits(f.bit(*units))), f.hex("0505"))]
    for unit in units[:5]:
        f.play(f"advance {unit}")
    assert f.state.load[f.hex("0505")] == 10
    f = Field(game, t1="0504", t2="0505", t3="0505", m1="0505", m2="0505", g1="0505", p1="0404")
    f.state.questions = [Question("advance", SOVIET, tuple(bits(f.bit("t1", "p1"))), f.hex("0505"))]
    assert why_not(f, "advance", units="t1") == "12.22-stack"
    assert why_not(f, "advance", units="p1") == ""
    assert why_not(f, "advance", units="t2") == "12.22-empty"


@rule("pincher", "12.20-DR-stack", "12.20-DR-move")
@rule("sandown", "12.20-DR-stack", "12.20-DR-move")
@BOTH
def test_retreat_to_hexes_that_are_full_or_closed(game: str) -> None:
    f = Field(game, u1="0505", u2="0506", u5="0506", u6="0506", k1="0506", j1="0506", t1="0504")
    asked = Question("retreat", ALLIED, tuple(bits(f.bit("u1"))), f.hex("0505"))
    f.state.questions = [asked]
    assert why_not(f, "retreat", "0506") == "12.20-DR-stack"
    assert why_not(f, "retreat", "0101") == "12.20-DR-move"
    assert why_not(f, "retreat", "0504") == "R-SWW-12"
    assert why_not(f, "retreat", "0605") == ""


def test_retreat_beyond_national_limits() -> None:
    """[R-SWW-12]"""
    f = Field("pincher", it="1101")
    limit = nation_limit(f.scenario, "It")
    start = next(h for h in bits(limit) if f.scenario.land & f.scenario.grid.around[h] & ~limit)
    f.put("it", f.scenario.grid.label(start))
    beyond = bits(f.scenario.land & f.scenario.grid.around[start] & ~limit)[0]
    f.state.questions = [Question("retreat", ALLIED, tuple(bits(f.bit("it"))), start)]
    assert why_not(f, "retreat", f.scenario.grid.label(beyond)) == "R-SWW-12"


@rule("pincher", "12.16-shift")
@rule("sandown", "12.16-shift")
@BOTH
def test_the_last_defender_of_a_city_answers_a_bloodbath_with_its_step(game: str) -> None:
    """It cannot withdraw from a city, so nothing is asked [R-SWW-10]."""
    f = Field(game, t1="0504", t2="0504", u1="0503")
    defenders, attackers = tuple(bits(f.bit("u1"))), tuple(bits(f.bit("t1", "t2")))
    f.state.questions = [Question("escalate", SOVIET, attackers, f.hex("0503"), defenders)]
    f.play("escalate t1")
    assert (f.steps("t1", "u1"), f.asked) == ([1, 1], ("soviet", "escalate"))


# -- victory and decisions -------------------------------------------------------------------------


@rule("grand", "14.2")
@pytest.mark.parametrize(("turn", "closed"), [(4, 0b01), (10, 0b00)])
def test_the_allies_win_once_no_map_is_left(turn: int, closed: int) -> None:
    war = War("grand", turn=turn)
    war.state.closed = closed
    war.seize(ALLIED, ["M5245", "M5948"])
    war.state.phase_index = len(war.scenario.sequence) - 2
    events = victory.check_victory(war.state, "phase")
    assert [event.kind for event in events] == ["closed", "over"]
    assert war.state.result is not None
    assert (war.winner, war.state.result.rule) == ("allied", "14.2")


def test_nobody_decides_after_the_end() -> None:
    war = War("pincher", "soviet movement", 2)
    assert rules.choices(war.state, "spectator") is None
    war.play("concede", by="nato")
    assert rules.choices(war.state, "soviet") is None
    assert rules.to_act(war.state) == ()
    refusal = rules.check(war.state, "soviet", Order("end"))
    assert refusal is not None and refusal.rule == "5.4-last"
    assert rules.reach(war.state, ["su-4gt"]) == {}


def test_nobody_interrupts_outside_of_operations() -> None:
    war = War("pincher", turn=2)
    assert rules.choices(war.state, "nato") is None
    war = War("pincher", "soviet declare", 2)
    assert rules.choices(war.state, "nato") is None


# -- overlays --------------------------------------------------------------------------------------


def test_reach_of_units_that_can_move() -> None:
    p = Parade("pincher", t1="0905", r1="0905", u1="0605")
    p.calm()
    alone, together = rules.reach(p.state, ["t1"]), rules.reach(p.state, ["t1", "r1"])
    assert 0 < len(together) < len(alone)
    assert together[p.hex("0904")] == 1
    assert rules.reach(p.state, []) == {}
    assert rules.reach(p.state, ["t1", "u1"]) == {}
    p.state.moved = p.bit("t1")
    p.state.cache = {}
    assert rules.reach(p.state, ["t1"]) == {}
    assert rules.reach(p.state, ["r1"]) != {}
    p.go_to("soviet combat")
    assert rules.reach(p.state, ["r1"]) == {}


def test_supply_and_zones_of_each_side() -> None:
    p = Parade("pincher", t1="0905", u1="0605")
    soviet, allied = (rules.supply(p.state, side) for side in ("soviet", "allied"))
    for label, red, blue in (("0905", 1, 0), ("0605", 0, 1)):
        assert (soviet >> p.hex(label) & 1, allied >> p.hex(label) & 1) == (red, blue)
    near = {label: p.names(p.scenario.grid.around[p.hex(label)]) for label in ("0905", "0605")}
    assert p.names(rules.zoc(p.state, "soviet")) == near["0905"]
    assert p.names(rules.zoc(p.state, "allied")) == near["0605"] - {"0506"}  # which is neutral
