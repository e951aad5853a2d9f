"""Take the pictures of the README: computer players play to a moment with something to see.

``python -m tools.pictures`` takes all of them, ``python -m tools.pictures ocs lobby`` some. It needs what the
browser tests need: Node, Chromium and the server's extras.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, sync_playwright

import grognard
from grognard.ai import player
from grognard.ai.players import play_out
from grognard.core.contract.orders import Order
from grognard.core.play.game import Game
from grognard.core.play.record import write_record
from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.driving import Screen, Screens, look_at
from tests.browser.served import serving
from tools.browser_client import build_client

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "images"
SIZE = {"width": 1280, "height": 800}
MAX_ATTACKERS = 3
"""Number of attackers in a picture of the odds, so that they fit the panel."""
LOBBY = {"width": 1280, "height": 1080}
ANALYSIS = {"width": 1440, "height": 900}
MINUTES = 120_000
"""Milliseconds that an analysis may take."""
SETTLED = 1500
"""Milliseconds after which nothing moves on the board."""


class Picture(NamedTuple):
    """A moment of a game, and what is done at the screen before the shutter opens."""

    scenario: str
    turn: int
    phase: str
    show: Callable[[Screen, Game], None]
    seed: int = 3
    level: str = "planner"
    scheme: Literal["light", "dark"] = "light"


def played_to(picture: Picture) -> Game:
    """Return a game of two computer players at the beginning of a phase."""
    game = grognard.new(picture.scenario, seed=picture.seed)
    players = {side: player(picture.level, seconds=0.2, seed=f"{picture.seed} {side}") for side in game.sides}
    while (game.turn, game.phase) != (picture.turn, picture.phase) or kind_of(game) in INTERRUPTIONS:
        side = game.to_act
        assert side is not None, f"{picture.scenario} is over before turn {picture.turn}, {picture.phase}"
        game.play(players[side].choose(game.definition, game.scenario, game.view(side)), side)
    return game


INTERRUPTIONS = ("halt",)
"""Kinds of questions before a phase that show nothing."""


def kind_of(game: Game) -> str:
    """Return the kind of the open decision."""
    decision = game.choices()
    return decision.kind if decision else ""


# -- what is shown ---------------------------------------------------------------------------------


def fold_boxes(screen: Screen) -> None:
    """Fold the off-map boxes, which would cover the map."""
    boxes = screen.page.get_by_role("region", name="Off-map boxes")
    if boxes.count():
        boxes.get_by_role("button").first.click()


def zoom_in(screen: Screen, times: int) -> None:
    """Enlarge the map."""
    for _ in range(times):
        screen.page.keyboard.press("+")
        screen.page.wait_for_timeout(200)


def reach_of(unit: str = "", zoom: int = 0) -> Callable[[Screen, Game], None]:
    """Return how to show where a unit can move, by default the one that has most hexes to choose from."""

    def show(screen: Screen, game: Game) -> None:
        fold_boxes(screen)
        chosen = unit or widest(game)
        look_at(screen, game.unit(chosen).at)
        zoom_in(screen, zoom)
        screen.select(chosen)

    return show


def widest(game: Game) -> str:
    """Return the unit, alone in its hex, that can move to most hexes."""
    decision, side = game.choices(), str(game.to_act)
    assert decision is not None
    units = {unit.id: unit for unit in game.view(side).units}
    alone = Counter(unit.at for unit in units.values())
    able = [id_ for id_ in decision.actors() if id_ in units and alone[units[id_].at] == 1]
    return max(able, key=lambda id_: len(game.reach(id_, side=side)))


def attack_on(target: str = "", zoom: int = 0) -> Callable[[Screen, Game], None]:
    """Return how to show the odds of an attack, by default the one with the most attackers."""

    def show(screen: Screen, game: Game) -> None:
        fold_boxes(screen)
        order = largest_attack(game, target)
        look_at(screen, order.target)
        zoom_in(screen, zoom)
        screen.select(order.units[0])
        screen.point(screen.choice(order.target))
        idle = screen.panel.locator(".pick[aria-pressed=false]")
        for _ in range(MAX_ATTACKERS - 1):
            if not idle.count():
                break
            idle.first.click()
            screen.page.wait_for_timeout(SETTLED / 3)
        screen.panel.locator("ul.chances li").last.scroll_into_view_if_needed()

    return show


def largest_attack(game: Game, target: str) -> Order:
    """Return an attack on the hex that most units can attack."""
    found = [
        order
        for order in game.orders()
        if order.verb in ("attack", "barrage") and target in ("", order.target)
    ]
    attackers: dict[str, set[str]] = {}
    for order in found:
        attackers.setdefault(order.target, set()).update(order.units)
    best = max(attackers, key=lambda hex_: len(attackers[hex_]))
    return next(order for order in found if order.target == best)


PICTURES = {
    "reach": Picture("strike-force-one/basic", 1, "soviet movement", reach_of("SB"), level="greedy"),
    "odds": Picture("strike-force-one/basic", 2, "soviet combat", attack_on(), seed=7, level="greedy"),
    "night": Picture("pincher/campaign", 3, "soviet movement", reach_of(), scheme="dark"),
    "sfo": Picture(
        "strike-force-one/expert-standard", 2, "soviet movement", reach_of(), seed=7, level="greedy"
    ),
    "pincher": Picture("pincher/campaign", 2, "soviet combat", attack_on()),
    "sandown": Picture("sandown/campaign", 2, "soviet combat", attack_on()),
    "grand": Picture("grand-campaign/grand-campaign", 2, "soviet combat, Europe", attack_on()),
    "nuremberg": Picture("nuremberg/campaign", 2, "pact combat", attack_on()),
    "ocs": Picture("ocs/kharkov", 3, "german movement", reach_of("g-320")),
}


# -- taking them -----------------------------------------------------------------------------------


def take(name: str, browser: Browser, address: str, folder: Path, plain: bool) -> None:
    """Take one picture."""
    screens = Screens(browser, address, None)
    size = SIZE
    if name == "lobby":
        screen, size = screens.open("/"), LOBBY
        screen.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        screen.page.wait_for_timeout(10 * SETTLED)  # the maps of all games are drawn
    elif name == "replay":
        game = played_to(PICTURES["odds"])
        screen = screens.watch(write_record(game.record()))
        for _ in range(len(game.history) * 2 // 3):
            screen.page.get_by_role("button", name="Next order").click()
    elif name == "analysis":
        game = played_to(PICTURES["odds"])
        play_out(game, {side: player("planner", seed=side) for side in game.sides})
        address = screens.watch(write_record(game.record())).page.url.replace("#/replay", "analysis")
        screen = screens.open(address.removesuffix("/0"), size=ANALYSIS)
        screen.page.locator(".chart .flag").first.wait_for(timeout=MINUTES)
        size = ANALYSIS
    else:
        picture = PICTURES[name]
        game = played_to(picture)
        screen = seated(screens, game, picture)
        screen.page.set_viewport_size({"width": SIZE["width"], "height": SIZE["height"]})
        screen.page.wait_for_timeout(SETTLED)
        picture.show(screen, game)
    screen.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    screen.page.mouse.move(1, 1)
    screen.page.wait_for_timeout(SETTLED)
    png = screen.page.screenshot()
    screens.close()
    path = folder / f"{name}.{'png' if plain else 'webp'}"
    path.write_bytes(png if plain else as_webp(browser, png))
    print(f"{path.name}: {path.stat().st_size // 1024} KB", flush=True)


def seated(screens: Screens, game: Game, picture: Picture) -> Screen:
    """Return the screen of the side to act."""
    (screen,) = screens.seated(game, str(game.to_act))
    if picture.scheme == "dark":
        screen.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return screen


ENCODE = """async (png) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return canvas.toDataURL("image/webp", 0.88).split(",")[1];
}"""
"""Encodes a PNG as WebP, a quarter of its size, in the browser."""


def as_webp(browser: Browser, png: bytes) -> bytes:
    """Return a PNG as WebP."""
    page = browser.new_page()
    encoded: str = page.evaluate(ENCODE, base64.b64encode(png).decode())
    page.close()
    return base64.b64decode(encoded)


def main() -> None:
    """Take the pictures that were asked for, or all."""
    names = ("lobby", "replay", "analysis", *PICTURES)
    parser = argparse.ArgumentParser(description="Take the pictures of the README.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"pictures: {', '.join(names)}")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where to put them")
    parser.add_argument("--png", action="store_true", help="write PNG instead of WebP")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    build_client()
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for name in args.names or names:
            take(name, browser, served.url, args.folder, args.png)
        browser.close()


if __name__ == "__main__":
    main()
