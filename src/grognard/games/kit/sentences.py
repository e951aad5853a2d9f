"""Sentences for the events that several games have in common."""

from __future__ import annotations

from grognard.core.contract.events import sentence
from grognard.core.contract.text import Text
from grognard.games.kit.events import (
    AdvanceDeclined,
    Conceded,
    Declined,
    GameOver,
    OrderDeclared,
    PhaseEnded,
    SetupEnded,
    TurnBegan,
)


@sentence.register
def _(event: TurnBegan) -> Text:
    date = f" ({event.date})" if event.date else ""
    return Text("turn {turn}{date} begins", turn=event.turn, date=date)


@sentence.register
def _(event: PhaseEnded) -> Text:
    return Text(
        "{side} player ends the {phase}", side=event.side, phase=event.title or phase_title(event.phase)
    )


@sentence.register
def _(event: SetupEnded) -> Text:
    return Text("{side} player completes setup", side=event.side)


@sentence.register
def _(event: Declined) -> Text:
    return Text("{side} player declines", side=event.side)


@sentence.register
def _(event: AdvanceDeclined) -> Text:
    return Text("{side} player makes no further advance after combat", side=event.side)


@sentence.register
def _(event: OrderDeclared) -> Text:
    order = "fight, then move" if event.fight_first else "move, then fight"
    return Text("{side} player will {order}", side=event.side, order=order)


@sentence.register
def _(event: GameOver) -> Text:
    return Text("game over: {title} ({reason})", title=event.title, reason=event.reason)


@sentence.register
def _(event: Conceded) -> Text:
    return Text("game over: {title} ({side} player concedes)", title=event.title, side=event.side)


def phase_title(phase: str) -> str:
    """Return a phase as it is printed.

    >>> phase_title("clean-up")
    'Clean-up Phase'
    """
    return f"{phase[:1].upper()}{phase[1:]} Phase"
