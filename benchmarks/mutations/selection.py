"""Selection of the tests that run against a mutant, from the tests that cover its line."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.mutations.line_coverage import LineCoverage, files_of
from benchmarks.mutations.sites import FOLDERS, Located, Site

FASTEST, OTHERS = 150, 30
"""The numbers of the fastest covering tests, and of others drawn at random."""
FEW: Final = 10
"""With fewer covering tests, tests of the same file follow, because cached code runs in one test only."""
FEW_FASTEST, FEW_OTHERS = 60, 10
BUDGET: Final = 90.0
"""Maximum total seconds of the selected tests, as measured under coverage."""
_SPEED_CLASSES: Final = (0.05, 0.5, 5.0)
"""Upper bounds in seconds. Fast tests run first, and of one class those of a file together."""


class Selection(NamedTuple):
    """The tests for a mutant, in the order in which they run."""

    tests: Sequence[str]
    covering: int
    """The number of tests that cover the mutant."""
    found_by: str
    """`line`, `statement` or, for code that runs at import, `body`, `uses`, `class`, `file`, `importers`."""


class TestSelector:
    """Selects tests by the coverage of a tree."""

    def __init__(self, root: Path, measured: LineCoverage) -> None:
        self._root = root
        self._tests = measured.tests
        self._durations = measured.durations
        excluded = set(measured.excluded)
        self._excluded = {number for number, test in enumerate(self._tests) if test in excluded}
        self._lines = measured.lines
        self._imported = {file: set(lines) for file, lines in measured.imported.items()}

    def select(self, place: str, site: Site) -> Selection:
        """Return the fastest covering tests and a few others, the same in each run."""
        found_by, numbers = next(((by, found) for by, found in self._covering(site) if found), ("", set()))
        tests = self._drawn(place, numbers, FASTEST, OTHERS, BUDGET)
        if 0 < len(numbers) < FEW:
            rest = self._of(site.file) - numbers
            budget = max(0.0, BUDGET - self.seconds(tests))
            tests += self._drawn(place, rest, FEW_FASTEST, FEW_OTHERS, budget)
            found_by = f"{found_by}+file"
        return Selection(tests, len(numbers), found_by)

    def seconds(self, tests: Iterable[str]) -> float:
        """Return the total duration of tests under coverage."""
        return sum(self._durations[test] for test in tests)

    def _drawn(self, place: str, numbers: set[int], fastest: int, others: int, budget: float) -> list[str]:
        tests = sorted(
            (self._tests[number] for number in numbers), key=lambda test: (self._durations[test], test)
        )
        first, rest = tests[:fastest], sorted(tests[fastest:])
        drawn = random.Random(f"110/{place}").sample(rest, min(others, len(rest)))
        kept: list[str] = []
        spent = 0.0
        for test in [*first, *drawn]:
            if spent + self._durations[test] <= budget or not kept:
                kept.append(test)
                spent += self._durations[test]
        return self._ordered(kept)

    def _ordered(self, tests: Sequence[str]) -> list[str]:
        """Put fast tests first; those of a file that are about as fast share fixtures and stay together."""
        means = {}
        for file in files_of(tests):
            of_file = [self._durations[test] for test in tests if test.split("::")[0] == file]
            means[file] = sum(of_file) / len(of_file)

        def key(test: str) -> tuple[int, float, str, float, str]:
            file, seconds = test.split("::")[0], self._durations[test]
            speed = sum(seconds >= bound for bound in _SPEED_CLASSES)
            return speed, means[file], file, seconds, test

        return sorted(tests, key=key)

    def _covering(self, site: Site) -> Iterator[tuple[str, set[int]]]:
        """Yield sets of tests that may notice the mutant, the closest first."""
        yield "line", self._of(site.file, [site.line])
        yield "statement", self._of(site.file, site.lines)
        if not self._imported.get(site.file, set()) & {site.line, *site.lines}:
            return
        # No test runs a line that runs at import only, but tests run the code that it is for.
        if site.is_in_function_header:
            yield "body", self._of(site.file, _span(site.statement))
        if name := _assigned(site.statement):
            yield "uses", self._uses(name)
        for node in reversed(site.stack):
            if isinstance(node, ast.ClassDef):
                yield "class", self._of(site.file, _span(node))
        yield "file", self._of(site.file)
        yield "importers", self._of_importers(site.file)

    def _of(self, file: str, lines: Iterable[int] | None = None) -> set[int]:
        """Return the tests that run the lines of a file, or any line of it."""
        known = self._lines.get(file, {})
        wanted = known if lines is None else lines
        return {number for line in wanted for number in known.get(line, ())} - self._excluded

    def _uses(self, name: str) -> set[int]:
        found: set[int] = set()
        for file, tree in self._trees.items():
            lines = {
                node.lineno
                for node in ast.walk(tree)
                if (isinstance(node, ast.Name) and node.id == name)
                or (isinstance(node, ast.Attribute) and node.attr == name)
            }
            found |= self._of(file, lines)
        return found

    def _of_importers(self, file: str) -> set[int]:
        module = file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        found: set[int] = set()
        for other, tree in self._trees.items():
            if any(module in _imported(node) for node in ast.walk(tree)):
                found |= self._of(other)
        return found

    @cached_property
    def _trees(self) -> dict[str, ast.Module]:
        """The syntax tree of each file of the mutated folders."""
        return {
            file.relative_to(self._root).as_posix(): ast.parse(file.read_bytes())
            for folder in FOLDERS
            for file in sorted((self._root / folder).rglob("*.py"))
        }


def _imported(node: ast.AST) -> set[str]:
    match node:
        case ast.ImportFrom(module=str(base), names=names):
            return {base, *(f"{base}.{each.name}" for each in names)}
        case ast.Import(names=names):
            return {each.name for each in names}
    return set()


def _span(node: Located) -> range:
    assert node.end_lineno is not None
    return range(node.lineno, node.end_lineno + 1)


def _assigned(statement: ast.stmt) -> str | None:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return None
