"""The panel of the status of games: one that was closed after its start has no result."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

from application.store.port import Append
from application.store.postgres.store import PostgresStore
from domain.events import CloseReason, Event, GameClosed, GameStarted
from projections.database.connections import ReadDatabase
from projections.statistics.projection import STATISTICS
from tests.grafana.committed_dashboards import all_chosen, panels
from tests.grafana.conftest import Source
from tests.grafana.macro_expansion import Range
from tests.postgres import new_database
from tests.projections.logs import project, story

NOON = datetime(2026, 12, 18, 12, tzinfo=UTC)
YEAR = Range(datetime(2026, 12, 1, tzinfo=UTC), datetime(2027, 12, 1, tzinfo=UTC))


async def test_a_game_that_was_closed_after_its_start_is_not_finished(postgres_cluster: str) -> None:
    events = story("president", 1)
    start = next(number for number, event in enumerate(events) if isinstance(event, GameStarted))
    closed = (*events[: start + 1], GameClosed(reason=CloseReason.CLOSED_BY_OPERATOR))
    logs: list[tuple[Event, ...]] = [events, closed, events[: start + 1], events[:1]]
    url = new_database(postgres_cluster)
    store = await PostgresStore.open(url)
    for log in logs:
        await store.append(Append(game=uuid4(), after=0, events=log, at=NOON, by="ada"))
    with ReadDatabase(url) as database:
        await project(store, database, STATISTICS)
    await store.close()
    shown = [each for each in panels() if each.title == "Current status of games created in this time"]
    assert {each.dashboard["uid"] for each in shown} == {"kibitz-overview", "kibitz-operations"}
    source = Source(url, url)
    for panel in shown:
        found = source.query(panel, all_chosen(panel.dashboard), YEAR)
        [row] = (dict(zip(found.columns, each, strict=True)) for each in found.rows)
        assert row == {"Game": "president", "Waiting": 1, "Running": 1, "Finished": 1, "Closed": 1}
    source.close()
