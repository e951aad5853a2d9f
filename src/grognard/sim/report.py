"""The report of a study: its games by group, with statistics. `tables` and `html` display it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from grognard.core.contract.scenario import OptionValue
from grognard.sim.run_game import GameSummary
from grognard.sim.stats import Rate, Spread, average_rate, rate, spread
from grognard.sim.study import Study


class SideNumbers(msgspec.Struct, frozen=True):
    """Results of a side in a group of games."""

    side: str
    wins: Rate
    losses: Spread | None
    points: dict[str, Spread]
    """Victory points by part of the game; the key is empty if the game is scored as a whole."""


class PlayerNumbers(msgspec.Struct, frozen=True):
    """Results of a player in a group of games: for each side it played, and on average."""

    player: str
    by_side: dict[str, Rate]
    wins: Rate


class Group(msgspec.Struct, frozen=True):
    """Statistics of some games of a study; failed games are only counted."""

    options: dict[str, OptionValue]
    """The values of varied options that these games share; empty for all games."""
    games: int
    failed: int
    draws: Rate
    sides: tuple[SideNumbers, ...]
    players: tuple[PlayerNumbers, ...]
    results: dict[str, Rate]
    """Degrees of victory, most frequent first."""
    turns: Spread | None
    orders: Spread | None


class Table(msgspec.Struct, frozen=True):
    """A table of text."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Report(msgspec.Struct, frozen=True):
    """The results of a study."""

    study: Study
    games: tuple[GameSummary, ...]
    """Ordered by index."""
    complete: bool
    """Whether all games were played."""
    notes: tuple[str, ...]
    whole: Group
    by_option: tuple[Group, ...]
    """One group for every value of every varied option."""
    by_combination: tuple[Group, ...]
    """One group for every combination of values, if several options vary."""
    digest: str
    """Hash of everything except timings: the same study gives the same hash."""
    seconds: float

    @classmethod
    def of(
        cls,
        study: Study,
        games: Iterable[GameSummary],
        *,
        complete: bool = True,
        notes: Sequence[str] = (),
        seconds: float = 0.0,
    ) -> Report:
        """Return the report of a study's games."""
        games = sorted(games, key=lambda game: game.index)
        varied = [(option, value) for option, values in study.vary.items() for value in values]
        combinations = []
        if len(study.vary) > 1:
            for options, _ in study.cells:
                chosen = {option: options[option] for option in study.vary}
                if chosen not in combinations:
                    combinations.append(chosen)
        return cls(
            study=study,
            games=tuple(games),
            complete=complete,
            notes=(*_warnings(study, games, complete), *notes),
            whole=group(study, games, {}),
            by_option=tuple(group(study, games, {option: value}) for option, value in varied),
            by_combination=tuple(group(study, games, chosen) for chosen in combinations),
            digest=_digest(study, games),
            seconds=round(seconds, 3),
        )

    @property
    def failures(self) -> list[GameSummary]:
        """Failed games."""
        return [game for game in self.games if game.failure]

    def tables(self) -> list[Table]:
        """Return the statistics as tables of text."""
        from grognard.sim.tables import tables_of

        return tables_of(self)

    def to_json(self) -> str:
        """Return the report with all games as JSON."""
        plain = {"grognard_report": 1, **msgspec.to_builtins(self)}
        return msgspec.json.format(msgspec.json.encode(plain), indent=2).decode() + "\n"

    def to_text(self) -> str:
        """Return the report as plain text."""
        from grognard.sim.tables import as_text

        return as_text(self)

    def to_html(self) -> str:
        """Return the report as a self-contained web page."""
        from grognard.sim.html import as_html

        return as_html(self)


def group(study: Study, games: Iterable[GameSummary], options: dict[str, OptionValue]) -> Group:
    """Return the statistics of the games with these options."""
    chosen = [
        game for game in games if all(game.options.get(name) == value for name, value in options.items())
    ]
    ended = [game for game in chosen if not game.failure]
    results = Counter(game.result for game in ended)
    return Group(
        options=options,
        games=len(ended),
        failed=len(chosen) - len(ended),
        draws=rate(sum(not game.winner for game in ended), len(ended)),
        sides=tuple(_side(side, ended) for side in study.sides),
        players=_players(study, ended),
        results={
            title: rate(count, len(ended))
            for title, count in sorted(results.items(), key=lambda item: (-item[1], item[0]))
        },
        turns=spread(game.turns for game in ended),
        orders=spread(game.orders for game in ended),
    )


def _side(side: str, games: list[GameSummary]) -> SideNumbers:
    points: dict[str, list[int]] = {}
    for game in games:
        for scored in game.points:
            if scored.side == side:
                points.setdefault(scored.part, []).append(scored.value)
    return SideNumbers(
        side,
        _wins(side, games),
        spread(game.losses[side] for game in games if side in game.losses),
        {part: numbers for part, values in points.items() if (numbers := spread(values))},
    )


def _players(study: Study, games: list[GameSummary]) -> tuple[PlayerNumbers, ...]:
    """Return the results of each player; none if both players are the same."""
    names = [str(player) for player in study.players]
    if names[0] == names[1]:
        return ()
    found = []
    for name in names:
        by_side = {}
        for side in study.sides:
            seated = [game for game in games if game.players[side] == name]
            if seated:
                by_side[side] = _wins(side, seated)
        found.append(PlayerNumbers(name, by_side, average_rate(by_side.values())))
    return tuple(found)


def _wins(side: str, games: list[GameSummary]) -> Rate:
    return rate(sum(game.winner == side for game in games), len(games))


def _warnings(study: Study, games: list[GameSummary], complete: bool) -> list[str]:
    """Return warnings that the reader must see first."""
    found = []
    if not complete:
        found.append(f"interrupted: {len(games)} of {study.total} games played")
    failed = sum(bool(game.failure) for game in games)
    if failed:
        found.append(f"{failed} failed games are left out of the statistics")
    timed = sorted({str(player) for player in study.players if player.timed})
    if timed:
        found.append(
            f"not reproducible: the time budget of {' and '.join(timed)} makes results depend on the machine "
            "and its load; for reproducible results, set iterations (search@200)"
        )
    return found


def _digest(study: Study, games: list[GameSummary]) -> str:
    timeless = [msgspec.structs.replace(game, seconds=0.0) for game in games]
    return hashlib.sha256(msgspec.json.encode((study, timeless), order="deterministic")).hexdigest()[:12]
