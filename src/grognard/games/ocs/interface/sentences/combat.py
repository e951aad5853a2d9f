"""Sentences for the events of movement, modes, combat, barrage and the turn."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.events import sentence
from grognard.core.english import plural
from grognard.core.text import Text
from grognard.games.ocs.combat.barrage_table import effect_in_words
from grognard.games.ocs.model import combat_events as events

MODES = {
    "reserve": "Reserve Mode, Combat side up",
    "reserve-move": "Reserve Mode, Move side up",
}
"""Modes whose name says less than a player wants to know."""


def listed(names: Sequence[str]) -> str:
    """Join gaps or words as an enumeration.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _hex_gaps(hexes: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Return an enumeration of gaps for hexes that are no path, and what fills them."""
    gaps = {f"hex_{number}": hex_ for number, hex_ in enumerate(hexes)}
    return listed([f"{{{gap}}}" for gap in gaps]), gaps


# -- the turn --------------------------------------------------------------------------------------


@sentence.register
def _(event: events.GroundWeather) -> Text:
    return Text("weather: {condition}", condition=event.condition)


@sentence.register
def _(event: events.FlyingWeather) -> Text:
    return Text("flying weather: {flight}", flight=event.flight)


@sentence.register
def _(event: events.SeaWeather) -> Text:
    return Text("state of the sea: {sea}", sea="swell" if event.swell else "calm")


@sentence.register
def _(event: events.InitiativeRolled) -> Text:
    return Text("{side} player rolls {total} for initiative", side=event.side, total=event.total)


@sentence.register
def _(event: events.FirstPlayerSet) -> Text:
    return Text("{side} player goes first", side=event.side)


@sentence.register
def _(event: events.UnitsPlaced) -> Text:
    return Text("{units} set up in {hex}", units=event.units, hex=event.hexes[0])


@sentence.register
def _(event: events.TransportPrepared) -> Text:
    state = "loaded" if event.loaded else "empty"
    return Text("{units} set up {state}", units=event.units, state=state)


# -- movement and modes ----------------------------------------------------------------------------


@sentence.register
def _(event: events.Moved) -> Text:
    verb = "moves" if len(event.units) == 1 else "move"
    return Text("{units} {verb} {hexes}", units=event.units, verb=verb, hexes=event.hexes)


@sentence.register
def _(event: events.MovementFinished) -> Text:
    return Text("{units}: movement finished for this phase", units=event.units)


@sentence.register
def _(event: events.MovementCutShort) -> Text:
    words = "{units}: movement finished with {left} MP left, because others move"
    return Text(words, units=event.units, left=event.left)


@sentence.register
def _(event: events.ModeChanged) -> Text:
    verb = "changes" if len(event.units) == 1 else "change"
    mode = MODES.get(event.mode, f"{event.mode.capitalize()} Mode")
    return Text("{units} {verb} to {mode}", units=event.units, verb=verb, mode=mode)


@sentence.register
def _(event: events.ReserveModeLost) -> Text:
    verb = "leaves" if len(event.units) == 1 else "leave"
    return Text("{units} {verb} Reserve Mode", units=event.units, verb=verb)


@sentence.register
def _(event: events.StratModeLost) -> Text:
    return Text("{units} leaves Strat Mode: no trace supply in its hex", units=event.units)


@sentence.register
def _(event: events.ReservesReleased) -> Text:
    return Text("{units} released from Reserve", units=event.units)


@sentence.register
def _(event: events.Disorganized) -> Text:
    return Text("{side} units in {hex} are disorganized", side=event.side, hex=event.hexes[0])


# -- Breakdowns ------------------------------------------------------------------------------------


@sentence.register
def _(event: events.RegimentDetached) -> Text:
    regiment, division = event.units
    return Text(
        "{unit} detaches {unit_regiment} in {hex}", unit=division, unit_regiment=regiment, hex=event.hexes[0]
    )


@sentence.register
def _(event: events.RegimentAbsorbed) -> Text:
    regiment, division = event.units
    return Text(
        "{unit} absorbs {unit_regiment} in {hex}", unit=division, unit_regiment=regiment, hex=event.hexes[0]
    )


# -- losses ----------------------------------------------------------------------------------------


@sentence.register
def _(event: events.Loss) -> Text:
    lost = "unit" if event.whole_unit else "step"
    return Text("{side} player loses a {lost} in {hex}", side=event.side, lost=lost, hex=event.hexes[0])


@sentence.register
def _(event: events.Reduced) -> Text:
    return Text("{units} reduced in {hex}", units=event.units, hex=event.hexes[0])


@sentence.register
def _(event: events.Eliminated) -> Text:
    if event.overstacked:
        return Text("{units} eliminated: {hex} is overstacked", units=event.units, hex=event.hexes[0])
    return Text("{units} eliminated in {hex}", units=event.units, hex=event.hexes[0])


# -- combat ----------------------------------------------------------------------------------------


@sentence.register
def _(event: events.AttackDeclared) -> Text:
    target, *from_ = event.hexes
    gaps, hexes = _hex_gaps(from_)
    verb = "overruns" if event.overrun else "attacks"
    return Text(
        f"{{side}} player {{verb}} {{hex}} from {gaps}", side=event.side, verb=verb, hex=target, **hexes
    )


@sentence.register
def _(event: events.AttackForce) -> Text:
    verb = "attacks" if len(event.units) == 1 else "attack"
    return Text("{units} {verb}, led by {unit}", units=event.units, verb=verb, unit=event.leader)


@sentence.register
def _(event: events.RatingAnnounced) -> Text:
    return Text("{side} player announces Action Rating {rating}", side=event.side, rating=event.rating)


@sentence.register
def _(event: events.CombatOdds) -> Text:
    return Text(
        "combat in {hex}: {attack:g} to {defence:g} in {terrain} terrain, {odds}; "
        "Action Ratings {attack_rating} to {defence_rating}; "
        "anti-tank effects {attack_anti_tank} to {defence_anti_tank}{hedgehog}",
        hex=event.hexes[0],
        attack=event.attack,
        defence=event.defence,
        terrain=event.terrain.replace("-", " "),
        odds=event.odds,
        attack_rating=event.attack_rating,
        defence_rating=event.defence_rating,
        attack_anti_tank=event.attack_anti_tank,
        defence_anti_tank=event.defence_anti_tank,
        hedgehog=f", hedgehog {event.hedgehog}" if event.hedgehog else "",
    )


@sentence.register
def _(event: events.SurpriseRolled) -> Text:
    if not event.surprise:
        return Text("no Surprise")
    return Text(
        "{surprise} Surprise: {columns} {direction}",
        surprise=event.surprise,
        columns=plural(abs(event.columns), "column"),
        direction="right" if event.columns > 0 else "left",
    )


@sentence.register
def _(event: events.CombatResult) -> Text:
    return Text("result in {hex}: {result}", hex=event.hexes[0], result=event.result)


@sentence.register
def _(event: events.Exploitation) -> Text:
    gaps, hexes = _hex_gaps(event.hexes)
    return Text(f"{{side}} units in {gaps} enter Exploitation Mode", side=event.side, **hexes)


@sentence.register
def _(event: events.Retreated) -> Text:
    return Text("{side} units retreat {hexes}", side=event.side, hexes=event.hexes)


@sentence.register
def _(event: events.Advanced) -> Text:
    return Text("{side} units advance {hexes}", side=event.side, hexes=event.hexes)


# -- barrage ---------------------------------------------------------------------------------------


@sentence.register
def _(event: events.BarrageForce) -> Text:
    verb = "fires" if len(event.units) == 1 else "fire"
    return Text("{units} {verb} at {hex}", units=event.units, verb=verb, hex=event.hexes[0])


@sentence.register
def _(event: events.Barraged) -> Text:
    return Text(
        "{side} player barrages {hex}: {points}{shifts}, {column}: {effect}",
        side=event.side,
        hex=event.hexes[0],
        points=plural(event.points, "point"),
        shifts="".join(f", {reason} {columns:+d}" for reason, columns in event.shifts),
        column=event.column,
        effect=effect_in_words(event.result, event.steps, event.disorganized),
    )


@sentence.register
def _(event: events.FacilityBarraged) -> Text:
    return Text(
        "{side} player barrages the {facility} in {hex}: {points}, {hits}",
        side=event.side,
        facility=event.facility.replace("-", " "),
        hex=event.hexes[0],
        points=plural(event.points, "point"),
        hits=plural(event.hits, "hit"),
    )


# -- captures --------------------------------------------------------------------------------------


@sentence.register
def _(event: events.DumpCaptured) -> Text:
    return Text(
        "dump in {hex}: {captured}T captured, {destroyed}T destroyed",
        hex=event.hexes[0],
        captured=event.captured,
        destroyed=event.destroyed,
    )


@sentence.register
def _(event: events.TransportsCaptured) -> Text:
    return Text(
        "{transport} in {hex}: {captured} of {points} and {captured_tokens}T of {tokens}T captured",
        transport=event.transport,
        hex=event.hexes[0],
        captured=event.captured_points,
        points=plural(event.points, "Transport Point"),
        captured_tokens=event.captured_tokens,
        tokens=event.tokens,
    )


@sentence.register
def _(event: events.Reconnoitred) -> Text:
    kinds = {"armor": event.armor, "mech": event.mech, "anti-tank": event.anti_tank}
    return Text(
        "recon of {hex}: {steps}; {kinds}",
        hex=event.hexes[0],
        steps=plural(event.steps, "step"),
        kinds=", ".join(kind for kind, there in kinds.items() if there)
        or "no armor, mech or anti-tank units",
    )


@sentence.register
def _(event: events.FacilityCaptured) -> Text:
    return Text(
        "{side} player captures the {facility} in {hex}",
        side=event.side,
        facility=event.facility.replace("-", " "),
        hex=event.hexes[0],
    )


@sentence.register
def _(event: events.ExtenderCaught) -> Text:
    if event.collapses:
        return Text("{side} Extender in {hex} collapses", side=event.side, hex=event.hexes[0])
    return Text(
        "{side} Extender in {hex} cannot collapse: no hex in trace supply is in range",
        side=event.side,
        hex=event.hexes[0],
    )


@sentence.register
def _(event: events.Displaced) -> Text:
    verb = "is" if len(event.units) == 1 else "are"
    return Text("{units} {verb} displaced {hexes}", units=event.units, verb=verb, hexes=event.hexes)


@sentence.register
def _(event: events.Surrendered) -> Text:
    ending = "surrenders" if event.gives_up else "fights on"
    return Text(
        f"{{units}} in {{hex}} {ending}: needs {{needed}} or less",
        units=event.units,
        hex=event.hexes[0],
        needed=event.needed,
    )
