"""The age of results: the hour before which nothing is missing, and nothing of events in private games."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from uuid import UUID, uuid4

import httpx
import pytest
from sqlalchemy import Connection

from api.app import application, services_of
from api.graphql.context import Services
from api.graphql.queries.as_of import CURRENT_WITHIN
from api.settings import ProjectionMode, Settings
from application.store.port import Append
from domain.events import Access
from projections.engine.tracking import Role, after, track
from projections.statistics.projection import STATISTICS
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import caught_up
from tests.projections.logs import story

AGES: Final = """query($game: ID!) {
    statistics(variant: "oh-hell") { asOf { ...Age } }
    leaderboard(variant: "oh-hell") { asOf { ...Age } }
    player(id: "ada") {
        profile(variant: "oh-hell") { asOf { ...Age } }
        headToHead(variant: "oh-hell") { asOf { ...Age } }
    }
    game(id: $game) { luckAsOf { ...Age } }
}
fragment Age on AsOf { current hour rebuilding stopped }"""
CURRENT: Final = {"current": True, "hour": None, "rebuilding": False, "stopped": False}
MOMENT: Final = datetime(2026, 4, 1, 12, 34, 56, tzinfo=UTC)

Play = Callable[..., Awaitable[UUID]]


async def play(services: Services, at: datetime, *, seed: int = 1, access: Access = Access.PUBLIC) -> UUID:
    """Let a game have been played at one moment; return its id."""
    game = uuid4()
    await services.store.append(
        Append(game=game, after=0, events=story("oh-hell", seed, access), at=at, by="ada")
    )
    return game


async def ages(client: Client, game: UUID) -> list[Json]:
    """Return the age of each result that has one, without the names of types."""
    answer = await client.data(AGES, game=str(game))
    player = answer["player"] or {}
    found = [
        answer["statistics"]["asOf"],
        answer["leaderboard"]["asOf"],
        *(each["asOf"] for each in (player.get("profile"), player.get("headToHead")) if each),
        answer["game"]["luckAsOf"],
    ]
    return [{name: value for name, value in each.items() if name != "__typename"} for each in found]


@asynccontextmanager
async def serving(folder: Path, mode: ProjectionMode) -> AsyncIterator[tuple[Services, Client]]:
    """Serve a data directory in this process, with or without its read models being brought up to date."""
    async with services_of(Settings(data_dir=folder, projections=mode)) as services:
        transport = httpx.ASGITransport(application(services))
        async with httpx.AsyncClient(transport=transport, base_url="http://[::1]", trust_env=False) as http:
            yield services, Client(http)


@pytest.fixture
async def game(tmp_path: Path) -> UUID:
    """A finished game that all read models of a data directory include."""
    async with serving(tmp_path, ProjectionMode.THREAD) as (services, _):
        found = await play(services, MOMENT - timedelta(days=3))
        await caught_up(services)
        return found


async def test_results_of_read_models_that_follow_the_log_are_current(tmp_path: Path, game: UUID) -> None:
    async with serving(tmp_path, ProjectionMode.THREAD) as (services, client):
        await caught_up(services)
        found = await ages(client, game)
        assert len(found) >= 3
        assert all(each == CURRENT for each in found)


async def test_results_of_read_models_that_are_behind_tell_the_hour_before_which_nothing_is_missing(
    tmp_path: Path, game: UUID
) -> None:
    async with serving(tmp_path, ProjectionMode.OFF) as (services, client):
        await play(services, MOMENT)
        await play(services, MOMENT + timedelta(hours=5), seed=2)
        for each in await ages(client, game):
            assert each == CURRENT | {"current": False, "hour": "2026-04-01T12:00:00.000000Z"}


async def test_the_age_tells_neither_the_moment_nor_the_number_of_events_in_private_games(
    tmp_path: Path, game: UUID
) -> None:
    async with serving(tmp_path, ProjectionMode.OFF) as (services, client):
        await play(services, MOMENT, access=Access.PRIVATE)
        one = await ages(client, game)
    async with serving(tmp_path, ProjectionMode.OFF) as (services, client):
        for seed in (2, 3):
            await play(services, MOMENT + timedelta(minutes=seed), seed=seed, access=Access.PRIVATE)
        assert await ages(client, game) == one


async def test_an_event_of_the_last_minute_does_not_show(tmp_path: Path, game: UUID) -> None:
    async with serving(tmp_path, ProjectionMode.OFF) as (services, client):
        # Half of the time is left for a slow machine.
        await play(services, datetime.now(UTC) - timedelta(seconds=CURRENT_WITHIN / 2), access=Access.PRIVATE)
        assert (await ages(client, game))[0] == CURRENT


async def test_an_answer_that_waited_for_the_read_models_is_current(tmp_path: Path, game: UUID) -> None:
    async with serving(tmp_path, ProjectionMode.THREAD) as (services, client):
        await ages(client, game)
        await play(services, MOMENT, seed=2)
        answer = await client.data(
            '{ statistics(variant: "oh-hell", upToDate: true) { lengths { games } asOf { current } } }'
        )
        assert answer["statistics"]["lengths"][0]["games"] == 2
        assert answer["statistics"]["asOf"]["current"] is True


async def test_results_say_that_their_read_model_is_rebuilt_or_has_stopped(
    tmp_path: Path, game: UUID
) -> None:
    def rebuild_begins(connection: Connection) -> None:
        lease = {"owner": "another process", "leased_until": after(connection, timedelta(seconds=60))}
        track(
            connection, STATISTICS, Role.REBUILD, generation=99, ready=False, position=0, tables=[], **lease
        )

    def poison_found(connection: Connection) -> None:
        track(
            connection, STATISTICS, Role.ACTIVE, failed_position=1, failed_topic="RoundScored", error="secret"
        )

    for change, name in ((rebuild_begins, "rebuilding"), (poison_found, "stopped")):
        async with serving(tmp_path, ProjectionMode.OFF) as (services, client):
            await services.read_database.write(change)
            statistics, leaderboard, *_ = await ages(client, game)
            assert statistics[name] is True
            assert leaderboard == CURRENT
