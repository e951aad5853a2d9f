"""``grognard bench --web``: measure the browser client in Chromium, and the server.

It needs a source checkout with the built client, Chromium, Node and playwright, and reports what is missing.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import statistics
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.cli.commands import bench_clicks
from grognard.core.errors import GrognardError
from grognard.core.extras import how_to_install
from grognard.games import game_ids, scenario_files

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Row = tuple[str, float, str]
"""What was measured, the value, and its unit."""
WEB = Path(__file__).parents[4] / "web"
STATIC = Path(__file__).parents[2] / "server" / "static"
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
_DRAWN = '.stage .gb[data-drawn="sharp"]'
_WINDOW = {"width": 1280, "height": 720}

_NOTE_DRAWN = f"""
new MutationObserver(() => {{
  if (!window.drawnAfter && document.querySelector('{_DRAWN}')) window.drawnAfter = performance.now();
}}).observe(document, {{ subtree: true, childList: true, attributeFilter: ["data-drawn"] }});
"""
"""Records when the board is drawn at full resolution, in milliseconds since navigation started."""

_GIVE_ORDERS = """
async ({ game, seats, orders }) => {
  const sit = (secret) => new Promise((seated, fail) => {
    const socket = new WebSocket(`ws://${location.host}/api/games/${game}/live`);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", seat: secret }));
    socket.onmessage = ({ data }) => {
      const { type, error } = JSON.parse(data);
      type === "welcome" ? seated(socket) : fail(new Error(error ?? `welcomed with ${type}`));
    };
  });
  const sockets = {};
  for (const [side, secret] of Object.entries(seats)) sockets[side] = await sit(secret);
  const answered = (socket) => new Promise((done, fail) => {
    socket.onmessage = ({ data }) => {
      const { id, type } = JSON.parse(data);
      if (id !== undefined) type === "accepted" ? done() : fail(new Error(`an order was ${type}`));
    };
  });
  const board = document.querySelector(".gb-buttons");
  const standsAt = (unit, hex) => board.querySelector(`[data-unit="${unit}"]`)?.dataset.hex === hex;
  const gone = (unit, hex) => new Promise((done, fail) => {
    setTimeout(() => fail(new Error(`${unit} is still shown in ${hex}`)), 10_000);
    const observer = new MutationObserver(() => {
      if (!standsAt(unit, hex)) { observer.disconnect(); done(); }
    });
    observer.observe(board, { subtree: true, childList: true, attributeFilter: ["data-hex"] });
  });
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();  // heard once the frame is finished
    channel.port1.onmessage = () => done(performance.now());
    channel.port2.postMessage(0);
  }));
  const times = [];
  for (const [number, [side, order, unit, hex]] of orders.entries()) {
    const answer = answered(sockets[side]), moved = standsAt(unit, hex) ? gone(unit, hex) : null;
    const sent = performance.now();
    sockets[side].send(JSON.stringify({ type: "order", id: number, order, expect: number }));
    const [shownAt] = await Promise.all([moved?.then(painted), answer]);
    if (shownAt) times.push(shownAt - sent);
  }
  return times;
}
"""
"""Gives a game's orders over WebSockets, and returns how long each move took until the board was redrawn."""


def rows(
    *,
    tries: int = 5,
    boards: Sequence[str] = (),
    clicked: Sequence[str] = bench_clicks.SCENARIOS,
    moves: int = 40,
    orders: int = 200,
    seconds: float = 10.0,
    database: str = "",
) -> Iterator[Row]:
    """Yield all measurements; `boards` are the scenarios to be drawn, by default all.

    Two servers are compared with one only with a PostgreSQL database.
    """
    chromium, node = _tools()
    from playwright.sync_api import Error, sync_playwright

    from grognard.server import bench

    yield client_size()
    with _in_one_line(Error), sync_playwright() as playwright:

        def browser() -> Browser:
            return playwright.chromium.launch(executable_path=chromium, args=_ARGUMENTS)

        times = []
        for _ in range(tries):
            with bench.running() as (url, _), browser() as fresh:
                times.append(lobby_to_board(fresh, url))
        yield f"lobby to drawn board, cold, median of {tries}", statistics.median(times), "ms"
        with bench.running() as (url, _), browser() as fresh:
            every = boards or [f"{game}/{name}" for game in game_ids() for name in scenario_files(game)]
            longest, slowest = max((game_to_board(fresh, url, scenario), scenario) for scenario in every)
            yield f"new game to drawn board, slowest of {len(every)} scenarios: {slowest}", longest, "ms"
            yield from bench_clicks.rows(fresh, url, clicked, moves)
        with bench.running() as (url, _), browser() as fresh:
            times = order_to_board(fresh, url, orders)
        yield f"order sent to board redrawn, median of {len(times)}", statistics.median(times), "ms"
        yield "order sent to board redrawn, 95th percentile", bench.percentile(times, 0.95), "ms"
    yield from frames(chromium, node)
    yield from bench.rows(seconds, database)


@contextmanager
def _in_one_line(failure: type[Exception]) -> Iterator[None]:
    """Report an error of the browser in one line, without its stack trace."""
    try:
        yield
    except failure as error:
        raise GrognardError(f"the browser failed: {str(error).splitlines()[0]}") from error


def _tools() -> tuple[str, str]:
    """Return the paths of Chromium and Node; raise `GrognardError` if anything is missing."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or ""
    node = shutil.which("node") or ""
    wanted = {
        "Chromium (on Debian: apt install chromium)": chromium,
        "Node 20 (on Debian: apt install nodejs npm)": node,
        "playwright (pip install playwright)": importlib.util.find_spec("playwright"),
        f"the server's packages ({how_to_install('server')})": importlib.util.find_spec("litestar"),
        "the built client (npm --prefix web ci && npm --prefix web run build)": (
            (STATIC / "index.html").is_file() and (WEB / "node_modules").is_dir()
        ),
    }
    missing = [what for what, there in wanted.items() if not there]
    if missing:
        raise GrognardError(f"bench --web needs {', '.join(missing)}")
    return chromium, node


def client_size() -> Row:
    """Return the compressed size of all client files but pictures; a first visit loads these, or fewer."""
    from grognard.server.http.static_files import answer

    files = [path for path in STATIC.rglob("*") if path.is_file() and path.suffix != ".webp"]
    names = [str(path.relative_to(STATIC)) for path in files]
    sent = sum(len(answer(STATIC, f"/{name}", {"accept-encoding": "gzip"}).content) for name in names)
    return "client, all files but pictures, compressed", sent / 1024, "KB"


def lobby_to_board(browser: Browser, url: str) -> float:
    """Return the milliseconds from opening the lobby, through starting a game, to the drawn board."""
    page = browser.new_page(viewport=_WINDOW)  # type: ignore[arg-type]
    page.add_init_script(_NOTE_DRAWN)
    page.goto(url, wait_until="commit")
    page.get_by_role("link", name="Play the computer").click()
    page.get_by_role("button", name="Start game").click()
    page.locator(_DRAWN).wait_for()
    return float(page.evaluate("window.drawnAfter"))


def game_to_board(browser: Browser, url: str, scenario: str) -> float:
    """Return the milliseconds from opening a new game's address in a fresh window to the drawn board."""
    import httpx

    given = {"scenario": scenario, "seed": "1"}
    made = httpx.post(f"{url}/api/games", json=given, timeout=60, trust_env=False).raise_for_status().json()
    page = browser.new_page(viewport=_WINDOW)  # type: ignore[arg-type]
    page.add_init_script(_NOTE_DRAWN)
    page.goto(f"{url}/games/{made['game']}", wait_until="commit")
    page.locator(_DRAWN).wait_for()
    drawn = float(page.evaluate("window.drawnAfter"))
    page.close()
    return drawn


def order_to_board(browser: Browser, url: str, most: int) -> list[float]:
    """Return for each move the milliseconds from sending the order until the board shows it."""
    import httpx

    from grognard.server import bench

    times: list[float] = []
    game = 0
    while len(times) < most:
        seed, script = bench.script(game)
        game += 1
        wanted = {"scenario": bench.SCENARIO, "seed": seed}
        made = httpx.post(f"{url}/api/games", json=wanted, trust_env=False).json()
        page = browser.new_page(viewport=_WINDOW, reduced_motion="reduce")  # type: ignore[arg-type]
        page.goto(f"{url}/games/{made['game']}")  # as a spectator: taking a seat would change its secret
        page.locator(_DRAWN).wait_for()
        orders = [(side, order, *_moved(order)) for side, order in script]
        given: dict[str, object] = {"game": made["game"], "seats": made["seats"], "orders": orders}
        times += page.evaluate(_GIVE_ORDERS, given)
        page.close()
    return times[:most]


def _moved(order: str) -> tuple[str, str]:
    """Return the unit that an order moves and its start hex; empty for other orders."""
    verb, _, rest = order.partition(" ")
    if verb != "move":
        return "", ""
    unit, _, path = rest.partition(" ")
    return unit, path.partition("-")[0]


def frames(chromium: str, node: str) -> Iterator[Row]:
    """Measure panning and zooming on a generated board with the client's own program."""
    command = [node, str(WEB / "demo" / "measure.mjs"), "--json"]
    environment = {**os.environ, "CHROMIUM": chromium}
    done = subprocess.run(command, cwd=WEB, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise GrognardError(f"measuring frames failed: {(done.stderr.strip() or 'no reason given')[-300:]}")
    found = json.loads(done.stdout)
    board = f"{found['hexes']:,} hexes, {found['counters']} counters"
    yield f"pan and zoom, {board}: frame to frame, 95th percentile", found["frame95"], "ms"
    yield f"pan and zoom, {board}: processor time of a frame, 95th percentile", found["cpu95"], "ms"
    yield f"first drawing, {board}", found["drawn"], "ms"
