"""Verbs: the declarations in game files, and that all orders match them."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import msgspec
import pytest

import grognard
from grognard.core.contract.decisions import Decision
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import GameFile, Scenario, load_game_file
from grognard.core.contract.verbs import (
    Arguments,
    HexArgument,
    PathArgument,
    UnitsArgument,
    Verb,
    WordArgument,
)
from grognard.core.errors import Unreadable
from grognard.core.play.game import Game
from grognard.games import definition_of, game_file, game_ids
from tests.games.random_play import some_options

FIXTURES = Path(__file__).parents[2] / "fixtures"
DRILLS = ("border", "field", "march")
SCENARIOS = [f"{game}/{name}" for game in game_ids() for name in game_file(game).scenarios]
STEPS = 150
SOME = 20
"""Number of orders of one verb to check after every order; sometimes `MANY` of all."""
MANY = 2_000

ATTACK = Arguments(target=HexArgument(), units=UnitsArgument(most=0, leader=True))
MODE = WordArgument("mode", "choice", choices={"move": "Move", "combat": "Combat"})
PAY = WordArgument("pay from", "counter", optional=True, several=True)
AMOUNT = WordArgument("amount", "amount", counts="token")


@pytest.mark.parametrize(
    ("takes", "order", "misfit"),
    [
        (ATTACK, Order("v", target="0101", units=("A", "B", "C")), ""),
        (ATTACK, Order("v", units=("A",)), "it names no hex"),
        (ATTACK, Order("v", target="0101"), "it names 0 counters, not 1"),
        (ATTACK, Order("v", target="0101", units=("A",), path=("0101",)), "it takes no path"),
        (ATTACK, Order("v", target="0101", units=("A",), words=("B",)), "'B' is not one of its words"),
        (Arguments(), Order("v"), ""),
        (Arguments(), Order("v", target="0101"), "it takes no hex"),
        (Arguments(), Order("v", units=("A",)), "it takes no counters"),
        (Arguments(units=UnitsArgument()), Order("v", units=("A", "B")), "it names more than 1 counters"),
        (Arguments(units=UnitsArgument(least=0, most=0)), Order("v"), ""),
        (Arguments(target=HexArgument(optional=True)), Order("v"), ""),
        (Arguments(path=PathArgument()), Order("v", path=("0101",)), ""),
        (Arguments(path=PathArgument()), Order("v"), "it names no path"),
        (Arguments(path=PathArgument(optional=True)), Order("v"), ""),
        (Arguments(path=PathArgument(start=True)), Order("v", path=("0101",)), "its path names only one end"),
        (Arguments(path=PathArgument(start=True)), Order("v", path=("0101", "0102")), ""),
        (Arguments(words=(MODE,)), Order("v", words=("move",)), ""),
        (Arguments(words=(MODE,)), Order("v", words=("A",)), "'A' is not one of its words"),
        (Arguments(words=(MODE,)), Order("v", words=("move", "move")), "'move' is not one of its words"),
        (Arguments(words=(MODE,)), Order("v"), "mode is missing"),
        (Arguments(words=(MODE, PAY)), Order("v", words=("A", "move", "B")), ""),
        (Arguments(words=(PAY,)), Order("v"), ""),
        (Arguments(words=(AMOUNT, AMOUNT)), Order("v", words=("8", "4")), ""),
        (Arguments(words=(AMOUNT, AMOUNT)), Order("v", words=("8",)), "amount is missing"),
        (Arguments(words=(AMOUNT,)), Order("v", words=("many",)), "'many' is not one of its words"),
    ],
)
def test_misfit(takes: Arguments, order: Order, misfit: str) -> None:
    assert takes.misfit(order, ("A", "B", "C")) == misfit


def test_unknown_keys_are_refused() -> None:
    plain: dict[str, object] = {
        "label": "Go",
        "summary": "go",
        "rule": "1",
        "group": "movement",
        "example": "go",
    }
    assert msgspec.convert(plain, Verb).label == "Go"
    faults: list[dict[str, object]] = [
        {"leads": True},
        {"takes": {"hexes": {}}},
        {"takes": {"units": {"lead": True}}},
    ]
    for wrong in faults:
        with pytest.raises(msgspec.ValidationError, match="unknown field"):
            msgspec.convert(plain | wrong, Verb)


# -- what the games declare ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", game_ids())
def test_verbs_cite_existing_rules(game: str) -> None:
    known = definition_of(game).rulebook().rules
    unknown = {name: verb.rule for name, verb in game_file(game).verbs.items() if verb.rule not in known}
    unknown.pop("concede", None)  # not in every rulebook
    assert not unknown


@pytest.mark.parametrize("game", game_ids())
def test_labels_of_verbs_are_short(game: str) -> None:
    for verb in game_file(game).verbs.values():
        words = verb.label.split()
        assert verb.label[0].isupper() and len(words) <= 3 and not verb.label.endswith("."), verb.label
        assert not {"the", "a", "an"} & {word.lower() for word in words}, verb.label


@pytest.mark.parametrize("game", game_ids())
def test_examples_fit_their_verbs(game: str) -> None:
    names = (*game_file(game).scenarios, *game_file(game).drafts)
    scenarios = [definition_of(game).scenarios(name, {}) for name in names]
    for verb in game_file(game).verbs:
        faults = {scenario.name: example_fault(scenario, verb) for scenario in scenarios}
        assert "" in faults.values(), faults  # the scenarios have different boards and counters


def example_fault(scenario: Scenario, verb: str) -> str:
    """Return what is wrong with the example of a verb in a scenario."""
    declared = scenario.game.verbs[verb]
    try:
        order = scenario.notation.parse(declared.example)
    except Unreadable as unreadable:
        return unreadable.reason
    assert str(order) == declared.example
    return declared.takes.misfit(order, scenario.index)


@pytest.mark.parametrize("drill", DRILLS)
def test_drill_scenarios_have_the_verbs_of_their_games(drill: str) -> None:
    file: GameFile = load_game_file(FIXTURES / drill)
    games = {game_file(game).catalogue: game_file(game) for game in game_ids()}
    for name, verb in file.verbs.items():
        assert verb.takes == games[file.catalogue].verbs[name].takes, name


# -- what the rules offer ------------------------------------------------------------------------------


def assert_fits(game: Game, order: Order) -> None:
    verb = game.scenario.game.verbs[order.verb]
    assert not verb.takes.misfit(order, game.scenario.index), f"{order}: {verb.takes}"


def assert_subject(game: Game, decision: Decision) -> None:
    """Assert that the hexes and units of a decision exist and reveal no secrets."""
    scenario = game.scenario
    assert all(scenario.board.grid.find(label) is not None for label in decision.hexes)
    sides = {scenario.counters[scenario.index[unit]].side for unit in decision.units}
    assert sides <= {decision.side} or not scenario.game.secrets


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_offered_orders_fit_their_verbs(scenario: str) -> None:
    source = random.Random(scenario)
    seen: set[str] = set()
    for seed in range(4):
        game = grognard.new(scenario, some_options(scenario, source), seed=seed)
        for step in range(STEPS):
            if game.over:
                break
            for side in game.sides:
                decision = game.choices(side)
                if decision is not None:
                    assert_subject(game, decision)
                    offered = decision.sample_orders(source)
                    orders = source.sample(range(len(offered)), min(len(offered), SOME))
                    for order in (offered[at] for at in orders):
                        assert_fits(game, order)
                        seen.add(order.verb)
            if step % 50 == 0:
                for order in islice(game.orders(), MANY):
                    assert_fits(game, order)
                    seen.add(order.verb)
            decision = game.choices()
            assert decision is not None
            game.play(decision.random_order(source))
    assert len(seen) > 3


WORDS = {
    "choice": WordArgument("supply", "choice", choices={"": "in supply", "dry": "without supply"}),
    "amount": WordArgument("dice", "amount"),
    "counted": WordArgument("dice", "amount", counts="die roll"),
    "counter": WordArgument("pay", "counter"),
    "labelled": WordArgument("pay", "counter", label="paid by {unit}"),
    "prefixed": WordArgument("lift", "counter", prefix="for"),
    "after": WordArgument("pay", "counter", after="dry"),
    "terrain": WordArgument("ground", "terrain", per_hex=True),
    "ground": WordArgument("ground", "terrain", label="{terrain} of {hex}", per_hex=True),
}


@pytest.mark.parametrize(
    ("kind", "values", "said"),
    [
        ("choice", [("", "dry")], "without supply"),
        ("choice", [("", "")], "in supply"),
        ("amount", [("", "8")], "8"),
        ("counted", [("", "1")], "1 die roll"),
        ("counted", [("", "8")], "8 die rolls"),
        ("counter", [("", "a"), ("", "b")], "a, b"),
        ("labelled", [("", "a")], "paid by a"),
        ("prefixed", [("for", "a")], "a"),
        ("terrain", [("0101", "light-woods")], "light woods"),
        ("ground", [("0101", "light-woods")], "light woods of 0101"),
    ],
)
def test_words_are_said(kind: str, values: list[tuple[str, str]], said: str) -> None:
    assert str(WORDS[kind].said(values)) == said


@pytest.mark.parametrize(
    ("kind", "word", "earlier", "accepted"),
    [
        ("choice", "dry", (), True),
        ("choice", "wet", (), False),
        ("choice", "0101:dry", (), False),
        ("amount", "8", (), True),
        ("amount", "-8", (), False),
        ("amount", "many", (), False),
        ("counter", "a", (), True),
        ("counter", "c", (), False),
        ("prefixed", "for:a", (), True),
        ("prefixed", "to:a", (), False),
        ("prefixed", "a", (), False),
        ("after", "a", ("dry",), True),
        ("after", "a", ("wet", "dry"), True),
        ("after", "a", ("wet",), False),
        ("after", "a", (), False),
        ("terrain", "0101:woods", (), True),
        ("terrain", "0101:", (), False),
        ("terrain", "woods", (), False),
    ],
)
def test_words_are_accepted(kind: str, word: str, earlier: tuple[str, ...], accepted: bool) -> None:
    assert WORDS[kind].accepts(word, {"a", "b"}, earlier) is accepted
    assert WORDS["choice"].accepts("dry", ()) is True
