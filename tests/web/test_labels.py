"""The labels of offered orders, in the browser and at the terminal: names, never raw notation."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

import grognard
from grognard.cli.terminal.order_list import say_legal_orders
from grognard.cli.terminal.refusals import words_of
from grognard.cli.terminal.terminal import Terminal
from grognard.core.contract.orders import Order
from grognard.core.contract.view import View
from grognard.core.play.game import Game
from grognard.games import definition_of, game_file, game_ids
from tests.games.random_play import some_options
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import SOVIET

HERE = Path(__file__).parent
NODE = shutil.which("node")
MODULES = HERE.parents[1] / "web" / "node_modules" / "rolldown"
SCENARIOS = [f"{game}/{name}" for game in game_ids() for name in game_file(game).scenarios]
STEPS = 90
SOME = 6
"""Number of orders of each verb to label after every order."""
RAW = re.compile(r"\w:\w|\w_\w|[{}]")
"""Notation that is no language: ``for:unit``, ``snake_case``, and gaps that were not filled."""


class Offer(NamedTuple):
    """An offered order and what its label is made from."""

    game: Game
    view: View
    order: Order


def offers(game: Game, source: random.Random) -> list[Offer]:
    """Return some orders of every verb of an actor, for each side that may decide."""
    found = []
    for side in game.sides:
        decision = game.choices(side)
        if decision is None:
            continue
        view = game.view(side)
        by_verb: dict[str, list[Order]] = {}
        for order in decision.sample_orders(source):
            by_verb.setdefault(order.verb, []).append(order)
        for orders in by_verb.values():
            found += [Offer(game, view, order) for order in source.sample(orders, min(SOME, len(orders)))]
    return found


def assert_readable(offer: Offer, label: str) -> None:
    """Assert that a label shows no notation, and no id where the counter has a name."""
    assert not RAW.search(label), f"{offer.order}: {label}"
    named = {unit.id for unit in offer.view.units if (unit.title or unit.label) != unit.id}
    words = re.sub(r"\([^)]*\)", "", label).replace(",", " ").split()
    assert not named & set(words), f"{offer.order}: {label}"


def assert_explained(game: Game, order: Order) -> None:
    """Assert that the explanation of an order names units by their titles."""
    titled = {counter.id for counter in game.scenario.counters if counter.title}
    for line in game.preview(order, game.to_act).lines:
        words = re.split(r"[\s,:()]+", f"{line.label} {line.value}")
        assert not titled & set(words), f"{order}: {line}"


def browser_labels(found: Iterable[Offer]) -> list[str]:
    """Return the labels that the client gives to orders."""
    games: dict[str, Any] = {}
    orders = []
    for game, view, order in found:
        board = game.scenario.board
        games[game.scenario.id] = {
            "verbs": game.scenario.game.verbs,
            "places": {board.grid.label(place.hex): place.name for place in board.places.values()},
        }
        concerned = {*order.units, *(word.rpartition(":")[2] for word in order.words)}
        units = [unit for unit in view.units if unit.id in concerned]
        orders.append({"game": game.scenario.id, "order": _fields(order), "units": units})
    asked = msgspec.json.encode({"games": games, "orders": orders})
    assert NODE is not None
    done = subprocess.run([NODE, str(HERE / "labels.mjs")], input=asked, capture_output=True, check=True)
    labels: list[str] = json.loads(done.stdout)
    return labels


def _fields(order: Order) -> dict[str, Any]:
    return {name: getattr(order, name) for name in ("verb", "target", "units", "path", "words")}


def readable(found: list[Offer]) -> None:
    """Assert that orders are readable at the terminal and, where there is node, in the browser."""
    for offer in found:
        counters = offer.game.scenario.index
        said = words_of(offer.game, offer.order)
        assert not RAW.search(said), f"{offer.order}: {said}"
        takes = offer.game.scenario.game.verbs[offer.order.verb].takes
        assert all(argument for _, argument in takes.declared(offer.order.words, counters)), offer.order
    if NODE is not None and MODULES.exists():
        for offer, label in zip(found, browser_labels(found), strict=True):
            assert_readable(offer, label)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_offered_orders_have_readable_labels(scenario: str) -> None:
    source = random.Random(scenario)
    game = grognard.new(scenario, some_options(scenario, source), seed=3)
    seen: dict[tuple[str, ...], Offer] = {}
    given: Counter[str] = Counter()
    for _ in range(STEPS):
        decision = game.choices()
        if decision is None:
            break
        assert not RAW.search(str(decision.sentence())), decision.sentence()
        for offer in offers(game, source):
            seen.setdefault((offer.order.verb, *offer.order.units, *offer.order.words), offer)
        orders = [decision.random_order(source) for _ in range(4)]
        order = min(orders, key=lambda one: given[one.verb])  # rare verbs lead to rare questions
        given[order.verb] += 1
        assert_explained(game, order)
        game.play(order)
    readable(list(seen.values()))


def defender_offers(field: Battlefield, attack: str) -> list[Offer]:
    """Return what the defender is offered against an attack on the practice board."""
    field.give(attack)
    game = Game(definition_of("ocs"), "practice", seed=1)
    game.begin_from(field.state)
    return [Offer(game, game.view("soviet"), order) for order in game.orders("soviet")]


def test_defender_reads_terrain_units_and_dumps_by_name() -> None:
    """Terrain, the units of a single token, other dumps: all in words [OCS 9.4b, 9.5-B, 12.4]."""
    city = Battlefield("combat", g_inf1="13.07", s_inf1="14.07")
    found = defender_offers(city, "attack 14.07 g-inf1")
    token = Battlefield("combat", g_inf1="08.09", s_inf1="09.10", s_rgt1="09.10", s_rgt2="09.10")
    token.stocks("s-inf1", "s-rgt1", "s-rgt2")
    token.supply("09.10", 1, SOVIET)
    found += defender_offers(token, "attack 09.10 g-inf1")
    dumps = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    dumps.supply("09.10", 4, SOVIET)
    dumps.supply("10.10", 4, SOVIET)
    found += defender_offers(dumps, "attack 09.10 g-inf1")
    said = {words_of(offer.game, offer.order) for offer in found}
    assert {"without supply", "using open for the defenders", "using major city against 13.07"} <= said
    assert any(text.startswith("supplying s-rgt") for text in said)
    assert any(text.startswith("paying from") for text in said)
    readable(found)


def test_terminal_explains_words_that_do_not_speak_for_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    city = Battlefield("combat", g_inf1="13.07", s_inf1="14.07")
    game = defender_offers(city, "attack 14.07 g-inf1")[0].game
    decision = game.choices("soviet")
    assert decision is not None
    say_legal_orders(Terminal(colour=False), game, decision)
    said = capsys.readouterr().out
    assert "  defend s-inf1 unsupplied  13.07:major-city  in:open\n" in said
    assert "    in:open          means using open for the defenders\n" in said
