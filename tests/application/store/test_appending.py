"""Every store: appending, reading, cancelled callers and closing."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest

from application.codec import Codec, CorruptEvent, RecordedEvent, all_event_types
from application.store.port import Store, StoreClosed
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


async def test_appended_events_are_read_with_their_envelope(store: Store) -> None:
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


async def test_append_and_read_return_the_same_events(store: Store) -> None:
    game = new_game()
    first = await store.append(an_append(game, 0, bid(1), bid(2)))
    second = await store.append(an_append(game, 2, bid(3)))
    assert [*first, *second] == await store.read(game)


async def test_caller_and_command_id_are_optional(store: Store) -> None:
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


async def test_unknown_game_has_no_events(store: Store) -> None:
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


async def test_command_with_an_unencodable_event_stores_nothing(store: Store) -> None:
    game = new_game()
    no_text = PlayerInvited(player="\ud800", inviter="ann")
    with pytest.raises(UnicodeEncodeError):
        await store.append(a_command("c", game, 0, bid(1), no_text))
    assert await whole_log(store) == []
    assert await store.command(str(game), "ann", "c") is None
    await store.append(a_command("c", game, 0, bid(1)))
    assert [each.position for each in await whole_log(store)] == [1]


async def opened(make_store: MakeStore) -> Store:
    return await make_store(None)


async def test_cancelled_caller_does_not_cancel_its_append(store: Store) -> None:
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
def test_store_survives_the_end_of_an_event_loop(make_store: MakeStore) -> None:
    store, game = asyncio.run(opened(make_store)), new_game()
    asyncio.run(asyncio.wait_for(store.append(an_append(game)), 5))

    async def once_more() -> list[RecordedEvent]:
        follower = asyncio.ensure_future(followed(store, 2))
        await asyncio.sleep(0.01)
        await store.append(an_append(game, 1))
        return await follower

    assert [each.version for each in asyncio.run(once_more())] == [1, 2]
    asyncio.run(store.close())


async def test_closing_finishes_pending_appends(make_store: MakeStore) -> None:
    store = await make_store(None)
    appends = [asyncio.ensure_future(store.append(an_append(new_game()))) for _ in range(50)]
    await asyncio.sleep(0)
    await store.close()
    finished = await asyncio.gather(*appends)
    assert sorted(recorded.position for (recorded,) in finished) == [*range(1, 51)]


async def test_closed_store_refuses_every_call(store: Store) -> None:
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


class Smudged(Codec):
    """Encodes one bid unreadably."""

    def encode(self, event: Event) -> tuple[str, bytes]:
        match event:
            case BidPlaced(amount=13):
                return "BidPlaced", b'{"type":"BidPlaced","seat":"second"}'
            case BidPlaced(amount=14):
                return "BidWhispered", b"{}"
            case _:
                return super().encode(event)


@pytest.mark.parametrize(("amount", "topic"), [(13, "BidPlaced"), (14, "BidWhispered")])
async def test_undecodable_event_is_named(make_store: MakeStore, amount: int, topic: str) -> None:
    store, game = await make_store(Smudged(all_event_types())), new_game()
    await store.append(an_append(game, 0, bid(1), bid(amount), bid(3)))
    for reading in (store.read(game), store.select(0, 10), followed(store, 3)):
        with pytest.raises(CorruptEvent, match=f"game {game}, version 2, topic '{topic}'"):
            await reading
    assert [each.event for each in await store.read(game, upto=1)] == [bid(1)]
    assert [each.event for each in await store.select(2, 10)] == [bid(3)]
    await store.close()
