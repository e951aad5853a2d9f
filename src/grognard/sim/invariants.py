"""Play one random game and check the invariants after every order. Knows no game."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence

import msgspec

import grognard
from grognard.core.contract.orders import Order
from grognard.core.contract.outside.position import Position
from grognard.core.contract.scenario import OptionValue
from grognard.core.contract.view import View
from grognard.core.dice import LooseDice
from grognard.core.play.game import Game
from grognard.core.play.record import write_record
from grognard.games import game_file
from grognard.sim.pool import stopping
from grognard.sim.run_game import describe, record_text
from grognard.sim.study import derive, every_value

RARELY = 12
"""Expensive checks are made about once in this many orders."""
MAX_CHECKED = 200
"""Maximum number of listed orders to check; of more, a sample."""


class FuzzGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """Result of one random game."""

    index: int
    scenario: str
    options: dict[str, OptionValue]
    seed: int
    """The dice seed."""
    orders: int
    failure: str = ""
    """The failed check; empty if there is none."""
    record: str = ""
    """Record of a failed game up to the failure."""


class Broken(Exception):
    """Raised if an invariant is violated."""


def random_options(scenario: str, source: random.Random) -> dict[str, OptionValue]:
    """Return random values for all options of a scenario."""
    game = grognard.new(scenario, seed=0)
    offered = game_file(game.scenario.game.id).options
    return {name: source.choice(every_value(offered[name])) for name in game.scenario.file.options}


def fuzz_block(
    scenarios: Sequence[str], seed: int, most_orders: int, indexes: Sequence[int]
) -> list[FuzzGame]:
    """Play random games; return early if the batch is being stopped."""
    done = []
    for index in indexes:
        if stopping():
            break
        done.append(fuzz_one(scenarios, seed, index, most_orders))
    return done


def fuzz_one(scenarios: Sequence[str], seed: int, index: int, most_orders: int = 5000) -> FuzzGame:
    """Play random game number `index` with all checks; reproducible."""
    scenario = scenarios[index % len(scenarios)]
    dice_seed = derive(seed, "fuzz", index)
    source = random.Random(derive(dice_seed, "choices"))
    options: dict[str, OptionValue] = {}
    run: _Run | None = None
    failure = ""
    try:
        options = random_options(scenario, source)
        run = _Run(grognard.new(scenario, options, seed=dice_seed), source)
        run.play(most_orders)
    except Broken as broken:
        failure = str(broken)
    except Exception as error:
        failure = describe(error)
    if failure and run:
        failure = f"{run.doing}: {failure}"
    return FuzzGame(
        index=index,
        scenario=scenario,
        options=options,
        seed=dice_seed,
        orders=len(run.game.history) if run else 0,
        failure=failure,
        record=record_text(run.game) if failure and run else "",
    )


def broken_from(game: Game, source: random.Random, most_orders: int = 5000) -> str:
    """Continue a game at random with all checks; return the failed check, or an empty string."""
    run = _Run(game, source)
    try:
        run.play(most_orders)
    except Broken as broken:
        return f"{run.doing}: {broken}"
    return ""


class _Run:
    """One random game, and what it is doing, for failure reports."""

    def __init__(self, game: Game, source: random.Random) -> None:
        self.game = game
        self.source = source
        self.doing = "setup"

    def play(self, most_orders: int) -> None:
        self.check_invariants()
        while not self.game.over:
            if len(self.game.history) >= most_orders:
                raise Broken(f"the game did not end within {most_orders} orders")
            self.step()
        self.doing = f"at the end, after {len(self.game.history)} orders"
        if self.game.waiting_for:
            raise Broken(f"the game is over, but {self.game.waiting_for[0]} is still to act")
        self.check_record()
        self.check_views()

    def step(self) -> None:
        """Give one random order, with checks before and after it."""
        game, source = self.game, self.source
        number = len(game.history) + 1
        self.doing = f"order {number}, choosing"
        side = self.choose_side()
        order = self.choose_order(side)
        self.doing = f"order {number}, {side} {order}"
        self.check_notation(order)
        if source.randrange(2 * RARELY) == 0:
            self.check_choices(side, order)
        if source.randrange(RARELY) == 0:
            self.check_preview(order, side)
        test_undo = source.randrange(RARELY // 3) == 0
        before = game.state.digest if test_undo else ""
        events = game.play(order, side)  # refuses what `check` refuses
        for event in events:
            str(event)
        self.check_invariants()
        if test_undo and game.can_undo:
            self.check_undo(order, side, before)
        if source.randrange(RARELY) == 0 and not game.over:
            self.check_position()
        if source.randrange(2 * RARELY) == 0 and not game.over:
            self.check_views()

    def choose_side(self) -> str:
        """Return a side that must decide, or sometimes one that may."""
        waiting = self.game.waiting_for
        if not waiting:
            raise Broken("no side is to act, but the game is not over")
        if self.source.randrange(2 * RARELY) == 0:
            others = [side for side in self.game.sides if side not in waiting and self.game.choices(side)]
            if others:
                return self.source.choice(others)
        return waiting[0]

    def choose_order(self, side: str) -> Order:
        """Return a random order; fail if there is none."""
        decision = self.game.choices(side)
        if decision is None:
            raise Broken(f"{side} is to act but has no decision")
        if not decision.actors():
            raise Broken(f"{side} must decide ({decision.kind}) but no counter can act")
        return decision.random_order(self.source)

    # -- checks -----------------------------------------------------------------------------------

    def check_invariants(self) -> None:
        faults = self.game.definition.violations(self.game.state)
        if faults:
            raise Broken("violated: " + "; ".join(faults))

    def check_notation(self, order: Order) -> None:
        again = self.game.read(str(order))
        if again != order:
            raise Broken(f"{str(order)!r} is parsed as {again!r}, not {order!r}")

    def check_choices(self, side: str, order: Order) -> None:
        """Check that both ways to list orders give the same legal orders, each once."""
        game = self.game
        decision = game.choices(side)
        assert decision is not None
        every = list(decision.all())
        if len(set(every)) != len(every):
            raise Broken("an order is listed twice")
        stepwise = {o for actor in decision.actors() for o in decision.orders(actor)}
        if stepwise != set(every):
            odd = sorted(map(str, stepwise ^ set(every)))
            raise Broken(f"listed only in one of the two ways: {', '.join(odd[:3])}")
        if order not in stepwise:
            raise Broken("the order is not listed")
        few = every if len(every) <= MAX_CHECKED else self.source.sample(every, MAX_CHECKED)
        for other in few:
            refusal = game.check(other, side)
            if refusal:
                raise Broken(f"listed but illegal: {other}: {refusal}")
            self.check_notation(other)

    def check_preview(self, order: Order, side: str) -> None:
        before = self.game.state.digest
        chances = self.game.preview(order, side).chances
        least = sum(chance.probability for chance in chances)
        most = sum(chance.probability if chance.at_most is None else chance.at_most for chance in chances)
        if chances and not least - 1e-9 <= 1 <= most + 1e-9:
            raise Broken(f"the probabilities add up to {least if least == most else f'{least} to {most}'}")
        if self.game.state.digest != before:
            raise Broken("the preview changed the game")

    def check_undo(self, order: Order, side: str, before: str) -> None:
        """Check that undo restores the state, and that the same order again has the same result."""
        after = self.game.state.digest
        self.game.undo()
        if self.game.state.digest != before:
            raise Broken("undo does not restore the state")
        self.check_invariants()
        self.game.play(order, side)
        if self.game.state.digest != after:
            raise Broken("the result differs after undo and redo")

    def check_position(self) -> None:
        """Check that a position file preserves the position, except in the middle of a battle."""
        game = self.game
        if game.state.questions or game.definition.positions is None:
            return
        text = game.position()
        position = msgspec.convert(tomllib.loads(text), Position)
        loaded = game.definition.from_position(game.scenario, position)
        for what, here, there in (
            ("turn", game.state.turn, loaded.turn),
            ("phase", game.phase, game.definition.phase(loaded)),
            ("side to act", game.waiting_for, game.definition.to_act(loaded)),
        ):
            if here != there:
                raise Broken(f"the position file changes the {what}: {there!r}, not {here!r}")
        moved = [c.id for n, c in enumerate(game.scenario.counters) if game.state.at[n] != loaded.at[n]]
        if moved:
            raise Broken(f"the position file moves these counters: {', '.join(moved)}")

    def check_views(self) -> None:
        """Check that views survive serialisation, and that an imagined state gives the same view."""
        game = self.game
        for side in ("", *game.sides):
            view = game.view(side)
            sent = msgspec.json.encode(view)
            received = msgspec.json.decode(sent, type=View)
            if msgspec.json.encode(received) != sent:
                raise Broken(f"the view of {side or 'a spectator'} changes when serialised")
            if side:
                state = game.definition.imagine(received, game.scenario, LooseDice(self.source))
                if msgspec.json.encode(game.definition.view(state, side)) != sent:
                    raise Broken(f"the state imagined by {side} does not give its view")

    def check_record(self) -> None:
        """Check that the record, with and without its seed, loads as the same game."""
        for with_seed in (True, False) if self.source.randrange(3) == 0 else (True,):
            text = write_record(self.game.record(with_seed=with_seed))
            again = grognard.loads(text)
            if again.state.digest != self.game.state.digest:
                raise Broken("the record gives a different game")
            if with_seed and write_record(again.record()) != text:
                raise Broken("the record changes when loaded and saved again")
