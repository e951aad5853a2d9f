"""The briefing, the opening view, and the recap of the others' turn."""

from __future__ import annotations

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

import grognard
from grognard.ai import player
from grognard.core.play.record import write_record
from tests.browser.driving import PHONE, Screen, Screens

DESKTOP = {"width": 1440, "height": 900}
sizes = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def no_violations(screen: Screen) -> None:
    found = Axe().run(screen.page).response["violations"]
    assert not found, "\n".join(f"{one['id']}: {[node['target'] for node in one['nodes']]}" for one in found)


def begun(screens: Screens, scenario: str, side: str, size: dict[str, int], *, briefed: bool) -> Screen:
    """The screen of one side of a new game between two players."""
    sides = grognard.new(scenario).sides
    wanted = {"scenario": scenario, "players": {one: {"kind": "human"} for one in sides}}
    made = httpx.post(f"{screens.address}/api/games", json=wanted, timeout=60).raise_for_status().json()
    screen = screens.open(f"/games/{made['game']}#{made['seats'][side]}", size=size, briefed=briefed)
    screen.drawn()
    return screen


@sizes
def test_game_begins_with_its_briefing(screens: Screens, size: dict[str, int]) -> None:
    screen = begun(screens, "nuremberg/border-battle", "pact", size, briefed=False)
    sheet = screen.page.get_by_role("dialog", name="Border battle")
    expect(sheet).to_contain_text("0 of 10 needed")
    expect(sheet).to_contain_text("Support is secret.")
    expect(sheet.get_by_role("link", name="Show me")).to_be_visible()
    screen.shoot(f"briefing-{size['width']}")
    no_violations(screen)
    sheet.get_by_role("button", name="Start game").click()
    expect(sheet).to_have_count(0)
    screen.page.keyboard.press("b")
    expect(sheet).to_be_visible()
    screen.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize(
    ("scenario", "side"), [("nuremberg/campaign", "nato"), ("ocs/counterstroke", "german")], ids=lambda s: s
)
def test_game_opens_at_the_players_front(screens: Screens, scenario: str, side: str) -> None:
    screen = begun(screens, scenario, side, DESKTOP, briefed=True)
    view = grognard.new(scenario, seed=1).view(side)
    own = {unit.id for unit in view.units if unit.side == side and not unit.marker}
    seen = screen.page.locator(".gb-buttons [data-unit]").evaluate_all(
        "all => all.filter(one => { const box = one.getBoundingClientRect();"
        " return box.left > 0 && box.top > 52 && box.right < 1088 && box.bottom < 900; })"
        ".map(one => one.dataset.unit)"
    )
    assert len(own & set(seen)) >= 5
    screen.shoot(f"opening-{scenario.replace('/', '-')}")


@sizes
def test_recap_of_the_others_turn(screens: Screens, size: dict[str, int]) -> None:
    game = grognard.new("strike-force-one/basic", seed="7")
    soviet = player("greedy", seed=3)
    while game.view("").phase_side == "soviet":
        side = game.waiting_for[0]
        game.play(soviet.choose(game.definition, game.scenario, game.view(side)), side)
    record = {"text": write_record(game.record()), "players": {s: {"kind": "human"} for s in game.sides}}
    made = httpx.post(f"{screens.address}/api/records", json=record, timeout=60).raise_for_status().json()
    screen = screens.open(f"/games/{made['game']}#{made['seats']['us']}", size=size)
    screen.drawn()
    strip = screen.page.get_by_role("region", name="What happened")
    expect(strip).to_contain_text("The Soviet player moved")
    expect(strip.get_by_role("button", name="Movement")).to_be_visible()
    screen.shoot(f"recap-{size['width']}")
    no_violations(screen)
    strip.get_by_role("button", name="Back").click()
    expect(strip.get_by_role("button", name="Now you")).not_to_have_attribute("aria-current", "step")
    screen.page.keyboard.press("Escape")
    expect(strip).to_have_count(0)
    screen.page.reload()  # a recap is shown again only on request
    screen.drawn()
    expect(strip).to_have_count(0)
    screen.page.keyboard.press("m")
    expect(strip).to_be_visible()
