"""Check that commit subjects read as CONTRIBUTING.md asks: imperative, one line of at most 72 characters.

python -m tools.commit_subjects         check every commit after `BASE`
python -m tools.commit_subjects FILE    check the message in a file, as a commit-msg hook does

The check recognises common slips and cannot parse English: a subject that passes may still read badly.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

BASE = "4fce756fbb329abfb7a3d7d21dd2a679bdd22fb1"
"""Subjects up to this commit were written before the check."""
LONGEST = 72
LONGEST_AREA = 3
"""Words before the colon that name an area, unless all are capitalised, as in "Stalin's World War III:"."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NOT_VERBS = _words("""
    a an the this that these those it its he she his her they their we our you your i my one some any no none
    nobody nothing everybody everything every each all both more most there here who whom whose what whoever
    whatever which where when why how
""")
_VERBS_LIKE_PAST = _words(
    "bleed breed embed exceed feed heed need proceed seed shed shred speed spread succeed wed weed"
)
_VERBS_LIKE_PRESENT = _words("bring cling fling ping ring sing spring sting string swing wring")
_VERBS_LIKE_PLURAL = _words("alias bias canvas focus")
_COMMON_VERBS = _words("""
    add allow drop edit fix keep let list make move name print read refuse remove rename replace say share
    show split stop test type use write
""")
"""Words before a colon that begin with one of these are a sentence, not an area."""
_STATEMENTS = _words("is are was were isn't aren't")
_CLAUSES = _words("""
    what who whom whose which that where when why how whether if unless while as because until once before
    after than there
""")
"""Words that open a clause of their own: after "code that" an "is" does not make the subject a statement."""


def problems(subject: str) -> list[str]:
    """Return what is wrong with a subject; an empty list if nothing is.

    >>> problems("Web: name the end-phase verb constant")
    []
    >>> problems("The end-phase verb has a name.")
    ['starts with "The"; start with a verb, such as "Add" or "Fix"', 'ends with a full stop']
    """
    found = []
    if len(subject) > LONGEST:
        found.append(f"has {len(subject)} characters; the limit is {LONGEST}")
    if not subject[:1].isupper():
        found.append("does not start with a capital letter")
    area, colon, text = subject.partition(": ")
    found += _not_imperative(text if colon and _is_area(area) else subject)
    if subject.endswith("."):
        found.append("ends with a full stop")
    return found


def _is_area(text: str) -> bool:
    """Return whether the words before a colon name an area; otherwise they belong to the sentence."""
    words = text.split()
    if len(words) > 1 and words[0].lower() in _COMMON_VERBS:
        return False
    return len(words) <= LONGEST_AREA or all(word[0].isupper() for word in words)


def _not_imperative(text: str) -> list[str]:
    """Return why a sentence does not look like an order."""
    words = re.findall(r"[\w'/-]+", text)
    if not words:
        return ["says nothing"]
    first = words[0].lower()
    if first in _NOT_VERBS:
        return [f'starts with "{words[0]}"; start with a verb, such as "Add" or "Fix"']
    for ending, verbs in (("ed", _VERBS_LIKE_PAST), ("ing", _VERBS_LIKE_PRESENT), ("s", _VERBS_LIKE_PLURAL)):
        if first.endswith(ending) and not first.endswith("ss") and first not in verbs:
            return [f'starts with "{words[0]}"; use the imperative: "Add", not "Added", "Adding" or "Adds"']
    for word in words[1:]:
        if word.lower() in _CLAUSES:
            break
        if word.lower() in _STATEMENTS:
            return [f'is a statement ("{word}"); say what the commit does: "Show HQ", not "HQ is shown"']
    return []


def new_subjects(folder: Path) -> list[tuple[str, str]]:
    """Return hash and subject of the commits after `BASE`; none if the history does not reach back to it."""
    log = subprocess.run(
        ["git", "log", "--no-merges", "--format=%h %s", f"{BASE}..HEAD"],
        cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    if log.returncode:  # no repository, or a shallow clone
        return []
    pairs = (line.partition(" ") for line in log.stdout.splitlines())
    return [(hash_, subject) for hash_, _, subject in pairs]


def message_subject(message: str) -> str:
    """Return the subject of a commit message as an editor leaves it, comments included."""
    lines = (line.strip() for line in message.splitlines() if not line.startswith("#"))
    return next(filter(None, lines), "")


def main(arguments: Sequence[str]) -> int:
    """Report every bad subject and return the exit status."""
    if arguments:
        checked = [("this commit", message_subject(Path(arguments[0]).read_text("utf-8")))]
    else:
        try:
            checked = new_subjects(Path(__file__).parents[1])
        except OSError:  # git is not installed
            checked = []
    bad = [(name, subject, found) for name, subject in checked if (found := problems(subject))]
    for name, subject, found in bad:
        print(f"{name}: {subject}", file=sys.stderr)
        for problem in found:
            print(f"  {problem}", file=sys.stderr)
    if bad:
        print('See "Commits" in CONTRIBUTING.md.', file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
