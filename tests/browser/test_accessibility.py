"""The automated accessibility check finds nothing, on every screen and in both themes."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.browser.driving import Screen, Screens

THEMES = {"paper": "light", "night": "dark"}


def check(screen: Screen, name: str) -> list[str]:
    screen.shoot(name)
    found = Axe().run(screen.page).response["violations"]
    return [
        f"{name}: {one['id']} ({one['help']}): {node['target']} {node['failureSummary']}"
        for one in found
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("theme", THEMES)
def test_no_violation_on_any_screen(screens: Screens, theme: str) -> None:
    screen = screens.open(color_scheme=THEMES[theme])
    page = screen.page
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    expect(screen.link("Strike Force One")).to_be_visible()
    found = check(screen, f"lobby-{theme}")
    screen.link("Play the computer").click()
    expect(screen.button("Begin")).to_be_visible()
    found += check(screen, f"new-game-{theme}")
    screen.set_up("Basic", soviet="Me", us="Me")
    screen.drawn()
    screen.select("SB")
    expect(screen.choice("0407")).to_be_visible()
    found += check(screen, f"game-{theme}")
    screen.move("SB", "0407")
    for tab in ("Units", "Log", "Rules", "Talk"):
        page.get_by_role("tab", name=tab).click()
        found += check(screen, f"{tab.lower()}-{theme}")
    page.get_by_role("tab", name="Decision").click()
    screen.page.locator("header").get_by_role("button", name="End the phase").click()
    screen.point(screen.choice("0406"))
    expect(screen.panel.locator(".chances")).to_contain_text("%")
    found += check(screen, f"odds-{theme}")
    screen.menu().get_by_role("link", name="Replay").click()
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
    screen.drawn()
    found += check(screen, f"replay-{theme}")
    assert not found, "\n".join(found)
