"""Scenario files for tests: the practice scenario with changes."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from grognard.games.ocs.model.charts import DATA
from grognard.games.ocs.model.scenario import OcsScenario

FILES = ("game.toml", "practice.toml", "practice-units.toml", "scenarios/practice.toml")


def authored(
    folder: Path, words: Mapping[str, str] | None = None, more: str = "", units: str = ""
) -> OcsScenario:
    """Return the practice scenario with some text replaced, and text or units added at the end."""
    (folder / "scenarios").mkdir(exist_ok=True)
    for name in FILES:
        shutil.copy(DATA / name, folder / name)
    path = folder / "scenarios/practice.toml"
    text = path.read_text("utf-8")
    for old, new in (words or {}).items():
        assert old in text, f"the practice scenario does not say {old!r}"
        text = text.replace(old, new, 1)
    path.write_text(f"{text}\n{more}\n", "utf-8")
    with (folder / "practice-units.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n{units}\n")
    return OcsScenario(folder, "practice", None)
