"""A batch is one transaction, and an error fails as few of its commands as possible."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from eventsourcing.persistence import OperationalError, PersistenceError

from application.store.encoded_append import EncodedAppend
from application.store.port import CommandTaken, LogRestored, OutcomeUnknown, VersionTaken
from application.store.sqlite.batch_append import commit, known_command
from application.store.sqlite.database import begin_epoch, open_log
from application.store.sqlite.version_cache import VersionCache, position_of_log
from tests.application.store import a_command

STATE = b'{"type":"BidPlaced","seat":0,"amount":1}'


@pytest.fixture
def log(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_log(tmp_path / "log.db")) as connection:
        yield connection


def entry(
    game: int, after: int = 0, *, events: int = 1, state: bytes = STATE, by: str = "ann", command: str = ""
) -> EncodedAppend:
    row = a_command(command, UUID(int=game), after, by=by).command if command else None
    return EncodedAppend(
        game=UUID(int=game).bytes,
        after=after,
        events=(("BidPlaced", state),) * events,
        at=0,
        by=by,
        command=row,
    )


def positions(log: sqlite3.Connection) -> list[tuple[int, int, int]]:
    """Return position, game and version of every event."""
    rows = log.execute("SELECT position, game, version FROM events ORDER BY position")
    return [(position, UUID(bytes=game).int, version) for position, game, version in rows]


def test_a_batch_is_one_transaction(log: sqlite3.Connection) -> None:
    statements: list[str] = []
    log.set_trace_callback(statements.append)
    assert commit(log, [entry(game, events=2, command="c") for game in range(64)]) == [*range(0, 128, 2)]
    assert [statements.count(each) for each in ("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK")] == [1, 1, 0]


def test_batch_without_conflicts_takes_no_query(log: sqlite3.Connection) -> None:
    commit(log, [entry(1)])
    versions = VersionCache(position_of_log(log))
    commit(log, [entry(1, 1)], versions)
    statements: list[str] = []
    log.set_trace_callback(statements.append)
    batch = [entry(1, 2, command="a"), entry(1, 3, command="b"), entry(2, events=2, command="a")]
    assert commit(log, batch, versions) == [2, 3, 4]
    assert [each.split()[0] for each in statements] == ["BEGIN", "UPDATE", "INSERT", "INSERT", "COMMIT"]


def test_batch_after_commits_is_checked_like_any_other(log: sqlite3.Connection, tmp_path: Path) -> None:
    versions = VersionCache(position_of_log(log))
    commit(log, [entry(1, command="a"), entry(2)], versions)
    outcomes = commit(log, [entry(1, 1, command="b"), entry(2, 1, command="c"), entry(3)], versions)
    assert outcomes == [2, 3, 4]
    # A repeated command and a game that exists, beside an entry without a conflict.
    commit(log, [entry(4)])
    outcomes = commit(log, [entry(1, 2, command="b"), entry(4), entry(2, 2)], versions)
    assert isinstance(outcomes[0], CommandTaken)
    assert isinstance(outcomes[1], VersionTaken)
    assert outcomes[2] == 6
    with closing(open_log(tmp_path / "log.db")) as other:
        commit(other, [entry(2, 3)])
    outcomes = commit(log, [entry(1, 2), entry(2, 3)], versions)
    assert outcomes[0] == 8
    assert isinstance(outcomes[1], VersionTaken)
    commit(log, [entry(1, 3)], versions)
    with closing(open_log(tmp_path / "log.db")) as other:
        begin_epoch(other)
    (outcome,) = commit(log, [entry(1, 4)], versions)
    assert isinstance(outcome, LogRestored)
    assert commit(log, [entry(1, 4)], versions) == [10]


def test_entries_without_events_are_recorded_and_checked(log: sqlite3.Connection) -> None:
    commit(log, [entry(1), entry(2)])
    versions = VersionCache(position_of_log(log))
    commit(log, [entry(2, 1)], versions)
    assert commit(log, [], versions) == []
    assert commit(log, [entry(2, 2, events=0, command="a")], versions) == [3]
    assert known_command(log, str(UUID(int=2)), "ann", "a") is not None
    (outcome,) = commit(log, [entry(1, events=0, command="b")], versions)
    assert isinstance(outcome, VersionTaken)
    assert known_command(log, str(UUID(int=1)), "ann", "b") is None


def test_commands_of_one_batch_see_each_other(log: sqlite3.Connection) -> None:
    outcomes = commit(log, [entry(1), entry(1), entry(1, 1, command="c"), entry(1, 2, command="c")])
    assert outcomes[0] == 0
    assert isinstance(outcomes[1], VersionTaken)
    assert outcomes[2] == 1
    assert isinstance(outcomes[3], CommandTaken)
    assert positions(log) == [(1, 1, 1), (2, 1, 2)]


@pytest.mark.parametrize("unwritable", ["\ud800", b"ann"], ids=["no text", "bytes"])
def test_invalid_command_fails_alone(log: sqlite3.Connection, unwritable: Any) -> None:
    batch = [entry(game, events=2, command=f"c-{game}") for game in range(1, 8)]
    batch[4] = entry(5, events=2, by=unwritable, command="c-5")
    outcomes = commit(log, batch)
    assert [each for each in outcomes if not isinstance(each, PersistenceError)] == [0, 2, 4, 6, 8, 10]
    assert type(outcomes[4]) is PersistenceError
    assert [position for position, _, _ in positions(log)] == [*range(1, 13)]
    assert known_command(log, str(UUID(int=5)), "ann", "c-5") is None
    assert commit(log, [entry(5)]) == [12]


def test_full_disk_fails_the_batch_and_resets_the_counter(log: sqlite3.Connection) -> None:
    assert commit(log, [entry(1)]) == [0]
    (pages,) = log.execute("PRAGMA page_count").fetchone()
    log.execute(f"PRAGMA max_page_count = {pages}")
    outcomes = commit(log, [entry(1, 1, command="c"), entry(2, state=bytes(100_000))])
    assert [type(each) for each in outcomes] == [OperationalError, OperationalError]
    assert positions(log) == [(1, 1, 1)]
    log.execute("PRAGMA max_page_count = 1000000")
    assert commit(log, [entry(1, 1, command="c"), entry(2, state=bytes(100_000))]) == [1, 2]
    assert positions(log) == [(1, 1, 1), (2, 1, 2), (3, 2, 1)]


class Failing(sqlite3.Connection):
    """Fails the given number of commits, before or after they take effect."""

    failures = 1
    after_commit = False

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        if sql == "COMMIT" and self.failures:
            self.failures -= 1
            if self.after_commit:
                super().execute(sql)
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *parameters)


@pytest.fixture
def failing(log: sqlite3.Connection) -> Iterator[Failing]:
    (path,) = (path for _, name, path in log.execute("PRAGMA database_list") if name == "main")
    with closing(sqlite3.connect(path, isolation_level=None, factory=Failing)) as connection:
        yield connection


def test_failed_commit_is_rolled_back_before_the_batch_fails(
    log: sqlite3.Connection, failing: Failing
) -> None:
    outcomes = commit(failing, [entry(1), entry(2)])
    assert [type(each) for each in outcomes] == [OperationalError, OperationalError]
    assert not failing.in_transaction
    assert commit(log, [entry(1)]) == [0]


def test_commit_that_failed_after_taking_effect_is_found(log: sqlite3.Connection, failing: Failing) -> None:
    failing.after_commit = True
    outcomes = commit(failing, [entry(1, command="c"), entry(2, events=2), entry(2)])
    assert outcomes[:2] == [0, 1]
    assert isinstance(outcomes[2], VersionTaken)
    assert positions(log) == [(1, 1, 1), (2, 2, 1), (3, 2, 2)]


@pytest.mark.parametrize("after_commit", [False, True], ids=["lost", "made"])
def test_an_unknown_commit_raises_outcome_unknown(
    log: sqlite3.Connection, failing: Failing, after_commit: bool
) -> None:
    failing.failures, failing.after_commit = 2, after_commit
    batch = [entry(1, command="c"), entry(2)]
    outcomes = commit(failing, batch)
    assert [type(each) for each in outcomes] == [OutcomeUnknown, OutcomeUnknown]
    assert "disk I/O error" in str(outcomes[0])
    # The repeat by command id shows which one happened.
    again = commit(log, batch)
    assert (
        ([type(each) for each in again] == [CommandTaken, VersionTaken]) if after_commit else again == [0, 1]
    )


def test_open_transaction_of_an_earlier_failure_is_rolled_back(log: sqlite3.Connection) -> None:
    log.execute("BEGIN")
    log.execute("UPDATE counter SET position = 7")
    assert commit(log, [entry(1)]) == [0]


def test_any_error_becomes_an_outcome(log: sqlite3.Connection) -> None:
    log.close()
    assert [type(each) for each in commit(log, [entry(1), entry(2)])] == [PersistenceError, PersistenceError]
