"""The client under test is never older than its source."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser.served import WEB, up_to_date


@pytest.mark.parametrize("source", ["src/deep/inside.ts", "src/app.css", "index.html", "vite.config.ts"])
def test_a_newer_source_means_building_again(tmp_path: Path, source: str) -> None:
    web, built = tmp_path / "web", tmp_path / "static" / "index.html"
    names = ["src/deep/inside.ts", "src/app.css", "index.html", "package-lock.json", "vite.config.ts"]
    assert all((WEB / name).exists() for name in names[2:])
    for path in (built, *(web / name for name in names)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, (1_000, 1_000))
    assert up_to_date(built, web)
    os.utime(web / source, (1_001, 1_001))
    assert not up_to_date(built, web)
    os.utime(built, (1_002, 1_002))
    assert up_to_date(built, web)
    built.unlink()
    assert not up_to_date(built, web)
