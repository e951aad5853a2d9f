"""What players see. Nothing is secret here, so all see the same."""

from __future__ import annotations

from bridgehead.model import ELIMINATED, NORTH, SOUTH, CrossingState, held
from grognard.core.contract.view import BoxView, Losses, ObjectiveView, Standing, UnitView, View
from grognard.games.kit.views import Moment, common_view


def view_of(state: CrossingState, side: str, moment: Moment) -> View:
    """Return the state as a side or a spectator sees it."""
    scenario, label = state.scenario, state.scenario.grid.label
    units = [
        UnitView(
            id=counter.id,
            side=counter.side,
            label=counter.shown,
            kind=counter.kind,
            at=label(where) if where != ELIMINATED else f"{counter.side} eliminated",
            title=counter.title,
            size=counter.size,
            factors="-".join(map(str, counter.factors)),
            values=counter.factors,
            flags=("acted",) if state.acted >> c & 1 else (),
        )
        for c, (counter, where) in enumerate(zip(scenario.counters, state.at, strict=True))
    ]
    lost = {name: tuple(u.id for u in units if u.at == f"{name} eliminated") for name in scenario.sides}
    owner = next((s for s in (NORTH, SOUTH) if held(state, s) >> scenario.town & 1), None)
    holder = "" if owner is None else scenario.sides[owner]
    town = scenario.board.place_at(scenario.town)
    return common_view(
        state,
        side,
        moment,
        units=units,
        boxes=tuple(
            BoxView(f"{name} eliminated", "Eliminated", name, ids, "eliminated")
            for name, ids in lost.items()
            if ids
        ),
        objectives=(ObjectiveView(label(scenario.town), town.name if town else "", holder),),
        standings=[Standing(kind="goal", label="Hold the town", side="north", met=owner == NORTH)],
        losses=tuple(Losses(name, len(ids)) for name, ids in lost.items()),
        known=state.plain(),
    )
