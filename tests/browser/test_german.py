"""A browser that asks for German gets it in the lobby and at the board, with nothing English left."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import LAPTOP, PHONE, Screens

TESTS = Path(__file__).parents[1]
TEXT = TESTS.parent / "web" / "src" / "text"
SAID = """() => [...document.querySelectorAll(
    `button, a, label, summary, legend, option, h1, h2, h3, h4, th, dt, dd, kbd, p, small,
    [role=tab], [role=group], [placeholder], [title], [aria-label]`,
)].filter((one) => one.checkVisibility()).flatMap((one) => [
    one.innerText ?? "", one.placeholder ?? "", one.title ?? "", one.getAttribute("aria-label") ?? "",
    ...[...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
]).map((text) => text.trim()).filter(Boolean)"""
"""Everything that visible controls say, whole and in parts."""
LABELS = ("sides", "levels", "verbs", "phases", "layers")
"""Labels of games that stand alone on the screen."""


@pytest.fixture(scope="module")
def english() -> set[str]:
    """English texts of the interface that are different in German."""
    node = shutil.which("node")
    assert node is not None  # it has built the client
    done = subprocess.run([node, str(TESTS / "web" / "messages.mjs")], capture_output=True, check=True)
    glossary = json.loads((TEXT / "glossary.de.json").read_text(encoding="utf-8"))
    labels = {text for section in LABELS for text, german in glossary[section].items() if text != german}
    return {*json.loads(done.stdout), *labels}


def assert_german(page: Page, english: set[str]) -> None:
    said = set(page.evaluate(SAID))
    assert len(said) > 20
    assert said & english == set()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["desktop", "phone"])
def test_interface_speaks_the_language_of_the_browser(
    screens: Screens, english: set[str], size: dict[str, int]
) -> None:
    name = "phone" if size is PHONE else "desktop"
    screen = screens.open(size=size, has_touch=size is PHONE, locale="de-AT")
    page = screen.page
    expect(page.get_by_role("link", name=re.compile("Strike Force One"))).to_be_visible()
    screen.shoot(f"german-lobby-{name}")
    assert_german(page, english)
    page.get_by_role("link", name=re.compile("^Gegen den Computer")).click()
    expect(page.get_by_role("radio", name=re.compile("^Rekrut"))).to_be_attached()
    screen.shoot(f"german-new-{name}")
    assert_german(page, english)
    page.get_by_role("radio", name=re.compile("^Seite Sowjetunion")).check(force=True)
    page.get_by_role("button", name="Partie beginnen").click()
    screen.drawn()
    expect(page.locator("header .whose")).to_contain_text("Du bist am Zug")
    assert_german(page, english)
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name="Ausgewählt")).to_be_visible()
    screen.shoot(f"german-board-{name}")
    assert_german(page, english)
    for tab in ("Einheiten", "Verlauf", "Regeln", "Chat"):
        page.get_by_role("tab", name=tab).click()
        assert_german(page, english)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Tastenkürzel")).to_be_visible()
    assert_german(page, english)
