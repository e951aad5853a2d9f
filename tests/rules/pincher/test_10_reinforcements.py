"""Chapter 10: mobilization, overseas arrivals, NATO paratroops, rebuilding, second formation."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.arrivals import reinforcements, replacements
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.movement import moves
from grognard.games.sww3.movement.movement_limits import allowance
from grognard.games.sww3.support import supply
from tests.rules.sww3.wars import War
from tests.support import kinds

FRENCH = [f"fr-g{n}" for n in range(1, 11)]
GERMAN = [f"wg-g{n}" for n in range(1, 11)]


def at_the_end(at: dict[str, str] | None = None, turn: int = 2) -> War:
    """The last moment of a NATO combat phase."""
    return War("pincher", "nato combat", turn, at=at or {})


def mobilizing(french: int = 1, german: int = 0) -> War:
    """Only groupements, a number of them to place."""
    pool = dict.fromkeys([*FRENCH, *GERMAN], "mobilization")
    war = at_the_end(pool)
    war.play("end", 2 * french or 1, *(1,) * french, 2 * german or 1, *(1,) * german)
    return war


# -- mobilization ----------------------------------------------------------------------------------


@rule("pincher", "10.4-roll")
@pytest.mark.parametrize(("die", "count"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_a_die_each_is_halved_and_rounded_down(die: int, count: int) -> None:
    war = at_the_end(dict.fromkeys([*FRENCH, *GERMAN], "mobilization"))
    war.play("end", die, *(1,) * count, 7 - die, *(1,) * ((7 - die) // 2))
    arrived = war.units(where="arriving")
    assert sum(id_ in FRENCH for id_ in arrived) == count
    assert sum(id_ in GERMAN for id_ in arrived) == (7 - die) // 2


@rule("pincher", "10.4-blind")
def test_groupements_are_drawn_by_chance_and_stay_untried() -> None:
    war = at_the_end(dict.fromkeys(FRENCH, "mobilization"))
    war.play("end", 4, 10, 3, 1)  # the tenth of ten, then the third of nine
    drawn = war.units(where="arriving")
    assert sorted(drawn) == ["fr-g10", "fr-g3"]
    city = war.cities("france")[0]
    war.play(f"land fr-g10 {city}")
    assert war.state.face[war.scenario.index["fr-g10"]] == -1


@rule("pincher", "10.4-place")
def test_groupements_arrive_in_cities_of_their_country() -> None:
    war = mobilizing(french=3, german=1)
    cities = war.cities("france")
    french = sorted(id_ for id_ in war.units(where="arriving") if id_ in FRENCH)
    (german,) = (id_ for id_ in war.units(where="arriving") if id_ in GERMAN)
    assert war.labels(reinforcements.landing_hexes(war.state, war.scenario.index[french[0]])) == cities
    assert war.labels(reinforcements.landing_hexes(war.state, war.scenario.index[german])) == war.cities(
        "west-germany"
    )
    war.play(f"land {french[0]} {cities[0]}")
    war.refused(f"land {french[1]} {cities[0]}", "10.4-place")
    war.refused(f"land {french[1]} {war.plain('france')[0]}", "10.4-place")
    war.refused(f"land {french[1]} {war.cities('belgium')[0]}", "10.4-place")
    war.seize(SOVIET, [cities[1]])
    war.refused(f"land {french[1]} {cities[1]}", "10.4-place")
    war.nuke(cities[2])
    war.refused(f"land {french[1]} {cities[2]}", "10.4-place")
    war.play(f"land {french[1]} {cities[3]}")
    war.play(f"land {german} {war.cities('west-germany')[0]}")


# -- overseas --------------------------------------------------------------------------------------


@rule("pincher", "10.5-roll")
@pytest.mark.parametrize(("dice", "count"), [((1, 1), 0), ((1, 2), 1), ((3, 4), 5), ((6, 6), 10)])
def test_two_dice_less_two(dice: tuple[int, int], count: int) -> None:
    war = War("pincher", turn=2)
    war.go_to("nato combat")
    pool = len(war.units(where="overseas"))
    war.play("end", 1, 1, *dice, *(1,) * count)
    assert len(war.units(where="arriving")) == count
    assert len(war.units(where="overseas")) == pool - count
    if not count:
        assert rules.phase(war.state) == "air superiority"


@rule("pincher", "10.5-roll")
def test_draws_are_limited_by_pool() -> None:
    war = at_the_end({"us-r29": "overseas", "uk-1b": "overseas"})
    war.play("end", 1, 1, 6, 6, 2, 1)  # [R-PIN-17]
    assert sorted(war.units(where="arriving")) == ["uk-1b", "us-r29"]
    assert war.scenario.counters[war.scenario.index["us-r29"]].nation == "US"


def landing(*ids: str, **more: str) -> War:
    """Units that have arrived from overseas, to be placed."""
    at = {id_.replace("_", "-"): where for id_, where in more.items()}
    war = War("pincher", "nato reinforcement", 2, at={**at, **dict.fromkeys(ids, "arriving")})
    return war


@rule("pincher", "10.5-place", "10.5-noinvasion")
def test_overseas_units_arrive_at_usable_sources() -> None:
    war = landing("us-r29", "us-r65")
    hexes = war.labels(reinforcements.landing_hexes(war.state, war.scenario.index["us-r29"]))
    danish, italian = (war.labels(war.theatre.region(id_)) for id_ in ("danish-supply", "italian-edge"))
    ports = [label for label in war.labels(war.theatre.ports) if not war.state.neutral >> war.hex(label) & 1]
    assert set(hexes) == {*ports, *danish, *italian}
    port = war.city("Marseille")
    war.seize(SOVIET, [port])
    war.refused(f"land us-r29 {port}", "10.5-place")
    war.seize(ALLIED, [port])
    war.nuke(port)
    war.refused(f"land us-r29 {port}", "10.5-place")
    beach = next(
        label
        for label in war.labels(war.theatre.region("coast") & war.theatre.region("france"))
        if label not in hexes
    )
    war.refused(f"land us-r29 {beach}", "10.5-place")
    war.put("su-6gt", italian[0])
    war.refused(f"land us-r29 {italian[0]}", "10.5-place")
    war.play(f"land us-r29 {war.city('Le Havre')}")
    assert not war.state.moved  # it costs no movement


@rule("pincher", "10.5-nodelay", "10.8-nodelay")
def test_declined_reinforcements_are_not_kept_for_another_turn() -> None:
    """[R-PIN-18]: they go back to the pool and must be drawn again."""
    war = landing("us-r29", "uk-1b")
    war.play(f"land us-r29 {war.city('Le Havre')}")
    events = war.play("end")
    assert "returned" in kinds(events)
    assert war.units(where="overseas") == ["uk-1b"] and not war.units(where="arriving")
    assert war.state.turn == 3


@rule("pincher", "10.8-return")
def test_unplaced_units_return_to_pool() -> None:
    war = landing("us-r29", "uk-1b")
    for label in war.labels(supply.sources(war.state, ALLIED, 0)):
        war.seize(SOVIET, [label])
    for number, label in enumerate(war.labels(war.theatre.region("italian-edge"))):
        war.put(f"su-{(6, 7, 9, 10, 11, 12, 13)[number]}gt", label)
    for id_, label in zip(("su-3gt", "su-4gt", "su-8gt"), ("5103", "5204", "5303"), strict=True):
        war.put(id_, label)
    events = war.play("end")
    assert "returned" in kinds(events)
    assert sorted(war.units(where="overseas")) == ["uk-1b", "us-r29"]


@rule("pincher", "10.8-full")
def test_arrivals_act_fully_from_next_phase() -> None:
    war = landing("us-r29")
    port = war.city("Le Havre")
    war.play(f"land us-r29 {port}")
    war.play("end")
    war.pass_to("nato movement")
    unit = war.scenario.index["us-r29"]
    assert allowance(war.state, unit) == 6
    assert moves.movable(war.state, ALLIED) >> unit & 1


# -- paratroops ------------------------------------------------------------------------------------


@rule("pincher", "10.7-drop", "10.7-phase")
def test_uk_and_us_paratroops_may_drop_as_they_arrive() -> None:
    war = landing("us-r325", "uk-16b", "us-r29")
    war.sky(ALLIED, 2)
    middle, near = war.open_ground("west-germany")
    war.refused(f"drop {middle} us-r29", "10.2-any")
    war.play(f"drop {middle} us-r325,uk-16b")
    assert war.state.aerial_left == [1]  # one of the two markers [R-PIN-20]
    assert [war.where(id_) for id_ in ("us-r325", "uk-16b")] == [middle, middle]
    assert supply.in_supply(war.state, war.scenario.index["us-r325"])
    assert near


@rule("pincher", "10.7-drop")
@pytest.mark.parametrize("case", ["no sky", "enemy", "rough", "second hex", "neutral"])
def test_illegal_nato_drops(case: str) -> None:
    war = landing("us-r325", "us-r504", su_6gt=War("pincher").open_ground("west-germany")[0])
    war.sky(SOVIET if case == "no sky" else ALLIED, 2)
    middle, near = war.open_ground("west-germany")
    if case == "no sky":
        war.refused(f"drop {near[0]} us-r325", "6.5-drop")
    elif case == "enemy":
        war.refused(f"drop {middle} us-r325", "10.2-hex")
    elif case == "rough":
        war.refused(f"drop {war.plain('west-germany', 'rough')[0]} us-r325", "10.2-hex")
    elif case == "neutral":
        war.refused(f"drop {war.city('Bern')} us-r325", "10.2-hex")
    else:
        war.play(f"drop {near[0]} us-r325")
        war.refused(f"drop {near[1]} us-r504", "10.2-one")


@rule("pincher", "10.7-phase")
def test_nato_does_not_drop_in_its_movement_phase() -> None:
    war = War("pincher", "nato movement", 2, at={"us-r325": "overseas", "us-1": "4016"})
    war.sky(ALLIED, 2)
    assert not any(order.startswith("drop") for order in war.orders())
    war.refused(f"drop {war.open_ground('france')[0]} us-r325", "10.2-any")


@rule("pincher", "10.7-else")
def test_paratroops_that_do_not_drop_land_and_never_drop() -> None:
    war = landing("us-r325")
    war.sky(ALLIED, 2)
    port = war.city("Le Havre")
    war.play(f"land us-r325 {port}")
    war.refused(f"drop {war.open_ground('france')[0]} us-r325", "10.2-any")
    war = landing("us-r325")
    war.sky(ALLIED, 2)
    war.refused("end", "10.7-else")
    assert "end" not in war.orders()


# -- rebuilding ------------------------------------------------------------------------------------


def rebuilding(**at: str) -> War:
    """NATO movement with units around Frankfurt (4016)."""
    return War("pincher", "nato movement", 3, at={id_.replace("_", "-"): where for id_, where in at.items()})


@rule("pincher", "10.6-who")
def test_a_small_unit_of_the_same_nation_rebuilds_a_division() -> None:
    war = rebuilding(us_1="4016*", us_r29="4016", uk_1b="4016", us_4="4016", fr_1="3013*", us_r65="3013")
    assert {o for o in war.orders() if o.startswith("augment")} == {"augment us-1,us-r29"}
    war.refused("augment us-1,uk-1b", "10.6-who")  # another nation
    war.refused("augment us-4,us-r29", "10.6-who")  # not reduced
    war.refused("augment us-1,us-4", "10.6-who")  # not a small unit
    war.refused("augment fr-1,us-r65", "10.6-who")
    war.play("augment us-1,us-r29")
    assert war.steps("us-1", "us-r29") == [2, 0]


@rule("pincher", "10.6-when")
def test_a_division_that_has_moved_is_offered_nothing_but_to_be_rebuilt() -> None:
    war = rebuilding(us_1="4016*", us_r29="4016")
    war.state.moved |= war.bit("us-1")
    assert [o for o in war.orders() if " us-1" in o] == ["augment us-1,us-r29"]


@rule("pincher", "10.6-who")
def test_groupements_and_the_brigades_in_austria_serve_too() -> None:
    war = rebuilding(fr_1="3013*", fr_g1="3013", us_1="4016*", usfa="4016")
    war.play("augment fr-1,fr-g1")
    war.play("augment us-1,usfa")
    assert war.state.face[war.scenario.index["fr-g1"]] == -1  # used up unseen [R-PIN-21]


@rule("pincher", "10.6-when")
@pytest.mark.parametrize("supplied", [True, False])
def test_rebuilding_at_start_or_end_of_phase(supplied: bool) -> None:
    middle, near = War("pincher").open_ground("west-germany")
    ring = {"su-6gt": near[0], "su-7gt": near[3]} if not supplied else {}
    at = {"us-1": f"{middle}*", "us-r29": middle, **ring}
    war = War("pincher", "nato movement", 3, at=at)
    assert supply.in_supply(war.state, war.scenario.index["us-1"]) is supplied
    war.play("augment us-1,us-r29")
    assert moves.movable(war.state, ALLIED) & war.bit("us-1")  # they began together: it may go on
    war = War("pincher", "nato movement", 3, at={"us-1": f"{middle}*", "us-r29": near[1]})
    assert not any(order.startswith("augment") for order in war.orders())
    war.play(f"move us-r29 {near[1]}-{middle}")
    war.play("augment us-1,us-r29")
    assert not moves.movable(war.state, ALLIED) & war.bit("us-1")  # they end together: it stays
    for phase in ("nato combat", "soviet movement"):
        war = War("pincher", phase, 3, at={"us-1": f"{middle}*", "us-r29": middle})
        war.refused("augment us-1,us-r29", "5.2" if "combat" in phase else "10.6-who")


@rule("pincher", "10.6-cost", "10.6-any")
def test_small_unit_is_eliminated_and_rebuilding_may_be_repeated() -> None:
    war = rebuilding(us_1="4016*", us_4="4016*", us_r29="4016", us_r65="4016")
    war.play("augment us-1,us-r29")
    war.play("augment us-4,us-r65")
    assert war.steps("us-1", "us-4") == [2, 2]
    assert [war.where(id_) for id_ in ("us-r29", "us-r65")] == ["lost", "lost"]
    assert war.state.load[war.hex("4016")] == 4
    assert not any(order.startswith("augment") for order in war.orders())


@rule("pincher", "10.6-bgs")
def test_the_border_guards_count_as_a_division() -> None:
    war = rebuilding(wg_bgs="4016*", wg_g1="4016")
    war.play("augment wg-bgs,wg-g1")
    assert war.steps("wg-bgs") == [2]


@pytest.mark.parametrize("switch", [True, False])
def test_cavalry_rebuilds_with_option(switch: bool) -> None:
    at = {"us-1": "4016*", "us-2c": "4016"}
    war = War("pincher", "nato movement", 3, at=at, options={"cavalry-fills": switch})
    assert ("augment us-1,us-2c" in war.orders()) is switch  # [R-PIN-21]


# -- second formation ------------------------------------------------------------------------------


@rule("pincher", "10.8-second")
@rule("grand", "14.10-pincher")
def test_second_formation_divisions_as_option() -> None:
    war = War("pincher", "soviet movement", 5)
    war.refused("second 3", "R-PIN-29")
    assert not war.units(where="second")
    war = War("pincher", options={"second-formation": True})
    assert len(war.units(where="second")) == 40
    war.pass_to("soviet movement", turn=5)
    war.play("second 3", 40, 1, 7)
    called = war.units(where="reserve")
    assert sorted(called) == ["su-2f1", "su-2f40", "su-2f8"]
    assert war.state.target == [63]
    war.refused("second 1", "R-PIN-29")
    entry = min(order for order in war.orders() if order.startswith("enter su-2f40"))
    war.play(entry)
    assert war.where("su-2f40") in war.labels(war.theatre.region("communist-edge") | war.scenario.land)


@rule("pincher", "10.6-when")
def test_a_rebuilt_division_cannot_move_nor_can_units_that_moved_before() -> None:
    war = rebuilding(us_1="4016*", us_r29="4016", us_4="4016")
    war.state.moved |= war.bit("us-r29", "us-4")
    war.play("augment us-1,us-r29")
    assert war.state.moved & war.bit("us-1", "us-4") == war.bit("us-1", "us-4")


@rule("pincher", "10.6-who")
@pytest.mark.parametrize("spot", ["4016", "4017", "3912"])
def test_rebuilding_in_a_division_s_own_hex(spot: str) -> None:
    """Whether the hexes around it are neutral or not, and not in a neutral country itself."""
    war = War("pincher", "nato movement", 2, at={"us-1": f"{spot}*", "us-r29": spot})
    all_else = war.scenario.grid.all & ~(1 << war.hex(spot))
    war.state.neutral = all_else
    assert [str(order) for order in replacements.augment_orders(war.state, war.scenario.index["us-1"])] == [
        "augment us-1,us-r29"
    ]
    assert replacements.augmentable(war.state, ALLIED) == war.bit("us-1")
    war.state.neutral = 1 << war.hex(spot)
    assert replacements.augment_orders(war.state, war.scenario.index["us-1"]) == []
    assert replacements.augmentable(war.state, ALLIED) == 0
    war.refused("augment us-1,us-r29", "10.6-who")
