"""Every game has a picture for the lobby in every theme."""

from __future__ import annotations

import pytest

from grognard.games import game_ids
from tools.lobby_pictures import FOLDER, THEMES, picture_of


@pytest.mark.parametrize("theme", THEMES)
def test_every_game_has_a_picture(theme: str) -> None:
    assert [game for game in game_ids() if not picture_of(game, theme).exists()] == []


def test_no_picture_is_left_over() -> None:
    known = {picture_of(game, theme) for game in game_ids() for theme in THEMES}
    assert set(FOLDER.iterdir()) == known
