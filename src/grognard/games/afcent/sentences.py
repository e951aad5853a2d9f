"""Events of the AFCENT series in words."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.events import sentence
from grognard.core.english import plural
from grognard.core.text import Text
from grognard.games.afcent import events
from grognard.games.kit.sentences import agreeing

EFFECTS = {
    "AE": "all attackers eliminated",
    "AL": "attacker loses a unit",
    "ENG": "engaged, no effect",
    "EX": "exchange, each side loses a unit",
    "DR": "defender retreats",
    "DL": "defender loses a unit",
    "DE": "all defenders eliminated",
}
"""What the results of the combat table do [11.9]."""
CONTESTS = {"air": "air superiority", "ew": "electronic warfare superiority"}


def _rolls(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


# -- air superiority and electronic warfare [5, 6] -------------------------------------------------


@sentence.register
def _(event: events.SuperiorityRolled) -> Text:
    bonus = f", with {event.bonus:+d} for superiority last turn" if event.bonus else ""
    return Text(
        "{side} player rolls {dice} for {what}{bonus}: {total}",
        side=event.side,
        dice=_rolls(event.dice),
        what=CONTESTS[event.contest],
        bonus=bonus,
        total=event.total,
    )


@sentence.register
def _(event: events.AirSuperiority) -> Text:
    markers = plural(event.markers, "airpower marker")
    return Text("{side} player has air superiority: {markers}", side=event.side, markers=markers)


@sentence.register
def _(event: events.EwSuperiority) -> Text:
    if not event.side:
        return Text("electronic warfare tied: neither side has superiority")
    markers = plural(event.markers, "EW marker")
    return Text(
        "{side} player has electronic warfare superiority: {markers}", side=event.side, markers=markers
    )


@sentence.register
def _(event: events.EwPlaced) -> Text:
    return Text("EW marker placed in {hex}", hex=event.hexes[0])


@sentence.register
def _(event: events.AirpowerRemoved) -> Text:
    return Text("airpower marker removed from {hex}", hex=event.hexes[0])


# -- support markers [4.7, 4.8, 11.4] --------------------------------------------------------------


@sentence.register
def _(event: events.ArtilleryLost) -> Text:
    markers = plural(len(event.units), "artillery marker")
    return Text("{nation} losses cost {markers}", nation=event.nation, markers=markers)


@sentence.register
def _(event: events.HelicopterChecked) -> Text:
    result = "eliminated" if event.lost else "no loss"
    return Text(
        "{units} rolls {dice} for attrition: {result}",
        units=event.units,
        dice=_rolls(event.dice),
        result=result,
    )


@sentence.register
def _(event: events.AmmunitionRolled) -> Text:
    returns = (
        f"back on turn {event.returns}" if event.returns else "out of ammunition for the rest of the game"
    )
    return Text(
        "{side} player rolls {dice} for ammunition: {markers} {returns}",
        side=event.side,
        dice=_rolls(event.dice),
        markers=plural(len(event.units), "artillery marker"),
        returns=returns,
    )


@sentence.register
def _(event: events.SupportArrived) -> Text:
    markers = plural(len(event.units), "support marker")
    return Text("{side} player receives {markers}", side=event.side, markers=markers)


@sentence.register
def _(event: events.SupportPledged) -> Text:
    if not event.units:
        return Text("you commit no support")
    return Text("you commit {units}", units=event.units)


@sentence.register
def _(event: events.SupportDecided) -> Text:
    return Text("{side} player has chosen support", side=event.side)


@sentence.register
def _(event: events.SupportCommitted) -> Text:
    return Text("{side} player commits {units}", side=event.side, units=event.units)


# -- movement [3, 7, 10] ---------------------------------------------------------------------------


@sentence.register
def _(event: events.Moved) -> Text:
    return Text(
        "{units} {moves} {hexes} in column" if event.column else "{units} {moves} {hexes}",
        units=event.units,
        moves=agreeing(event.units, "moves", "move"),
        hexes=event.hexes,
    )


@sentence.register
def _(event: events.Flew) -> Text:
    flies = agreeing(event.units, "flies", "fly")
    return Text("{units} {flies} {hexes}", units=event.units, flies=flies, hexes=event.hexes)


@sentence.register
def _(event: events.FlightRangeRolled) -> Text:
    return Text(
        "{units} rolls {dice}: it can fly {range} hexes",
        units=event.units,
        dice=_rolls(event.dice),
        range=event.range,
    )


@sentence.register
def _(event: events.FlightAttrition) -> Text:
    drm = f" {event.drm:+d}" if event.drm else ""
    return Text(
        "{units} rolls {dice}{drm} in {hex}: {result}",
        units=event.units,
        dice=_rolls(event.dice),
        drm=drm,
        hex=event.hexes[0],
        result="shot down" if event.lost else "no loss",
    )


@sentence.register
def _(event: events.Overstacked) -> Text:
    return Text("{hex} is over the stacking limit", hex=event.hexes[0])


@sentence.register
def _(event: events.RefugeesRolled) -> Text:
    markers = plural(event.markers, "refugee marker")
    return Text(
        "{side} player rolls {dice}: {markers}", side=event.side, dice=_rolls(event.dice), markers=markers
    )


@sentence.register
def _(event: events.RefugeesPlaced) -> Text:
    return Text("refugee marker placed in {hex}", hex=event.hexes[0])


# -- combat [11] -----------------------------------------------------------------------------------


@sentence.register
def _(event: events.Attacked) -> Text:
    attacks = agreeing(event.units, "attacks", "attack")
    return Text("{units} {attacks} {hex}", units=event.units, attacks=attacks, hex=event.hexes[0])


@sentence.register
def _(event: events.BattleFought) -> Text:
    rolled = f"{event.drm:+d}, die {event.dice[0]}" if event.dice else "no roll"
    return Text(
        "{units} {attacks} {hex} at {odds}, {rolled}: {result}, {effect}",
        units=event.units,
        attacks=agreeing(event.units, "attacks", "attack"),
        hex=event.hexes[0],
        odds=event.odds,
        rolled=rolled,
        result=event.result,
        effect=EFFECTS[event.result],
    )


@sentence.register
def _(event: events.MomentumDeclined) -> Text:
    return Text("{side} player makes no momentum attack", side=event.side)
