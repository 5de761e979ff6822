"""Lists over GraphQL: games by filter and variant, and the events of a game, in pages."""

from __future__ import annotations

import asyncio
import re

from api.graphql.context import Services
from tests.api.harness import cursors
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.cursors import sealed
from tests.api.harness.played_games import begun, caught_up


async def test_every_list_holds_its_games(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    waiting = await ann.create()
    running = await begun(ann, bob)
    finished = await begun(bob, ann)
    for client in (ann, bob):
        await client.must("automateSeat", game=finished)
    closed = await bob.create()
    await bob.must("leaveGame", game=closed)
    full = await bob.create()
    await bob.must("fillSeats", game=full)
    await caught_up(services)
    for client in (spectator, ann, bob):
        assert await client.listed("JOINABLE") == [waiting]
        assert await client.listed("PLAYING") == [running]
        assert await client.listed("WON") == [finished]
    assert await ann.own_games() == [finished, running, waiting]
    assert await spectator.listed_of(ann.player) == [finished, running, waiting]
    assert set(await bob.own_games()) >= {full, finished, running}
    assert await bob.own_games(filter="PLAYING") == [running]


async def test_a_list_shows_the_summary_of_a_game(services: Services, ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    for client in (ann, bob):
        await client.must("automateSeat", game=game)
    await caught_up(services)
    (edge,) = (await ann.games(filter="WON"))["edges"]
    node, now = edge["node"], await ann.game(game)
    assert node["id"] == game
    assert (node["variant"]["name"], node["access"], node["stage"]) == ("hundred-and-ten", "PUBLIC", "WON")
    assert [player["name"] for player in node["players"]] == ["Ann", "Bob"]
    assert node["organizer"]["id"] == ann.player
    assert node["winners"] == now["result"]["winners"]
    events = await ann.events(game)
    assert node["createdAt"] == events[0]["at"]
    assert node["endedAt"] == next(e["at"] for e in events if e["__typename"] == "GameWon")


async def test_the_pages_of_a_list_hold_every_game_once_the_newest_first(
    services: Services, ann: Client
) -> None:
    created = [await ann.create() for _ in range(7)]
    await caught_up(services)
    for size in (1, 2, 3, 7, 8, 100):
        found: list[str] = []
        after, more = None, True
        while more:
            page = await ann.games(first=size, after=after)
            assert 1 <= len(page["edges"]) <= size
            found += [edge["node"]["id"] for edge in page["edges"]]
            assert page["pageInfo"]["endCursor"] == page["edges"][-1]["cursor"]
            after, more = page["pageInfo"]["endCursor"], page["pageInfo"]["hasNextPage"]
        assert found == created[::-1]


async def test_new_games_do_not_shift_later_pages(services: Services, ann: Client) -> None:
    created = [await ann.create() for _ in range(4)]
    await caught_up(services)
    first = await ann.games(first=2)
    await ann.create()
    await caught_up(services)
    rest = await ann.games(first=2, after=first["pageInfo"]["endCursor"])
    assert [edge["node"]["id"] for edge in rest["edges"]] == [created[1], created[0]]


async def test_the_page_after_the_last_game_is_empty(services: Services, ann: Client) -> None:
    await ann.create()
    await caught_up(services)
    last = (await ann.games())["pageInfo"]["endCursor"]
    page = await ann.games(after=last)
    assert page["edges"] == []
    assert page["pageInfo"]["hasNextPage"] is False
    assert page["pageInfo"]["endCursor"] is None


async def test_a_list_is_restricted_to_a_variant(services: Services, ann: Client) -> None:
    game = await ann.create()
    await caught_up(services)
    assert await ann.listed("JOINABLE", variant="hundred-and-ten") == [game]
    for other in ("oh-hell", "president"):
        assert await ann.listed("JOINABLE", variant=other) == []
        assert await ann.own_games(variant=other) == []


async def test_lists_are_empty_before_the_first_game(spectator: Client) -> None:
    assert (await spectator.games())["edges"] == []


async def test_a_page_of_games_has_bounds(ann: Client) -> None:
    for first in [0, -1, 101, 2**31 - 1]:
        assert await ann.code(d.GAMES, first=first) == "INVALID_PAGE", first


BAD_CURSORS = ["", "x", "-1", "1.5", " 1", "\uff11", "1" * 20, "0x1", "1e3", "null"]
LARGE_CURSORS = [str(2**63 - 1), str(2**63), "9" * 19, "9" * 5000]


async def test_a_list_of_games_accepts_only_its_own_cursors(services: Services, ann: Client) -> None:
    for cursor in BAD_CURSORS:
        for after in (cursor, await sealed(services, cursors.all_games(), cursor)):
            assert await ann.code(d.GAMES, after=after) == "INVALID_CURSOR", cursor


async def test_a_malformed_cursor_is_not_a_server_error(services: Services, ann: Client) -> None:
    for cursor in LARGE_CURSORS:
        game = await ann.create()
        games = await sealed(services, cursors.all_games(), cursor)
        events = await sealed(services, cursors.events_of(game), cursor)
        for answer in (await ann.ask(d.GAMES, after=games), await ann.ask(d.EVENTS, game=game, after=events)):
            codes = [error["extensions"]["code"] for error in answer.get("errors", [])]
            assert codes in ([], ["INVALID_CURSOR"]), cursor


# Events.


async def test_the_pages_of_events_hold_every_event_once_in_order(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    for client in (ann, bob):
        await client.must("automateSeat", game=game)
    everything = await ann.events(game)
    version = (await ann.game(game))["version"]
    assert [event["version"] for event in everything] == list(range(1, version + 1))
    for size in (17, version - 1, version):
        assert await ann.events(game, first=min(size, 500)) == everything


async def test_the_cursor_of_an_event_leads_to_the_next_version(
    services: Services, ann: Client, bob: Client
) -> None:
    game = await begun(ann, bob)
    second = await sealed(services, cursors.events_of(game), "2")
    page = (await ann.data(d.EVENTS, game=game, first=3, after=second))["game"]["events"]
    expected = [await sealed(services, cursors.events_of(game), version) for version in "345"]
    assert [edge["cursor"] for edge in page["edges"]] == expected
    assert [edge["node"]["version"] for edge in page["edges"]] == [3, 4, 5]
    assert page["pageInfo"]["hasNextPage"] is True


async def test_the_page_after_the_last_event_is_empty(services: Services, ann: Client) -> None:
    game = await ann.create()
    for version in ("2", "3", str(2**63 - 1)):
        after = await sealed(services, cursors.events_of(game), version)
        page = (await ann.data(d.EVENTS, game=game, after=after))["game"]["events"]
        assert page["edges"] == []
        assert page["pageInfo"]["hasNextPage"] is False


async def test_a_page_of_events_has_bounds(ann: Client) -> None:
    for first in [0, -1, 501]:
        assert await ann.code(d.EVENTS, game=await ann.create(), first=first) == "INVALID_PAGE", first


async def test_the_largest_page_of_events_is_returned(ann: Client) -> None:
    assert (await ann.data(d.EVENTS, game=await ann.create(), first=500))["game"]["events"]["edges"]


async def test_a_list_of_events_accepts_only_its_own_cursors(services: Services, ann: Client) -> None:
    game = await ann.create()
    for cursor in BAD_CURSORS:
        for after in (cursor, await sealed(services, cursors.events_of(game), cursor)):
            assert await ann.code(d.EVENTS, game=game, after=after) == "INVALID_CURSOR", cursor


async def test_every_event_has_its_time_and_its_player(ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    await asyncio.sleep(0.01)
    await bob.must("placeBid", game=game, amount=15)
    events = await ann.events(game)
    assert {event["by"]["id"] for event in events[:2]} == {ann.player}
    assert events[2]["by"]["id"] == bob.player
    # What followed from the start by itself goes back to who started.
    assert {event["by"]["id"] for event in events[3:-1]} == {ann.player}
    assert [events[-1]["__typename"], events[-1]["by"]["id"]] == ["BidPlaced", bob.player]
    times = [event["at"] for event in events]
    assert times == sorted(times)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", time) for time in times)
