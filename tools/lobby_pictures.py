"""Take the pictures of the games in the lobby, which the client shows at once instead of drawing boards.

``python -m tools.lobby_pictures`` takes all of them again, after a board, a setup or the drawing of boards
has changed. It needs what the browser tests need: Node, Chromium and the server's extras.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from grognard.games import game_ids
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.served import serving
from tools.browser_client import build_client
from tools.pictures import as_webp

FOLDER = Path(__file__).resolve().parents[1] / "web" / "src" / "lobby" / "pictures"
THEMES: dict[str, Literal["light", "dark"]] = {"paper": "light", "night": "dark"}
"""The themes of the client, and the colour scheme that chooses each."""
WINDOW = {"width": 1130, "height": 1080}
PATIENCE = 120_000
"""Milliseconds in which a board must be drawn."""


def picture_of(game: str, theme: str) -> Path:
    """Return the file of a game's picture."""
    return FOLDER / f"{game}-{theme}.webp"


def take_all(browser: Browser, url: str, theme: str) -> None:
    """Take the picture of every game in a theme; without pictures the client draws the boards."""
    context = browser.new_context(viewport=WINDOW, device_scale_factor=2, color_scheme=THEMES[theme])  # type: ignore[arg-type]
    page = context.new_page()
    page.route("**/*.webp", lambda route: route.abort())
    page.goto(url)
    for game in game_ids():
        picture = page.locator(f'a.card[href="#/new/{game}"] > .picture')
        picture.locator('.gb[data-drawn="sharp"]').wait_for(timeout=PATIENCE)
        picture_of(game, theme).write_bytes(as_webp(browser, picture.screenshot()))
    context.close()


def main() -> None:
    """Take all pictures."""
    build_client()
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for theme in THEMES:
            take_all(browser, served.url, theme)
        browser.close()


if __name__ == "__main__":
    main()
