from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import msgspec
import pytest

from grognard.sim import GameSummary, Report, Study
from grognard.sim.run_game import Points
from grognard.sim.stats import wilson

STUDY = Study(
    "strike-force-one/expert-standard",
    "greedy",
    "random",
    games=2,
    both=True,
    vary={"night": (False, True), "event-draw": ("dice", "chits")},
)
NASTY = "<script>alert('x')</script> & \"so on\""


def made_up(index: int, **fields: object) -> GameSummary:
    """Return an invented summary: red's player wins, except that every fifth game is a draw."""
    match = STUDY.match(index)
    winner = "" if index % 5 == 4 else next(s for s, p in match.players.items() if p.kind == "greedy")
    summary = GameSummary(
        index=index,
        scenario=STUDY.scenario,
        options=match.options,
        seed=match.seed,
        players={side: str(player) for side, player in match.players.items()},
        winner=winner,
        result={"soviet": "Soviet victory", "us": "US victory", "": "Draw"}[winner],
        turns=4,
        orders=40 + index,
        losses={"soviet": index % 3, "us": 1},
        points=(Points("soviet", 2), Points("us", 3)),
        seconds=0.1 * index,
    )
    return msgspec.structs.replace(summary, **fields)


@pytest.fixture
def report() -> Report:
    return Report.of(STUDY, [made_up(index) for index in reversed(range(16))])


@pytest.fixture
def nasty() -> Report:
    games = [made_up(index) for index in range(14)]
    games.append(made_up(14, failure=NASTY, record=f"grognard record 1\n{NASTY}\n", winner="", result=""))
    games.append(made_up(15, result=NASTY))
    return Report.of(STUDY, games, complete=False, notes=[NASTY])


def test_games_are_sorted_and_counted(report: Report) -> None:
    assert [game.index for game in report.games] == list(range(16))
    whole = report.whole
    assert (whole.games, whole.failed, whole.draws.times) == (16, 0, 3)
    assert sum(side.wins.times for side in whole.sides) + whole.draws.times == 16
    assert sum(share.times for share in whole.results.values()) == 16
    assert whole.orders is not None
    assert (whole.orders.least, whole.orders.mean, whole.orders.most) == (40, 47.5, 55)
    soviet, us = whole.sides
    assert soviet.losses is not None and us.losses is not None and us.points
    assert (soviet.losses.mean, us.losses.deviation, soviet.points[""].median) == (15 / 16, 0, 2)


def test_player_rates_are_averaged_over_sides(report: Report) -> None:
    greedy, random = report.whole.players
    assert (greedy.player, random.player) == ("greedy", "random")
    assert greedy.by_side["soviet"].of == greedy.by_side["us"].of == 8
    assert greedy.by_side["soviet"].times == 6  # games 4 and 14 are draws
    assert greedy.by_side["us"].times == 7  # game 9 is a draw
    assert greedy.wins.share == 13 / 16
    assert (greedy.wins.low, greedy.wins.high) == wilson(13, 16)
    assert random.wins.times == 0


def test_groups_by_option(report: Report) -> None:
    assert [group.options for group in report.by_option] == [
        {"night": False},
        {"night": True},
        {"event-draw": "dice"},
        {"event-draw": "chits"},
    ]
    assert [group.games for group in report.by_option] == [8, 8, 8, 8]
    assert [group.games for group in report.by_combination] == [4, 4, 4, 4]
    night = report.by_option[1]
    expected = [game for game in report.games if game.options["night"]]
    assert night.draws.times == sum(not game.winner for game in expected)
    one = Report.of(msgspec.structs.replace(STUDY, vary={"night": (False, True)}), [])
    assert one.by_combination == ()


def test_digest_ignores_timings(report: Report) -> None:
    slower = Report.of(STUDY, [msgspec.structs.replace(game, seconds=9.0) for game in report.games])
    assert slower.digest == report.digest
    other = Report.of(STUDY, [*report.games[:-1], made_up(15, orders=1)])
    assert other.digest != report.digest


def test_json_contains_all_statistics_and_games(report: Report) -> None:
    plain = json.loads(report.to_json())
    assert plain["grognard_report"] == 1
    assert plain["digest"] == report.digest
    assert plain["whole"]["sides"][0]["wins"]["times"] == report.whole.sides[0].wins.times
    games = msgspec.convert(plain["games"], tuple[GameSummary, ...])
    assert games == report.games


def test_text_fits_80_columns(nasty: Report) -> None:
    text = nasty.to_text()
    assert all(len(line) <= 80 for line in text.splitlines()), max(text.splitlines(), key=len)
    for words in (
        "Wins by side",
        "Wins by player",
        "By option",
        "Failures",
        "interrupted: 16 of 16",
        "1 failed games",
    ):
        assert words in text
    assert not any(line != line.rstrip() for line in text.splitlines())


class Strict(HTMLParser):
    """Records every element, all text and references to external resources."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.outside: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag != "meta":
            self.open.append(tag)
        self.outside += [name for name, _ in attrs if name in ("src", "href", "srcset", "xlink:href")]
        assert not [name for name, _ in attrs if name.startswith("on")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.words += data


def test_html_is_well_formed_escaped_and_self_contained(nasty: Report) -> None:
    page = nasty.to_html()
    parser = Strict()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    assert not parser.outside
    assert "script" not in parser.seen
    assert {"svg", "table", "details", "title"} <= parser.seen
    assert parser.words.count(NASTY) >= 4  # in a note, a failure, a result and a record
    assert not re.search(r"url\(|@import|https?:", page)


def test_bar_widths_match_the_shares(report: Report) -> None:
    page = report.to_html()
    widths = re.findall(r'width="([\d.]+)" height="18" rx="3" fill="#b5382e"', page)
    assert float(widths[0]) == pytest.approx(330 * report.whole.sides[0].wins.share, abs=0.06)
    assert 'fill="#5f6b3c"' in page


def test_report_without_games() -> None:
    empty = Report.of(STUDY, [], complete=False)
    assert "0 games" in empty.to_text()
    assert "<table>" in empty.to_html()
    json.loads(empty.to_json())
