"""The example that trains a player and enters it in a study, in a tiny version."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

import numpy as np

LEARNER = Path(__file__).parents[2] / "examples" / "learner" / "learner.py"


def test_learner_trains_and_plays_in_a_study(tmp_path: Path) -> None:
    shutil.copy(LEARNER, tmp_path)

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def trained() -> dict[str, Any]:
        run("learner.py", "--games", "6", "--seed", "3")
        with np.load(tmp_path / "weights.npz") as file:
            return {side: file[side] for side in file.files}

    first, again = trained(), trained()
    assert sorted(first) == ["soviet", "us"]
    assert all(np.isfinite(first[side]).all() and np.array_equal(first[side], again[side]) for side in first)
    words = ("strike-force-one/basic", "--red", "mine:learner.Trained", "--blue", "random", "--games", "2")
    said = run("-m", "grognard", "sim", *words, "--both", "--jobs", "2")
    assert "mine:learner.Trained" in said
    assert "failed" not in said
