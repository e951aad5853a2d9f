"""A report as tables of text, for a terminal of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from grognard.core.contract.scenario import OptionValue
from grognard.sim.report import Group, Report, Table
from grognard.sim.stats import Rate, Spread

WIDTH = 80


def tables_of(report: Report) -> list[Table]:
    """Return the tables of a report: wins, results, length and losses, then the same by option."""
    titles = side_titles(report)
    found = [_wins(report.whole, titles)]
    if report.whole.players:
        found.append(_players(report.whole, titles))
    found.append(_results(report.whole))
    found.append(_numbers(report.whole, titles))
    if report.by_option:
        found += _options("By option", report.by_option, titles)
    if report.by_combination:
        found += _options("By combination of options", report.by_combination, titles)
    if report.failures:
        rows = [(str(game.index), str(game.seed), game.failure) for game in report.failures]
        found.append(Table("Failures", ("game", "seed", "what went wrong"), tuple(rows)))
    return found


def side_titles(report: Report) -> dict[str, str]:
    """Return the titles of the sides by id."""
    return {side.id: side.title for side in report.study.belligerents}


def headline(report: Report) -> list[str]:
    """Return what was played, in a few short lines."""
    study = report.study
    red, blue = study.players
    sides = list(side_titles(report).values())
    lines = [f"{sides[0]}: {red}, {sides[1]}: {blue}" + (", and with sides swapped" if study.both else "")]
    if study.options:
        lines.append("options: " + options_text(study.options))
    for option, values in study.vary.items():
        lines.append(f"varied: {option} = {' / '.join(map(value_text, values))}")
    lines.append(f"{report.whole.games} games, seed {study.seed}, checksum {report.digest}")
    return lines


def value_text(value: OptionValue) -> str:
    """Return the value of an option as a word."""
    return value if isinstance(value, str) else ("on" if value else "off")


def options_text(options: dict[str, OptionValue]) -> str:
    """Return options in one line."""
    return ", ".join(f"{name} {value_text(value)}" for name, value in options.items())


def _times(share: Rate) -> str:
    return f"{share.times:g}"


def _wins(group: Group, titles: dict[str, str]) -> Table:
    rows = [(titles[side.side], _times(side.wins), str(side.wins)) for side in group.sides]
    if group.draws.times:
        rows.append(("draw", _times(group.draws), str(group.draws)))
    return Table("Wins by side", ("side", "games", "share [95% interval]"), tuple(rows))


def _players(group: Group, titles: dict[str, str]) -> Table:
    both = any(len(player.by_side) > 1 for player in group.players)
    columns = ["player", *(f"as {title} %" for title in titles.values()), *(["average %"] if both else [])]
    rows = []
    for player in group.players:
        seats = [player.by_side[side].short if side in player.by_side else "-" for side in titles]
        rows.append((player.player, *seats, *([player.wins.short] if both else [])))
    return Table("Wins by player", tuple(columns), tuple(rows))


def _results(group: Group) -> Table:
    rows = [(title, _times(share), str(share)) for title, share in group.results.items()]
    return Table("Results", ("result", "games", "share [95% interval]"), tuple(rows))


def _numbers(group: Group, titles: dict[str, str]) -> Table:
    rows = [("turns", group.turns), ("orders", group.orders)]
    rows += [(f"{titles[side.side]} units lost", side.losses) for side in group.sides]
    for side in group.sides:
        for part, points in side.points.items():
            rows.append((f"{titles[side.side]} points{f' in {part}' if part else ''}", points))
    columns = ("per game", "mean", "std dev", "min", "median", "max")
    return Table("Length and losses", columns, tuple((name, *_spelled(numbers)) for name, numbers in rows))


def _spelled(numbers: Spread | None) -> tuple[str, ...]:
    if numbers is None:
        return ("-",) * 5
    rest = (f"{number:g}" for number in (numbers.least, numbers.median, numbers.most))
    return (f"{numbers.mean:.2f}", f"{numbers.deviation:.2f}", *rest)


def _options(title: str, groups: Sequence[Group], titles: dict[str, str]) -> list[Table]:
    """Return tables of wins, and of length and losses, for each group."""
    won, cost = [], []
    names = {tuple(group.options) for group in groups}
    head = ", ".join(names.pop()) if len(names) == 1 else "option"
    players = [player.player for player in groups[0].players if len(player.by_side) > 1][:1]
    for group in groups:
        values = ", ".join(map(value_text, group.options.values()))
        name = options_text(group.options) if head == "option" else values
        row = [name, str(group.games), *(side.wins.short for side in group.sides)]
        row += [player.wins.short for player in group.players if player.player in players]
        won.append(tuple(row))
        means = [group.turns, group.orders, *(side.losses for side in group.sides)]
        cost.append((name, f"{100 * group.draws.share:.1f}", *(f"{m.mean:.2f}" if m else "-" for m in means)))
    wins = (head, "games", *(f"{t} won %" for t in titles.values()), *(f"{p} won %" for p in players))
    costs = (head, "draws %", "turns", "orders", *(f"{t} lost" for t in titles.values()))
    return [
        Table(f"{title}: wins", wins, tuple(won)),
        Table(f"{title}: length and losses (means)", costs, tuple(cost)),
    ]


# -- in a terminal ------------------------------------------------------------------------------------


def as_text(report: Report) -> str:
    """Return the report as plain text."""
    rows = [report.study.scenario, *headline(report)]
    for note in report.notes:
        rows += textwrap.wrap(f"note: {note}", WIDTH, subsequent_indent="      ")
    for table in report.tables():
        rows += ["", *_lines(table)]
    return "\n".join(rows) + "\n"


def _lines(table: Table) -> list[str]:
    """Return the lines of a table; text in the last column is wrapped."""
    cells = [table.columns, *table.rows]
    end = len(table.columns) - 1
    widths = [max(len(row[c]) for row in cells) for c in range(end + 1)]
    numbers = all(row[end][:1].isdigit() or row[end] == "-" for row in table.rows)
    lines = [table.title]
    for number, row in enumerate(cells):
        head = "  " + "  ".join(_pad(row[c], widths[c], c) for c in range(end)) + "  "
        room = max(30, WIDTH - len(head))
        parts = [row[end].rjust(widths[end])] if numbers else textwrap.wrap(row[end], room)
        lines += [(" " * len(head) if n else head) + part for n, part in enumerate(parts)]
        if number == 0:
            lines.append("  " + "  ".join("-" * width for width in widths)[: len(head) + room - 2])
    return [line.rstrip() for line in lines]


def _pad(text: str, width: int, column: int) -> str:
    return text.ljust(width) if column == 0 else text.rjust(width)
