"""Health, catalogue, boards, rules, symbols and the client's files."""

from __future__ import annotations

import asyncio
import gzip
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.board.board import Board, Terrain
from grognard.core.hexes.grid import HexGrid, Numbering, Sheet
from grognard.games import game_file, game_ids
from grognard.server.http.routes import library
from grognard.server.http.static_files import answer as file_answer
from grognard.server.library import game_library
from grognard.server.library.game_library import _edges
from grognard.server.library.symbols import sprite
from tests.server.harness import Server


def test_health(server: Server) -> None:
    answer = server.http.get("/health").json()
    assert answer["well"] is True and answer["version"] == grognard.__version__ and answer["games"] >= 0


def test_catalogue_lists_all_games(server: Server) -> None:
    found = server.http.get("/api/catalogue").json()
    levels = [level["id"] for level in found["levels"]]
    assert levels == ["recruit", "regular", "veteran", "general"]
    assert [level["id"] for level in found["levels"] if level["default"]] == ["veteran"]
    assert all(level["title"] and level["says"].endswith(".") for level in found["levels"])
    for entry, game in zip(found["games"], map(game_file, game_ids()), strict=True):
        assert entry["id"] == game.id and set(entry["verbs"]) == set(game.verbs)
        assert [side["id"] for side in entry["sides"]] == [side.id for side in game.sides]
        assert [scenario["name"] for scenario in entry["scenarios"]] == list(game.scenarios)
        assert all(scenario["title"] and scenario["summary"] for scenario in entry["scenarios"])


def test_catalogue_tells_which_games_have_secrets(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for entry in server.http.get("/api/catalogue").json()["games"]:
        assert entry["secrets"] is game_file(entry["id"]).secrets
        game = grognard.new(entry["scenarios"][0]["id"])
        hidden = any(game.view(side).known != game.state.plain() for side in ("", *game.sides))
        assert entry["secrets"] or not hidden
    secretive = msgspec.structs.replace(game_file("strike-force-one"), secrets=True)
    monkeypatch.setattr(game_library, "game_file", lambda name: secretive)
    assert game_library._game("strike-force-one").secrets


@pytest.mark.parametrize(
    ("path", "where", "name"),
    [
        ("/api/catalogue", game_library, "catalogue"),
        ("/api/rules/ocs", game_library, "rule_book"),
        ("/api/symbols/ocs.svg", library, "sprite"),
        ("/api/boards/ocs/practice", game_library, "board_entry"),
    ],
)
def test_files_are_read_off_the_event_loop(
    server: Server, monkeypatch: pytest.MonkeyPatch, path: str, where: Any, name: str
) -> None:
    """The first request for a game's symbols loads all scenarios; other requests must not wait for it."""
    read, in_threads = getattr(where, name), []

    def reading(*args: str) -> Any:
        in_threads.append(asyncio._get_running_loop() is None)
        return read(*args)

    monkeypatch.setattr(where, name, reading)
    assert server.http.get(path).status_code == 200
    assert in_threads == [True]


def test_board(server: Server) -> None:
    board = server.http.get("/api/boards/strike-force-one/expert-standard").json()
    scenario = grognard.new("strike-force-one/expert-standard").scenario
    grid = scenario.board.grid
    assert len(board["hexes"]) == grid.all.bit_count()
    legend = {terrain["id"] for terrain in board["legend"]}
    for cell in board["hexes"]:
        hex_ = grid.hex(cell["hex"])
        assert (cell["column"], cell["row"]) == (grid.column(hex_), grid.row(hex_))
        assert cell["terrain"] in legend
        assert cell["y"] == pytest.approx(
            3**0.5 * (cell["row"] + (cell["column"] % 2 == board["low"]) / 2), abs=1e-3
        )
        assert (cell["column"] % 2 == board["low"]) == grid.is_low(hex_)
    assert {counter["id"] for counter in board["counters"]} == set(scenario.index)
    assert {place["hex"] for place in board["places"]} <= {cell["hex"] for cell in board["hexes"]}


def test_a_scenario_on_part_of_the_map_names_the_hexes_out_of_play(server: Server) -> None:
    board = server.http.get("/api/boards/pincher/race-to-the-rhine").json()
    outside = set(board["out_of_play"])
    assert "5414" not in outside  # Berlin
    assert "2813" in outside  # west of the corner 3401
    assert not server.http.get("/api/boards/pincher/campaign").json()["out_of_play"]


def test_parts_of_a_joined_board_keep_their_look(server: Server) -> None:
    board = server.http.get("/api/boards/grand-campaign/grand-campaign").json()
    looks = {
        half: {
            board["legend"][cell["drawn"]]["texture"]
            for cell in board["hexes"]
            if cell["hex"].startswith(half) and cell["terrain"] == "clear"
        }
        for half in "EM"
    }
    assert looks == {"E": {"fields"}, "M": {"sand"}}


def test_every_hexside_is_listed_once() -> None:
    grid = HexGrid(Numbering((Sheet((1, 4), (1, 4)),)))
    sides = [(grid.hex("0202"), 1), (grid.hex("0202"), 4), (grid.hex("0101"), 0)]
    both = frozenset(
        side
        for hex_, way in sides
        for side in [(hex_, way), (grid.neighbour(hex_, way), (way + 3) % 6)]
        if side[0] >= 0
    )
    board = Board("x", "X", grid, [Terrain("clear", "Clear")], [0] * grid.size, hexsides={"river": both})
    edges = [(edge.hex, edge.direction) for edge in _edges(board, "river")]
    pairs = [
        frozenset((h, grid.label(n)) if (n := grid.neighbour(grid.hex(h), d)) >= 0 else (h,))
        for h, d in edges
    ]
    assert len(edges) == 3 and len(set(pairs)) == 3


@pytest.mark.parametrize(
    "call",
    [
        "/api/boards/strike-force-one/none",
        "/api/boards/x/y",
        "/api/rules/none",
        "/api/symbols/none.svg",
        "/api/x",
    ],
)
def test_unknown_names_are_not_found(server: Server, call: str) -> None:
    answer = server.http.get(call)
    assert answer.status_code == 404 and "no such" in answer.json()["error"]


def test_orders_in_a_lesson_are_parsed(server: Server) -> None:
    orders = server.http.get("/api/boards/ocs/drill-1-modes").json()["lesson_orders"]
    assert orders["mode g-333 move"]["units"] == ["g-333"] and orders["mode g-333 move"]["words"] == ["move"]
    assert all(text == order["text"] for text, order in orders.items())
    assert server.http.get("/api/boards/strike-force-one/basic").json()["lesson_orders"] == {}


def test_rules(server: Server) -> None:
    book = server.http.get("/api/rules/strike-force-one").json()
    assert book["short"] == "sfo"
    assert all(rule["says"] for rule in book["rules"]) and len(book["rules"]) > 100


def test_sprite_has_a_symbol_for_every_kind_of_counter(server: Server) -> None:
    answer = server.http.get("/api/symbols/strike-force-one.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    names = {symbol.get("id") for symbol in ET.fromstring(answer.text)}
    assert {"unit-infantry", "unit-armour", "unit-pioneer", "marker-air", "marker-artillery"} <= names
    assert "black" not in answer.text and "rgb(" not in answer.text and "currentColor" in answer.text


def test_sprite_by_short_name_of_the_game() -> None:
    assert sprite("sfo") == sprite("strike-force-one")


@pytest.mark.parametrize(
    "call", ["/api/catalogue", "/api/boards/strike-force-one/basic", "/api/symbols/sfo.svg"]
)
def test_responses_have_etags(server: Server, call: str) -> None:
    etag = server.http.get(call).headers["etag"]
    again = server.http.get(call, headers={"if-none-match": etag})
    assert again.status_code == 304 and not again.content


def test_responses_are_packed_once(server: Server) -> None:
    """Compressing a board takes milliseconds, which any visitor could ask for again and again."""
    call = "/api/boards/strike-force-one/basic"
    plain = server.http.get(call, headers={"accept-encoding": "identity"})
    packed = server.http.get(call, headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert packed.content == plain.content and packed.headers["etag"] == plain.headers["etag"]
    board = game_library.board_entry("strike-force-one", "basic")
    assert library._packed(board) is library._packed(board)


# -- the browser client's files ---------------------------------------------------------------------


@pytest.fixture
def built(tmp_path: Path) -> Path:
    root = tmp_path / "static"
    (root / "assets").mkdir(parents=True)
    (root / "index.html").write_text("<!doctype html><title>Board</title>" + "x" * 2000)
    (root / "assets" / "index-Bx3.js").write_text("let a = 1;" * 500)
    (tmp_path / "secret.key").write_text("no")
    return root


def test_page_without_a_built_client(server: Server, tmp_path: Path) -> None:
    page = file_answer(tmp_path, "/", {})
    assert page.status_code == 200 and b"npm run build" in page.content


def test_pages_are_served_as_index_html(built: Path) -> None:
    for name in ("/", "/games/k3v9", "/games/k3v9/at/12"):
        page = file_answer(built, name, {})
        assert b"<title>Board</title>" in page.content and page.headers["cache-control"] == "no-cache"
    assert gzip.decompress(file_answer(built, "/", {"accept-encoding": "gzip, br"}).content).startswith(
        b"<!doctype"
    )


def test_hashed_files_are_immutable(built: Path) -> None:
    file = file_answer(built, "/assets/index-Bx3.js", {})
    assert "immutable" in file.headers["cache-control"] and file.media_type is not None
    assert "javascript" in file.media_type
    same = file_answer(built, "/assets/index-Bx3.js", {"if-none-match": file.headers["etag"]})
    assert same.status_code == 304


def test_changed_file_is_reloaded(built: Path) -> None:
    before = file_answer(built, "/", {}).headers["etag"]
    (built / "index.html").write_text("other")
    assert file_answer(built, "/", {}).headers["etag"] != before


@pytest.mark.parametrize(
    "name", ["/../secret.key", "/assets/../../secret.key", "//etc/passwd.txt", "/assets/none"]
)
def test_files_outside_the_folder_are_not_served(built: Path, name: str) -> None:
    with pytest.raises(grognard.GrognardError, match="no such file"):
        file_answer(built, name, {})


def test_server_serves_the_client(server: Server) -> None:
    for path in ("/", "/games/abc"):
        page = server.http.get(path)
        assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    assert server.http.get("/assets/none.js").status_code == 404
    assert server.http.post("/").status_code == 405
