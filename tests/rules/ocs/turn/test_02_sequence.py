"""Chapters 2 and 17: the sequence of play, active sides, weather and initiative."""

from __future__ import annotations

import msgspec
import pytest

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.kit.events import PhaseEnded
from grognard.games.ocs.arrivals.entry_hexes import enterable_by
from grognard.games.ocs.combat import retreats
from grognard.games.ocs.combat.attack import can_enter
from grognard.games.ocs.combat.strength import attack_strength, new_combat, terrain_category
from grognard.games.ocs.logistics import construction
from grognard.games.ocs.model.scenario import OcsScenario, sequence_of_play
from grognard.games.ocs.model.state import AWAY, OcsState, put
from grognard.games.ocs.movement import moves
from grognard.games.ocs.supply import dumps, supply_paths
from grognard.games.ocs.supply.supply_paths import drawn
from grognard.games.ocs.terrain import weather
from grognard.games.ocs.turn import initiative, sequence
from tests.rules.ocs.field import GERMAN, SOVIET, Field, practice, varied
from tests.rules.ocs.order_helpers import Places

END = Order("end")


def end_phase(field: Field, *faces: int) -> list[Event]:
    """End the phase with these dice, and return what happened."""
    return sequence.end_phase(field.state, field.dice(*faces))


def rolling() -> OcsScenario:
    """The practice scenario with a roll for weather and for the first player in each turn."""
    return varied(practice(), weather="", first="roll", initiative=True)


def opened(scenario: OcsScenario, *faces: int) -> OcsState:
    """A game just after setup."""
    field = Field()
    state = sequence.setup(scenario, field.dice())
    assert state.turn == 0
    sequence.end_phase(state, field.dice(*faces))
    return state


def walk(state: OcsState, dice: Field, stop: int = 60) -> list[tuple[int, str, int]]:
    """Return every segment with a decision until the turn ends."""
    seen: list[tuple[int, str, int]] = []
    turn = state.turn
    while state.turn == turn and len(seen) < stop and state.result is None:
        seen.append((state.phasing, state.phase, state.side))
        sequence.end_phase(state, dice.dice())
    return seen


def crowded() -> Field:
    """Both sides have legal orders in every segment: Reserves, guns, units in contact, dumps."""
    field = Field(
        "weather",
        g_rgt1="10.08", g_rgt2="09.09 r", g_art1="09.09", g_moto="09.09 r", g_art2="10.09", g_inf2="10.09 *",
        s_rgt1="11.08", s_rgt2="12.07 r", s_art1="12.07", s_moto="12.07 r", s_art2="11.07", s_inf2="11.07 *",
        g_hq="07.07", s_hq="14.07",
    )  # fmt: skip
    field.supply("09.09", 30)
    field.supply("12.07", 30, SOVIET)
    return field


SEQUENCE = sequence_of_play(air=False, sea=False)


# -- order of the turn -------------------------------------------------------------------------------


@rule("ocs", "2.1.1", "2.1.3", "2.2.6", "2.2.1")
def test_a_turn_is_weather_and_first_player_and_two_player_turns_in_printed_order() -> None:
    phases = [step.phase for step in SEQUENCE]
    assert phases[:2] == ["weather", "initiative"]
    whole = ["reinforcement", "movement", "supply", "reaction", "combat", "exploitation", "clean-up"]
    for player in (0, 1):
        own = [step.phase for step in SEQUENCE if step.player == player]
        assert [phase for phase in own if phase in whole] == whole
    assert [step.player for step in SEQUENCE] == sorted(step.player for step in SEQUENCE)


@rule("ocs", "2.2.2", "2.1.7", "2.2.3", "2.2.4", "2.1.11", "2.2.5", "2.1.12", "2.1.9", "2.1.10")
def test_segments_follow_each_other_inside_their_phases() -> None:
    own = [step.phase for step in SEQUENCE if step.player == 0]
    assert own == [
        "reinforcement",
        "breakout", "movement",
        "supply",
        "reaction", "reaction-barrage",
        "barrage", "combat",
        "exploitation", "exploitation-barrage", "exploitation-combat",
        "clean-up",
    ]  # fmt: skip


@rule("ocs", "2.2.1", "2.2.2")
def test_games_with_aircraft_have_a_refit_phase_and_a_barrage_segment_after_movement() -> None:
    own = [step.phase for step in sequence_of_play(air=True, sea=False) if step.player == 1]
    assert own[:5] == ["refit", "reinforcement", "breakout", "movement", "movement-barrage"]
    at_sea = [step.phase for step in sequence_of_play(air=False, sea=True) if step.player == 1]
    assert at_sea == own[1:]


@rule("ocs", "2.1.2", "2.1.9", "2.1.3")
def test_phases_are_asked_in_order_and_reaction_belongs_to_the_other_side() -> None:
    field = crowded()
    sequence.begin(field.state, field.dice())
    asked = walk(field.state, field)
    order = [(step.player, step.phase) for step in SEQUENCE]
    places = [order.index((phasing ^ field.state.first, phase)) for phasing, phase, _ in asked]
    assert places == sorted(places)
    assert {phasing for phasing, _, _ in asked} == {GERMAN, SOVIET}
    for phasing, phase, side in asked:
        assert (side == phasing) != phase.startswith("reaction"), phase
    met = {phase for phasing, phase, _ in asked if phasing == GERMAN}
    assert {"reinforcement", "movement", "reaction", "barrage", "combat", "exploitation"} <= met


@rule("ocs", "2.1.4", "I.D")
def test_turn_advances_after_the_second_player_turn() -> None:
    field = Field("clean-up", 0, g_rgt1="08.07", s_rgt1="14.07")
    sequence.begin(field.state, field.dice(1, 1, 1, 1))
    assert (field.state.turn, field.state.phasing) == (1, SOVIET)
    field.go_to("clean-up", 1)
    events = sequence.begin(field.state, field.dice(1, 1, 1, 1))
    assert (field.state.turn, field.state.phasing) == (2, GERMAN)
    assert "turn 2 begins" in map(str, events)


@rule("ocs", "I.D", "1.0.2")
def test_each_turn_is_one_date_of_the_calendar() -> None:
    scenario = varied(practice(), calendar=("1 Feb", "5 Feb", "8 Feb", "12 Feb"))
    state = opened(scenario, 3, 3, 1, 1)
    assert sequence.turn_date(state) == "1 Feb"
    state.turn = 4
    assert sequence.turn_date(state) == "12 Feb"  # half a week a turn: two boxes are one week


@rule("ocs", "I.D")
@pytest.mark.parametrize(
    ("name", "dates"),
    [("kharkov", {1: "29 Jan", 7: "19 Feb", 10: "1 Mar"}), ("counterstroke", {7: "19 Feb", 10: "1 Mar"})],
)
def test_scenarios_print_their_own_dates(name: str, dates: dict[int, str]) -> None:
    """Turns with the same number have the same date in the campaign and its parts."""
    field = Field(scenario=name)
    for field.state.turn, date in dates.items():
        assert sequence.turn_date(field.state) == date


@rule("ocs", "2.1.6")
def test_reinforcement_phase_rolls_for_supply_and_replacements_first() -> None:
    field = Field("reinforcement", 0, g_rgt1="08.07")
    events = sequence.begin(field.state, field.dice(6, 6, 6, 6))
    assert [event.kind for event in events] == ["supply", "repls"]
    assert field.state.incoming == [40, 0]
    assert (field.state.phase, field.state.ending) == ("reinforcement", False)
    assert end_phase(field)[0] == PhaseEnded(
        side="german", phase="reinforcement", title="Reinforcement Phase"
    )
    assert field.state.phase == "movement"


@rule("ocs", "2.1.8")
def test_the_supply_phase_restores_stocks_first_and_feeds_or_marks_units_after_that() -> None:
    for tokens, asked in ((2, False), (3, True)):
        field = Field("movement", 0, g_rgt1="14.02", g_rgt2="04.02", s_rgt1="14.11")
        field.state.low = field.bit("g-rgt1")
        field.supply("14.02", tokens)
        sequence.end_phase(field.state, field.dice(1, 1))
        assert not field.state.low
        assert bool(field.state.questions) == asked  # with what is left after the stocks it could eat
        if not asked:
            assert field.state.out == field.bit("g-rgt1")
            assert not field.state.ledger[GERMAN]


@rule("ocs", "2.1.14", "5.9.4")
def test_clean_up_removes_markers_of_the_phasing_side_only() -> None:
    field = Field(
        "clean-up", 0, g_pz1="08.07 de", g_hq="08.07", g_mech1="08.07", s_tk1="14.07 de", s_hq="14.07"
    )
    both = field.bit("g-hq", "s-hq")
    field.state.fueled = both
    field.state.filled = field.bit("g-mech1", "s-tk1")
    sequence.begin(field.state, field.dice(1, 1, 1, 1))
    theirs = field.bit("s-tk1")
    assert (field.state.dg, field.state.exploit, field.state.filled) == (theirs, theirs, theirs)
    assert field.state.fueled == field.bit("s-hq")


@rule("ocs", "2.1.13")
def test_building_only_in_the_movement_phase_but_dumps_blown_in_all_movement_segments() -> None:
    field = Field("movement", 0, g_hq="08.07", g_rgt1="09.07", s_rgt1="14.07")
    field.supply("08.07", 40)
    for phase in ("movement", "reaction", "exploitation"):
        field.go_to(phase, 1 if phase == "reaction" else 0)
        dig = construction.check_dig(field.state, GERMAN, field.order("dig 08.07 g-hq"))
        assert (dig is None) == (phase == "movement")
        if dig is not None:
            assert dig.rule == "2.1.13"
        assert dumps.check_blow(field.state, GERMAN, field.order("blow 08.07 4")) is None
    field.go_to("combat", 0)
    assert dumps.check_blow(field.state, GERMAN, field.order("blow 08.07 4")) is not None


def phases_asked(field: Field) -> list[str]:
    """End phases until the next player turn, and return those in which a side had to."""
    found = []
    while field.state.phasing == GERMAN:
        found.append(field.state.phase)
        end_phase(field, *(1, 1, 1, 1) if field.state.phase == "exploitation" else ())
    return found


@rule("ocs", "4.9a.1")
@pytest.mark.parametrize("hidden", [{}, {"s_inf1": "17.12 r", "s_art1": "17.12 r"}])
def test_skipped_phases_do_not_tell_what_is_hidden(hidden: Places) -> None:
    """The same phases are played with Reserves, artillery and supply as without [R-OCS-162]."""
    field = Field("movement", 0, g_rgt1="04.02", s_rgt1="17.12", **hidden)
    if hidden:
        field.supply("17.12", 4, SOVIET)
    assert phases_asked(field) == ["movement", "reaction", "barrage", "exploitation"]


def test_phases_in_which_all_see_nothing_to_do_are_skipped() -> None:
    field = Field("movement", 0, g_rgt1="04.02")
    assert phases_asked(field) == ["movement", "barrage", "exploitation"]  # there is no enemy to react
    near = Field("movement", 0, g_rgt1="10.10", s_rgt1="11.11")
    assert phases_asked(near) == ["movement", "reaction", "barrage", "combat", "exploitation"]


def test_drill_plays_only_the_phases_it_names() -> None:
    scenario = varied(practice(), phases=("movement", "combat"))
    state = sequence.setup(scenario, Field().dice())
    assert (state.turn, state.phase, state.side) == (1, "movement", GERMAN)
    field = Field()
    sequence.end_phase(state, field.dice())
    assert (state.phase, state.side) == ("movement", SOVIET)
    assert not state.incoming[GERMAN]


# -- weather -----------------------------------------------------------------------------------------


@rule("ocs", "2.3.1", "17.0.1", "17.0a", "I.E")
def test_one_weather_roll_for_both_player_turns() -> None:
    state = opened(rolling(), 5, 6, 6, 1, 1)  # weather; German 12, Soviet 2
    assert state.scenario.conditions[state.ground] == "deep-snow"
    assert state.questions[-1].kind == "initiative"
    before = state.ground
    initiative.choose(state, Order("first"))
    field = Field()
    sequence.settle(state, field.dice(3, 3, 1, 1))
    walked = walk(state, field)
    assert {phasing for phasing, _, _ in walked} == {GERMAN, SOVIET}
    assert state.ground == before or state.turn == 2
    state.turn, state.phase_index = 2, 0
    weather.begin(state, field.dice(1))
    assert state.scenario.conditions[state.ground] == "frost"


@rule("ocs", "17.0a")
def test_the_table_of_the_game_decides_by_turn_and_roll() -> None:
    table = practice().charts.weather.ground
    assert weather.result_of(weather.row_of(table, 8), 4) == "thaw"  # type: ignore[arg-type]
    assert weather.result_of(weather.row_of(table, 15), 6) == "mud"  # type: ignore[arg-type]
    assert weather.row_of(table, 99) is None


@rule("ocs", "17.0a")
def test_bad_ground_lowers_the_supply_roll() -> None:
    field = Field("reinforcement", 0, g_rgt1="08.07")
    field.state.ground = field.scenario.conditions.index("mud")
    sequence.begin(field.state, field.dice(3, 4, 1, 1))
    assert field.state.incoming[GERMAN] == 5 * 4  # the band of 6-8 gives 7 points, the one below 5


def muddy_for_germans() -> OcsScenario:
    """A game in which mud is frost to the Soviets."""
    scenario = varied(practice())
    known = scenario.charts.weather.conditions
    mud = msgspec.structs.replace(known["mud"], instead={"soviet": "frost"})
    weather_ = msgspec.structs.replace(scenario.charts.weather, conditions={**known, "mud": mud})
    scenario.charts = msgspec.structs.replace(scenario.charts, weather=weather_)
    return scenario


@rule("ocs", "17.0b")
def test_weather_is_the_same_for_both_sides_unless_the_game_says_otherwise() -> None:
    for scenario, alike in ((practice(), True), (muddy_for_germans(), False)):
        reached = []
        for side, id_ in enumerate(("g-inf1", "s-inf1")):
            field = Field("movement", side, scenario=scenario)
            field.put(id_, "05.02 m")
            field.state.ground = scenario.conditions.index("mud")
            changed(field.state)
            reached.append(reach(field, id_))
        assert (len(reached[GERMAN]) == len(reached[SOVIET])) == alike
        assert reached[GERMAN] <= reached[SOVIET]


@rule("ocs", "17.0b")
def test_ground_of_a_side_counts_in_combat_retreats_and_supply() -> None:
    """Each unit uses the ground of its own side everywhere, as in movement [R-OCS-158]."""
    scenario = muddy_for_germans()
    frozen, muddy = Field(scenario=scenario), Field(scenario=scenario)
    frozen.state.ground = scenario.conditions.index("frost")
    muddy.state.ground = scenario.conditions.index("mud")
    for id_, alike in (("s-tb", True), ("g-tb", False)):
        found = []
        for field in (frozen, muddy):
            unit = field.put(id_, "15.10")
            side = scenario.side_of[unit]
            field.go_to("movement", side)
            enemy = field.put("g-rgt1" if side else "s-rgt1", "16.10")
            fight = new_combat(field.state, 1 - side, field.hex("15.10"), 1 << enemy, enemy, False)
            rivers = [id_ for id_, chart in scenario.charts.hexside.items() if chart.freezes_with]
            found.append((
                can_enter(field.state, unit, field.hex("16.10")),  # across a major river
                [attack_strength(field.state, unit, river, 0).value for river in rivers],
                sorted(retreats.retreat_paths(field.state, fight, 1 << unit, 1)),
                field.labels(enterable_by(field.state, unit)),
                [terrain_category(field.state, terrain) for terrain in scenario.symbols],
                field.labels(drawn(field.state, unit)),
            ))  # fmt: skip
            for counter in (unit, enemy):
                put(field.state, counter, AWAY)
        assert (found[0] == found[1]) == alike
    assert found[0][0] and not found[1][0]


@rule("ocs", "17.0c")
@pytest.mark.parametrize("condition", ["deep-snow", "mud", "thaw"])
def test_supply_paths_ignore_bad_ground(condition: str) -> None:
    field = Field(g_mech1="05.02 m")
    field.state.primed = field.bit("g-mech1")
    far, near = supply_paths.drawn(field.state, field.unit("g-mech1")), reach(field, "g-mech1")
    field.state.ground = field.scenario.conditions.index(condition)
    changed(field.state)
    assert supply_paths.drawn(field.state, field.unit("g-mech1")) == far
    assert reach(field, "g-mech1") < near


def reach(field: Field, id_: str) -> set[str]:
    """Return the hexes where a unit can move."""
    return field.labels(moves.destinations(field.state, field.unit(id_)))


# -- initiative --------------------------------------------------------------------------------------


@rule("ocs", "2.3.2")
@pytest.mark.parametrize(("word", "first"), [("first", SOVIET), ("second", GERMAN)])
def test_the_higher_roll_chooses_to_go_first_or_second(word: str, first: int) -> None:
    state = opened(rolling(), 1, 3, 3, 4, 4)
    question = state.questions[-1]
    assert (question.kind, question.side) == ("initiative", SOVIET)
    initiative.choose(state, Order(word))
    sequence.settle(state, Field().dice(3, 3, 1, 1))
    assert state.first == first
    assert state.phasing == first


@rule("ocs", "2.3.3")
def test_ties_are_rolled_again() -> None:
    state = opened(rolling(), 1, 3, 3, 4, 2, 1, 1, 5, 6)
    assert state.questions[-1].side == SOVIET


@rule("ocs", "2.3.2")
def test_scenario_can_set_the_first_player() -> None:
    state = opened(varied(practice(), first="soviet"), 3, 3, 1, 1)
    assert state.first == SOVIET
    assert state.phasing == SOVIET


@rule("ocs", "2.1.14")
def test_turn_ends_with_the_clean_up_of_the_second_player() -> None:
    field = Field("exploitation-combat", SOVIET, s_rgt1="17.12 e", g_rgt1="04.02 e")
    field.state.filled = field.bit("s-rgt1")
    sequence.end_phase(field.state, field.dice(*[1] * 8))
    assert (field.state.turn, field.ids(field.state.exploit), field.state.filled) == (2, {"g-rgt1"}, 0)
