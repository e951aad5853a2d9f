"""`Game`: one game being played, with record, undo, save and replay. The public API."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

import msgspec

from grognard.core.contract.decisions import Decision
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.events import Event, seen_by
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.contract.position import Position, write_position
from grognard.core.contract.scenario import BadOption, OptionValue
from grognard.core.contract.state import PlainState, Result, State
from grognard.core.contract.view import UnitView, View
from grognard.core.dice import Dice, LooseDice, Seed
from grognard.core.dice import Mark as DiceMark
from grognard.core.english import plural
from grognard.core.errors import BadArgument, BadFile, GrognardError, Illegal, Unreadable
from grognard.core.files.files import BadKey, write_text
from grognard.core.hexes.grid import Hex, HexSet
from grognard.core.packs import reporting_faults_of
from grognard.core.play.foreign_states import BadState, must_be_playable, state_from_outside
from grognard.core.play.history import Step
from grognard.core.play.record import Entry, Mark, Record, write_record

_WIDTH = 80
"""Columns of a printed board."""


class Game:
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
        self.history: list[Step] = []
        """The orders so far, a step for each."""
        self._start: PlainState | None = None
        self._checkpoints = [self._checkpoint()]
        self._undo_stack: list[tuple[State, DiceMark]] = []
        self._seed_from = 1
        self._seen: dict[str, State | None] = {}
        """Cache of `state_as_seen_by`. Changes replace the dict, so copies of the game can share it."""

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

    # -- where we are -----------------------------------------------------------------------------

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """Return all sides that must decide now.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.waiting_for
        ('soviet',)
        """
        return self.definition.to_act(self.state)

    @property
    def to_act(self) -> str | None:
        """Return the side that must decide now (the first, if several), or None when the game is over.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.to_act
        'soviet'
        """
        sides = self.definition.to_act(self.state)
        return sides[0] if sides else None

    @property
    def turn(self) -> int:
        """Return the current turn number.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.turn
        1
        """
        return self.state.turn

    @property
    def phase(self) -> str:
        """Return the current phase.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.phase
        'soviet movement'
        """
        return self.definition.phase(self.state)

    @property
    def over(self) -> bool:
        """Return whether the game is over.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.over
        False
        """
        return self.state.result is not None

    @property
    def result(self) -> Result | None:
        """Return the result, or None while the game goes on.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> while not g.over:
        ...     events = g.play(next(order for order in g.orders() if order.verb == "end"))
        >>> g.result.winner
        'us'
        """
        return self.state.result

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the ids of the sides.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.sides
        ('soviet', 'us')
        """
        return self.scenario.sides

    @property
    def options(self) -> dict[str, OptionValue]:
        """Return the value of each option.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/expert-standard", {"night": True}, seed=7)
        >>> g.options["night"]
        True
        """
        return dict(self.scenario.options)

    def events(self, side: str | None = None, since: int = 0) -> list[Event]:
        """Return the events after order number `since`; with a side, only what it may know.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> _ = g.play("move SA 0701")
        >>> [str(event) for event in g.events("us")]
        ['SA moves 0801-0701']
        """
        since = _whole(since, "since", 0, len(self.history))
        if side:
            side = self._known(side)
        events = [event for step in self.history[since:] for event in step.events]
        return events if side is None else seen_by(events, side)

    def visible_step(self, number: int, side: str) -> Step:
        """Return order number `number` as a side (``""``: a spectator) may know it.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> _ = g.play("move SA 0701")
        >>> g.visible_step(1, "us").order
        'move SA 0801-0701'
        """
        number = _whole(number, "the number of an order", 1, len(self.history))
        side = self._known(side) if side else ""
        return self.history[number - 1].visible_to(side, over=self.over)

    # -- what can be done ---------------------------------------------------------------------------

    def choices(self, side: str | None = None) -> Decision | None:
        """Return the open decision of a side (by default the one to act).

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> decision = g.choices()
        >>> decision.actors()[:3]
        ['SA', 'SB', 'SV']
        """
        side = side or self.to_act
        decision = self.definition.choices(self.state, self._known(side)) if side else None
        if decision is not None:
            decision.known = self.scenario.index
        return decision

    def orders(self, side: str | None = None) -> Iterator[Order]:
        """Yield every legal order.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> [str(order) for order in g.orders()][-1]
        'end'
        """
        decision = self.choices(side)
        if decision is not None:
            yield from decision.all()

    def read(self, order: str | Order) -> Order:
        """Parse the text of an order.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.read("move sa 0701")
        Order(verb='move', target='', units=('SA',), path=('0701',), words=())
        """
        if isinstance(order, str):
            order = self.scenario.notation.parse(order)
        elif isinstance(order, Order):
            self._check_names(order)
        else:
            raise BadArgument(f'an order is text such as "move SA 0701" or an Order, not {order!r}')
        verb = self.scenario.game.verbs.get(order.verb)
        if verb is None:
            raise Unreadable(f"{order.verb!r} is not an order of this game")
        if order.words and not verb.takes.words:
            raise Unreadable(self.scenario.notation.explain_words(order))
        path = verb.takes.path
        if path is not None and path.start and len(order.path) == 1:
            return self._from_where_they_are(order)
        return order

    def _from_where_they_are(self, order: Order) -> Order:
        """Return an order whose path names only its goal with the hex of its units before it."""
        places = {self.state.at[self.scenario.index[unit]] for unit in order.units}
        start = next(iter(places), -1)
        if len(places) != 1 or start < 0:
            return order
        label = self.scenario.board.grid.label(start)
        return order if label in order.path else msgspec.structs.replace(order, path=(label, *order.path))

    def check(self, order: str | Order, side: str | None = None) -> Illegal | None:
        """Return why the order is illegal, or None if it is legal.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.check("move SA 0701")
        >>> g.check("move SA 0101").rule
        '8-all-afford'
        """
        try:
            order = self.read(order)
        except Illegal as refusal:
            return refusal
        side = side or self.to_act
        if side is None:
            return Illegal("over", "the game is over")
        return self.definition.check(self.state, self._known(side), order)

    def preview(self, order: str | Order, side: str | None = None) -> Explanation:
        """Return the explained number behind an order, with the exact chances of its outcomes.

        With a side, from what that side knows.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.preview("move SA 0701").total
        '1 of 4 points'
        """
        order = self.read(order)
        refusal = self.check(order, side)
        if refusal:
            raise refusal
        return self.definition.preview(self.state_as_seen_by(side) if side else self.state, order)

    def reach(self, *units: str, side: str = "") -> dict[str, float]:
        """Return where units can move together, with the MP cost; with a side, as far as it knows.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.reach("SA")["0701"]
        1
        """
        units = tuple(map(self._counter, units))
        side = self._known(side) if side else ""
        label = self.scenario.board.grid.label
        costs = self.definition.reach(self.state_as_seen_by(side) if side else self.state, units)
        return {label(h): cost for h, cost in costs.items()}

    def zoc(self, side: str) -> list[str]:
        """Return the numbers of the hexes in a side's zone of control.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> len(g.zoc("us"))
        23
        """
        return self._names(self.definition.zoc(self.state, self._known(side)))

    def supply(self, side: str) -> list[str] | None:
        """Return the hexes where a side's units are in supply; None in a game without supply.

        >>> import grognard
        >>> grognard.new("strike-force-one/basic", seed=7).supply("us") is None
        True
        >>> "20.10" in grognard.new("ocs/drill-6-trace", seed=7).supply("german")
        True
        """
        mask = self.definition.supply_hexes(self.state, self._known(side))
        return None if mask is None else self._names(mask)

    def score(self, side: str) -> float:
        """Return how well a side is doing as far as it knows, from -1 to 1.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> -1 <= g.score("us") <= 1
        True
        """
        return self.definition.score(self.state_as_seen_by(self._known(side)), side)

    def view(self, side: str = "") -> View:
        """Return the game as a side may see it; without a side, as a spectator may.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.view("us").phase_side
        'soviet'
        """
        return self.definition.view(self.state, self._known(side) if side else "")

    def state_as_seen_by(self, side: str) -> State:
        """Return a state for answering a side's questions that reveals nothing the side may not know.

        It is the game's own state where the side knows everything. Do not change it.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.state_as_seen_by("us") is g.state
        True
        """
        side = self._known(side) if side else ""
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
            raise BadArgument(f"there is no side {side!r}; sides: {', '.join(self.sides)}")
        return side

    def _check_names(self, order: Order) -> None:
        """Refuse an `Order` whose parts are not names of this game's hexes and counters."""
        lists = (order.units, order.path, order.words)
        if not all(isinstance(part, tuple) for part in lists) or not all(
            isinstance(part, str) for part in (order.verb, order.target, *chain.from_iterable(lists))
        ):
            raise BadArgument(f"the parts of an order are text and tuples of text, not {order!r}")
        for unit in order.units:
            if unit not in self.scenario.index:
                raise Unreadable(self.scenario.notation.no_counter(unit))
        for label in filter(None, (order.target, *order.path)):
            if self.scenario.board.grid.find(label) is None:
                raise Unreadable(f"there is no hex {label} on this board")

    def _counter(self, name: str) -> str:
        """Return the id of a counter by its name."""
        if not isinstance(name, str):
            raise BadArgument(
                f'a counter is named by text such as "{self.scenario.counter_ids[0]}", not {name!r}'
            )
        id_ = self.scenario.notation.counter(name)
        if id_ is None:
            raise Unreadable(self.scenario.notation.no_counter(name))
        return id_

    def hex(self, name: str) -> Hex:
        """Return the hex with this number, or with this place in it, as the engine numbers hexes.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.hex("0302") == g.hex("bergtheim")
        True
        """
        if not isinstance(name, str):
            raise BadArgument(f"a hex is named by its number or a place, as text, not {name!r}")
        label = self.scenario.notation.hex(name)
        if label is None:
            kind = "hex" if any(c.isdigit() for c in name) else "hex or place"
            raise Unreadable(f"there is no {kind} {name} on this board")
        return self.scenario.board.grid.hex(label)

    def unit(self, name: str, side: str | None = None) -> UnitView:
        """Return a counter: where it is, its values and its status.

        With a side (``""``: a spectator), as that side may see it; otherwise as its owner does. One that the
        side cannot see is `Unreadable`.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.unit("sa").at, g.unit("SA").factors
        ('0801', '1-1-4')
        """
        id_ = self._counter(name)
        counter = self.scenario.counters[self.scenario.index[id_]]
        view = self.view(counter.side if side is None else side)
        found = next((unit for unit in view.units if unit.id == id_), None)
        if found is None and side is None:
            factors = "-".join(map(str, counter.factors))
            return UnitView(
                id_, counter.side, counter.shown, counter.kind, "away", counter.title, counter.nation,
                counter.size, factors, marker=counter.marker,
            )  # fmt: skip
        if found is None:
            raise Unreadable(f"{self.scenario.titles.get(side or '', 'a spectator')} cannot see {id_}")
        return found

    def at(self, name: str, side: str | None = None) -> list[UnitView]:
        """Return the counters in a hex, units before markers.

        With a side (``""``: a spectator), as that side may see them; otherwise each as its owner does.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> [unit.id for unit in g.at("0801")], g.at("0101")
        (['SA'], [])
        """
        label = self.scenario.board.grid.label(self.hex(name))
        views = [self.view(one) for one in (self.sides if side is None else (side,))]
        found = [
            unit
            for view in views
            for unit in view.units
            if unit.at == label and (side is not None or unit.side == view.side)
        ]
        return sorted(found, key=lambda unit: unit.marker)

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


def _whole(number: object, what: str, least: int, most: int) -> int:
    """Return a whole number within limits."""
    if type(number) is not int or not least <= number <= most:
        raise BadArgument(f"{what} is a whole number from {least} to {most}, not {number!r}")
    return number


def from_position(definition: AnyGame, position: Position, seed: Seed | None = None) -> Game:
    """Return a game that starts from a position."""
    name = position.scenario.partition("/")[2]
    try:
        game = Game(definition, name, position.options, seed=seed)
    except BadOption as error:
        raise BadKey(("options", error.option), error.reason) from None
    except (BadFile, BadArgument):
        raise
    except GrognardError as error:
        raise BadKey(("scenario",), str(error)) from None
    named, written = _ids_in(game, position)
    try:
        state = definition.from_position(game.scenario, named)
    except BadKey as error:
        where = tuple(written.get(str(part), part) if n == 1 else part for n, part in enumerate(error.where))
        raise BadKey(where, error.reason) from None
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


def _ids_in(game: Game, position: Position) -> tuple[Position, dict[str, str]]:
    """Return a position with ids of counters and numbers of hexes for their names, and the names by id."""
    notation = game.scenario.notation
    written: dict[str, str] = {}
    tables: dict[str, dict[str, object]] = {}
    for table in ("at", "state"):
        found = tables[table] = {}
        for name, value in getattr(position, table).items():
            try:
                counter = notation.counter(name) if table == "at" or isinstance(value, dict) else None
            except Unreadable as error:
                raise BadKey((table, name), error.reason) from None
            id_ = counter or name
            if id_ in found:
                raise BadKey((table, name), f"{id_} is named twice")
            written[id_] = name
            found[id_] = (notation.hex(value) or value) if table == "at" else value
    return msgspec.structs.replace(position, at=tables["at"], state=tables["state"]), written


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
