"""The numbers by which the staff judges on the ground, from ``staff.toml``; an intention may scale them."""

from __future__ import annotations

import msgspec

from grognard.core.contract.intentions import Intention
from grognard.core.files.files import read_as
from grognard.games.kit.advice.staff_numbers import numbers_of
from grognard.games.ocs.model.charts import DATA


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of the staff for ground units; distances are in hexes."""

    town: float
    """Value of a victory point, in hexes."""
    any_enemy: float
    """Value of moving toward enemy units without an objective, in hexes."""
    effort: float
    """Factor on the value of the objectives of the main effort."""
    token: float
    """Value of a token of supply."""
    ground: float
    """Value of driving the enemy out of an ordinary hex."""
    prize: float
    """Value of a victory point."""
    option: float
    """Value of an option that may be taken as a retreat, as a share of a step."""
    confusion: float
    """Value of disorganizing a step, as a share of the step."""
    distant: float
    """The same for units near the front that cannot be attacked now."""
    reach: int
    """Maximum distance from friendly units at which that counts."""
    beach: float
    """Value of disorganizing defenders before a Beach Assault, as a share of what it would gain."""
    pursuit: float
    """Value of a unit's exploitation, as a share of its strength."""
    contact: int
    """Maximum distance from the enemy for Combat Mode."""
    remote: int
    """Minimum distance from the enemy for Strat Mode, less one."""
    unsupplied: float
    """Value of trace supply, in hexes."""
    alone: float
    """Weight of a stronger adjacent enemy."""
    threatened: int
    """Distance from the enemy below which objectives need a garrison."""
    guard: float
    """Strength that counts as a garrison; an HQ or artillery alone does not."""
    garrison: float
    """Value of keeping a unit in an objective, in hexes."""
    worth_fuel: float
    """Minimum gain of a move that costs fuel."""
    worth_it: float
    """Minimum gain of any other move."""
    odds: float
    """Value of each point of odds against an adjacent enemy, up to 4:1."""
    bold: float
    """Minimum gain of an overrun."""
    march: int
    """Distance at which an enemy could enter an empty objective in its next turn."""
    enough: float
    """Strength of a garrison as a share of the enemies that could come."""
    last_price: float
    """Factor on the price of supply and losses on the last turn, if nothing is saved for later."""
    good: float
    """Minimum gain of an attack."""
    pursue: int
    """Maximum distance from the enemy at which Reserves are released to exploit."""
    settled: float
    """Value of a village or city that is not an objective."""
    crowded: float
    """Share of the stacking limit above which units do not retreat into a hex."""
    risk: float
    """Maximum ratio of adjacent enemy strength at which units advance."""
    own_step: float
    """Price of an own step in an attack, relative to its value."""


STOCK = read_as(DATA / "staff.toml", Numbers)


def numbers(intention: Intention) -> Numbers:
    """Return the numbers that an intention stands for."""
    return numbers_of(STOCK, intention)
