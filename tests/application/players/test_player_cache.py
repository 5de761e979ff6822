"""The registry's cache: changes by this process and by others are noticed."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest
from sqlalchemy.event import listen

from application.players.registry import Player, Players, new_player
from application.players.tables import GUEST
from tests.application.players.identities import SECRET


async def test_own_changes_are_noticed_at_once_and_those_of_other_processes_soon(
    either: Players,
) -> None:
    other, soon = Players(either._engine, SECRET), 0.2
    either = Players(either._engine, SECRET, noticed_within=soon)
    ann = await either.guest("Ann")
    assert await either.get(ann.id) == ann
    await other.rename(ann.id, "Annie")
    assert (await other.named([ann.id]))[ann.id].name == "Annie"
    await asyncio.sleep(soon)
    assert (await either.named([ann.id]))[ann.id].name == "Annie"
    await either.rename(ann.id, "Anna")
    assert (await either.named([ann.id]))[ann.id].name == "Anna"
    await other.erase(ann.id)
    await asyncio.sleep(soon)
    assert await either.get(ann.id) is None


async def test_an_unknown_player_is_looked_up_again(players: Players) -> None:
    other = Players(players._engine, SECRET)
    bob = new_player("Bob")
    assert await players.get(bob.id) is None
    await asyncio.to_thread(other._insert, bob, GUEST, bob.id)
    assert await players.get(bob.id) == bob


async def test_a_read_during_a_change_is_not_cached(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, read, held = await players.guest("Ann"), players._named, Event()
    started = asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(wanted: set[str]) -> dict[str, Player]:
        found = read(wanted)
        loop.call_soon_threadsafe(started.set)
        assert held.wait(5)
        return found

    monkeypatch.setattr(players, "_named", slow)
    looking = asyncio.ensure_future(players.get(ann.id))
    await started.wait()
    await players.erase(ann.id)
    held.set()
    assert await looking == ann
    assert await players.get(ann.id) is None


async def test_read_that_predates_a_change_by_another_process_is_not_cached(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, other = Players(players._engine, SECRET, noticed_within=0), Players(players._engine, SECRET)
    ann, read, held = await players.guest("Ann"), players._named, Event()
    started = asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(wanted: set[str]) -> dict[str, Player]:
        found = read(wanted)
        loop.call_soon_threadsafe(started.set)
        assert held.wait(5)
        return found

    monkeypatch.setattr(players, "_named", slow)
    looking = asyncio.ensure_future(players.get(ann.id))
    await started.wait()
    await other.rename(ann.id, "Annie")
    # A request without ids notices the change too.
    await players.named([])
    held.set()
    assert await looking == ann
    assert await players.get(ann.id) == Player(id=ann.id, name="Annie")


async def test_cached_players_are_not_read_again_without_changes(players: Players) -> None:
    players = Players(players._engine, SECRET, noticed_within=0.05)
    known = [await players.guest(f"Guest {number}") for number in range(5)]
    statements: list[str] = []
    listen(players._engine, "before_cursor_execute", lambda *arguments: statements.append(arguments[2]))
    for _ in range(10):
        assert len(await asyncio.gather(*(players.get(each.id) for each in known))) == 5
        await asyncio.sleep(0.02)
    about_players = [each for each in statements if "FROM players\n" in each or "FROM players " in each]
    assert len(about_players) == 5
    assert 2 <= len(statements) - len(about_players) <= 6
