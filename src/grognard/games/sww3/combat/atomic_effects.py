"""Chapters 13.5–13.9: step losses, disruption, blast markers and prestige of an atomic attack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits
from grognard.games.sww3.combat.strength import in_city, terrain_of
from grognard.games.sww3.events import AtomicAttack, PrestigeLost
from grognard.games.sww3.model.scenario import ALLIED
from grognard.games.sww3.model.state import Sww3State
from grognard.games.sww3.model.theatre import Theatre
from grognard.games.sww3.support import neutrals


def theatre_of(state: Sww3State, hex_: Hex) -> Theatre:
    """Return the theatre of a hex."""
    return state.scenario.theatres[state.scenario.theatre_at(hex_)]


def modifier(state: Sww3State, hex_: Hex) -> tuple[str, int]:
    """Return the terrain of a target and its DRM; a nuked city is rough [13.5, R-SWW-21]."""
    terrain = "city" if in_city(state, hex_) else terrain_of(state, hex_)
    value: int = theatre_of(state, hex_).charts["atomic"][terrain]
    return terrain, value


def roll_blast(state: Sww3State, hex_: Hex, dice: Roller) -> tuple[int, tuple[int, ...]]:
    """Roll an atomic attack; return the step losses, at least 0, and the dice [13.5, 13.6]."""
    rolled = tuple(dice.roll("atomic attack") for _ in range(dice_of(state, hex_)))
    return steps_hit(rolled, modifier(state, hex_)[1]), rolled


def dice_of(state: Sww3State, hex_: Hex) -> int:
    """Return how many dice are rolled for an atomic attack [13.5]."""
    count: int = theatre_of(state, hex_).charts["atomic"]["dice"]
    return count


def steps_hit(rolled: Iterable[int], off: int) -> int:
    """Return the step losses of a roll with its DRM [13.5, 13.6]."""
    return max(0, sum(rolled) + off)


class PrestigeRow(NamedTuple):
    """What an Allied strike costs in prestige: half a die and a number [13.9]."""

    number: int
    """Which strike of the turn it is."""
    add: int
    round: str
    """Whether half a die is rounded `up` or `down`."""


def strike_row(theatre: Theatre, before: int) -> PrestigeRow:
    """Return the prestige row of an Allied strike after others this turn, on all maps [13.9, R-GC-02]."""
    rows = theatre.charts["prestige"]["strike"]
    row = rows[min(before, len(rows) - 1)]
    return PrestigeRow(row["number"], row["add"], row["round"])


def prestige_rolled(theatre: Theatre, before: int, die: int) -> int:
    """Return the prestige cost of a die for a strike after others this turn, without its target [13.9]."""
    row, divisor = strike_row(theatre, before), theatre.charts["prestige"]["die_divisor"]
    part: int = -(-die // divisor) if row.round == "up" else die // divisor
    return part + row.add


def surcharge(state: Sww3State, hex_: Hex) -> tuple[str, int]:
    """Return the extra prestige cost of a strike on an un-nuked city: the highest of its kinds.

    In Europe only cities of the Western countries count, in the Mid-East all outside the USSR
    [13.9, R-SWW-28, R-SAN-12].
    """
    if not in_city(state, hex_):
        return "", 0
    theatre = theatre_of(state, hex_)
    prices, country = theatre.charts["prestige"]["target"], theatre.country(hex_)
    if country in prices.get("except", ()) or country not in prices.get("countries", (country,)):
        return "", 0
    kinds = {"city": theatre.cities, "oil": theatre.oil_cities, "capital": theatre.capitals}
    found = [(kind, prices[kind]) for kind, hexes in kinds.items() if kind in prices and hexes >> hex_ & 1]
    return max(found, key=lambda kind: kind[1])


def roll_prestige(state: Sww3State, hex_: Hex, dice: Roller) -> tuple[int, int]:
    """Roll the prestige cost of an Allied strike on a hex; return it and the die [13.9]."""
    die = dice.roll("prestige")
    cost = prestige_rolled(theatre_of(state, hex_), state.strikes[ALLIED], die)
    return cost + surcharge(state, hex_)[1], die


def resolve_atomic_attack(state: Sww3State, side: int, hex_: Hex, dice: Roller, events: list[Event]) -> None:
    """Resolve an atomic attack; the owner of the units in the hex is asked for the losses."""
    scenario = state.scenario
    events += neutrals.violate(state, side, 1 << hex_)
    name, where = scenario.sides[side], (scenario.grid.label(hex_),)
    steps, rolled = roll_blast(state, hex_, dice)
    terrain, off = modifier(state, hex_)
    events.append(
        AtomicAttack(
            side=name,
            hexes=where,
            dice=rolled,
            terrain=terrain,
            modifier=off,
            steps=steps,
            rule="13.5",
            final=True,
        )
    )
    units = state.here.get(hex_, 0)
    state.disrupted |= units  # even without losses [13.6-zero]
    if units:
        owner = scenario.side_of[bits(units)[0]]  # also the attacker's own [R-SWW-20]
        ask(state, Question("burn", owner, tuple(bits(units)), hex_, (steps,)))
    if side == ALLIED:
        _pay_prestige(state, hex_, dice, events)
    else:
        state.first_use = True
    state.strikes[side] += 1
    state.nuked |= 1 << hex_
    changed(state)


def _pay_prestige(state: Sww3State, hex_: Hex, dice: Roller, events: list[Event]) -> None:
    """Reduce US prestige, which never rises again [13.9]."""
    cost, die = roll_prestige(state, hex_, dice)
    state.prestige -= cost
    events.append(PrestigeLost(dice=(die,), loss=cost, left=state.prestige, rule="13.9-table", final=True))


def pending(side: int, hex_: Hex) -> Question:
    """Return the question of an atomic attack declared but not yet resolved [13.4]."""
    return Question("pending", side, (), hex_)
