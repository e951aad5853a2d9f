"""The check of commit subjects."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import commit_subjects
from tools.commit_subjects import main, message_subject, new_subjects, problems

GOOD = [
    'Web: show unit kind "hq" as HQ',
    "Remove dead code",
    "Share one NoDice class",
    "OCS: fix cited rule ids",
    "OCS: sort imports",
    "OCS: test the exact rule for carried units",
    "Tests: expect a colon in mode orders",
    "Retry Ctrl-C in the terminal test",
    "Wrap a long line",
    "Update benchmark figures",
    "Stop units that enter a zone of control [8.3]",
    "Strike Force One: exchange a unit only once",
    "Stalin's World War III: name the neutral country",
    "Rename types after what they are: Question, Explanation",
    "Add packs: scenarios, boards and counters",
    "Explain what is legal",
    "Pass the side to the view",
    "Embed the symbols in the sprite",
    "Bring the docs up to date",
    "Feed units from dumps that are adjacent",
]
BAD = {
    "HQ is written as people write it": "statement",
    "What was dead is gone": 'starts with "What"',
    "Dice nobody rolls: one kind for all": 'starts with "one"',
    "OCS: cases named right": 'starts with "cases"',
    "OCS: imports in order": 'starts with "imports"',
    "OCS: who was carried is refused as such": 'starts with "who"',
    "Tests: a mode is said with a colon": 'starts with "a"',
    "A missed Ctrl-C is pressed again": 'starts with "A"',
    "A shorter line": 'starts with "A"',
    "Figures measured on a quiet machine": 'starts with "Figures"',
    "Web: unit symbols are drawn once": "statement",
    "Added a check": 'starts with "Added"',
    "Adding a check": 'starts with "Adding"',
    "Adds a check": 'starts with "Adds"',
    "Add a check.": "full stop",
    "add a check": "capital letter",
    "When a unit has moved and stopped: end it": 'starts with "When"',
    "Stalin's World War III: neutral countries are named": "statement",
    "Docs: ": "says nothing",
    "Add " + "x" * 69: "73 characters",
    "": "says nothing",
}


@pytest.mark.parametrize("subject", GOOD)
def test_imperative_subjects_pass(subject: str) -> None:
    assert problems(subject) == []


@pytest.mark.parametrize("subject", BAD)
def test_other_subjects_are_refused(subject: str) -> None:
    assert any(BAD[subject] in problem for problem in problems(subject))


def test_72_characters_are_allowed() -> None:
    assert problems("Add " + "x" * 68) == []


def test_subject_is_the_first_line_without_a_comment() -> None:
    assert message_subject("# Please enter\n\nFix a bug \n\nIt was one.\n") == "Fix a bug"
    assert message_subject("# nothing\n") == ""


def test_hook_checks_a_message_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    message = tmp_path / "COMMIT_EDITMSG"
    message.write_text("Fix a bug\n")
    assert main([str(message)]) == 0
    message.write_text("Fixed a bug\n")
    assert main([str(message)]) == 1
    assert 'use the imperative: "Add"' in capsys.readouterr().err


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
    run = subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True)
    return run.stdout.strip()


@pytest.fixture
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    for subject in ("The old way", "Fix one thing", "Fixes another"):
        git(folder, "commit", "--quiet", "--allow-empty", "-m", subject)
    monkeypatch.setattr(commit_subjects, "BASE", git(folder, "rev-parse", "HEAD~2"))
    return folder


def test_only_commits_after_the_base_are_checked(history: Path) -> None:
    assert [subject for _, subject in new_subjects(history)] == ["Fixes another", "Fix one thing"]


def test_shallow_clone_has_nothing_to_check(history: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--depth=1", history.as_uri(), "shallow")
    assert new_subjects(tmp_path / "shallow") == []


def test_folder_without_git_has_nothing_to_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert new_subjects(tmp_path) == []


def test_missing_git_has_nothing_to_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert main([]) == 0
