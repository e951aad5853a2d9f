"""Sentences with typed gaps, and refusals with them."""

from __future__ import annotations

import pickle

import msgspec
import pytest

from grognard.core.contract.events import Event, sentence
from grognard.core.errors import Illegal, Unreadable
from grognard.core.text import HexNames, SideName, Text, UnitNames, Words, as_text


def test_typed_gaps() -> None:
    text = Text("{side} moves {units} along {hexes}: {points:g} MP", side="us", units=("A", "B"),
                hexes=("0101", "0102"), points=2.0)  # fmt: skip
    assert text.parts == (
        SideName("us"),
        Words(" moves "),
        UnitNames(("A", "B")),
        Words(" along "),
        HexNames(("0101", "0102")),
        Words(": "),
        Words("2"),
        Words(" MP"),
    )
    assert str(text) == "us moves A, B along 0101-0102: 2 MP"


def test_arguments_are_not_parsed_as_gaps() -> None:
    assert str(Text("{word!r} is not understood", word="{unit}")) == "'{unit}' is not understood"
    assert str(Text("as it is: {unit}")) == "as it is: {unit}"


def test_missing_argument_is_an_error() -> None:
    with pytest.raises(KeyError):
        str(Text("{unit} in {hex}", unit="A"))


def test_texts_compare_as_strings() -> None:
    assert Text("{unit} moves", unit="A") == Text("A moves") == "A moves"
    assert as_text("A moves") == as_text(Text("A moves"))
    assert Text("A moves") != Text("B moves") and Text("A") != 1 and Text("1") != 1
    assert len({Text("A"), Text("{unit}", unit="A")}) == 1


def test_refusals_can_be_pickled() -> None:
    for refusal in (
        Illegal("8.3", "{unit} stops in {hex}", unit="A", hex="0505"),
        Unreadable("no {word}", word="x"),
    ):
        twin = pickle.loads(pickle.dumps(refusal))
        assert type(twin) is type(refusal) and str(twin) == str(refusal)
        assert (twin.rule, twin.reason, twin.text.parts) == (refusal.rule, refusal.reason, refusal.text.parts)


def test_parts_are_tagged_in_json() -> None:
    plain = msgspec.to_builtins(Text("{unit} in {hex}", unit="A", hex="0505").parts)
    assert [part["kind"] for part in plain] == ["units", "words", "hexes"]


class Waved(Event, frozen=True, kw_only=True, tag="waved"):
    times: int = 1


@sentence.register
def _(event: Waved) -> Text:
    return Text("{units} waves {times} times", units=event.units, times=event.times)


def test_sentence_of_an_event_class() -> None:
    event = Waved(units=("SA",), times=3)
    assert str(event) == "SA waves 3 times" and event.kind == "waved"
    assert event.text.parts[0] == UnitNames(("SA",))


def test_event_without_a_sentence_is_an_error() -> None:
    with pytest.raises(NotImplementedError, match="Event"):
        str(Event())
