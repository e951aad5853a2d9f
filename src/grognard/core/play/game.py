"""`Game`: one game being played, with record, undo, save and replay. The public API.

What can be asked about it is in `situation` and `legal_orders`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import msgspec

from grognard.core.contract.definition import AnyGame
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.outside.position import write_position
from grognard.core.contract.state import PlainState, State
from grognard.core.dice import Dice, Seed
from grognard.core.dice import Mark as DiceMark
from grognard.core.english import plural
from grognard.core.errors import BadArgument, GrognardError, Illegal
from grognard.core.files.files import write_text
from grognard.core.packs import reporting_faults_of
from grognard.core.play.history import Step
from grognard.core.play.legal_orders import LegalOrders
from grognard.core.play.record import Entry, Mark, Record, write_record

_WIDTH = 80
"""Columns of a printed board."""


class Before(Protocol):
    """A state before an order that can be undone."""

    def copy(self) -> State:
        """Return the state."""
        ...

    def plain(self) -> PlainState:
        """Return its plain form."""
        ...


class Game(LegalOrders):
    """A game in progress: its state, its orders so far, and its dice.

    >>> import grognard
    >>> g = grognard.new("strike-force-one/basic", seed=7)
    >>> g.to_act, g.turn, g.phase
    ('soviet', 1, 'soviet movement')
    >>> [str(event) for event in g.play("move SA 0801-0701")]
    ['SA moves 0801-0701']
    >>> g.unit("SA").at, [unit.id for unit in g.at("0701")]
    ('0701', ['SA'])
    >>> g
    <Game strike-force-one/basic: turn 1 of 4, soviet movement, soviet to act, 1 order>
    >>> g.undo()
    'move SA 0801-0701'

    ``print(g)`` draws the board. Two games are equal if their scenario, orders, state and coming dice are.
    Counters are named by id, in upper or lower case, or by what is printed on them; hexes by number or by
    the place in them. A wrong argument raises `BadArgument`, and an order that cannot be read `Unreadable`.
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
        _check_options(options)
        if not isinstance(by_hand, bool):
            raise BadArgument(f"by_hand is True or False, not {by_hand!r}")
        self.definition = definition
        self.scenario = definition.scenarios(scenario, options or {})
        self.dice = Dice(seed, by_hand=by_hand)
        self.tags: dict[str, str] = {}
        """Notes about the game: players, date, event."""
        with reporting_faults_of(scenario):
            self.state = definition.setup(self.scenario, self.dice)
        self.history = []
        self._start: PlainState | None = None
        self._checkpoints = [self._checkpoint()]
        self._undo_stack: list[tuple[Before, DiceMark]] = []
        self._seed_from = 1
        self._seen = {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self.definition.id == other.definition.id
            and self.state == other.state
            and self.dice == other.dice
            and self.tags == other.tags
            and self._start == other._start
            and self._entries() == other._entries()
        )

    __hash__ = None  # type: ignore[assignment]

    def _entries(self) -> list[Entry]:
        """Return the orders so far without their lines in a file."""
        return [msgspec.structs.replace(step.entry, line=0) for step in self.history]

    def __repr__(self) -> str:
        orders = plural(len(self.history), "order")
        if self.result is not None:
            return f"<Game {self.scenario.id}: over, {self.result.title}, {orders}>"
        now = f"turn {self.turn} of {self.scenario.turns}, {self.phase}, {self.to_act} to act"
        return f"<Game {self.scenario.id}: {now}, {orders}>"

    def __str__(self) -> str:
        """Return the board, turn, phase and prompt as text, as a spectator may see them."""
        from grognard.core.draw.faces import faces
        from grognard.core.draw.text_map import text_map

        scenario, view = self.scenario, self.view()
        board = text_map(scenario.board, faces(scenario, view), sides=self.sides, width=_WIDTH, legend=False)
        lines = [f"{scenario.game.full_title}: {scenario.file.title}", board.rstrip("\n")]
        if self.result is not None:
            return "\n".join([*lines, f"{self.result.title}: {self.result.reason}"])
        now = f"turn {self.turn} of {scenario.turns}, {self.phase}, {self.to_act} to act: {view.asked}"
        return "\n".join([*lines, now])

    # -- playing ------------------------------------------------------------------------------------

    def play(self, order: str | Order, side: str | None = None) -> list[Event]:
        """Carry out an order and return its events; raise `Illegal` and change nothing if it is illegal.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> [str(event) for event in g.play("move SA 0701")]
        ['SA moves 0801-0701']
        >>> g.play("move SA 0702")
        Traceback (most recent call last):
        ...
        grognard.core.errors.Illegal: SA has already moved in this phase [8-all-mp]
        """
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

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> _ = g.play("move SA 0701")
        >>> again = grognard.new("strike-force-one/basic", seed=7)
        >>> _ = again.replay_entry(g.record().entries[0])
        >>> again == g
        True
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
        """Return whether the last order can be undone: no die was rolled and nothing revealed since.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.can_undo
        False
        """
        return bool(self._undo_stack)

    def undo(self, count: int = 1) -> str:
        """Undo the last orders and return the text of the first of them; die rolls and reveals stay.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> _ = g.play("move SA 0701")
        >>> g.undo(), len(g.history)
        ('move SA 0801-0701', 0)
        """
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
        """Return a new game as this one was after order `number`.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> _ = g.play("move SA 0701")
        >>> g.game_after(0).unit("SA").at
        '0801'
        """
        from grognard.core.play.replay import replay

        if type(number) is not int or not 0 <= number <= len(self.history):
            raise BadArgument(f"there are {len(self.history)} orders, not {number!r}")
        record = self.record()
        record.entries = record.entries[:number]
        record.seed_from = min(record.seed_from, number + 1)
        record.next_dice = ()
        record.marks = [mark for mark in record.marks if mark.after <= number]
        return replay(self.definition, record)

    def copy(self) -> Game:
        """Return an independent copy.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> copy = g.copy()
        >>> _ = copy.play("move SA 0701")
        >>> copy == g, g == g.copy()
        (False, True)
        """
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
        """Return the game as a record; without its seed, later dice stay secret.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> _ = g.play("move SA 0701")
        >>> g.record().entries[0].order, g.record(with_seed=False).seed
        ('move SA 0801-0701', None)
        """
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
        """Write the record to a file, completely or not at all.

        >>> import grognard, tempfile
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     g.save(f"{folder}/my.record")
        ...     grognard.load(f"{folder}/my.record") == g
        True
        """
        if not isinstance(path, str | Path):
            raise BadArgument(f"a file is named by text or a Path, not {path!r}")
        write_text(path, write_record(self.record(with_seed=with_seed)))

    def position(self) -> str:
        """Return the current position as the text of a position file.

        Raise `GrognardError` in the middle of a procedure, such as a battle, that a position cannot hold.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> print(g.position().splitlines()[0])
        scenario = "strike-force-one/basic"
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
        """Start from a state other than the scenario's setup.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> later = g.copy()
        >>> _ = later.play("move SA 0701")
        >>> g.begin_from(later.state.copy())
        >>> g.unit("SA").at
        '0701'
        """
        self.state = state
        self._start = state.plain()
        self.history, self._undo_stack, self._seen = [], [], {}
        self._checkpoints = [self._checkpoint()]


def _check_options(options: object) -> None:
    """Refuse options that are not given by name."""
    named = isinstance(options, Mapping) and all(isinstance(name, str) for name in options)
    if options is not None and not named:
        raise BadArgument(f'options are given by name, such as {{"night": True}}, not as {options!r}')
