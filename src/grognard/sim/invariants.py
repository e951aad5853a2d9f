"""Plays one random game and checks after every order that the rules kept their promises. Knows no game."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence

import msgspec

import grognard
from grognard.core.contract.orders import Order
from grognard.core.contract.position import Position
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
"""The costly checks are made after about one order in so many."""
ENOUGH_ORDERS = 200
"""Of more orders than these a sample is checked."""


class FuzzGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one random game went."""

    index: int
    scenario: str
    options: dict[str, OptionValue]
    seed: int
    """Of its dice."""
    orders: int
    failure: str = ""
    """What was broken; empty when all was well."""
    record: str = ""
    """The record of a failed game, up to where it failed."""


class Broken(Exception):
    """An invariant that does not hold."""


def random_options(scenario: str, source: random.Random) -> dict[str, OptionValue]:
    """Any value for every option a scenario offers."""
    game = grognard.new(scenario, seed=0)
    offered = game_file(game.scenario.game.id).options
    return {name: source.choice(every_value(offered[name])) for name in game.scenario.options}


def fuzz_block(
    scenarios: Sequence[str], seed: int, most_orders: int, indexes: Sequence[int]
) -> list[FuzzGame]:
    """Play some random games; fewer come back when the batch is being ended."""
    done = []
    for index in indexes:
        if stopping():
            break
        done.append(fuzz_one(scenarios, seed, index, most_orders))
    return done


def fuzz_one(scenarios: Sequence[str], seed: int, index: int, most_orders: int = 5000) -> FuzzGame:
    """Play random game number `index`, the same each time, with every check."""
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
    """What goes wrong when a game is played on at random, with every check; empty when all is well."""
    run = _Run(game, source)
    try:
        run.play(most_orders)
    except Broken as broken:
        return f"{run.doing}: {broken}"
    return ""


class _Run:
    """One game being fuzzed, and what it is doing, for the report of a failure."""

    def __init__(self, game: Game, source: random.Random) -> None:
        self.game = game
        self.source = source
        self.doing = "set-up"

    def play(self, most_orders: int) -> None:
        self.expect_sound()
        while not self.game.over:
            if len(self.game.history) >= most_orders:
                raise Broken(f"it has not ended after {most_orders} orders")
            self.step()
        self.doing = f"at the end, after {len(self.game.history)} orders"
        if self.game.waiting_for:
            raise Broken(f"the game is over and {self.game.waiting_for[0]} is still to act")
        self.check_record()
        self.check_views()

    def step(self) -> None:
        """One random order, with the checks before and after it."""
        game, source = self.game, self.source
        number = len(game.history) + 1
        self.doing = f"order {number}, choosing"
        side = self.who()
        order = self.choose(side)
        self.doing = f"order {number}, {side} {order}"
        self.check_notation(order)
        if source.randrange(2 * RARELY) == 0:
            self.check_choices(side, order)
        if source.randrange(RARELY) == 0:
            self.check_preview(order, side)
        trying_back = source.randrange(RARELY // 3) == 0
        before = game.state.digest if trying_back else ""
        events = game.play(order, side)  # refuses what `check` refuses
        for event in events:
            str(event)
        self.expect_sound()
        if trying_back and game.can_undo:
            self.check_undo(order, side, before)
        if source.randrange(RARELY) == 0 and not game.over:
            self.check_position()
        if source.randrange(2 * RARELY) == 0 and not game.over:
            self.check_views()

    def who(self) -> str:
        """A side that must decide, or now and then one that merely may."""
        waiting = self.game.waiting_for
        if not waiting:
            raise Broken("nobody is to act and the game is not over")
        if self.source.randrange(2 * RARELY) == 0:
            others = [side for side in self.game.sides if side not in waiting and self.game.choices(side)]
            if others:
                return self.source.choice(others)
        return waiting[0]

    def choose(self, side: str) -> Order:
        """Somebody, then something: both must be there to choose."""
        decision = self.game.choices(side)
        if decision is None:
            raise Broken(f"{side} is to act but has nothing to decide")
        if not decision.actors():
            raise Broken(f"{side} is asked ({decision.kind}) but nobody can act")
        return decision.random_order(self.source)

    # -- the invariants ---------------------------------------------------------------------------

    def expect_sound(self) -> None:
        faults = self.game.definition.faults(self.game.state)
        if faults:
            raise Broken("unsound: " + "; ".join(faults))

    def check_notation(self, order: Order) -> None:
        again = self.game.read(str(order))
        if again != order:
            raise Broken(f"the text {str(order)!r} reads back as {again!r}, not {order!r}")

    def check_choices(self, side: str, order: Order) -> None:
        """All orders at once and by two steps are the same, each once, and all legal."""
        game = self.game
        decision = game.choices(side)
        assert decision is not None
        every = list(decision.all())
        if len(set(every)) != len(every):
            raise Broken("an order is listed twice")
        stepwise = {o for actor in decision.actors() for o in decision.orders(actor)}
        if stepwise != set(every):
            odd = sorted(map(str, stepwise ^ set(every)))
            raise Broken(f"listed all at once or actor by actor, not both: {', '.join(odd[:3])}")
        if order not in stepwise:
            raise Broken("it is not among the listed orders")
        few = every if len(every) <= ENOUGH_ORDERS else self.source.sample(every, ENOUGH_ORDERS)
        for other in few:
            refusal = game.check(other, side)
            if refusal:
                raise Broken(f"listed but refused: {other}: {refusal}")
            self.check_notation(other)

    def check_preview(self, order: Order, side: str) -> None:
        before = self.game.state.digest
        chances = self.game.preview(order, side).chances
        total = sum(chance.probability for chance in chances)
        if chances and abs(total - 1) > 1e-9:
            raise Broken(f"its chances add up to {total}")
        if self.game.state.digest != before:
            raise Broken("looking at its odds changed the game")

    def check_undo(self, order: Order, side: str, before: str) -> None:
        """Taken back, all is as it was; given again, all is as it became."""
        after = self.game.state.digest
        self.game.undo()
        if self.game.state.digest != before:
            raise Broken("taking it back does not restore the game")
        self.expect_sound()
        self.game.play(order, side)
        if self.game.state.digest != after:
            raise Broken("taken back and given again it comes out otherwise")

    def check_position(self) -> None:
        """A position file keeps where everything is, unless it would be in the middle of a battle."""
        game = self.game
        if game.state.questions or game.definition.positions is None:
            return
        text = game.position()
        position = msgspec.convert(tomllib.loads(text), Position)
        twin = game.definition.from_position(game.scenario, position)
        for what, here, there in (
            ("turn", game.state.turn, twin.turn),
            ("phase", game.phase, game.definition.phase(twin)),
            ("side to act", game.waiting_for, game.definition.to_act(twin)),
        ):
            if here != there:
                raise Broken(f"its position file has another {what}: {there!r}, not {here!r}")
        moved = [c.id for n, c in enumerate(game.scenario.counters) if game.state.at[n] != twin.at[n]]
        if moved:
            raise Broken(f"its position file has these elsewhere: {', '.join(moved)}")

    def check_views(self) -> None:
        """Views can be sent, and what a side imagines from its view looks the same to it."""
        game = self.game
        for side in ("", *game.sides):
            view = game.view(side)
            sent = msgspec.json.encode(view)
            received = msgspec.json.decode(sent, type=View)
            if msgspec.json.encode(received) != sent:
                raise Broken(f"the view of {side or 'a spectator'} changes when it is sent")
            if side:
                state = game.definition.imagine(received, game.scenario, LooseDice(self.source))
                if msgspec.json.encode(game.definition.view(state, side)) != sent:
                    raise Broken(f"what {side} imagines is not what it sees")

    def check_record(self) -> None:
        """Written down and loaded, with and without its seed, it is the same game."""
        for with_seed in (True, False) if self.source.randrange(3) == 0 else (True,):
            text = write_record(self.game.record(with_seed=with_seed))
            again = grognard.loads(text)
            if again.state.digest != self.game.state.digest:
                raise Broken("its record gives another game")
            if with_seed and write_record(again.record()) != text:
                raise Broken("its record reads otherwise when it is written again")
