"""Writes the results to docs/questions.md: `python -m tests.statistics.questions` takes some minutes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from projections.database.connections import ReadDatabase
from tests.statistics.conftest import MANY, make
from tests.statistics.questions.page import ask, questions, write

with TemporaryDirectory() as folder, ReadDatabase.at(Path(folder) / "read.db") as database:
    asyncio.run(make(str(Path(folder) / "log.db"), database, MANY))
    write([ask(database, question.sql) for question in questions()])
