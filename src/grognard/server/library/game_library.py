"""Games, scenarios, boards and rules, as the API sends them. Built once and cached."""

from __future__ import annotations

import re
from functools import lru_cache

import grognard
from grognard.ai import DEFAULT, LEVELS
from grognard.core.board.board import Board
from grognard.core.board.parts import Feature, Terrain
from grognard.core.contract.counters import Counter, Nation
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Briefing, Option, Scenario, Side, Special
from grognard.core.contract.verbs import Verb
from grognard.core.contract.view import UnitView
from grognard.core.draw.setup_marks import setup_marks
from grognard.core.errors import GrognardError, Unreadable
from grognard.core.hexes.grid import bits
from grognard.core.packs import pack_of
from grognard.core.play.game import Game
from grognard.core.rulebook import Rule
from grognard.games import game_file, game_id, game_ids, rulebook_of, scenario_files
from grognard.server.errors import not_found
from grognard.server.schema import Offer, Out, offer

_CODE = re.compile(r"`([^`]+)`")


class Level(Out):
    """A computer opponent."""

    id: str
    title: str
    says: str
    """What to expect of it, in a sentence."""
    default: bool
    """Whether it is suggested."""


class ScenarioEntry(Out):
    """A scenario in the catalogue."""

    id: str
    name: str
    title: str
    summary: str
    turns: int
    options: tuple[str, ...]
    lesson: str
    """The lesson, in Markdown."""
    steps: tuple[str, ...]
    """The steps of the lesson, in Markdown."""
    pack: str
    """Title of the pack that it is in; empty for a scenario of the game itself."""
    sides: tuple[Side, ...]
    """Its sides: those of the game, or its own."""
    briefing: Briefing | None
    """What players read before the first order."""
    level: str
    """Its level of difficulty, if the game has several."""


class GameEntry(Out):
    """A game in the catalogue."""

    id: str
    title: str
    """With the title of the series."""
    series: str
    """The series that the game belongs to, if it has one."""
    short_title: str
    """Without the title of the series."""
    summary: str
    sides: tuple[Side, ...]
    verbs: dict[str, Verb]
    options: dict[str, Option]
    levels: dict[str, str]
    """Titles of the levels of difficulty, by id, from the simplest."""
    scenarios: list[ScenarioEntry]
    ranges: dict[str, str]
    """Labels of the ranges in which units act at a distance, by name."""
    supply: bool
    """Whether the game has supply."""
    explains: str
    """Label of the button that explains a unit; no button if empty."""
    checklists: dict[str, tuple[str, ...]]
    """For each phase a list of reminders."""
    secrets: bool
    """Whether a side has secrets."""
    special: tuple[Special, ...]
    """What the game does differently from others."""
    phase_notes: dict[str, str]
    """What to do in each phase, by the name of the phase without its side."""


class Catalogue(Out):
    """All games and computer opponents, from the weakest to the strongest."""

    games: list[GameEntry]
    levels: list[Level]


class Cell(Out):
    """A hex of the map; its centre is at x, y, in units of a hexside."""

    hex: str
    column: int
    row: int
    x: float
    y: float
    terrain: str
    drawn: int
    """Index into the legend: joined boards may draw the same terrain in two ways."""


class Edge(Out):
    """A hexside: a hex and a direction from it (0 is north, then clockwise)."""

    hex: str
    direction: int


class Town(Out):
    """A named place."""

    name: str
    hex: str
    kind: str
    size: int
    objective: bool
    tags: tuple[str, ...]


class Writing(Out):
    """A name written across the map, centred on the hex and turned clockwise."""

    text: str
    hex: str
    kind: str
    size: int
    turn: int


class Area(Out):
    """A named set of hexes."""

    title: str
    hexes: list[str]
    colour: str
    tags: tuple[str, ...]


class BoardEntry(Out):
    """Everything needed to draw a board and its counters."""

    scenario: str
    name: str
    title: str
    credit: str
    columns: int
    rows: int
    low: int
    """Columns with this remainder modulo 2 are half a hex further south."""
    hexes: list[Cell]
    legend: tuple[Terrain, ...]
    features: dict[str, Feature]
    hexsides: dict[str, list[Edge]]
    lines: dict[str, list[list[str]]]
    places: list[Town]
    out_of_play: list[str]
    """Hexes of the map that the scenario does not use."""
    labels: list[Writing]
    marks: dict[str, dict[str, str]]
    regions: dict[str, Area]
    sides: tuple[Side, ...]
    counters: tuple[Counter, ...]
    nations: dict[str, Nation]
    opening: list[UnitView]
    """The counters on the map before the first order, as a spectator sees them."""
    lesson_orders: dict[str, Offer]
    """The orders that the scenario's lesson quotes, by their text."""


class RuleBook(Out):
    """The rules of a game, case by case."""

    game: str
    short: str
    rules: list[Rule]
    chapters: dict[str, str]
    """Titles of the chapters, by what the ids of their rules begin with."""


@lru_cache
def catalogue() -> Catalogue:
    """Return the catalogue of games and computer opponents."""
    levels = [Level(level.id, level.title, level.says, level.id == DEFAULT) for level in LEVELS]
    return Catalogue([_game(name) for name in game_ids()], levels)


def _game(name: str) -> GameEntry:
    file = game_file(name)
    scenarios = [
        ScenarioEntry(
            f"{name}/{scenario}",
            scenario,
            about.title,
            about.summary,
            about.turns - about.first_turn + 1,
            about.options,
            about.lesson,
            about.steps,
            pack.file.title if (pack := pack_of(name, scenario)) else "",
            about.sides_in(file),
            about.briefing,
            about.level,
        )
        for scenario, about in scenario_files(name).items()
    ]
    return GameEntry(
        name,
        file.full_title,
        file.series,
        file.title,
        file.summary,
        file.sides,
        file.verbs,
        file.options,
        file.levels,
        scenarios,
        file.ranges,
        file.supply,
        file.explains,
        file.checklists,
        file.secrets,
        file.special,
        file.phase_notes,
    )


def known_game(game: str, name: str) -> Game:
    """Return a game of a scenario, by the names in a path, before its first order."""
    try:
        return grognard.new(f"{game_id(game)}/{name}", seed=0)
    except GrognardError:
        raise not_found("scenario") from None


@lru_cache
def rule_book(game: str) -> RuleBook:
    """Return the rules of a game."""
    try:
        rulebook = rulebook_of(game_id(game))
    except GrognardError:
        raise not_found("game") from None
    return RuleBook(game_id(game), rulebook.short, list(rulebook.rules.values()), rulebook.chapters)


@lru_cache
def board_entry(game: str, name: str) -> BoardEntry:
    """Return the board of a scenario."""
    opening = known_game(game, name)
    scenario = opening.scenario
    board: Board = scenario.board
    grid = board.grid
    label = grid.label
    cells = []
    for hex_ in grid.hexes():
        x, y = grid.centre(hex_)
        column, row, drawn = grid.column(hex_), grid.row(hex_), board.terrain[hex_]
        cells.append(Cell(label(hex_), column, row, x, round(y, 4), board.legend[drawn].id, drawn))
    return BoardEntry(
        scenario=f"{game_id(game)}/{name}",
        name=board.name,
        title=board.title,
        credit=board.credit,
        columns=grid.columns,
        rows=grid.rows,
        low=next((grid.column(h) % 2 for h in grid.hexes() if grid.is_low(h)), 0),
        hexes=cells,
        legend=board.legend,
        features=board.features,
        hexsides={feature: _edges(board, feature) for feature in board.hexsides},
        lines={f: [[label(h) for h in chain] for chain in chains] for f, chains in board.lines.items()},
        places=[
            Town(p.name, label(p.hex), p.kind, p.size, p.objective, p.tags) for p in board.places.values()
        ],
        out_of_play=[label(h) for h in bits(grid.all & ~scenario.in_play)],
        labels=[Writing(w.text, label(w.hex), w.kind, w.size, w.turn) for w in board.labels.values()],
        marks={
            side: {mark: label(hex_) for mark, hex_ in at.items()}
            for side, at in setup_marks(board, opening.view("")).items()
        },
        regions={
            id_: Area(r.title, sorted(label(h) for h in bits(r.mask)), r.colour, r.tags)
            for id_, r in board.regions.items()
        },
        sides=scenario.belligerents,
        counters=scenario.counters,
        nations=scenario.nations,
        opening=[u for u in opening.view("").units if grid.find(u.at) is not None],
        lesson_orders={text: offer(order) for text, order in _quoted(scenario).items()},
    )


def _quoted(scenario: Scenario) -> dict[str, Order]:
    """Return the orders that a lesson quotes as code."""
    found = {}
    for text in _CODE.findall("\n".join((scenario.file.lesson, *scenario.file.steps))):
        try:
            order = scenario.notation.parse(text)
        except Unreadable:
            continue
        if not scenario.game.verbs[order.verb].takes.misfit(order, scenario.index):
            found[text] = order
    return found


def _edges(board: Board, feature: str) -> list[Edge]:
    """Return each hexside of a feature once."""
    grid = board.grid
    found = []
    for hex_, direction in sorted(board.hexsides[feature]):
        other = grid.neighbour(hex_, direction)
        if not (other >= 0 and direction >= 3 and (other, direction - 3) in board.hexsides[feature]):
            found.append(Edge(grid.label(hex_), direction))
    return found
