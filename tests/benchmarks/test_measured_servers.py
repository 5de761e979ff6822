"""The benchmarks of games over HTTP and of followers, in a small form on real servers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple
from uuid import UUID

import pytest

from benchmarks.api_http.move_load import GameQueue, check_log, turn
from benchmarks.api_http.sides import Played, reference
from benchmarks.log_store import open_store
from benchmarks.move_requests import Sender
from benchmarks.raw_connection import RequestConnection, connect
from benchmarks.scripted_games import make_move, start_games
from benchmarks.server_processes import ONE_ADDRESS, Projector, Running, kibitz, started
from benchmarks.subscribers.__main__ import REFERENCE
from benchmarks.subscribers.bare_side import Bare
from benchmarks.subscribers.kibitz_side import Kibitz
from benchmarks.subscribers.phases import GroupSize
from domain.game import fold
from domain.state import Stage

SECONDS = 0.2


class Measured(NamedTuple):
    """A server, and the address of its log."""

    server: Running
    log: str


@pytest.fixture(scope="module")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Measured]:
    """A server on SQLite with a projector beside it."""
    folder = tmp_path_factory.mktemp("measured")
    with kibitz(folder, ONE_ADDRESS, projector=Projector.BESIDE) as server:
        yield Measured(server, str(folder / "data" / "log.db"))


@pytest.fixture
def postgres(postgres_url: str, tmp_path: Path) -> Iterator[Measured]:
    """A server on PostgreSQL without a projector."""
    settings = {**ONE_ADDRESS, "KIBITZ_DATABASE_URL": postgres_url}
    with kibitz(tmp_path, settings, projector=Projector.NONE) as server:
        yield Measured(server, postgres_url)


@pytest.mark.parametrize(("database", "sender"), [("sqlite", Sender.PAGES), ("postgres", Sender.CLIENT)])
async def test_a_scripted_game_is_played_to_its_end(
    request: pytest.FixtureRequest, database: str, sender: Sender
) -> None:
    server, log = request.getfixturevalue(database)
    [game] = await start_games(server.url, log, 1, Random(1), sender)
    connection, queue = RequestConnection(), GameQueue()
    queue.add(game)
    await connect(server.url, connection)
    for move, request_bytes in zip(game.moves, queue, strict=True):
        assert move.request == request_bytes
        await make_move(connection, move)
    connection.close()
    assert await check_log(log, [queue]) == len(game.moves)
    store = await open_store(log)
    events = await store.read(UUID(game.id))
    await store.close()
    assert fold(each.event for each in events).stage is Stage.WON
    assert len(events) == game.moves[-1].version


async def test_turns_of_both_sides_are_measured_and_the_log_is_checked(sqlite: Measured) -> None:
    played = Played(sqlite.server, sqlite.log, connections=2, seed="test")
    turns = [await played.turn(SECONDS) for _ in range(2)]
    assert await played.check() > 0
    assert turns[0].projector_cpu > 0
    with reference(await played.requests(), connections=2) as bare:
        turns.append(await bare.turn(SECONDS))
    assert turns[-1].projector_cpu == 0
    assert all(each.load.rate > 0 and each.cpu > 0 for each in turns)


async def test_a_move_that_is_not_in_the_log_is_noticed(sqlite: Measured) -> None:
    queue = GameQueue()
    # More games than a fast machine plays in the time of a turn.
    for game in await start_games(sqlite.server.url, sqlite.log, 8, Random(1)):
        queue.add(game)
    await turn(sqlite.server, [queue], SECONDS)
    assert await check_log(sqlite.log, [queue]) == queue.sent
    next(queue)
    with pytest.raises(RuntimeError, match="moves in the log"):
        await check_log(sqlite.log, [queue])


async def test_a_refused_move_ends_the_measurement(sqlite: Measured) -> None:
    [game] = await start_games(sqlite.server.url, sqlite.log, 1, Random(1))
    # The second move expects the version after the first.
    with pytest.raises(RuntimeError, match="VersionConflict"):
        await turn(sqlite.server, [iter([game.moves[1].request])], SECONDS)


async def test_all_followers_of_both_sides_receive_the_same_number_of_messages(sqlite: Measured) -> None:
    sizes, rate = [GroupSize(2, 0), GroupSize(2, 6)], 1_000.0
    with started(REFERENCE, os.environ) as bare_server:
        ours, bare = Kibitz(sqlite.server, sqlite.log), Bare(bare_server)
        await ours.open(sizes)
        await bare.open(sizes)
        alone, followed = [await ours.play(number, 8, rate) for number in range(2)]
        same = await bare.play(1, followed.orders, rate)
        nobody = await bare.play(0, followed.orders, rate)
        bare.close()
        assert ours.close() == 0
    texts = [text for order in followed.orders for text in order.texts]
    assert len(texts) >= 8
    assert all('"gameEvents"' in text for text in texts)
    assert followed.messages == same.messages == len(followed.delays) == len(same.delays) == 6 * len(texts)
    assert (alone.moves, followed.moves, same.moves) == (8, 8, 8)
    assert alone.messages == nobody.messages == 0
