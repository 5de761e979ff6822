"""The leaderboard over GraphQL: in pages, for everybody."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from api.graphql.context import Services
from application.store import Append
from domain.events import (
    Access,
    EndReason,
    Event,
    GameCreated,
    GameStarted,
    GameWon,
    PlayerJoined,
    RoundScored,
)
from tests.api import documents as d
from tests.api.asking import Client, Json
from tests.api.tables import begun, play

VARIANT = "hundred-and-ten"
LEADERBOARD = d.operation("query", "leaderboard")
SOON = 10.0


async def finished(services: Services, players: list[str], scores: tuple[int, ...], winner: int) -> None:
    """Let a game have been played in which seat 0 made a bid and seat 1 did not."""
    events: list[Event] = [
        GameCreated(
            variant=VARIANT,
            rules_version=1,
            options={},
            access=Access.PUBLIC,
            organizer=players[0],
            secret=None,
        ),
        *(PlayerJoined(seat=seat, player=player) for seat, player in enumerate(players)),
        GameStarted(players=tuple(players)),
    ]
    for seat, points in enumerate((15, -15)):
        bids_made = (points > 0, None) if seat == 0 else (None, points > 0)
        events.append(RoundScored(round=seat, awards=(), scores=scores, bids_made=bids_made))
    events.append(GameWon(winners=(winner,), ranking=((winner,),), reason=EndReason.TARGET_REACHED))
    at = datetime.now(UTC)
    await services.store.append(Append(game=uuid4(), after=0, events=tuple(events), at=at, by=players[0]))


async def caught_up(services: Services) -> None:
    await services.projector.wait_until(await services.store.head(), SOON, "leaderboard")


async def board(client: Client, **variables: object) -> Json:
    found: Json = (await client.data(LEADERBOARD, variant=VARIANT, **variables))["leaderboard"]
    return found


async def test_everybody_sees_who_has_done_best(
    services: Services, onlooker: Client, ann: Client, bob: Client
) -> None:
    await finished(services, [ann.player, bob.player], (40, 110), winner=1)
    await finished(services, [ann.player, bob.player], (20, 115), winner=1)
    await caught_up(services)
    found = await board(onlooker)
    assert [edge["node"] for edge in found["edges"]] == [
        {
            "__typename": "LeaderboardEntry",
            "rank": rank,
            "player": {"__typename": "Player", "id": client.player, "name": name},
            "games": 2,
            "wins": wins,
            "points": points,
            "bidsMade": made,
            "bidsFailed": failed,
        }
        for rank, client, name, wins, points, made, failed in (
            (1, bob, "Bob", 2, 225, 0, 2),
            (2, ann, "Ann", 0, 60, 2, 0),
        )
    ]
    assert found["pageInfo"]["hasNextPage"] is False


async def test_a_game_that_was_played_over_the_api_counts(
    services: Services, ann: Client, bob: Client
) -> None:
    game = await begun(ann, bob)
    await play([ann, bob], game)
    await caught_up(services)
    result = await ann.game(game)
    (winner,) = result["result"]["winners"]
    nodes = [edge["node"] for edge in (await board(ann))["edges"]]
    scores = {seat["player"]["id"]: seat["score"] for seat in result["seats"]}
    assert {node["player"]["id"]: node["points"] for node in nodes} == scores
    assert nodes[0]["player"]["id"] == winner["id"]
    assert [node["wins"] for node in nodes] == [1, 0]
    assert sum(node["bidsMade"] + node["bidsFailed"] for node in nodes) > 2


async def test_pages_go_on_after_a_cursor(
    services: Services, onlooker: Client, ann: Client, bob: Client, cyd: Client
) -> None:
    await finished(services, [ann.player, bob.player, cyd.player], (110, 40, 40), winner=0)
    await caught_up(services)
    whole = (await board(onlooker))["edges"]
    assert [edge["node"]["rank"] for edge in whole] == [1, 2, 2]
    found: list[Json] = []
    after = None
    for more in (True, True, False):
        page = await board(onlooker, first=1, after=after)
        found += page["edges"]
        after = page["pageInfo"]["endCursor"]
        assert page["pageInfo"]["hasNextPage"] is more
    assert found == whole


async def test_a_board_without_players_is_empty(onlooker: Client) -> None:
    found = await board(onlooker)
    assert found["edges"] == []
    assert found["pageInfo"]["endCursor"] is None


async def test_an_unknown_variant_is_an_error(onlooker: Client) -> None:
    assert await onlooker.code(LEADERBOARD, variant="whist") == "UNKNOWN_VARIANT"


@pytest.mark.parametrize("first", [0, -1, 101])
async def test_a_page_out_of_bounds_is_an_error(onlooker: Client, first: int) -> None:
    assert await onlooker.code(LEADERBOARD, variant=VARIANT, first=first) == "INVALID_PAGE"


@pytest.mark.parametrize(
    "said",
    [
        "",
        "null",
        "[]",
        "[1, 2]",
        '[1, 2, "ann", 3]',
        '[-1, 2, "ann"]',
        '[1, 9223372036854775808, "ann"]',
        '[1e3, 2, "ann"]',
        '["1", 2, "ann"]',
        '[1, 2, "\\ud800"]',
    ],
)
async def test_what_is_no_cursor_is_an_error(onlooker: Client, said: str) -> None:
    after = urlsafe_b64encode(said.encode()).decode()
    assert await onlooker.code(LEADERBOARD, variant=VARIANT, after=after) == "INVALID_CURSOR"


async def test_a_cursor_of_somebody_who_is_on_the_board_no_longer_is_still_a_place(
    services: Services, onlooker: Client, ann: Client, bob: Client
) -> None:
    await finished(services, [ann.player, bob.player], (110, 40), winner=0)
    await caught_up(services)
    after = urlsafe_b64encode(b'[1,50,"gone"]').decode()
    (edge,) = (await board(onlooker, after=after))["edges"]
    assert (edge["node"]["rank"], edge["node"]["player"]["name"]) == (2, "Bob")


@pytest.mark.parametrize("after", ["7", "é", "=", "x" * 2000, "WzEsMiwi_yJd"])
async def test_what_is_not_even_encoded_like_a_cursor_is_an_error(onlooker: Client, after: str) -> None:
    assert await onlooker.code(LEADERBOARD, variant=VARIANT, after=after) == "INVALID_CURSOR"
