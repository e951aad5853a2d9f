"""Optional packages: how to install those that a feature needs."""

from __future__ import annotations

import sys
from pathlib import Path


def how_to_install(extra: str) -> str:
    """Return the command that installs an extra, for a checkout or an installed package."""
    package = Path(sys.modules["grognard"].__file__ or "").resolve().parent
    checkout = package.parents[1]
    if package.parent.name == "src" and (checkout / "pyproject.toml").is_file():
        return f'pip install -e "{checkout}[{extra}]"'
    return f'pip install "grognard[{extra}]"'
