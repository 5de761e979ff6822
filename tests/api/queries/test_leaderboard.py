"""The leaderboards over GraphQL: windows, boards, pages and keys."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from api.graphql.context import Services
from application.store.port import Append
from domain.events import (
    Access,
    EndReason,
    Event,
    GameCreated,
    GameStarted,
    GameWon,
    PlayerJoined,
    RoundScored,
    SeatAutomated,
)
from projections.players.time_windows import Window, key
from tests.api.harness import cursors
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.cursors import sealed
from tests.api.harness.played_games import advance, begun

VARIANT = "hundred-and-ten"
LEADERBOARD = d.operation("query", "leaderboard")
SOON = 10.0
OTHERS = ("other 1", "other 2", "other 3", "other 4")
RANKING = ((0,), (1,), (2, 3, 4, 5))

A_PERSON = {"erased": False, "machine": False}
"""The fields of a player who is neither erased nor a machine."""


async def finished(
    services: Services,
    players: list[str],
    scores: tuple[int, ...],
    ranking: tuple[tuple[int, ...], ...],
    *,
    at: datetime | None = None,
    machine: int | None = None,
) -> None:
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
        *(
            PlayerJoined(seat=seat, player=player, machine=seat == machine)
            for seat, player in enumerate(players)
        ),
        GameStarted(players=tuple(players)),
        *([] if machine is None else [SeatAutomated(seat=machine)]),
    ]
    for seat, points in enumerate((15, -15)):
        bids_made = (points > 0, None) if seat == 0 else (None, points > 0)
        events.append(RoundScored(round=seat, awards=(), scores=scores, bids_made=bids_made))
    events.append(GameWon(winners=ranking[0], ranking=ranking, reason=EndReason.TARGET_REACHED))
    log = tuple(events)
    appended = Append(game=uuid4(), after=0, events=log, at=at or datetime.now(UTC), by=players[0])
    await services.store.append(appended)


async def caught_up(services: Services) -> None:
    await services.projector.wait_until(await services.store.head(), SOON, "leaderboard")


async def board(client: Client, **variables: object) -> Json:
    found: Json = (await client.data(LEADERBOARD, variant=VARIANT, **variables))["leaderboard"]
    return found


def shown(found: Json) -> list[tuple[int | None, str, bool]]:
    nodes = [edge["node"] for edge in found["edges"]]
    return [(node["rank"], node["player"]["name"], node["provisional"]) for node in nodes]


async def test_the_leaderboard_is_public(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    ended = datetime.now(UTC)
    before = ended - timedelta(minutes=1)
    await finished(services, [ann.player, bob.player], (40, 110), ((1,), (0,)), at=before)
    await finished(services, [ann.player, bob.player], (20, 115), ((1,), (0,)), at=ended)
    await caught_up(services)
    found = await board(spectator)
    nodes = [edge["node"] for edge in found["edges"]]
    for node in nodes:
        rating = node["rating"]
        assert rating["ordinal"] == rating["mean"] - 3 * rating["uncertainty"]
        assert datetime.fromisoformat(node.pop("lastGameAt")) == ended
    assert nodes[0].pop("rating")["ordinal"] > nodes[1].pop("rating")["ordinal"]
    assert nodes == [
        {
            "__typename": "LeaderboardEntry",
            "rank": None,
            "provisional": True,
            "player": {"__typename": "Player", "id": client.player, "name": name, **A_PERSON},
            "opponents": 1,
            "totals": {
                "__typename": "Totals",
                "games": 2,
                "wins": wins,
                "winRate": wins / 2,
                "points": points,
                "bidsMade": made,
                "bidsFailed": failed,
            },
            "streaks": {"__typename": "Streaks", "winning": wins, "longestWinning": wins},
        }
        for client, name, wins, points, made, failed in (
            (bob, "Bob", 2, 225, 0, 2),
            (ann, "Ann", 0, 60, 2, 0),
        )
    ]
    assert found["pageInfo"]["hasNextPage"] is False


async def test_a_player_with_enough_games_is_ranked(
    services: Services, spectator: Client, ann: Client, bob: Client, cyd: Client
) -> None:
    at = datetime.now(UTC)
    for _ in range(5):
        await finished(services, [ann.player, bob.player, *OTHERS], (110, 40, 0, 0, 0, 0), RANKING, at=at)
    await finished(services, [ann.player, cyd.player], (0, 110), ((1,), (0,)), at=at)
    await caught_up(services)
    of_day = {"window": "DAY", "key": key(Window.DAY, at)}
    day = await board(spectator, **of_day)
    others = [(3, "unknown player", False)] * 4
    assert shown(day) == [(1, "Ann", False), (2, "Bob", False), *others, (None, "Cyd", True)]
    assert shown(await board(spectator, **of_day, ranked=True)) == shown(day)[:6]
    assert shown(await board(spectator, **of_day, ranked=False)) == shown(day)[6:]
    assert all(provisional for _, _, provisional in shown(await board(spectator)))


async def test_a_player_with_too_few_opponents_is_not_ranked(
    services: Services, spectator: Client, ann: Client
) -> None:
    for _ in range(5):
        await finished(
            services, [ann.player, *OTHERS[:3]], (110, 0, 0, 0), ((0,), (1, 2, 3)), at=datetime.now(UTC)
        )
    await caught_up(services)
    [first, *_] = (await board(spectator))["edges"]
    node = first["node"]
    assert (node["totals"]["games"], node["opponents"], node["rank"]) == (5, 3, None)


async def test_each_window_shows_the_games_that_ended_in_it(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    now = datetime.now(UTC)
    long_ago = now - timedelta(days=400)
    await finished(services, [ann.player, bob.player], (110, 40), ((0,), (1,)), at=long_ago)
    await finished(services, [bob.player, ann.player], (110, 40), ((0,), (1,)), at=now)
    await caught_up(services)
    for window in Window:
        known = key(window, long_ago)
        past = (await board(spectator, window=window.name, key=known))["edges"]
        current = (await board(spectator, window=window.name))["edges"]
        games = 2 if window is Window.ALL_TIME else 1
        assert [edge["node"]["totals"]["games"] for edge in past + current] == [games] * 4
        if window is not Window.ALL_TIME:
            assert [edge["node"]["player"]["name"] for edge in past] == ["Ann", "Bob"]
            assert [edge["node"]["player"]["name"] for edge in current] == ["Bob", "Ann"]


async def test_a_fresh_answer_includes_a_game_that_has_just_ended(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    for games in range(1, 6):
        await finished(services, [ann.player, bob.player], (110, 40), ((0,), (1,)))
        found = await board(spectator, upToDate=True)
        assert [edge["node"]["totals"]["games"] for edge in found["edges"]] == [games, games]


async def test_games_with_machine_players_have_their_own_board(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    await finished(services, [ann.player, bob.player], (110, 40), ((0,), (1,)), machine=1)
    await caught_up(services)
    assert (await board(spectator))["edges"] == []
    assert shown(await board(spectator, board="MIXED")) == [(None, "Ann", True)]


async def test_a_game_played_to_its_end_counts(services: Services, ann: Client, bob: Client) -> None:
    game = await begun(ann, bob)
    await advance(services, game)
    await caught_up(services)
    result = await ann.game(game)
    (winner,) = result["result"]["winners"]
    nodes = [edge["node"] for edge in (await board(ann))["edges"]]
    scores = {seat["player"]["id"]: seat["score"] for seat in result["seats"]}
    assert {node["player"]["id"]: node["totals"]["points"] for node in nodes} == scores
    assert nodes[0]["player"]["id"] == winner["id"]
    assert [node["totals"]["wins"] for node in nodes] == [1, 0]
    assert sum(node["totals"]["bidsMade"] + node["totals"]["bidsFailed"] for node in nodes) > 2


async def test_pages_continue_after_a_cursor(
    services: Services, spectator: Client, ann: Client, bob: Client, cyd: Client
) -> None:
    players = [ann.player, bob.player, cyd.player, *OTHERS[:3]]
    at = datetime.now(UTC)
    for _ in range(5):
        await finished(services, players, (110, 40, 40, 0, 0, 0), ((0,), (1, 2), (3, 4, 5)), at=at)
    await finished(services, [ann.player, "dan"], (110, 40), ((0,), (1,)), at=at)
    await caught_up(services)
    of_week = {"window": "WEEK", "key": key(Window.WEEK, at)}
    whole = (await board(spectator, **of_week))["edges"]
    assert [edge["node"]["rank"] for edge in whole] == [1, 2, 2, 4, 4, 4, None]
    found: list[Json] = []
    after = None
    for more in (*[True] * 6, False):
        page = await board(spectator, **of_week, first=1, after=after)
        found += page["edges"]
        after = page["pageInfo"]["endCursor"]
        assert page["pageInfo"]["hasNextPage"] is more
    assert found == whole


async def test_a_board_without_players_is_empty(spectator: Client) -> None:
    found = await board(spectator)
    assert found["edges"] == []
    assert found["pageInfo"]["endCursor"] is None


async def test_an_unknown_variant_is_an_error(spectator: Client) -> None:
    assert await spectator.code(LEADERBOARD, variant="whist") == "UNKNOWN_VARIANT"


async def test_an_invalid_window_key_is_an_error(spectator: Client) -> None:
    for window, named in [
        ("DAY", "2026-W47"),
        ("DAY", "yesterday"),
        ("WEEK", "2025-W53"),
        ("SEASON", ""),
        ("ALL_TIME", "2026"),
    ]:
        code = await spectator.code(LEADERBOARD, variant=VARIANT, window=window, key=named)
        assert code == "INVALID_WINDOW_KEY", (window, named)


async def test_machines_alone_are_ranked_on_no_leaderboard(spectator: Client) -> None:
    (error,) = (await spectator.ask(LEADERBOARD, variant=VARIANT, board="MACHINES"))["errors"]
    told = error["extensions"]["code"], error["extensions"]["inputPath"], error["message"][:39]
    assert told == ("BAD_USER_INPUT", ["board"], "Nobody is ranked on the board MACHINES:")


async def test_a_page_out_of_bounds_is_an_error(spectator: Client) -> None:
    for first in [0, -1, 101]:
        assert await spectator.code(LEADERBOARD, variant=VARIANT, first=first) == "INVALID_PAGE", first


async def test_an_invalid_cursor_is_an_error(services: Services, spectator: Client) -> None:
    for said in [
        "",
        "null",
        "[]",
        "[1, 2]",
        '[1, 2, "ann", 3]',
        '[-1, 2, "ann"]',
        '[3, 2, "ann"]',
        '[1, 1e999, "ann"]',
        '[1, NaN, "ann"]',
        '[1, "2", "ann"]',
        '["1", 2, "ann"]',
        '[1, 2, "\\ud800"]',
        '[1, 2, "\\u0000"]',
    ]:
        bare = urlsafe_b64encode(said.encode()).decode()
        for after in (bare, await sealed(services, cursors.LEADERBOARD, said)):
            assert await spectator.code(LEADERBOARD, variant=VARIANT, after=after) == "INVALID_CURSOR", said


async def test_a_cursor_of_a_player_who_left_the_board_is_still_valid(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    await finished(services, [ann.player, bob.player], (110, 40), ((0,), (1,)))
    await caught_up(services)
    first, second = (await board(spectator))["edges"]
    between = (first["node"]["rating"]["ordinal"] + second["node"]["rating"]["ordinal"]) / 2
    tier = 2
    after = await sealed(services, cursors.LEADERBOARD, f'[{tier},{between},"gone"]')
    assert (await board(spectator, after=after))["edges"] == [second]


async def test_a_cursor_with_invalid_encoding_is_an_error(spectator: Client) -> None:
    for after in ["7", "é", "=", "x" * 2000, "WzEsMiwi_yJd"]:
        assert await spectator.code(LEADERBOARD, variant=VARIANT, after=after) == "INVALID_CURSOR", after
