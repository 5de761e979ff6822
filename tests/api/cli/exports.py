"""Exports through the command line, and their rows in one form for all formats."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

import pyarrow.parquet as pq
from typer.testing import CliRunner, Result

from api.cli import app
from application.codec import GameId, RecordedEvent
from application.export.sheets import ColumnType, Sheet
from application.store.port import Append, Store
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from domain.commands import CreateGame, JoinGame, LeaveGame
from domain.events import Access, Event
from domain.game import fold
from domain.rules import variants
from tests.laws.playouts import playout
from tests.projections.logs import NOON, game_id, played, story

LONG: Final = 100
"""Number of events of a game in play, after its start."""
PIECE: Final = 17
"""Events of a game that are appended at once."""
TICK: Final = timedelta(hours=7)
"""Between two appends, so that a log goes over many days."""

Rows = list[dict[str, Any]]


class Place(NamedTuple):
    """The place of a log: a data directory or a database URL."""

    data: Path
    url: str | None = None

    @property
    def options(self) -> list[str]:
        """The command-line options that select it."""
        return ["--data-dir", str(self.data), *(["--database-url", self.url] if self.url else [])]

    async def open(self) -> Store:
        """Open the log."""
        self.data.mkdir(exist_ok=True)
        return SQLiteStore(self.data / "log.db") if self.url is None else await PostgresStore.open(self.url)

    def fill(self, games: Iterable[tuple[GameId, Sequence[Event]]]) -> None:
        """Append games in turns, a few events each; omitting one does not change the others."""
        asyncio.run(self._fill([*games]))

    async def _fill(self, games: Sequence[tuple[GameId, Sequence[Event]]]) -> None:
        store = await self.open()
        for start in range(0, max(len(log) for _, log in games), PIECE):
            for number, (game, log) in enumerate(games):
                if events := tuple(log[start : start + PIECE]):
                    at = NOON + start * TICK / PIECE + timedelta(minutes=game.int, microseconds=number)
                    append = Append(game=game, after=start, events=events, at=at, by="ada" if start else None)
                    await store.append(append)
        await store.close()

    def log(self) -> list[RecordedEvent]:
        """Return all events of the log."""
        return asyncio.run(self._log())

    async def _log(self) -> list[RecordedEvent]:
        store = await self.open()
        found = await store.select(0, 1_000_000)
        await store.close()
        return found


def games() -> list[tuple[GameId, Sequence[Event]]]:
    """Return running and finished games of all variants, public and private, and a lobby."""
    logs: list[Sequence[Event]] = [
        story("president", 1),
        _of_people("president"),
        story("president", 2, Access.PRIVATE),
        story("president", 3, start=False),
    ]
    for seed, variant in enumerate(variants()):
        logs += (story(variant, seed, access)[:LONG] for access in Access)
    return [(game_id(number), log) for number, log in enumerate(logs, 1)]


def finished_games(first: int = 1) -> list[tuple[GameId, Sequence[Event]]]:
    """Return finished public games of all variants, one of people, and a closed lobby."""
    logs: list[Sequence[Event]] = [story(variant, first + seed) for seed, variant in enumerate(variants())]
    logs += [_of_people("president"), _closed_lobby()]
    return [(game_id(number), log) for number, log in enumerate(logs, first)]


def _closed_lobby() -> Sequence[Event]:
    """Return a game that all players left before the start."""
    create = CreateGame(by="ada", variant="oh-hell")
    return played(0, create, JoinGame(by="ben"), LeaveGame(by="ben"), LeaveGame(by="ada"))


def _of_people(variant: str) -> Sequence[Event]:
    logs = (playout(variant, seed).log for seed in count())
    return next(log for log in logs if fold(log).outcome and fold(log).access is Access.PUBLIC)


def export(place: Place, what: str, form: str, *more: object) -> Result:
    """Run an export in this process."""
    arguments = ["export", what, "--format", form, *place.options, *map(str, more)]
    return CliRunner().invoke(app, arguments, catch_exceptions=False)


def exported(place: Place, what: str, form: str, out: Path, *more: object) -> bytes:
    """Run an export that must succeed, and return its output."""
    done = export(place, what, form, "--out", out, *more)
    assert done.exit_code == 0, done.stderr
    assert done.stdout == ""
    return out.read_bytes()


def refused(done: Result) -> str:
    """Return the single error line of a failed export."""
    assert done.exit_code == 1, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("kibitz: ")
    return line


def rows(sheet: Sheet, form: str, content: bytes) -> Rows:
    """Return the rows of an export in one form for all formats."""
    kinds = {column.name: column.kind for column in sheet.columns}
    found: Iterable[dict[str, Any]]
    match form:
        case "parquet":
            found = pq.read_table(io.BytesIO(content)).to_pylist()
        case "csv":
            read = csv.DictReader(io.StringIO(content.decode(), newline=""), strict=True)
            assert read.fieldnames is not None
            found = [dict(row) for row in read]
        case _:
            found = map(json.loads, content.splitlines())
    return [
        {name: _value(kinds[name], form, value) for name, value in row.items()}
        for row in found
        if [*row] == [*kinds] or _wrong(row, kinds)
    ]


def _wrong(row: dict[str, Any], kinds: dict[str, ColumnType]) -> bool:
    raise AssertionError(f"a row has {[*row]}, not {[*kinds]}")


def _value(kind: ColumnType, form: str, value: Any) -> Any:
    if value is None or (form == "csv" and value == ""):
        return None
    if form == "csv":
        value = _typed(kind, value)
    if kind is ColumnType.JSON:
        return value if form == "ndjson" else json.loads(value)
    if form == "ndjson" and kind in (ColumnType.MOMENT, ColumnType.DAY):
        value = _typed(kind, value)
    expected = {
        ColumnType.INTEGER: int,
        ColumnType.NUMBER: float,
        ColumnType.TRUTH: bool,
        ColumnType.MOMENT: datetime,
        ColumnType.DAY: date,
    }.get(kind, str)
    assert type(value) is expected, f"{value!r} is no {kind}"
    return value.astimezone(UTC) if isinstance(value, datetime) else value


def _typed(kind: ColumnType, text: str) -> Any:
    match kind:
        case ColumnType.INTEGER:
            return int(text)
        case ColumnType.NUMBER:
            return float(text)
        case ColumnType.TRUTH:
            return {"true": True, "false": False}[text]
        case ColumnType.MOMENT:
            assert len(text) == len("2026-04-01T12:00:00.000000Z")
            return datetime.fromisoformat(text)
        case ColumnType.DAY:
            return date.fromisoformat(text)
    return text
