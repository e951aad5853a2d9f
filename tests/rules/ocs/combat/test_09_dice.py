"""Chapters 9.8 and 9.9: Surprise and the Combat Table."""

from __future__ import annotations

from itertools import product

import pytest

from grognard.core.dice import Dice
from grognard.core.testing import rule
from grognard.games.ocs import rules
from grognard.games.ocs.combat.combat_table import (
    decode,
    resolve,
    result_probabilities,
    roll_combat,
    roll_surprise,
    shift_column,
)
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.combat_events import CombatResult, SurpriseRolled
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import SOVIET, event_of


def dice(*faces: int) -> Dice:
    rolled = Dice(1)
    rolled.script(faces)
    return rolled


def surprised(total: int, drm: int = 0, hedgehog: int = 0, overrun: bool = False) -> str:
    low = max(total - 6, 1)
    return roll_surprise(drm, hedgehog, overrun, dice(low, total - low, 1)).surprise


@rule("ocs", "9.8.4", "9.8.5")
@pytest.mark.parametrize(
    ("overrun", "defender", "attacker"),
    [(False, range(2, 6), range(10, 13)), (True, range(2, 7), range(9, 13))],
)
def test_surprise_roll(overrun: bool, defender: range, attacker: range) -> None:
    for total in range(2, 13):
        expected = "defender" if total in defender else "attacker" if total in attacker else ""
        assert surprised(total, overrun=overrun) == expected


@rule("ocs", "9.8.1", "9.9.2", "16.0d.2")
def test_ratings_and_any_hedgehog_change_the_roll() -> None:
    assert surprised(8, drm=2) == "attacker"
    assert surprised(7, drm=2) == ""
    assert surprised(7, drm=-2) == "defender"
    for level in (1, 2, 3, 4):
        assert surprised(8, drm=2, hedgehog=level) == ""
        assert surprised(9, drm=2, hedgehog=level) == "attacker"  # one, whatever the level


@rule("ocs", "9.8.2", "9.8.3", "9.8.5")
def test_shift_die_moves_the_column() -> None:
    assert roll_surprise(0, 0, False, dice(6, 6, 4)).columns == 4
    assert roll_surprise(0, 0, False, dice(1, 1, 4)).columns == -4
    nobody = roll_surprise(0, 0, False, dice(3, 4))
    assert (nobody.columns, nobody.dice) == (0, (3, 4))  # no shift die
    assert resolve(5, 0, 0, False, dice(6, 6, 4, 3, 3)).column == 9
    assert resolve(5, 0, 0, False, dice(1, 1, 4, 3, 3)).column == 1


@rule("ocs", "9.1g.1", "9.1g.2", "9.7b")
def test_shifts_stop_at_the_ends_of_the_table() -> None:
    assert [shift_column(0, -3), shift_column(0, 6), shift_column(12, 2), shift_column(12, -4)] == [
        0,
        6,
        12,
        8,
    ]


@rule("ocs", "9.9.1", "9.9.2", "16.0d.1", "9.6.3")
def test_the_combat_roll_has_the_rating_and_the_full_level_of_the_hedgehog() -> None:
    table = series_tables()["combat"]["results"]
    assert roll_combat(6, 3, 0, dice(3, 4))[0] == table[9][6]  # 7 + 3 is row 10
    assert roll_combat(6, 3, 2, dice(3, 4))[0] == table[7][6]
    assert roll_combat(6, -9, 4, dice(1, 1))[0] == table[0][6]  # 1 or less
    assert roll_combat(6, 6, 0, dice(6, 6))[0] == table[14][6]  # 15 or more


@rule("ocs", "16.0d.1", "16.0d.2")
def test_a_hedgehog_of_the_defender_counts_in_play() -> None:
    field = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10")
    field.state.level[field.generic("hedgehogs", "09.10", SOVIET)[0]] = 3
    assert field.calculated("attack 09.10 g-rgt1").hedgehog == 3
    field.give("attack 09.10 g-rgt1")
    events = field.give("defend s-rgt1", 3, 3, 1, 5, 5)  # 6 - 1 surprises the attacker; 10 - 3 is row 7
    shift = event_of(events, SurpriseRolled)
    assert (shift.surprise, shift.columns) == ("defender", -1)
    assert event_of(events, CombatResult).result == "AL1o1/Do1"  # 1:2


@rule("ocs", "9.10.1")
def test_codes_are_losses_options_exploitation_and_disorganization() -> None:
    for code in {cell for row in series_tables()["combat"]["results"] for cell in row}:
        result = decode(code)
        attacker, _, defender = code.partition("/")
        assert (f"L{result.a_loss}" in attacker) == bool(result.a_loss)
        assert (f"o{result.a_option}" in attacker) == bool(result.a_option)
        assert (f"e{result.exploit_ar}" in attacker) == bool(result.exploit_ar)
        assert (f"L{result.d_loss}" in defender) == bool(result.d_loss)
        assert (f"o{result.d_option}" in defender) == bool(result.d_option)
        assert ("DG" in defender) == result.d_dg


def test_preview_probabilities_match_the_dice() -> None:
    likely = result_probabilities(6, 1, 1, False)
    assert sum(likely.values()) == pytest.approx(1)
    counted: dict[str, float] = {}
    for a, b, c, d in product(range(1, 7), repeat=4):
        shifting = roll_surprise(1, 1, False, dice(a, b, 1)).columns
        for shift in range(1, 7) if shifting else (0,):
            rolled = (a, b, shift, c, d) if shift else (a, b, c, d)
            code = resolve(6, 1, 1, False, dice(*rolled)).code
            counted[code] = counted.get(code, 0) + (1 if shift else 6) / 6**5
    assert likely == pytest.approx(counted)


def test_attack_preview_cites_rules_and_sums_to_one() -> None:
    field = Battlefield("combat", g_pz1="08.09", g_hq="08.08", s_tb="09.10 d")
    field.supply("08.08", 8)
    shown = rules.preview(field.state, field.order("attack 09.10 g-pz1"))
    assert sum(shown.outcomes.values()) == pytest.approx(1)
    cited = {line.rule for line in shown.lines}
    assert {"9.2-2", "9.4e.1", "5.10b-A", "9.6.1", "9.7a"} <= cited
    assert field.state.ledger[0] == 8  # nothing is spent
