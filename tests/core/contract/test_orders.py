"""Orders: text is parsed as the same order, and invalid text is refused with a reason."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import grognard
from grognard.core.contract.orders import Notation, Order, order_from_json
from grognard.core.contract.verbs import Arguments, HexArgument, UnitsArgument, Verb, WordArgument
from grognard.core.errors import Unreadable
from tests.games.random_play import sample

GAME = grognard.new("strike-force-one/expert-standard", seed=1)
NOTATION = GAME.scenario.notation


def unreadable(text: str) -> str:
    """Assert that a text cannot be parsed, by `read` and by `check`, and return the reason."""
    with pytest.raises(grognard.Unreadable) as refusal:
        GAME.read(text)
    assert refusal.value.rule == "notation"
    told = GAME.check(text)
    assert told is not None and told.reason == refusal.value.reason
    return refusal.value.reason


# -- there and back --------------------------------------------------------------------------------


def test_sample_has_every_kind_of_decision() -> None:
    """Otherwise the tests that use the sample would prove too little."""
    questions = [game.choices() for game in sample()]
    assert {question.kind for question in questions if question} == {
        "movement", "combat", "events", "choose", "replace", "disrupt", "swap", "lose", "retreat", "advance",
        "exploit",
    }  # fmt: skip


def test_legal_orders_are_parsed_as_themselves() -> None:
    wrong = {
        f"{order!r} reads back as {game.read(str(order))!r}"
        for game in sample()
        for order in game.orders()
        if game.read(str(order)) != order
    }
    assert not wrong, sorted(wrong)[:5]


def test_text_of_legal_orders_is_legal() -> None:
    """As used in the terminal, by email and in records."""
    wrong = {
        f"{order}: {refusal}"
        for game in sample(games=6)
        for order in game.orders()
        if (refusal := game.check(str(order)))
    }
    assert not wrong, sorted(wrong)[:5]


def test_legal_orders_survive_json() -> None:
    for game in sample(games=4):
        for order in game.orders():
            assert order_from_json(json.loads(msgspec.json.encode(order))) == order


def test_json_omits_empty_fields() -> None:
    attack = Order("attack", target="0506", units=("SA", "SB"))
    assert msgspec.json.encode(attack) == b'{"verb":"attack","target":"0506","units":["SA","SB"]}'
    assert msgspec.json.encode(Order("end")) == b'{"verb":"end"}'


@pytest.mark.parametrize(
    "plain",
    [
        None,
        "end",
        [],
        {},
        {"verb": 3},
        {"verb": "move", "units": "SA"},
        {"verb": "move", "units": [1]},
        {"verb": "move", "hexes": ["0801"]},
        {"verb": "move", "path": None},
    ],
)
def test_invalid_json_is_refused(plain: Any) -> None:
    with pytest.raises(grognard.Unreadable, match="not an order"):
        order_from_json(plain)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("move SA 0801-0701", Order("move", units=("SA",), path=("0801", "0701"))),
        ("move SA 0701", Order("move", units=("SA",), path=("0701",))),
        ("attack 0506 SA,SB", Order("attack", target="0506", units=("SA", "SB"))),
        ("retreat Z 0406", Order("retreat", units=("Z",), path=("0406",))),
        ("advance SA", Order("advance", units=("SA",))),
        ("choose as-planned", Order("choose", words=("as-planned",))),
        ("end", Order("end")),
    ],
)
def test_notation_of_the_manual(text: str, order: Order) -> None:
    assert GAME.read(text) == order
    assert str(order) == text


@pytest.mark.parametrize("event", ["air", "artillery", "T", "V", "SZ", "SZh", "spetsnaz", "friction"])
def test_event_word_takes_precedence_over_a_counter(event: str) -> None:
    assert GAME.read(f"choose {event}") == Order("choose", words=(event,))


@pytest.mark.parametrize(
    "typed",
    [
        "MOVE SA 0801-0701",
        "move sa 0801-0701",
        "Move Sa 0801-0701",
        "move  SA   0801-0701",
        "\tmove SA 0801-0701 \n",
        "move А 0801-0701",  # the Cyrillic letter on the counter
    ],
)
def test_sloppy_input_is_parsed(typed: str) -> None:
    assert str(GAME.read(typed)) == "move SA 0801-0701"


@pytest.mark.parametrize(
    "typed", ["SA,SB", "SA, SB", "SA ,SB", "SA , SB", "sa,sb", "А,Б", "SA,  SB", "SA  ,SB"]
)
def test_unit_lists_with_commas_and_spaces(typed: str) -> None:
    assert str(GAME.read(f"attack 0506 {typed}")) == "attack 0506 SA,SB"


def test_units_can_be_typed_by_id_or_label() -> None:
    for counter in GAME.scenario.counters:
        names = {counter.id, counter.id.lower(), counter.id.upper()}
        if not counter.marker:  # the markers of both sides show the same word
            names.add(counter.shown)
        assert {GAME.read(f"disrupt {name}").units for name in names} == {(counter.id,)}


@pytest.mark.parametrize(("scripted", "side", "chit"), [([4, 5], "soviet", "SAIR"), ([1, 4], "us", "AIR")])
def test_shared_label_means_your_own_marker(scripted: list[int], side: str, chit: str) -> None:
    """Both air markers show the same word: it means your own, or is refused with the id to type."""
    game = grognard.new("strike-force-one/expert-standard", seed=1)
    if side == "us":
        game.dice.script([1, 6])
        for order in ("roll", "end", "end"):
            game.play(order)
    game.dice.script(scripted)
    game.play("roll")
    (place, *_) = [order for order in game.orders() if order.verb == "place"]
    assert place.units == (chit,)
    refusal = game.check(f"place Air {place.path[0]}")
    assert refusal is None or (refusal.rule == "notation" and chit in refusal.reason), refusal


# -- what cannot be read ---------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_empty_order_lists_the_verbs(text: str) -> None:
    assert "move" in unreadable(text) and "attack" in unreadable(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("atack 0506 SA", "attack"), ("mvoe SA 0701", "move"), ("retrat Z 0406", "retreat"), ("ends", "end")],
)
def test_unknown_verb_gets_a_suggestion(text: str, meant: str) -> None:
    reason = unreadable(text)
    assert repr(text.split(maxsplit=1)[0]) in reason
    assert meant in reason.partition("did you mean")[2]


def test_garbage_gets_no_suggestion() -> None:
    reason = unreadable("qqqq zzzz")
    assert "'qqqq'" in reason and "did you mean" not in reason


@pytest.mark.parametrize(
    ("text", "hex_"),
    [
        ("move SA 9999", "9999"),
        ("move SA 0801-0700", "0700"),
        ("move SA 0801-1001-0701", "1001"),
        ("attack 0009 SA", "0009"),
        ("retreat Z 406", "406"),
        ("move SA ²²²²", "²²²²"),
    ],
)
def test_unknown_hex_is_reported(text: str, hex_: str) -> None:
    assert f"no hex {hex_}" in unreadable(text)


@pytest.mark.parametrize("text", ["move SQ 0801-0701", "attack 0506 SA,SQ", "lose SQ", "attack 0506 SQ,SB"])
def test_unknown_unit_is_reported_with_an_example(text: str) -> None:
    reason = unreadable(text)
    assert "SQ" in reason and "did you mean" in reason
    verb = text.split(maxsplit=1)[0]
    assert f"understood '{verb}" in reason
    assert GAME.scenario.game.verbs[verb].example in reason


@pytest.mark.parametrize(
    "text",
    ["move SA 0801-0701 please", "end now", "attack 0506 SA,SB at dawn", "move 0801-0701 SA", "move SA,"],
)
def test_superfluous_words_are_refused(text: str) -> None:
    assert "understood" in unreadable(text)


def test_order_value_with_unknown_words_is_refused() -> None:
    for order in (Order("fnord"), Order("end", words=("now",)), Order("")):
        with pytest.raises(grognard.Unreadable):
            GAME.read(order)


# -- anything at all -------------------------------------------------------------------------------

TOKENS = st.sampled_from(
    [
        *GAME.scenario.game.verbs,
        "SA",
        "sb",
        "А",
        "SA,SB",
        ",",
        "-",
        "0801",
        "0801-0701",
        "9999",
        "air",
        "Air",
        "!",
    ]
)
TEXTS = st.text() | st.lists(TOKENS | st.text(max_size=4), max_size=6).map(" ".join)


@settings(deadline=None)
@given(TEXTS)
@example("move SA 0801\x00")
@example("move \ud800")
@example("move SA " + "0801-" * 3000)
@example("attack " + "9" * 5000)
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        order = NOTATION.parse(text)
    except grognard.Unreadable as refusal:
        assert refusal.reason
    else:
        assert order.verb in GAME.scenario.game.verbs


@settings(deadline=None)
@given(TEXTS)
@example("attack 0506 one,  two")
def test_parsed_text_is_parsed_the_same_again(text: str) -> None:
    try:
        order = NOTATION.parse(text)
    except grognard.Unreadable:
        return
    assert NOTATION.parse(str(order)) == order


@cache
def few_situations() -> list[grognard.Game]:
    return sample(games=2)


@settings(deadline=None)  # the first example plays the games
@given(st.data())
def test_any_order_value_is_legal_or_refused(data: st.DataObject) -> None:
    """`check` never raises another error, whatever the order contains."""
    game = few_situations()[data.draw(st.integers(0, len(few_situations()) - 1))]
    unit = st.sampled_from([*game.scenario.index, "nobody", ""])
    hex_ = st.sampled_from(["0801", "0506", "0101", "0901", "9999", ""])
    order = Order(
        data.draw(st.sampled_from([*game.scenario.game.verbs, "fnord"])),
        data.draw(hex_),
        tuple(data.draw(st.lists(unit, max_size=3))),
        tuple(data.draw(st.lists(hex_, max_size=4))),
        tuple(data.draw(st.lists(st.sampled_from(["air", "T", "now"]), max_size=2))),
    )
    refusal = game.check(order)
    assert refusal is None or (refusal.rule and refusal.reason)


def test_any_path_is_legal_or_refused() -> None:
    """Paths written hex by hex, also of units off the map."""
    source = random.Random(5)
    for game in sample():
        question = game.choices()
        if question is None or question.kind != "movement":
            continue
        grid = game.scenario.board.grid
        for actor in question.actors():
            for order in question.orders(actor)[:4]:
                if order.verb not in ("move", "enter"):
                    continue
                here = grid.hex(order.path[0])
                path = [order.path[0]]
                for _ in range(source.randint(1, 4)):
                    here = source.choice(grid.adjacent[here])
                    path.append(grid.label(here))
                refusal = game.check(Order(order.verb, units=order.units, path=tuple(path)))
                assert refusal is None or refusal.reason


# -- words at the end ------------------------------------------------------------------------------


def test_words_and_amounts_after_counters_and_hexes() -> None:
    grid, ids = GAME.scenario.board.grid, {counter.id: counter.id for counter in GAME.scenario.counters}
    amount = WordArgument("amount", "amount")
    load = Verb(
        "Load", "load", "1", "movement", "load SA 4", takes=Arguments(words=(amount,), units=UnitsArgument())
    )
    move = Verb("Move", "move", "1", "movement", "move SA 0701")
    notation = Notation(grid, ids, {"load": load, "move": move})
    assert notation.parse("load SA 4") == Order("load", units=("SA",), words=("4",))
    assert notation.parse("load 0701 SA 0702-0703 12 all") == Order(
        "load", "0701", ("SA",), ("0702", "0703"), ("12", "all")
    )
    for text, missing in (("load SA 9999", "9999"), ("move SA 4", "4")):
        with pytest.raises(grognard.Unreadable, match=f"there is no hex {missing}"):
            notation.parse(text)


def test_second_path_is_not_an_unknown_hex() -> None:
    refusal = GAME.check("move SA 0801-0701 0702")
    assert refusal is not None and "understood 'move SA 0801-0701', but not '0702'" in refusal.reason


def test_counter_named_like_a_path() -> None:
    verbs = {"move": Verb("Move", "move", "1", "movement", "move SA 0701")}
    notation = Notation(GAME.scenario.board.grid, {"SA": "SA", "0701-0702": "hill"}, verbs)
    assert notation.parse("move 0701-0702") == Order("move", units=("0701-0702",))
    with pytest.raises(grognard.Unreadable, match="there is no hex 0701-0702"):
        notation.parse("move SA 0701-0702")


def test_counter_is_a_word_of_a_verb_without_units() -> None:
    grid, ids = GAME.scenario.board.grid, {counter.id: counter.id for counter in GAME.scenario.counters}
    takes = Arguments(
        target=HexArgument(optional=True), words=(WordArgument("from", "counter", several=True),)
    )
    notation = Notation(grid, ids, {"pay": Verb("Pay", "pay", "1", "supply", "pay 0701 SA", takes=takes)})
    for order in (Order("pay", words=("SA",)), Order("pay", "0701", words=("SA", "SB"))):
        assert notation.parse(str(order)) == order


def test_counter_and_place_of_one_name_differ_by_case() -> None:
    """A box CATANIA and a place Catania: the exact id means the counter, any other spelling the place."""
    grid = grognard.new("strike-force-one/basic", seed=1).scenario.board.grid
    verbs = {"home": Verb("Home", "return", "1", "air", "home SA 0701")}
    ids = {"SA": "SA", "CATANIA": "Catania box"}
    notation = Notation(grid, ids, verbs, {"Catania": grid.hex("0703")})
    assert notation.parse("home SA CATANIA") == Order("home", units=("SA",), words=("CATANIA",))
    assert notation.parse("home SA Catania") == Order("home", units=("SA",), path=("0703",))
    assert notation.parse("home SA catania") == Order("home", units=("SA",), path=("0703",))


def test_order_with_words_it_has_no_use_for_is_explained() -> None:
    game = grognard.new("strike-force-one/basic", seed=1)
    with pytest.raises(Unreadable) as error:
        game.read("attack 0405 SA,SB bravely")
    assert "understood 'attack 0405 SA,SB', but not 'bravely'" in error.value.reason
    assert error.value.reason.endswith("an order of this kind reads: attack 0506 SA,SB")


def test_path_begins_where_the_units_are() -> None:
    """In games whose paths name the first hex, the goal alone is enough."""
    game = grognard.new("ocs/drill-1-modes", seed=1)
    moves = next(order for order in game.orders() if order.verb == "move" and len(order.path) > 1)
    start, goal = moves.path[0], moves.path[-1]
    assert game.read(f"move {','.join(moves.units)} {goal}").path == (start, goal)
    assert game.read(f"move {','.join(moves.units)} {start}").path == (start,)
