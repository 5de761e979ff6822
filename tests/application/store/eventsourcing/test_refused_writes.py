"""Writes through the library are refused, and its settings are validated."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate
from eventsourcing.persistence import (
    DatabaseError,
    InfrastructureFactory,
    InfrastructureFactoryError,
    NotSupportedError,
)
from eventsourcing.projection import EventSourcedProjection

from application.store.eventsourcing.application import (
    Factory,
    GameAggregate,
    GameEvent,
    GameMapper,
    Kibitz,
    LogIsReadOnly,
)
from application.store.eventsourcing.recorder import LogRecorder
from tests.application.store.eventsourcing.logs import Log, wins

DOCS = Path(__file__).parents[4] / "docs" / "how-to" / "read-the-log.md"


BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Cat(Aggregate):
    pass


def test_saving_into_a_log_is_refused(log: Log, kibitz: Kibitz) -> None:
    before = log.recorded()
    aggregate: GameAggregate = kibitz.repository.get(before[0].game)
    last = list(kibitz.events.get(aggregate.id))[-1]
    assert isinstance(last, GameEvent)
    following = GameEvent(
        originator_id=aggregate.id, originator_version=aggregate.version + 1, event=last.event
    )
    for refused in (following, Cat()):
        with pytest.raises(LogIsReadOnly, match="grows by commands alone"):
            kibitz.save(refused)
    assert kibitz.save(aggregate) == []
    assert log.recorded() == before


def test_database_is_opened_read_only(kibitz: Kibitz) -> None:
    assert isinstance(kibitz.recorder, LogRecorder)
    with pytest.raises(Exception, match=r"(?i)read-?only"), kibitz.recorder._reading() as cursor:
        cursor.execute("UPDATE counter SET position = 0")


class Cats(Application[UUID]):
    """An unrelated application that is configured with a log by mistake."""


def test_another_application_cannot_save_into_a_log(log: Log) -> None:
    before = log.recorded()
    with Cats(log.env) as cats, pytest.raises(LogIsReadOnly):
        cats.save(Cat())
    assert log.recorded() == before


class CountsCats(EventSourcedProjection[UUID]):
    pass


def test_foreign_events_and_snapshots_are_refused(log: Log) -> None:
    with pytest.raises(NotSupportedError, match="its own PERSISTENCE_MODULE"):
        CountsCats(log.env)
    with closing(Factory({**log.env, "IS_SNAPSHOTTING_ENABLED": "y"})) as factory:
        assert not factory.is_snapshotting_enabled()
        assert isinstance(factory.aggregate_recorder(), LogRecorder)
        with pytest.raises(NotSupportedError, match="no snapshots"):
            factory.aggregate_recorder("snapshots")


def test_a_log_is_configured_by_the_environment(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in log.env.items():
        monkeypatch.setenv(name, value)
    with Kibitz() as kibitz:
        assert kibitz.recorder.max_notification_id() == len(log.recorded())
    with closing(InfrastructureFactory[Any].construct(log.env)) as factory:
        assert isinstance(factory, Factory)
        assert isinstance(factory.mapper(), GameMapper)


def test_a_prefixed_setting_takes_precedence(log: Log) -> None:
    named = {f"KIBITZ_{name}" if name == "SQLITE_DBNAME" else name: value for name, value in log.env.items()}
    with Kibitz({"SQLITE_DBNAME": "nowhere.db", **named}) as kibitz:
        assert kibitz.recorder.max_notification_id()


@pytest.mark.usefixtures("log")
def test_a_missing_log_setting_is_an_error() -> None:
    with pytest.raises(OSError, match="KIBITZ_DATABASE_URL or SQLITE_DBNAME"):
        Kibitz()
    with pytest.raises(DatabaseError):
        Kibitz({"SQLITE_DBNAME": "nowhere/log.db"})


def test_another_persistence_module_is_refused(log: Log) -> None:
    with pytest.raises(InfrastructureFactoryError, match=r"application\.store\.eventsourcing\.application"):
        Kibitz({**log.env, "PERSISTENCE_MODULE": "eventsourcing.popo"})


def test_the_examples_of_the_library_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIBITZ_DATABASE_URL", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".kibitz").mkdir()
    log = Log({"SQLITE_DBNAME": ".kibitz/log.db"})
    log.play(1)
    blocks = BLOCK.findall(DOCS.read_text(encoding="utf-8"))
    assert len(blocks) >= 5
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks:
        exec(compile(block, str(DOCS), "exec"), names)  # noqa: S102 - it is ours
    assert names["wins"] == wins(log)
    assert names["wins"]
