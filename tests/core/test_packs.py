"""Packs: scenarios, boards, counters and positions in a folder or zip file of the user's own."""

from __future__ import annotations

import os
import stat
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.core import packs
from grognard.core.errors import BadFile, GrognardError
from grognard.core.play.record import write_record
from grognard.games import data_folder, scenario_files, scenario_listing
from tests.packs import CRISIS, FILES, HEADER, RAID, no_packs, write_folder, write_zip

SCENARIO = "strike-force-one/river-raids:night-crossing"
DATA = data_folder("strike-force-one")


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    with no_packs(monkeypatch, tmp_path / "cache"):
        yield


@pytest.fixture(params=["folder", "zip", "zip of a folder"])
def pack(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == "folder":
        return write_folder(tmp_path / "raids")
    inside = "raids/" if "folder" in request.param else ""
    return write_zip(tmp_path / "raids.zip", {f"{inside}{name}": text for name, text in FILES.items()})


def test_a_scenario_of_a_pack_is_played(pack: Path) -> None:
    grognard.add_pack(pack)
    game = grognard.new(SCENARIO, seed=1)
    game.play("move SA 0801-0701")
    assert game.scenario.id == SCENARIO
    assert {u.id: u.at for u in game.view().units if u.at.isdigit()} == {
        "SA": "0701",
        "SB": "0802",
        "X": "0405",
    }


def test_options_of_the_game_apply_to_a_scenario_of_a_pack(pack: Path) -> None:
    grognard.add_pack(pack)
    assert grognard.new(SCENARIO, {"six-turns": True}).scenario.turns == 6


def test_a_position_of_a_pack_is_played(pack: Path) -> None:
    grognard.add_pack(pack)
    game = grognard.new("strike-force-one/river-raids:crisis", seed=1)
    assert (game.turn, game.view().units[0].at) == (3, "0505")
    assert grognard.loads(write_record(game.record())).state.digest == game.state.digest
    with pytest.raises(GrognardError, match="options and dice are fixed"):
        grognard.new("strike-force-one/river-raids:crisis", {"six-turns": True})


def test_scenarios_of_a_pack_are_listed_after_those_of_the_game(pack: Path) -> None:
    grognard.add_pack(pack)
    files = scenario_files("strike-force-one")
    assert list(files)[-2:] == ["river-raids:night-crossing", "river-raids:crisis"]
    assert files["river-raids:crisis"].title == "Crisis at the bridge"
    assert list(scenario_files("ocs")) == list(grognard.list_games()[-1].scenarios)


def test_a_pack_brings_its_own_board_and_counters(tmp_path: Path) -> None:
    board = (DATA / "board.toml").read_text().replace('title = "', 'title = "Another ', 1)
    counters = (DATA / "counters.toml").read_text().replace("[3, 3, 5]", "[9, 3, 5]", 1)
    raid = 'board = "maps/other"\ncounters = "others"\n' + RAID
    files = {
        **FILES,
        "scenarios/night-crossing.toml": raid,
        "maps/other.toml": board,
        "others.toml": counters,
    }
    grognard.add_pack(write_folder(tmp_path / "raids", files))
    scenario = grognard.new(SCENARIO).scenario
    assert scenario.board.title.startswith("Another ")
    assert scenario.counter_files == [tmp_path / "raids" / "others.toml"]


def test_folder_and_zip_of_the_same_files_have_the_same_hash(tmp_path: Path) -> None:
    folder = packs.open_pack(write_folder(tmp_path / "raids"))
    assert packs.open_pack(write_zip(tmp_path / "raids.zip")).hash == folder.hash
    changed = {**FILES, "README.md": "Another text."}
    assert packs.open_pack(write_folder(tmp_path / "again", changed)).hash == folder.hash
    changed = {**FILES, "scenarios/night-crossing.toml": RAID.replace("0405", "0404")}
    assert packs.open_pack(write_folder(tmp_path / "other", changed)).hash != folder.hash


# -- records -----------------------------------------------------------------------------------------


def test_a_record_names_the_hash_of_its_pack(pack: Path) -> None:
    hash_ = grognard.add_pack(pack).hash
    game = grognard.new(SCENARIO, seed=1)
    game.play("move SA 0801-0701")
    text = write_record(game.record())
    assert f"\npack: {hash_}\n" in text
    assert grognard.loads(text).state.digest == game.state.digest


def test_a_record_of_another_version_of_the_pack_is_refused(tmp_path: Path) -> None:
    grognard.add_pack(write_folder(tmp_path / "raids"))
    text = write_record(grognard.new(SCENARIO, seed=1).record())
    (tmp_path / "raids/scenarios/night-crossing.toml").write_text(RAID.replace("turns = 3", "turns = 4"))
    grognard.add_pack(tmp_path / "raids")
    assert grognard.new(SCENARIO).scenario.turns == 4
    with pytest.raises(BadFile, match=r"record, line 3: it was played with version .* use the pack it was"):
        grognard.loads(text)
    without = "\n".join(line for line in text.splitlines() if not line.startswith("pack:")) + "\n"
    with pytest.raises(BadFile, match="an unknown version of the pack river-raids"):
        grognard.loads(without)


def test_a_record_says_which_pack_is_missing(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grognard.add_pack(pack)
    text = write_record(grognard.new(SCENARIO, seed=1).record())
    monkeypatch.setenv(packs.VARIABLE, "")
    with pytest.raises(BadFile, match=r"has no pack 'river-raids' in use.*--pack"):
        grognard.loads(text)


# -- what cannot be used -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"scenarios/a.toml": RAID}, "there is no pack.toml"),
        ({"pack.toml": "id = "}, "pack.toml, line 1: not valid TOML"),
        (
            {"pack.toml": HEADER.replace("river-raids", "River Raids")},
            "line 1: id: must consist of lower-case",
        ),
        ({"pack.toml": HEADER.replace("river-raids", "../raids")}, "line 1: id: must consist of lower-case"),
        ({"pack.toml": HEADER + "autor = 'me'\n"}, 'line 4: autor: unknown key; did you mean "author"'),
        (
            {"pack.toml": HEADER.replace("strike-force-one", "chess")},
            "line 2: game: there is no game 'chess'",
        ),
        ({"pack.toml": HEADER, "scenarios/a b.toml": RAID}, "its name must consist of letters"),
    ],
)
@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_a_bad_pack_is_refused_with_the_reason(
    tmp_path: Path, kind: str, files: dict[str, str], reason: str
) -> None:
    write = write_folder if kind == "folder" else write_zip
    with pytest.raises(BadFile) as caught:
        grognard.add_pack(write(tmp_path / f"raids.{kind}", files))
    assert reason in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path / f"raids.{kind}"))


def test_what_is_no_pack_at_all_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no such folder or file"):
        grognard.add_pack(tmp_path / "nothing")
    (tmp_path / "text").write_text("hello")
    with pytest.raises(BadFile, match="neither a folder nor a readable zip file"):
        grognard.add_pack(tmp_path / "text")
    whole = write_zip(tmp_path / "raids.zip").read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadFile, match="neither a folder nor a readable zip file"):
        grognard.add_pack(tmp_path / "cut.zip")


def test_a_second_pack_of_the_same_id_is_refused(tmp_path: Path) -> None:
    grognard.add_pack(write_folder(tmp_path / "raids"))
    with pytest.raises(BadFile, match="already a pack 'river-raids' in use"):
        grognard.add_pack(write_folder(tmp_path / "more"))
    grognard.add_pack(tmp_path / "raids")  # the same again changes nothing
    assert os.environ[packs.VARIABLE] == str(tmp_path / "raids")


@pytest.mark.parametrize(
    "name", ["../evil.toml", "/evil.toml", "a/../../evil.toml", "a\\evil.toml", "c:evil.toml"]
)
def test_a_zip_file_cannot_write_outside_of_its_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadFile, match="would be outside of the pack"):
        grognard.add_pack(write_zip(tmp_path / "raids.zip", {**FILES, name: "x = 1"}))
    assert not list(tmp_path.rglob("*evil*"))


def test_links_are_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text("x = 1")
    folder = write_folder(tmp_path / "raids")
    (folder / "linked.toml").symlink_to(tmp_path / "secret.toml")
    with pytest.raises(BadFile, match="cannot contain links"):
        grognard.add_pack(folder)
    with zipfile.ZipFile(write_zip(tmp_path / "raids.zip"), "a") as archive:
        link = zipfile.ZipInfo("linked.toml")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "../secret.toml")
    with pytest.raises(BadFile, match="is a link"):
        grognard.add_pack(tmp_path / "raids.zip")


@pytest.mark.parametrize("board", ["../secret", "/etc/passwd", "maps/../../secret"])
def test_a_scenario_of_a_pack_reads_no_file_outside_of_pack_and_game(tmp_path: Path, board: str) -> None:
    (tmp_path / "secret.toml").write_text("x = 1")
    files = {**FILES, "scenarios/night-crossing.toml": f'board = "{board}"\n' + RAID}
    grognard.add_pack(write_folder(tmp_path / "raids", files))
    with pytest.raises(BadFile, match=r"line 1: board: must be a file in the pack or"):
        grognard.new(SCENARIO)


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_the_size_of_a_pack_is_limited(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write = write_folder if kind == "folder" else write_zip
    monkeypatch.setattr(packs, "LARGEST_FILE", 2000)
    monkeypatch.setattr(packs, "LARGEST_PACK", 3000)
    monkeypatch.setattr(packs, "MOST_FILES", 5)
    for number, (more, reason) in enumerate(
        [
            ({"a.toml": "#" * 2001}, "a.toml is larger than"),
            ({"a.toml": "#" * 1500, "b.toml": "#" * 1500}, "it is larger than"),
            ({f"{n}.toml": "" for n in range(3)}, "it has more than 5 data files"),
        ]
    ):
        with pytest.raises(BadFile, match=reason):
            grognard.add_pack(write(tmp_path / f"raids-{number}", {**FILES, **more}))


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_a_pack_of_the_greatest_size_is_used(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = write_folder if kind == "folder" else write_zip
    sizes = [len(text.encode()) for name, text in FILES.items() if name.endswith(".toml")]
    monkeypatch.setattr(packs, "LARGEST_FILE", max(sizes))
    monkeypatch.setattr(packs, "LARGEST_PACK", sum(sizes))
    monkeypatch.setattr(packs, "MOST_FILES", len(sizes))
    assert packs.open_pack(write(tmp_path / f"raids.{kind}", FILES)).id == "river-raids"


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_only_data_files_are_part_of_a_pack(tmp_path: Path, kind: str) -> None:
    write = write_folder if kind == "folder" else write_zip
    plain = packs.open_pack(write(tmp_path / "plain", FILES))
    others = {
        "readme.txt": "x", "notes.toml.bak": "x", ".hidden.toml": "x", ".git/config.toml": "x",
        "deep/.secret/a.toml": "x",
    }  # fmt: skip
    more = packs.open_pack(write(tmp_path / "more", {**FILES, **others}))
    assert more.hash == plain.hash and more.scenarios == plain.scenarios
    data = packs.open_pack(write(tmp_path / "data", {**FILES, "maps/b.toml": "x = 1"}))
    assert data.hash != plain.hash
    assert (data.folder / "maps/b.toml").read_text() == "x = 1"


def test_macos_files_in_a_zip_file_are_left_out(tmp_path: Path) -> None:
    plain = packs.open_pack(write_zip(tmp_path / "plain.zip"))
    more = packs.open_pack(write_zip(tmp_path / "more.zip", {**FILES, "__MACOSX/a.toml": "x"}))
    assert more.hash == plain.hash


def test_names_and_contents_decide_the_hash(tmp_path: Path) -> None:
    """Also where one file ends and the next begins."""
    pairs = [
        {"a.toml": "#", "b.toml": "##"},
        {"a.toml": "##", "b.toml": "#"},
        {"c.toml": "#", "b.toml": "##"},
    ]
    hashes = {
        packs.open_pack(write_folder(tmp_path / str(n), {**FILES, **p})).hash for n, p in enumerate(pairs)
    }
    assert len(hashes) == 3


def test_a_file_in_a_zip_file_twice_is_refused(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "raids.zip")
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(path, "a") as archive:
        archive.writestr("pack.toml", HEADER)
    with pytest.raises(BadFile, match=r"pack\.toml is in it twice"):
        packs.open_pack(path)


def test_an_encrypted_zip_file_is_refused(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "raids.zip")
    content = bytearray(path.read_bytes())
    at = content.index(b"PK\x01\x02")  # the first entry of the central directory; its flags follow
    content[at + 8] |= 1
    path.write_bytes(content)
    with pytest.raises(BadFile, match="is encrypted"):
        packs.open_pack(path)


def test_zip_files_are_unpacked_into_the_cache_folder_once(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "raids.zip")
    first = packs.open_pack(path)
    assert first.folder == tmp_path / "cache/grognard/packs" / first.hash
    assert (first.path, first.id, first.names[0]) == (path, "river-raids", "river-raids:night-crossing")
    before = (first.folder / "pack.toml").stat().st_mtime_ns
    assert packs.open_pack(path) == first
    assert (first.folder / "pack.toml").stat().st_mtime_ns == before
    assert [p.name for p in first.folder.parent.iterdir()] == [first.hash], "no temporary folder is left"


def test_a_pack_is_unpacked_elsewhere_if_the_cache_cannot_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacked: dict[str, tempfile.TemporaryDirectory[str]] = {}
    monkeypatch.setattr(packs, "_TEMPORARY", unpacked)
    cache = tmp_path / "cache/grognard"
    cache.mkdir(parents=True)
    (cache / "packs").write_text("in the way")
    path = write_zip(tmp_path / "raids.zip")
    first = packs.open_pack(path)
    assert not first.folder.is_relative_to(cache) and (first.folder / "pack.toml").read_text() == HEADER
    assert packs.open_pack(path).folder == first.folder
    unpacked[first.hash].cleanup()


def test_a_pack_of_another_game_is_not_offered(tmp_path: Path) -> None:
    grognard.add_pack(write_folder(tmp_path / "raids"))
    assert packs.pack_of("strike-force-one", "basic") is None
    pack = packs.pack_of("strike-force-one", "river-raids:night-crossing")
    assert pack is not None and pack.path == tmp_path / "raids"
    with pytest.raises(GrognardError) as error:
        packs.pack_of("ocs", "river-raids:night-crossing")
    assert str(error.value).startswith("ocs has no pack 'river-raids' in use; in use: none; ")
    with pytest.raises(GrognardError, match="has no pack 'other' in use; in use: river-raids; "):
        packs.pack_of("strike-force-one", "other:night-crossing")


def test_several_packs_are_used_at_once(tmp_path: Path) -> None:
    grognard.add_pack(write_folder(tmp_path / "raids"))
    other = {**FILES, "pack.toml": HEADER.replace("river-raids", "other")}
    grognard.add_pack(write_folder(tmp_path / "other", other))
    assert list(packs.packs_in_use().packs) == ["river-raids", "other"]
    assert os.environ[packs.VARIABLE] == os.pathsep.join(str(tmp_path / name) for name in ("raids", "other"))
    assert packs.version_of("basic") == "" != packs.version_of("other:night-crossing")


def test_a_path_that_the_environment_cannot_hold_is_refused(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / f"a{os.pathsep}b")
    with pytest.raises(BadFile, match="the path of a pack cannot contain"):
        grognard.add_pack(folder)


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"bomb\.toml is larger than 4 MB"):
        grognard.add_pack(write_zip(tmp_path / "raids.zip", {**FILES, "bomb.toml": "#" * 50_000_000}))


def test_a_damaged_copy_of_an_unpacked_zip_file_is_not_used(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "raids.zip")
    first = packs.open_pack(path)
    (first.folder / "scenarios/night-crossing.toml").write_text("title = 1")
    again = packs.open_pack(path)
    assert again.hash == first.hash
    assert (again.folder / "scenarios/night-crossing.toml").read_text() == RAID


def test_errors_name_the_file_in_a_zip_file(tmp_path: Path) -> None:
    files = {**FILES, "scenarios/night-crossing.toml": RAID.replace("0405", "9999")}
    grognard.add_pack(write_zip(tmp_path / "raids.zip", files))
    with pytest.raises(BadFile) as caught:
        grognard.new(SCENARIO)
    assert caught.value.path == str(tmp_path / "raids.zip/scenarios/night-crossing.toml")
    assert "there is no hex '9999'" in caught.value.reason


def test_a_bad_pack_in_the_environment_leaves_the_games_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = write_folder(tmp_path / "raids")
    bad = write_folder(tmp_path / "bad", {"pack.toml": "id = 1"})
    monkeypatch.setenv(packs.VARIABLE, os.pathsep.join(map(str, (bad, good))))
    assert grognard.new(SCENARIO).scenario.pack is not None
    assert "id: must be text in quotes" in packs.packs_in_use().problems[str(bad)]


def test_a_scenario_with_a_bad_header_is_left_out_of_the_list(tmp_path: Path) -> None:
    files = {
        **FILES,
        "scenarios/bad.toml": "title = 1",
        "positions/bad-too.toml": CRISIS.replace("strike-", ""),
    }
    grognard.add_pack(write_folder(tmp_path / "raids", files))
    listing = scenario_listing("strike-force-one")
    assert "river-raids:night-crossing" in listing.files
    assert set(listing.problems) == {"river-raids:bad", "river-raids:bad-too"}


def test_unknown_scenarios_of_a_pack_are_named(pack: Path) -> None:
    grognard.add_pack(pack)
    with pytest.raises(
        GrognardError, match=r"there is no scenario .*:nothing; the pack has: .*night-crossing"
    ):
        grognard.new("strike-force-one/river-raids:nothing")
    with pytest.raises(GrognardError, match="ocs has no pack 'river-raids' in use"):
        grognard.new("ocs/river-raids:night-crossing")


def test_scenarios_of_every_game_can_be_in_a_pack(tmp_path: Path) -> None:
    for game in grognard.list_games():
        name = game.scenarios[-1]
        source = data_folder(game.id) / "scenarios" / f"{name}.toml"
        files = {
            "pack.toml": f'id = "my-{game.id}"\ngame = "{game.id}"\ntitle = "Mine"\n',
            "scenarios/copy.toml": source.read_text(encoding="utf-8"),
        }
        grognard.add_pack(write_folder(tmp_path / game.id, files))
        ours, theirs = (
            grognard.new(f"{game.id}/my-{game.id}:copy", seed=5),
            grognard.new(f"{game.id}/{name}", seed=5),
        )
        assert ours.state.digest == theirs.state.digest, game.id


def test_a_zip_file_that_cannot_be_opened_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    path = write_zip(tmp_path / "raids.zip")
    monkeypatch.setattr(zipfile, "ZipFile", refuse)
    with pytest.raises(BadFile) as error:
        packs.open_pack(path)
    assert error.value.reason == "neither a folder nor a readable zip file (Permission denied)"
