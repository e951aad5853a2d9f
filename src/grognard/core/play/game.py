"""`Game`: one game being played, with record, undo, save and replay. The public API."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from grognard.core.contract.decisions import Decision
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.events import Event, seen_by
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.contract.position import Position, write_position
from grognard.core.contract.scenario import BadOption, OptionValue
from grognard.core.contract.state import PlainState, Result, State
from grognard.core.contract.view import View
from grognard.core.dice import Dice, LooseDice, Seed
from grognard.core.dice import Mark as DiceMark
from grognard.core.english import plural
from grognard.core.errors import BadFile, GrognardError, Illegal, Unreadable
from grognard.core.files.files import BadKey, write_text
from grognard.core.hexes.grid import Hex, HexSet
from grognard.core.packs import reporting_faults_of
from grognard.core.play.foreign_states import BadState, must_be_playable, state_from_outside
from grognard.core.play.history import Step
from grognard.core.play.record import Entry, Mark, Record, write_record


class Game:
    """A game being played, from setup to the last order.

    >>> import grognard
    >>> g = grognard.new("strike-force-one/basic", seed=7)
    >>> g.to_act, g.turn, g.phase
    ('soviet', 1, 'soviet movement')
    >>> [str(event) for event in g.play("move SA 0801-0701")]
    ['SA moves 0801-0701']
    >>> g.undo()
    'move SA 0801-0701'
    """

    def __init__(
        self,
        definition: AnyGame,
        scenario: str,
        options: Mapping[str, object] | None = None,
        *,
        seed: Seed | None = None,
        by_hand: bool = False,
    ) -> None:
        self.definition = definition
        self.scenario = definition.scenarios(scenario, options or {})
        if isinstance(seed, str) and (seed != seed.strip() or len(seed.splitlines()) > 1):
            raise GrognardError(f"{seed!r} is not a seed; use one line of text without spaces at its ends")
        self.dice = Dice(seed, by_hand=by_hand)
        self.tags: dict[str, str] = {}
        """Notes about the game: players, date, event."""
        with reporting_faults_of(scenario):
            self.state = definition.setup(self.scenario, self.dice)
        self.history: list[Step] = []
        """The orders so far, a step for each."""
        self._start: PlainState | None = None
        self._checkpoints = [self._checkpoint()]
        self._undo_stack: list[tuple[State, DiceMark]] = []
        self._seed_from = 1
        self._seen: dict[str, State | None] = {}
        """Cache of `state_as_seen_by`. Changes replace the dict, so copies of the game can share it."""

    # -- where we are -----------------------------------------------------------------------------

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """Return all sides that must decide now."""
        return self.definition.to_act(self.state)

    @property
    def to_act(self) -> str | None:
        """Return the side that must decide now (the first, if several), or None when the game is over."""
        sides = self.definition.to_act(self.state)
        return sides[0] if sides else None

    @property
    def turn(self) -> int:
        """Return the current turn number."""
        return self.state.turn

    @property
    def phase(self) -> str:
        """Return the current phase."""
        return self.definition.phase(self.state)

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.state.result is not None

    @property
    def result(self) -> Result | None:
        """Return the result, or None while the game goes on."""
        return self.state.result

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the ids of the sides."""
        return self.scenario.sides

    @property
    def options(self) -> dict[str, OptionValue]:
        """Return the value of each option."""
        return dict(self.scenario.options)

    def events(self, side: str | None = None, since: int = 0) -> list[Event]:
        """Return the events after order number `since`; with a side, only what it may know."""
        events = [event for step in self.history[since:] for event in step.events]
        return events if side is None else seen_by(events, side)

    def visible_step(self, number: int, side: str) -> Step:
        """Return order number `number` as a side (``""``: a spectator) may know it."""
        return self.history[number - 1].visible_to(side, over=self.over)

    # -- what can be done ---------------------------------------------------------------------------

    def choices(self, side: str | None = None) -> Decision | None:
        """Return the open decision of a side (by default the one to act)."""
        side = side or self.to_act
        decision = self.definition.choices(self.state, self._known(side)) if side else None
        if decision is not None:
            decision.known = self.scenario.index
        return decision

    def orders(self, side: str | None = None) -> Iterator[Order]:
        """Yield every legal order."""
        decision = self.choices(side)
        if decision is not None:
            yield from decision.all()

    def read(self, order: str | Order) -> Order:
        """Parse the text of an order."""
        if isinstance(order, str):
            order = self.scenario.notation.parse(order)
        verb = self.scenario.game.verbs.get(order.verb)
        if verb is None:
            raise Unreadable(f"{order.verb!r} is not an order of this game")
        if order.words and not verb.takes.words:
            raise Unreadable(self.scenario.notation.explain_words(order))
        return order

    def check(self, order: str | Order, side: str | None = None) -> Illegal | None:
        """Return why the order is illegal, or None if it is legal."""
        try:
            order = self.read(order)
        except Illegal as refusal:
            return refusal
        side = side or self.to_act
        if side is None:
            return Illegal("over", "the game is over")
        return self.definition.check(self.state, self._known(side), order)

    def preview(self, order: str | Order, side: str | None = None) -> Explanation:
        """The explained number behind an order and the exact chances of what may come of it.

        With a side, from what that side knows.
        """
        order = self.read(order)
        refusal = self.check(order, side)
        if refusal:
            raise refusal
        return self.definition.preview(self.state_as_seen_by(side) if side else self.state, order)

    def reach(self, *units: str, side: str = "") -> dict[str, float]:
        """Return where units can move together, with the MP cost; with a side, as far as it knows."""
        for unit in units:
            if unit not in self.scenario.index:
                raise Unreadable(f"there is no counter {unit!r}")
        label = self.scenario.board.grid.label
        costs = self.definition.reach(self.state_as_seen_by(side) if side else self.state, units)
        return {label(h): cost for h, cost in costs.items()}

    def zoc(self, side: str) -> list[str]:
        """Return the numbers of the hexes in a side's zone of control."""
        return self._names(self.definition.zoc(self.state, self._known(side)))

    def supply(self, side: str) -> list[str] | None:
        """Return the hexes where a side's units are in supply; None in a game without supply."""
        mask = self.definition.supply_hexes(self.state, self._known(side))
        return None if mask is None else self._names(mask)

    def score(self, side: str) -> float:
        """Return how well a side is doing as far as it knows, from -1 to 1."""
        return self.definition.score(self.state_as_seen_by(self._known(side)), side)

    def view(self, side: str = "") -> View:
        """Return the game as a side may see it; without a side, as a spectator may."""
        return self.definition.view(self.state, self._known(side) if side else "")

    def state_as_seen_by(self, side: str) -> State:
        """Return a state for answering a side's questions that reveals nothing the side may not know.

        It is the game's own state where the side knows everything. Do not change it.
        """
        if side not in self._seen:
            view = self.view(side)
            if view.known == self.state.plain():
                self._seen[side] = None
            else:
                dice = LooseDice(random.Random(f"{len(self.history)} {side}"))
                self._seen[side] = self.definition.imagine(view, self.scenario, dice)
        return self._seen[side] or self.state

    def _names(self, mask: HexSet) -> list[str]:
        return self.scenario.board.grid.names(mask)

    def _known(self, side: str) -> str:
        if side not in self.scenario.sides:
            raise GrognardError(f"there is no side {side!r}; sides: {', '.join(self.sides)}")
        return side

    def hex(self, label: str) -> Hex:
        """Return the hex with this number."""
        found = self.scenario.board.grid.find(label)
        if found is None:
            raise Unreadable(f"there is no hex {label} on this board")
        return found

    # -- playing ------------------------------------------------------------------------------------

    def play(self, order: str | Order, side: str | None = None) -> list[Event]:
        """Carry out an order; raise `Illegal` (`.rule`, `.reason`) and change nothing if it is illegal."""
        order = self.read(order)
        side = side or self.to_act
        if side is None:
            raise Illegal("over", "the game is over")
        refusal = self.definition.check(self.state, self._known(side), order)
        if refusal:
            raise refusal
        order = self.definition.complete(self.state, side, order)
        before = (self.state.copy(), self.dice.mark())
        rolled = len(self.dice.log)
        try:
            events = self.definition.apply(self.state, side, order, self.dice)
        except BaseException:
            self._restore(*before)
            raise
        rolls = self.dice.log[rolled:]
        dice = tuple(roll.value for roll in rolls)
        if dice or any(event.final for event in events):
            self._undo_stack.clear()
        else:
            self._undo_stack.append(before)
        entry = Entry(side, str(order), dice, sum(r.by_hand for r in rolls))
        phase = sys.intern(self.phase)  # few phases, many steps
        self.history.append(Step(entry, tuple(events), self.turn, phase, self.waiting_for))
        self._seen = {}
        if self.turn != before[0].turn or self.over:
            self._checkpoints.append(self._checkpoint())
        return events

    def replay_entry(self, entry: Entry) -> list[Event]:
        """Carry out a recorded order again; raises `GrognardError` unless it needs the recorded dice.

        Dice that were entered by hand, or came from a seed that is withheld, are taken from the entry.
        """
        written = len(self.history) + 1 < self._seed_from
        set_by_hand = len(entry.dice) if self.dice.by_hand else entry.by_hand
        self.dice.script(entry.dice[:set_by_hand])
        if written:
            self.dice.script(entry.dice[set_by_hand:], by_hand=False)
        events = self.play(entry.order, entry.side)
        rolled = self.history[-1].dice
        if rolled != entry.dice or self.dice.scripted:
            raise GrognardError(f"the dice are {list(rolled)}, the file says {list(entry.dice)}")
        return events

    @property
    def can_undo(self) -> bool:
        """Return whether the last order can be undone: no die was rolled and nothing revealed since."""
        return bool(self._undo_stack)

    def undo(self, count: int = 1) -> str:
        """Undo the last orders and return the text of the first of them; die rolls and reveals stay."""
        if not self._undo_stack:
            reason = "dice were rolled or something was revealed" if self.history else "no orders"
            raise GrognardError(f"cannot undo: {reason}")
        if not 1 <= count <= len(self._undo_stack):
            most = plural(len(self._undo_stack), "order")
            raise GrognardError(f"cannot undo {count} orders; {most} can be undone")
        for _ in range(count - 1):
            self.undo()
        before, _ = self._undo_stack.pop()
        self.state = before.copy()  # copies of the game share what is on the stack
        step = self.history.pop()
        self._seen = {}
        self._seed_from = min(self._seed_from, len(self.history) + 1)
        self._checkpoints = [mark for mark in self._checkpoints if mark.after <= len(self.history)]
        return step.order

    def _restore(self, state: State, dice: DiceMark) -> None:
        self.state = state
        self.dice.back_to(dice)

    def game_after(self, number: int) -> Game:
        """Return a new game as this one was after order `number`."""
        if not 0 <= number <= len(self.history):
            raise GrognardError(f"there are {len(self.history)} orders, not {number}")
        record = self.record()
        record.entries = record.entries[:number]
        record.seed_from = min(record.seed_from, number + 1)
        record.next_dice = ()
        record.marks = [mark for mark in record.marks if mark.after <= number]
        return replay(self.definition, record)

    def copy(self) -> Game:
        """Return an independent copy."""
        copy_ = object.__new__(Game)
        copy_.__dict__.update(self.__dict__)
        copy_.state, copy_.dice = self.state.copy(), self.dice.copy()
        copy_.tags = dict(self.tags)
        for name in ("history", "_checkpoints", "_undo_stack"):
            setattr(copy_, name, getattr(self, name)[:])
        return copy_

    # -- saving ------------------------------------------------------------------------------------

    def _checkpoint(self) -> Mark:
        what = "end" if self.over else f"turn {self.turn}"
        return Mark(len(self.history), what, self.state.digest)

    def record(self, *, with_seed: bool = True) -> Record:
        """Return the game as a record; without its seed, later dice stay secret."""
        marks = list(self._checkpoints)
        if marks[-1].after != len(self.history):
            marks.append(Mark(len(self.history), "now", self.state.digest))
        return Record(
            scenario=self.scenario.id,
            pack=self.scenario.pack.hash if self.scenario.pack else "",
            options=dict(self.scenario.options),
            seed=str(self.dice.seed) if with_seed and not self.dice.by_hand else None,
            seed_from=self._seed_from,
            commitment="" if self.dice.by_hand else self.dice.commitment,
            by_hand=self.dice.by_hand,
            tags=dict(self.tags),
            start=self._start,
            next_dice=() if self.dice.by_hand else tuple(value for value, _ in self.dice.scripted),
            entries=[step.entry for step in self.history],
            marks=marks,
        )

    def save(self, path: str | Path, *, with_seed: bool = True) -> None:
        """Write the record to a file, completely or not at all."""
        write_text(path, write_record(self.record(with_seed=with_seed)))

    def position(self) -> str:
        """Return the current position as the text of a position file.

        Raise `GrognardError` in the middle of a procedure, such as a battle, that a position cannot hold.
        """
        position = self.definition.to_position(self.state)
        if self.state.questions:
            try:
                kept = self.definition.from_position(self.scenario, position).questions
            except GrognardError:
                kept = []
            if kept != self.state.questions:
                kind = self.state.questions[-1].kind
                raise GrognardError(
                    f"a position cannot hold the open decision ({kind}); decide it first, or save the game"
                )
        return write_position(position)

    def begin_from(self, state: State) -> None:
        """Start from a state other than the scenario's setup."""
        self.state = state
        self._start = state.plain()
        self.history, self._undo_stack, self._seen = [], [], {}
        self._checkpoints = [self._checkpoint()]


def from_position(definition: AnyGame, position: Position, seed: Seed | None = None) -> Game:
    """Return a game that starts from a position."""
    name = position.scenario.partition("/")[2]
    try:
        game = Game(definition, name, position.options, seed=seed)
    except BadOption as error:
        raise BadKey(("options", error.option), error.reason) from None
    except BadFile:
        raise
    except GrognardError as error:
        raise BadKey(("scenario",), str(error)) from None
    state = definition.from_position(game.scenario, position)
    try:
        must_be_playable(definition, state)
    except BadState as error:
        raise BadKey(("state",), str(error)) from None
    game.begin_from(state)
    try:
        game.dice.script(position.dice)
    except GrognardError as error:
        raise BadKey(("dice",), str(error)) from None
    return game


def replay(definition: AnyGame, record: Record, path: str | Path = "record") -> Game:
    """Replay a record from its first order and compare every hash; `BadFile` names the bad line."""
    name = record.scenario.partition("/")[2]
    game = Game(definition, name, record.options, seed=_seed(record.seed), by_hand=record.by_hand)
    _check_pack(game, record, path)
    game.tags = dict(record.tags)
    if record.start is not None:
        try:
            game.begin_from(state_from_outside(definition, game.scenario, record.start))
        except BadState as error:
            line = record.lines.get("start")
            raise BadFile(path, f"its start is not a state of this game: {error}", line) from None
    if record.commitment and record.seed is not None and record.commitment != game.dice.commitment:
        raise BadFile(path, "the seed does not match its commitment", record.lines.get("seed"))
    marks: dict[int, list[Mark]] = {}
    for mark in record.marks:
        marks.setdefault(mark.after, []).append(mark)
    _compare(game, marks.get(0, []), path)
    game._seed_from = len(record.entries) + 1 if record.seed is None else record.seed_from
    for number, entry in enumerate(record.entries, start=1):
        try:
            game.replay_entry(entry)
        except GrognardError as error:
            raise BadFile(path, f"{entry.order!r}: {error}", entry.line or None) from None
        _compare(game, marks.get(number, []), path)
    game.dice.script(record.next_dice)
    return game


def _check_pack(game: Game, record: Record, path: str | Path) -> None:
    """Refuse a record that was played with another version of the scenario's pack."""
    pack = game.scenario.pack
    if pack is not None and record.pack != pack.hash:
        played = f"version {record.pack[:12]}" if record.pack else "an unknown version"
        reason = f"it was played with {played} of the pack {pack.id}; version {pack.hash[:12]} is in use"
        raise BadFile(path, f"{reason}; use the pack it was played with", record.lines.get("pack"))


def _seed(text: str | None) -> Seed | None:
    """Return a whole number in its usual form as a number, anything else (such as ``007``) as text."""
    return int(text) if text is not None and re.fullmatch(r"0|-?[1-9][0-9]{0,99}", text) else text


def _compare(game: Game, marks: list[Mark], path: str | Path) -> None:
    digest = game.state.digest
    for mark in marks:
        if mark.digest != digest:
            raise BadFile(path, "the state is not the one that the file names", mark.line or None)
