"""Section 14: exact chances of Air Combat, Flak, results and cargo before a mission."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from grognard.core.contract.explanation import Stage
from grognard.core.contract.orders import Order
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs import rules
from grognard.games.ocs.air.ranges import start_of
from grognard.games.ocs.missions.air_odds import Craft, air_combat, none_left, round_chances
from grognard.games.ocs.missions.chances import drop_chance, percent, turned_back
from grognard.games.ocs.model.mission import Mission
from tests.rules.ocs.airfield import Airfield
from tests.rules.ocs.field import GERMAN

WAYS = 36


@rule("ocs", "14.3e-C.1")
@pytest.mark.parametrize(
    ("gap", "ways"),
    [
        (-2, (26, 4, 6)),
        (-1, (21, 5, 10)),
        (0, (15, 6, 15)),
        (1, (10, 5, 21)),
        (2, (6, 4, 26)),
        (3, (3, 3, 30)),
    ],
)
def test_ways_of_a_round(gap: int, ways: tuple[int, int, int]) -> None:
    assert tuple(int(chance * WAYS) for chance in round_chances(gap).values()) == ways


@rule("ocs", "14.3e-D", "14.5.2")
def test_an_interceptor_meets_three_planes_one_after_the_other() -> None:
    """A 4 against 3, (2), (2): the Fighter is sent first, as the bombers are worth more."""
    mission = (Craft(3, False, 2), Craft(2, True, 12), Craft(2, True, 12))
    ends = air_combat(mission, (Craft(4, False),), False)
    assert none_left(ends, -1) == Fraction(21 * 26 * 30, WAYS**3)
    active = sum((chance for (left, foe), chance in ends.items() if not left and foe), Fraction(0))
    assert active == Fraction(21 * 26 * 26, WAYS**3)
    assert sum(ends.values()) == 1


@rule("ocs", "14.3a.2", "14.3c.2")
def test_planes_in_parentheses_ignore_each_other_and_roles_switch() -> None:
    bombers, fighter = (Craft(2, True, 9),), (Craft(4, False),)
    assert air_combat(bombers, (Craft(1, True),), True) == {(1, 1): 1}
    # the bomber's side began it, but only the Fighter can attack
    assert air_combat(bombers, fighter, True) == air_combat(bombers, fighter, False)
    assert none_left(air_combat(bombers, fighter, True), -1) == Fraction(30, WAYS)


@rule("ocs", "14.3e-C.1", "14.3e-D")
def test_the_memo_agrees_with_every_roll_of_a_duel_of_one_against_two() -> None:
    """One plane that attacks two of the same rating: all pairs of rounds, counted."""
    ends = air_combat((Craft(3, False, 5),), (Craft(2, False), Craft(2, False)), True)
    found: Counter[tuple[bool, int]] = Counter()
    pairs = [a + b + 1 for a in range(1, 7) for b in range(1, 7)]
    for first, second in product(pairs, pairs):
        here, left = True, 2
        for modified in (first, second):
            if here and left:
                here, left = modified > 7, left - (modified >= 7)
        found[here, left] += 1
    worked_out: dict[tuple[bool, int], Fraction] = {}
    for (own, foes), chance in ends.items():
        key = bool(own), foes.bit_count()
        worked_out[key] = worked_out.get(key, Fraction(0)) + chance
    assert worked_out == {key: Fraction(number, WAYS**2) for key, number in found.items()}


# -- what the player reads -------------------------------------------------------------------------------


def lines(field: Airfield, order: str) -> dict[str, str]:
    """Return the lines of a preview by their labels."""
    return {line.label: line.value for line in rules.preview(field.state, field.order(order)).lines}


@rule("ocs", "14.4e", "14.7c", "10.2a.2")
def test_an_air_barrage_shows_flak_and_both_ends_of_what_is_hidden() -> None:
    field = Airfield("movement-barrage", g_87="04.07", s_inf1="11.09", g_inf1="10.09")
    shown = lines(field, "barrage 11.09 g-87")
    assert shown["Flak: HQ"] == "+0 or +1"
    assert shown["chance of a step loss by Flak"] == "8.3% to 16.7%"
    assert " to " in shown["RE in the hex"]


@rule("ocs", "4.9a.1")
def test_a_hidden_hq_or_division_changes_no_preview() -> None:
    order = "barrage 11.09 g-87"
    plain = Airfield("movement-barrage", g_87="04.07", s_inf1="11.09", g_inf1="10.09")
    other = Airfield(
        "movement-barrage", g_87="04.07", s_inf1="11.09", g_inf1="10.09", s_hq="11.09", s_inf2="11.09"
    )
    for field in (plain, other):
        field.state.shown |= field.bit("s-inf1")
    assert lines(plain, order) == lines(other, order)


@rule("ocs", "10.0c-A.1", "14.8a", "14.4f.1")
def test_facility_results_after_flak_are_exact() -> None:
    """10 points hit a base on 5 and 6; after a Flak loss, 1/12 plus the level, 5 points do the same."""
    field = Airfield("movement-barrage", 1, s_pe2="13.07")
    said = rules.preview(field.state, field.order("barrage 04.07 s-pe2 air-base"))
    assert said.outcomes == pytest.approx({"0 hits": 4 / 6, "1 hit": 2 / 6})
    marker = rules.preview(field.state, field.order("trainbust 05.07 s-pe2"))
    assert marker.outcomes == pytest.approx({"no effect": 3 / 6, "marker": 3 / 6})
    weak = Airfield("movement-barrage", 1, s_pe2="13.07 *")  # 5 points, and none if Flak hits
    said = rules.preview(weak.state, weak.order("trainbust 05.07 s-pe2"))
    assert said.outcomes["marker"] == pytest.approx(11 / 12 * 3 / 6)


@rule("ocs", "10.0c-A.1")
def test_previews_show_the_losses_of_planes_at_a_base() -> None:
    """5 to 10 points check planes on 4 to 6, with a 6, a 5 and a 4: 6 ways of 36."""
    field = Airfield("movement-barrage", 1, s_pe2="13.07")
    assert lines(field, "barrage 04.07 s-pe2 air-base")["step loss of each plane at the base"] == "16.7%"
    assert not any("each plane" in label for label in lines(field, "trainbust 05.07 s-pe2"))
    weak = Airfield("movement-barrage", 1, s_pe2="13.07 *")  # nobody bombs if Flak of 2 points hits
    assert lines(weak, "barrage 04.07 s-pe2 air-base")["step loss of each plane at the base"] == "12.0%"


@rule("ocs", "14.4d.2")
def test_bystanders_count_in_the_chances_of_an_interception() -> None:
    field = Airfield(g_52="04.07", g_109="02.11", g_88="02.11 i")
    mission = Mission("airlift", GERMAN, field.hex("02.11"), (field.unit("g-52"),))
    foe = Craft(3, False)
    # a 4 meets the 3 first and aborts by 10 ways; then the (1) aborts by 30
    assert turned_back(field.state, mission, foe) == Fraction(10 * 30, WAYS * WAYS)
    field.state.active &= ~field.bit("g-109")
    changed(field.state)
    assert turned_back(field.state, mission, foe) == Fraction(30, WAYS)


@rule("ocs", "14.5.2", "14.6.1")
def test_interception_is_a_choice_shown_beside_the_chances() -> None:
    field = Airfield("movement-barrage", g_87="04.07", s_inf1="11.09", s_yak="13.07")
    shown = lines(field, "barrage 11.09 g-87")
    # a (1) against Fighters rated 1 to 3: it aborts by 21 or 30 ways of 36
    assert shown["all turn back if a Fighter rated 1 to 3 intercepts"] == "58.3% to 83.3%"


@rule("ocs", "14.6.1", "14.3e-C.1", "14.3e-D")
def test_sweeps_show_the_first_round_and_all_rounds() -> None:
    """A 4 beats a 1 by 30 ways of 36 and a 3 by 21; both abort by 3 and 5."""
    sweep = Airfield(g_109="04.07", s_yak="13.07")
    shown = lines(sweep, "sweep 13.07 g-109")
    assert any("beats a Fighter rated 1 to 3" in label for label in shown)
    assert shown["all rounds: no Fighter of 1 is left"] == percent(Fraction(26, WAYS), Fraction(33, WAYS))
    twice = Fraction(21 * 26, WAYS**2), Fraction(30 * 33, WAYS**2)
    assert shown["all rounds: no Fighter of 2 is left"] == percent(*twice)
    found = rules.preview(sweep.state, sweep.order("sweep 13.07 g-109"))
    assert {o.result: (o.probability, o.at_most) for o in found.chances} == {
        "enemy driven off": (21 / WAYS, 30 / WAYS),
        "all abort": (3 / WAYS, 5 / WAYS),
        "all yours abort": (3 / WAYS, 10 / WAYS),
    }
    combat = next(stage for stage in found.stages if stage.title == "Air Combat")
    assert combat.text == "a Fighter rated 1–3, all rounds" and combat.chances == found.chances


@rule("ocs", "14.3e-D", "14.6.1")
def test_a_second_plane_goes_on_where_the_first_aborted() -> None:
    sweep = Airfield(g_109="04.07", g_109b="04.07", s_yak="13.07")
    shown = lines(sweep, "sweep 13.07 g-109,g-109b")
    best = Fraction(33, WAYS) + Fraction(3 * 33, WAYS**2)
    worst = Fraction(26, WAYS) + Fraction(10 * 26, WAYS**2)
    assert shown["all rounds: no Fighter of 1 is left"] == percent(worst, best)


@rule("ocs", "14.10d.1", "14.10e-E")
def test_drops_show_the_chance_of_each_token() -> None:
    field = Airfield(g_52="04.07", g_inf1="06.07")
    field.supply("04.07", 4)
    assert lines(field, "drop 06.07 g-52 1")["each of 1 token"] == "83.3%"
    assert drop_chance(field.state, 6, "german", True) == Fraction(30, WAYS)


# -- stage by stage --------------------------------------------------------------------------------------


def stages(field: Airfield, order: str) -> dict[str, Stage]:
    """Return the stages of a mission by their titles."""
    found = rules.preview(field.state, field.order(order)).stages
    assert len({stage.title for stage in found}) == len(found)
    return {stage.title: stage for stage in found}


@rule("ocs", "14.2f-B", "14.4e", "14.5.2")
def test_stages_of_a_barrage_in_a_patrol_zone() -> None:
    field = Airfield("movement-barrage", g_87="04.07", g_inf1="10.09", s_inf1="11.09", s_yak="13.07")
    found = stages(field, "barrage 11.09 g-87")
    assert list(found) == ["Take off", "Intercept?", "Air Combat", "Flak 2 or 3", "Barrage", "Return"]
    assert (found["Take off"].text, found["Take off"].hex) == ("1 air unit, 7 of 11 hexes", "04.07")
    assert [stage.side for stage in found.values()] == ["", "soviet", "", "", "", ""]
    (turned,) = found["Air Combat"].chances  # a (1) against Fighters rated 1 to 3: 21 or 30 ways of 36
    assert (turned.probability, turned.at_most) == pytest.approx((21 / WAYS, 30 / WAYS))
    (hit,) = found["Flak 2 or 3"].chances  # 9 or more, with a hidden HQ 8 or more
    assert (hit.probability, hit.at_most) == pytest.approx((10 / WAYS, 15 / WAYS))
    assert found["Flak 2 or 3"].text == "9 or more on 2d6, 8 with an HQ there"
    assert found["Barrage"].hex == "11.09"


@rule("ocs", "14.4a.3", "14.6.1")
def test_a_sweep_meets_only_the_planes_there() -> None:
    found = stages(Airfield(g_109="04.07", s_yak="13.07"), "sweep 13.07 g-109")
    assert list(found) == ["Take off", "Air Combat", "Return"]
    chances = {one.result: one for one in found["Air Combat"].chances}  # a 4 against Fighters rated 1 to 3
    won, lost = chances["enemy driven off"], chances["all yours abort"]
    assert (won.probability, won.at_most) == pytest.approx((21 / WAYS, 30 / WAYS))
    assert (lost.probability, lost.at_most) == pytest.approx((3 / WAYS, 10 / WAYS))


@rule("ocs", "14.2d.1", "I.F.1")
def test_flights_from_a_box_come_onto_the_map_at_its_edge() -> None:
    field = Airfield("movement-barrage", g_200="RIGA", s_inf1="06.07")
    found = stages(field, "barrage 06.07 g-200")
    assert found["Take off"].text == "1 air unit from Riga, 15 of 40 hexes"
    assert found["Take off"].hex == found["Return"].hex == "01.07"
    base = field.state.host[field.unit("g-200")]
    south = start_of(field.state, base, field.hex("06.02"))
    assert field.scenario.label(south)[:2] == "01" and "02" < field.scenario.label(south)[3:] < "07"


@rule("ocs", "4.9a.1", "4.9d")
def test_hidden_planes_and_units_change_no_stage() -> None:
    order = "barrage 11.09 g-87"
    plain = Airfield("movement-barrage", g_87="04.07", g_inf1="10.09", s_inf1="11.09", s_yak="13.07")
    other = Airfield(
        "movement-barrage", g_87="04.07", g_inf1="10.09", s_inf1="11.09", s_yak="13.07",
        s_lagg="13.07", s_hq="11.09", s_inf2="11.09",
    )  # fmt: skip
    for field in (plain, other):
        field.state.shown |= field.bit("s-inf1") | field.bit("s-yak")
    assert stages(plain, order) == stages(other, order)


# -- under way -------------------------------------------------------------------------------------------


def intercepted(*planes: str) -> Airfield:
    """Return a field on which the Soviet side is asked whether to intercept a barrage."""
    field = Airfield(
        "movement-barrage",
        g_87="04.07",
        g_87b="04.07",
        g_109="04.07",
        g_inf1="10.09",
        s_inf1="11.09",
        s_yak="13.07",
    )
    field.give(f"barrage 11.09 {','.join(planes)}")
    return field


@rule("ocs", "14.5.2", "14.3e-C.1", "4.9a.4")
def test_an_interceptor_sees_the_chances_of_the_first_round() -> None:
    field = intercepted("g-87")
    order = Order("intercept", units=("s-yak",))
    best = rules.preview(field.state, order).chances[0]
    # a 3 against a (1), or a (0) if it is reduced, which is hidden: 26 or 30 ways of 36
    assert best.result == "the enemy plane aborts"
    assert (best.probability, best.at_most) == pytest.approx((26 / WAYS, 30 / WAYS))


@rule("ocs", "4.9d", "14.2f-D")
def test_a_mission_under_way_shows_its_stages_and_hides_its_planes() -> None:
    alone, escorted = intercepted("g-87"), intercepted("g-87", "g-87b")
    own = rules.view(escorted.state, "german").procedure
    assert own is not None
    assert [stage.title for stage in own.stages[own.current :]][:2] == ["Intercept?", "Air Combat"]
    assert (own.units, own.hex, own.stages[0].text) == (("g-87", "g-87b"), "11.09", "2 air units")
    seen = rules.view(escorted.state, "soviet").procedure
    assert seen is not None
    assert (seen.units, seen.stages[0].text) == (("g-87",), "g-87 on top")
    assert seen == rules.view(alone.state, "soviet").procedure
