"""Commits with a lost answer: the command id tells the outcome in any process."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from application.store.port import CommandTaken
from application.store.postgres.store import PostgresStore
from tests import postgres
from tests.application.store import a_command, bid, new_game
from tests.faults.harness.command_writer import Journal
from tests.faults.harness.process_forker import Forker
from tests.faults.harness.proxy import Cut, Proxy, proxied

TIMEOUT = 20.0
CALLER = "ann"
PROGRAM = "tests.faults.harness.command_writer"


@pytest.fixture
def url(postgres_url: str) -> str:
    """The TCP URL of an empty database, as used from another machine."""
    name = conninfo_to_dict(postgres_url)["dbname"]
    return postgres.url_of(postgres_url, name, host="127.0.0.1", password=postgres.PASSWORD)


@pytest.mark.parametrize("cut", [Cut.UNANSWERED, Cut.UNSENT])
async def test_another_process_gets_the_outcome_by_command_id(
    forker: Forker, url: str, tmp_path: Path, cut: Cut
) -> None:
    game, journal = new_game(), Journal(tmp_path / "journal")
    store = await PostgresStore.open(url)
    try:
        async with proxied(url) as proxy:
            await cut_and_kill(forker, proxy, tmp_path / "journal", str(game), cut)
        [(command_id, (_, events))] = journal.unanswered().items()
        committed = cut is Cut.UNANSWERED
        # No process has retried, so the log is as the cut left it.
        row = await store.command(str(game), CALLER, command_id)
        log = await store.read(game)
        assert (row is not None) == committed
        assert [each.command_id for each in log] == [command_id] * events * committed

        repeat = a_command(command_id, game, 0, *map(bid, range(events)), by=CALLER)
        if committed:
            with pytest.raises(CommandTaken) as taken:
                await store.append(repeat)
            assert taken.value.row == row
            assert (taken.value.row.first, taken.value.row.last) == (1, events)
        else:
            assert [each.version for each in await store.append(repeat)] == [*range(1, events + 1)]
        assert await store.version(game) == await store.head() == events
    finally:
        await store.close()


async def cut_and_kill(forker: Forker, proxy: Proxy, journal: Path, game: str, cut: Cut) -> None:
    """Let a process send a command, cut its connection, and kill it before it can retry."""
    proxy.cut_next(cut)
    writer = forker.start(PROGRAM, proxy.url, journal, CALLER, 1, game)
    async with asyncio.timeout(TIMEOUT):
        await proxy.was_cut()
    proxy.refuses = True
    forker.kill(writer)


@pytest.mark.parametrize("cut", Cut)
async def test_store_resolves_the_outcome_after_losing_its_connection(url: str, cut: Cut) -> None:
    game = new_game()
    async with proxied(url) as proxy:
        store = await PostgresStore.open(proxy.url)
        try:
            for version in range(0, 6, 2):
                proxy.cut_next(cut)
                command = a_command(str(version), game, version, bid(1), bid(2), by=CALLER)
                recorded = await asyncio.wait_for(store.append(command), TIMEOUT)
                assert [each.position for each in recorded] == [version + 1, version + 2]
            assert proxy.cuts == {cut: 3}
            assert await store.head() == await store.version(game) == 6
        finally:
            await store.close()
