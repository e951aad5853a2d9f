"""A game as text: header, board, off-map boxes and events. Draws any game from its View."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.cli.terminal.terminal import Terminal
from grognard.core.contract.events import Event
from grognard.core.contract.view import BoxView, View, standing_text
from grognard.core.draw.faces import faces
from grognard.core.draw.text_map import text_map
from grognard.core.english import plural
from grognard.core.hexes.grid import Hex, HexSet
from grognard.core.play.game import Game

_LISTED = 16  # maximum number of places or units to name one by one
_TALL = 60  # maximum number of map lines to show in full in a pipe; a larger board is cut to a window
_AROUND = 7  # lines of a screen that header, off-map boxes and prompt take
_LEAST = 15  # lines of the smallest board: three hexes high
_HEADER = 2  # lines of the smallest header
_BRIEF = 2  # maximum number of lines for off-map boxes on a small screen
_MORE = " … (type status)"
_LEGEND = 6  # lines that the legend of a map may take


def focus(game: Game, view: View) -> Hex | None:
    """Return the hex to centre a large board on: among the units of the side to act, near the enemy."""
    grid = game.scenario.board.grid
    side = view.side or next(iter(view.to_act), "")
    if not side:
        return None
    places = [grid.find(unit.at) for unit in view.units if unit.side == side and not unit.marker]
    mine = sorted({hex_ for hex_ in places if hex_ is not None})
    enemy = 0
    for other in game.sides:
        enemy |= game.definition.zoc(game.state, other) if other != side else 0
    decision = game.choices(side) if side in view.to_act else None
    if decision is not None and decision.hexes:
        return grid.find(decision.hexes[0])
    near = [hex_ for hex_ in mine if enemy >> hex_ & 1] or mine
    return near[len(near) // 2] if near else None


class Screen:
    """Writes a game to a terminal."""

    def __init__(self, term: Terminal) -> None:
        self.term = term

    # -- parts ----------------------------------------------------------------------------------

    def side(self, game: Game, id_: str) -> str:
        """Return the title of a side in its colours."""
        for side in game.scenario.belligerents:
            if side.id == id_:
                return self.term.chip(side.title, side.colour, side.ink)
        return id_

    def says(self, game: Game, side: str, text: str) -> str:
        """Return text about a side, wrapped, with the title of the side before it."""
        name = self.side(game, side)
        return self.term.wrap(f"{name} {text}" if self.term.colour else f"{name}: {text}", "", "    ")

    def moment(self, game: Game, view: View) -> str:
        """Return turn and phase, with the title of the side whose phase it is."""
        if game.over:
            return "the game is over"
        phase = (
            f"{game.scenario.titles[view.phase_side]} {view.phase_name}" if view.phase_side else view.phase
        )
        return f"turn {view.turn} of {view.turns} · {phase}"

    def header(self, game: Game, view: View) -> str:
        """Return a line with title, turn and phase, and lines with standings and objectives."""
        scenario = game.scenario
        title = f" {scenario.game.full_title} · {scenario.file.title} "
        now = f" {self.moment(game, view)} "
        room = self.term.width - len(now) - 4
        title = title if len(title) <= room else title[: room - 2] + "… "
        ruled = "──" + title + "─" * (room - len(title)) + now + "──"
        rows = [self.term.paint(ruled, "bold")]
        standing = [f"{line.label}: {standing_text(line, scenario.titles)}" for line in view.standings]
        held: dict[str, list[str]] = {}
        for goal in view.objectives:
            held.setdefault(goal.held_by, []).append(goal.name)
        for holder, names in sorted(held.items(), key=lambda item: item[0] == ""):
            listed = ", ".join(names) if len(view.objectives) <= _LISTED else plural(len(names), "place")
            name = scenario.titles.get(holder)
            standing.append(f"{name} holds {listed}" if name else f"uncontrolled: {listed}")
        rows.append(self.term.wrap("; ".join(_unbroken(standing))).replace("\xa0", " "))
        return "\n".join(rows)

    def board(
        self,
        game: Game,
        view: View,
        *,
        notes: Mapping[Hex, str | int] | None = None,
        highlight: HexSet = 0,
        centre: Hex | None = None,
        room: int = 0,
    ) -> str:
        """Return the map with its counters, or as much as fits, in `room` lines if given."""
        board, term = game.scenario.board, self.term
        lines = board.grid.rows * 4 + 3
        room = room or term.height - _AROUND
        whole = lines <= room - _LEGEND if term.scrolls else lines <= _TALL
        centre = focus(game, view) if centre is None else centre
        return text_map(
            board,
            faces(game.scenario, view),
            notes=notes,
            highlight=highlight,
            colour=term.colour,
            ascii_only=term.ascii_only,
            width=term.width,
            height=None if whole else max(_LEAST, room if term.scrolls else term.height - 8),
            centre=centre,
            sides=game.sides,
            legend=whole or not term.scrolls,
        ).rstrip("\n")

    def boxes(self, game: Game, view: View) -> str:
        """Return the units in off-map boxes, one line for each box."""
        rows = []
        about = {unit.id: unit.kind if unit.marker else unit.factors for unit in view.units}
        for box in view.boxes:
            inside = [f"{id_}\xa0{about.get(id_, '')}" for id_ in box.units]
            if len(inside) > _LISTED:
                inside = [f"{len(inside)} (type units to list them)"]
            first = f"{self._box_title(game, box)}: "
            rows.append(self.term.wrap(", ".join(inside), first).replace("\xa0", " "))
        return "\n".join(rows)

    def brief_boxes(self, game: Game, view: View) -> str:
        """Return how many counters are in each off-map box, in a few lines."""
        counts = [f"{self._box_title(game, box)}: {len(box.units)}" for box in view.boxes]
        text = "; ".join(_unbroken(counts)) + " (type\xa0status)"
        return self._cut(self.term.wrap(text).replace("\xa0", " "), _BRIEF)

    @staticmethod
    def _box_title(game: Game, box: BoxView) -> str:
        """Return the title of a box, with the side that it belongs to."""
        whose = game.scenario.titles.get(box.side, "")
        return f"{whose} {box.title[:1].lower()}{box.title[1:]}".lstrip()

    def _cut(self, text: str, lines: int) -> str:
        """Return the first lines of a text, with a note if that is not all."""
        rows = text.splitlines()
        if len(rows) <= lines:
            return text
        last = rows[lines - 1][: self.term.width - len(_MORE)].rstrip(" ;,") + _MORE
        return "\n".join([*rows[: lines - 1], last])

    def room_below(self) -> int:
        """Return how many lines a screen has for messages and the prompt, with the smallest board."""
        return self.term.height - 2 - _HEADER - _LEAST - _BRIEF

    def table(self, game: Game, view: View, below: int = 1, centre: Hex | None = None) -> list[str]:
        """Return header, board and boxes; on a screen, so that they fit it with some lines below them."""
        header, boxes = self.header(game, view), self.boxes(game, view)
        if not self.term.scrolls:
            return [header, self.board(game, view, centre=centre), boxes]
        room = self.term.height - below - 2  # a blank line above, and one to type in
        if _height(header) + _height(boxes) > room - _LEAST:
            boxes = self.brief_boxes(game, view)
        header = self._cut(header, max(_HEADER, room - _LEAST - _height(boxes)))
        board = self.board(game, view, room=room - _height(header) - _height(boxes), centre=centre)
        return [header, board, boxes]

    def events(self, game: Game, events: Iterable[Event], mark: str = "  ") -> str:
        """Return events, one line each, with the titles of sides."""
        titles = game.scenario.titles
        return "\n".join(self.term.wrap(event.text.spoken(titles), mark, "    ") for event in events)

    def result(self, game: Game) -> str:
        """Return the result of the game."""
        end = game.result
        if end is None:
            return ""
        text = f"{end.title}: {end.reason}" + (f" [{end.rule}]" if end.rule else "")
        return self.term.paint(self.term.wrap(text), "bold", "green")

    # -- everything -----------------------------------------------------------------------------

    def show(self, game: Game, side: str = "", *, events: Iterable[Event] = ()) -> None:
        """Print everything: header, board, boxes, events and the prompt."""
        view = game.view(side)
        say = self.term.say
        for part in (self.header(game, view), self.board(game, view), self.boxes(game, view)):
            if part:
                say(part)
        happened = self.events(game, events)
        if happened:
            say(happened)
        if game.over:
            say(self.result(game))
        else:
            say(self.says(game, view.to_act[0], view.asked))

    def units(self, game: Game, view: View) -> str:
        """Return a table of all units: values, location and status."""
        rows = []
        for side in game.scenario.belligerents:
            mine = [
                unit for unit in view.units if unit.side == side.id and not unit.marker and unit.at != "away"
            ]
            rows.append(f"{self.side(game, side.id)}  {plural(len(mine), 'unit')}")
            for unit in mine:
                shown = f"{unit.id} {unit.label}" if unit.label != unit.id else unit.id
                what = " ".join(filter(None, (unit.nation, unit.kind)))
                row = f"  {shown:<8} {unit.factors:<8} {unit.at:<6} {what:<22} {', '.join(unit.flags)}"
                rows.append(row.rstrip())
        return "\n".join(rows)


def _height(text: str) -> int:
    return len(text.splitlines())


_WHOLE = 40  # maximum number of characters to keep on one line


def _unbroken(texts: Iterable[str]) -> list[str]:
    return [text.replace(" ", "\xa0") if len(text) <= _WHOLE else text for text in texts]
