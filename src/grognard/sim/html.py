"""A report as a self-contained web page: no scripts or external resources, all text escaped."""

from __future__ import annotations

import re
from html import escape

from grognard.sim.report import Group, Report, Table
from grognard.sim.stats import Rate
from grognard.sim.tables import headline, options_text, side_titles

_STYLE = """
:root { color-scheme: light dark; --page: #f7f6f2; --card: #ffffff; --ink: #22251f; --soft: #62675c;
  --line: #dcdad1; --rail: #e9e7df; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --page: #171916; --card: #20231e; --ink: #e7e8e1;
  --soft: #a3a89b; --line: #383c34; --rail: #2f332b; --warn: #e5b45a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 0 0 .75rem; }
p { margin: .15rem 0; }
.soft { color: var(--soft); }
.note { color: var(--warn); }
section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  padding: 1rem 1.25rem; margin-top: 1.25rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--soft); font-weight: 600; font-size: .85rem; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
td.words { text-align: left; white-space: normal; overflow-wrap: anywhere; }
tr:last-child td { border-bottom: 0; }
svg { display: block; width: 100%; min-width: 30rem; height: auto; margin-bottom: .75rem; }
svg text { fill: var(--ink); font-size: 13px; }
svg .rail { fill: var(--rail); }
svg .whisker { stroke: var(--ink); stroke-width: 1.5; fill: none; }
svg .half { stroke: var(--soft); stroke-dasharray: 2 3; }
details { margin-top: .5rem; }
pre { overflow-x: auto; font-size: .8rem; background: var(--page); padding: .75rem; border-radius: .35rem; }
@media print { section { break-inside: avoid; } }
""".strip()
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}")
_NEUTRAL = "#8b8f84"
_LABEL, _BAR, _SHARE, _ROW = 190, 330, 200, 26
"""Widths of a chart's columns and the height of its rows."""


def as_html(report: Report) -> str:
    """Return the report as a web page."""
    title = f"{report.study.game.full_title}: {report.study.scenario.partition('/')[2]}"
    head = "".join(f'<p class="soft">{escape(line)}</p>' for line in headline(report))
    notes = "".join(f'<p class="note" role="note">{escape(note)}</p>' for note in report.notes)
    charts = _charts(report)
    parts = [_section(table, charts.get(table.title, "")) for table in report.tables()]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(title)}</h1>\n{head}\n{notes}\n" + "\n".join(parts) + _records(report) + "\n</main>\n"
        "</body>\n</html>\n"
    )


def _charts(report: Report) -> dict[str, str]:
    """Return the charts by title of their tables."""
    titles, colours = side_titles(report), _colours(report)
    whole = report.whole
    charts = {
        "Wins by side": _bars([(titles[s.side], s.wins, colours[s.side]) for s in whole.sides]),
        "Wins by player": _bars([(p.player, p.wins, _NEUTRAL) for p in whole.players]),
        "Results": _bars(
            [(result, share, _result_colour(report, result)) for result, share in whole.results.items()]
        ),
    }
    for name, groups in (
        ("By option", report.by_option),
        ("By combination of options", report.by_combination),
    ):
        charts[f"{name}: wins"] = _option_bars(groups, titles, colours)
    return charts


def _colours(report: Report) -> dict[str, str]:
    """Return the counter colours by side."""
    sides = report.study.belligerents
    return {side.id: side.colour if _COLOUR.fullmatch(side.colour) else _NEUTRAL for side in sides}


def _result_colour(report: Report, result: str) -> str:
    """Return the colour of the side that wins with this result."""
    winner = next((game.winner for game in report.games if game.result == result), "")
    return _colours(report).get(winner, _NEUTRAL)


def _option_bars(groups: tuple[Group, ...], titles: dict[str, str], colours: dict[str, str]) -> str:
    return _bars(
        [
            (f"{options_text(group.options)}, {titles[side.side]}", side.wins, colours[side.side])
            for group in groups
            for side in group.sides
        ]
    )


def _bars(rows: list[tuple[str, Rate, str]]) -> str:
    """Return one bar for each rate, with a whisker for its interval."""
    rows = [row for row in rows if row[1].of]
    if not rows:
        return ""
    width, height = _LABEL + _BAR + _SHARE, _ROW * len(rows) + 8
    spoken = escape("; ".join(f"{label}: {share}" for label, share, _ in rows), quote=True)
    parts = [f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{spoken}">']
    for number, (label, share, colour) in enumerate(rows):
        top, middle = number * _ROW + 6, number * _ROW + 15
        low, high = _LABEL + _BAR * share.low, _LABEL + _BAR * share.high
        parts.append(
            f'<text x="0" y="{middle + 4}">{escape(_short(label))}</text>'
            f'<rect class="rail" x="{_LABEL}" y="{top}" width="{_BAR}" height="18" rx="3"/>'
            f'<rect x="{_LABEL}" y="{top}" width="{_BAR * share.share:.1f}" height="18" rx="3" '
            f'fill="{colour}"/>'
            f'<path class="whisker" d="M{low:.1f} {middle - 5}v10M{low:.1f} {middle}H{high:.1f}m0 -5v10"/>'
            f'<text x="{_LABEL + _BAR + 12}" y="{middle + 4}">{escape(str(share))}</text>'
        )
    half = _LABEL + _BAR / 2
    parts.append(f'<line class="half" x1="{half}" x2="{half}" y1="2" y2="{height - 2}"/></svg>')
    return "".join(parts)


def _short(label: str, most: int = 27) -> str:
    return label if len(label) <= most else f"{label[: most - 1]}…"


def _section(table: Table, chart: str) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in table.columns)
    body = "".join(f"<tr>{_cells(table, row)}</tr>" for row in table.rows)
    return (
        f"<section>\n<h2>{escape(table.title)}</h2>\n{chart}\n"
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>\n</section>"
    )


def _cells(table: Table, row: tuple[str, ...]) -> str:
    wordy = len(row) - 1 if table.title == "Failures" else -1
    return "".join(
        f'<td class="words">{escape(cell)}</td>' if number == wordy else f"<td>{escape(cell)}</td>"
        for number, cell in enumerate(row)
    )


def _records(report: Report) -> str:
    """Return the records of failed games in collapsed sections."""
    return "".join(
        f"<details><summary>Record of game {game.index}</summary><pre>{escape(game.record)}</pre></details>"
        for game in report.failures
        if game.record
    )
