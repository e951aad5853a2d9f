"""The commands games, rules and map."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.games import game_file
from tests.cli.conftest import Cli


def test_games_lists_every_scenario(cli: Cli) -> None:
    answer = cli("games")
    assert answer.status == 0
    for name in game_file("sfo").scenarios:
        assert f"strike-force-one/{name}" in answer.out


def test_games_explains_the_options_of_one_game(cli: Cli) -> None:
    answer = cli("games", "sfo")
    assert "event-draw = dice | chits (dice)" in answer.out
    assert "Turn 4 is a night turn" in answer.out


def test_games_in_json(cli: Cli) -> None:
    game, *others = cli("games", "--json").json
    assert game["id"] == "strike-force-one"
    assert [other["id"] for other in others] == ["pincher", "sandown", "grand-campaign", "nuremberg", "ocs"]
    assert [side["id"] for side in game["sides"]] == ["soviet", "us"]
    standard = next(s for s in game["scenarios"] if s["id"].endswith("/expert-standard"))
    assert "six-turns" in standard["options"]
    assert standard["turns"] == 4


def test_games_imports_few_modules() -> None:
    code = (
        "import sys; from grognard.cli import main; main(['games']);"
        "print([m for m in sys.modules if m.startswith(('typer', 'rich', 'grognard.ai', 'grognard.sim'))"
        " or m.endswith('.rules')], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"


def test_version_and_help(cli: Cli) -> None:
    assert cli("--version").out.startswith("grognard 0.")
    assert "Exit status: 0" in cli("--help").out
    assert "--hide-seed" in cli("order", "--help").out


# -- rules -----------------------------------------------------------------------------------------


def test_rules_by_id_section_and_words(cli: Cli) -> None:
    assert cli("rules", "sfo", "8.3-all-stop").out.startswith("8.3-all-stop  Stop in enemy ZOC\n")
    section = cli("rules", "sfo", "8.3").out
    assert "8.3-all-enemy" in section and "8.3-all-stop" in section and "9.2" not in section
    words = cli("rules", "sfo", "retreat", "enemy", "zone").out
    assert "9.2-all-zoc" in words


def test_rules_lists_all_cases(cli: Cli) -> None:
    assert "211 cases" in cli("rules", "sfo").out
    assert len(cli("rules", "sfo", "--json").json) == 211


def test_unknown_rules(cli: Cli) -> None:
    answer = cli("rules", "sfo", "dragons")
    assert answer.status == 1
    assert "dragons" in answer.err and answer.err.count("\n") == 1


def write_tests(folder: Path, *ids: str) -> str:
    folder.mkdir()
    marks = "".join(f"@rule('sfo', {id_!r})\n" for id_ in ids)
    (folder / "test_it.py").write_text(f"{marks}def test_it(): ...\n")
    return str(folder)


def test_coverage_lists_missing_tests_and_unknown_rules(cli: Cli, here: Path) -> None:
    tests = write_tests(here / "t", "8.3-all-stop", "no-such-rule")
    answer = cli("rules", "sfo", "--coverage", "--tests", tests)
    assert answer.status == 1
    assert "1 of 206 testable cases have a test" in answer.out
    assert "no test    8.3-all-enemy" in answer.out
    assert "no test    8.3-all-stop" not in answer.out
    assert "no rule    no-such-rule" in answer.out and "test_it.py::test_it" in answer.out
    assert "absent     2-all-learning               a note, nothing to test" in answer.out
    assert "absent     fig8-all                     not recoverable" in answer.out


def test_coverage_says_why_a_case_of_the_text_is_not_tested(cli: Cli, here: Path) -> None:
    out = cli("rules", "ocs", "--coverage", "--tests", write_tests(here / "t")).out
    assert "not recoverable" not in out
    assert "absent     2.4.1                        left to the agreement of the players [R-OCS-130]" in out
    assert "absent     21.10a                       rests on the players' judgment [R-OCS-131]" in out
    assert "no test    9.12c.3" in out  # it can be tested


def test_where_a_rule_is_implemented_and_proved(cli: Cli, here: Path) -> None:
    tests = write_tests(here / "t", "8.3-all-stop")
    out = cli("rules", "sfo", "8.3-all-stop", "--where", "--tests", tests).out
    assert "  code  src/grognard/games/strike_force_one/movement.py:" in out
    assert "  test  t/test_it.py::test_it" in out
    places = cli("rules", "sfo", "8.3", "--where", "--json", "--tests", tests).json
    assert places["8.3-all-stop"]["test"] == ["t/test_it.py::test_it"]
    assert places["8.3-all-enemy"]["test"] == []


@pytest.mark.parametrize(
    ("game", "case", "folder"),
    [
        ("ocs", "9.12.1", "ocs/combat"),
        ("pincher", "12.18-three", "sww3/combat"),
        ("nuremberg", "12.5.1-when", "nuremberg"),
    ],
)
def test_where_looks_in_the_packages_of_game_and_family(cli: Cli, game: str, case: str, folder: str) -> None:
    assert f"  code  src/grognard/games/{folder}/" in cli("rules", game, case, "--where").out


def test_where_a_ruling_is_cited(cli: Cli) -> None:
    out = cli("rules", "ocs", "R-OCS-357", "--where").out
    assert "R-OCS-357  see docs/rulings.md" in out
    assert "  code  src/grognard/games/ocs/fleet/gunnery.py:" in out


def test_where_tells_the_books_of_a_family_apart(cli: Cli) -> None:
    """Section 11.20 is about garrisons in Pincher and about local armies in Sandown."""

    def where(game: str, case: str) -> dict[str, list[str]]:
        places: dict[str, list[str]] = cli("rules", game, case, "--where", "--json").json[case]
        return places

    pincher, sandown = where("pincher", "11.20"), where("sandown", "11.20-local")
    assert any(code.endswith("  allowance") for code in pincher["code"])
    assert any(code.endswith("  _limited_units") for code in sandown["code"])
    assert not any(code.endswith("  _limited_units") for code in pincher["code"])
    assert not any("tables-sandown" in data for data in pincher["data"])
    tests = where("grand-campaign", "12.1-roles")["test"]  # it has the cases of both books
    assert tests and all(test.startswith("tests/rules/sww3/") for test in tests)


def test_coverage_in_json(cli: Cli, here: Path) -> None:
    found = cli(
        "rules", "sfo", "--coverage", "--json", "--tests", write_tests(here / "t", "8.3-all-stop")
    ).json
    assert found["total"] == 206
    assert found["covered"] == {"8.3-all-stop": ["t/test_it.py::test_it"]}
    assert len(found["missing"]) == 205
    assert set(found["untestable"]) >= {"1", "fig8-all"}


def test_full_coverage(cli: Cli, here: Path) -> None:
    every = [rule["id"] for rule in cli("rules", "sfo", "--json").json if rule["testable"]]
    answer = cli("rules", "sfo", "--coverage", "--tests", write_tests(here / "t", *every))
    assert answer.status == 0
    assert "206 of 206" in answer.out


def test_coverage_of_all_games(cli: Cli, here: Path) -> None:
    tests = write_tests(here / "t", "8.3-all-stop")
    answer = cli("rules", "--coverage", "--tests", tests)
    assert answer.status == 1
    assert "strike-force-one: 1 of 206 testable cases have a test" in answer.out
    assert "ocs: 0 of " in answer.out and "no test    9.12c.3" in answer.out
    assert "  absent  " not in answer.out
    found = cli("rules", "--coverage", "--json", "--tests", tests).json
    assert found["strike-force-one"]["covered"] == {"8.3-all-stop": ["t/test_it.py::test_it"]}
    assert len(found) >= 6


def test_rules_of_no_game(cli: Cli) -> None:
    answer = cli("rules", "--where")
    assert answer.status == 2 and "name a game: strike-force-one, " in answer.err


def test_coverage_uses_the_tests_of_the_source(cli: Cli) -> None:
    answer = cli("rules", "sfo", "--coverage")
    assert " of 206 testable cases have a test" in answer.out


def test_coverage_without_tests(cli: Cli, here: Path) -> None:
    answer = cli("rules", "sfo", "--coverage", "--tests", str(here))
    assert answer.status == 2
    assert "no tests in" in answer.err


def test_coverage_of_a_broken_test_file(cli: Cli, here: Path) -> None:
    folder = Path(write_tests(here / "t", "8.3-all-stop"))
    (folder / "test_bad.py").write_text("def\n")
    answer = cli("rules", "sfo", "--coverage", "--tests", str(folder))
    assert answer.status == 2
    assert "not Python" in answer.err and answer.err.count("\n") == 1


# -- map -------------------------------------------------------------------------------------------


def test_map_on_the_screen(cli: Cli) -> None:
    answer = cli("map", "sfo/basic")
    assert "0101" in answer.out and "[SA]" in answer.out and "★ objective" in answer.out
    assert "[SA]" not in cli("map", "sfo/basic", "--bare").out


def test_map_as_text_and_picture(cli: Cli, here: Path) -> None:
    for name in ("m.svg", "m.txt"):
        assert cli("map", "sfo/expert-standard", "-o", name).status == 0
    assert (here / "m.svg").read_text().startswith("<svg")
    assert "\x1b" not in (here / "m.txt").read_text()


def test_map_as_png(cli: Cli, here: Path) -> None:
    pytest.importorskip("resvg_py")
    assert cli("map", "sfo/basic", "-o", "m.png", "--width", "200").status == 0
    assert (here / "m.png").read_bytes().startswith(b"\x89PNG")
    assert [path.name for path in here.iterdir()] == ["m.png"]


@pytest.mark.parametrize(
    ("scenario", "inside", "outside"),
    [
        ("nuremberg/border-battle", "4816", "5018"),
        ("pincher/race-to-the-rhine", "3401", "3301"),
        ("sandown/tabriz-and-erzurum", "4244", "4144"),
    ],
)
def test_map_shows_only_the_hexes_in_play(
    cli: Cli, here: Path, scenario: str, inside: str, outside: str
) -> None:
    assert cli("map", scenario, "-o", "m.svg").status == 0
    assert cli("map", scenario, "-o", "m.txt", "--width", "400").status == 0
    for drawn in ((here / "m.svg").read_text(), (here / "m.txt").read_text()):
        assert inside in drawn and outside not in drawn


def setup_marks(drawn: str) -> set[str]:
    """Return the setup marks on a drawn map: unit ids, which differ from the labels of the counters."""
    return set(re.findall(r">(S[A-Z]|[T-Z])</text>", drawn))


def test_map_shows_the_setup_marks_of_its_scenario(cli: Cli, here: Path) -> None:
    for scenario, marks in (
        ("basic", {"W", "X", "Y", "Z", "SA", "SB", "SD", "SE", "SG", "SV"}),
        ("expert-engagement", {"Y", "SB", "SG"}),
    ):
        assert cli("map", f"sfo/{scenario}", "--bare", "-o", "m.svg").status == 0
        assert setup_marks((here / "m.svg").read_text()) == marks


def test_map_of_a_saved_game(cli: Cli, record: str) -> None:
    assert "[SA]*" in cli("map", record).out


def test_map_without_unicode(cli: Cli) -> None:
    assert cli("map", "sfo/basic", "--ascii").out.isascii()
