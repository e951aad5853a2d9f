"""Chapters 9.0 to 9.2: legal attacks, combat supply and the order of a combat."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.core.contract.events import seen_by
from grognard.core.dice import LooseDice
from grognard.core.testing import rule
from grognard.games.ocs import rules
from grognard.games.ocs.combat import attack, battle_report
from grognard.games.ocs.interface.imagine import imagine
from grognard.games.ocs.interface.questions import QUESTIONS
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.combat_events import CombatOdds, CombatResult, RatingAnnounced, SurpriseRolled
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET, event_of


@rule("ocs", "9.0.1", "9.1a")
def test_attacks_are_made_in_combat_segments_by_the_phasing_side() -> None:
    for phase in ("combat", "exploitation-combat"):
        field = Battlefield(phase, g_rgt1="08.09 e", s_rgt1="09.10", s_rgt2="08.08")
        assert field.check("attack 09.10 g-rgt1") is None
        assert field.refused("attack 08.08 s-rgt1") == "9.1a"
    for phase in ("movement", "reaction", "barrage", "exploitation"):
        field = Battlefield(phase, g_rgt1="08.09 e", s_rgt1="09.10")
        assert field.check("attack 09.10 g-rgt1") is not None
    second = Battlefield("combat", 1, g_rgt1="08.09", g_rgt2="08.08", s_rgt1="09.10")
    assert second.check("attack 08.09 s-rgt1") is None
    assert second.refused("attack 08.08 g-rgt1") == "9.1a"


@rule("ocs", "9.1a")
def test_overruns_are_made_by_the_side_that_moves() -> None:
    field = Battlefield("reaction", g_tb="08.09", s_tb="09.10").fuelled()
    field.state.released = field.bit("s-tb", "g-tb")
    assert field.check("overrun 08.09 s-tb") is None  # the non-phasing side moves
    assert field.check("overrun 09.10 g-tb") is not None
    for phase in ("combat", "barrage", "supply"):
        field.go_to(phase)
        assert field.check("overrun 09.10 g-tb") is not None


@rule("ocs", "9.0.2")
def test_attackers_must_be_adjacent() -> None:
    field = Battlefield("combat", g_rgt1="08.09", g_rgt2="07.09", s_rgt1="09.10")
    assert field.refused("attack 09.10 g-rgt1,g-rgt2") == "9.0.2"
    assert field.offered("g-rgt2") == set()


@rule("ocs", "9.0.3", "8.0.2")
def test_only_hexes_with_combat_units_are_attacked() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_rgt1="08.08")
    field.supply("09.10", 8, SOVIET)
    field.generic("trucks", "09.10", SOVIET)
    assert field.refused("attack 09.10 g-rgt1") == "9.0.3"
    moving = Battlefield("movement", g_rgt1="08.09", s_rgt1="08.08")
    moving.supply("09.10", 8, SOVIET)
    assert moving.refused("overrun 09.10 g-rgt1") == "9.0.3"


@rule("ocs", "9.0.4", "9.1e.1")
def test_artillery_headquarters_and_defensive_strengths_never_attack() -> None:
    field = Battlefield("combat", g_art1="08.09", g_hq="08.09", g_sec="08.09", g_rgt1="08.09", s_rgt1="09.10")
    assert field.refused("attack 09.10 g-art1") == "9.0.4"
    assert field.refused("attack 09.10 g-hq") == "4.4a"
    assert field.refused("attack 09.10 g-sec") == "4.4a"  # in parentheses
    assert field.offered("g-rgt1", "attack") == {"attack 09.10 g-rgt1"}


@rule("ocs", "9.1e.1")
def test_reserves_and_strat_mode_do_not_attack() -> None:
    field = Battlefield("combat", g_rgt1="08.09 r", g_rgt2="08.09 ms", s_rgt1="09.10")
    for id_, mode in (("g-rgt1", "Reserve"), ("g-rgt2", "Strat")):
        refusal = field.check(f"attack 09.10 {id_}")
        assert refusal is not None
        assert (refusal.rule, refusal.reason) == ("9.1e.1", f"{id_} cannot attack in {mode} Mode")


@rule("ocs", "9.1e.2", "12.5b.1")
def test_no_fuel_is_needed_to_attack_or_defend() -> None:
    field = Battlefield("combat", g_pz1="08.09", s_tb="09.10")
    field.fight("attack 09.10 g-pz1", "AL1/Do1")
    assert not field.state.primed | field.state.filled | field.state.fueled


@rule("ocs", "9.0.5")
def test_dumps_transports_and_ports_take_no_part() -> None:
    bare = Battlefield("combat", g_rgt1="10.03", s_rgt1="10.02")
    full = Battlefield("combat", g_rgt1="10.03", s_rgt1="10.02")
    full.put("s-port-1002", "10.02")
    trucks = full.generic("trucks", "10.02", SOVIET, 3)
    dump = full.supply("10.02", 12, SOVIET)
    assert full.calculated("attack 10.02 g-rgt1").totals == bare.calculated("attack 10.02 g-rgt1").totals
    full.fight("attack 10.02 g-rgt1", "Ao1/DL1o1")
    assert full.answers("lose") == {"lose g-rgt1"}
    full.give("retreat g-rgt1 10.03-10.04")
    assert not full.at("s-rgt1")  # the unit bears the loss, nothing else does
    assert all(full.state.at[c] == full.hex("10.02") for c in (*trucks, dump))


@rule("ocs", "9.0.6", "9.5-A", "9.2-2")
def test_without_supply_there_is_no_attack_and_the_defender_pays_nothing() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10")
    field.supply("10.10", 8, SOVIET)
    field.stocks("g-rgt1")
    assert field.refused("attack 09.10 g-rgt1") == "12.10c.2"
    assert field.offered("g-rgt1") == set()
    assert field.state.ledger[SOVIET] == 8


@rule("ocs", "9.0.7", "9.5-B.1", "9.5-B.2")
def test_a_defender_may_withhold_supply_and_fights_at_half() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_inf1="09.10")
    field.supply("10.10", 8, SOVIET)
    assert field.calculated("attack 09.10 g-rgt1", "defend s-inf1").totals[1] == 14
    assert field.calculated("attack 09.10 g-rgt1", "defend s-inf1 unsupplied").totals[1] == 7
    field.give("attack 09.10 g-rgt1")
    assert field.answers() == {"defend s-inf1", "defend s-inf1 unsupplied"}
    field.give("defend s-inf1 unsupplied", 3, 4, 1, 1)
    assert field.state.ledger[SOVIET] == 8
    assert not field.state.low


@rule("ocs", "9.0.7", "9.5-B.1")
def test_no_supply_choice_without_supply() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10", s_rgt2="09.10")
    field.stocks("s-rgt1", "s-rgt2")
    field.give("attack 09.10 g-rgt1")
    assert field.answers() == {"defend s-rgt1 unsupplied", "defend s-rgt2 unsupplied"}
    assert field.calculated_answer("defend s-rgt1 unsupplied").totals[1] == 4


@rule("ocs", "9.1b")
def test_attacks_are_voluntary() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10")
    assert field.check("end") is None


@rule("ocs", "9.1c.1", "9.1c.2")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once_in_a_segment() -> None:
    field = Battlefield(
        "combat", g_inf1="08.09", g_inf2="08.10", s_rgt1="09.10", s_rgt2="08.08", s_inf1="08.11"
    )
    assert field.refused("attack 09.10 08.08 g-inf1") == "notation"  # one hex in a combat
    field.fight("attack 09.10 g-inf1", "AL1/Do1")
    field.give("lose s-rgt1")
    field.give("stay")
    assert field.refused("attack 08.08 g-inf1") == "9.1c.2"
    field.put("s-rgt1", "09.10")
    assert field.refused("attack 09.10 g-inf2") == "9.1c.2"
    assert field.check("attack 08.11 g-inf2") is None
    assert field.offered("g-inf2", "attack") == {"attack 08.11 g-inf2"}
    assert attack.able(field.state, GERMAN) == field.bit("g-inf2")
    field.state.attacked |= 1 << field.hex("08.11")
    assert not attack.able(field.state, GERMAN)


@rule("ocs", "9.1c.3")
def test_an_attack_comes_from_many_hexes() -> None:
    field = Battlefield("combat", g_rgt1="08.09", g_rgt2="09.11", g_tb="10.09", s_rgt1="09.10")
    assert field.check("attack 09.10 g-rgt1,g-rgt2,g-tb") is None
    assert "attack 09.10 g-rgt1,g-rgt2,g-tb" in field.offered("g-rgt1")


@rule("ocs", "9.1d")
def test_all_units_of_the_hex_defend() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10", s_hq="09.10", s_art1="09.10")
    assert field.strengths(field.calculated("attack 09.10 g-rgt1").defence) == {
        "s-rgt1": 4,
        "s-hq": 5,
        "s-art1": 1,
    }


@rule("ocs", "9.1f.1", "9.3a")
def test_a_hex_that_cannot_be_entered_is_not_attacked() -> None:
    over = Battlefield("combat", g_tb="15.10", g_rgt1="15.10", s_rgt1="16.10")  # a major river
    assert over.refused("attack 16.10 g-tb") == "9.1f.1"
    assert over.check("attack 16.10 g-rgt1") is None  # on foot it takes the whole allowance
    assert over.offered("g-tb") == set()
    over.put("g-eng", "15.10")  # engineers bridge it [13.8b]
    assert over.check("attack 16.10 g-tb") is None
    swamp = Battlefield("combat", g_tb="03.09", s_rgt1="03.10")
    assert swamp.refused("attack 03.10 g-tb") == "9.1f.1"


@rule("ocs", "9.1f.2", "8.1c")
def test_hex_open_by_road_only_can_be_attacked_but_not_overrun() -> None:
    where: dict[str, Any] = {"g_tb": "15.12", "s_rgt1": "16.11"}  # a railway over a major river
    assert Battlefield("combat", **where).check("attack 16.11 g-tb") is None
    assert Battlefield("movement", **where).fuelled().refused("overrun 16.11 g-tb") == "8.1b.1"


@rule("ocs", "9.2-1", "9.2-3", "9.6.2")
def test_the_attacker_names_hexes_and_leader_first_and_the_defender_answers() -> None:
    field = Battlefield("combat", g_rgt1="08.09", g_zero="08.09", s_rgt1="09.10", s_zero="09.10")
    field.give("attack 09.10 g-zero,g-rgt1")
    fight = field.state.fight
    assert fight is not None and fight.lead == field.unit("g-zero")
    assert field.asks() == ("defend", SOVIET)
    leaders = ("defend s-rgt1", "defend s-zero")
    less = ("", " unsupplied", " unsupplied s-rgt1", " unsupplied s-zero")  # each has its own stocks
    assert field.answers() == {leader + words for leader in leaders for words in less}
    assert field.refused("defend g-rgt1") == "9.6.2"


@rule("ocs", "9.2-3", "9.6.1", "9.6.2", "4.9b.1")
@pytest.mark.parametrize(
    ("verb", "leader", "mark", "announced"),
    [
        ("attack", "g-pz1", "", 5),
        ("attack", "g-inf1", "", 3),
        ("attack", "g-pz1", " d", 4),
        ("overrun", "g-pz1", "", 5),
        ("overrun", "g-inf1", "", 3),
    ],
)
def test_attacker_announces_rating_before_defender_decides(
    verb: str, leader: str, mark: str, announced: int
) -> None:
    """The rating of the unit that leads, seen or not, in its mode; its name stays hidden [R-OCS-152]."""
    phase = "combat" if verb == "attack" else "movement"
    where = f"08.09{mark}"
    field = Battlefield(phase, g_inf1=where, g_pz1=where, s_rgt1="09.10", s_zero="09.10").fuelled()
    field.supply("08.09", 20)
    other = "g-inf1" if leader == "g-pz1" else "g-pz1"
    events = field.give(f"{verb} 09.10 {leader},{other}")
    for viewer in ("soviet", ""):
        heard = event_of(seen_by(events, viewer), RatingAnnounced)
        assert (heard.rating, heard.units) == (announced, ())
        assert str(heard) == f"german player announces Action Rating {announced}"
    sentence = str(QUESTIONS["defend"].sentence(field.state, field.state.questions[-1]))
    assert f"Action Rating {announced}" in sentence
    seen = imagine(rules.view(field.state, "soviet"), field.scenario, LooseDice(random.Random(1)))
    for state in (seen, field.state):
        explained = battle_report.preview_defence(state, state.questions[-1], field.order("defend s-rgt1"))
        ratings = [line.value for line in explained.lines if line.label.startswith("Action Rating")]
        assert ratings == [f"{announced:+d}", f"{-field.scenario.ar[field.unit('s-rgt1')]:+d}"]
        assert not any("g-inf1" in line.label and "Rating" in line.label for line in explained.lines)


@rule("ocs", "4.9b.1", "9.4e.2", "9.4e.3", "9.4e.4", "16.0e")
@pytest.mark.parametrize(
    ("attackers", "defenders", "hog", "levels", "strengths", "ratings"),
    [
        ("g-pz1,g-inf1", "s-rgt1", False, ("heavy", "none"), (30, 4), (5, 2)),
        ("g-inf1", "s-tb", False, ("none", "heavy"), (14, 7), (3, 3)),
        ("g-inf1", "s-rgt1", True, ("none", "heavy"), (14, 4), (3, 2)),
        ("g-mech1", "s-rgt1", False, ("light", "none"), (12, 4), (4, 2)),
        ("g-inf1", "s-mech1,s-rgt1", False, ("none", "light"), (14, 10), (3, 2)),
    ],
)
def test_combat_reveals_strengths_ratings_and_anti_tank_effects(
    attackers: str,
    defenders: str,
    hog: bool,
    levels: tuple[str, str],
    strengths: tuple[int, int],
    ratings: tuple[int, int],
) -> None:
    field = Battlefield("combat")
    for id_ in attackers.split(","):
        field.put(id_, "08.09")
    for id_ in defenders.split(","):
        field.put(id_, "09.10")
    if hog:
        (works,) = field.generic("hedgehogs", "09.10", SOVIET)
        field.state.level[works] = 1
    events = field.fight(f"attack 09.10 {attackers}", "AL1/Do1")
    for viewer in ("german", "soviet", ""):
        odds = event_of(seen_by(events, viewer), CombatOdds)
        assert (odds.attack_anti_tank, odds.defence_anti_tank) == levels
        assert (odds.attack, odds.defence) == strengths
        assert (odds.attack_rating, odds.defence_rating, odds.units) == (*ratings, ())
        assert f"anti-tank effects {levels[0]} to {levels[1]}" in str(odds)


@rule("ocs", "9.2-2", "9.5b")
def test_attacker_pays_supply_before_the_defender() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    field.supply("08.08", 8, GERMAN)
    field.supply("10.10", 8, SOVIET)
    field.give("attack 09.10 g-inf1")
    assert field.state.ledger == [5, 8]  # three steps
    field.give("defend s-inf1", 3, 4, 1, 1)
    assert field.state.ledger == [5, 6]


@rule("ocs", "9.2-4", "9.2-5", "9.2-6", "9.2-7")
def test_terrain_odds_ratings_surprise_and_the_combat_roll_come_in_that_order() -> None:
    field = Battlefield("combat", g_tb="08.09", s_rgt1="09.10")
    field.give("attack 09.10 g-tb")
    events = field.give("defend s-rgt1 in:open", 4, 4, 4, 5)
    kinds = [event.kind for event in events if event.kind in ("odds", "surprise", "battle")]
    assert kinds == ["odds", "surprise", "battle"]
    dice = [event.dice for event in events if event.dice]
    assert dice == [(4, 4), (4, 5)]
    odds = event_of(events, CombatOdds)
    assert (odds.terrain, odds.odds) == ("open", "4:1")  # 14 to 4
    assert (odds.attack_rating, odds.defence_rating) == (3, 2)
    assert event_of(events, SurpriseRolled).surprise == ""  # 8 + 1
    table = series_tables()["combat"]
    column = table["columns"]["open"].index("4:1")
    assert event_of(events, CombatResult).result == table["results"][9][column]  # 9 + 1 is row 10


@rule("ocs", "9.2-8", "9.10b")
def test_attacker_result_is_applied_first() -> None:
    field = Battlefield("combat", g_rgt1="08.09", g_rgt2="08.09", s_rgt1="09.10", s_rgt2="09.10")
    field.fight("attack 09.10 g-rgt1,g-rgt2", "AL1o1/Do1")
    assert not field.at("g-rgt1")  # the hard loss is its leader's
    assert field.asks() == ("option", GERMAN)
    field.give("lose g-rgt2")
    assert field.asks() == ("option", SOVIET)


@rule("ocs", "9.2-9", "9.12g.1", "9.12g-D.2")
def test_the_advance_comes_last_and_is_free() -> None:
    field = Battlefield("combat", g_inf1="08.09", g_rgt1="08.10", s_rgt1="09.10")
    field.fight("attack 09.10 g-inf1,g-rgt1", "AL1/Do1")
    field.give("retreat s-rgt1 09.10-10.10")
    assert field.asks() == ("advance", GERMAN)
    assert field.answers("advance") == {"advance g-inf1,g-rgt1", "advance g-inf1", "advance g-rgt1"}
    assert field.answers() - field.answers("advance") == {"detach g-inf1", "stay"}
    field.give("advance g-rgt1")
    assert field.at("g-rgt1") == "09.10"
    field.give("stay")
    assert field.at("g-inf1") == "08.09"
    assert field.state.fight is None


@pytest.mark.parametrize("held", [True, False])
@rule("ocs", "9.2-9", "9.12g.1")
def test_no_advance_into_an_occupied_hex(held: bool) -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    field.fight("attack 09.10 g-inf1", "AL1/Do1")
    if held:
        field.give("lose s-inf1")
        assert not field.asked()
    else:
        field.give("retreat s-inf1 09.10-10.10")
        assert field.asked() == "advance"
