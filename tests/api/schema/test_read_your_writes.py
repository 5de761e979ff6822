"""Read-your-writes: a query with `upToDate` includes all that happened before it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

import httpx
import pytest

import api.graphql.queries.freshness
import projections
from api.app import application, services_of
from api.graphql.limits.rates import Rates
from api.settings import ProjectionMode, Settings
from api.storage import storage_of
from application.codec import RecordedEvent
from application.games.croupier import Croupier
from domain.events import PlayerInvited
from projections.engine.projection import Change, Rows
from projections.engine.projector import Projector
from projections.games.game_list import GameList
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client


@pytest.fixture
def rates() -> Rates:
    """None: more is done here than anybody does."""
    return Rates(enabled=False)


async def test_a_fresh_list_has_each_game_at_once(ann: Client, capsys: pytest.CaptureFixture[str]) -> None:
    took: list[float] = []
    for _ in range(30):
        game = await ann.create()
        began = time.perf_counter()
        listed = await ann.own_games(upToDate=True, first=1)
        took.append((time.perf_counter() - began) * 1000)
        assert listed == [game]
    with capsys.disabled():
        print(f"\nfresh: p50 {median(took):.1f} ms of {len(took)} calls")  # noqa: T201 - wanted
    assert median(took) < 100


@asynccontextmanager
async def without_projections(data: Path) -> AsyncIterator[Client]:
    """Yield a client of a server that does not run the projections."""
    settings = Settings(data_dir=data, projections=ProjectionMode.OFF)
    async with services_of(settings, Croupier()) as services:
        transport = httpx.ASGITransport(application(services))
        async with httpx.AsyncClient(transport=transport, base_url="http://[::1]", trust_env=False) as http:
            yield await Client(http).sign_in("Ann")


async def test_a_fresh_list_waits_for_what_another_process_projects(tmp_path: Path) -> None:
    async with (
        without_projections(tmp_path / "data") as ann,
        storage_of(Settings(data_dir=tmp_path / "data")) as elsewhere,
        Projector(elsewhere.store, elsewhere.database, projections.ALL),
    ):
        for _ in range(5):
            game = await ann.create()
            assert await ann.own_games(upToDate=True, first=1) == [game]


async def test_a_fresh_list_that_times_out_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.graphql.queries.freshness, "FRESH_TIMEOUT", 0.05)
    async with without_projections(tmp_path / "data") as ann:
        await ann.create()
        assert await ann.code(d.OWN_GAMES, upToDate=True) == "NOT_UP_TO_DATE"
        assert await ann.own_games() == []


@pytest.fixture
def _invitations_are_poison(monkeypatch: pytest.MonkeyPatch) -> None:
    def fold(self: GameList, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        if any(isinstance(each.event, PlayerInvited) for each in batch):
            raise ZeroDivisionError("the secret card")
        return healthy(self, rows, batch)

    healthy = GameList.fold
    monkeypatch.setattr(GameList, "fold", fold)


@pytest.mark.usefixtures("_invitations_are_poison")
async def test_a_stopped_read_model_is_not_waited_for(ann: Client, bob: Client) -> None:
    game = await ann.create()
    assert await ann.own_games(upToDate=True) == [game]
    await ann.must("invitePlayer", game=game, player=bob.player)
    began = time.monotonic()
    answer = await ann.ask(d.OWN_GAMES, upToDate=True)
    assert time.monotonic() - began < api.graphql.queries.freshness.FRESH_TIMEOUT
    (error,) = answer["errors"]
    assert error["extensions"] == {"code": "NOT_UP_TO_DATE"}
    assert "secret" not in str(answer)
    assert await ann.own_games() == [game]
