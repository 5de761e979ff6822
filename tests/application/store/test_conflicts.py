"""Every store: version conflicts and command ids."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from application.codec import RecordedEvent
from application.store.port import Append, CommandTaken, Store, VersionTaken
from tests.application.store import (
    a_command,
    an_append,
    bid,
    new_game,
    whole_log,
)


async def outcomes(store: Store, *appends: Append) -> list[Sequence[RecordedEvent] | BaseException]:
    """Append all at once, and return the outcome of each."""
    return await asyncio.gather(*(store.append(each) for each in appends), return_exceptions=True)


@pytest.mark.parametrize("after", [0, 1, 3])
async def test_a_command_decided_on_another_version_is_refused(store: Store, after: int) -> None:
    game = new_game()
    await store.append(an_append(game, 0, bid(1), bid(2)))
    with pytest.raises(VersionTaken, match=str(game)):
        await store.append(an_append(game, after))
    assert await store.version(game) == await store.head() == 2


async def test_one_of_several_concurrent_appends_gets_the_version(store: Store) -> None:
    game = new_game()
    for version in range(20):
        racers = [an_append(game, version, bid(100 * version + racer)) for racer in range(16)]
        results = await outcomes(store, *racers)
        assert sum(isinstance(each, VersionTaken) for each in results) == 15
        (winner,) = (each for each in results if not isinstance(each, BaseException))
        assert (await store.read(game, after=version)) == winner


async def test_versions_and_positions_have_no_gaps_after_conflicts(store: Store) -> None:
    games = [new_game() for _ in range(3)]

    async def play(player: int) -> None:
        appended = 0
        while appended < 10:
            game = games[(player + appended) % 3]
            try:
                await store.append(an_append(game, await store.version(game), bid(player), bid(player)))
                appended += 1
            except VersionTaken:
                pass

    await asyncio.gather(*map(play, range(12)))
    log = await whole_log(store)
    assert [each.position for each in log] == [*range(1, 241)]
    for game in games:
        assert [each.version for each in log if each.game == game] == [
            *range(1, await store.version(game) + 1)
        ]


async def test_a_conflicting_command_fails_alone(store: Store) -> None:
    games = [new_game() for _ in range(9)]
    await store.append(a_command("known", games[0]))
    results = await outcomes(
        store,
        *(an_append(game) for game in games[1:5]),
        an_append(games[0], 0),
        a_command("known", games[0], 1),
        an_append(games[1], 7),
        *(an_append(game) for game in games[5:]),
    )
    failed = [type(each) for each in results if isinstance(each, BaseException)]
    assert failed == [VersionTaken, CommandTaken, VersionTaken]
    assert [await store.version(game) for game in games] == [1] * 9
    assert [each.position for each in await whole_log(store)] == [*range(1, 10)]


async def test_a_command_is_found_by_its_id(store: Store) -> None:
    command = a_command("c", new_game(), 0, bid(1), bid(2), digest=bytes(range(256)))
    row = command.command
    assert row is not None
    await store.append(command)
    assert await store.command(row.scope, row.caller, "c") == row
    assert await store.command(row.scope, row.caller, "C") is None
    assert await store.command("", row.caller, "c") is None
    assert await store.command(row.scope, "bob", "c") is None


async def test_a_repeated_command_id_raises_command_taken_with_the_stored_row(store: Store) -> None:
    game = new_game()
    first = a_command("c", game)
    await store.append(first)
    for after in (0, 1):
        with pytest.raises(CommandTaken) as raised:
            await store.append(a_command("c", game, after, bid(99), digest=b"another"))
        assert raised.value.row == first.command
    assert await store.version(game) == 1


async def test_an_id_is_one_command_per_scope_and_caller(store: Store) -> None:
    one, other = new_game(), new_game()
    await store.append(a_command("c", one, scope=""))
    await store.append(a_command("c", one, 1))
    await store.append(a_command("c", one, 2, by="bob"))
    await store.append(a_command("c", other))
    with pytest.raises(CommandTaken):
        await store.append(a_command("c", new_game(), scope=""))
    assert await store.head() == 4


async def test_one_of_several_appends_gets_the_command_id(store: Store) -> None:
    results = await outcomes(store, *(a_command("c", new_game(), scope="") for _ in range(16)))
    assert sum(isinstance(each, CommandTaken) for each in results) == 15
    assert await store.head() == 1


async def test_a_refused_command_leaves_its_id_free(store: Store) -> None:
    game = new_game()
    await store.append(an_append(game))
    with pytest.raises(VersionTaken):
        await store.append(a_command("c", game, 0))
    assert await store.command(str(game), "ann", "c") is None
    await store.append(a_command("c", game, 1))
