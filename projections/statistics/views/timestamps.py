"""SQL function that shows a stored moment: a time on PostgreSQL, ISO 8601 text in UTC on SQLite."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


class moment(FunctionElement[datetime]):
    """The moment stored in a column of type Instant, exact to the microsecond.

    On PostgreSQL it can be indexed because it depends only on the column. Queries over a view that shows it
    use the index.
    """

    type = DateTime(timezone=True)
    inherit_cache = True


@compiles(moment, "postgresql")
def _as_time(element: moment, compiler: SQLCompiler, **options: Any) -> str:
    [kept] = element.clauses
    return f"to_timestamp(({compiler.process(kept, **options)})::double precision / 1000000)"


@compiles(moment, "sqlite")
def _as_text(element: moment, compiler: SQLCompiler, **options: Any) -> str:
    [kept] = element.clauses
    column = f"({compiler.process(kept, **options)})"
    seconds = f"strftime('%Y-%m-%dT%H:%M:%S', {column} / 1000000, 'unixepoch')"
    return f"{seconds} || printf('.%06dZ', {column} % 1000000)"
