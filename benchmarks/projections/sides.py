"""What the benchmark of the read models measures, one side after the other, in events a second of one log."""

from __future__ import annotations

import asyncio
import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from eventsourcing import projection as library
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Tracking, TrackingRecorder
from eventsourcing.postgres import PostgresTrackingRecorder
from eventsourcing.sqlite import SQLiteTrackingRecorder
from psycopg.sql import SQL, Identifier
from sqlalchemy import Column, Integer, MetaData, String, Table, Uuid

from application.codec import GameId, RecordedEvent, topic_of
from application.store.eventsourcing.application import GameEvent, Kibitz
from benchmarks.append.load import opens
from projections.database.connections import ReadDatabase
from projections.engine.projection import Change, Naming, Projection, Put, Rows, Tables, by_game
from projections.engine.projector import Projector

WARM_UP: Final = 200
"""Events that the library's runner has come to terms with before it is timed."""
LONGEST: Final = 600.0
"""Seconds in which a side must come to its end."""


def limit(log: str, batch: int) -> float:
    """Read and decode a whole log, and do nothing with it."""
    return asyncio.run(_limit(log, batch))


async def _limit(log: str, batch: int) -> float:
    store = await opens(log)()
    try:
        position, begun = 0, time.perf_counter()
        while (found := await store.read_slice(position, batch)).upto > position:
            position = found.upto
        return position / (time.perf_counter() - begun)
    finally:
        await store.close()


def catch_up(log: str, empty: Callable[[], ReadDatabase], projection: Projection, batch: int) -> float:
    """Let the projector as the server runs it bring one read model from nothing to a log's head."""
    with empty() as database:
        return asyncio.run(_catch_up(log, database, projection, batch))


async def _catch_up(log: str, database: ReadDatabase, projection: Projection, batch: int) -> float:
    store = await opens(log)()
    try:
        head = await store.head()
        projector = Projector(store, database, [projection], batch=batch)
        # Tables and views are made once, however long the log is.
        await projector.prepare()
        begun = time.perf_counter()
        async with projector:
            await projector.wait_until(head, LONGEST)
            return head / (time.perf_counter() - begun)
    finally:
        await store.close()


class Counts(Projection):
    """The library's view below as a read model of ours: each game's number of events, and the last topic."""

    name = "counts"
    version = 1

    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define one table."""
        columns = Column("game", Uuid, primary_key=True), Column("events", Integer), Column("last", String)
        return {"counts": Table(called("counts"), metadata, *columns)}

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        """Add the events up."""
        before = {row["game"]: row["events"] for row in rows["counts"]}
        counted = [
            {
                "game": game,
                "events": before.get(game, 0) + len(events),
                "last": topic_of(type(events[-1].event)),
            }
            for game, events in by_game(batch).items()
        ]
        return [Put("counts", counted)]


COUNTS: Final = Counts()


class View(TrackingRecorder):
    """How many events each game has, and the last one's topic; upserted in one transaction with tracking."""

    @abstractmethod
    def count(self, game: GameId, topic: str, tracking: Tracking) -> None:
        """Count an event."""


class ViewInSQLite(SQLiteTrackingRecorder, View):
    """The view in a SQLite file."""

    def construct_create_table_statements(self) -> list[str]:
        """Add the view's table to the library's."""
        return [
            *super().construct_create_table_statements(),
            "CREATE TABLE IF NOT EXISTS counts (game TEXT PRIMARY KEY, events INTEGER, last TEXT)",
        ]

    def count(self, game: GameId, topic: str, tracking: Tracking) -> None:
        """Count an event."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                """
                INSERT INTO counts VALUES (?, 1, ?)
                ON CONFLICT (game) DO UPDATE SET events = events + 1, last = excluded.last
                """,
                (game.hex, topic),
            )
            self._insert_tracking(cursor, tracking)


class ViewInPostgres(PostgresTrackingRecorder, View):
    """The view in the database of the log."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        table = Identifier(self.datastore.schema, "counts")
        self.sql_create_statements.append(
            SQL("CREATE TABLE IF NOT EXISTS {} (game uuid PRIMARY KEY, events integer, last text)").format(
                table
            )
        )
        self._upsert = SQL(
            """
            INSERT INTO {} AS counted VALUES (%s, 1, %s)
            ON CONFLICT (game) DO UPDATE SET events = counted.events + 1, last = excluded.last
            """
        ).format(table)

    def count(self, game: GameId, topic: str, tracking: Tracking) -> None:
        """Count an event."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(self._upsert, (game, topic), prepare=True)
            self._insert_tracking(cursor, tracking)


class CountsByLibrary(library.Projection[View]):
    """Fills the view, event by event, and notes when it did."""

    times: ClassVar[list[float]] = []

    def process_event(self, domain_event: DomainEventProtocol[Any], tracking: Tracking) -> None:
        """Count an event."""
        assert isinstance(domain_event, GameEvent), "the log has no others"
        self.view.count(domain_event.originator_id, topic_of(type(domain_event.event)), tracking)
        self.times.append(time.perf_counter())


def runner(log: str, events: int) -> float:
    """Let the library's runner carry so many events into its view; it goes on from where it was."""
    in_postgres = log.startswith("postgresql:")
    env = {"PERSISTENCE_MODULE": "application.store.eventsourcing.application"}
    env["KIBITZ_DATABASE_URL" if in_postgres else "SQLITE_DBNAME"] = log
    times = CountsByLibrary.times
    times.clear()
    with library.ProjectionRunner(
        application_class=Kibitz,
        projection_class=CountsByLibrary,
        view_class=ViewInPostgres if in_postgres else ViewInSQLite,
        env=env,
    ) as running:
        begun = running.view.max_tracking_id(Kibitz.name) or 0
        running.wait(begun + WARM_UP + events, LONGEST)
    return events / (times[WARM_UP + events - 1] - times[WARM_UP - 1])
