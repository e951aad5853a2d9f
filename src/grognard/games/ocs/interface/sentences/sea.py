"""Sentences for the events of ships and landing craft."""

from __future__ import annotations

from grognard.core.contract.events import sentence
from grognard.core.english import plural
from grognard.core.text import Text
from grognard.games.ocs.model import sea_events as events
from grognard.games.ocs.supply.payment import amount


@sentence.register
def _(event: events.Sailed) -> Text:
    verb = "sails" if len(event.units) == 1 else "sail"
    return Text("{units} {verb} {hexes}", units=event.units, verb=verb, hexes=event.hexes)


@sentence.register
def _(event: events.ShipHit) -> Text:
    if event.lost:
        return Text("{units} lost in {hex}", units=event.units, hex=event.hexes[0])
    if event.points:
        return Text("{units} loses {points}", units=event.units, points=plural(event.points, "point"))
    return Text("{units} damaged", units=event.units)


@sentence.register
def _(event: events.ShipDisorganized) -> Text:
    return Text("{units} DG in {hex}", units=event.units, hex=event.hexes[0])


@sentence.register
def _(event: events.CargoLost) -> Text:
    return Text("{amount} lost aboard in {hex}", amount=amount(event.tokens), hex=event.hexes[0])


@sentence.register
def _(event: events.CraftArranged) -> Text:
    words = "{units} split in {hex}" if len(event.units) > 1 else "landing craft combined as {units} in {hex}"
    return Text(words, units=event.units, hex=event.hexes[0])


def _cargo(units: tuple[str, ...], tokens: int) -> str:
    """Return the words for units and supply, as far as there are any."""
    return " and ".join((["{units}"] if units else []) + (["{amount}"] if tokens else []))


@sentence.register
def _(event: events.Embarked) -> Text:
    what = _cargo(event.units, event.tokens)
    return Text(
        f"{what} aboard {{unit_craft}} in {{hex}}",
        units=event.units,
        amount=amount(event.tokens),
        unit_craft=event.craft,
        hex=event.hexes[0],
    )


@sentence.register
def _(event: events.Disembarked) -> Text:
    what = _cargo(event.units, event.tokens)
    return Text(
        f"{what} unloaded in {{hex}}", units=event.units, amount=amount(event.tokens), hex=event.hexes[0]
    )


@sentence.register
def _(event: events.Salvo) -> Text:
    effect = plural(event.steps, "hit") if event.steps else "DG" if event.disorganized else "no effect"
    return Text(
        "fire at {unit_target} in {hex} with {points}, {column}: {effect}",
        unit_target=event.target,
        hex=event.hexes[0],
        points=plural(event.points, "point"),
        column=event.column,
        effect=effect,
    )


@sentence.register
def _(event: events.NoGunsFound) -> Text:
    return Text("no coastal guns in {hex}: the fire is wasted", hex=event.hexes[0])


@sentence.register
def _(event: events.SalvoForce) -> Text:
    return Text("firing: {units}", units=event.units)


@sentence.register
def _(event: events.LandingBegun) -> Text:
    return Text("{units} to land in {hexes}", units=event.units, hexes=event.hexes)


@sentence.register
def _(event: events.LandingRolled) -> Text:
    lost = []
    if event.craft_lost:
        lost.append(f"{plural(event.craft_lost, 'point')} of landing craft lost")
    if event.steps_lost:
        lost.append(f"{plural(event.steps_lost, 'step')} lost")
    return Text(
        "landing in {hex}, modifier {modifier}: {outcome}",
        hex=event.hexes[0],
        modifier=f"{event.modifier:+d}",
        outcome=", ".join([event.outcome, *lost]),
    )


@sentence.register
def _(event: events.CameAshore) -> Text:
    if not event.units:
        return Text("nobody came ashore in {hex}", hex=event.hexes[0])
    return Text("{units} ashore in {hex}", units=event.units, hex=event.hexes[0])


@sentence.register
def _(event: events.Waded) -> Text:
    what = "{units} at sea from {hex}" if event.to_sea else "{units} ashore in {hex}"
    return Text(what, units=event.units, hex=event.hexes[0])


@sentence.register
def _(event: events.PortOpened) -> Text:
    return Text("LST port in {hex}", hex=event.hexes[0])


@sentence.register
def _(event: events.PortLost) -> Text:
    return Text("LST port in {hex} destroyed", hex=event.hexes[0])


@sentence.register
def _(event: events.BeachYielded) -> Text:
    return Text("the defenders of {hex} are destroyed as the landing goes in", hex=event.hexes[0])


@sentence.register
def _(event: events.BeachLost) -> Text:
    return Text("Beach Assault on {hex} failed: all attackers and their craft are lost", hex=event.hexes[0])
