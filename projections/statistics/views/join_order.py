"""SQL function that tells SQLite to read games before their facts."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


class not_searched(FunctionElement[int]):
    """A column by which SQLite does not search its table; nothing else changes.

    Without statistics SQLite prefers to read all facts, and to search for the game of each. The facts of a
    game lie together, so that it is much faster to search for them once for each game.
    """

    type = BigInteger()
    inherit_cache = True


@compiles(not_searched)
def _as_column(element: not_searched, compiler: SQLCompiler, **options: Any) -> str:
    [column] = element.clauses
    return compiler.process(column, **options)


@compiles(not_searched, "sqlite")
def _without_index(element: not_searched, compiler: SQLCompiler, **options: Any) -> str:
    [column] = element.clauses
    return f"+{compiler.process(column, **options)}"
