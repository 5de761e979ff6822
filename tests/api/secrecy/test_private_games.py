"""To strangers, a private game is indistinguishable from a game that does not exist."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest

from api.graphql.context import Services
from api.graphql.limits.rates import Rates
from application.admission import FIRST_EVENTS
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.played_games import begun, caught_up
from tests.api.harness.socket_client import everything_of

QUERIES: dict[str, tuple[str, dict[str, Any]]] = {
    "game": (d.GAME, {}),
    "events": (d.EVENTS, {}),
    "replay": (d.REPLAY, {"version": 2}),
    "replay too large": (d.REPLAY, {"version": 999}),
    "moments": (d.MOMENTS, {"after": 0}),
    "moments too late": (d.MOMENTS, {"after": 999}),
    "past suggestion": (d.PAST_SUGGESTION, {"version": 2, "seat": 0}),
    "past suggestion too late": (d.PAST_SUGGESTION, {"version": 999, "seat": 0}),
    "review": (d.REVIEW, {"seat": 0}),
    "review of no seat": (d.REVIEW, {"seat": 99}),
    "what is reached from a game": (d.OF_GAMES, {"version": 2, "after": 0, "first": 5}),
    "legalMoves": (d.LEGAL_MOVES, {}),
    "suggestion": (d.SUGGESTION, {}),
    "talk": (d.within("game", "talk"), {}),
}

COMMANDS: dict[str, dict[str, Any]] = {
    "joinGame": {},
    "rematch": {},
    "commitSeed": {"commitment": "5e" * 32},
    "revealSeed": {"seed": "5e" * 32},
    "declineInvitation": {},
    "leaveGame": {},
    "startGame": {},
    "fillSeats": {"count": 1},
    "automateSeat": {},
    "reclaimSeat": {},
    "resign": {},
    "voteToAbandon": {},
    "withdrawVote": {},
    "passTurn": {},
    "queuePass": {},
    "unqueuePass": {},
    "placeBid": {"amount": 15},
    "selectTrump": {"suit": "HEARTS"},
    "discardCards": {"cards": []},
    "playCard": {"card": "5H"},
    "playCards": {"cards": ["5H"]},
    "say": {"phrase": "HELLO"},
}


@pytest.fixture
def rates() -> Rates:
    """Disable the rate limits: these tests send more requests than a player does."""
    return Rates(enabled=False)


def addressed(document: str, game: str) -> dict[str, str]:
    """Return the variable that holds a document's game."""
    return {"id" if "$id" in document else "game": game}


async def answers(client: Client, document: str, values: dict[str, Any], game: str) -> str:
    """Return the whole response as text, without the game's id."""
    answer = await client.ask(document, **values, **addressed(document, game))
    return json.dumps(answer).replace(game, "GAME")


def test_every_mutation_in_a_game_is_tried() -> None:
    root = d.schema().mutation_type
    assert root is not None
    with_players = {"invitePlayer", "withdrawInvitation", "removePlayer"}
    # Of those by a link tells tests/api/commands/test_invitation_links.py.
    by_link = {"createInvitationLink", "acceptInvitationLink"}
    # Operator commands are refused before the game is read: tests/api/moderation.
    of_the_account = {"signIn", "rename", "eraseMe", "renewToken", "signOut", "linkAccount"}
    # Tables that form from seeks are public.
    of_seeks = {"seek", "cancelSeek"}
    of_sessions = {"endSession", "endOtherSessions", "createDeviceCode", "signInWithDeviceCode"}
    of_operators = {"closeGame", "kickPlayer", "banPlayer", "banAddress", "liftBan", "forceRename"}
    of_talk = {"mutePlayer", "unmutePlayer"}
    alone = {*of_talk, *of_seeks, *of_the_account, *of_sessions, *of_operators, "createGame", *by_link}
    assert set(root.fields) - alone == {*COMMANDS, *with_players}


@pytest.mark.parametrize("started", [False, True])
async def test_to_a_stranger_a_private_game_looks_nonexistent(
    ann: Client, bob: Client, cyd: Client, started: bool
) -> None:
    game = await begun(ann, bob, access="PRIVATE") if started else await ann.create(access="PRIVATE")
    for query, (document, values) in QUERIES.items():
        unknown = await answers(cyd, document, values, str(uuid4()))
        assert await answers(cyd, document, values, game) == unknown, query
        assert "UNKNOWN_GAME" in unknown, query


@pytest.mark.parametrize("query", ["game", "events", "replay", "replay too large"])
async def test_to_a_spectator_a_private_game_looks_nonexistent(
    spectator: Client, ann: Client, query: str
) -> None:
    document, values = QUERIES[query]
    unknown = await answers(spectator, document, values, str(uuid4()))
    assert await answers(spectator, document, values, await ann.create(access="PRIVATE")) == unknown


@pytest.mark.parametrize("started", [False, True])
async def test_commands_of_strangers_do_not_reveal_a_private_game(
    ann: Client, bob: Client, cyd: Client, started: bool
) -> None:
    game, none = await ann.create(access="PRIVATE"), str(uuid4())
    if started:
        game = await begun(ann, bob, access="PRIVATE")
    people = [{"player": each.player} for each in (ann, bob, cyd)] + [{"player": "nobody"}]
    tried = [*COMMANDS.items()]
    tried += [
        (name, who) for name in ("invitePlayer", "withdrawInvitation", "removePlayer") for who in people
    ]
    for name, values in tried:
        versions: list[dict[str, Any]] = [{"expectedVersion": 1}, {"expectedVersion": 2}]
        for more in ({}, {"commandId": "1"}, *(versions if name not in ("say", "rematch") else ())):
            found = [
                await answers(cyd, d.mutation(name), {"input": {"game": each, **values, **more}}, each)
                for each in (game, none)
            ]
            assert found[0].replace(game, "GAME") == found[1].replace(none, "GAME"), name
            assert "UnknownGame" in found[0], name


async def test_a_stranger_cannot_follow_a_private_game(
    address: str, spectator: Client, ann: Client, cyd: Client
) -> None:
    game, none = await ann.create(access="PRIVATE"), str(uuid4())
    for token in (None, cyd.token):
        found = [
            json.dumps(await everything_of(address, each, token=token)).replace(each, "GAME")
            for each in (game, none)
        ]
        assert found[0] == found[1]
        assert "UNKNOWN_GAME" in found[0]


async def test_the_work_of_a_refusal_does_not_grow_with_a_private_game(
    services: Services, address: str, ann: Client, bob: Client, cyd: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(ann, bob, access="PRIVATE")
    for client in (ann, bob):
        await client.must("automateSeat", game=game)
    assert (await ann.game(game))["version"] > 2 * FIRST_EVENTS
    await caught_up(services)
    lengths: list[int] = []
    read = type(services.store).read

    async def watched(self: Any, game: Any, after: int = 0, upto: int | None = None) -> Any:
        found = await read(self, game, after, upto)
        lengths.append(len(found))
        return found

    monkeypatch.setattr(type(services.store), "read", watched)
    for document, values in QUERIES.values():
        assert await cyd.code(document, **values, **addressed(document, game)) == "UNKNOWN_GAME"
    for name, values in COMMANDS.items():
        assert (await cyd.refused(name, game=game, **values))["code"] == "UNKNOWN_GAME"
        # A command with an id is looked up, too: it may be a repeat.
        repeated = await cyd.refused(name, game=game, commandId=str(uuid4()), **values)
        assert repeated["code"] == "UNKNOWN_GAME"
    assert "UNKNOWN_GAME" in json.dumps(await everything_of(address, game, token=cyd.token))
    assert len(lengths) > len(QUERIES) + 2 * len(COMMANDS)
    assert max(lengths) <= FIRST_EVENTS


@pytest.mark.parametrize(
    "game", ["", "5", "none", "x" * 10_000, "\x00", "{}", "../../etc/passwd", "\uff46" * 32]
)
async def test_a_malformed_game_id_is_an_unknown_game(ann: Client, game: str) -> None:
    for document, values in QUERIES.values():
        assert await ann.code(document, **values, **addressed(document, game)) == "UNKNOWN_GAME"
    refusal = await ann.refused("joinGame", game=game)
    assert (refusal["__typename"], refusal["given"]) == ("UnknownGame", game)


async def test_a_private_game_is_listed_only_to_its_players_and_invited_players(
    services: Services, spectator: Client, ann: Client, bob: Client, cyd: Client
) -> None:
    game = await ann.create(access="PRIVATE")
    await ann.must("invitePlayer", game=game, player=bob.player)
    await caught_up(services)
    assert game in await bob.invitations()
    assert game in await bob.listed("JOINABLE")
    for client in (spectator, cyd):
        assert game not in await client.listed("JOINABLE")
        assert game not in await client.listed_of(ann.player)
    assert game in await ann.listed_of(ann.player)
    assert game in await bob.listed_of(ann.player)
    assert game not in await cyd.invitations()


async def test_an_invited_player_sees_a_private_game_until_it_declines(ann: Client, bob: Client) -> None:
    game = await ann.create(access="PRIVATE")
    assert await bob.code(d.GAME, id=game) == "UNKNOWN_GAME"
    await ann.must("invitePlayer", game=game, player=bob.player)
    assert (await bob.game(game))["you"] is None
    declined = await bob.must("declineInvitation", game=game)
    assert declined["game"]["invited"] == []
    assert await bob.code(d.GAME, id=game) == "UNKNOWN_GAME"
    assert (await bob.refused("joinGame", game=game))["code"] == "UNKNOWN_GAME"


async def test_a_removed_player_no_longer_sees_a_private_game(ann: Client, bob: Client) -> None:
    game = await ann.create(access="PRIVATE")
    await ann.must("invitePlayer", game=game, player=bob.player)
    await bob.must("joinGame", game=game)
    await ann.must("removePlayer", game=game, player=bob.player)
    for document, values in QUERIES.values():
        assert await bob.code(document, **values, **addressed(document, game)) == "UNKNOWN_GAME"


async def test_a_search_for_players_does_not_reveal_people_of_private_games(
    services: Services, spectator: Client, ann: Client, bob: Client, cyd: Client
) -> None:
    search = d.operation("query", "players")
    same = [await spectator.sign_in("Annabel") for _ in range(4)]
    await begun(same[0], cyd)
    await caught_up(services)

    async def answers_of(client: Client) -> list[str]:
        pages = [{"search": "ann"}, {"search": "annabel", "first": 1}, {"search": "bob"}, {"search": "ann b"}]
        return [(await client.post({"query": search, "variables": page})).text for page in pages]

    before = await answers_of(cyd)
    private = await begun(ann, bob, same[1], access="PRIVATE")
    await ann.create()
    await same[2].create()
    await same[3].must("eraseMe")
    await caught_up(services)
    assert await answers_of(cyd) == before
    # Nor do those who are in it find one another.
    assert await answers_of(ann) == before
    assert (await ann.game(private))["stage"] == "PLAYING"
