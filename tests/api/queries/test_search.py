"""Search in the history of games: by player, time, winner and length."""

from __future__ import annotations

from typing import Any

from api.graphql.context import Services
from projections.games.game_search import GameOrder
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.cursors import all_games, sealed
from tests.api.harness.played_games import begun, caught_up, play_to_the_end

ORDERS = ("NEWEST", "OLDEST", "LONGEST", "SHORTEST")


async def finished(*clients: Client, **values: Any) -> str:
    game = await clients[0].create(**values)
    for client in clients[1:]:
        if "access" in values:
            await clients[0].must("invitePlayer", game=game, player=client.player)
        await client.must("joinGame", game=game)
    if "variant" in values:
        await clients[0].must("fillSeats", game=game)
    await clients[0].must("startGame", game=game)
    await play_to_the_end(clients, game)
    return game


async def found(client: Client, which: str = "WON", **search: Any) -> set[str]:
    return set(await client.listed(which, search=search))


async def test_games_are_found_by_player_and_winner(
    services: Services, spectator: Client, ann: Client, bob: Client, cyd: Client
) -> None:
    first, second = await finished(ann, bob), await finished(bob, cyd)
    running = await begun(ann, cyd)
    await caught_up(services)
    assert await found(spectator, player=ann.player) == {first}
    assert await found(spectator, player=bob.player) == {first, second}
    assert await found(spectator, "PLAYING", player=ann.player) == {running}
    assert await found(spectator, "PLAYING", player=bob.player) == set()
    assert await found(spectator, player="nobody") == set()
    assert await ann.own_games(search={"player": cyd.player}) == [running]
    assert await spectator.listed_of(ann.player, search={"player": cyd.player}) == [running]
    for game in (first, second):
        winners = {each["id"] for each in (await spectator.game(game))["result"]["winners"]}
        for client in (ann, bob, cyd):
            assert (game in await found(spectator, wonBy=client.player)) is (client.player in winners)


async def test_games_are_found_by_time_and_length(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    games = [await finished(ann, bob, variant=variant) for variant in ("hundred-and-ten", "oh-hell")]
    await caught_up(services)
    listed = (await spectator.games(filter="WON"))["edges"]
    nodes = {edge["node"]["id"]: edge["node"] for edge in listed}
    first, second = (nodes[game] for game in games)
    assert first["startedAt"] < first["endedAt"] < second["startedAt"] < second["endedAt"]
    assert await found(spectator, startedAfter=second["startedAt"]) == {games[1]}
    assert await found(spectator, startedBefore=second["startedAt"]) == {games[0]}
    assert await found(spectator, endedAfter=second["endedAt"]) == {games[1]}
    assert await found(spectator, endedBefore=second["endedAt"]) == {games[0]}
    assert await spectator.listed("WON", variant="oh-hell", search={"player": ann.player}) == [games[1]]
    long = max(games, key=lambda game: nodes[game]["length"])
    assert first["length"] != second["length"]
    assert await found(spectator, leastEvents=nodes[long]["length"]) == {long}
    assert await found(spectator, mostEvents=nodes[long]["length"] - 1) == {*games} - {long}
    ended = next(event for event in await spectator.events(games[0]) if event["__typename"] == "GameWon")
    assert (first["length"], first["endedAt"]) == (ended["version"], ended["at"])


async def test_each_order_holds_every_game_once_page_by_page(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    games = [await finished(ann, bob, variant=v) for v in ("president", "oh-hell", "president")]
    await caught_up(services)
    for order in ORDERS:
        for search in ({}, {"endedAfter": "2020-01-01T00:00:00Z"}, {"startedAfter": "2020-01-01T00:00:00Z"}):
            listed: list[dict[str, Any]] = []
            after = None
            for _ in games:
                page = await spectator.games(filter="WON", search=search, order=order, first=1, after=after)
                listed += [edge["node"] for edge in page["edges"]]
                after = page["pageInfo"]["endCursor"]
            assert page["pageInfo"]["hasNextPage"] is False
            assert {node["id"] for node in listed} == {*games}
            if order in ("NEWEST", "OLDEST"):
                assert [node["id"] for node in listed] == (games if order == "OLDEST" else games[::-1])
            else:
                lengths = [node["length"] for node in listed]
                assert lengths == sorted(lengths, reverse=order == "LONGEST")


async def test_searches_do_not_reveal_private_games(
    services: Services, spectator: Client, ann: Client, bob: Client, cyd: Client
) -> None:
    game = await finished(ann, bob, access="PRIVATE")
    await caught_up(services)
    [edge] = (await ann.games(filter="WON"))["edges"]
    node = edge["node"]
    searches: list[dict[str, Any]] = [
        {"player": ann.player},
        {"wonBy": node["winners"][0]["id"]},
        {"startedAfter": node["startedAt"]},
        {"leastEvents": node["length"], "mostEvents": node["length"]},
    ]
    for search in searches:
        assert await found(bob, **search) == {game}
        for stranger in (cyd, spectator):
            assert await found(stranger, **search) == set()


DAY, NEXT = "2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z"


async def test_an_invalid_range_is_an_error(spectator: Client) -> None:
    for search, code in [
        ({"startedAfter": NEXT, "startedBefore": DAY}, "INVALID_RANGE"),
        ({"endedAfter": DAY, "endedBefore": DAY}, "INVALID_RANGE"),
        ({"endedAfter": "1969-12-31T23:59:59Z"}, "INVALID_RANGE"),
        ({"startedBefore": "0001-01-01T00:00:00+14:00"}, "INVALID_RANGE"),
        ({"startedAfter": "2026-11-20T00:00:00"}, "BAD_USER_INPUT"),
        ({"leastEvents": 2, "mostEvents": 1}, "INVALID_RANGE"),
        ({"leastEvents": -1}, "INVALID_RANGE"),
        ({"player": " "}, "INVALID_PLAYER"),
        ({"wonBy": "nobody\0"}, "INVALID_PLAYER"),
    ]:
        assert await spectator.code(d.GAMES, filter="WON", search=search) == code, (search, code)


async def test_invalid_search_input_is_an_error(spectator: Client) -> None:
    for search in [
        {"startedAfter": "yesterday"},
        {"startedAfter": "10000-01-01T00:00:00Z"},
        {"colour": "red"},
    ]:
        answer = await spectator.ask(d.GAMES, search=search)
        (error,) = answer["errors"]
        assert error["extensions"]["inputPath"] == ["search", *search]


async def test_an_unknown_variant_is_an_error(spectator: Client) -> None:
    assert await spectator.code(d.GAMES, variant="whist") == "UNKNOWN_VARIANT"


async def test_a_cursor_of_another_order_is_refused(services: Services, spectator: Client) -> None:
    for order, cursor in [
        ("NEWEST", "l12-3"),
        ("LONGEST", "12"),
        ("LONGEST", "l12"),
        ("LONGEST", "e12-3"),
        ("SHORTEST", "l-3"),
        ("SHORTEST", "l1-2-3"),
        ("SHORTEST", "l" + "9" * 19 + "-1"),
    ]:
        for other in GameOrder:
            after = await sealed(services, all_games(other), cursor)
            assert await spectator.code(d.GAMES, order=order, after=after) == "INVALID_CURSOR", (
                order,
                cursor,
            )
