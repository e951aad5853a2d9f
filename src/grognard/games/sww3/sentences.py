"""Events of Stalin's World War III in words."""

from __future__ import annotations

from grognard.core.contract.events import sentence
from grognard.core.english import plural
from grognard.core.text import Text
from grognard.games.kit.sentences import agreeing
from grognard.games.sww3 import events
from grognard.games.sww3.combat.battle_report import RESULTS

# -- setup and victory [3, 4] ------------------------------------------------------------------------


@sentence.register
def _(event: events.UnitsPlaced) -> Text:
    verb = agreeing(event.units, "is", "are")
    return Text("{units} {verb} set up in {hex}", units=event.units, verb=verb, hex=event.hexes[0])


@sentence.register
def _(event: events.SetupFilled) -> Text:
    count = plural(event.count, "unit")
    return Text("{side} player sets up {count} as in the ready-made setup", side=event.side, count=count)


@sentence.register
def _(event: events.UnitHeldBack) -> Text:
    return Text("{units} is held in reserve", units=event.units)


@sentence.register
def _(event: events.UnitTakenBack) -> Text:
    return Text("{units} is taken back", units=event.units)


@sentence.register
def _(event: events.DivisionsDrawn) -> Text:
    return Text("{side} player draws {units}", side=event.side, units=event.units)


@sentence.register
def _(event: events.DivisionSwapped) -> Text:
    out, in_ = event.units
    return Text(
        "{unit} is exchanged for {unit_in}; the Soviets now need more than {target} VP",
        unit=out,
        unit_in=in_,
        target=event.target,
    )


@sentence.register
def _(event: events.TheatreClosed) -> Text:
    return Text("play ends in {theatre}: {reason}", theatre=event.theatre, reason=event.reason)


# -- airpower, supply, neutrals [3.2, 6, 9] ----------------------------------------------------------


@sentence.register
def _(event: events.AirSuperiorityRolled) -> Text:
    if not event.dice:
        return Text("{side} player has no dice for air superiority", side=event.side)
    roll = " + ".join(str(part) for part in (*event.dice, event.bonus) if part)
    return Text("{side} player rolls {roll} for air superiority", side=event.side, roll=roll)


@sentence.register
def _(event: events.AirSuperiority) -> Text:
    return Text(
        "{side} player has air superiority{where}: {markers}",
        side=event.side,
        where=f" in {event.theatre}" if event.theatre else "",
        markers=plural(event.markers, "airpower marker"),
    )


@sentence.register
def _(event: events.AerialSupplyPlaced) -> Text:
    return Text("{side} player supplies {hex} by air", side=event.side, hex=event.hexes[0])


@sentence.register
def _(event: events.CountryJoined) -> Text:
    return Text("{country} enters the war", country=event.country)


# -- reinforcements [10] -----------------------------------------------------------------------------


@sentence.register
def _(event: events.ReinforcementsDrawn) -> Text:
    roll = " + ".join(map(str, event.dice))
    if not event.units:
        return Text("{pool}: roll {roll}, no reinforcements", pool=event.pool, roll=roll)
    return Text("{pool}: roll {roll}, {units}", pool=event.pool, roll=roll, units=event.units)


@sentence.register
def _(event: events.FleetRolled) -> Text:
    result = "available" if event.arrived else "not yet available"
    (die,) = event.dice
    if not event.units:
        return Text("naval airpower: die {die}, {result}", die=die, result=result)
    return Text("{units}: die {die}, {result}", units=event.units, die=die, result=result)


@sentence.register
def _(event: events.ReinforcementsReturned) -> Text:
    verb = agreeing(event.units, "returns", "return")
    return Text("{units} {verb} to the pool", units=event.units, verb=verb)


@sentence.register
def _(event: events.ReinforcementPlaced) -> Text:
    return Text("{units} arrives in {hex}", units=event.units, hex=event.hexes[0])


@sentence.register
def _(event: events.UnitDiverted) -> Text:
    return Text("{units} is diverted to the Mid-East", units=event.units)


@sentence.register
def _(event: events.DivisionRebuilt) -> Text:
    division, filler = event.units
    return Text("{unit} is eliminated to rebuild {unit_rebuilt}", unit=filler, unit_rebuilt=division)


@sentence.register
def _(event: events.SecondFormationCalled) -> Text:
    return Text(
        "{units} called for {theatre}; the Soviets now need more than {target} VP there",
        units=event.units,
        theatre=event.theatre,
        target=event.target,
    )


@sentence.register
def _(event: events.Dropped) -> Text:
    verb = agreeing(event.units, "drops", "drop")
    return Text("{units} {verb} into {hex}", units=event.units, verb=verb, hex=event.hexes[0])


# -- movement [10.3, 11] -----------------------------------------------------------------------------


@sentence.register
def _(event: events.Moved) -> Text:
    one = len(event.units) == 1
    if event.entered:
        verb = "enters the map at" if one else "enter the map at"
    else:
        verb = "moves" if one else "move"
    how = {"land": "", "column": " in column", "sea": " by sea"}[event.by]
    return Text("{units} {verb}{how} {hexes}", units=event.units, verb=verb, how=how, hexes=event.hexes)


@sentence.register
def _(event: events.ReservesCommitted) -> Text:
    return Text("{units} will enter the map in this phase", units=event.units)


@sentence.register
def _(event: events.DikesBlown) -> Text:
    return Text("{side} player blows the dikes: the polders are flooded", side=event.side)


# -- combat and atomic attacks [12, 13] --------------------------------------------------------------


@sentence.register
def _(event: events.BattleFought) -> Text:
    effect = RESULTS[event.result][0]
    if event.odds:
        die = f"die {event.dice[0]}" if event.dice else "no die"
        effect = f"{event.odds}, {die}: {event.result}, {effect}"
    return Text(
        "{units} {verb} {hex}, {effect}",
        units=event.units,
        verb=agreeing(event.units, "attacks", "attack"),
        hex=event.hexes[0],
        effect=effect,
    )


@sentence.register
def _(event: events.UnitRevealed) -> Text:
    removed = "" if event.attack or event.defence else " and removed"
    return Text(
        "{units} in {hex} is revealed as {attack}-{defence}{removed}",
        units=event.units,
        hex=event.hexes[0],
        attack=event.attack,
        defence=event.defence,
        removed=removed,
    )


@sentence.register
def _(event: events.Reduced) -> Text:
    return Text("{units} is reduced in {hex}", units=event.units, hex=event.hexes[0])


@sentence.register
def _(event: events.BloodbathStopped) -> Text:
    return Text("{side} player ends the bloodbath", side=event.side)


@sentence.register
def _(event: events.AtomicAttackDeclared) -> Text:
    return Text("{side} player declares an atomic attack on {hex}", side=event.side, hex=event.hexes[0])


@sentence.register
def _(event: events.AtomicAttack) -> Text:
    return Text(
        "{side} player makes an atomic attack on {hex}, {roll} - {modifier} for {terrain}: {steps}",
        side=event.side,
        hex=event.hexes[0],
        roll=" + ".join(map(str, event.dice)),
        modifier=-event.modifier,
        terrain=event.terrain,
        steps=plural(event.steps, "step"),
    )


@sentence.register
def _(event: events.PrestigeLost) -> Text:
    return Text("US prestige falls by {loss} to {left}", loss=event.loss, left=event.left)
