"""Hidden information: what each side knows, and guesses for what it does not know.

Only the Pact knows its attack order, its drop plan and whether the drop is cancelled [12.1.4.1.b, 12.1.4.3].
Only a side itself knows its pledge to a battle until both have pledged [11.4-secret].
"""

from __future__ import annotations

from grognard.core.contract.state import PlainState
from grognard.core.contract.view import View
from grognard.core.dice import Roller
from grognard.games.afcent.combat import support
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import AIRBORNE, HIDDEN, UNKNOWN, AfcentState, counters_at, from_plain


def known_to(state: AfcentState, side: str) -> PlainState:
    """Return the state as plain values without what a side (``""``: a spectator) may not know.

    That a secret exists is public, and there are none when the game is over [12.1.4.1.d].
    """
    plain = state.plain()
    if state.result is not None:
        return plain
    sides = state.scenario.sides
    if side != sides[PACT]:
        plain["order"] = plain["order"] if plain["order"] == HIDDEN else UNKNOWN
        if plan_is_secret(state):
            plain["plan"] = [UNKNOWN] * len(state.plan)
            plain["recalled"] = False
    plain["pledged"] = [
        pledge if name == side or pledge == HIDDEN else UNKNOWN
        for name, pledge in zip(sides, state.pledged, strict=True)
    ]
    return plain


def plan_is_secret(state: AfcentState) -> bool:
    """Return whether the drop plan is still secret; a cancelled one stays secret [12.4.1.a, R-NUR-28]."""
    revealed = any(question.kind == "drop" for question in state.questions)
    return not revealed and bool(counters_at(state, AIRBORNE, state.scenario.units_of[PACT]))


def imagine(view: View, scenario: AfcentScenario, dice: Roller) -> AfcentState:
    """Return a state that fits a view, with guesses for its secrets."""
    state = from_plain(scenario, view.known)
    scenario.exclusive.guess_secrets(state, dice)
    for side in (PACT, NATO):
        if state.pledged[side] == UNKNOWN:
            pledges = support.pledges_of(state, support.battle_of(state.questions[-1]), side)
            state.pledged[side] = pledges[dice.roll("a guess", len(pledges)) - 1]
    return state
