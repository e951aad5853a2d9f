"""How a game ends: by the goals of a drill, by points for towns and losses, at once, or by concession."""

from __future__ import annotations

from grognard.core.events import Event
from grognard.core.state import Result
from grognard.games.ocs.state import OcsState


def at_turn_end(state: OcsState) -> Result | None:
    """The result when the game is over at the end of a turn; None when it goes on."""
    if state.turn < state.scenario.turns:
        return None
    return Result("", "Draw", "the last turn is over")


def end_game(state: OcsState, result: Result) -> Event:
    """The game is over."""
    state.result = result
    return Event("over", "game over: {note}", note=f"{result.title} ({result.reason})", rule=result.rule)


def concede(state: OcsState, side: int) -> list[Event]:
    """A player gives up, and the other one wins."""
    scenario = state.scenario
    winner = scenario.sides[1 - side]
    title = f"{scenario.titles[winner]} victory"
    reason = f"{scenario.titles[scenario.sides[side]]} concedes"
    return [end_game(state, Result(winner, title, reason))]
