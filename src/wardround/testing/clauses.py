"""Which test proves which clause: ``@clause("DH-4.10")`` on a test, and the index of them all."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from wardround.core import Clause, Rules, UnknownClause

Test = TypeVar("Test", bound=Callable[..., object])

CLAUSES = "clauses"
"""The attribute of a test that holds the ids of its clauses."""


def clause(*ids: str) -> Callable[[Test], Test]:
    """Mark a test as proving clauses of the rules. May be used several times on one test.

    Args:
        ids: Numbers of clauses, decisions, examples ...: ``"DH-4.10"``, ``"EX-14"``.

    Raises:
        ValueError: No id is given.
    """
    if not ids:
        raise ValueError('name at least one clause: @clause("DH-4.10")')

    def mark(test: Test) -> Test:
        setattr(test, CLAUSES, (*ids, *getattr(test, CLAUSES, ())))
        return test

    return mark


def index(tests_dir: str | Path) -> dict[str, list[str]]:
    """Tests by the clause that they prove, read from the sources without importing them.

    Args:
        tests_dir: A folder; every ``test_*.py`` below it is read.

    Returns:
        For every id that is named: the tests, e.g. ``"test_intake.py::test_first_player"``,
        relative to the folder, in order.

    Raises:
        ValueError: A mark names something that is not a literal text; file and line are named.
        SyntaxError: A file is not Python.
    """
    found: dict[str, list[str]] = {}
    folder = Path(tests_dir)
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        for name, ids in _marked(tree, path.relative_to(folder).as_posix()):
            for id in ids:
                tests = found.setdefault(id, [])
                if name not in tests:
                    tests.append(name)
    return found


def missing(rules: Rules, tests_dir: str | Path) -> list[Clause]:
    """The clauses of the rules that no test proves, in the order of the rules.

    Raises:
        UnknownClause: A test names a clause that the rules do not have.
        ValueError, SyntaxError: See :func:`index`.
    """
    tested = index(tests_dir)
    known = rules.index()
    for id, tests in tested.items():
        if id not in known:
            raise UnknownClause(
                f"The rules of {rules.game} have no clause {id!r}.",
                where=", ".join(tests),
                expected="a number that the rules have",
            )
    return [one for one in rules.clauses() if one.id not in tested]


def _marked(
    node: ast.AST, prefix: str, outer: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Tests with the ids of their marks; the marks of a class hold for all its tests."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            ids = (*outer, *_ids(child, prefix))
            if ids and child.name.startswith("test"):
                yield f"{prefix}::{child.name}", ids
        elif isinstance(child, ast.ClassDef):
            yield from _marked(child, f"{prefix}::{child.name}", (*outer, *_ids(child, prefix)))


def _ids(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, prefix: str) -> Iterator[str]:
    for mark in node.decorator_list:
        if not isinstance(mark, ast.Call) or not _names_clause(mark.func):
            continue
        for argument in mark.args:
            if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                raise ValueError(
                    f"{prefix}, line {argument.lineno}: a clause must be named by a literal text"
                )
            yield argument.value


def _names_clause(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute):
        return function.attr == clause.__name__
    return isinstance(function, ast.Name) and function.id == clause.__name__
