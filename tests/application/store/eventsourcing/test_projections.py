"""The library's projections over a Kibitz log, and where their views are stored."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from eventsourcing.persistence import (
    Tracking,
)
from eventsourcing.popo import POPOTrackingRecorder
from eventsourcing.postgres import PostgresTrackingRecorder
from eventsourcing.projection import Projection, ProjectionRunner
from eventsourcing.sqlite import SQLiteTrackingRecorder

from application.store.eventsourcing.application import (
    Factory,
    Kibitz,
)
from domain.events import GameStarted, GameWon, PlayerId
from tests.application.store.eventsourcing.logs import GAMES, Log, wins


class Wins(POPOTrackingRecorder):
    def __init__(self) -> None:
        super().__init__()
        self.players: dict[UUID, tuple[PlayerId, ...]] = {}
        self.wins: Counter[PlayerId] = Counter()


class WinsPerPlayer(Projection[Wins]):
    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        match domain_event.event:
            case GameStarted(players=players):
                self.view.players[domain_event.originator_id] = players
            case GameWon(winners=winners):
                players = self.view.players[domain_event.originator_id]
                self.view.wins.update(players[seat] for seat in winners)
        self.view.insert_tracking(tracking)


def test_a_projection_follows_the_log(log: Log) -> None:
    with ProjectionRunner(
        application_class=Kibitz, projection_class=WinsPerPlayer, view_class=Wins, env=log.env
    ) as runner:
        runner.wait(runner.app.recorder.max_notification_id(), timeout=30)
        assert runner.view.wins == wins(log)
        log.play(GAMES)
        runner.wait(runner.app.recorder.max_notification_id(), timeout=30)
        assert runner.view.wins == wins(log)
        assert runner.view.wins.total() == GAMES + 1


def test_views_are_stored_beside_the_log(log: Log) -> None:
    before = log.recorded()
    with closing(Factory(log.env)) as factory:
        view = factory.tracking_recorder()
        view.insert_tracking(Tracking("Kibitz", 3))
        again = factory.tracking_recorder()
        assert again.max_tracking_id("Kibitz") == 3
    assert log.recorded() == before
    if "KIBITZ_DATABASE_URL" in log.env:
        assert isinstance(view, PostgresTrackingRecorder)
    else:
        assert isinstance(view, SQLiteTrackingRecorder)
        file = Path(log.env["SQLITE_DBNAME"])
        assert file.with_name("log-views.db").exists()
        with closing(sqlite3.connect(file)) as connection:
            tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        assert sorted(tables) == [("commands",), ("counter",), ("events",), ("log",)]


def test_views_are_stored_at_the_configured_place(log: Log, tmp_path: Path) -> None:
    with closing(Factory({**log.env, "VIEWS_DBNAME": str(tmp_path / "mine.db")})) as factory:
        factory.tracking_recorder().insert_tracking(Tracking("Kibitz", 3))
    assert (tmp_path / "mine.db").exists()
    topic = f"{__name__}:{Wins.__name__}"
    with closing(Factory({**log.env, "TRACKING_RECORDER_TOPIC": topic})) as factory:
        assert isinstance(factory.tracking_recorder(), Wins)


def test_views_cannot_be_stored_in_the_log_file(tmp_path: Path) -> None:
    file = str(tmp_path / "log.db")
    with (
        closing(Factory({"SQLITE_DBNAME": file, "VIEWS_DBNAME": file})) as factory,
        pytest.raises(OSError, match="another file"),
    ):
        factory.tracking_recorder()
