"""Untried units, revealed in their first battle [Pincher 10.4, Sandown 10.9, R-SWW-24].

The four German groupements of the drill ground are 0-0, 0-0, 1-2 and 3-3, its Soviet second formations 0-0,
0-0, 1-1 and 3-2. A die with a side for each value that has not turned up yet tells which it is.
"""

from __future__ import annotations

import time

import pytest

from grognard.core.contract.events import Event
from grognard.core.dice import every_roll
from grognard.core.testing import rule
from grognard.games.sww3.combat.attack import apply_attack
from grognard.games.sww3.combat.battle_report import chances
from grognard.games.sww3.combat.strength import battle
from grognard.games.sww3.combat.untried_units import faces_left, turnouts
from grognard.games.sww3.events import BattleFought, UnitRevealed
from grognard.games.sww3.model.scenario import SOVIET
from tests.rules.sww3.field import BOTH, Field, Places, only, result
from tests.rules.sww3.wars import War
from tests.support import kinds


def revealed(events: list[Event]) -> list[tuple[int, int]]:
    """The values of the untried units that were revealed."""
    return [(event.attack, event.defence) for event in events if isinstance(event, UnitRevealed)]


def shown(f: Field, id_: str) -> str:
    """Whose values a unit shows."""
    face = f.state.face[f.scenario.index[id_]]
    return f.scenario.counters[face].id if face >= 0 else "?"


@rule("pincher", "10.4-reveal", "10.4-blind")
@BOTH
def test_a_groupement_is_revealed_when_it_is_attacked_and_stays_so(game: str) -> None:
    f = Field(game, t1="0504", t2="0506", w1="0505")
    events = f.play("attack 0505 t1", 4, 6)  # the fourth value, 3-3; then the battle at 2:1
    assert kinds(events)[:2] == ["revealed", "battle"]
    assert revealed(events) == [(3, 3)]
    assert (shown(f, "w1"), result(events)) == ("w4", "AL1")
    f.state.attacked = f.state.fought = 0
    assert f.odds("attack 0505 t1").total == "1:1"  # t1 was reduced: 4 to 3, and no more draws
    assert kinds(f.play("attack 0505 t1", 6)) == ["battle", "lost"]


@rule("sandown", "10.9-reveal")
@BOTH
def test_a_second_formation_is_revealed_when_it_attacks(game: str) -> None:
    f = Field(game, n1="0504", n2="0504", u3="0505")
    events = f.play("attack 0505 n1,n2", 3, 3, 6)  # 1-1 is the third of four, 3-2 of the three left
    assert revealed(events) == [(1, 1), (3, 2)]
    assert (shown(f, "n1"), shown(f, "n2"), shown(f, "n3")) == ("n3", "n4", "?")


@rule("pincher", "10.4-onestep")
@BOTH
def test_untried_units_have_one_step(game: str) -> None:
    f = Field(game, w1="0505", n1="0504")
    assert f.steps("w1", "n1") == [1, 1]
    assert f.state.load[f.hex("0505")] == 1


@rule("pincher", "10.4-zero", "10.4-shift")
@BOTH
def test_zero_groupement_is_removed_and_shifts_for_communists(game: str) -> None:
    f = Field(game, t1="0504", t2="0504", w1="0505", u1="0505")
    events = f.play("attack 0505 t1,t2", 1, 2)  # 0-0; 14 against 7 is 2:1, and one right 3:1: DE
    assert (f.where("w1"), events[0].rule.split("-")[1]) == ("lost", "zero")
    assert only(events, BattleFought).odds == "3:1"
    assert (result(events), f.steps("u1")) == ("DE", [1])  # the loss is not set off against the result
    f = Field(game, "allied combat", w1="0504", u1="0504", m1="0505")
    events = f.play("attack 0505 u1,w1", 1)  # 5 against 6 is 1:2, and one left 1:3: no die
    assert result(events) == "AL1"
    assert f.steps("u1") == [1]


@rule("sandown", "10.9-zero", "10.9-shift")
@BOTH
def test_zero_second_formation_is_removed_and_shifts_for_allies(game: str) -> None:
    f = Field(game, n1="0504", t1="0504", t2="0504", u1="0505")
    events = f.play("attack 0505 t1,t2,n1", 1, 4)  # 2:1, and one left 1:1
    assert (f.where("n1"), result(events)) == ("lost", "BB")
    assert only(events, BattleFought).odds == "1:1"
    f = Field(game, "allied combat", n1="0505", p1="0505", u1="0504")
    events = f.play("attack 0505 u1", 1, 4)  # 5 against 4 is 1:1, and one right 2:1
    assert only(events, BattleFought).odds == "2:1"


@rule("pincher", "10.4-shift")
@rule("sandown", "10.9-shift")
@BOTH
def test_several_0_0_units_shift_once(game: str) -> None:
    f = Field(game, t1="0504", t2="0504", w1="0505", w2="0505", u1="0505")
    assert only(f.play("attack 0505 t1,t2", 1, 1, 6), BattleFought).odds == "3:1"
    f = Field(game, n1="0504", n2="0504", t1="0504", t2="0504", u1="0505")
    assert only(f.play("attack 0505 t1,t2,n1,n2", 1, 1, 6), BattleFought).odds == "1:1"


@rule("pincher", "10.4-zero")
@BOTH
def test_advance_after_all_defenders_are_0_0(game: str) -> None:
    f = Field(game, t1="0504", w1="0505")
    assert kinds(f.play("attack 0505 t1", 1)) == ["revealed", "battle"]
    assert (f.asked, f.orders()) == (("soviet", "advance"), {"advance t1", "stay"})


@rule("sandown", "10.9-zero")
@BOTH
def test_attack_without_attackers_left_has_no_effect(game: str) -> None:
    f = Field(game, n1="0504", u1="0505")
    f.play("attack 0505 n1", 2)
    assert (f.where("n1"), f.steps("u1"), f.asked) == ("lost", [2], ("soviet", "combat"))
    f.put("t1", "0504")
    f.refused("attack 0505 t1", "12.4-defend")  # it was the attack of the phase


@rule("pincher", "10.4-reveal")
@BOTH
def test_untried_value_is_revealed_only_once(game: str) -> None:
    f = Field(game, t1="0504", w1="0505", w2="0505", w3="0505")
    f.play("attack 0505 t1", 1, 1, 1, 6)
    assert [shown(f, w) for w in ("w1", "w2", "w3")] == ["w1", "w2", "w3"]


@rule("pincher", "10.4-blind")
@rule("sandown", "10.9-reveal")
@BOTH
def test_previews_tell_only_what_may_turn_up(game: str) -> None:
    f = Field(game, t1="0504", w1="0505")
    account = f.odds("attack 0505 t1")
    assert ("w1, untried", "0–3") in {(line.label, line.value) for line in account.lines}
    assert account.outcomes["empty"] == pytest.approx(2 / 4)
    defending = battle(f.state, SOVIET, f.hex("0505"), f.bit("t1"))
    found = turnouts(f.state, defending, defending.defenders)
    assert {turnout.quarters: chance for turnout, chance in found.items()} == {0: 0.5, 8: 0.25, 12: 0.25}


DEALS: dict[str, Places] = {
    "n1,n2,n3": {"n1": "0504", "n2": "0506", "n3": "0506", "u1": "0505"},  # perhaps concentric
    "n1,n2,t1": {"n1": "0504", "n2": "0504", "t1": "0504", "w1": "0505", "w2": "0505", "w3": "0505"},
    "n1,n2,g1": {
        "n1": "0904",
        "n2": "0804",
        "g1": "0904",
        "w1": "0905",
    },  # some across a river, with artillery
    "n1,n2": {"n1": "0504", "n2": "0604", "w1": "0505", "w2": "0505"},  # perhaps no unit is left
    "t1,n1": {"t1": "0504", "n1": "0604", "w1": "0505", "w2": "0505", "w3": "0505", "w4": "0505"},
}


@rule("pincher", "10.4-reveal", "10.4-shift")
@rule("sandown", "10.9-reveal", "10.9-shift")
@BOTH
@pytest.mark.parametrize("attackers", DEALS)
def test_preview_counts_all_deals_of_untried_units(game: str, attackers: str) -> None:
    """Turned over one by one in every way the dice can fall, each of them fought."""
    f = Field(game, **DEALS[attackers])
    order = f.order(f"attack {DEALS[attackers].get('w1', '0505')} {attackers}")
    found: dict[str, float] = {}
    for chance in every_roll(lambda dice: result(apply_attack(f.state.copy(), SOVIET, order, dice))):
        came = {"the hex is empty": "empty", "nothing happens": "spent"}.get(chance.result, chance.result)
        found[came] = found.get(came, 0.0) + chance.probability
    assert f.odds(str(order)).outcomes == pytest.approx(found)


def test_preview_of_many_untried_units() -> None:
    """Eighteen divisions from six hexes, half of them over rivers or hungry, against eight groupements."""
    war = War("pincher")
    middle, near = war.open_ground("france")
    divisions = war.scenario.ids(war.scenario.mixes["SU-2"])[:18]
    at = {id_: near[number % 6] for number, id_ in enumerate(divisions)}
    at |= dict.fromkeys(war.scenario.ids(war.scenario.mixes["Fr"])[:8], middle)
    war = War("pincher", "soviet combat", 5, at=at)
    fight = battle(war.state, SOVIET, war.hex(middle), war.bit(*divisions))
    hungry = fight._replace(unsupplied=war.bit(*divisions[::2]))
    started = time.process_time()
    found = turnouts(war.state, hungry, hungry.attackers)
    assert time.process_time() - started < 1.0
    assert sum(found.values()) == pytest.approx(1.0)
    assert sum(chances(war.state, SOVIET, war.hex(middle), fight.attackers).values()) == pytest.approx(1.0)


@rule("pincher", "10.4-reveal")
def test_a_revealed_face_is_not_drawn_again() -> None:
    war = War("pincher")
    one, two, *_ = [c for c in range(war.scenario.unit_count) if war.state.face[c] < 0]
    assert war.scenario.mix_of[one] == war.scenario.mix_of[two]
    before = faces_left(war.state, two)
    war.state.face[one] = before[0]
    assert faces_left(war.state, two) == before[1:]
