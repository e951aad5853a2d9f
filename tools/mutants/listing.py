"""List the mutants of a source file, made by the mutation operators of mutmut.

Left out are mutants that no test of a rule could or should notice: wording, logging, and what only the type
checker reads (`cast`, `assert_never`). mutmut itself leaves out annotations, docstrings and functions with
decorators.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import libcst as cst
from mutmut.mutation.file_mutation import create_mutations

_LOGGERS = {"log", "logger", "logging"}
_FOR_TYPES_ONLY = {"assert_never", "cast"}


@dataclass(eq=False)
class Mutant:
    """A source file with one small change inside a function."""

    file: Path
    module: cst.Module
    original: cst.CSTNode
    mutated: cst.CSTNode
    function: str
    """Qualified name of the function or method that holds the change."""

    @cached_property
    def before(self) -> str:
        """The source without the change."""
        return self.module.code

    @cached_property
    def source(self) -> str:
        """The source with the change."""
        return cst.ensure_type(self.module.deep_replace(self.original, self.mutated), cst.Module).code

    @cached_property
    def changed_lines(self) -> list[str]:
        """Return the lines taken out, with "-", and put in, with "+"."""
        lines = difflib.unified_diff(self.before.splitlines(), self.source.splitlines(), lineterm="", n=0)
        return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]

    @cached_property
    def line(self) -> int:
        """Return the number of the first changed line."""
        old, new = self.before.splitlines(), self.source.splitlines()
        same = (number for number, (a, b) in enumerate(zip(old, new, strict=False), start=1) if a != b)
        return next(same, min(len(old), len(new)))

    def id(self, root: Path) -> str:
        """Return a name that stays the same while the function's changed lines do: file:function:hash."""
        digest = hashlib.sha256("\n".join(self.changed_lines).encode()).hexdigest()[:8]
        return f"{self.path(root)}:{self.function}:{digest}"

    def path(self, root: Path) -> str:
        """Return the file as a path below a folder."""
        return self.file.relative_to(root).as_posix()


def mutants_of(file: Path) -> list[Mutant]:
    """Return every mutant of a file, in the order of its source."""
    module, mutations, _, _ = create_mutations(str(file), file.read_text("utf-8"))
    names = dict(_functions(module.body))
    unwanted = set(_unwanted(module))
    return [
        Mutant(file, module, mutation.original_node, mutation.mutated_node, names[function])
        for mutation in mutations
        if (function := mutation.contained_by_top_level_function) in names
        and mutation.original_node not in unwanted
        and not _changes_wording(mutation.original_node, mutation.mutated_node)
    ]


def _functions(body: Any, within: str = "") -> Iterator[tuple[cst.CSTNode, str]]:
    """Yield functions and methods with their qualified names."""
    for statement in body:
        if isinstance(statement, cst.FunctionDef):
            yield statement, within + statement.name.value
        elif isinstance(statement, cst.ClassDef):
            yield from _functions(statement.body.body, f"{within}{statement.name.value}.")


# -- wording ---------------------------------------------------------------------------------------


def is_wording(node: cst.CSTNode) -> bool:
    """Return whether an expression is text for people: a literal that contains a space.

    >>> is_wording(cst.parse_expression('f"{unit} must stop here"'))
    True
    >>> is_wording(cst.parse_expression('"advance"'))
    False
    """
    match node:
        case cst.SimpleString():
            return any(character.isspace() for character in str(node.evaluated_value))
        case cst.FormattedString():
            texts = (part.value for part in node.parts if isinstance(part, cst.FormattedStringText))
            return any(character.isspace() for text in texts for character in text)
        case cst.ConcatenatedString() | cst.BinaryOperation():
            return is_wording(node.left) or is_wording(node.right)
        case cst.IfExp():
            return is_wording(node.body) or is_wording(node.orelse)
    return False


def _changes_wording(original: cst.CSTNode, mutated: cst.CSTNode) -> bool:
    match original, mutated:
        case cst.Call(), cst.Call():
            kept = {id(argument) for argument in mutated.args}
            gone = [argument for argument in original.args if id(argument) not in kept]
            if _is_refusal(original.func):
                return original.args[0] not in gone
            return bool(gone) and all(is_wording(argument.value) for argument in gone)
        case (cst.Assign() | cst.AnnAssign(), _):
            return original.value is not None and is_wording(original.value)
    return False


def _unwanted(module: cst.Module) -> Iterator[cst.CSTNode]:
    """Yield the nodes that are not to be mutated, with everything in them."""
    for node in _walk(module):
        if is_wording(node) or (isinstance(node, cst.Call) and _is_for_show(node.func)):
            yield from _walk(node)
        elif isinstance(node, cst.Call) and _is_refusal(node.func):
            for argument in node.args[1:]:  # the first is the rule
                yield from _walk(argument)


def _is_for_show(function: cst.BaseExpression) -> bool:
    """Return whether a call only writes a log or informs the type checker."""
    match function:
        case cst.Name(value):
            return value in _FOR_TYPES_ONLY
        case cst.Attribute(cst.Name(value)):
            return value.lower() in _LOGGERS
    return False


def _is_refusal(function: cst.BaseExpression) -> bool:
    return isinstance(function, cst.Name) and function.value == "Illegal"


def _walk(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    yield node
    for child in node.children:
        yield from _walk(child)
