"""Chapter 10: Soviet airborne divisions and units held back, in both booklets."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.sww3.arrivals import paratroops
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.support import supply
from tests.rules.sww3.field import BOTH
from tests.rules.sww3.parade import Parade
from tests.rules.sww3.wars import War

FOE = {"pincher": ("us-1", "france"), "sandown": ("uk-1", "iraq")}
EDGE = {"pincher": "5736", "sandown": "5949"}
"""A Soviet hex at the map edge."""
PARAS = ("su-7gp", "su-31gp", "su-76gp", "su-98gp", "su-103gp", "su-105gp", "su-106gp")


def dropping(game: str, **more: str) -> tuple[War, str, list[str]]:
    """Soviet movement on turn 2 with the sky won and all airborne divisions waiting; open ground far away."""
    at = dict.fromkeys(PARAS, "airborne")
    at.update({id_.replace("_", "-"): where for id_, where in more.items()})
    war = War(game, "soviet movement", 2, at=at)
    war.sky(SOVIET)
    return (war, *war.open_ground(FOE[game][1]))


@BOTH
@rule("pincher", "10.1", "2.12")
@rule("sandown", "10.1", "2.12")
def test_reinforcements_are_off_the_map_at_the_start_and_come_later(game: str) -> None:
    war = War(game)
    waiting = {id_ for id_ in war.units() if not war.where(id_)[0].isdigit()}
    pools = {war.where(id_) for id_ in waiting}
    assert {"airborne", "overseas", "mobilization"} <= pools
    pulled = war.pass_to("air superiority", turn=4)
    arrived = {id_ for id_ in waiting if war.where(id_)[0].isdigit()}
    assert arrived == {id_ for event in pulled if event.kind == "arrived" for id_ in event.units}


@BOTH
@rule("pincher", "10.2-super")
@rule("sandown", "10.2-super")
def test_no_drop_without_soviet_air_superiority(game: str) -> None:
    war, middle, _ = dropping(game)
    assert paratroops.droppable(war.state, SOVIET).bit_count() == 7
    war.sky(ALLIED)
    assert not paratroops.droppable(war.state, SOVIET)
    war.refused(f"drop {middle} su-7gp", "6.5-drop")


@BOTH
@rule("pincher", "10.2-any")
@rule("sandown", "10.2-any")
def test_any_number_at_any_point_of_the_movement_phase(game: str) -> None:
    war, middle, _ = dropping(game, su_4gt=EDGE[game])
    war.play(f"drop {middle} su-7gp,su-31gp")
    war.play(min(order for order in war.orders() if order.startswith("move su-4gt")))
    war.play(f"drop {middle} {','.join(PARAS[2:])}")  # all seven fit into one hex
    assert {war.where(id_) for id_ in PARAS} == {middle}


@BOTH
@rule("pincher", "10.2-hex", "8.8")
@rule("sandown", "10.2-hex", "8.8")
def test_the_drop_hex_is_clear_or_a_city_without_enemies(game: str) -> None:
    foe, country = FOE[game]
    war, middle, near = dropping(game, **{foe.replace("-", "_"): War(game).open_ground(country)[0]})
    assert war.where(foe) == middle
    war.refused(f"drop {middle} su-7gp", "10.2-hex")
    for terrain in ("rough", "mountain"):
        war.refused(f"drop {war.plain(country, terrain)[0]} su-7gp", "10.2-hex")
    legal = paratroops.drop_hexes(war.state, SOVIET, 1)
    assert all(legal >> war.hex(label) & 1 for label in near)  # in an enemy zone
    assert all(legal >> war.hex(label) & 1 for label in war.cities(country))
    war.nuke(near[0])
    assert paratroops.drop_hexes(war.state, SOVIET, 1) >> war.hex(near[0]) & 1
    ruin = war.cities(country)[0]
    war.nuke(ruin)  # a nuked city is rough ground [13.7]
    war.refused(f"drop {ruin} su-7gp", "10.2-hex")
    sea = war.far_hex()
    war.refused(f"drop {sea} su-7gp", "10.2-hex")
    war.play(f"drop {near[0]} su-7gp")


@BOTH
@rule("pincher", "10.2-one")
@rule("sandown", "10.2-one")
def test_one_drop_hex_a_turn(game: str) -> None:
    war, middle, near = dropping(game)
    war.play(f"drop {middle} su-7gp")
    war.refused(f"drop {near[0]} su-31gp", "10.2-one")
    assert {o.split()[1] for o in war.orders() if o.startswith("drop")} <= {middle}
    war.play(f"drop {middle} su-31gp")


@BOTH
@rule("pincher", "10.2-stay")
@rule("sandown", "10.2-stay")
def test_dropped_units_cannot_move_that_turn(game: str) -> None:
    war, middle, near = dropping(game)
    war.play(f"drop {middle} su-7gp")
    assert not any(order.startswith(("move su-7gp", "column su-7gp")) for order in war.orders())
    war.refused(f"move su-7gp {middle}-{near[0]}", "10.2-stay")


@BOTH
@rule("pincher", "10.2-attack")
@rule("sandown", "10.2-attack")
@pytest.mark.parametrize("first", ["move", "fight"])
def test_dropped_units_fight_only_when_movement_comes_first(game: str, first: str) -> None:
    foe, country = FOE[game]
    target = War(game).open_ground(country)[0]
    war, middle, near = dropping(game, **{foe.replace("-", "_"): target})
    assert middle == target
    war.go_to("soviet declare")
    war.play(f"declare {first}")
    if first == "fight":
        war.play("end")
    war.play(f"drop {near[0]} {','.join(PARAS)}")
    if first == "move":
        war.play("end")
        war.play(f"attack {middle} {','.join(PARAS)}", 2)  # 21 against 7 or 6: 3:1, DE
        assert war.steps(foe) == [1]
    else:
        war.play("end")
        assert war.state.side == ALLIED  # there is no Soviet combat phase left


@BOTH
@rule("pincher", "10.2-supply", "10.2-later")
@rule("sandown", "10.2-supply", "10.2-later")
def test_dropped_units_are_supplied_that_turn_and_trace_afterwards(game: str) -> None:
    one, two = {"pincher": ("us-1", "us-4"), "sandown": ("uk-1", "uk-3")}[game]
    middle, near = War(game).open_ground(FOE[game][1])
    war, _, _ = dropping(game, **{one.replace("-", "_"): near[0], two.replace("-", "_"): near[3]})
    war.play(f"drop {middle} su-7gp")
    unit = war.scenario.index["su-7gp"]
    assert supply.in_supply(war.state, unit)
    war.state.turn, war.state.dropped = 3, 0
    war.sky(SOVIET)
    assert not supply.in_supply(war.state, unit)
    war.play(f"supply {middle}")
    assert supply.in_supply(war.state, unit)


@BOTH
@rule("pincher", "10.2-retreat")
@rule("sandown", "10.2-retreat")
def test_dropped_units_retreat_like_others(game: str) -> None:
    foe, country = FOE[game]
    middle, near = War(game).open_ground(country)
    war, _, _ = dropping(game, **{foe.replace("-", "_"): near[0]})
    war.play(f"drop {middle} su-7gp")
    side = war.scenario.sides[ALLIED]
    war.pass_to(f"{side} combat")
    war.play(f"attack {middle} {foe}", 2)  # 5 or 4 against 4: 1:1, DR
    assert war.asked == ("soviet", "retreat")
    war.play(f"retreat {near[3]}")
    assert war.where("su-7gp") == near[3]


@BOTH
@rule("pincher", "10.2-uses")
@rule("sandown", "10.2-uses")
def test_a_drop_uses_up_the_aerial_supply(game: str) -> None:
    war, middle, _ = dropping(game, su_4gt=EDGE[game])
    here = war.where("su-4gt")
    war.play(f"drop {middle} su-7gp")
    assert war.state.aerial_left == [0]
    assert not any(order.startswith("supply") for order in war.orders())
    war, middle, _ = dropping(game, su_4gt=here)
    war.play(f"supply {here}")
    war.refused(f"drop {middle} su-7gp", "10.2-uses")  # the marker is used [R-SWW-27]


# -- units held back ---------------------------------------------------------------------------------


@BOTH
@rule("pincher", "10.3-enter", "10.3-where")
@rule("sandown", "10.3-enter", "10.3-where")
def test_reserves_enter_at_edge_and_pay_mp(game: str) -> None:
    held = ("su-4gt", "su-7r", "su-3m")
    for turn in (1, 4):
        war = War(game, "soviet movement", turn, at=dict.fromkeys(held, "reserve"))
        entries = {order.split()[2][:4] for order in war.orders() if order.startswith("enter su-4gt")}
        sources = set(war.labels(supply.sources(war.state, SOVIET, 0)))
        assert len(sources & entries) > 1
        hexes = sorted(sources & entries)
        for id_, label in zip(held, hexes, strict=False):
            war.play(f"enter {id_} {label}")
            assert war.where(id_) == label
        inside = set(entries) - sources
        assert inside  # those with points left go on at once


@BOTH
@rule("pincher", "10.3-where")
@rule("sandown", "10.3-where")
def test_no_entry_through_enemy_units(game: str) -> None:
    foe = FOE[game][0]
    war = War(game, "soviet movement", 2, at={"su-4gt": "reserve"})
    label = war.labels(supply.sources(war.state, SOVIET, 0))[3]
    assert f"enter su-4gt {label}" in war.orders()
    war.put(foe, label)
    assert f"enter su-4gt {label}" not in war.orders()


@BOTH
@rule("pincher", "10.3-nowithdraw")
@rule("sandown", "10.3-nowithdraw")
def test_units_cannot_leave_the_map(game: str) -> None:
    war = War(game, "soviet movement", 2, at={"su-4gt": EDGE[game]})
    verbs = {order.split()[0] for order in war.orders() if "su-4gt" in order}
    assert verbs <= {"move", "column", "supply"}
    assert not [order for order in war.orders() if order.startswith(("hold", "lift"))]


@BOTH
@rule("pincher", "10.3-para")
@rule("sandown", "10.3-para")
def test_airborne_divisions_may_enter_by_ground_and_then_never_drop(game: str) -> None:
    war, middle, _ = dropping(game)
    entry = next(order for order in sorted(war.orders()) if order.startswith("enter su-7gp"))
    war.play(entry)
    assert war.where("su-7gp")[0].isdigit()
    war.refused(f"drop {middle} su-7gp", "10.2-any")
    war.state.moved = 0
    assert not any(order.startswith("drop") and "su-7gp" in order for order in war.orders())


@BOTH
@rule("pincher", "10.3-enter")
@rule("sandown", "10.3-enter")
def test_reserves_are_declared_before_others_move(game: str) -> None:
    """[R-PIN-31]"""
    at = {"su-4gt": "reserve", "su-7r": "reserve", "su-3m": "reserve", "su-5m": EDGE[game]}

    def entries(war: War, id_: str) -> list[str]:
        return [order for order in war.orders() if order.startswith(f"enter {id_}")]

    war = War(game, "soviet movement", 2, at=at)
    war.play(entries(war, "su-4gt")[0])  # at the start: no unit on the map has moved
    war.play("commit su-7r")
    assert war.state.committed == war.bit("su-7r")
    war.refused("commit su-7r", "R-PIN-31")
    assert entries(war, "su-3m")
    assert "commit su-3m" in war.orders()
    war.play(min(order for order in war.orders() if order.startswith("move su-5m")))
    late = entries(war, "su-7r")[0].split()[2]
    assert not [order for order in war.orders() if "su-3m" in order]
    war.refused(f"enter su-3m {late}", "R-PIN-31")
    if game == "pincher":
        war.refused(f"column su-3m {late}", "R-PIN-31")
    war.refused("commit su-3m", "R-PIN-31")
    war.play(f"enter su-7r {late}")
    war.play("end")
    war.pass_to("soviet movement", turn=3)
    assert entries(war, "su-3m")  # at the start of the next phase there is another chance


@BOTH
@rule("pincher", "10.3-enter")
@rule("sandown", "10.3-enter")
def test_a_drop_begins_the_phase_too(game: str) -> None:
    """[R-PIN-31]: and airborne divisions may be declared for the edge and dropped after all."""
    war, middle, _ = dropping(game)
    war.play("commit su-7gp,su-31gp")
    war.refused("commit us-1" if game == "pincher" else "commit uk-1", "10.3-enter")
    war.play(f"drop {middle} su-106gp,su-7gp")
    assert not [order for order in war.orders() if order.startswith("enter su-76gp")]
    assert [order for order in war.orders() if order.startswith("enter su-31gp")]


@rule("pincher", "6.5-cost", "10.3-where")
@rule("sandown", "6.5-cost", "10.3-where")
@BOTH
def test_entry_under_enemy_air_costs_a_point_more(game: str) -> None:
    """[R-SWW-43]"""
    f = Parade(game, m1="reserve", u1="0404")
    calm = f.cost("m1", "1206")
    f.air(ALLIED, "1206")
    assert calm is not None and f.cost("m1", "1206") == calm + 1
