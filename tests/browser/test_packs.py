"""A scenario of a pack in the browser, from the lobby to the first move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from grognard.core import packs
from tests.browser.conftest import opened
from tests.browser.driving import Screens
from tests.browser.served import serving
from tests.packs import write_zip


@pytest.fixture
def pack_screens(
    browser: Browser, client: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Screens]:
    """Screens at a server with a pack in use."""
    monkeypatch.setenv(packs.VARIABLE, str(write_zip(tmp_path / "raids.zip")))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with serving(tmp_path) as served:
        yield from opened(browser, served.url)


def test_a_scenario_of_a_pack_is_played_in_the_browser(pack_screens: Screens) -> None:
    screen = pack_screens.open("/#/new/strike-force-one")
    expect(screen.page.get_by_text("River raids (pack)").first).to_be_visible()
    screen.shoot("pack-new-game")
    screen.set_up("Night crossing", soviet="Me", us="Computer: Recruit")
    screen.drawn()
    screen.move("SA", "0701")
    screen.shoot("pack-moved")


def test_a_position_of_a_pack_is_played_in_the_browser(pack_screens: Screens) -> None:
    screen = pack_screens.open("/#/new/strike-force-one")
    screen.set_up("Crisis at the bridge", soviet="Me", us="Me")
    screen.drawn()
    expect(screen.counter("SA")).to_have_attribute("data-hex", "0505")
    screen.shoot("pack-position")
