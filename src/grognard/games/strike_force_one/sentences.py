"""Events of Strike Force One in words."""

from __future__ import annotations

from grognard.core.contract.events import sentence
from grognard.core.english import plural
from grognard.core.files.toml_shape import Chart
from grognard.core.text import Text
from grognard.games.kit.sentences import agreeing
from grognard.games.strike_force_one import events
from grognard.games.strike_force_one.model.scenario import tables

NO_EFFECT = {
    "no enemy on map": "no effect: no enemy unit is on the map",
    "already arrived": "no effect: {units} has already arrived",
    "no losses": "no effect: no unit has been eliminated",
}


def column_title(measure: str, value: int) -> str:
    """Return a column of the combat table in words.

    >>> column_title("attackers", 1), column_title("difference", 2)
    ('1 attacker', 'difference +2')
    """
    return plural(value, "attacker") if measure == "attackers" else f"difference {value:+d}"


def _event_title(event: str) -> str:
    title: str = tables()["events"]["titles"][event]
    return title


def effect_text(effect: Chart, breakthrough: bool) -> str:
    """Return what a result does; in a breakthrough defenders retreat two hexes [9.2-expert-open-two]."""
    if breakthrough and "breakthrough" in effect:
        return f"breakthrough, {effect['breakthrough']}"
    return str(effect["says"])


@sentence.register
def _(event: events.Moved) -> Text:
    template = "{units} enters the map at {hexes}" if event.entered else "{units} moves {hexes}"
    return Text(template, units=event.units, hexes=event.hexes)


@sentence.register
def _(event: events.BattleFought) -> Text:
    effect = effect_text(tables()["results"][event.effect], event.breakthrough)
    return Text(
        "{units} {attacks} {hex}, {column}, {dice} {rolls}: {result}, {effect}",
        units=event.units,
        attacks=agreeing(event.units, "attacks", "attack"),
        hex=event.hexes[0],
        column=column_title(event.measure, event.value),
        dice="die" if len(event.dice) == 1 else "dice",
        rolls=" and ".join(map(str, event.dice)),
        result=event.result,
        effect=effect,
    )


@sentence.register
def _(event: events.Returned) -> Text:
    return Text("{units} could not enter and returns to the eliminated units", units=event.units)


@sentence.register
def _(event: events.Recovered) -> Text:
    recovers = agreeing(event.units, "recovers", "recover")
    return Text("{units} {recovers} from disruption", units=event.units, recovers=recovers)


@sentence.register
def _(event: events.Swapped) -> Text:
    new, old = event.units
    return Text("{unit} replaces {unit_old} in a replacement box", unit=new, unit_old=old)


@sentence.register
def _(event: events.EventRolled) -> Text:
    dice = " ".join(map(str, event.dice))
    return Text("{side} event ({dice}): {event}", side=event.side, dice=dice, event=_event_title(event.event))


@sentence.register
def _(event: events.EventChosen) -> Text:
    return Text("{side} player chooses {event}", side=event.side, event=_event_title(event.event))


@sentence.register
def _(event: events.NoEffect) -> Text:
    if not event.cause:
        return Text("no effect")
    return Text(NO_EFFECT[event.cause], units=event.units)


@sentence.register
def _(event: events.Arrived) -> Text:
    if not event.towns:
        return Text("{units} arrives at the map edge", units=event.units)
    towns = plural(event.towns, "town")
    return Text(
        "the Soviets hold {towns}: {units} arrives at the western edge", towns=towns, units=event.units
    )


@sentence.register
def _(event: events.Replaced) -> Text:
    if len(event.units) == 1:
        return Text("{units} returns to the map edge as a replacement", units=event.units)
    return Text("{units} return to the map edge as replacements", units=event.units)


@sentence.register
def _(event: events.Disrupted) -> Text:
    return Text("{units} is disrupted", units=event.units)


@sentence.register
def _(event: events.SupportPlaced) -> Text:
    return Text("{units} is placed in {hex}", units=event.units, hex=event.hexes[0])
