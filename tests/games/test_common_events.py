"""Sentences for the events that several games have in common."""

from __future__ import annotations

import pytest

from grognard.core.contract.events import Event
from grognard.core.contract.state import Result
from grognard.games.kit import sentences
from grognard.games.kit.events import (
    AdvanceDeclined,
    Declined,
    OrderDeclared,
    PhaseEnded,
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
        (game_over(WON), "over", "Game over: Soviet victory (40 points)"),
        (conceded("blue", WON), "over", "Game over: Soviet victory (Allied player concedes)"),
    ],
)
def test_common_event_sentences(event: Event, kind: str, words: str) -> None:
    assert (event.kind, event.text.spoken(TITLES)) == (kind, words)


def test_printed_phase_titles() -> None:
    assert sentences.phase_title("clean-up") == "Clean-up Phase"
