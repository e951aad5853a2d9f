"""Files are written atomically, and read with clear errors."""

from __future__ import annotations

import errno
import os
import resource
import stat
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import grognard
from grognard.core.errors import BadFile
from grognard.core.files.files import read_text, read_toml, write_text
from grognard.core.files.toml_write import toml_value

NO_ACTOR = 65534


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """Limit the size of files, as on a disk that is nearly full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def somebody_else() -> Iterator[None]:
    """Drop the rights of the superuser, who can read and write everything."""
    if os.geteuid() != 0:
        yield
        return
    try:
        os.seteuid(NO_ACTOR)
    except OSError:
        pytest.skip("cannot act as another user here")
    try:
        yield
    finally:
        os.seteuid(0)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# -- writing ---------------------------------------------------------------------------------------


def test_write_and_overwrite(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    write_text(path, "ж first\n")
    assert path.read_bytes() == "ж first\n".encode()
    write_text(str(path), "second\n")
    assert path.read_bytes() == b"second\n"
    assert names(tmp_path) == ["a.record"]


def test_failed_write_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    write_text(path, "old\n")
    with full_disk(1000), pytest.raises(BadFile) as error:
        write_text(path, "new\n" * 100_000)
    assert error.value.path == str(path)
    assert os.strerror(errno.EFBIG) in error.value.reason
    assert path.read_text() == "old\n"
    assert names(tmp_path) == ["a.record"], "nothing is left lying about"


def test_failed_write_of_a_new_file_leaves_nothing(tmp_path: Path) -> None:
    with full_disk(1000), pytest.raises(BadFile, match="cannot write"):
        write_text(tmp_path / "a.record", "new\n" * 100_000)
    assert names(tmp_path) == []


@pytest.mark.parametrize("step", ["fsync", "replace", "chmod"])
def test_failure_at_any_step_keeps_the_old_file(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.record"
    write_text(path, "old\n")

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(BadFile, match="cannot write: Input/output error"):
        write_text(path, "new\n")
    monkeypatch.undo()
    assert path.read_text() == "old\n"
    assert names(tmp_path) == ["a.record"]


def test_interrupt_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.record"
    write_text(path, "old\n")

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_text(path, "new\n")
    monkeypatch.undo()
    assert path.read_text() == "old\n"
    assert names(tmp_path) == ["a.record"]


def test_unencodable_text_keeps_the_old_file(tmp_path: Path) -> None:
    """A lone surrogate, as from a file name that is not UTF-8."""
    path = tmp_path / "a.record"
    write_text(path, "old\n")
    with pytest.raises(BadFile):
        write_text(path, "new \ud800\n")
    assert path.read_text() == "old\n"
    assert names(tmp_path) == ["a.record"]


def test_file_is_complete_before_it_replaces_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.record"
    write_text(path, "old\n")
    seen = []
    really = os.replace

    def look(source: str, target: Path) -> None:
        seen.append((Path(source).read_text(), path.read_text(), Path(source).parent == path.parent))
        really(source, target)

    monkeypatch.setattr(os, "replace", look)
    write_text(path, "new\n")
    assert seen == [("new\n", "old\n", True)]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_permissions_of_the_old_file_are_kept(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    write_text(path, "old\n")
    path.chmod(mode)
    write_text(path, "new\n")
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_new_file_has_default_permissions(mask: int, tmp_path: Path) -> None:
    before = os.umask(mask)
    try:
        write_text(tmp_path / "a.record", "new\n")
    finally:
        assert os.umask(before) == mask, "the mask is left as it was"
    assert stat.S_IMODE((tmp_path / "a.record").stat().st_mode) == 0o666 & ~mask


def test_write_without_permission(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    write_text(folder / "a.record", "old\n")
    folder.chmod(0o555)
    try:
        with somebody_else(), pytest.raises(BadFile, match="cannot write here: Permission denied") as error:
            write_text(folder / "a.record", "new\n")
    finally:
        folder.chmod(0o755)
    assert error.value.path == str(folder / "a.record")
    assert (folder / "a.record").read_text() == "old\n" and names(folder) == ["a.record"]


def test_unwritable_paths_are_refused(tmp_path: Path) -> None:
    write_text(tmp_path / "file", "x")
    (tmp_path / "folder").mkdir()
    for path, said in [
        (tmp_path / "nowhere" / "a.record", "No such file or directory"),
        (tmp_path / "file" / "a.record", "Not a directory"),
        (tmp_path / "folder", "Is a directory"),
        (tmp_path / ("long" * 100), "name too long"),
    ]:
        with pytest.raises(BadFile, match=said):
            write_text(path, "new\n")
    with pytest.raises(BadFile):
        write_text(tmp_path / "nul\0byte", "new\n")
    assert names(tmp_path) == ["file", "folder"] and names(tmp_path / "folder") == []


def test_game_survives_a_failed_save(tmp_path: Path) -> None:
    game = grognard.new("strike-force-one/basic", seed=7)
    path = tmp_path / "a.record"
    game.save(path)
    game.play("move SA 0801-0701")
    with full_disk(100), pytest.raises(BadFile):
        game.save(path)
    assert grognard.load(path).history == []
    game.save(path)
    assert grognard.load(path).history == game.history


# -- reading ---------------------------------------------------------------------------------------


def test_unreadable_files(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\xfd")
    for path, said in [
        (tmp_path / "nowhere", "no such file"),
        (tmp_path, "is a folder, not a file"),
        (tmp_path / "binary", "not a UTF-8 text file"),
        (Path("nul\0byte"), "null"),
    ]:
        for read in (read_text, read_toml):
            with pytest.raises(BadFile, match=said) as error:
                read(path)
            assert error.value.path == str(path) and error.value.line is None


def test_read_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "a.record"
    write_text(path, "secret\n")
    path.chmod(0)
    with somebody_else(), pytest.raises(BadFile, match="permission denied"):
        read_text(path)


def test_invalid_toml_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text("a = 1\n[b]\nc = 'ж'\n", "utf-8")
    assert read_toml(tmp_path / "good.toml") == {"a": 1, "b": {"c": "ж"}}
    (tmp_path / "bad.toml").write_text("a = 1\nb = = 2\n")
    with pytest.raises(BadFile, match=r"bad.toml, line 2: not valid TOML: Invalid value"):
        read_toml(tmp_path / "bad.toml")


def test_values_are_written_as_toml() -> None:
    assert (toml_value(True), toml_value(False), toml_value(0)) == ("true", "false", "0")
    long = [f"hex {number:03}" for number in range(40)]
    text = toml_value(long)
    assert tomllib.loads(f"a = {text}") == {"a": long}
    assert len(text.splitlines()) > 3 and max(map(len, text.splitlines())) <= 100


def test_lists_are_broken_where_the_width_ends() -> None:
    short = "x" * 8  # ten characters with its quotes
    assert "\n" not in toml_value([short] * 6 + ["x" * (88 - 72 - 2)])  # 88 characters without the brackets
    assert "\n" in toml_value([short] * 6 + ["x" * (89 - 72 - 2)])
    for last, lengths in ((100, [100]), (101, [49, 55])):  # indented by four; a comma follows each item
        first, *middle, end = toml_value(["x" * 42, "x" * (last - 53)]).splitlines()
        assert (first, end) == ("[", "]") and list(map(len, middle)) == lengths
        assert all(line.startswith('    "x') and line.endswith('x",') for line in middle)
