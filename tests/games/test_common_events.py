"""Sentences for the events that several games have in common."""

from __future__ import annotations

import pytest

from grognard.core.contract.events import Event
from grognard.core.contract.state import Result
from grognard.games.kit import sentences
from grognard.games.kit.events import (
    Advanced,
    AdvanceDeclined,
    AirpowerPlaced,
    AirTied,
    CityCaptured,
    Declined,
    Eliminated,
    NoRetreat,
    OrderDeclared,
    PhaseEnded,
    Probed,
    Retreated,
    SetupEnded,
    TurnBegan,
    conceded,
    game_over,
)

TITLES = {"red": "Soviet", "blue": "Allied"}
WON = Result("red", "Soviet victory", "40 points", "4.1")


@pytest.mark.parametrize(
    ("event", "kind", "words"),
    [
        (TurnBegan(turn=3), "turn", "Turn 3 begins"),
        (TurnBegan(turn=3, date="night"), "turn", "Turn 3 (night) begins"),
        (PhaseEnded(side="red", phase="movement"), "ended", "Soviet player ends the Movement Phase"),
        (
            PhaseEnded(side="red", phase="ew", title="Electronic Warfare Phase"),
            "ended",
            "Soviet player ends the Electronic Warfare Phase",
        ),
        (SetupEnded(side="blue"), "ended", "Allied player completes setup"),
        (Declined(side="blue"), "declined", "Allied player declines"),
        (AdvanceDeclined(side="red"), "declined", "Soviet player makes no further advance after combat"),
        (OrderDeclared(side="red", fight_first=True), "declared", "Soviet player will fight, then move"),
        (OrderDeclared(side="red", fight_first=False), "declared", "Soviet player will move, then fight"),
        (AirTied(), "air-tie", "Air superiority tied: reroll"),
        (AirpowerPlaced(hexes=("0101",)), "air-marker", "Airpower marker placed in 0101"),
        (
            CityCaptured(side="red", city="Ulm", hexes=("0101",)),
            "captured",
            "Soviet player captures Ulm (0101)",
        ),
        (CityCaptured(side="red", city="", hexes=("0101",)), "captured", "Soviet player captures 0101"),
        (Probed(units=("A",), hexes=("0101",)), "probed", "A probes into 0101"),
        (Probed(units=("A", "B"), hexes=("0101",)), "probed", "A, B probe into 0101"),
        (Eliminated(units=("A",), hexes=("0101",)), "lost", "A is eliminated in 0101"),
        (NoRetreat(hexes=("0101",)), "trapped", "No legal retreat from 0101"),
        (Retreated(units=("A",), hexes=("0101", "0102")), "retreated", "A retreats 0101-0102"),
        (Retreated(units=("A", "B"), hexes=("0101", "0102")), "retreated", "A, B retreat 0101-0102"),
        (Advanced(units=("A",), hexes=("0101", "0102")), "advanced", "A advances 0101-0102"),
        (game_over(WON), "over", "Game over: Soviet victory (40 points)"),
        (conceded("blue", WON), "over", "Game over: Soviet victory (Allied player concedes)"),
    ],
)
def test_common_event_sentences(event: Event, kind: str, words: str) -> None:
    assert (event.kind, event.text.spoken(TITLES)) == (kind, words)


def test_printed_phase_titles() -> None:
    assert sentences.phase_title("clean-up") == "Clean-up Phase"
