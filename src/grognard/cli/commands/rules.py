"""``grognard rules``: show a game's rules, the code that cites them, and their coverage by tests."""

from __future__ import annotations

import re
from argparse import Namespace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grognard.cli.terminal.terminal import Terminal, complain, say_json, this_terminal
from grognard.core.english import plural
from grognard.core.errors import BadFile, GrognardError
from grognard.core.rulebook import Rule
from grognard.games import definition_of, game_id, game_ids, rulebook_of

if TYPE_CHECKING:
    from grognard.core.citations import Coverage
    from grognard.core.rulebook import Rulebook

_RULING = re.compile(r"R-[A-Z]+-\d+")
"""Id of a ruling; only some are in a rulebook."""


def rules(args: Namespace) -> int:
    """``grognard rules``: show all or some cases, where they are cited, or their coverage by tests."""
    term = this_terminal(False)
    if args.coverage:
        return _coverage(args, term)
    if not args.game:
        raise GrognardError(f"name a game: {', '.join(game_ids())}")
    rulebook = rulebook_of(args.game)
    words = " ".join(args.words)
    found = find_rules(rulebook, words)
    if not found and args.where and _RULING.fullmatch(words):
        found = [Rule(id=words, title="see docs/rulings.md", says="", kind="ruling", testable=False)]
    if not found:
        complain(f"{game_id(args.game)} has no rule with the id, section or words {words!r}")
        return 1
    if args.where:
        return _where(rulebook, found, args, term)
    if args.json:
        say_json(found)
    elif not words:
        for rule in found:
            term.say(f"{rule.id:<28} {rule.title}")
        term.say(f"\n{plural(len(found), 'case')}. To read one: grognard rules {args.game} ID")
    else:
        say_rules(term, found)
    return 0


def find_rules(rulebook: Rulebook, words: str) -> list[Rule]:
    """Return the cases with this id or section, or else with these words; all cases without words."""
    if not words:
        return list(rulebook.rules.values())
    return rulebook.find(words) or rulebook.search(words)


def say_rules(term: Terminal, found: list[Rule]) -> None:
    """Print the text of cases."""
    for rule in found:
        term.say(f"{term.paint(rule.id, 'bold')}  {rule.title}")
        term.say(term.wrap(rule.says, "    "))


def tests_folder(chosen: str | None) -> Path:
    """Return the folder of tests: as chosen, or that of the source checkout or the current folder."""
    places = [Path(__file__).parents[4] / "tests", Path("tests")]
    for place in [Path(chosen)] if chosen else places:
        if any(place.rglob("test_*.py")):
            return place
    where = chosen or "a source checkout or the current folder"
    raise GrognardError(f"no tests in {where}; name their folder with --tests DIR")


def _coverage(args: Namespace, term: Terminal) -> int:
    """Compare the rules of a game with the tests; without a game those of all, in short."""
    from grognard.core.citations import coverage

    folder = tests_folder(args.tests)
    books = {game: rulebook_of(game) for game in ([game_id(args.game)] if args.game else game_ids())}
    try:
        all_found = {game: coverage(book, folder) for game, book in books.items()}
    except SyntaxError as error:
        raise BadFile(error.filename or folder, f"not Python: {error.msg}", error.lineno) from None
    if args.json:
        plain = {game: _plain_coverage(books[game], found) for game, found in all_found.items()}
        say_json(plain[game_id(args.game)] if args.game else plain)
    else:
        for game, found in all_found.items():
            term.say(f"{game}: {len(found.covered)} of {found.total} testable cases have a test")
            _say_gaps(found, term)
            for id_, reason in _untestable(books[game]).items() if args.game else ():
                term.say(f"  absent     {id_:<28} {reason}")
    return 1 if any(found.missing or found.unknown for found in all_found.values()) else 0


def _plain_coverage(rulebook: Rulebook, found: Coverage) -> dict[str, object]:
    return {"total": found.total, **msgspec.to_builtins(found), "untestable": _untestable(rulebook)}


def _say_gaps(found: Coverage, term: Terminal) -> None:
    """Print cases without a test, and tests without a case."""
    for rule in found.missing:
        term.say(term.wrap(rule.title, f"  no test    {rule.id:<28} ", " " * 13))
    for cited in found.unknown:
        term.say(f"  no rule    {cited.rule:<28} cited by {cited.test}")
    for module, cases in found.later.items():
        sections = dict.fromkeys(rule.id.partition(".")[0] for rule in cases)
        term.say(
            term.wrap(", ".join(sections), f"  not yet    {module:<10} {plural(len(cases), 'case')} of ")
        )


def _untestable(rulebook: Rulebook) -> dict[str, str]:
    """Return why cases need no test, by id."""
    return {rule.id: _why_untestable(rule) for rule in rulebook.own if not rule.testable}


def _why_untestable(rule: Rule) -> str:
    return rule.untested or ("a note, nothing to test" if rule.kind == "note" else "nothing to test")


# -- where a rule is ---------------------------------------------------------------------------------


def _where(rulebook: Rulebook, found: list[Rule], args: Namespace, term: Terminal) -> int:
    """List the functions and charts that cite each rule, and the tests that prove it."""
    from grognard.core.citations import citations, code_citing, data_citing, section_of

    others = other_books(rulebook)
    where = source_folders(args.game), Path(__file__).parents[4], others
    tests = [cited for cited in citations(tests_folder(args.tests)) if cited.game not in others]
    places: dict[str, dict[str, list[str]]] = {}
    for rule in found:
        code = code_citing([rule.id], *where) or code_citing([section_of(rule.id)], *where)
        places[rule.id] = {
            "code": [str(source) for source in code],
            "data": [str(source) for source in data_citing([rule.id], *where)],
            "test": list(dict.fromkeys(cited.test for cited in tests if cited.rule == rule.id)),
        }
    if args.json:
        say_json(places)
        return 0
    for rule in found:
        term.say(f"{term.paint(rule.id, 'bold')}  {rule.title}")
        for label, lines in places[rule.id].items():
            for line in lines:
                term.say(f"  {label}  {line}")
        if not any(places[rule.id].values()):
            term.say("  not cited anywhere")
    return 0


def other_books(rulebook: Rulebook) -> frozenset[str]:
    """The names of the rulebooks that this one does not include; the same id means another case there."""
    books = map(rulebook_of, game_ids())
    return frozenset(book.short for book in books if not book.rules.keys() <= rulebook.rules.keys())


def source_folders(game: str) -> list[Path]:
    """Return the packages with a game's code: its own and that of its family."""
    own = definition_of(game).data.parent
    rules = import_module(definition_of(game).rules.apply.__module__)
    family = Path(rules.__file__ or own).parent
    return list(dict.fromkeys([own, family]))
