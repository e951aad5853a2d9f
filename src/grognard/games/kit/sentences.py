"""Sentences for the events that several games have in common."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.events import sentence
from grognard.core.text import Text
from grognard.games.kit import events


@sentence.register
def _(event: events.TurnBegan) -> Text:
    date = f" ({event.date})" if event.date else ""
    return Text("turn {turn}{date} begins", turn=event.turn, date=date)


@sentence.register
def _(event: events.PhaseEnded) -> Text:
    return Text(
        "{side} player ends the {phase}", side=event.side, phase=event.title or phase_title(event.phase)
    )


@sentence.register
def _(event: events.SetupEnded) -> Text:
    return Text("{side} player completes setup", side=event.side)


@sentence.register
def _(event: events.Declined) -> Text:
    return Text("{side} player declines", side=event.side)


@sentence.register
def _(event: events.AdvanceDeclined) -> Text:
    return Text("{side} player makes no further advance after combat", side=event.side)


@sentence.register
def _(event: events.OrderDeclared) -> Text:
    order = "fight, then move" if event.fight_first else "move, then fight"
    return Text("{side} player will {order}", side=event.side, order=order)


@sentence.register
def _(event: events.AirTied) -> Text:
    return Text("air superiority tied: reroll")


@sentence.register
def _(event: events.AirpowerPlaced) -> Text:
    return Text("airpower marker placed in {hex}", hex=event.hexes[0])


@sentence.register
def _(event: events.CityCaptured) -> Text:
    hex_ = event.hexes[0]
    if not event.city:
        return Text("{side} player captures {hex}", side=event.side, hex=hex_)
    return Text("{side} player captures {city} ({hex})", side=event.side, city=event.city, hex=hex_)


@sentence.register
def _(event: events.Probed) -> Text:
    return Text(
        "{units} {verb} into {hex}",
        units=event.units,
        verb=agreeing(event.units, "probes", "probe"),
        hex=event.hexes[0],
    )


@sentence.register
def _(event: events.Eliminated) -> Text:
    return Text("{units} is eliminated in {hex}", units=event.units, hex=event.hexes[0])


@sentence.register
def _(event: events.NoRetreat) -> Text:
    return Text("no legal retreat from {hex}", hex=event.hexes[0])


@sentence.register
def _(event: events.Retreated) -> Text:
    verb = agreeing(event.units, "retreats", "retreat")
    return Text("{units} {verb} {hexes}", units=event.units, verb=verb, hexes=event.hexes)


@sentence.register
def _(event: events.Advanced) -> Text:
    return Text("{units} advances {hexes}", units=event.units, hexes=event.hexes)


@sentence.register
def _(event: events.GameOver) -> Text:
    return Text("game over: {title} ({reason})", title=event.title, reason=event.reason)


@sentence.register
def _(event: events.Conceded) -> Text:
    return Text("game over: {title} ({side} player concedes)", title=event.title, side=event.side)


def agreeing(units: Sequence[str], one: str, several: str) -> str:
    """Return the form of a verb that agrees with its units.

    >>> agreeing(("A", "B"), "moves", "move")
    'move'
    """
    return one if len(units) == 1 else several


def phase_title(phase: str) -> str:
    """Return a phase as it is printed.

    >>> phase_title("clean-up")
    'Clean-up Phase'
    """
    return f"{phase[:1].upper()}{phase[1:]} Phase"
