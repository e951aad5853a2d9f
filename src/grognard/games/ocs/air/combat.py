"""Chapter 14.3: Air Combat, one round at a time. Decisions are asked by the missions above."""

from __future__ import annotations

from typing import Literal, NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.dice import Roller
from grognard.core.hexes.grid import mask_of
from grognard.games.ocs.air.bases import bases_in
from grognard.games.ocs.air.planes import open_rated, values
from grognard.games.ocs.air.ranges import is_long_range
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.state import OcsState

Outcome = Literal["attacker", "both", "defender"]
"""Who aborts [14.3e-C]."""


class Round(NamedTuple):
    """A round of Air Combat."""

    outcome: Outcome
    modified: int
    loss: bool
    """Whether those who abort lose a step [14.3e-C.2]."""
    dice: tuple[int, ...]
    """Two dice and the loss die."""


def fleet(mission: Mission, side: int) -> CounterSet:
    """Return a side's planes in a mission's Air Combat: with bystanders if it is intercepted [14.4d.2]."""
    if side != mission.side:
        return mission.foes
    own = mask_of(mission.planes)
    return own | mission.extras if mission.stage == "interception" else own


def attacking_side(state: OcsState, mission: Mission) -> int:
    """Return the attacker of the next round, or -1 if the combat is over [14.3c, 14.3e-D].

    He is the mission player, or the interceptor's in an Interception. The roles switch if he has only
    ratings in parentheses, and nobody attacks if both sides do. Tested again each round.
    """
    own, foes = fleet(mission, mission.side), fleet(mission, 1 - mission.side)
    if not own or not foes:
        return -1
    first = mission.side if mission.stage != "interception" else 1 - mission.side
    for side in (first, 1 - first):
        if open_rated(state, fleet(mission, side)):
            return side
    return -1


def outcome_of(modified: int) -> Outcome:
    """Return who aborts by the Air Combat Table.

    >>> [outcome_of(total) for total in (6, 7, 8)]
    ['attacker', 'both', 'defender']
    """
    table = series_tables()["air_combat"]
    if modified <= table["attacker_aborts_max"]:
        return "attacker"
    return "both" if modified == table["both_abort"] else "defender"


def fight_round(attack: int, defence: int, dice: Roller) -> Round:
    """Roll two dice and the loss die for a round between two ratings, without modifiers [14.3e-C, 14.3b]."""
    rolled = dice.roll("Air Combat"), dice.roll("Air Combat")
    die = dice.roll("loss in Air Combat")
    modified = sum(rolled) + attack - defence
    least: int = series_tables()["air_combat"]["loss_min"]
    return Round(outcome_of(modified), modified, die >= least, (*rolled, die))


def rating(state: OcsState, plane: int, mission: Mission | None = None) -> int:
    """Return a plane's Air Combat Rating, by the side now up; by option less far from home [14.3, 21.4-B].

    Without a mission it is that of the one being flown.
    """
    mission, printed = mission or state.mission, values(state, plane).air
    if mission is not None and is_long_range(state, plane, mission):
        printed -= series_tables()["options"]["long_range_rating"]
    return printed


def least_loss_die(state: OcsState, plane: int, mission: Mission) -> int:
    """Return the loss die from which a plane that aborts loses a step; over its own base later [HR-13]."""
    side = state.scenario.side_of[plane]
    over = bool(bases_in(state, mission.target, side)) if mission.target >= 0 else side == mission.side
    if state.scenario.on("HR-13") and over:
        least: int = series_tables()["options"]["loss_over_base_min"]
    else:
        least = series_tables()["air_combat"]["loss_min"]
    return least
