"""Every store: slices of the log, of all events or of some classes, and events as they are stored."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from application.codec import Codec, CorruptEvent, State, Upcast, all_event_types, default_codec
from application.store.port import Append, LogSlice, Store
from domain.events import BidPlaced, Event, PassQueued, TurnPassed
from tests.application.store import MakeStore, an_append, bid, new_game
from tests.laws.playouts import playout

BIDS = frozenset({BidPlaced})


def passed(seat: int = 0) -> Event:
    return TurnPassed(seat=seat)


def span(log_slice: LogSlice) -> tuple[int, int, list[int]]:
    return log_slice.after, log_slice.upto, [each.position for each in log_slice.events]


async def test_slice_ends_at_its_limit_or_at_the_end_of_the_log(store: Store) -> None:
    assert span(await store.read_slice(0, 10)) == (0, 0, [])
    await store.append(an_append(new_game(), 0, bid(1), passed(), bid(2), passed(), passed()))
    assert span(await store.read_slice(0, 3)) == (0, 3, [1, 2, 3])
    assert span(await store.read_slice(3, 3)) == (3, 5, [4, 5])
    assert span(await store.read_slice(5, 3)) == (5, 5, [])
    assert span(await store.read_slice(9, 3)) == (9, 9, [])
    assert list((await store.read_slice(0, 5)).events) == await store.select(0, 5)


async def test_events_of_other_classes_are_skipped(store: Store) -> None:
    await store.append(an_append(new_game(), 0, bid(1), passed(), bid(2), passed(), passed()))
    assert span(await store.read_slice(0, 4, BIDS)) == (0, 4, [1, 3])
    assert span(await store.read_slice(3, 4, BIDS)) == (3, 5, [])
    assert span(await store.read_slice(0, 10, frozenset())) == (0, 5, [])


async def test_follower_of_some_classes_advances_past_the_others(store: Store) -> None:
    await store.append(an_append(new_game(), 0, bid(1), passed(), passed()))
    async with aclosing(store.follow_slices(0, 2, BIDS)) as slices:
        found = [span(await anext(slices)), span(await anext(slices))]
        waiting = asyncio.ensure_future(anext(slices))
        await asyncio.sleep(0.02)
        await store.append(an_append(new_game(), 0, passed(), bid(2)))
        found.append(span(await asyncio.wait_for(waiting, 5)))
    assert found == [(0, 2, [1]), (2, 3, []), (3, 5, [5])]


class Smudged(Codec):
    """Encodes passes unreadably."""

    def encode(self, event: Event) -> tuple[str, bytes]:
        topic, state = super().encode(event)
        return topic, b"{}" if isinstance(event, TurnPassed) else state


async def test_skipped_events_are_not_decoded(make_store: MakeStore) -> None:
    store = await make_store(Smudged(all_event_types()))
    await store.append(an_append(new_game(), 0, bid(1), passed(), bid(2)))
    assert span(await store.read_slice(0, 3, BIDS)) == (0, 3, [1, 3])
    with pytest.raises(CorruptEvent, match="TurnPassed"):
        await store.read_slice(0, 3)
    await store.close()


class Old(Codec):
    """Encodes bids and passes under the topic that both once had."""

    def encode(self, event: Event) -> tuple[str, bytes]:
        topic, state = super().encode(event)
        return ("Called" if topic in ("BidPlaced", "TurnPassed") else topic), state


def separate_topics(state: State) -> tuple[str, State]:
    return ("BidPlaced" if "amount" in state else "TurnPassed"), state


CALLED = {"Called": Upcast(("BidPlaced", "TurnPassed"), separate_topics, marked=())}


async def test_an_upcast_event_is_found_by_its_new_class(make_store: MakeStore) -> None:
    store = await make_store(Old(all_event_types(), CALLED))
    events = bid(1), passed(), PassQueued(seat=0), bid(2)
    await store.append(an_append(new_game(), 0, *events))
    assert span(await store.read_slice(0, 4, BIDS)) == (0, 4, [1, 4])
    assert span(await store.read_slice(0, 4, frozenset({TurnPassed, PassQueued}))) == (0, 4, [2, 3])
    await store.close()


async def test_chosen_events_of_chosen_games_are_in_log_order(store: Store) -> None:
    one, two, three = new_game(), new_game(), new_game()
    await store.append(an_append(one, 0, bid(1), passed()))
    await store.append(an_append(two, 0, bid(2)))
    await store.append(an_append(three, 0, bid(3)))
    await store.append(an_append(one, 2, passed(), bid(4)))
    found = await store.read_games([two, one], BIDS, 6)
    assert [(each.position, each.game, each.event) for each in found] == [
        (1, one, bid(1)),
        (3, two, bid(2)),
        (6, one, bid(4)),
    ]
    assert [each.position for each in await store.read_games([two, one], BIDS, 5)] == [1, 3]
    assert [each.position for each in await store.read_games([one], BIDS | {TurnPassed}, 5)] == [1, 2, 5]
    assert await store.read_games([], BIDS, 6) == []
    assert await store.read_games([new_game()], BIDS, 6) == []


async def test_an_upcast_event_of_a_game_is_found_by_its_new_class(make_store: MakeStore) -> None:
    store = await make_store(Old(all_event_types(), CALLED))
    game = new_game()
    await store.append(an_append(game, 0, bid(1), passed(), PassQueued(seat=0), bid(2)))
    assert [each.version for each in await store.read_games([game], BIDS, 4)] == [1, 4]
    await store.close()


# Stored forms

AT = datetime(2026, 11, 24, tzinfo=UTC)
LOGS = [playout("president", 3).log[:20], playout("oh-hell", 3).log[:20]]


async def test_forms_of_a_game_and_of_the_log(store: Store) -> None:
    games = [uuid4(), uuid4()]
    for begin in (0, 10):
        for game, log in zip(games, LOGS, strict=True):
            await store.append(
                Append(game=game, after=begin, events=log[begin : begin + 10], at=AT, by="ann")
            )
    encode = default_codec().encode
    for game, log in zip(games, LOGS, strict=True):
        forms = await store.stored_forms(game)
        assert [(form.topic, form.state) for form in forms] == [encode(event) for event in log]
        assert {form.secret for form in forms} == {log[0].secret}  # type: ignore[attr-defined]
        assert await store.stored_forms(game, 5, 15) == forms[5:15]
    # The last slice has no first event.
    for after, upto in ((0, 40), (5, 25), (20, 40), (30, 99)):
        events = await store.select(after, upto - after)
        forms = await store.stored_slice(after, upto)
        assert [(form.topic, form.state) for form in forms] == [encode(each.event) for each in events]
        secrets = {game: log[0].secret for game, log in zip(games, LOGS, strict=True)}  # type: ignore[attr-defined]
        assert [form.secret for form in forms] == [secrets[each.game] for each in events]


async def test_forms_of_an_unknown_game_and_beyond_the_end(store: Store) -> None:
    assert await store.stored_forms(uuid4()) == []
    assert await store.stored_slice(0, 10) == []


async def test_a_game_whose_secret_cannot_be_read_is_reported(store: Store) -> None:
    game = uuid4()
    await store.append(Append(game=game, after=0, events=(TurnPassed(seat=0),), at=AT, by="ann"))
    with pytest.raises(CorruptEvent, match=str(game)):
        await store.stored_forms(game)
    with pytest.raises(CorruptEvent, match=str(game)):
        await store.stored_slice(0, 1)
