"""Outcomes of previews: probabilities sum to 1, and each die does what its outcome says to these units."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.core.contract.battles import Effect
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.play.game import Game
from grognard.games.afcent import events as afcent
from grognard.games.strike_force_one import events as sfo
from grognard.games.sww3 import events as sww3

FACES = range(1, 7)
MOST_ORDERS = 1_500
HURTS = ("loss", "step")


def attacks(scenario: str, seed: int, most: int, *verbs: str) -> Iterator[tuple[Game, str, Order]]:
    """Play a random game and yield attacks as they come up."""
    game, source, found = grognard.new(scenario, seed=seed), random.Random(seed), 0
    for _ in range(MOST_ORDERS):
        decision = game.choices() if not game.over else None
        if decision is None or found == most:
            return
        order = decision.random_order(source)
        if order.verb in verbs:
            found += 1
            yield game, decision.side, order
        game.play(order, decision.side)


def is_complete(preview: Explanation) -> None:
    """Assert that a preview has typed outcomes for every result."""
    assert sum(chance.probability for chance in preview.chances) == pytest.approx(1)
    assert preview.odds is not None
    assert preview.cost
    assert preview.risk
    for chance in preview.chances:
        assert chance.verdict is not None
        assert chance.says


def lost_at_once(effects: tuple[Effect, ...]) -> set[str]:
    """Return the units that an outcome eliminates or reduces, whatever their owner chooses."""
    return {unit for effect in effects if effect.kind in ("eliminated", "reduced") for unit in effect.units}


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [
        ("strike-force-one/basic", 3),
        ("strike-force-one/advanced", 4),
        ("strike-force-one/expert-standard", 5),
        ("pincher/race-to-the-rhine", 3),
        ("sandown/campaign", 2),
    ],
)
def test_each_face_does_what_its_outcome_says(scenario: str, seed: int) -> None:
    tried = 0
    for game, side, order in attacks(scenario, seed, 5, "attack"):
        preview = game.preview(order, side)
        is_complete(preview)
        by_result = {chance.result: chance for chance in preview.chances}
        for face in FACES:
            twin = game.copy()
            twin.dice.script([face] * 20)
            events = twin.play(order, side)
            fought = next(
                event for event in events if isinstance(event, sfo.BattleFought | sww3.BattleFought)
            )
            assert fought.battle is not None
            chance = by_result[fought.result]
            assert fought.battle.verdict == chance.verdict
            assert fought.battle.defenders or not lost_at_once(chance.effects)
            gone = {unit for event in events if event.role in HURTS for unit in event.units}
            assert lost_at_once(chance.effects) <= gone
            tried += 1
    assert tried


def test_nuremberg_with_support_left_out() -> None:
    """Both sides commit nothing, so the battle is the one previewed."""
    tried = 0
    for game, side, order in attacks("nuremberg/campaign", 7, 4, "attack"):
        preview = game.preview(order, side)
        is_complete(preview)
        by_result = {chance.result: chance for chance in preview.chances}
        for face in FACES:
            twin = game.copy()
            twin.dice.script([face] * 20)
            events = list(twin.play(order, side))
            while (decision := twin.choices()) and decision.kind == "commit":
                events += twin.play(Order("commit"), decision.side)
            fought = next(event for event in events if isinstance(event, afcent.BattleFought))
            chance = by_result[fought.result]
            assert fought.battle is not None
            assert fought.battle.verdict == chance.verdict
            gone = {unit for event in events if event.role == "loss" for unit in event.units}
            assert lost_at_once(chance.effects) <= gone
            tried += 1
    assert tried


def test_ocs_attacks_and_defences_are_judged_from_both_sides() -> None:
    """What is good for the attacker is bad for the defender who answers."""
    opposite = {"best": "worst", "good": "bad", "even": "even", "bad": "good", "worst": "best"}
    tried = 0
    for game, side, order in attacks("ocs/drill-3-combat", 5, 2, "attack"):
        attack = game.preview(order, side)
        is_complete(attack)
        twin = game.copy()
        twin.play(order, side)
        decision = twin.choices()
        if decision is None or decision.kind != "defend":
            continue
        for actor in decision.actors():
            for answer in decision.orders(actor):
                defence = twin.preview(answer, decision.side)
                is_complete(defence)
                theirs = {chance.result: chance.verdict for chance in attack.chances}
                for chance in defence.chances:
                    if chance.result in theirs and chance.verdict is not None:
                        assert opposite[chance.verdict] == theirs[chance.result]
                        tried += 1
    assert tried


def test_ocs_barrage() -> None:
    for game, side, order in attacks("ocs/drill-4-barrage", 1, 2, "barrage"):
        preview = game.preview(order, side)
        assert sum(chance.probability for chance in preview.chances) == pytest.approx(1)
        assert {chance.verdict for chance in preview.chances} <= {"best", "good", "even"}
        return
    raise AssertionError("no barrage")
