"""Damaged, changed or newer records are refused with their line; older ones still load."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import grognard
from grognard.core.errors import BadFile
from grognard.core.play import record as records
from tests.core.play.records import HUGE, half_way, refused, reopened, text_of
from tests.games.random_play import SCENARIOS, eager_order, walk
from tests.support import situation

# -- damage ----------------------------------------------------------------------------------------


@cache
def damaged_games() -> list[str]:
    """Return records of running and finished games, one from a position, one continued by email."""
    texts = [text_of(half_way(scenario, 18)) for scenario in SCENARIOS if scenario.endswith("standard")]
    texts += [text_of([*walk(scenario, 41)][-1]) for scenario in SCENARIOS[:2]]
    from_middle = situation("advanced", "soviet movement", dice=[2], SA="0605", SB="0604", Z="0405", Y="0302")
    for order in ("move SA 0605-0505", "end", "attack 0405 SA", "end"):
        if from_middle.check(order) is None:
            from_middle.play(order)
    mailed = reopened(text_of(half_way("strike-force-one/expert-engagement", 14), with_seed=False))
    hand = random.Random(7)
    for _ in range(10):
        mailed.play(eager_order(mailed, hand))
    return [*texts, text_of(from_middle), text_of(mailed)]


def assert_refused_or_the_same(text: str, broken: str, what: str) -> int | None:
    """Assert that damage is refused with a line, or has no effect on the game."""
    try:
        game = grognard.loads(broken)
    except BadFile as error:
        assert error.line is not None, f"{what}: {error}"
        assert 1 <= error.line <= broken.count("\n") + 1
        return error.line
    assert text_of(game) == text, f"{what}: accepted as another game"
    return None


def is_order(line: str) -> bool:
    return line[:1].isdigit()


def is_mark(line: str) -> bool:
    return line.startswith("= ")


def each(text: str, kind: Callable[[str], bool]) -> Iterator[tuple[int, list[str]]]:
    """Yield for each line of a kind its number (from 1) and a copy of all lines."""
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if kind(line):
            yield number, list(lines)


@pytest.mark.parametrize("which", range(5))
def test_missing_line_is_found(which: int) -> None:
    text = damaged_games()[which]
    for number, lines in each(text, lambda line: not line.startswith("seed:")):
        gone = lines.pop(number - 1)
        line = assert_refused_or_the_same(text, "\n".join(lines) + "\n", f"without {gone!r}")
        if is_order(gone) or number == 1 or number == len(lines) + 1:
            assert line is not None, f"{gone!r} is missing and nobody noticed"


def test_record_without_its_seed_line_is_valid() -> None:
    game = half_way()
    text = re.sub(r"(?m)^seed: .*\n", "", text_of(game))
    assert text == text_of(game, with_seed=False)


@pytest.mark.parametrize("which", range(5))
def test_repeated_line_is_found(which: int) -> None:
    text = damaged_games()[which]
    for number, lines in each(text, lambda line: True):
        lines.insert(number, lines[number - 1])
        line = assert_refused_or_the_same(text, "\n".join(lines) + "\n", f"twice {lines[number]!r}")
        if is_order(lines[number]) or number == 1:
            assert line == number + 1 or number == 1


@pytest.mark.parametrize("which", range(5))
def test_swapped_lines_are_found(which: int) -> None:
    text = damaged_games()[which]
    lines = text.splitlines()
    source = random.Random(which)
    pairs = [(n, n + 1) for n in range(len(lines) - 1)]
    pairs += [tuple(sorted(source.sample(range(len(lines)), 2))) for _ in range(60)]  # type: ignore[misc]
    for one, other in pairs:
        swapped = list(lines)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        what = f"{lines[one]!r} and {lines[other]!r}"
        line = assert_refused_or_the_same(text, "\n".join(swapped) + "\n", what)
        if is_order(lines[one]) and is_order(lines[other]):
            assert line == one + 1


def _other_unit(line: str) -> str:
    return re.sub(r"\b(S[ABVGDE]|[WXYZ])\b", lambda m: "SE" if m[1] != "SE" else "SD", line, count=1)


def _other_hex(line: str) -> str:
    return re.sub(r"\b(\d{3})(\d)\b(?!.*-)", lambda m: m[1] + ("2" if m[2] != "2" else "3"), line, count=1)


def _other_die(line: str) -> str:
    return re.sub(r"\[(\d+)", lambda m: f"[{int(m[1]) % 6 + 1}", line, count=1)


def _other_side(line: str) -> str:
    return re.sub(r" (soviet|us) ", lambda m: " us " if m[1] == "soviet" else " soviet ", line, count=1)


def _other_number(line: str) -> str:
    return f"9{line}"


def _other_check(line: str) -> str:
    return re.sub(r"~(.)", lambda m: "~0" if m[1] != "0" else "~1", line)


def _other_verb(line: str) -> str:
    return line.replace(" move ", " enter ").replace(" attack ", " lose ").replace(" end", " pass")


@pytest.mark.parametrize(
    "change", [_other_unit, _other_hex, _other_die, _other_side, _other_number, _other_check, _other_verb]
)
def test_changed_order_line_is_reported(change: Callable[[str], str]) -> None:
    changed = 0
    for text in damaged_games():
        for number, lines in each(text, is_order):
            was = lines[number - 1]
            lines[number - 1] = change(was)
            if lines[number - 1] != was:
                changed += 1
                assert refused("\n".join(lines)).line == number, f"{was!r} -> {lines[number - 1]!r}"
    assert changed > 10


@pytest.mark.parametrize("change", [_other_unit, _other_hex, _other_die, _other_side, _other_verb])
def test_change_is_found_without_checks(
    change: Callable[[str], str],
) -> None:
    """A hand-written record has no checks; a change is found there, or at the next hash at the latest."""
    changed = 0
    for original in damaged_games():
        text = re.sub(r" ~[0-9a-f]{4}\b", "", original)
        assert text_of(grognard.loads(text)) == original
        for number, lines in each(text, is_order):
            was = lines[number - 1]
            lines[number - 1] = change(was)
            if lines[number - 1] == was:
                continue
            try:
                found = grognard.loads("\n".join(lines))
            except BadFile as error:
                assert error.line is not None
                following = next(n for n, line in enumerate(lines, 1) if n > number and is_mark(line))
                assert number <= error.line <= following
                changed += 1
            else:  # the same in another form, such as a die that the seed gives anyway
                assert found.state.plain() == grognard.loads(text).state.plain()
    assert changed > 10


def test_changed_hash_is_reported() -> None:
    for text in damaged_games():
        for number, lines in each(text, is_mark):
            lines[number - 1] = lines[number - 1][:-1] + ("0" if lines[number - 1][-1] != "0" else "1")
            assert refused("\n".join(lines)).line == number


def test_changed_header_line_is_found() -> None:
    for text in damaged_games():
        seen = 0
        for number, lines in each(
            text, lambda line: bool(re.match(r"(scenario|option|seed|commitment|start)", line))
        ):
            was = lines[number - 1]
            for now in (was + "x", was.replace(":", ": 1"), re.sub(r"true|false", "null", was), was[:-2]):
                lines[number - 1] = now
                if now != was:
                    seen += 1
                    line = assert_refused_or_the_same(text, "\n".join(lines), f"{was[:60]!r} -> {now[:60]!r}")
                    assert line is not None, f"{now!r} was accepted"
        assert seen > 3


def test_truncated_record_is_refused() -> None:
    """As on a full disk: a shorter game is not the saved game."""
    text = damaged_games()[0]
    first = text.index("\n1 ")
    cuts = {*random.Random(3).sample(range(first, len(text) - 1), 120)}
    cuts |= {match.start() for match in re.finditer("\n", text[:-1])}
    for cut in sorted(cuts):
        if not re.search(r"\n= .* [0-9a-f]{12}$", text[:cut]):
            error = refused(text[:cut])
            assert cut < first or error.line is not None, f"cut after {text[:cut][-40:]!r}"


def test_record_up_to_a_hash_is_valid() -> None:
    text = damaged_games()[1]
    game = grognard.loads(text)
    for number, lines in each(text, is_mark):
        then = grognard.loads("\n".join(lines[:number]))
        assert then.state.digest in lines[number - 1]
        assert then.history == game.history[: len(then.history)]


def test_comments_and_blank_lines_are_allowed() -> None:
    for text in damaged_games():
        spaced = text.replace("\n", "\n\n# a note: with 1 [2] ~abcd = everything\n   \n")
        assert text_of(grognard.loads(spaced)) == text
        assert text_of(grognard.loads(text.replace("\n", "\r\n"))) == text
        assert text_of(grognard.loads(text.rstrip("\n"))) == text


@pytest.mark.parametrize(
    "junk", ["\x00\x01\x02", "%PDF-1.4", "{}", "= turn", "1", "1 soviet", "…" * 50, "7 us end ~zzzz"]
)
def test_invalid_line_is_reported(junk: str) -> None:
    lines = damaged_games()[0].splitlines()
    for number in (3, len(lines) // 2, len(lines)):
        broken = [*lines[:number], junk, *lines[number:]]
        assert refused("\n".join(broken)).line in (number + 1, number + 2)


@pytest.mark.parametrize(
    "junk", [b"", b"\n", b"\xff\xfe\x00", bytes(range(256)), b"grognard", b"PK\x03\x04" * 100]
)
def test_file_of_another_kind_is_refused(junk: bytes, tmp_path: Path) -> None:
    path = tmp_path / "junk.record"
    path.write_bytes(junk)
    with pytest.raises(BadFile) as error:
        grognard.load(path)
    assert error.value.path == str(path)
    assert "not a UTF-8 text file" in error.value.reason or error.value.line == 1


def test_damaged_byte_is_found(tmp_path: Path) -> None:
    """Change any byte in the orders to any value."""
    text = damaged_games()[0]
    good = text.encode()
    path = tmp_path / "game.record"
    source = random.Random(12)
    for _ in range(250):
        place = source.randrange(good.index(b"\n1 ") + 1, len(good))
        path.write_bytes(good[:place] + bytes([source.randrange(256)]) + good[place + 1 :])
        try:
            game = grognard.load(path)
        except BadFile:
            continue
        assert text_of(game) == text


@pytest.mark.parametrize(
    "line",
    [
        "HUGE soviet end",
        "1 soviet roll [HUGE 1]",
        "option night: HUGE",
        "start: HUGE",
        "= turn HUGE 0123456789ab",
        "1 soviet roll [²]",
        "1 soviet roll [٣ ٣]",
        "1 soviet roll [0 0]",
        "1 nobody end",
        "option: 3",
        "scenario: chess/blitz",
        "scenario: strike-force-one",
        "scenario: strike-force-one/../../x",
        "seed: ---5",
        "seed: ²",
    ],
)
def test_strange_lines_are_refused(line: str) -> None:
    header = "grognard record 1\nscenario: strike-force-one/expert-standard\nseed: 7\n"
    try:
        grognard.loads(f"{header}{line.replace('HUGE', HUGE)}\n")
    except BadFile as error:
        assert error.path == "record"


def test_a_huge_version_is_refused() -> None:
    assert refused(f"grognard record {HUGE}\n").line == 1


@settings(deadline=None)
@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")))
@example("grognard record 1\nscenario: strike-force-one/basic\nseed: \ud800\n")
def test_any_text_is_a_record_or_refused(text: str) -> None:
    for whole in (
        text,
        f"grognard record 1\n{text}",
        f"grognard record 1\nscenario: strike-force-one/basic\n{text}",
    ):
        try:
            grognard.loads(whole)
        except BadFile as error:
            assert error.reason


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_mangled_record_is_the_same_or_refused(data: st.DataObject) -> None:
    text = damaged_games()[0]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    patch = data.draw(st.text(max_size=8) | st.sampled_from(["[1]", "[9", "!", "~", "= ", ": ", "#", "\n"]))
    try:
        grognard.loads(text[:start] + patch + text[end:])
    except BadFile as error:
        assert error.reason


# -- versions --------------------------------------------------------------------------------------


def test_record_of_a_newer_version_is_refused() -> None:
    text = damaged_games()[0].replace("grognard record 1", "grognard record 2", 1)
    error = refused(text)
    assert error.line == 1 and "newer" in error.reason and "2" in error.reason


@pytest.mark.parametrize(
    "first", ["grognard record 0", "grognard record", "grognard record one", "GROGNARD", "#"]
)
def test_record_of_an_unknown_version_is_refused(first: str) -> None:
    text = damaged_games()[0].replace("grognard record 1", first, 1)
    assert refused(text).line == 1


def test_older_records_are_upgraded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two later versions rename headers; the upgrades run in sequence."""
    text = damaged_games()[0]
    steps = []

    def renamed(old: str, new: str) -> Callable[[list[str]], list[str]]:
        def migrate(lines: list[str]) -> list[str]:
            steps.append((old, new))
            return [re.sub(f"^{old}: ", f"{new}: ", line) for line in lines]

        return migrate

    monkeypatch.setattr(records, "VERSION", 3)
    monkeypatch.setattr(
        records, "MIGRATIONS", {1: renamed("game", "set-up"), 2: renamed("set-up", "scenario")}
    )
    first = text.replace("\nscenario: ", "\ngame: ")
    game = grognard.loads(first)
    assert steps == [("game", "set-up"), ("set-up", "scenario")]
    assert text_of(game) == text.replace("grognard record 1", "grognard record 3", 1)
    assert text_of(grognard.loads(text_of(game))) == text_of(game)
    steps.clear()
    grognard.loads(first.replace("record 1", "record 2", 1).replace("\ngame: ", "\nset-up: "))
    assert steps == [("set-up", "scenario")]
    assert refused(first.replace("record 1", "record 4", 1)).line == 1
    monkeypatch.setattr(records, "MIGRATIONS", {2: renamed("set-up", "scenario")})
    assert "version 1 is not known" in refused(first).reason
