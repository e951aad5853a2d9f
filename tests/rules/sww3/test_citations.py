"""Every rule that code and data of the family give as a reason exists in one of its catalogues or rulings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.core.citations import coverage
from grognard.core.rulebook import Rulebook, load_rulebook

ROOT = Path(__file__).parents[3]
GAMES = ROOT / "src/grognard/games"
FILES = sorted((GAMES / "sww3").rglob("*.py"))
FOLDERS = {"pincher": "pincher", "sandown": "sandown", "grand": "grand_campaign"}
RULINGS = set(re.findall(r"^\*\*(R-\w+-\d+) ", (ROOT / "docs/rulings.md").read_text("utf-8"), re.MULTILINE))
ID = re.compile(r"[1-9]\d*\.\d+(-\w+)*|R-[A-Z]+-\d+")


def catalogue(short: str) -> Rulebook:
    return load_rulebook(GAMES / FOLDERS[short] / "data/rules.toml", short)


CATALOGUES = {short: catalogue(short) for short in FOLDERS}


def exists(id_: str) -> bool:
    return id_ in RULINGS or any(each.find(id_) for each in CATALOGUES.values())


def reasons(path: Path) -> Iterator[str]:
    """Rule ids that are given to players: those that stand alone as texts in the code."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value):
            yield node.value


def cited(path: Path) -> Iterator[tuple[int, str]]:
    """Rule ids that stand alone as texts, and ids in square brackets in docstrings and comments."""
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value):
            yield node.lineno, node.value
    for number, line in enumerate(text.splitlines(), 1):
        for inside in re.findall(r"\[([^\[\]]*)\]", line):
            named = re.sub("Pincher |Sandown ", "", inside)
            if not named[:3].islower():
                yield from ((number, id_) for id_ in re.split("[,;] ", named) if ID.fullmatch(id_))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(GAMES).as_posix())
def test_every_rule_the_code_cites_exists(path: Path) -> None:
    for line, id_ in cited(path):
        assert exists(id_), f"{path.name}, line {line}: there is no rule {id_}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(GAMES).as_posix())
def test_every_cited_rule_has_a_text(path: Path) -> None:
    """In the Grand Campaign always; in each part at least that of the other."""
    for id_ in reasons(path):
        assert CATALOGUES["grand"].says(id_), f"{path.name}: {id_} says nothing"


def test_the_grand_campaign_knows_the_cases_of_both_parts() -> None:
    grand = CATALOGUES["grand"]
    for part in ("pincher", "sandown"):
        for case in CATALOGUES[part].rules.values():
            assert case.says in grand.says(case.id)
    assert [case.id for case in grand.find("8.3")] == [case.id for case in CATALOGUES["pincher"].find("8.3")]
    sea = grand.says("11.19-ports")
    assert sea.startswith("Europe: ") and "The Mid-East: " in sea


@pytest.mark.parametrize("name", ["pincher", "sandown"])
def test_every_rule_the_charts_cite_exists(name: str) -> None:
    text = (GAMES / f"sww3/data/tables-{name}.toml").read_text("utf-8")
    ids = re.findall(r'^rule = "(.+)"$', text, re.MULTILINE)
    assert ids
    assert [id_ for id_ in ids if id_ not in CATALOGUES[name].rules] == []


@pytest.mark.parametrize("short", FOLDERS)
def test_every_testable_case_has_a_test(short: str) -> None:
    found = coverage(CATALOGUES[short], ROOT / "tests")
    assert [case.id for case in found.missing] == []
    assert found.unknown == []
    assert found.total == {"pincher": 340, "sandown": 337, "grand": 22}[short]


@pytest.mark.parametrize("short", FOLDERS)
def test_options_name_rules_that_exist(short: str) -> None:
    text = (GAMES / FOLDERS[short] / "data/game.toml").read_text("utf-8")
    for id_ in re.findall(r'^rule = "(.+)"$', text, re.MULTILINE):
        assert exists(id_), id_
