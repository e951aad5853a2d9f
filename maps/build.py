"""Makes board files: ``python -m maps.build pincher``. README.md says what it needs."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from grognard.core.board.board import Board, check_board, dump_board
from grognard.core.draw.svg_map import png_map, svg_map
from maps.tabled import HERE, is_tabled, transcribe

GAMES = HERE.parent / "src" / "grognard" / "games"
BOARDS = {
    "pincher": GAMES / "sww3" / "data" / "pincher-board.toml",
    "sandown": GAMES / "sww3" / "data" / "sandown-board.toml",
    "nuremberg": GAMES / "nuremberg" / "data" / "board.toml",
    "kharkov": GAMES / "ocs" / "data" / "kharkov.toml",
    "kharkov-west": GAMES / "ocs" / "data" / "kharkov-west.toml",
    "husky": GAMES / "ocs" / "data" / "husky.toml",
    "izyum": GAMES / "ocs" / "data" / "izyum.toml",
}


def main(arguments: list[str] | None = None) -> int:
    """Make the boards named, or all."""
    parser = argparse.ArgumentParser(
        prog="python -m maps.build", description="Make board files from open geography."
    )
    parser.add_argument("boards", nargs="*", help=f"which: {', '.join(BOARDS)}; all when none is named")
    parser.add_argument("--data", type=Path, help="folder with the source data; or set MAPS_DATA")
    parser.add_argument("--out", type=Path, help="write to this file instead of the game's folder")
    parser.add_argument("--svg", type=Path, help="also draw the board")
    parser.add_argument("--png", type=Path, help="also draw the board as PNG (needs the extra print)")
    parser.add_argument("--scale", type=float, default=24.0, help="pixels of a hexside in the drawing")
    given = parser.parse_args(arguments)
    folder = given.data or Path(os.environ.get("MAPS_DATA", HERE / "data"))
    unknown = [name for name in given.boards if name not in BOARDS]
    if unknown:
        parser.error(f"no board {unknown[0]}; there are {', '.join(BOARDS)}")
    names = given.boards or list(BOARDS)
    if not folder.is_dir() and not all(map(is_tabled, names)):
        parser.error(f"no data in {folder}; maps/README.md says where it comes from")
    if (given.out or given.svg or given.png) and len(given.boards) != 1:
        parser.error("name one board to write or draw it elsewhere")
    for name in names:
        board = transcribe(name) if is_tabled(name) else _surveyed(name, folder)
        path: Path = given.out or BOARDS[name]
        path.write_text(dump_board(board), encoding="utf-8", newline="\n")
        for fault in check_board(path):
            print(fault, file=sys.stderr)
        print(f"{path.name}: {board.grid.all.bit_count()} hexes, {len(board.places)} places")
        if given.svg or given.png:
            drawn = svg_map(board, scale=given.scale)
            if given.svg:
                given.svg.write_text(drawn, encoding="utf-8")
            if given.png:
                png_map(drawn, given.png)
    return 0


def _surveyed(name: str, folder: Path) -> Board:
    """A board made from the data; only this needs the libraries of the extra ``maps``."""
    from maps.compose import compose
    from maps.sheet import Draft
    from maps.sources import Sources

    return compose(Draft(name, Sources(folder)))


if __name__ == "__main__":
    sys.exit(main())
