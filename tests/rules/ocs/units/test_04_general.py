"""Chapters 2.1 and 4.2: orders out of turn, senseless orders, and fractions of MP."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.play.game import Game
from grognard.core.testing import rule
from grognard.games.ocs.arrivals.entry_hexes import open_places
from grognard.games.ocs.model.charts import SCALE
from grognard.games.ocs.units.modes import allowance
from tests.rules.ocs.field import GERMAN, SOVIET, Field


def refused(game: Game, order: str, side: str = "german") -> grognard.Illegal:
    refusal = game.check(order, side)
    assert refusal is not None, f"{order} is legal"
    return refusal


@rule("ocs", "4.2.2")
def test_fractions_of_a_movement_allowance_are_kept() -> None:
    """A quarter of 9 MP for a Reserve, half of 3 for a disorganized unit."""
    field = Field(g_pz1="08.07 r", g_inf1="08.07 d")
    assert allowance(field.state, field.unit("g-pz1")) / SCALE == 2.25
    assert allowance(field.state, field.unit("g-inf1")) / SCALE == 1.5


@rule("ocs", "4.4c.1")
def test_units_cannot_enter_the_map_on_enemy_transports() -> None:
    """They are captured by Attack-Capable units that move in; the nearest free edge hexes serve instead."""
    field = Field("reinforcement")
    assert [field.scenario.label(h) for h in open_places(field.state, GERMAN, ("G-WEST",))] == ["01.03"]
    field.generic("trucks", "01.03", SOVIET)
    assert "01.03" not in [field.scenario.label(h) for h in open_places(field.state, GERMAN, ("G-WEST",))]
    assert open_places(field.state, GERMAN, ("G-WEST",))


@rule("ocs", "2.1.1", "2.1.3")
def test_orders_of_another_side_or_another_phase_are_refused() -> None:
    game = grognard.new("ocs/practice", seed=1)
    game.play("end")
    game.play("arrive")
    game.play("end")
    assert game.phase == "german movement"
    assert refused(game, "move s-tb 14.07-13.08", "soviet").rule == "2.1.1"
    refusal = refused(game, "attack 14.07 g-pz1")
    assert refusal.rule == "2.1.3" and "german movement" in refusal.reason and "move" in refusal.reason


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("move g-pz1,g-pz1 08.07-09.08", "twice"),
        ("end 08.07", "takes no units or hexes"),
        ("concede g-pz1", "takes no units or hexes"),
    ],
)
def test_senseless_orders_are_refused(order: str, reason: str) -> None:
    game = grognard.new("ocs/practice", seed=1)
    game.play("end")
    game.play("arrive")
    game.play("end")
    refusal = refused(game, order)
    assert refusal.rule == "notation" and reason in refusal.reason


def test_no_legal_orders_after_the_end() -> None:
    game = grognard.new("ocs/practice", seed=1)
    game.play("concede")
    assert game.over and game.check("end", "german") is not None
