"""Take the pictures of ``docs/screens.md``: each screen as it is, beside the sketch that it was built from.

``python -m tools.screens SKETCHES`` takes all of them, ``python -m tools.screens SKETCHES briefing`` some. It
needs what the browser tests need: Node, Chromium and the server's extras.
"""

from __future__ import annotations

import argparse
import base64
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

import httpx
from playwright.sync_api import Browser, sync_playwright

import grognard
from grognard.core.play.game import Game
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.driving import PHONE, Screen, Screens, go, look_at, press
from tests.browser.served import serving
from tools.browser_client import build_client
from tools.pictures import SETTLED, Picture, attack_on, largest_attack, played_to

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "images" / "screens"
DESK = {"width": 1440, "height": 900}
RHINE = "pincher/race-to-the-rhine"
BATTLE = Picture(RHINE, 1, "soviet combat", attack_on(), level="greedy")
MOVE = Picture(RHINE, 1, "nato declaration", attack_on(), level="greedy")
SIDE_BY_SIDE = """async ([sketch, screen, phone]) => {
  const load = async (png) => createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const pictures = [await load(sketch), await load(screen)];
  const wide = phone ? 300 : 720, gap = 16;
  const tall = (one) => Math.round((one.height * wide) / one.width);
  const high = Math.max(...pictures.map(tall));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * wide + gap, high];
  const brush = canvas.getContext("2d");
  brush.imageSmoothingQuality = "high";
  brush.fillStyle = "#ffffff";
  brush.fillRect(0, 0, canvas.width, high);
  pictures.forEach((one, n) => brush.drawImage(one, n * (wide + gap), 0, wide, tall(one)));
  return canvas.toDataURL("image/webp", 0.8).split(",")[1];
}"""
"""Draws two pictures beside each other and encodes them as WebP, in the browser."""


def seat(screens: Screens, game: Game, size: dict[str, int] = DESK) -> Screen:
    """Return the screen of the side to act."""
    (screen,) = screens.seated(game, str(game.to_act), size=size)
    screen.page.keyboard.press("Escape")
    return screen


def aimed(screens: Screens, size: dict[str, int] = DESK, dark: bool = False) -> Screen:
    """Return a screen that shows the odds of an attack."""
    game = played_to(BATTLE)
    screen = seat(screens, game, size)
    if dark:
        screen.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    order = largest_attack(game, "")
    look_at(screen, order.target)
    screen.point(screen.choice(order.target))  # with nobody selected, everybody who can attacks
    screen.panel.locator(".odds .chances").wait_for()
    return screen


def fought(screens: Screens, size: dict[str, int] = DESK) -> Screen:
    """Return a screen that shows the card of a battle."""
    screen = aimed(screens, size)
    go(screen)
    screen.page.locator(".stage .card .stamp").wait_for()
    return screen


def briefed(screens: Screens) -> Screen:
    """Return a screen that opens with its briefing."""
    wanted = {"scenario": RHINE, "players": {side: {"kind": "human"} for side in grognard.new(RHINE).sides}}
    made = httpx.post(f"{screens.address}/api/games", json=wanted, timeout=60).raise_for_status().json()
    screen = screens.open(f"/games/{made['game']}#{made['seats']['soviet']}", size=DESK, briefed=False)
    screen.drawn()
    return screen


def recapped(screens: Screens) -> Screen:
    """Return a screen that tells the enemy's turn."""
    (screen,) = screens.seated(played_to(MOVE), "nato", size=DESK)
    screen.page.get_by_role("region", name="What happened").wait_for()
    return screen


def drastic(screens: Screens) -> Screen:
    """Return a screen that asks before an atomic attack."""
    game = played_to(BATTLE)
    screen = seat(screens, game)
    screen.panel.locator(".drastic").get_by_role("button", name=re.compile("^Atomic")).click()
    target = largest_attack(game, "").target
    look_at(screen, target)
    screen.point(screen.choice(target))
    go(screen)
    screen.page.get_by_role("dialog").wait_for()
    return screen


def ending(screens: Screens) -> Screen:
    """Return a screen that asks before a phase ends with something left."""
    screen = seat(screens, played_to(BATTLE))
    screen.page.locator(".actions .end").click()
    screen.page.get_by_role("dialog").wait_for()
    return screen


def new_game(screens: Screens) -> Screen:
    """Return the screen on which a game is chosen."""
    screen = screens.open("/#/new/pincher", size=DESK)
    screen.button("Start game").wait_for()
    return screen


def defended(screens: Screens) -> Screen:
    """Return a screen on which an OCS defender compares answers."""
    german, soviet = screens.seated(grognard.new("ocs/drill-3-combat", seed=1), size=DESK)
    german.select("g-335")
    german.point(german.choice("28.17"))
    german.panel.locator(".odds .chances").wait_for()
    go(german)
    soviet.panel.locator(".answers .row .bar").first.wait_for()
    press(soviet, "Defend, led by 78th Rifle Division")
    soviet.panel.locator(".odds .chances").wait_for()
    return soviet


SCREENS: dict[str, Callable[[Screens], Screen]] = {
    "play-attack": aimed,
    "play-attack-night": lambda screens: aimed(screens, dark=True),
    "battle-card": fought,
    "enemy-turn": recapped,
    "briefing": briefed,
    "drastic-action": drastic,
    "end-phase": ending,
    "lobby-new-game": new_game,
    "ocs-defend": defended,
    "phone-attack": lambda screens: aimed(screens, PHONE),
    "phone-battle": lambda screens: fought(screens, PHONE),
}


def take(name: str, browser: Browser, address: str, sketch: bytes, keep: Path | None) -> None:
    """Take one picture."""
    screens = Screens(browser, address, None)
    screen = SCREENS[name](screens)
    screen.page.mouse.move(1, 1)
    screen.page.wait_for_timeout(SETTLED)
    png = screen.page.screenshot()
    screens.close()
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{name}.png").write_bytes(png)
    page = browser.new_page()
    both = [base64.b64encode(sketch).decode(), base64.b64encode(png).decode(), name.startswith("phone")]
    encoded: str = page.evaluate(SIDE_BY_SIDE, both)
    page.close()
    path = FOLDER / f"{name}.webp"
    path.write_bytes(base64.b64decode(encoded))
    print(f"{path.name}: {path.stat().st_size // 1024} KB", flush=True)


def main() -> None:
    """Take the pictures that were asked for, or all."""
    parser = argparse.ArgumentParser(description="Take the pictures of docs/screens.md.")
    parser.add_argument("sketches", type=Path, help="folder with the sketches, as PNG")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"screens: {', '.join(SCREENS)}")
    parser.add_argument("--keep", type=Path, help="folder for the screens alone, as PNG")
    args = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    build_client()
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for name in args.names or SCREENS:
            take(name, browser, served.url, (args.sketches / f"{name}.png").read_bytes(), args.keep)
        browser.close()


if __name__ == "__main__":
    main()
