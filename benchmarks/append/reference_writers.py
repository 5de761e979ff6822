"""References for the append benchmark: pgbench, raw drivers and the `eventsourcing` library."""

from __future__ import annotations

import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID, uuid4

import psycopg
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from psycopg.conninfo import conninfo_to_dict

from application.codec import default_codec
from application.store.postgres.database import TABLES
from application.store.sqlite.database import open_log
from benchmarks.append.append_load import EVENT, PLAYER, WARM_UP, Answer, Load, load_of

CLIENTS = 8
"""Clients of pgbench, and threads of the library."""
AGGREGATES = 64

TOPIC, STATE = default_codec().encode(EVENT)
AT = 1_700_000_000_000_000

_INSERT = """
    INSERT INTO bench.events (position, game, version, topic, state, at, "by", command_id)
    VALUES (nextval('bench.position'), {game}, {version}, {topic}, {state}, {at}, {by}, NULL)
"""
_PGBENCH = (
    "\\set version :version + 1\n"
    + " ".join(
        _INSERT.format(
            # One game per client and turn.
            game="lpad((:turn * 1000 + :client_id)::text, 32, '0')::uuid",
            version=":version",
            topic=f"'{TOPIC}'",
            state=f"'\\x{STATE.hex()}'",
            at=AT,
            by=f"'{PLAYER}'",
        ).split()
    )
    + ";\n"
)
_RAW = _INSERT.format(game="%s", version="%s", topic="%s", state="%s", at="%s", by="%s")


def prepare(url: str) -> None:
    """Create the references' table: like the log's, with positions from a sequence."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA bench")
        connection.execute("CREATE SEQUENCE bench.position")
        [events] = [table for table in TABLES if "CREATE TABLE kibitz.events" in table]
        connection.execute(events.replace("kibitz.", "bench."))


def pgbench(program: Path, url: str, seconds: float, turn: int) -> Load:
    """Insert the same rows with pgbench, one per transaction."""
    with TemporaryDirectory() as folder:
        script = Path(folder) / "insert.sql"
        script.write_text(_PGBENCH)
        duration = max(1, round(seconds + WARM_UP))
        command = [
            *(str(program), "-n", "-M", "prepared", "-c", str(CLIENTS), "-j", "2", "-T", str(duration)),
            *("-D", "version=0", "-D", f"turn={turn}", "-f", str(script)),
            *("-l", "--log-prefix", f"{folder}/log", url),
        ]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"pgbench failed: {done.stderr.strip()}")
        answers = [
            _answer(line) for log in Path(folder).glob("log.*") for line in log.read_text().splitlines()
        ]
    begun, ended = min(at - took for at, took in answers), max(at for at, _ in answers)
    return load_of(answers, begun + WARM_UP, ended)


def _answer(line: str) -> Answer:
    _client, _transaction, took, _script, epoch, microseconds = line.split()[:6]
    return int(epoch) + int(microseconds) / 1e6, int(took) / 1e6


def raw_psycopg(url: str, seconds: float) -> Load:
    """Insert the same rows on one connection, with one commit per event."""
    game = uuid4()
    with psycopg.connect(url, autocommit=True) as connection:

        def insert(version: int) -> None:
            connection.execute(_RAW.encode(), (game, version, TOPIC, STATE, AT, PLAYER), prepare=True)

        return _timed(insert, seconds)


def raw_sqlite(file: Path, seconds: float) -> Load:
    """Insert the same rows into a SQLite log, with one commit per event."""
    game = uuid4().bytes
    with closing(open_log(file)) as connection:

        def insert(version: int) -> None:
            _insert(connection, (game, version, TOPIC, STATE, AT, PLAYER))

        return _timed(insert, seconds)


def _insert(connection: sqlite3.Connection, row: tuple[object, ...]) -> None:
    connection.execute(
        'INSERT INTO events (game, version, topic, state, at, "by") VALUES (?, ?, ?, ?, ?, ?)', row
    )


def _timed(insert: Callable[[int], None], seconds: float) -> Load:
    begun = time.perf_counter() + WARM_UP
    ended = begun + seconds
    return load_of(_until(ended, insert), begun, ended)


def _until(end: float, work: Callable[[int], None]) -> list[Answer]:
    answers: list[Answer] = []
    before = time.perf_counter()
    while before < end:
        work(len(answers) + 1)
        now = time.perf_counter()
        answers.append((now, now - before))
        before = now
    return answers


class Bidding(Aggregate):
    """An aggregate of the library, with an event of the same size."""

    def __init__(self) -> None:
        self.amount = 0

    @event("BidPlaced")
    def bid(self, seat: int, amount: int) -> None:
        """Bid."""
        assert seat >= 0, "a seat is a number from 0"
        self.amount = amount


class Library:
    """The library's standard application on PostgreSQL or a SQLite file."""

    def __init__(self, place: str) -> None:
        if place.startswith("postgresql:"):
            found = conninfo_to_dict(place)
            environment = {
                "PERSISTENCE_MODULE": "eventsourcing.postgres",
                "POSTGRES_DBNAME": str(found["dbname"]),
                "POSTGRES_HOST": str(found["host"]),
                "POSTGRES_PORT": str(found["port"]),
                "POSTGRES_USER": str(found["user"]),
                "POSTGRES_PASSWORD": str(found["password"]),
                # One connection per thread, so that no save opens a new one.
                "POSTGRES_POOL_SIZE": str(CLIENTS),
            }
        else:
            environment = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": place}
        self._application = Application[UUID](environment)

    def save(self, seconds: float) -> Load:
        """Save aggregates, each with one new event, from several threads."""
        begun = time.perf_counter() + WARM_UP
        ended = begun + seconds
        answers: list[Answer] = []
        failed: list[Exception] = []

        def run() -> None:
            try:
                answers.extend(self._saves(ended))
            except Exception as error:  # noqa: BLE001 - raised again in the caller's thread
                failed.append(error)

        threads = [threading.Thread(target=run) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failed:
            raise failed[0]
        return load_of(answers, begun, ended)

    def _saves(self, ended: float) -> list[Answer]:
        aggregates = [Bidding() for _ in range(AGGREGATES // CLIENTS)]
        self._application.save(*aggregates)

        def save(number: int) -> None:
            aggregate = aggregates[number % len(aggregates)]
            aggregate.bid(seat=1, amount=20)
            self._application.save(aggregate)

        return _until(ended, save)

    def close(self) -> None:
        """Close the application."""
        self._application.close()
