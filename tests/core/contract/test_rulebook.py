"""The rules catalogue: lookup by id, section and words, and citations in tests and code."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent

import pytest

from grognard.core.citations import Citation, citations, code_citing, coverage, data_citing
from grognard.core.errors import BadFile
from grognard.core.rulebook import Rule, Rulebook, Scope, load_rulebook
from grognard.core.testing import rule
from grognard.games import data_folder, definition_of

ROOT = Path(__file__).parents[3]
SFO = definition_of("strike-force-one").rulebook()
PACKAGE = data_folder("strike-force-one").parent
RULINGS = set(re.findall(r"^\*\*(R-SFO-\d\d) ", (ROOT / "docs/rulings.md").read_text("utf-8"), re.MULTILINE))

TOY = Rulebook(
    "toy",
    [
        Rule("8-all-mp", "Movement points", "A unit moves once.", "movement", True),
        Rule("8.3-all-stop", "Stop in zones", "A unit stops in an enemy zone.", "movement", True),
        Rule("8.3-all-leave", "Leave zones", "A unit may leave a zone.", "movement", True),
        Rule("8.31-x", "Another section", "Not of 8.3.", "movement", True),
        Rule("9-note", "Why battles", "Tells a story.", "note", False),
    ],
)


def ids(rules: list[Rule]) -> list[str]:
    return [found.id for found in rules]


# -- finding ---------------------------------------------------------------------------------------


def test_find_by_id_or_section() -> None:
    assert ids(TOY.find("8.3-all-stop")) == ["8.3-all-stop"]
    assert ids(TOY.find("8.3")) == ["8.3-all-stop", "8.3-all-leave"]
    assert ids(TOY.find("8.3-all")) == ["8.3-all-stop", "8.3-all-leave"]
    both = Rulebook("toy", [*TOY.rules.values(), Rule("8.3", "Zones", "They are there.", "movement", True)])
    assert ids(both.find("8.3")) == ["8.3-all-stop", "8.3-all-leave", "8.3"]
    assert ids(TOY.find("8")) == ["8-all-mp", "8.3-all-stop", "8.3-all-leave", "8.31-x"]
    assert TOY.find("7") == [] and TOY.find("8.3-all-st") == [] and TOY.find("") == []


def test_search_by_words() -> None:
    assert ids(TOY.search("ENEMY zone")) == ids(TOY.search("zone enemy")) == ["8.3-all-stop"]
    assert ids(TOY.search("zone")) == ["8.3-all-stop", "8.3-all-leave"]
    assert ids(TOY.search("8.31")) == ["8.31-x"]
    assert TOY.search("zone fnord") == []


def test_text_of_a_rule() -> None:
    assert TOY.says("8-all-mp") == "A unit moves once."
    assert TOY.says("notation") == ""


def test_load_a_catalogue(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(
        '[[rule]]\nid = "1"\ntitle = "One"\nsays = "So."\nkind = "note"\ntestable = false\n', "utf-8"
    )
    read = load_rulebook(path, "toy")
    assert read.short == "toy" and read.rules == {"1": Rule("1", "One", "So.", "note", False)}
    path.write_text('[[rule]]\nid = "1"\ntitle = "One"\n', "utf-8")
    with pytest.raises(BadFile, match=r"line 1: rule\[0\]\.says: missing") as error:
        load_rulebook(path, "toy")
    assert error.value.path == str(path)


def case(id_: str, says: str, title: str = "T") -> str:
    return f'[[rule]]\nid = "{id_}"\ntitle = "{title}"\nsays = "{says}"\nkind = "note"\ntestable = true\n'


def test_included_catalogues(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(
        case("9.18", "Far.") + case("9.2", "Same.") + case("1", "A.", "X"), "utf-8"
    )
    (tmp_path / "two.toml").write_text(case("1", "B.", "Y") + case("9.2", "Same."), "utf-8")
    (tmp_path / "rulings.toml").write_text(case("R-1", "Ruled."), "utf-8")
    path = tmp_path / "rules.toml"
    both = "".join(f'[[include]]\nbook = "{b}"\nrules = "{b.lower()}.toml"\n' for b in ("One", "Two"))
    path.write_text(both + '[[include]]\nrules = "rulings.toml"\n' + case("14.1", "Own."), "utf-8")
    read = load_rulebook(path, "toy")
    assert [(rule.id, rule.title, rule.says) for rule in read.rules.values()] == [
        ("1", "X / Y", "One: A. Two: B."),
        ("9.2", "T", "Same."),
        ("9.18", "T", "One: Far."),
        ("14.1", "T", "Own."),
        ("R-1", "T", "Ruled."),
    ]
    assert ids(read.own) == ["14.1"]  # the others are proved in their own catalogues
    assert coverage(read, tmp_path).total == 1


def test_catalogue_cannot_include_itself_or_a_missing_file(tmp_path: Path) -> None:
    path, other = tmp_path / "rules.toml", tmp_path / "deep/other.toml"
    other.parent.mkdir()
    first = case("1", "A.") + '[[include]]\nrules = "deep/other.toml"\n'
    path.write_text(first, "utf-8")
    other.write_text(case("2", "B."), "utf-8")
    assert list(load_rulebook(path, "toy").rules) == ["1", "2"]
    for name, shown in (("none.toml", "none.toml"), ("other.toml", "other.toml"), ("../rules.toml", "")):
        other.write_text(case("2", "B.") + f'[[include]]\nrules = "{name}"\n', "utf-8")
        with pytest.raises(BadFile) as error:
            load_rulebook(path, "toy")
        assert (error.value.path, error.value.line) == (str(other), 8)
        assert error.value.reason.startswith(f"include[0].rules: cannot include '{shown}")
    path.write_text(case("1", "A.") + case("1", "B."), "utf-8")
    with pytest.raises(BadFile, match=r"line 8: rule\[1\]\.id: case 1 is listed twice"):
        load_rulebook(path, "toy")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('levels = ["basic", "expret"]', "levels: unknown level 'expret'; did you mean \"expert\"?"),
        ('option = "nigth"', "option: unknown option 'nigth'; did you mean \"night\"?"),
    ],
)
def test_cases_name_only_levels_and_options_of_their_game(tmp_path: Path, line: str, complaint: str) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(case("1", "A.") + case("2", "B.") + f"{line}\n", "utf-8")
    assert len(load_rulebook(path, "toy").rules) == 2
    with pytest.raises(BadFile) as error:
        load_rulebook(path, "toy", Scope(("basic", "expert"), ("night",)))
    assert (error.value.line, error.value.reason) == (13, f"rule[1].{complaint}")


def test_chapters_have_titles_and_cases(tmp_path: Path) -> None:
    path, other = tmp_path / "rules.toml", tmp_path / "rulings.toml"
    other.write_text('[chapters]\nR = "Rulings"\n' + case("R-1", "Ruled."), "utf-8")
    include = '[[include]]\nrules = "rulings.toml"\n'
    path.write_text('[chapters]\n1 = "First"\n' + include + case("1-all", "A."), "utf-8")
    assert load_rulebook(path, "toy").chapters == {"R": "Rulings", "1": "First"}
    path.write_text('[chapters]\n1 = "First"\n' + case("12.1", "A."), "utf-8")
    with pytest.raises(BadFile, match=r"line 2: chapters\.1: no case belongs to chapter 1"):
        load_rulebook(path, "toy")


def test_modules_that_cannot_be_played_yet(tmp_path: Path) -> None:
    path, (land, sea) = tmp_path / "rules.toml", (case("1", "A."), case("18", "B."))
    path.write_text(f'not-yet = ["naval"]\n{land}module = "core"\n{sea}module = "naval"\n', "utf-8")
    found = coverage(load_rulebook(path, "toy"), tmp_path)
    assert (ids(found.missing), {name: ids(cases) for name, cases in found.later.items()}) == (
        ["1"],
        {"naval": ["18"]},
    )
    tests = written(tmp_path, '@rule("toy", "18")\ndef test_at_sea() -> None: ...\n')
    found = coverage(load_rulebook(path, "toy"), tests)
    assert found.later == {"naval": []} and list(found.covered) == ["18"]


# -- tests that cite -------------------------------------------------------------------------------


def written(folder: Path, source: str, name: str = "test_toy.py") -> Path:
    path = folder / "tests" / "deep" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(source), "utf-8")
    return folder / "tests"


def test_coverage(tmp_path: Path) -> None:
    tests = written(
        tmp_path,
        """
        @rule("toy", "8-all-mp", "8.3-all-stop")
        def test_one() -> None: ...

        @parametrize("x", [1, 2])
        @rule("toy", "8.3-all-stop")
        def test_two(x: int) -> None: ...

        class TestZones:
            @rule("toy", "8.9-nowhere")
            def test_three(self) -> None: ...

        @rule("other", "8.3-all-leave")
        def test_of_another_game() -> None: ...

        @rule("toy", "8.3-all-leave")
        def helper() -> None: ...
        """,
    )
    found = coverage(TOY, tests)
    assert found.covered == {
        "8-all-mp": ["tests/deep/test_toy.py::test_one"],
        "8.3-all-stop": ["tests/deep/test_toy.py::test_one", "tests/deep/test_toy.py::test_two"],
    }
    assert ids(found.missing) == ["8.3-all-leave", "8.31-x"], "what cannot be tested is not missing"
    assert found.unknown == [Citation("toy", "8.9-nowhere", "tests/deep/test_toy.py::test_three")]
    assert found.total == 4


def test_citations_outside_test_files_are_ignored(tmp_path: Path) -> None:
    tests = written(tmp_path, '@rule("toy", "8-all-mp")\ndef test_one() -> None: ...\n', "helpers.py")
    assert citations(tests) == []


@pytest.mark.parametrize(
    "mark",
    [
        "@pytest.mark.skip",
        '@pytest.mark.skip(reason="later")',
        '@pytest.mark.skipif(True, reason="x")',
        "@pytest.mark.xfail",
        "@pytest.mark.xfail(strict=True)",
        "@pytest.mark.slow",
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_skipped_tests_do_not_count(mark: str, first: bool, tmp_path: Path) -> None:
    cite = '@rule("toy", "8-all-mp")'
    marks = f"{mark}\n{cite}" if first else f"{cite}\n{mark}"
    tests = written(tmp_path, f"{marks}\ndef test_one() -> None: ...\n")
    assert citations(tests) == []


CITED = '@rule("toy", "8-all-mp")\ndef test_one() -> None: ...\n'


@pytest.mark.parametrize(
    "source",
    [
        f"pytestmark = pytest.mark.skip\n{CITED}",
        f"pytestmark = [pytest.mark.slow]\n{CITED}",
        f'pytest.skip("all of it", allow_module_level=True)\n{CITED}',
        f"@pytest.mark.skip\nclass TestAll:\n{indent(CITED, '    ')}",
    ],
    ids=["file", "file-list", "file-call", "class"],
)
def test_tests_in_skipped_classes_and_files_do_not_count(source: str, tmp_path: Path) -> None:
    assert citations(written(tmp_path, source)) == []


def test_skip_in_another_place_does_not_hide_a_test(tmp_path: Path) -> None:
    source = (
        '@pytest.mark.parametrize("skipped", [1])\n@rule("toy", "8-all-mp")\ndef test_one() -> None: ...\n'
    )
    assert [c.rule for c in citations(written(tmp_path, source))] == ["8-all-mp"]


def test_rule_mark() -> None:
    @rule("toy", "8-all-mp")
    @rule("toy", "8.3-all-stop", "8.3-all-leave")
    def test() -> int:
        return 3

    assert test() == 3
    assert test.proves == [  # type: ignore[attr-defined]
        ("toy", "8.3-all-stop"), ("toy", "8.3-all-leave"), ("toy", "8-all-mp"),
    ]  # fmt: skip


# -- the catalogue of Strike Force One -------------------------------------------------------------


def test_catalogues_are_complete() -> None:
    text = (data_folder("strike-force-one") / "rules.toml").read_text("utf-8")
    counts = Counter(re.findall(r'^id = "(.+)"$', text, re.MULTILINE))
    assert [id_ for id_, times in counts.items() if times > 1] == [], "an id stands there once"
    assert set(counts) == set(SFO.rules)
    assert sum(found.testable for found in SFO.rules.values()) == 206
    assert SFO.short == "sfo"
    for found in SFO.rules.values():
        assert found.title and found.says.endswith(".") and found.kind
        assert len(found.says) < 300, "one sentence"


def test_tests_cite_existing_rules() -> None:
    assert coverage(SFO, ROOT / "tests").unknown == []


def strings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


ID = re.compile(r"\d+(\.\d+)?-[a-z0-9]+(-[a-z0-9]+)*|R-SFO-\d+")
"""What a rule id or a ruling looks like."""


def assert_exists(id_: str, place: str) -> None:
    assert id_ in SFO.rules or id_ in RULINGS, f"{place}: there is no rule {id_}"


def cited_in_code(path: Path) -> Iterator[tuple[int, str]]:
    """Yield strings that look like rule ids, and those where a rule id is required."""
    tree = ast.parse(path.read_text("utf-8"))
    for line, text in strings(tree):
        if ID.fullmatch(text):
            yield line, text
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            place = {"Illegal": 0, "Line": 2, "Result": 3}.get(node.func.id)
            args = node.args[place : place + 1] if place is not None else []
            args += [keyword.value for keyword in node.keywords if keyword.arg == "rule"]
            for arg in args:
                if isinstance(arg, ast.Constant) and arg.value not in ("notation", "over", ""):
                    yield node.lineno, str(arg.value)


def test_code_cites_existing_rules() -> None:
    cited = 0
    for path in sorted(PACKAGE.rglob("*.py")):
        for line, id_ in cited_in_code(path):
            assert_exists(id_, f"{path.name}, line {line}")
            cited += 1
    assert cited > 60


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the comments and docstrings of a file, with their first lines."""
    text = path.read_text("utf-8")
    if path.suffix == ".toml":
        yield from ((n, line.partition("#")[2]) for n, line in enumerate(text.splitlines(), start=1))
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT or token.string.startswith('"""'):
            yield token.start[0], token.string


def test_docstrings_and_comments_cite_existing_rules() -> None:
    """In square brackets: cases, sections and rulings, one or several."""
    cited = 0
    files = [*PACKAGE.rglob("*.py"), *PACKAGE.glob("data/*.toml"), *PACKAGE.glob("data/scenarios/*.toml")]
    for path in sorted(files):
        for line, text in prose(path):
            for id_ in ", ".join(re.findall(r"\[((?:R-SFO-|\d)[^\[\]]*)\]", text)).split(", "):
                first, *last = re.split("[-–]", id_) if re.fullmatch(r"[\d.]+[-–][\d.]+", id_) else [id_]
                for section in filter(None, [first, *last]):  # 11-13: whole sections
                    assert SFO.find(section) or section in RULINGS, (
                        f"{path.name}, line {line}: no rule {section}"
                    )
                    cited += 1
    assert cited > 80


def test_data_cites_existing_rules() -> None:
    cited = 0
    for path in sorted((PACKAGE / "data").glob("*.toml")):
        for id_ in re.findall(r'\brule = "([^"]+)"', path.read_text("utf-8")):
            assert_exists(id_, path.name)
            cited += 1
    assert cited > 15


CODE = '''"""A chapter [1]."""

TABLE = {"8.3-all-stop": 1}
RED, BLUE = 0, 1  # the sides [2.1]

class Line:
    rule: str = "8.3-all-leave"


class Zone:
    """A zone [Toy 8.4, Other 8.5]."""

    size = 6
    """The hexes of a zone [8.6–8.8]."""

    def stops(self) -> str:
        return "8.3-all-stop"

    def holds(self) -> None:
        """Hold a unit [8.3-all-leave, R-1]."""


def move() -> None:
    spend = 1  # the whole allowance [8-all-mp]
    print(TABLE["8.31-x"], spend)
'''


def test_find_code_that_cites_a_rule(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game/zones.py").write_text(CODE, "utf-8")

    def cited(*ids: str) -> list[str]:
        return [str(source) for source in code_citing(ids, [tmp_path / "game"], tmp_path, {"other"})]

    assert cited("8.3-all-stop") == ["game/zones.py:3  TABLE", "game/zones.py:16  Zone.stops"]
    assert cited("8.3-all-leave") == ["game/zones.py:6  Line", "game/zones.py:19  Zone.holds"]
    assert cited("8-all-mp", "R-1") == ["game/zones.py:19  Zone.holds", "game/zones.py:23  move"]
    assert cited("1") == ["game/zones.py:1  zones"]
    assert cited("2.1") == ["game/zones.py:4  RED, BLUE"]
    assert cited("8.4") == ["game/zones.py:11  Zone"]
    assert cited("8.7") == ["game/zones.py:13  Zone.size"]
    assert cited("9-note") == cited("8.5") == []
    elsewhere = code_citing(["1"], [tmp_path / "game"], tmp_path / "another")
    assert [source.file for source in elsewhere] == [(tmp_path / "game/zones.py").as_posix()]


def test_find_charts_that_cite_a_rule(tmp_path: Path) -> None:
    for name in ("tables.toml", "rules.toml"):
        (tmp_path / name).write_text(
            '[combat]\nrule = "8.3-all-stop"\nzone = 1  # [8.3-all-stop, 8.4]\n', "utf-8"
        )
    found = data_citing(["8.3-all-stop"], [tmp_path], tmp_path)
    assert [source.line for source in found] == [2, 3] and {source.file for source in found} == {
        "tables.toml"
    }
    assert str(found[0]) == 'tables.toml:2  rule = "8.3-all-stop"'
    assert data_citing(["8.3-all"], [tmp_path], tmp_path) == []


def test_charts_of_another_game_do_not_count(tmp_path: Path) -> None:
    for name in ("tables.toml", "tables-sandown.toml", "sandown.toml", "tables-sandowner.toml"):
        (tmp_path / name).write_text('rule = "8.4"\n', "utf-8")
    found = data_citing(["8.4"], [tmp_path], tmp_path, others=["sandown"])
    assert [source.file for source in found] == ["tables-sandowner.toml", "tables.toml"]
    assert len(data_citing(["8.4"], [tmp_path], tmp_path)) == 4


def test_rulings_are_unique() -> None:
    text = (ROOT / "docs/rulings.md").read_text("utf-8")
    counts = Counter(re.findall(r"^\*\*(R-[A-Z]+-\d+) ", text, re.MULTILINE))
    assert max(counts.values()) == 1
    assert sorted(RULINGS) == [f"R-SFO-{n:02d}" for n in range(1, len(RULINGS) + 1)]
