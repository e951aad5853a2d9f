"""Tab completion in play: commands, verbs, counters that can act and hexes they can reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from grognard.core.contract.decisions import Decision
from grognard.core.contract.orders import Order
from grognard.core.play.game import Game


class Completer:
    """Completes words from the current decision, which it reads only when it changes."""

    def __init__(self, commands: Sequence[str]) -> None:
        self.commands = commands
        self.game: Game | None = None
        self.side = ""
        self._seen = ""
        self._orders: dict[str, Sequence[Order]] = {}

    def look_at(self, game: Game, side: str) -> None:
        """Set the game and the side whose orders are typed."""
        self.game, self.side = game, side

    def words(self, line: str) -> list[str]:
        """Return completions for the last word of a line; after a space, for a new word."""
        if self.game is None:
            return []
        line = line.rpartition(";")[2]
        tokens = line.split()
        if not tokens or line[-1:].isspace():
            tokens.append("")
        *before, part = tokens
        while before and before[0] in ("why", "odds", "/why", "/odds"):
            if before[0].endswith("odds") and before[1:2] != ["attack"]:
                before.insert(1, "attack")
            del before[0]
        found = self._next(self.game, [word.lower() for word in before], part)
        return sorted({word for word in found if word.lower().startswith(part.lower())})

    def _next(self, game: Game, before: list[str], part: str) -> Iterable[str]:
        decision = game.choices(self.side)
        verbs = {order.verb for order in self._all(decision)} if decision else set()
        if not before:
            return [*verbs, *self.commands]
        if before[0] == "zoc":
            return game.sides if len(before) == 1 else ()
        if before[0] in ("reach", "?", "hint"):
            return decision.actors() if decision else ()
        if before[0] == "rules":
            return game.definition.rulebook().rules if len(before) == 1 else ()
        if before[0] in ("save", "save!"):
            return _files(part)
        return self._of_orders(before, part)

    def _of_orders(self, before: list[str], part: str) -> Iterable[str]:
        words: list[str] = []
        for order in (order for orders in self._orders.values() for order in orders):
            spelled = _spelled(order, in_full="-" in part)
            if len(spelled) > len(before) and [w.lower() for w in spelled[: len(before)]] == before:
                words.append(spelled[len(before)])
        return words

    def _all(self, decision: Decision) -> list[Order]:
        assert self.game is not None
        now = f"{self.side} {self.game.state.digest}"
        if now != self._seen:
            self._seen = now
            self._orders = {actor: decision.orders(actor) for actor in decision.actors()}
        return [order for orders in self._orders.values() for order in orders]


def _spelled(order: Order, in_full: bool) -> list[str]:
    """Return the words of an order as typed, with only the last hex of its path unless `in_full`."""
    words = [order.verb, order.target, ",".join(order.units)]
    words += ["-".join(order.path) if in_full else order.path[-1]] if order.path else []
    return [word for word in (*words, *order.words) if word]


def _files(part: str) -> list[str]:
    from glob import glob

    from grognard.cli.game_files import ENDING

    return glob(f"{part}*{ENDING}")


def install(completer: Completer) -> bool:
    """Connect a completer to readline; return False if there is no readline."""
    try:
        import readline
    except ImportError:
        return False
    found: list[str] = []

    def complete(text: str, state: int) -> str | None:
        if state == 0:
            found[:] = completer.words(readline.get_line_buffer()[: readline.get_endidx()])
        more = found[state : state + 1]
        return f"{more[0]} " if more else None

    readline.set_completer(complete)
    readline.set_completer_delims(" \t;")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    return True


def clear_history() -> None:
    """Clear the input history, so that the next player cannot recall what was typed."""
    with suppress(ImportError):
        import readline

        readline.clear_history()
