"""Cursors: opaque, authenticated, and bound to the epoch of the log."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode
from itertools import product

import pytest
from graphql import GraphQLError

from api.graphql.context import Services
from api.graphql.limits.rates import Rates
from api.graphql.pagination.cursors import Cursors
from application.store.memory import MemoryStore
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.played_games import begun, caught_up

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


PEOPLE = 'variant: "hundred-and-ten", first: 1, after: $after'
LISTS = [
    "games(first: 1, after: $after) CURSOR",
    "games(first: 1, after: $after, order: OLDEST) CURSOR",
    "games(first: 1, after: $after, order: LONGEST) CURSOR",
    "games(first: 1, after: $after, order: SHORTEST) CURSOR",
    "games(first: 1, after: $after, filter: WON) CURSOR",
    'games(first: 1, after: $after, variant: "hundred-and-ten") CURSOR',
    "games(first: 1, after: $after, search: { player: $ann }) CURSOR",
    'games(first: 1, after: $after, search: { startedAfter: "2020-01-01T00:00:00Z" }) CURSOR',
    "player(id: $ann) { games(first: 1, after: $after) CURSOR }",
    "player(id: $bob) { games(first: 1, after: $after) CURSOR }",
    "me { games(first: 1, after: $after, order: SHORTEST) CURSOR }",
    f"leaderboard({PEOPLE}) CURSOR",
    f"leaderboard({PEOPLE}, window: WEEK) CURSOR",
    f"leaderboard({PEOPLE}, board: VOUCHED) CURSOR",
    f"leaderboard({PEOPLE}, ranked: false) CURSOR",
    f"player(id: $ann) {{ headToHead({PEOPLE}) CURSOR }}",
    f"player(id: $bob) {{ headToHead({PEOPLE}) CURSOR }}",
    'player(id: $ann) { profile(variant: "hundred-and-ten") { games(first: 1, after: $after) CURSOR } }',
    'player(id: $bob) { profile(variant: "hundred-and-ten") { games(first: 1, after: $after) CURSOR } }',
    "game(id: $one) { events(first: 1, after: $after) CURSOR }",
    "game(id: $other) { events(first: 1, after: $after) CURSOR }",
    'players(search: "ann", first: 1, after: $after) CURSOR',
    'players(search: "bob", first: 1, after: $after) CURSOR',
]
"""Different lists, of which some are empty."""


def document_of(listed: str) -> str:
    """Return a query for the cursors of a list, with the variables that it uses."""
    used = dict.fromkeys(re.findall(r"\$(\w+)", listed))
    variables = ", ".join(f"${name}: {'Cursor' if name == 'after' else 'ID!'}" for name in used)
    return f"query({variables}) {{ {listed.replace('CURSOR', '{ edges { cursor } }')} }}"


@pytest.mark.parametrize("rates", [Rates(enabled=False)], indirect=True)
async def test_no_list_accepts_a_cursor_of_another(services: Services, ann: Client, bob: Client) -> None:
    one, other = [await begun(ann, bob) for _ in range(2)]
    for player in (ann, bob):
        await player.must("automateSeat", game=one)
    await caught_up(services)
    ids = {"ann": ann.player, "bob": bob.player, "one": one, "other": other}
    documents = list(map(document_of, LISTS))
    texts = [json.dumps(await ann.data(document, **ids)) for document in documents]
    found = [re.findall(r'"cursor": "([^"]+)"', text) for text in texts]
    assert sum(map(len, found)) > len(LISTS) / 2
    for source, cursors in enumerate(found):
        for cursor, (target, document) in product(cursors, enumerate(documents)):
            answer = await ann.ask(document, **ids, after=cursor)
            codes = [error["extensions"]["code"] for error in answer.get("errors", [])]
            expected = [] if source == target else ["INVALID_CURSOR"]
            assert codes == expected, (LISTS[source], LISTS[target])
