"""Games of other installed packages: found by entry point, listed without their rules, harmless if broken."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import grognard
from grognard.cli import main
from grognard.core.errors import GrognardError
from grognard.games import (
    BUILT_IN,
    GROUP,
    data_folder,
    definition_of,
    game_file,
    game_id,
    game_ids,
    offers,
    refresh,
)

ROOT = Path(__file__).parents[2]
SKIRMISH = ROOT / "tests/fixtures/skirmish"
PACKAGES = ("skirmish", "another", "broken")
Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install packages with a game each, as a tool would lay them out."""
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] in PACKAGES]:
        monkeypatch.delitem(sys.modules, name)  # collecting doctests imports the fixture under this name

    def package(name: str = "skirmish", entry: str = "skirmish", value: str = "") -> Path:
        shutil.copytree(SKIRMISH, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        where = value or f"{name}.definition:GAME"
        (info / "entry_points.txt").write_text(f"[{GROUP}]\n{entry} = {where}\n")
        refresh()
        return tmp_path / name

    yield package
    refresh()
    for name in [name for name in sys.modules if name.partition(".")[0] in PACKAGES]:
        del sys.modules[name]


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


# -- Grognard's own --------------------------------------------------------------------------------


def test_own_games_are_offered_as_others_offer_theirs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"][GROUP] == BUILT_IN


def test_no_rules_are_imported_to_list_games() -> None:
    code = """if True:
        import sys, grognard
        from grognard.games import rulebook_of, game_ids, scenario_files
        assert len(grognard.list_games()) >= 6
        assert all(scenario_files(game) and rulebook_of(game).rules for game in game_ids())
        print([name for name in sys.modules if name.startswith("grognard.games.")])
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_short_names_are_those_of_the_game_files() -> None:
    assert game_id("sfo") == "strike-force-one" and game_id("grand") == "grand-campaign"
    with pytest.raises(GrognardError, match="there is no game 'fnord'; there are: strike-force-one, pincher"):
        game_id("fnord")


# -- other packages --------------------------------------------------------------------------------


def test_a_game_of_another_package_is_listed_and_played(install: Install) -> None:
    folder = install()
    assert game_ids() == (*BUILT_IN, "skirmish") and not offers().problems
    assert grognard.list_games()[-1].title == "Skirmish"
    assert data_folder("skirmish") == folder / "data"
    assert "skirmish" not in sys.modules, "it was only listed"
    game = grognard.new("skirmish/duel", seed=1)
    game.play("move r1 0201")
    assert Path(sys.modules["skirmish.rules"].__file__ or "").parent == folder
    assert grognard.loads(_record(game)).state.digest == game.state.digest


def _record(game: grognard.Game) -> str:
    from grognard.core.play.record import write_record

    return write_record(game.record())


def test_other_games_stand_behind_in_the_order_of_their_ids(install: Install) -> None:
    edit(install("another", "zulu") / "data/game.toml", 'id = "skirmish"', 'id = "zulu"')
    edit(install("broken", "alpha") / "data/game.toml", 'id = "skirmish"', 'id = "alpha"')
    assert game_ids() == (*BUILT_IN, "alpha", "zulu")


def test_a_game_that_cannot_be_imported_harms_only_itself(install: Install) -> None:
    edit(install() / "definition.py", "from pathlib", "import fnord\nfrom pathlib")
    assert game_file("skirmish").scenarios == ("duel",)
    with pytest.raises(GrognardError, match=r"skirmish cannot be loaded: ModuleNotFoundError: .*'fnord'"):
        grognard.new("skirmish/duel")
    assert grognard.new("sfo/basic", seed=1).turn == 1


def broken_file(folder: Path) -> None:
    edit(folder / "data/game.toml", "title", "titel")


def broken_scenario(folder: Path) -> None:
    edit(folder / "data/scenarios/duel.toml", "turns = 8", 'turns = "many"')


def no_data(folder: Path) -> None:
    shutil.rmtree(folder / "data")


@pytest.mark.parametrize(
    ("entry", "value", "change", "says"),
    [
        ("ocs", "", None, "there is already a game 'ocs' (grognard.games.ocs.definition:GAME)"),
        ("fnord", "", None, "its game.toml has the id 'skirmish'"),
        ("skirmish", "nowhere.definition:GAME", None, "there is no package 'nowhere'"),
        ("skirmish", "no.where.definition:GAME", None, "No module named 'no'"),
        ("skirmish", "", broken_file, "titel"),
        ("skirmish", "", broken_scenario, "duel.toml"),
        ("skirmish", "", no_data, "game.toml"),
    ],
)
def test_a_game_that_cannot_be_listed_is_left_out_with_the_reason(
    install: Install,
    capsys: pytest.CaptureFixture[str],
    entry: str,
    value: str,
    change: Callable[[Path], None] | None,
    says: str,
) -> None:
    folder = install(entry=entry, value=value)
    if change:
        change(folder)
    assert game_ids() == tuple(BUILT_IN)
    ((what, why),) = offers().problems.items()
    assert what.startswith(f"{entry} (") and "of the package skirmish" in what and says in why
    with pytest.raises(GrognardError, match="was left out"):
        game_id("no such game")
    assert main(["games"]) == 0
    shown = capsys.readouterr()
    assert "Skirmish" not in shown.out and " ".join(why.split()) in " ".join(shown.err.split())
    assert grognard.new("ocs/practice", seed=1).scenario.game.id == "ocs"


def test_two_packages_with_one_id_the_first_has_it(install: Install) -> None:
    install("another")
    install("skirmish")
    assert offers().games["skirmish"].value == "another.definition:GAME"
    assert "there is already a game 'skirmish' (another.definition:GAME)" in str(offers().problems)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("GAME = GameDefinition(", "GAME = dict(", "skirmish.definition:GAME is not a GameDefinition"),
        ("GAME =", "PLAY =", "AttributeError"),
        ('id="skirmish"', 'id="duel"', "skirmish.definition:GAME defines duel in"),
        ('/ "data"', '/ "other"', "defines skirmish in"),
    ],
)
def test_what_an_entry_point_names_must_be_that_game(install: Install, old: str, new: str, says: str) -> None:
    edit(install() / "definition.py", old, new)
    with pytest.raises(GrognardError, match="skirmish cannot be loaded") as refused:
        definition_of("skirmish")
    assert says in str(refused.value)
