"""Sentences for the events of air missions and bases."""

from __future__ import annotations

from grognard.core.contract.events import sentence
from grognard.core.english import plural
from grognard.core.text import Text
from grognard.games.ocs.model import air_events as events

KINDS = {
    "sweep": "Fighter Sweep",
    "hip-shoot": "Hip Shoot",
    "barrage": "air barrage",
    "trainbust": "Trainbusting",
    "airlift": "Air Transport",
    "drop": "Air Drop",
    "transfer": "Base Transfer",
}
"""Missions as the rulebook calls them."""
ABORTS = {
    "attacker": "{unit_attacker} aborts",
    "both": "both abort",
    "defender": "{unit_defender} aborts",
}


@sentence.register
def _(event: events.MissionFlown) -> Text:
    to = " to {hexes}" if event.hexes else ""
    return Text(
        f"{{side}} {{mission}}{to}: {{count}}, {{units}} on top",
        side=event.side,
        mission=KINDS[event.mission],
        count=plural(event.planes, "air unit"),
        units=event.units,
        hexes=event.hexes,
    )


@sentence.register
def _(event: events.MissionForce) -> Text:
    return Text("mission aircraft: {units}", units=event.units)


@sentence.register
def _(event: events.PlaneLoss) -> Text:
    return Text("{units} eliminated" if event.eliminated else "{units} loses a step", units=event.units)


@sentence.register
def _(event: events.PlanesChecked) -> Text:
    return Text(
        "planes at {hex} checked, step loss on {least} or more: {losses}",
        hex=event.hexes[0],
        least=event.least,
        losses=plural(event.losses, "loss", "losses"),
    )


@sentence.register
def _(event: events.PlanesCaught) -> Text:
    return Text(
        "{planes} at the captured base in {hex}: {losses}",
        planes=plural(event.planes, "air unit"),
        hex=event.hexes[0],
        losses=plural(event.losses, "step loss", "step losses"),
    )


@sentence.register
def _(event: events.PlanesAborted) -> Text:
    return Text("{units} {verb}", units=event.units, verb="aborts" if len(event.units) == 1 else "abort")


@sentence.register
def _(event: events.DogFight) -> Text:
    lost = ", with a step loss" if event.loss else ""
    return Text(
        f"{{unit_attacker}} against {{unit_defender}}: {{modified}}, {ABORTS[event.outcome]}{lost}",
        unit_attacker=event.attacker,
        unit_defender=event.defender,
        modified=event.modified,
    )


@sentence.register
def _(event: events.Intercepted) -> Text:
    return Text("{units} intercepts", units=event.units)


@sentence.register
def _(event: events.FlakFired) -> Text:
    effects = ["a step loss"] if event.hit else []
    if event.aborted:
        effects.append(f"{plural(event.aborted, 'plane')} aborted")
    effect = ", ".join(effects) or "no effect"
    return Text("Flak of {points}: {effect}", points=plural(event.points, "point"), effect=effect)


@sentence.register
def _(event: events.PlanesReturned) -> Text:
    mode = "Active" if event.active else "Inactive"
    return Text("{units} at {base}, {mode}", units=event.units, base=event.base, mode=mode)


@sentence.register
def _(event: events.PlanesRefitted) -> Text:
    return Text("{units} refitted at {base}", units=event.units, base=event.base)


@sentence.register
def _(event: events.Trainbusted) -> Text:
    effect = "marker placed" if event.placed else "no effect"
    return Text(
        "Trainbusting in {hex} with {points}: {result}, {effect}",
        hex=event.hexes[0],
        points=plural(event.points, "point"),
        result=event.result,
        effect=effect,
    )


@sentence.register
def _(event: events.BaseRelocated) -> Text:
    return Text("Air base moved from {hex} to {hex_new}", hex=event.hexes[0], hex_new=event.hexes[1])


@sentence.register
def _(event: events.BaseChanged) -> Text:
    what = "Air base in {hex} is now level {level}" if event.level else "Air strip in {hex}"
    return Text(what, hex=event.hexes[0], level=event.level)


@sentence.register
def _(event: events.PlanesStoodDown) -> Text:
    return Text("{units} Inactive: the base holds no more Active planes", units=event.units)


@sentence.register
def _(event: events.GlidersBuilt) -> Text:
    return Text("{points} built at {base}", points=plural(event.points, "Glider Point"), base=event.hexes[0])


@sentence.register
def _(event: events.CargoLost) -> Text:
    if event.units:
        return Text("{units} lost with the planes", units=event.units)
    return Text("{tokens} of supply lost with the planes", tokens=plural(event.tokens, "token"))


@sentence.register
def _(event: events.CargoLanded) -> Text:
    supply = plural(event.tokens, "token") if event.tokens else ""
    what = "{units} and {supply}" if event.units and supply else "{units}" if event.units else "{supply}"
    return Text(f"{what} unloaded in {{hex}}", units=event.units, supply=supply, hex=event.hexes[0])


@sentence.register
def _(event: events.CargoDropped) -> Text:
    counts = (
        (event.landed, "unit", "landed"),
        (event.lost, "unit", "lost"),
        (event.tokens, "token", "landed"),
        (event.lost_tokens, "token", "lost"),
    )
    said = ", ".join(f"{plural(count, noun)} {what}" for count, noun, what in counts if count)
    return Text(
        "drop in {hex}, {needed} or more needed: {said}",
        hex=event.hexes[0],
        needed=event.needed,
        said=said,
    )


@sentence.register
def _(event: events.DropPlanned) -> Text:
    if not event.turn:
        return Text("Drop Plan of {units} cancelled", units=event.units)
    where = " in {hex}" if event.hexes else ""
    return Text(
        f"drop of {{units}}{where} planned for turn {{turn}}",
        units=event.units,
        turn=event.turn,
        hex=event.hexes[0] if event.hexes else "",
    )
