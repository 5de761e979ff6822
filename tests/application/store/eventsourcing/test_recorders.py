"""Published suites of eventsourcing for recorders, and the further demands of a log."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Timer
from typing import TypeAlias
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import (
    DataError,
    IntegrityError,
    NotSupportedError,
    OperationalError,
    StoredEvent,
    Tracking,
    TrackingRecorder,
)
from eventsourcing.tests import persistence as published

from application.store.eventsourcing.application import Factory
from application.store.eventsourcing.postgres_recorder import PostgresLogRecorder
from application.store.eventsourcing.recorder import LoggedEvent, LogIsReadOnly, LogRecorder
from application.store.eventsourcing.sqlite_recorder import SQLiteLogRecorder
from application.store.port import SchemaTooNew, StoreClosed

Open: TypeAlias = Callable[..., LogRecorder]
"""Opens the recorder of the test's log; takes `writable`."""

KINDS = ("sqlite", "postgres")


def opener(kind: str, request: pytest.FixtureRequest) -> Open:
    if kind == "sqlite":
        folder: Path = request.getfixturevalue("tmp_path")
        return lambda **given: SQLiteLogRecorder(folder / "log.db", **given)
    url: str = request.getfixturevalue("postgres_url")
    return lambda **given: PostgresLogRecorder(url, **given)


class OnALog:
    """Runs a published suite on an empty log."""

    kind = "sqlite"

    @pytest.fixture(autouse=True)
    def opened(self, request: pytest.FixtureRequest) -> Iterator[None]:
        with closing(opener(self.kind, request)(writable=True)) as self.recorder:
            yield

    def create_recorder(self) -> LogRecorder:
        return self.recorder


class OnPostgres(OnALog):
    """The same in PostgreSQL."""

    kind = "postgres"


class TestApplicationRecorderInSQLite(OnALog, published.ApplicationRecorderTestCase[LogRecorder]):
    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestApplicationRecorderInPostgres(OnPostgres, published.ApplicationRecorderTestCase[LogRecorder]):
    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestNonInterleavingInSQLite(OnALog, published.NonInterleavingNotificationIDsBaseCase):
    pass


class TestNonInterleavingInPostgres(OnPostgres, published.NonInterleavingNotificationIDsBaseCase):
    pass


class TestTrackingBesideSQLite(published.TrackingRecorderTestCase):
    @pytest.fixture(autouse=True)
    def beside_a_log(self, tmp_path: Path) -> Iterator[None]:
        with closing(Factory({"SQLITE_DBNAME": str(tmp_path / "log.db")})) as self.factory:
            yield

    def create_recorder(self) -> TrackingRecorder:
        return self.factory.tracking_recorder()


class TestTrackingBesidePostgres(published.TrackingRecorderTestCase):
    @pytest.fixture(autouse=True)
    def beside_a_log(self, postgres_url: str) -> Iterator[None]:
        with closing(Factory({"KIBITZ_DATABASE_URL": postgres_url})) as self.factory:
            yield

    def create_recorder(self) -> TrackingRecorder:
        return self.factory.tracking_recorder()


@pytest.fixture(params=KINDS)
def opening(request: pytest.FixtureRequest) -> Open:
    """Return a function that opens the log."""
    return opener(request.param, request)


@pytest.fixture
def recorder(opening: Open) -> Iterator[LogRecorder]:
    with closing(opening(writable=True)) as recorder:
        yield recorder


def events(game: UUID | str, *versions: int) -> list[StoredEvent]:
    return [StoredEvent(game, version, f"Topic{version}", b"\x00\xff") for version in versions]


def test_a_recorder_writes_the_time_of_each_event(recorder: LogRecorder) -> None:
    game, before = uuid4(), datetime.now(UTC)
    recorder.insert_events(events(game, 1))
    (found,) = recorder.select_events(game)
    assert isinstance(found, LoggedEvent)
    assert found.at is not None
    assert before <= found.at <= datetime.now(UTC)
    assert found.by is None


@pytest.mark.parametrize("versions", [(4,), (2,), (3, 5), (3, 3), (0,)])
def test_batch_with_a_version_gap_is_refused_as_a_whole(
    recorder: LogRecorder, versions: tuple[int, ...]
) -> None:
    game = uuid4()
    recorder.insert_events(events(game, 1, 2))
    with pytest.raises(IntegrityError):
        recorder.insert_events([*events(uuid4(), 1), *events(game, *versions)])
    assert [event.originator_version for event in recorder.select_events(game)] == [1, 2]
    assert recorder.max_notification_id() == 2
    assert recorder.insert_events(events(game, 3)) == [3]


def test_game_must_start_with_its_first_version(recorder: LogRecorder) -> None:
    with pytest.raises(IntegrityError):
        recorder.insert_events(events(uuid4(), 2))


def test_a_game_is_found_by_its_id_as_text_too(recorder: LogRecorder) -> None:
    game = uuid4()
    recorder.insert_events(events(str(game), 1))
    assert [event.originator_id for event in recorder.select_events(game.hex)] == [game]


def test_unknown_id_has_no_events(recorder: LogRecorder) -> None:
    with pytest.raises(DataError, match="no id of a game"):
        recorder.insert_events(events("a customer", 1))


def test_a_log_tracks_nothing(recorder: LogRecorder) -> None:
    with pytest.raises(NotSupportedError, match="tracks nothing"):
        recorder.insert_events(events(uuid4(), 1), tracking=Tracking("upstream", 1))


def test_ranges_of_a_game_can_be_read_in_both_directions(recorder: LogRecorder) -> None:
    game = uuid4()
    recorder.insert_events(events(game, *range(1, 10)))

    def versions(found: list[StoredEvent]) -> list[int]:
        return [event.originator_version for event in found]

    assert versions(recorder.select_events(game, gt=3, lte=6)) == [4, 5, 6]
    assert versions(recorder.select_events(game, lte=6, desc=True, limit=2)) == [6, 5]
    assert versions(recorder.select_events(game, gt=9)) == []


def test_log_is_opened_read_only_by_default(opening: Open) -> None:
    game = uuid4()
    with closing(opening(writable=True)) as writable:
        writable.insert_events(events(game, 1))
    with closing(opening()) as recorder:
        with pytest.raises(LogIsReadOnly, match="grows by commands alone"):
            recorder.insert_events(events(game, 2))
        assert recorder.insert_events([]) == []
        assert len(recorder.select_events(game)) == 1


def test_opening_for_reading_creates_nothing(opening: Open, request: pytest.FixtureRequest) -> None:
    with pytest.raises(OperationalError):
        opening()
    assert list(request.getfixturevalue("tmp_path").iterdir()) == []


def test_file_of_another_kind_is_unchanged(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "log.db")) as connection:
        connection.execute("CREATE TABLE stored_events (state BLOB)")
    before = (tmp_path / "log.db").read_bytes()
    with pytest.raises(OperationalError, match="holds no Kibitz log"):
        SQLiteLogRecorder(tmp_path / "log.db")
    assert (tmp_path / "log.db").read_bytes() == before


def test_log_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "log.db")) as connection:
        connection.execute("PRAGMA user_version = 99")
    for writable in (False, True):
        with pytest.raises(SchemaTooNew):
            SQLiteLogRecorder(tmp_path / "log.db", writable=writable)


def test_an_unreachable_server_and_a_missing_log_are_different_errors(postgres_url: str) -> None:
    with pytest.raises(OperationalError, match="holds no Kibitz log"):
        PostgresLogRecorder(postgres_url)
    with pytest.raises(OperationalError, match="cannot connect"):
        PostgresLogRecorder("postgresql://nobody@127.0.0.1:1/nothing")


def test_lost_connection_is_replaced(postgres_url: str) -> None:
    with closing(PostgresLogRecorder(postgres_url, writable=True)) as recorder:
        recorder.insert_events(events(uuid4(), 1))
        with psycopg.connect(postgres_url) as connection:
            ended = connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchall()
        assert ended
        assert recorder.max_notification_id() == 1
        assert recorder.insert_events(events(uuid4(), 1)) == [2]


def test_closed_recorder_refuses_every_call(opening: Open) -> None:
    recorder = opening(writable=True)
    recorder.insert_events(events(uuid4(), 1))
    recorder.max_notification_id()
    recorder.close()
    recorder.close()
    with pytest.raises(StoreClosed):
        recorder.max_notification_id()
    with pytest.raises(StoreClosed):
        recorder.insert_events(events(uuid4(), 1))


def test_a_subscription_gets_events_of_another_recorder(opening: Open, recorder: LogRecorder) -> None:
    recorder.insert_events(events(uuid4(), 1, 2, 3))
    game = uuid4()
    with closing(opening()) as reader, reader.subscribe(gt=2, topics=["Topic2", "Topic3"]) as subscription:
        assert next(subscription).id == 3
        later = Timer(0.2, recorder.insert_events, [events(game, 1, 2)])
        later.start()
        found = next(subscription)
        later.join()
        assert (found.id, found.originator_id, found.originator_version) == (5, game, 2)
        Timer(0.2, subscription.stop).start()
        assert list(subscription) == []


def test_subscription_continues_beyond_its_batch_size(recorder: LogRecorder) -> None:
    recorder.insert_events(events(uuid4(), *range(1, 1201)))
    with recorder.subscribe() as subscription:
        assert [next(subscription).id for _ in range(1200)] == list(range(1, 1201))
