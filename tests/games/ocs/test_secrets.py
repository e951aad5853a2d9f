"""Fog of war in whole games: no view, choice or event reveals what is under an enemy stack."""

from __future__ import annotations

import random

import msgspec
import pytest

import grognard
from grognard.core.contract.events import Event, seen_by
from grognard.core.contract.orders import Order
from grognard.core.contract.state import State
from grognard.core.dice import LooseDice
from grognard.core.play.game import Game
from grognard.core.testing import assert_no_leak, assert_same_news, rule
from grognard.games.ocs.interface import event_visibility
from grognard.games.ocs.interface.sentences.supply import REDACTED
from grognard.games.ocs.model import combat_events, supply_events
from grognard.games.ocs.model.supply_events import Redacted
from tests.games.ocs.crowded_starts import melee

REVEALS = {"captured", "battle", "odds", "barrage", "breakout", "ended"}
"""Combat, barrage and capture reveal what the rules say; the events after the end of a phase may, too."""


class SurpriseParty(Event, frozen=True, kw_only=True, tag="surprise-party"):
    pass


def after(game: Game, state: State, side: str, order: Order) -> list[Event]:
    """The events of an order in a copy of a state, always with the same dice."""
    copy = state.copy()
    whole = game.definition.complete(copy, side, order)
    return game.definition.apply(copy, side, whole, LooseDice(random.Random(7)))


def assert_alike(game: Game, twin: State, side: str, source: random.Random) -> None:
    """Assert that a side has the same views, orders and events in both states."""
    rules, state = game.definition, game.state
    assert_no_leak(rules, state, twin, side)
    one, other = rules.choices(state, side), rules.choices(twin, side)
    assert (one is None) == (other is None)
    if one is None or other is None:
        return
    assert (one.kind, one.sentence(), one.actors()) == (other.kind, other.sentence(), other.actors())
    for actor in source.sample(one.actors(), min(4, len(one.actors()))):
        orders = one.orders(actor)
        assert orders == other.orders(actor)
        for order in source.sample(orders, min(2, len(orders))):
            assert rules.check(twin, side, order) is None
            both = after(game, state, side, order), after(game, twin, side, order)
            if not any(event.kind in REVEALS for events in both for event in events):
                assert_same_news(*both, side)


@rule("ocs", "4.9a.1", "4.9a.4", "4.9b.2")
@pytest.mark.parametrize("seed", [1, 4, *(pytest.param(s, marks=pytest.mark.slow) for s in range(20, 40))])
def test_states_differing_only_in_secrets_look_alike(seed: int) -> None:
    """The other state is imagined from the side's view: other units, stocks, steps and supply."""
    game, source = melee(seed)
    compared = 0
    while not game.over:
        for side in game.sides if source.random() < 0.15 else ():
            twin = game.definition.imagine(game.view(side), game.scenario, LooseDice(source))
            assert game.definition.violations(twin) == []
            assert twin.plain() != game.state.plain()
            assert_alike(game, twin, side, source)
            compared += 1
        decision = game.choices()
        assert decision is not None
        game.play(decision.random_order(source))
    assert compared > 5


# -- news ------------------------------------------------------------------------------------------


def event_classes() -> list[type[Event]]:
    """All event classes of the game that have a kind of their own."""
    found: list[type[Event]] = []
    for module in (combat_events, supply_events):
        found += [
            value
            for value in vars(module).values()
            if isinstance(value, type) and issubclass(value, Event) and value not in (Event, Redacted)
        ]
    return found


KINDS = (event_visibility.PUBLIC, event_visibility.SECRET, frozenset(REDACTED))


@pytest.mark.parametrize("event", event_classes())
def test_visibility_of_every_event_class_is_defined_once(event: type[Event]) -> None:
    kind = event.__struct_config__.tag
    assert sum(kind in kinds for kinds in KINDS) == 1, kind


def test_unknown_kind_of_event_is_not_shown_by_mistake() -> None:
    game = grognard.new("ocs/practice", seed=1)
    with pytest.raises(LookupError, match="surprise-party"):
        event_visibility.visible_events(
            game.state,  # type: ignore[arg-type]
            "german",
            Order("end"),
            [SurpriseParty(side="german")],
        )


def test_visibility_of_events_in_random_games() -> None:
    for seed in range(4):
        game, source = melee(seed)
        while not game.over:
            decision = game.choices()
            assert decision is not None
            for event in game.play(decision.random_order(source)):
                assert sum(event.kind in kinds for kinds in KINDS) == 1, event
                assert str(event)
                assert not (event.units and not event.only), f"units shown to both sides: {event}"
                if isinstance(event, Redacted):
                    assert event.side not in event.only and not event.units


@rule("ocs", "4.9a.1")
def test_enemy_learns_of_move_without_units() -> None:
    game = grognard.new("ocs/practice", seed=1)
    game.play("end")
    game.play("arrive")
    game.play("end")
    game.play("move g-truck1 07.03-05.03")
    number = len(game.history)
    own = game.visible_step(number, "german")
    assert own.order.startswith("move g-truck1 07.03-")
    assert [str(event).split()[0] for event in own.events] == ["g-truck1"]
    for other in ("soviet", ""):
        heard = game.visible_step(number, other)
        assert heard.order == ""
        (moved,) = heard.events
        path = own.events[0].hexes
        assert isinstance(moved, Redacted) and (moved.kind, moved.hexes) == ("moved", path)
        assert moved.text.spoken(game.scenario.titles) == f"German units move {'-'.join(path)}"
        assert "g-truck1" not in msgspec.json.encode(heard).decode()
    game.play("concede")
    assert game.visible_step(number, "soviet") == game.visible_step(number, "german")


@rule("ocs", "4.9b.1", "4.9b.2")
def test_combat_events_hide_units() -> None:
    fought = 0
    for seed in range(6):
        game, source = melee(seed)
        while not game.over and fought < 5:
            decision = game.choices()
            assert decision is not None
            events = game.play(decision.random_order(source))
            if any(event.kind == "odds" for event in events):
                fought += 1
                said = " ".join(map(str, seen_by(events, "")))
                ids = [counter.id for counter in game.scenario.counters]
                assert not set(said.replace(",", " ").replace(":", " ").split()) & set(ids)
                assert "rating" in said.lower() or "ar " in said.lower()
    assert fought == 5
