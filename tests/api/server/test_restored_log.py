"""Streams, commands and clients of a server whose log is restored while it runs."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import UUID

import httpx
import pytest

from api.app import application, services_of
from api.graphql.context import Services
from api.settings import Settings
from domain.commands import CreateGame
from kibitz_client import Connection, play, suggestion_chooser
from tests.api.harness.callers import Client
from tests.api.harness.stream_clients import FOLLOW, UPDATES, WAYS, Ended
from tests.api.subscriptions.test_lobby_live import seeing

pytestmark = pytest.mark.timeout(60)


def restore(folder: Path, position: int) -> None:
    """Restore the log to a position, in a new epoch."""
    with closing(sqlite3.connect(folder / "data" / "log.db", isolation_level=None, timeout=10)) as live:
        live.execute("BEGIN IMMEDIATE")
        live.execute("DELETE FROM events WHERE position > ?", (position,))
        live.execute("UPDATE counter SET position = ?", (position,))
        live.execute("UPDATE log SET epoch = epoch + 1")
        live.execute("COMMIT")


@pytest.mark.parametrize("way", WAYS)
async def test_streams_end_with_a_code_that_tells_clients_to_restart(
    services: Services, ann: Client, bob: Client, address: str, tmp_path: Path, way: str
) -> None:
    game = await ann.create()
    await bob.must("joinGame", game=game)
    async with WAYS[way](address, FOLLOW, game=game) as stream:
        assert [(await stream.next())["version"] for _ in range(3)] == [1, 2, 3]
        restore(tmp_path, 2)
        with pytest.raises(Ended) as ended:
            await stream.next()
    [error] = ended.value.errors
    assert error["extensions"] == {"code": "LOG_RESTORED"}
    async with WAYS[way](address, FOLLOW, game=game) as stream:
        assert [(await stream.next())["version"] for _ in range(2)] == [1, 2]
        await bob.must("joinGame", game=game)
        assert (await stream.next())["version"] == 3


@pytest.mark.parametrize("way", WAYS)
async def test_a_cursor_of_a_former_epoch_gives_a_snapshot(
    services: Services, ann: Client, bob: Client, address: str, tmp_path: Path, way: str
) -> None:
    game = await ann.create()
    await bob.must("joinGame", game=game)
    async with WAYS[way](address, UPDATES, game=game) as stream:
        former = await stream.next()
        restore(tmp_path, 2)
        with pytest.raises(Ended) as ended:
            await stream.next()
    [error] = ended.value.errors
    assert error["extensions"] == {"code": "LOG_RESTORED"}
    await bob.must("joinGame", game=game)
    async with WAYS[way](address, UPDATES, game=game, after=former["cursor"]) as stream:
        snapshot = await stream.next()
        assert (snapshot["snapshot"], snapshot["version"]) == (True, 3)
        assert snapshot["game"] == await ann.game(game) | {"you": None}
        assert snapshot["cursor"] != former["cursor"]
        await bob.must("leaveGame", game=game)
        assert [each["version"] for each in (await stream.next())["events"]] == [4]


async def test_clients_continue_their_game_from_the_restored_version(
    services: Services, address: str, tmp_path: Path
) -> None:
    async with await Connection.guest(address, "Ann") as ann, await Connection.guest(address, "Bob") as bob:
        game = (await ann.create_game("hundred-and-ten")).id
        await bob.send_command("JoinGame", game)
        await ann.send_command("StartGame", game)
        before = await services.store.head()
        playing = asyncio.ensure_future(play(ann, game, suggestion_chooser(ann)))
        for _ in range(3):
            seen = await bob.get_game(game)
            while not seen.legal:
                await asyncio.sleep(0.01)
                seen = await bob.get_game(game)
            await bob.make_move(seen.legal[0], game, expected_version=seen.game.version)
        restore(tmp_path, before)
        assert (await bob.get_game(game)).game.version < seen.game.version
        over = await asyncio.wait_for(asyncio.gather(playing, play(bob, game, suggestion_chooser(bob))), 30)
    assert over[0].version == over[1].version == await services.store.version(UUID(game))


async def test_lobby_shows_the_restored_log(
    services: Services, ann: Client, address: str, tmp_path: Path
) -> None:
    kept = await ann.create()
    before = await services.store.head()
    lost = await ann.create()
    games, codes = set[str](), set[str]()
    async with asyncio.timeout(30):
        while games != {kept}:
            # While the list is rebuilt, readers are told to retry.
            try:
                async with seeing(address) as seen:
                    if lost not in games:
                        await seen.until([kept, lost])
                        games.add(lost)
                        restore(tmp_path, before)
                    await seen.until([kept])
                    games = set(seen.games)
            except Ended as ended:
                codes.update(ended.codes)
    assert codes <= {"NOT_READY"}


async def recent(services: Services) -> list[str]:
    """Return the games that the read models list, once they are up to date."""
    await services.projector.fresh(20, "game_list")
    transport = httpx.ASGITransport(application(services))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost", trust_env=False) as http:
        data = await Client(http).data("{ games { edges { node { id } } } }")
    return sorted(edge["node"]["id"] for edge in data["games"]["edges"])


@pytest.mark.parametrize("longer", [False, True], ids=["shorter", "longer"])
async def test_read_models_follow_a_log_file_replaced_while_the_server_was_stopped(
    tmp_path: Path, longer: bool
) -> None:
    found = {}
    for name, count in (("ours", 3), ("theirs", 5 if longer else 1)):
        async with services_of(Settings(data_dir=tmp_path / name)) as services:
            for _ in range(count):
                await services.games.create(CreateGame(by="ann", variant="president"))
            found[name] = await recent(services)
    assert len(found["ours"]) == 3
    (tmp_path / "theirs" / "log.db").replace(tmp_path / "ours" / "log.db")
    async with services_of(Settings(data_dir=tmp_path / "ours")) as services:
        assert await recent(services) == found["theirs"]
