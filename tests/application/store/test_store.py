"""What every event store does, whatever it keeps the log in."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone

import pytest

from application.codec import Codec, CorruptEvent, RecordedEvent, all_event_types
from application.store.port import Append, CommandTaken, Store, StoreClosed, VersionTaken
from domain.events import BidPlaced, Event, PlayerInvited, TurnPassed
from tests.application.store import (
    NOON,
    MakeStore,
    a_command,
    an_append,
    bid,
    followed,
    new_game,
    whole_log,
)


async def outcomes(store: Store, *appends: Append) -> list[Sequence[RecordedEvent] | BaseException]:
    """Append all at once and return what each led to."""
    return await asyncio.gather(*(store.append(each) for each in appends), return_exceptions=True)


# Appending and reading


async def test_what_was_appended_is_read_with_its_envelope(store: Store) -> None:
    game = new_game()
    await store.append(a_command("c-1", game, 0, bid(15), TurnPassed(seat=1)))
    assert await store.read(game) == [
        RecordedEvent(
            game=game, version=1, position=1, at=NOON, by="ann", command_id="c-1", event=bid(15), last=2
        ),
        RecordedEvent(
            game=game,
            version=2,
            position=2,
            at=NOON,
            by="ann",
            command_id="c-1",
            event=TurnPassed(seat=1),
            last=2,
        ),
    ]


async def test_append_returns_what_read_returns(store: Store) -> None:
    game = new_game()
    first = await store.append(an_append(game, 0, bid(1), bid(2)))
    second = await store.append(an_append(game, 2, bid(3)))
    assert [*first, *second] == await store.read(game)


async def test_who_and_which_command_may_be_nobodys(store: Store) -> None:
    game = new_game()
    await store.append(an_append(game, by=None))
    (recorded,) = await store.read(game)
    assert (recorded.by, recorded.command_id) == (None, None)


async def test_a_time_is_read_in_utc_to_the_microsecond(store: Store) -> None:
    game, zone = new_game(), timezone(timedelta(hours=5, minutes=45))
    (returned,) = await store.append(an_append(game, at=NOON.astimezone(zone)))
    (recorded,) = await store.read(game)
    assert recorded.at == returned.at == NOON
    assert recorded.at.tzinfo is returned.at.tzinfo is UTC


async def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        an_append(new_game(), at=datetime(2024, 2, 29))  # noqa: DTZ001 - the point of the test


async def test_a_game_is_read_in_order_from_one_version_to_another(store: Store) -> None:
    game = new_game()
    for version in range(0, 20, 2):
        await store.append(an_append(game, version, bid(version + 1), bid(version + 2)))
    assert [each.version for each in await store.read(game)] == [*range(1, 21)]
    assert [each.event for each in await store.read(game, after=3, upto=6)] == [bid(4), bid(5), bid(6)]
    assert await store.read(game, after=20) == []
    assert await store.read(game, after=6, upto=3) == []


async def test_a_game_that_is_not_there_has_no_events(store: Store) -> None:
    await store.append(an_append(new_game()))
    assert await store.read(new_game()) == []
    assert await store.version(new_game()) == 0


async def test_the_log_holds_all_games_in_the_order_of_their_appends(store: Store) -> None:
    one, other = new_game(), new_game()
    assert await store.head() == 0
    await store.append(an_append(one, 0, bid(1), bid(2)))
    await store.append(an_append(other, 0, bid(3)))
    await store.append(an_append(one, 2, bid(4)))
    assert [each.event for each in await whole_log(store)] == [bid(1), bid(2), bid(3), bid(4)]
    assert [each.position for each in await store.select(1, 2)] == [2, 3]
    assert await store.select(4, 10) == []
    assert (await store.head(), await store.version(one), await store.version(other)) == (4, 3, 1)


async def test_a_command_of_which_one_event_cannot_be_encoded_leaves_nothing(store: Store) -> None:
    game = new_game()
    no_text = PlayerInvited(player="\ud800", inviter="ann")
    with pytest.raises(UnicodeEncodeError):
        await store.append(a_command("c", game, 0, bid(1), no_text))
    assert await whole_log(store) == []
    assert await store.command(str(game), "ann", "c") is None
    await store.append(a_command("c", game, 0, bid(1)))
    assert [each.position for each in await whole_log(store)] == [1]


# Who comes first


@pytest.mark.parametrize("after", [0, 1, 3])
async def test_a_command_decided_on_another_version_is_refused(store: Store, after: int) -> None:
    game = new_game()
    await store.append(an_append(game, 0, bid(1), bid(2)))
    with pytest.raises(VersionTaken, match=str(game)):
        await store.append(an_append(game, after))
    assert await store.version(game) == await store.head() == 2


async def test_of_those_who_race_for_a_version_one_wins(store: Store) -> None:
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


# Command ids


async def test_a_command_is_found_by_its_id(store: Store) -> None:
    command = a_command("c", new_game(), 0, bid(1), bid(2), digest=bytes(range(256)))
    row = command.command
    assert row is not None
    await store.append(command)
    assert await store.command(row.scope, row.caller, "c") == row
    assert await store.command(row.scope, row.caller, "C") is None
    assert await store.command("", row.caller, "c") is None
    assert await store.command(row.scope, "bob", "c") is None


async def test_a_repeat_is_told_what_is_kept_of_the_first(store: Store) -> None:
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


async def test_of_those_who_race_with_one_id_one_wins(store: Store) -> None:
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


# Callers that go away, loops that end


async def opened(make_store: MakeStore) -> Store:
    return await make_store(None)


async def test_a_caller_that_is_cancelled_does_not_take_its_append_with_it(store: Store) -> None:
    games = [new_game() for _ in range(8)]
    tasks = [asyncio.ensure_future(store.append(an_append(game, 0, bid(1), bid(2)))) for game in games]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [isinstance(each, asyncio.CancelledError) for each in results] == [True, False] * 4
    await followed(store, 16)
    assert [await store.version(game) for game in games] == [2] * 8
    await store.append(an_append(games[0], 2))


@pytest.mark.parametrize("make_store", ["memory", "sqlite"], indirect=True)
def test_a_store_outlives_the_loop_on_which_it_was_used(make_store: MakeStore) -> None:
    store, game = asyncio.run(opened(make_store)), new_game()
    asyncio.run(asyncio.wait_for(store.append(an_append(game)), 5))

    async def once_more() -> list[RecordedEvent]:
        follower = asyncio.ensure_future(followed(store, 2))
        await asyncio.sleep(0.01)
        await store.append(an_append(game, 1))
        return await follower

    assert [each.version for each in asyncio.run(once_more())] == [1, 2]
    asyncio.run(store.close())


# Closing


async def test_closing_finishes_what_was_begun(make_store: MakeStore) -> None:
    store = await make_store(None)
    begun = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(50)]
    await asyncio.sleep(0)
    await store.close()
    finished = await asyncio.gather(*begun)
    assert sorted(recorded.position for (recorded,) in finished) == [*range(1, 51)]


async def test_a_closed_store_refuses_all_use(store: Store) -> None:
    await store.close()
    await store.close()
    for use in (
        store.append(an_append(new_game())),
        store.read(new_game()),
        store.head(),
        store.select(0, 1),
    ):
        with pytest.raises(StoreClosed):
            await use


# What cannot be decoded


class Smudged(Codec):
    """Writes one bid so that nobody can read it."""

    def encode(self, event: Event) -> tuple[str, bytes]:
        match event:
            case BidPlaced(amount=13):
                return "BidPlaced", b'{"type":"BidPlaced","seat":"second"}'
            case BidPlaced(amount=14):
                return "BidWhispered", b"{}"
            case _:
                return super().encode(event)


@pytest.mark.parametrize(("amount", "topic"), [(13, "BidPlaced"), (14, "BidWhispered")])
async def test_an_event_that_cannot_be_decoded_is_named(
    make_store: MakeStore, amount: int, topic: str
) -> None:
    store, game = await make_store(Smudged(all_event_types())), new_game()
    await store.append(an_append(game, 0, bid(1), bid(amount), bid(3)))
    for reading in (store.read(game), store.select(0, 10), followed(store, 3)):
        with pytest.raises(CorruptEvent, match=f"game {game}, version 2, topic '{topic}'"):
            await reading
    assert [each.event for each in await store.read(game, upto=1)] == [bid(1)]
    assert [each.event for each in await store.select(2, 10)] == [bid(3)]
    await store.close()
