"""A log, and the `eventsourcing` application over it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from application.store.eventsourcing.application import (
    Kibitz,
)
from tests.application.store.eventsourcing.logs import GAMES, Log


@pytest.fixture(params=["sqlite", "postgres"])
def log(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Log:
    for name in ("KIBITZ_DATABASE_URL", "SQLITE_DBNAME", "PERSISTENCE_MODULE", "VIEWS_DBNAME"):
        monkeypatch.delenv(name, raising=False)
    if request.param == "postgres":
        where = {"KIBITZ_DATABASE_URL": request.getfixturevalue("postgres_url")}
    else:
        where = {"SQLITE_DBNAME": str(request.getfixturevalue("tmp_path") / "log.db")}
    log = Log({"PERSISTENCE_MODULE": "application.store.eventsourcing.application", **where})
    log.play(*range(GAMES))
    return log


@pytest.fixture
def kibitz(log: Log) -> Iterator[Kibitz]:
    with Kibitz(log.env) as kibitz:
        yield kibitz
