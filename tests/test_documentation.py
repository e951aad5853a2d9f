"""Links in the documentation lead to files and headings that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    path
    for where in (".", "docs", "docs/design", "maps", "examples/bridgehead", "examples/learner")
    for path in (ROOT / where).glob("*.md")
)


def prose(page: Path) -> str:
    """The text of a page without its code."""
    return re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The names by which a link finds the headings of a page, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_relative_links_resolve(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if link.startswith(("https:", "http:", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), link


def test_the_index_lists_every_page() -> None:
    index = (ROOT / "docs/README.md").read_text("utf-8")
    pages = [page for page in PAGES if page.is_relative_to(ROOT / "docs") and page.name != "README.md"]
    assert len(pages) > 15
    assert not [page.name for page in pages if f"({page.relative_to(ROOT / 'docs').as_posix()})" not in index]
