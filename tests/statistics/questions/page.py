"""docs/questions.md: questions with their SQL, and the results over the long log of the tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import text

from projections.database.connections import ReadDatabase
from projections.database.schemas import VIEWS

PAGE: Final = Path(__file__).parents[3] / "docs" / "questions.md"
_QUESTION: Final = re.compile(r"^### (\d+)\. (.+?)\n(.*?)```sql\n(.+?)```\n```text\n(.*?)```$", re.M | re.S)

Row = tuple[Any, ...]


class Question(NamedTuple):
    """A question on the page."""

    number: int
    title: str
    sql: str
    shown: str
    """The result that the page shows."""


class Answer(NamedTuple):
    """The result of a statement."""

    columns: tuple[str, ...]
    rows: list[Row]


def questions() -> list[Question]:
    """Return the questions of the page in their order."""
    page = PAGE.read_text(encoding="utf-8")
    return [
        Question(int(number), title, sql, shown) for number, title, _, sql, shown in _QUESTION.findall(page)
    ]


def ask(database: ReadDatabase, sql: str) -> Answer:
    """Run a statement on the views, on either database."""
    with database.reading() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SET LOCAL search_path = {VIEWS}"))
        # A colon may begin the name of a parameter otherwise.
        found = connection.exec_driver_sql(sql.replace("%", "%%"))
        return Answer(tuple(found.keys()), [tuple(map(_plain, row)) for row in found])


def write(answers: Sequence[Answer]) -> None:
    """Replace the results on the page."""
    page = PAGE.read_text(encoding="utf-8")
    for question, answer in zip(questions(), answers, strict=True):
        page = page.replace(
            f"```sql\n{question.sql}```\n```text\n{question.shown}```",
            f"```sql\n{question.sql}```\n```text\n{shown(answer)}```",
        )
    PAGE.write_text(page, encoding="utf-8")


def shown(answer: Answer) -> str:
    """Return a result as the page shows it.

    >>> print(shown(Answer(("variant", "share"), [("president", 0.25), ("oh-hell", None)])), end="")
    variant   | share
    ----------+------
    president | 0.250
    oh-hell   |
    """
    texts = [answer.columns, *(tuple(map(_text, row)) for row in answer.rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    numeric = [
        all(isinstance(value, int | float | None) for value in column)
        and any(value is not None for value in column)
        for column in (zip(*answer.rows, strict=True) if answer.rows else ())
    ] or [False] * len(widths)
    lines = [
        " | ".join(
            value.rjust(width) if right else value.ljust(width)
            for value, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in texts
    ]
    lines.insert(1, "-+-".join("-" * width for width in widths))
    return "".join(f"{line}\n" for line in lines)


def _text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _plain(value: Any) -> Any:
    if not isinstance(value, Decimal):
        return value
    # PostgreSQL adds whole numbers up to a numeric value without decimals.
    return int(value) if value.as_tuple().exponent == 0 else float(value)
