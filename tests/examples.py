"""Install the example game for a test, with its package on the path and its entry point."""

from __future__ import annotations

from pathlib import Path

from grognard.games import GROUP

EXAMPLE = Path(__file__).parents[1] / "examples" / "bridgehead"


def install_example(site: Path) -> tuple[Path, Path]:
    """Write the entry point into a folder and return the folders to put on the path."""
    info = site / "grognard_bridgehead-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: grognard-bridgehead\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\nbridgehead = bridgehead.definition:GAME\n")
    return site, EXAMPLE
