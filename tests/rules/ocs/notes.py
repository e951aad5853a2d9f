"""Notes on the tests of the rules: what each order did, and answers to questions asked before it.

A note proves no rule; the tests do. It shows what has changed in a situation that a test set up. A test
whose notes differ fails. If the change is intended, write the notes again and look at the differences:

    python -m tests.rules.ocs.notes [pytest arguments]

The notes of a test are one line of `notes/MODULE.jsonl`: its orders with hashes of what is known about them.
A test without notes passes; write its notes when you have added it.
"""

from __future__ import annotations

import random
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line, Outcome, Stage
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import VerbRule, verbs_now
from grognard.core.dice import LooseDice
from grognard.core.errors import GrognardError, Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits
from grognard.games.ocs import rules
from grognard.games.ocs.interface import imagine, invariants, legality, map_layers, positions
from grognard.games.ocs.interface.choices import asked, choices, to_act
from grognard.games.ocs.interface.questions import QUESTIONS
from grognard.games.ocs.interface.verbs import VERBS
from grognard.games.ocs.model.state import OcsState, aboard

T = TypeVar("T")
FOLDER = Path(__file__).with_name("notes")


class Note(msgspec.Struct, array_like=True):
    """An order, and the hashes of what is known about it: `preview:1a2b slips:3c4d`."""

    order: str
    hashes: str


class Report(msgspec.Struct):
    """What a supply report says."""

    title: str
    lines: tuple[Line, ...]
    total: str
    chances: tuple[Outcome, ...]
    stages: tuple[Stage, ...]


def report_of(explained: Explanation) -> Report:
    """Return what a supply report says, without the fields that only orders use."""
    return Report(explained.title, explained.lines, explained.total, explained.chances, explained.stages)


class Noted(msgspec.Struct):
    """The notes of a test."""

    test: str
    notes: list[Note]


class Notebook:
    """Takes the notes of one test."""

    def __init__(self, test: str) -> None:
        self.test = test
        self.notes: list[tuple[Order, dict[str, object]]] = []

    def open(self, order: Order) -> None:
        """Begin the note on an order."""
        self.notes.append((order, {}))

    def note(self, kind: str, answer: object) -> None:
        """Add to the note on the last order."""
        self.notes[-1][1][kind] = answer

    def ask(self, state: OcsState, kinds: Iterable[str]) -> None:
        """Ask questions about the last order, and note the answers."""
        for kind in kinds:
            self.note(kind, answer_to(kind, state, self.notes[-1][0]))

    def draw(self, among: Sequence[T], count: int) -> Sequence[T]:
        """Return some neighbours in a list: different ones for each note, but the same in every run."""
        if not among:
            return among
        start = zlib.crc32(f"{self.test} {len(self.notes)}".encode()) % len(among)
        return (*among, *among)[start : start + min(count, len(among))]

    def finished(self) -> list[Note]:
        """Return the notes as they are written."""
        return [
            Note(str(order), " ".join(f"{kind}:{told(answer)}" for kind, answer in answers.items()))
            for order, answers in self.notes
        ]


OPEN: list[Notebook] = []
"""The notebook of the test that is running, if there is one."""


# -- what is noted -------------------------------------------------------------------------------------------


def before(state: OcsState, order: Order) -> None:
    """Note what is known before an order: its preview, refusals of similar orders, and some other answers."""
    for book in OPEN:
        twin = fresh(state)
        book.open(order)
        book.ask(twin, ("preview", *book.draw(BY_TURNS, 5)))
        slipped = [*slips(twin, order), *(like(twin, order, verb) for verb in book.draw(_verbs(twin), 8))]
        book.note("slips", [[str(slip), answer_to("check", twin, slip)] for slip in slipped])
        book.note("rows", [_row(twin, order, row) for row in book.draw(VERBS.rows, 9)])


def after(state: OcsState, was: dict[str, object], events: list[Event]) -> None:
    """Note what an order did: its events in words and facts, and what it changed in the state."""
    for book in OPEN:
        book.note("events", events)
        book.note("told", [str(event) for event in events])
        now = state.plain()
        book.note("changes", {name: value for name, value in now.items() if value != was.get(name)})


def checked(state: OcsState, order: Order, refusal: Illegal | None) -> None:
    """Note whether an order is legal, and some answers about the situation."""
    for book in OPEN:
        book.open(order)
        book.note("check", refusal.rule if refusal else "legal")
        twin = fresh(state)
        book.ask(twin, book.draw(BY_TURNS, 3))
        book.note("rows", [_row(twin, order, row) for row in book.draw(VERBS.rows, 5)])


def _verbs(state: OcsState) -> tuple[str, ...]:
    return verbs_now(state, asked(state), VERBS, QUESTIONS)


def _row(state: OcsState, order: Order, row: VerbRule[OcsState]) -> list[object]:
    """Return what a row of the table of verbs says of an order to both sides, in its phase or out of it."""
    alike = like(state, order, row.names[0])
    answers: list[object] = [str(alike)]
    for side in (0, 1):
        try:
            answers.append(str(row.able(state, side)) if row.able else "")
            refusal = row.check(state, side, alike)
            answers.append(refusal.rule if refusal else "legal")
            units = [state.scenario.index[id_] for id_ in order.units[:1]]
            answers += [sorted(map(str, row.orders(state, side, unit))) for unit in units]
        except Exception as error:  # some rows expect their phase
            answers.append(type(error).__name__)
    return answers


def fresh(state: OcsState) -> OcsState:
    """Return a copy without derived facts, so that no answer depends on what was asked before."""
    twin = state.copy()
    changed(twin)
    return twin


def answer_to(kind: str, state: OcsState, order: Order) -> object:
    """Return the answer to a question about an order, or the kind of error."""
    try:
        return QUERIES[kind](state, order)
    except (GrognardError, AssertionError, LookupError, ValueError) as error:
        return type(error).__name__


def _check(state: OcsState, order: Order) -> str:
    refusal = legality.check(state, to_act(state)[0], order)
    return refusal.rule if refusal else "legal"


def _preview(state: OcsState, order: Order) -> object:
    found = rules.preview(state, order)
    chances = [(c.result, round(c.probability, 9), c.effect) for c in found.chances]
    return [found.title, found.lines, found.total, chances]


def _offers(state: OcsState, order: Order) -> object:
    decision = choices(state, to_act(state)[0])
    assert decision is not None
    known = sorted(decision.actors())
    place = zlib.crc32(str(order).encode()) % max(len(known), 1)
    actors = {*order.units, "", *known[place : place + 2]} & {*known}
    return sorted(str(offer) for actor in actors for offer in decision.orders(actor))


def _actors(state: OcsState, order: Order) -> object:
    decision = choices(state, to_act(state)[0])
    assert decision is not None
    return [decision.kind, sorted(decision.actors()), str(decision.sentence())]


def _explain(state: OcsState, order: Order) -> object:
    units = order.units[:1] or state.scenario.ids(aboard(state, next(iter(state.here.values()), 0)))[:1]
    return [report_of(rules.explain(state, unit)) for unit in units]


def _reach(state: OcsState, order: Order) -> object:
    first = state.scenario.index[order.units[0]]
    own = state.scenario.of_side[state.scenario.side_of[first]] & state.scenario.combat_units
    stack = state.scenario.ids(own & state.here.get(state.at[first], 0))
    return [sorted(rules.reach(state, units).items()) for units in (order.units, stack, stack[:2])]


def _areas(state: OcsState, order: Order) -> object:
    found = {}
    for side in state.scenario.sides:
        found[f"{side} zoc"] = str(rules.zoc(state, side))
        found[f"{side} supply"] = str(rules.supply(state, side))
        for name, hexes in map_layers.areas(state, side).items():
            found[f"{side} {name}"] = str(hexes)
    if order.units:
        found |= {name: str(hexes) for name, hexes in map_layers.ranges(state, order.units).items()}
    return found


def _view(state: OcsState, side: str) -> object:
    view = rules.view(state, side)
    return [view.units, view.boxes, view.objectives, view.standings, view.losses, view.asked, view.procedure]


def _guess(state: OcsState, side: str) -> object:
    guess = imagine.imagine(rules.view(state, side), state.scenario, LooseDice(random.Random(1)))
    return guess.plain()


def _position(state: OcsState, order: Order) -> object:
    position = positions.to_position(state)
    again = positions.from_position(state.scenario, position)
    return [position, again.plain() == state.plain()]


def _side(state: OcsState, acting: bool) -> str:
    side = to_act(state)[0]
    return side if acting else next(other for other in state.scenario.sides if other != side)


QUERIES: dict[str, Callable[[OcsState, Order], object]] = {
    "check": _check,
    "preview": _preview,
    "offers": _offers,
    "actors": _actors,
    "explain": _explain,
    "reach": _reach,
    "areas": _areas,
    "own-view": lambda state, order: _view(state, _side(state, True)),
    "enemy-view": lambda state, order: _view(state, _side(state, False)),
    "public-view": lambda state, order: _view(state, ""),
    "own-guess": lambda state, order: _guess(state, _side(state, True)),
    "enemy-guess": lambda state, order: _guess(state, _side(state, False)),
    "position": _position,
    "faults": lambda state, order: invariants.violations(state),
}
"""Questions about a situation and an order in it."""
BY_TURNS = [kind for kind in QUERIES if kind not in ("check", "preview")]
"""Questions that take longer, of which one is asked at a time."""


def slips(state: OcsState, order: Order) -> Iterator[Order]:
    """Yield orders with a mistake: a unit or word too few, one too many, or another hex."""
    replace, scenario = msgspec.structs.replace, state.scenario
    units = [scenario.index[id_] for id_ in order.units]
    hexes = [state.at[c] for c in units if state.at[c] >= 0] or [*state.here][:1]
    around = chain.from_iterable(scenario.grid.neighbours[h] for h in hexes)
    near = [scenario.label(h) for h in around if h >= 0 and scenario.playable >> h & 1][:1]
    if units:
        yield replace(order, units=order.units[1:])
        side = scenario.side_of[units[0]]
        others = [c for h in hexes for c in bits(state.here.get(h, 0)) if c not in units][:2]
        for c in (*others, bits(scenario.of_side[1 - side] & scenario.combat_units)[0]):
            yield replace(order, units=(*order.units, scenario.counter_ids[c]))
            yield replace(order, units=(*order.units[:-1], scenario.counter_ids[c]))
    yield replace(order, words=order.words[1:] if order.words else ("2",))
    yield replace(order, target="" if order.target else scenario.label(hexes[0]) if hexes else "")
    for label in near:
        yield replace(order, path=(*order.path[:-1], label))
        if order.target:
            yield replace(order, target=label)
    if order.path:
        yield replace(order, path=order.path[:-1])


def like(state: OcsState, order: Order, verb: str) -> Order:
    """Return an order of another verb with the same counters and hexes, if it takes any."""
    takes = state.scenario.game.verbs[verb].takes
    first = next(iter(state.here), 0)
    hexes = order.path or (order.target or state.scenario.label(first),)
    return Order(
        verb,
        target=hexes[-1] if takes.target else "",
        units=order.units if takes.units else (),
        path=hexes if takes.path else (),
        words=order.words if takes.words else (),
    )


def _around(state: OcsState, hexes: list[int]) -> list[int]:
    """Return the hexes next to some hexes that are in play."""
    scenario = state.scenario
    around = chain.from_iterable(scenario.grid.neighbours[h] for h in hexes)
    return [h for h in around if h >= 0 and scenario.playable >> h & 1]


# -- comparing -----------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def noted(request: pytest.FixtureRequest) -> Iterator[None]:
    """Compare the notes of a test with those on file."""
    if getattr(request.function, "is_hypothesis_test", False):
        yield
        return
    book = Notebook(request.node.name)
    OPEN[:] = [book]
    try:
        yield
    finally:
        OPEN.clear()
    file = FOLDER / f"{request.node.path.stem}.jsonl"
    for new in NEW:
        new.setdefault(file, {})[book.test] = book.finished()
    known = [] if NEW else known_notes(file).get(book.test, [])
    for (order, answers), now, was in zip(book.notes, book.finished(), known, strict=False):
        assert now.order == was.order, f"the test gives other orders than its notes; {HINT}"
        then = dict(pair.rsplit(":", 1) for pair in was.hashes.split(" ") if pair)
        different = {kind: answer for kind, answer in answers.items() if told(answer) != then.get(kind)}
        for kind, answer in different.items():
            pytest.fail(f"{order}: {kind} is not as noted; {HINT}. It is now {str(answer)[:2000]}")


HINT = "if you meant the change, write the notes again: python -m tests.rules.ocs.notes"
_KNOWN: dict[Path, dict[str, list[Note]]] = {}


def known_notes(file: Path) -> dict[str, list[Note]]:
    """Return the notes of a file by test."""
    if file not in _KNOWN:
        lines = file.read_bytes().splitlines() if file.exists() else []
        every = (msgspec.json.decode(line, type=Noted) for line in lines)
        _KNOWN[file] = {each.test: each.notes for each in every}
    return _KNOWN[file]


def told(answer: object) -> str:
    """Return a short hash of an answer."""
    return f"{zlib.crc32(msgspec.json.encode(answer, order='deterministic')):08x}"[:4]


NEW: list[dict[Path, dict[str, list[Note]]]] = []
"""The notes to be written by file and test, if any are."""


def write(arguments: list[str]) -> int:
    """Write the notes of the tests that pytest runs with some arguments, or of all."""
    NEW[:] = [{}]
    status = pytest.main(["-q", "-pno:randomly", *(arguments or ["tests/rules/ocs", "tests/games/ocs"])])
    FOLDER.mkdir(exist_ok=True)
    for file, new in NEW[0].items():
        every = {**(known_notes(file) if arguments else {}), **new}
        lines = [msgspec.json.encode(Noted(test, notes)) + b"\n" for test, notes in every.items() if notes]
        if lines:
            file.write_bytes(b"".join(lines))
    print(f"wrote the notes of {sum(map(len, NEW[0].values()))} tests in {len(NEW[0])} files")
    return int(status)


if __name__ == "__main__":
    from tests.rules.ocs import notes

    raise SystemExit(notes.write(sys.argv[1:]))
