"""SQL function that shows stored JSON text: `jsonb` on PostgreSQL, the text itself on SQLite."""

from __future__ import annotations

from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


class json_value(FunctionElement[Any]):
    """The value that a column of text holds as JSON, whose members can be selected in SQL."""

    type = JSONB()
    inherit_cache = True


@compiles(json_value, "postgresql")
def _as_jsonb(element: json_value, compiler: SQLCompiler, **options: Any) -> str:
    [kept] = element.clauses
    return f"{compiler.process(kept, **options)}::jsonb"


@compiles(json_value, "sqlite")
def _as_text(element: json_value, compiler: SQLCompiler, **options: Any) -> str:
    # The functions and operators of SQLite take JSON as text.
    [kept] = element.clauses
    return compiler.process(kept, **options)
