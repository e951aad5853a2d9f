"""Positions that the rules do not allow are refused."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from tests.support import cannot_be

EXPERT = "strike-force-one/expert-standard"


@rule("sfo", "7.1-expert-air-place")
@pytest.mark.parametrize("where", ["0505", "0605"])
def test_support_lies_on_an_enemy_hex(where: str) -> None:
    """0505 is empty, 0605 has a friend [R-SFO-24]."""
    position = f'phase = "soviet combat"\n[at]\nSA = "0605"\nZ = "0704"\nSAIR = "{where}"'
    cannot_be(EXPERT, position, f"{where} has no enemy unit")


@rule("sfo", "7.1-expert-friction-effect")
@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_units_are_disrupted_in_expert_only(level: str) -> None:
    position = '[at]\nSA = "0605"\nZ = "0704"\n[state]\nSA = { disrupted = true }'
    cannot_be(f"strike-force-one/{level}", position, "only in the Expert game")


@pytest.mark.parametrize("scenario", ["strike-force-one/basic", "nuremberg/border-battle", "ocs/practice"])
def test_dice_have_six_faces(scenario: str) -> None:
    cannot_be(scenario, "dice = [9]", "9 is not a die result; dice have 1 to 6")
