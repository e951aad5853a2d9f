"""Events of the exclusive rules of Objective Nuremberg in words."""

from __future__ import annotations

from grognard.core.contract.events import sentence
from grognard.core.english import plural
from grognard.core.text import Text
from grognard.games.kit.sentences import agreeing
from grognard.games.nuremberg import events

PLAN_LINES = {"arrive": "drop turn", "primary": "first drop hex", "secondary": "second drop hex"}
CANCELLED = {
    "no air superiority": "the Pact has no air superiority",
    "hexes occupied": "both drop hexes are occupied",
}

# -- setup [12.1] ----------------------------------------------------------------------------------


@sentence.register
def _(event: events.Placed) -> Text:
    verb = agreeing(event.units, "is", "are")
    return Text("{units} {verb} set up in {hex}", units=event.units, verb=verb, hex=event.hexes[0])


@sentence.register
def _(event: events.Withheld) -> Text:
    return Text("{units} is withheld and will enter from {country}", units=event.units, country=event.country)


@sentence.register
def _(event: events.TakenBack) -> Text:
    return Text("{units} is taken back", units=event.units)


@sentence.register
def _(event: events.RestPlaced) -> Text:
    units = plural(event.count, "unit")
    return Text("{side} player sets up {count} as in the ready-made setup", side=event.side, count=units)


@sentence.register
def _(event: events.AttackOrderReceived) -> Text:
    if event.title:
        return Text("your attack order: {title}", title=event.title)
    return Text("{side} player has received an attack order", side=event.side)


@sentence.register
def _(event: events.DropPlanWritten) -> Text:
    what = PLAN_LINES[event.line]
    if event.hexes:
        return Text("{what}: {hex}", what=what, hex=event.hexes[0])
    return Text("{what}: {turn}", what=what, turn=event.turn)


@sentence.register
def _(event: events.DropPlanned) -> Text:
    return Text("{side} player has planned the drop of the 103rd Guards", side=event.side)


# -- the drop of the 103G [12.4.1] -----------------------------------------------------------------


@sentence.register
def _(event: events.DropRevealed) -> Text:
    first, second = event.hexes
    return Text(
        "{units} drops this turn; its drop hexes are {hex} and {hex_other}",
        units=event.units,
        hex=first,
        hex_other=second,
    )


@sentence.register
def _(event: events.DropCancelled) -> Text:
    return Text("the drop of {units} is cancelled: {cause}", units=event.units, cause=CANCELLED[event.cause])


@sentence.register
def _(event: events.DropAnnihilated) -> Text:
    return Text("NATO units occupy both drop hexes: {units} is eliminated", units=event.units)


@sentence.register
def _(event: events.DropDecided) -> Text:
    if event.cancelled:
        return Text("the drop of {units} is cancelled", units=event.units)
    return Text("the drop of {units} remains planned", units=event.units)


@sentence.register
def _(event: events.DropRolled) -> Text:
    die, modified = event.dice[0], event.modified
    return Text(
        "{units} drops in {hex}, die {die}: {result}",
        units=event.units,
        hex=event.hexes[0],
        die=f"{die} {modified - die:+d}" if modified != die else die,
        result=event.result,
    )


# -- entering, landing and leaving [9, 12.4.2, 12.5.2] ---------------------------------------------


@sentence.register
def _(event: events.Landed) -> Text:
    return Text("{units} lands in {hex}", units=event.units, hex=event.hexes[0])


@sentence.register
def _(event: events.NoLandingCity) -> Text:
    verb = agreeing(event.units, "is", "are")
    return Text("no city is available: {units} {verb} eliminated", units=event.units, verb=verb)


@sentence.register
def _(event: events.Entered) -> Text:
    return Text(
        "{units} {enters} in {hex} in column" if event.column else "{units} {enters} in {hex}",
        units=event.units,
        enters=agreeing(event.units, "enters", "enter"),
        hex=event.hexes[0],
    )


@sentence.register
def _(event: events.Exited) -> Text:
    exits = agreeing(event.units, "exits", "exit")
    return Text("{units} {exits} the map at {hex}", units=event.units, exits=exits, hex=event.hexes[0])
