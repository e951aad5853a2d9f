"""Chapters 14.3 and 14.5: the answers in an air mission, with the chances of the next round of Air Combat."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from grognard.core.contract.decisions import Question
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import bits
from grognard.games.ocs.air.combat import Outcome as Aborts
from grognard.games.ocs.air.combat import attacking_side, fleet, rating
from grognard.games.ocs.missions.air_odds import round_chances
from grognard.games.ocs.missions.chances import percent, ranged
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.state import NO_COUNTER, OcsState

FACES = 6
_WORDS: dict[bool, dict[Aborts, str]] = {
    True: {"defender": "the enemy plane aborts", "both": "both abort", "attacker": "your plane aborts"},
    False: {"attacker": "the enemy plane aborts", "both": "both abort", "defender": "your plane aborts"},
}
"""The results of a round for its attacker and for its defender, best first."""


def explain(state: OcsState, question: Question, order: Order) -> Explanation:
    """Explain an answer: the next round for a plane that fights, or what the verb does."""
    mission = state.mission
    summary = state.scenario.game.verbs[order.verb].summary
    if mission is None or order.verb not in ("engage", "intercept"):
        return Explanation(str(order), (), summary)
    plane = state.scenario.index[order.units[0]]
    attacks = order.verb == "intercept" or attacking_side(state, mission) == question.side
    foes = _opponents(state, mission, question.side, order.verb)
    return _round(state, plane, foes, attacks) if foes else Explanation(str(order), (), summary)


def _opponents(state: OcsState, mission: Mission, side: int, verb: str) -> tuple[int, ...]:
    """Return the planes that may be met: the one sent already, or those the other side can send.

    Before an Interception only the top plane is known [R-OCS-203].
    """
    if verb == "intercept":
        return mission.planes[:1]
    if mission.pick != NO_COUNTER:
        return (mission.pick,)
    return bits(fleet(mission, 1 - side))


def _ratings(state: OcsState, plane: int) -> tuple[int, ...]:
    """Return the ratings that an enemy plane may have: its step losses are hidden [4.9a]."""
    data = state.scenario.counters[plane].plane
    assert data is not None, "only planes fight in the air"
    return tuple(dict.fromkeys((data.full.air, data.reduced.air)))


def _round(state: OcsState, plane: int, foes: Iterable[int], attacks: bool) -> Explanation:
    """Explain a round of Air Combat against one of several planes [14.3e-C]."""
    scenario, own = state.scenario, rating(state, plane)
    lines = [Line(scenario.called[plane], str(own), "14.3e-C.1")]
    ratings: set[int] = set()
    for foe in foes:
        faces = _ratings(state, foe)
        lines.append(Line(f"against {scenario.called[foe]}", " or ".join(map(str, faces)), "14.3e-C.1"))
        ratings |= set(faces)
    gaps = [own - theirs if attacks else theirs - own for theirs in ratings]
    loss = Fraction(FACES + 1 - series_tables()["air_combat"]["loss_min"], FACES)
    lines.append(Line("step loss of those who abort", percent(loss, loss), "14.3e-C.2"))
    words = _WORDS[attacks]
    weak, strong = (
        {word: round_chances(gap)[who] for who, word in words.items()} for gap in (max(gaps), min(gaps))
    )
    return Explanation(f"{scenario.called[plane]}: next round", tuple(lines), "1 round", ranged(weak, strong))
