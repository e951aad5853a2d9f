"""The example game in the browser: a game of another package, which neither server nor client knows."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import opened
from tests.browser.driving import Screens
from tests.browser.served import serving
from tests.examples import install_example


@pytest.fixture
def example_screens(
    browser: Browser, client: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Screens]:
    """Screens at a server with the example game installed."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, install_example(tmp_path / "site"))))
    with serving(tmp_path) as served:
        yield from opened(browser, served.url)


def test_the_example_game_is_played_in_the_browser(example_screens: Screens) -> None:
    screen = example_screens.open("/#/new/bridgehead")
    screen.set_up("The crossing", northern="Me", southern="Me")
    screen.drawn()
    screen.move("n3", "0403")
    expect(screen.counter("n3")).to_have_attribute("data-hex", "0403")
    screen.shoot("example-moved")
    screen.end()
    screen.select("n3")
    screen.point(screen.choice("0404"))
    expect(screen.panel.get_by_text("Defender retreats", exact=False).first).to_be_visible()
    screen.shoot("example-odds")
