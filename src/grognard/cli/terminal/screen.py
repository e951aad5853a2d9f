"""A game as text: header, board, units beside the map, what happened. Draws any game from its View."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.cli.terminal.terminal import Terminal
from grognard.core.contract.counters import Nation
from grognard.core.contract.events import Event
from grognard.core.contract.view import UnitView, View, standing_text
from grognard.core.draw.counter_face import CounterFace
from grognard.core.draw.text_map import text_map
from grognard.core.english import plural
from grognard.core.hexes.grid import Hex, HexGrid, HexSet
from grognard.core.play.game import Game

_LISTED = 16  # so many places or units are named one by one
_TALL = 60  # lines of map that are shown whole; a larger board is cut to a window


def faces(game: Game, view: View, grid: HexGrid | None = None) -> dict[Hex, list[CounterFace]]:
    """Return the counters on the map by hex of the grid (the board's, unless given), units before markers."""
    stacks: dict[Hex, list[CounterFace]] = {}
    grid = grid or game.scenario.board.grid
    for unit in sorted(view.units, key=lambda unit: unit.marker):
        hex_ = grid.find(unit.at)
        if hex_ is not None:
            stacks.setdefault(hex_, []).append(face(game, unit))
    return stacks


def face(game: Game, unit: UnitView) -> CounterFace:
    """One counter as it is drawn: in its nation's colours, or without a nation in its side's."""
    of_side = {side.id: Nation(side.title, side.colour, side.ink) for side in game.scenario.game.sides}
    look = game.scenario.nations.get(unit.nation) or of_side.get(unit.side)
    colours = {"ground": look.colour, "ink": look.ink, "symbol": look.symbol} if look else {}
    return CounterFace(
        unit.id, unit.label, unit.side, unit.kind, unit.size, unit.factors, unit.flags,
        marker=unit.marker, **colours,
    )  # fmt: skip


def focus(game: Game, view: View) -> Hex | None:
    """Where to look on a board that does not fit: amid those who can act, rather where the enemy is near."""
    grid = game.scenario.board.grid
    side = view.side or next(iter(view.to_act), "")
    if not side:
        return None
    places = [grid.find(unit.at) for unit in view.units if unit.side == side and not unit.marker]
    mine = sorted({hex_ for hex_ in places if hex_ is not None})
    enemy = 0
    for other in game.sides:
        enemy |= game.definition.zoc(game.state, other) if other != side else 0
    near = [hex_ for hex_ in mine if enemy >> hex_ & 1] or mine
    return near[len(near) // 2] if near else None


class Screen:
    """Writes a game to a terminal."""

    def __init__(self, term: Terminal) -> None:
        self.term = term

    # -- parts ----------------------------------------------------------------------------------

    def side(self, game: Game, id_: str) -> str:
        """The name of a side in its colours."""
        for side in game.scenario.game.sides:
            if side.id == id_:
                return self.term.chip(side.title, side.colour, side.ink)
        return id_

    def says(self, game: Game, side: str, text: str) -> str:
        """Something that concerns a side, with its name before it, wrapped."""
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
        """Title, turn and phase on a ruled line; then how victory stands and who holds what."""
        scenario = game.scenario
        title = f" {scenario.game.title} · {scenario.file.title} "
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
            standing.append(f"{scenario.titles.get(holder, 'nobody')} holds {listed}")
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
    ) -> str:
        """The map with its counters, whole or as much as fits."""
        board, term = game.scenario.board, self.term
        lines = board.grid.rows * 4 + 3
        centre = focus(game, view) if centre is None else centre
        return text_map(
            board,
            faces(game, view),
            notes=notes,
            highlight=highlight,
            colour=term.colour,
            ascii_only=term.ascii_only,
            width=term.width,
            height=None if lines <= _TALL else max(19, term.height - 8),
            centre=centre,
            sides=game.sides,
        ).rstrip("\n")

    def boxes(self, game: Game, view: View) -> str:
        """Units beside the map, a line for each box."""
        rows = []
        about = {unit.id: unit.kind if unit.marker else unit.factors for unit in view.units}
        for box in view.boxes:
            inside = [f"{id_}\xa0{about.get(id_, '')}" for id_ in box.units]
            if len(inside) > _LISTED:
                inside = [f"{len(inside)} (the command units lists them)"]
            whose = game.scenario.titles.get(box.side, "")
            first = f"{whose} {box.title[:1].lower()}{box.title[1:]}: ".lstrip()
            rows.append(self.term.wrap(", ".join(inside), first).replace("\xa0", " "))
        return "\n".join(rows)

    def events(self, game: Game, events: Iterable[Event], mark: str = "  ") -> str:
        """Return events, a line each, with sides by their titles."""
        titles = game.scenario.titles
        return "\n".join(self.term.wrap(event.text.spoken(titles), mark, "    ") for event in events)

    def result(self, game: Game) -> str:
        """How the game ended."""
        end = game.result
        if end is None:
            return ""
        text = f"{end.title}: {end.reason}" + (f" [{end.rule}]" if end.rule else "")
        return self.term.paint(self.term.wrap(text), "bold", "green")

    # -- wholes ---------------------------------------------------------------------------------

    def show(self, game: Game, side: str = "", *, events: Iterable[Event] = ()) -> None:
        """Everything: header, board, boxes, what happened, and what is asked."""
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
        """A table of all units: values, place, condition."""
        rows = []
        for side in game.scenario.game.sides:
            mine = [unit for unit in view.units if unit.side == side.id and not unit.marker]
            rows.append(f"{self.side(game, side.id)}  {plural(len(mine), 'unit')}")
            for unit in mine:
                shown = f"{unit.id} {unit.label}" if unit.label != unit.id else unit.id
                place = "-" if unit.at == "away" else unit.at
                what = " ".join(filter(None, (unit.nation, unit.kind)))
                row = f"  {shown:<8} {unit.factors:<8} {place:<6} {what:<22} {', '.join(unit.flags)}"
                rows.append(row.rstrip())
        return "\n".join(rows)


def _unbroken(texts: Iterable[str]) -> list[str]:
    return [text.replace(" ", "\xa0") for text in texts]
