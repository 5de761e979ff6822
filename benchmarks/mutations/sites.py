"""Sites of a source file that can be mutated, with the edits that make each mutant."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

FOLDERS: Final = ("domain", "application", "projections")
"""The folders whose code is mutated."""

Edit = tuple[int, int, bytes]
"""Start, end and replacement, in bytes of a file."""
Located = ast.expr | ast.stmt
"""The nodes that have a position."""

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Site:
    """One possible mutation of a file."""

    file: str
    kind: str
    node: ast.AST
    stack: tuple[ast.AST, ...]
    """The enclosing nodes, the module first."""
    edits: tuple[Edit, ...] = field(repr=False)
    line: int
    column: int

    @property
    def qualname(self) -> str:
        """The dotted name of the enclosing function or class; `<module>` outside of both."""
        names = [node.name for node in self.stack if isinstance(node, _Scope)]
        return ".".join(names) or "<module>"

    @cached_property
    def statement(self) -> ast.stmt:
        """The innermost enclosing statement."""
        around = (*self.stack, self.node)
        return next(node for node in reversed(around) if isinstance(node, ast.stmt))

    @property
    def lines(self) -> range:
        """The lines of the statement; of a compound statement, the lines of its header."""
        return header_lines(self.statement)

    @property
    def is_in_function_header(self) -> bool:
        """True if the site is among the defaults or decorators of a function."""
        return isinstance(self.statement, _Function)

    def mutated(self, source: bytes) -> bytes:
        """Return the file's text with the mutation applied."""
        for start, end, text in sorted(self.edits, reverse=True):
            source = source[:start] + text + source[end:]
        return source


class Source:
    """A parsed file. Offsets are in bytes, as in the positions of `ast`."""

    def __init__(self, root: Path, file: str) -> None:
        self.file = file
        self.text = (root / file).read_bytes()
        self.tree = ast.parse(self.text)
        self._starts = [0]
        for line in self.text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def span(self, node: Located) -> tuple[int, int]:
        """Return the offsets of a node's first byte and of the byte after its last."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self._offset(node.lineno, node.col_offset),
            self._offset(node.end_lineno, node.end_col_offset),
        )

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line of an offset, from 1, and the column, from 0."""
        line = self.text.count(b"\n", 0, offset) + 1
        return line, offset - self._starts[line - 1]

    def operator(self, left: ast.expr, right: ast.expr, text: str) -> tuple[int, int]:
        """Return the span of an operator between two operands."""
        words = text.split()
        first, last = self.span(left)[1], self.span(right)[0]
        between = [token for token in self._tokens if first <= token[0] and token[1] <= last]
        for number, (start, _, _) in enumerate(between):
            found = between[number : number + len(words)]
            if [word for _, _, word in found] == words:
                return start, found[-1][1]
        raise LookupError(f"{self.file}:{left.lineno}: no {text}")

    def _offset(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column

    @cached_property
    def _tokens(self) -> list[tuple[int, int, str]]:
        return list(self._read_tokens())

    def _read_tokens(self) -> Iterator[tuple[int, int, str]]:
        """Yield the start, the end and the text of each name and operator."""
        text = self.text.decode()
        lines = text.splitlines(keepends=True)
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.OP, tokenize.NAME):
                line, column = token.start
                # The columns of `tokenize` are in characters.
                start = self._offset(line, len(lines[line - 1][:column].encode()))
                yield start, start + len(token.string.encode()), token.string


def header_lines(statement: ast.stmt) -> range:
    """Return the lines of a statement without the statements in it."""
    assert statement.end_lineno is not None
    first = statement.lineno
    if isinstance(statement, _Scope) and statement.decorator_list:
        first = min(first, *(each.lineno for each in statement.decorator_list))
    if isinstance(statement, ast.Match):
        inner = statement.cases[0].pattern.lineno
    elif body := getattr(statement, "body", None):
        inner = body[0].lineno
    else:
        return range(first, statement.end_lineno + 1)
    return range(first, max(inner, statement.lineno + 1))
