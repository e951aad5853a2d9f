"""The numbers by which the staff judges, read from ``staff.toml``; an intention may scale them."""

from __future__ import annotations

import msgspec

from grognard.core.contract.intentions import Intention
from grognard.core.files.files import read_as
from grognard.games.kit.advice.staff_numbers import numbers_of
from grognard.games.sww3.model.scenario import SHARED


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of the staff; a pair is for the Soviets and for the Allies unless it says otherwise."""

    point: tuple[float, float]
    """Value of a VP in factors, on the first turn and on the last."""
    beside: int
    """Factors that can attack from one hex: 10 steps with artillery."""
    share: float
    """Share of its possible strength that the enemy is expected to bring against a hex."""
    untried: int
    """Assumed attack and defence factors of an untried unit."""
    garrison: tuple[int, int]
    """Steps and defence factors of a strong garrison."""
    alarm: float
    """Marches within which enemies make a garrison strong."""
    effort: float
    """Factor on the value of a city of the main effort."""
    depth: float
    """Value of a hex near a city, as a share of the city's."""
    nearly: float
    """Share of the VP needed at which the Soviets turn to the city that victory requires."""
    lacking: float
    """Factor on that city's value then."""
    last: float
    """Relative bonus for the last oil city the Soviets lack; half of it for the last two."""
    spare: int
    """Prestige that the Allies never spend."""
    dropped: float
    """Probability that paratroops take an empty city, while there are any; halved per 4 factors."""
    all: float
    """Total value of the cities of one aim of a short scenario, in campaign VP."""
    surplus: float
    """Share of that for cities beyond the number needed."""
    vital: float
    """Extra value of the city that a VP victory requires [Pincher 4.4]."""
    holy: float
    """Extra value of a city that ends the game together with another [Sandown 4.7]."""
    oil: float
    """Extra value of an oil city: all of them win the game [Sandown 4.5]."""
    gate: tuple[float, float]
    """Value of a road entry of the USSR to either side: the Soviets lose without any [Sandown 4.9]."""
    bank: float
    """Value of a Suez Canal hex on the last turn [Sandown 4.8]."""
    far: int
    """MP beyond which distances are ignored."""
    halfway: float
    """MP at which a city attracts a quarter as much as next to it."""
    about: int
    """Range in hexes from the city within which enemies count as its defenders and are attacked."""
    enough: tuple[float, float]
    """Factors sent per defence factor there, to attack the city and to hold it."""
    besides: tuple[int, int]
    """Extra factors sent, against enemy reinforcements."""
    most: float
    """Largest share of all factors sent."""
    drawn: float
    """How much more strongly the city attracts the units sent."""
    forward: tuple[float, float]
    """How strongly enemy cities attract either side."""
    dense: tuple[int, int]
    """Steps in a hex beyond which an atomic attack would pay."""
    target: tuple[float, float]
    """Cost of each further step to the Soviets, and to the Allies, who face one strike per turn [13.2]."""
    out_of_supply: float
    """Cost of ending a move out of supply."""
    moved: float
    """Least gain for which to move."""
    safe: float
    """Probability of holding a hex at which it counts as safe."""
    again: int
    """Number of attempts for units whose path was blocked by full hexes."""
    drop_least: float
    """Least value of a drop, in factors."""
    committed: float
    """Cost of each factor in an attack, because it could fight elsewhere."""
    least: float
    """Least expected gain of an attack, in factors."""
    cleared: float
    """Value in factors of forcing an enemy out of a hex that is not a city."""
    fewer: tuple[float, float]
    """Lowest and highest cost of own losses: the larger army can afford more."""
    soviet_stack: int
    """Steps per hex in Soviet attacks while the Allies have prestige for atomic attacks every turn."""
    trapped: float
    """Factors that a retreat costs a force without a safe hex."""
    prestige: float
    """Value of a prestige point in factors while there is enough for every turn."""
    stunned: float
    """Value of keeping an adjacent enemy factor from attacking."""
    soviet_least: float
    """Least value in factors of the one Soviet strike per turn."""
    front: int
    """Range in hexes from our units within which enemies matter now."""
    rear: float
    """Weight of enemies further away."""
    opened: float
    """Bonus if the struck hex can then be attacked: a share of the units left there."""
    ruin: tuple[float, float]
    """Bonus for nuking a city, where retreats are then no bloodbaths: a share of its value."""
    ready: tuple[float, float]
    """Share of the gain after a move at which a side fights first, because it can still move."""
    far_off: int
    """VP are out of reach if the Soviets need more than this multiple of what they have."""


STOCK = read_as(SHARED / "staff.toml", Numbers)


def numbers(intention: Intention) -> Numbers:
    """Return the numbers that an intention stands for."""
    return numbers_of(STOCK, intention)
