"""Mutation testing, tried on a package of one module."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import libcst as cst
import pytest

from tools.mutants.__main__ import EQUIVALENT, main
from tools.mutants.listing import Mutant, is_wording, mutants_of
from tools.mutants.parts import PARTS, ROOT, Part
from tools.mutants.report import Outcome, Verdict, equivalents, report, share_killed
from tools.mutants.run import Failed, draw, find
from tools.mutants.trial import Failure, first_to_notice

SOURCE = '''\
"""A toll road."""

from functools import lru_cache
from typing import cast


def toll(axles: int, night: bool = False) -> int:
    """Return the toll."""
    if axles > 2:
        return 10 * axles
    return 5


def refuse(axles: int) -> ValueError:
    return ValueError(f"too many axles: {axles + 1}", "too heavy")


def hang(number: int) -> int:
    while number > 0:
        number -= 1
    return number


def prices() -> dict[int, int]:
    return {axles: toll(axles) for axles in (2, 3)}


@lru_cache
def cached_price(axles: int) -> int:
    return base(axles)


def base(axles: int) -> int:
    return axles + 1


PRICES = prices()


class Gate:
    def opens(self, paid: int) -> bool:
        return cast("bool", paid >= PRICES[2])
'''
TESTS = """\
import toll


def test_a_car_pays_the_flat_rate():
    assert toll.toll(2) == 5


def test_a_lorry_pays_by_the_axle():
    assert toll.toll(3) == 30


def test_the_countdown_ends():
    assert toll.hang(3) == 0


def test_the_list_of_prices():
    assert toll.PRICES == {2: 5, 3: 30}


def test_the_cache_is_filled():
    assert toll.cached_price(1)


def test_the_cached_price():
    assert toll.cached_price(1) == 2


def test_the_gate_opens_for_a_ticket():
    assert toll.Gate().opens(6)
"""


@pytest.fixture
def part(tmp_path: Path) -> Part:
    (tmp_path / "toll.py").write_text(SOURCE)
    (tmp_path / "test_toll.py").write_text(TESTS)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)  # with the options that pytest gets here
    return Part("toll", ("toll.py",), ("test_toll.py",), root=tmp_path)


def changes(part: Part, function: str) -> list[str]:
    """Return the new lines of all mutants of a function."""
    mutants = [mutant for file in part.files() for mutant in mutants_of(file) if mutant.function == function]
    return [line[1:].strip() for mutant in mutants for line in mutant.changed_lines if line.startswith("+")]


def judged(part: Part, *wanted: str) -> list[str]:
    """Try the mutants with these new lines; return what killed each, and of how many tests."""
    program = f"""
from pathlib import Path
from tools.mutants.parts import Part
from tools.mutants.listing import mutants_of
from tools.mutants import trial
from tools.mutants.run import judge
part = Part("toll", ("toll.py",), ("test_toll.py",), root=Path({str(part.root)!r}))
trial.PATIENCE = 0.5
mutants = {{mutant.changed_lines[-1][1:].strip(): mutant for mutant in mutants_of(part.files()[0])}}
outcomes = judge(part, [mutants[line] for line in {wanted!r}], lambda outcome: None)
verdicts = {{outcome.mutant.changed_lines[-1][1:].strip(): outcome.verdict for outcome in outcomes}}
for line in {wanted!r}:
    red = ", red: " + " ".join(verdicts[line].red) if verdicts[line].red else ""
    by = verdicts[line].by.partition("::")[2] or verdicts[line].by
    print(f"{{by}} of {{verdicts[line].tests}}{{red}}")
"""
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


# -- the list of mutants -----------------------------------------------------------------------------


def test_mutants_are_inside_functions(part: Part) -> None:
    found = {mutant.function for mutant in mutants_of(part.files()[0])}
    assert found == {"toll", "hang", "prices", "base"}


def test_operators_numbers_and_defaults_change(part: Part) -> None:
    found = changes(part, "toll")
    assert "if axles >= 2:" in found
    assert "if axles > 3:" in found
    assert "return 10 / axles" in found
    assert "def toll(axles: int, night: bool = True) -> int:" in found


def test_wording_and_types_do_not_change(part: Part) -> None:
    assert changes(part, "refuse") == []
    assert changes(part, "Gate.opens") == []


@pytest.mark.parametrize(
    ("expression", "wording"),
    [
        ('"no room"', True),
        ('"room"', False),
        ('f"no room for {unit}"', True),
        ('f"{side}-{unit}"', False),
        ('"no room" if full else "room"', True),
        ('"no" " room"', True),
        ("units + 1", False),
    ],
)
def test_text_with_a_space_is_wording(expression: str, wording: bool) -> None:
    assert is_wording(cst.parse_expression(expression)) is wording


def test_only_the_rule_of_a_refusal_changes(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text('def check(unit):\n    return Illegal("8.3", "stop", unit=name(unit))\n')
    lines = [line for mutant in mutants_of(file) for line in mutant.changed_lines if line[0] == "+"]
    assert lines == [
        '+    return Illegal(None, "stop", unit=name(unit))',
        '+    return Illegal("stop", unit=name(unit))',
        '+    return Illegal("XX8.3XX", "stop", unit=name(unit))',
    ]


def test_a_mutant_knows_its_line_and_has_a_lasting_name(part: Part) -> None:
    def named() -> Mutant:
        every = mutants_of(part.files()[0])
        return next(mutant for mutant in every if "+    if axles >= 2:" in mutant.changed_lines)

    before = named()
    assert before.line == 9
    file = part.files()[0]
    file.write_text("# a comment\n" + file.read_text())
    after = named()
    assert after.line == 10
    assert before.id(part.root) == after.id(part.root)
    assert before.id(part.root).startswith("toll.py:toll:")


# -- the sample --------------------------------------------------------------------------------------


def test_the_same_seed_draws_the_same_sample(part: Part) -> None:
    def ids(seed: int) -> list[str]:
        return [mutant.id(part.root) for mutant in draw(part, 5, seed)]

    assert len(ids(1)) == 5
    assert ids(1) == ids(1)
    assert ids(1) != ids(2)


def test_a_mutant_is_found_by_its_name(part: Part) -> None:
    wanted = [mutant.id(part.root) for mutant in draw(part, 3, 1)]
    assert [mutant.id(part.root) for mutant in find(part, wanted)] == wanted
    with pytest.raises(Failed, match="no such mutant"):
        find(part, ["toll.py:toll:00000000"])


# -- the trial ---------------------------------------------------------------------------------------


def test_mutants_are_judged_by_the_tests_that_reach_them(part: Part) -> None:
    nobody_asks = "def toll(axles: int, night: bool = True) -> int:"
    endless = "number += 1"
    at_import = "return {axles: toll(axles) for axles in (2, 4)}"
    read_from_a_cache = "return axles + 2"
    found = judged(part, "if axles > 3:", nobody_asks, endless, at_import, read_from_a_cache)
    assert found == [
        "test_a_lorry_pays_by_the_axle of 2",
        " of 2",
        "timeout of 1",
        "test_the_list_of_prices of 7",
        "test_the_cached_price of 7",
    ]


FEE = """

def fee(days: int = 1) -> int:
    return 3 * days
"""
SIGN = """

def test_the_sign_gives_the_fee():
    from pathlib import Path

    assert toll.fee() and Path(__file__).with_name("sign.txt").exists()
"""


def test_a_test_that_fails_without_the_mutant_kills_nothing(part: Part) -> None:
    for name, text in (("toll.py", FEE), ("test_toll.py", SIGN), ("sign.txt", "3 a day")):
        with (part.root / name).open("a") as file:
            file.write(text)
    in_memory, from_import = "return 3 / days", "def fee(days: int = 2) -> int:"
    assert judged(part, in_memory, from_import) == [" of 1", " of 1"]
    (part.root / "sign.txt").unlink()
    red = ", red: test_toll.py::test_the_sign_gives_the_fee"
    assert judged(part, in_memory, from_import) == [f" of 1{red}", f" of 1{red}"]
    (part.root / ".mutants/reach-toll.json").unlink()
    assert judged(part, in_memory, "if axles > 3:") == [
        f" of 0{red}",
        f"test_a_lorry_pays_by_the_axle of 2{red}",
    ]


def test_tests_that_fail_anyway_are_left_out() -> None:
    def attempt(tests: Sequence[str], mutated: bool) -> Failure | None:
        failing = {"red", "good"} if mutated else {"red"}
        return next((Failure(test, n) for n, test in enumerate(tests, 1) if test in failing), None)

    assert first_to_notice(["blind", "red", "good"], attempt) == ("good", ["red"])
    assert first_to_notice(["good", "red"], attempt) == ("good", [])
    assert first_to_notice(["blind", "red"], attempt) == ("", ["red"])
    assert first_to_notice(["red"], lambda tests, mutated: Failure("cannot be imported", 0)) == ("", [])


# -- the report --------------------------------------------------------------------------------------


def outcome(part: Part, killed: bool, number: int) -> Outcome:
    mutant = mutants_of(part.files()[0])[number]
    return Outcome(mutant, mutant.id(part.root), Verdict(killed, "test" if killed else "", 3))


def test_the_report_lists_survivors_with_their_change(part: Part) -> None:
    outcomes = [outcome(part, True, 0), outcome(part, False, 1), outcome(part, False, 2)]
    text = report("toll", outcomes, {outcomes[2].id: "the same"})
    assert "1 of 2 mutants killed (50.0%)" in text
    assert "1 equivalent, not counted" in text
    assert outcomes[1].id in text
    assert outcomes[2].id not in text
    assert all(f"  {line}" in text for line in outcomes[1].mutant.changed_lines)
    assert share_killed([]) == 100


def test_the_report_names_red_tests(part: Part) -> None:
    mutant = mutants_of(part.files()[0])[0]
    survivor = Outcome(mutant, mutant.id(part.root), Verdict(False, "", 3, ["test_toll.py::test_sign"]))
    text = report("toll", [survivor], {})
    assert "1 tests fail without any mutant; they count for nothing:\n  test_toll.py::test_sign" in text


def test_a_killed_mutant_is_not_equivalent(part: Part) -> None:
    killed = outcome(part, True, 0)
    assert f"listed as equivalent but killed by test: {killed.id}" in report(
        "toll", [killed], {killed.id: "same"}
    )


# -- the parts and the list of equivalent mutants -------------------------------------------------------


@pytest.mark.parametrize("name", PARTS)
def test_every_part_has_source_and_tests(name: str) -> None:
    part = PARTS[name]
    assert part.files()
    assert part.test_files()
    assert all((part.root / place).exists() for place in (*part.source, *part.tests, *part.tests_left_out))
    assert not [file for file in part.files() if "advice" in file.parts]


def test_equivalent_mutants_are_in_functions_that_exist_and_have_a_reason() -> None:
    for id_, why in equivalents(EQUIVALENT).items():
        file, function, _ = id_.split(":")
        assert f"def {function.rpartition('.')[2]}(" in (ROOT / file).read_text("utf-8"), id_
        assert why.endswith("."), id_


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["chess"])
    assert "invalid choice: 'chess'" in capsys.readouterr().err
