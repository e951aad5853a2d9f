"""Sentences of the events of supply, logistics and fog of war."""

from __future__ import annotations

from grognard.core.contract.events import sentence
from grognard.core.english import plural
from grognard.core.text import Argument, Text
from grognard.games.ocs.model import supply_events as events
from grognard.games.ocs.supply.payment import amount


def _verb(units: tuple[str, ...], one: str, several: str) -> str:
    """Return the verb that agrees with the number of units."""
    return one if len(units) == 1 else several


# -- fog of war ------------------------------------------------------------------------------------

REDACTED = {
    "blown": "{side} dump blown in {hex}",
    "breakout": "{side} units in {hex} try to break out",
    "disembarked": "{side} landing craft unload in {hex}",
    "disorganized": "{side} units in {hex} are disorganized",
    "landing": "{side} landing craft close in on {hexes}",
    "lost": "{side} unit eliminated in {hex}",
    "moved": "{side} units move {hexes}",
    "railed": "{side} units move by rail from {hex} to {hex_to}",
    "recon": "{side} units reconnoitre {hex}",
    "released": "{side} player releases Reserves",
    "resolve": "{side} unit in {hex} is called on to surrender",
    "sailed": "{side} ships sail {hexes}",
    "waded": "{side} DUKWs switch between land and sea in {hex}",
    "shipped": "{side} units move by sea from {hex} to {hex_to}",
}
"""What the enemy and spectators read, by the kind of the secret event."""


@sentence.register
def _(event: events.Redacted) -> Text:
    first, last = (event.hexes[0], event.hexes[-1]) if event.hexes else ("", "")
    if event.kind == "shipped" and len(event.hexes) == 1:
        return Text("{side} units move by sea to {hex}", side=event.side, hex=first)
    return Text(REDACTED[event.kind], side=event.side, hexes=event.hexes, hex=first, hex_to=last)


@sentence.register
def _(event: events.OrderGiven) -> Text:
    return Text("ordered: {order}", order=event.order)


@sentence.register
def _(event: events.TopChosen) -> Text:
    return Text("{units} is on top of its stack in {hex}", units=event.units, hex=event.hexes[0])


# -- supply ----------------------------------------------------------------------------------------


@sentence.register
def _(event: events.SupplyPaid) -> Text:
    arguments: dict[str, Argument] = {"purpose": event.purpose}
    head = "{purpose}"
    if event.consumers:
        head += " for {units}"
        arguments["units"] = event.consumers
    parts = []
    for number, draw in enumerate(event.draws):
        through = f" through {{unit_{number}}}" if draw.hq else ""
        parts.append(f"{{amount_{number}}} from the {{holder_{number}}} in {{hex_{number}}}{through}")
        arguments[f"amount_{number}"] = amount(draw.tokens)
        arguments[f"holder_{number}"] = draw.holder
        arguments[f"hex_{number}"] = draw.hex
        arguments[f"unit_{number}"] = draw.hq
    if event.stocks:
        parts.append("internal stocks of {units_stocks}")
        arguments["units_stocks"] = event.stocks
    return Text(f"{head}: {'; '.join(parts)}", **arguments)


@sentence.register
def _(event: events.DumpBlown) -> Text:
    return Text(
        "dump blown in {hex}: {destroyed} of {ordered} destroyed",
        hex=event.hexes[0],
        destroyed=amount(event.destroyed),
        ordered=amount(event.ordered),
    )


@sentence.register
def _(event: events.AttritionRolled) -> Text:
    return Text("attrition in {hex}: {loss} lost", hex=event.hexes[0], loss=plural(event.steps, "step"))


@sentence.register
def _(event: events.BreakoutRolled) -> Text:
    if not event.turns:
        return Text("{units} eliminated in {hex}: breakout failed", units=event.units, hex=event.hexes[0])
    return Text(
        "{units} in {hex} breaks out and returns in {turns}",
        units=event.units,
        hex=event.hexes[0],
        turns=plural(event.turns, "turn"),
    )


@sentence.register
def _(event: events.ExtenderMade) -> Text:
    verb = _verb(event.units, "becomes", "become")
    return Text(f"{{units}} {verb} an Extender in {{hex}}", units=event.units, hex=event.hexes[0])


@sentence.register
def _(event: events.ExtenderFolded) -> Text:
    return Text(
        "the Extender {units} in {hex} becomes transports again", units=event.units, hex=event.hexes[0]
    )


@sentence.register
def _(event: events.ExtenderCollapsed) -> Text:
    return Text("the Extender {units} collapses to {hex}", units=event.units, hex=event.hexes[0])


@sentence.register
def _(event: events.StocksRestored) -> Text:
    return Text("internal stocks of {units} are now {level}", units=event.units, level=event.level)


@sentence.register
def _(event: events.OutOfSupply) -> Text:
    verb = _verb(event.units, "is", "are")
    return Text(f"{{units}} {verb} Out of Supply in {{hex}}", units=event.units, hex=event.hexes[0])


@sentence.register
def _(event: events.BackInSupply) -> Text:
    verb = _verb(event.units, "is", "are")
    return Text(f"{{units}} {verb} back in supply in {{hex}}", units=event.units, hex=event.hexes[0])


# -- the Reinforcement Phase -----------------------------------------------------------------------


@sentence.register
def _(event: events.SupplyRolled) -> Text:
    return Text("{side} player receives {supply}", side=event.side, supply=amount(event.tokens))


@sentence.register
def _(event: events.ReplacementsRolled) -> Text:
    counts = (
        (event.pax, "Pax"),
        (event.eq, "Eq"),
        (event.trucks, "truck"),
        (event.fighter, "Fighter step"),
        (event.other_air, "other air step"),
    )
    found = ", ".join(f"{count} {kind}" for count, kind in counts if count) or "no replacements"
    return Text("{side} player receives {replacements}", side=event.side, replacements=found)


@sentence.register
def _(event: events.ReinforcementsDue) -> Text:
    return Text("{side} player: {due} due", side=event.side, due=plural(event.count, "reinforcement"))


@sentence.register
def _(event: events.UnitsArrived) -> Text:
    verb = _verb(event.units, "enters", "enter")
    return Text(f"{{units}} {verb} in {{hex}}", units=event.units, hex=event.hexes[0])


@sentence.register
def _(event: events.StoresArrived) -> Text:
    parts = [amount(event.tokens)] if event.tokens else []
    parts += [plural(event.trucks, "Truck Point")] if event.trucks else []
    parts += [plural(event.wagons, "Wagon Point")] if event.wagons else []
    return Text("{stores} placed in {hex}", stores=", ".join(parts), hex=event.hexes[0])


@sentence.register
def _(event: events.StoresLost) -> Text:
    return Text("supply and transports cannot enter the map and are lost")


@sentence.register
def _(event: events.SupplyDelivered) -> Text:
    return Text("{supply} placed in {hex}", supply=amount(event.tokens), hex=event.hexes[0])


@sentence.register
def _(event: events.Forfeited) -> Text:
    if not event.units:
        return Text("supply cannot enter the map and is lost")
    return Text("{units} out of the game: no way to enter the map", units=event.units)


@sentence.register
def _(event: events.Withdrawn) -> Text:
    return Text("{units} withdrawn", units=event.units)


@sentence.register
def _(event: events.Refilled) -> Text:
    return Text("{units}: back to full strength", units=event.units)


@sentence.register
def _(event: events.CraftWithdrawn) -> Text:
    points = plural(event.points, "point")
    return Text("{side}: {points} of landing craft withdrawn", side=event.side, points=points)


@sentence.register
def _(event: events.Rebuilt) -> Text:
    price = " and ".join(f"{n} {kind}" for n, kind in ((event.pax, "Pax"), (event.eq, "Eq")) if n)
    cost = " for {price}" if price else ""
    return Text(f"{{units}} rebuilt in {{hex}}{cost}", units=event.units, hex=event.hexes[0], price=price)


@sentence.register
def _(event: events.Consolidated) -> Text:
    if event.merged:
        return Text("{units} are consolidated in {hex}", units=event.units, hex=event.hexes[0])
    first, second = event.units
    return Text(
        "{unit_second} replaces {unit_first} in {hex}",
        unit_first=first,
        unit_second=second,
        hex=event.hexes[0],
    )


# -- transport and construction --------------------------------------------------------------------


@sentence.register
def _(event: events.BoxPassed) -> Text:
    if not event.hexes:
        return Text(f"{{units}} {_verb(event.units, 'leaves', 'leave')} the map", units=event.units)
    verb = _verb(event.units, "returns", "return")
    return Text(f"{{units}} {verb} to the map in {{hex}}", units=event.units, hex=event.hexes[0])


@sentence.register
def _(event: events.Railed) -> Text:
    return _transported(event.units, event.hexes, "rail")


@sentence.register
def _(event: events.Shipped) -> Text:
    if event.box:
        verb = _verb(event.units, "moves", "move")
        return Text(
            f"{{units}} {verb} by sea from {{unit_box}} to {{hex}}",
            units=event.units,
            unit_box=event.box,
            hex=event.hexes[-1],
        )
    return _transported(event.units, event.hexes, "sea")


def _transported(units: tuple[str, ...], hexes: tuple[str, ...], by: str) -> Text:
    verb = _verb(units, "moves", "move")
    return Text(
        f"{{units}} {verb} by {by} from {{hex}} to {{hex_to}}", units=units, hex=hexes[0], hex_to=hexes[-1]
    )


@sentence.register
def _(event: events.SupplyMoved) -> Text:
    return Text(
        "{supply} moved by {by} from {hex} to {hex_to}",
        supply=amount(event.tokens),
        by=event.by,
        hex=event.hexes[0],
        hex_to=event.hexes[-1],
    )


@sentence.register
def _(event: events.Loaded) -> Text:
    return Text(
        "{units} loads {supply} in {hex}",
        units=event.units,
        supply=amount(event.tokens),
        hex=event.hexes[0],
    )


@sentence.register
def _(event: events.Unloaded) -> Text:
    return Text(
        "{units} unloads {supply} in {hex}",
        units=event.units,
        supply=amount(event.tokens),
        hex=event.hexes[0],
    )


@sentence.register
def _(event: events.RailConverted) -> Text:
    return Text("railway converted in {hexes}", hexes=event.hexes)


@sentence.register
def _(event: events.HedgehogChanged) -> Text:
    if not event.level:
        return Text("hedgehog removed in {hex}", hex=event.hexes[0])
    return Text("hedgehog in {hex} is now level {level}", hex=event.hexes[0], level=event.level)


@sentence.register
def _(event: events.PortChanged) -> Text:
    return Text("port in {hex} now has {hits}", hex=event.hexes[0], hits=plural(event.hits, "hit"))
