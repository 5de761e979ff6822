"""Cursors: opaque, authenticated, and bound to the epoch of the log."""

from __future__ import annotations

from base64 import urlsafe_b64decode

import pytest
from graphql import GraphQLError

from api.graphql.context import Services
from api.graphql.pagination.cursors import Cursors
from application.store.memory import MemoryStore
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.played_games import caught_up

SECRET = "a secret of thirty-two characters"


async def test_a_cursor_is_the_same_and_valid_in_all_processes() -> None:
    store = MemoryStore()
    one, other = [await Cursors(SECRET, store).of("games") for _ in range(2)]
    assert one.seal("12") == other.seal("12") != one.seal("13")
    assert other.open(one.seal("l240-12"), at=()) == "l240-12"
    assert other.open(one.seal(""), at=()) == ""


async def test_a_cursor_hides_its_place_and_the_length() -> None:
    cursors = await Cursors(SECRET, MemoryStore()).of("games")
    sealed = {place: cursors.seal(place) for place in ("7", "1234567", str(2**63 - 1))}
    assert len({len(cursor) for cursor in sealed.values()}) == 1
    assert b"1234567" not in urlsafe_b64decode(sealed["1234567"])
    # Of the digits that two places share nothing is left.
    near = [urlsafe_b64decode(cursors.seal(place)) for place in ("1234567", "1234568")]
    assert sum(a == b for a, b in zip(*near, strict=True)) < 10


async def test_a_cursor_is_bound_to_its_list_and_secret() -> None:
    store = MemoryStore()
    cursors = Cursors(SECRET, store)
    games = await cursors.of("games")
    cursor = games.seal("12")
    forged = ("B" if cursor[0] == "A" else "A") + cursor[1:]
    elsewhere = await Cursors(SECRET + "!", store).of("games")
    for opening, given in (
        (await cursors.of("events"), cursor),
        (elsewhere, cursor),
        (games, forged),
        (games, "12"),
        (games, ""),
        (games, "é\ud800"),
        (games, "A" * 5_000),
    ):
        with pytest.raises(GraphQLError, match="not a cursor of this list") as refused:
            opening.open(given, at=("after",))
        assert (refused.value.extensions or {})["code"] == "INVALID_CURSOR"


async def test_a_cursor_from_before_a_restore_is_refused() -> None:
    store = MemoryStore()
    cursors = Cursors(SECRET, store, cache_seconds=0.0)
    cursor = (await cursors.of("games")).seal("12")
    await store.begin_epoch()
    for later in (await cursors.of("games"), await Cursors(SECRET, MemoryStore()).of("games")):
        with pytest.raises(GraphQLError, match="The log was restored") as refused:
            later.open(cursor, at=())
        assert (refused.value.extensions or {})["code"] == "INVALID_CURSOR"


async def test_the_cursor_of_a_game_does_not_show_its_place_in_the_log(
    services: Services, ann: Client, bob: Client
) -> None:
    for access in ("PUBLIC", "PRIVATE", "PUBLIC"):
        await ann.create(access=access)
    await caught_up(services)
    given = [edge["cursor"] for edge in (await bob.data(d.GAMES))["games"]["edges"]]
    assert len(given) == 2
    for cursor in given:
        # A place is a number; what is decoded are as many random bytes as any place takes.
        assert len(urlsafe_b64decode(cursor)) == 80
