"""Profiles over GraphQL, with their lists in pages."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from api.graphql.context import Services
from application.store.port import Append
from domain.cards import Suit
from domain.events import (
    Access,
    BidPlaced,
    EndReason,
    Event,
    GameCreated,
    GameStarted,
    GameWon,
    PlayerJoined,
    RoundDealt,
    RoundScored,
    SeatAutomated,
    TrumpSelected,
)
from tests.api.harness import cursors
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.harness.cursors import sealed
from tests.api.harness.played_games import begun, caught_up, play

VARIANT = "hundred-and-ten"
PROFILE, HEAD_TO_HEAD = d.PROFILE, d.within("player", "headToHead")
GAMES = """
    query($player: ID!, $first: Int, $after: Cursor) {
        player(id: $player) { at: profile(variant: "hundred-and-ten") {
            list: games(first: $first, after: $after) {
                edges { cursor node { game { id } place } } pageInfo { hasNextPage endCursor }
            }
        } }
    }
"""
OPPONENTS = """
    query($player: ID!, $first: Int, $after: Cursor) {
        player(id: $player) {
            list: headToHead(variant: "hundred-and-ten", first: $first, after: $after) {
                edges { cursor node { opponent { name } games ahead behind } }
                pageInfo { hasNextPage endCursor }
            }
        }
    }
"""
NOW = datetime(2026, 4, 1, 12, 30, tzinfo=UTC)

A_PERSON = {"erased": False, "machine": False}
"""The fields of a player who is neither erased nor a machine."""


async def finished(
    services: Services,
    *players: str,
    scores: tuple[int, ...],
    access: Access = Access.PUBLIC,
    filled: bool = False,
) -> str:
    """Let a game have been played in which seat 0 bid; return its id."""
    game, seats = uuid4(), range(len(players))
    ranking = tuple((seat,) for seat in sorted(seats, key=lambda seat: -scores[seat]))
    events: list[Event] = [
        GameCreated(
            variant=VARIANT, rules_version=1, options={}, access=access, organizer=players[0], secret=None
        ),
        *(
            PlayerJoined(seat=seat, player=player, machine=filled and seat == seats[-1])
            for seat, player in enumerate(players)
        ),
        GameStarted(players=players),
        RoundDealt(round=0, dealer=0, hands=(5,) * len(players), stock=0),
        BidPlaced(seat=0, amount=20),
        TrumpSelected(seat=0, suit=Suit.HEARTS),
        *([SeatAutomated(seat=seats[-1])] if filled else []),
        RoundScored(
            round=0,
            awards=(),
            scores=scores,
            bids_made=tuple(scores[0] > 0 if seat == 0 else None for seat in seats),
        ),
        GameWon(winners=ranking[0], ranking=ranking, reason=EndReason.TARGET_REACHED),
    ]
    await services.store.append(Append(game=game, after=0, events=tuple(events), at=NOW, by=players[0]))
    return str(game)


def listed(answer: Json) -> Json:
    """Return the page of games or opponents of an answer."""
    player: Json = answer["player"]
    found: Json = player.get("at", player)["list"]
    return found


async def profile(client: Client, player: str, **variables: object) -> Json | None:
    answer = await client.data(PROFILE, player=player, **{"variant": VARIANT, **variables})
    found: Json | None = answer["player"]["profile"]
    return found


async def test_profiles_are_public(services: Services, spectator: Client, ann: Client, bob: Client) -> None:
    first = await finished(services, ann.player, bob.player, scores=(110, 40))
    second = await finished(services, ann.player, bob.player, scores=(-20, 115))
    await caught_up(services)
    found = await profile(spectator, ann.player)
    assert found is not None
    player = {"__typename": "Player", "id": ann.player, "name": "Ann", **A_PERSON}
    opponent = {"__typename": "Player", "id": bob.player, "name": "Bob", **A_PERSON}
    assert (found["player"], found["variant"]["name"], found["board"]) == (player, VARIANT, "PEOPLE")
    assert found["totals"] == {
        "__typename": "ProfileTotals",
        "games": 2,
        "wins": 1,
        "winRate": 0.5,
        "averagePlace": 1.5,
        "points": 90,
        "rounds": 2,
        "tricks": 0,
        "tricksPlayed": 0,
        "bidsMade": 1,
        "bidsFailed": 1,
    }
    streaks = {"winning": 0, "longestWinning": 1, "losing": 1, "longestLosing": 1}
    assert found["streaks"] == {"__typename": "ProfileStreaks", **streaks}
    bid = {"amount": 20, "made": 1, "failed": 1, "successRate": 0.5}
    assert found["bids"] == [{"__typename": "ProfileBid", **bid}]
    assert found["trumps"] == [{"__typename": "ProfileTrump", "suit": "HEARTS", "times": 2}]
    seat = {"playerCount": 2, "seat": 0, "games": 2, "wins": 1, "averagePlace": 1.5}
    assert found["bySeat"] == [{"__typename": "ProfileSeat", **seat}]
    games = [edge["node"] for edge in found["games"]["edges"]]
    assert games == found["form"] == [found["worst"], found["best"]]
    assert games[0]["rating"] == found["rating"]
    shown = {name: value for name, value in games[1].items() if name not in ("rating", "luck")}
    assert shown == {
        "__typename": "ProfileGame",
        "endedAt": "2026-04-01T12:30:00.000000Z",
        "playerCount": 2,
        "seat": 0,
        "place": 1,
        "won": True,
        "points": 110,
    }
    # The hands of the log are revealed to nobody.
    assert (games[1]["luck"]["seat"], games[1]["luck"]["result"], games[1]["luck"]["luck"]) == (0, 35, None)
    edges = listed(await spectator.data(GAMES, player=ann.player))["edges"]
    assert [edge["node"]["game"]["id"] for edge in edges] == [second, first]
    assert games[1]["rating"]["ordinal"] > games[0]["rating"]["ordinal"]
    met = {"opponent": opponent, "games": 2, "ahead": 1, "level": 0, "behind": 1}
    opponents = (await spectator.data(HEAD_TO_HEAD, player=ann.player, variant=VARIANT))["player"]
    assert [edge["node"] for edge in opponents["headToHead"]["edges"]] == [
        {"__typename": "HeadToHead", **met}
    ]


async def test_a_game_played_over_the_api_counts(
    services: Services, spectator: Client, ann: Client, bob: Client, cyd: Client
) -> None:
    clients = [ann, bob, cyd]
    game = await begun(*clients, variant="president")
    await play(clients, game)
    await caught_up(services)
    places = [seat["place"] for seat in (await ann.game(game))["seats"]]
    for seat, client in enumerate(clients):
        found = await profile(spectator, client.player, variant="president")
        assert found is not None
        [played] = found["form"]
        # Who is left holding cards never went out.
        assert (played["seat"], played["place"]) == (seat, places[seat] or 3)
        assert (played["won"], played["points"]) == (places[seat] == 1, None)
        others = {each.player for each in clients} - {client.player}
        answer = await spectator.data(HEAD_TO_HEAD, player=client.player, variant="president")
        edges = answer["player"]["headToHead"]["edges"]
        assert {edge["node"]["opponent"]["id"] for edge in edges} == others
    assert sorted(place or 3 for place in places) == [1, 2, 3]


async def test_games_with_machine_players_have_their_own_profile(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    await finished(services, ann.player, bob.player, scores=(110, 40), filled=True)
    await caught_up(services)
    assert await profile(spectator, ann.player) is None
    assert await profile(spectator, bob.player, board="MIXED") is None
    found = await profile(spectator, ann.player, board="MIXED")
    assert found is not None
    assert found["board"] == "MIXED"
    mixed = OPPONENTS.replace('"hundred-and-ten",', '"hundred-and-ten", board: MIXED,')
    [edge] = listed(await spectator.data(mixed, player=ann.player))["edges"]
    assert (edge["node"]["opponent"], edge["node"]["ahead"]) == (None, 1)


async def test_a_fresh_profile_includes_a_game_that_has_just_ended(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    for games in range(1, 6):
        await finished(services, ann.player, bob.player, scores=(110, 40))
        found = await profile(spectator, ann.player, upToDate=True)
        assert found is not None
        assert found["totals"]["games"] == len(found["form"]) == games


async def test_private_games_are_in_no_profile(services: Services, ann: Client, bob: Client) -> None:
    await finished(services, ann.player, bob.player, scores=(110, 40), access=Access.PRIVATE)
    await caught_up(services)
    assert await profile(ann, ann.player) is None


async def test_an_unknown_player_is_null(services: Services, spectator: Client) -> None:
    for player in ["", "nobody", "x" * 10_000, "\x00", "é", "machine", "%"]:
        assert await spectator.data(PROFILE, player=player, variant=VARIANT) == {"player": None}, player


async def test_an_unknown_variant_is_an_error(spectator: Client) -> None:
    assert await spectator.code(PROFILE, player="machine-1", variant="whist") == "UNKNOWN_VARIANT"


async def test_pages_continue_after_a_cursor(
    services: Services, spectator: Client, ann: Client, bob: Client, cyd: Client
) -> None:
    for partner in (bob, cyd, bob):
        await finished(services, ann.player, partner.player, scores=(110, 40))
    await caught_up(services)
    for document, size in ((GAMES, 3), (OPPONENTS, 2)):
        whole = listed(await spectator.data(document, player=ann.player))["edges"]
        assert len(whole) == size
        found: list[Json] = []
        after = None
        for left in range(size - 1, -1, -1):
            answer = await spectator.data(document, player=ann.player, first=1, after=after)
            page = listed(answer)
            found += page["edges"]
            after = page["pageInfo"]["endCursor"]
            assert page["pageInfo"]["hasNextPage"] is (left > 0)
        assert found == whole
    assert [edge["node"]["opponent"]["name"] for edge in whole] == ["Bob", "Cyd"]


@pytest.mark.parametrize("document", [GAMES, OPPONENTS])
async def test_an_invalid_page_is_an_error(
    services: Services, spectator: Client, ann: Client, bob: Client, document: str
) -> None:
    await finished(services, ann.player, bob.player, scores=(110, 40))
    await caught_up(services)
    for first in (0, -1, 101):
        assert await spectator.code(document, player=ann.player, first=first) == "INVALID_PAGE"
    said = ("", "[]", "[1]", '[1, "a", 2]', '[-1, "a"]', '[2147483648, "a"]', '[1, "\\ud800"]', '["1", "a"]')
    name = (cursors.opponents_of if document == OPPONENTS else cursors.games_of_a_profile)(ann.player)
    encoded = [await sealed(services, name, each) for each in said if each.isprintable()]
    for after in ("é", "=", "x" * 2000, "-1", *encoded):
        assert await spectator.code(document, player=ann.player, after=after) == "INVALID_CURSOR"


@pytest.mark.parametrize("after", ["9223372036854775807", "0"])
async def test_a_cursor_beyond_the_list_is_valid(
    services: Services, spectator: Client, ann: Client, bob: Client, after: str
) -> None:
    await finished(services, ann.player, bob.player, scores=(110, 40))
    await caught_up(services)
    cursor = await sealed(services, cursors.games_of_a_profile(ann.player), after)
    page = listed(await spectator.data(GAMES, player=ann.player, after=cursor))
    assert len(page["edges"]) == (after != "0")
