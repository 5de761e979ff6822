"""The caller's account: session, renaming and erasure."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from uuid import UUID

import jwt
import pytest

from api.graphql.context import Services
from application.players.player_names import ERASED_NAME
from application.players.registry import Player
from application.store.port import Append
from domain.events import Access, EndReason, Event, GameCreated, GameStarted, GameWon, PlayerJoined
from tests.api.harness.callers import Client, Json
from tests.api.harness.played_games import begun

GAME: Final = UUID(int=110)
NAME: Final = "Ann the Unforgettable"

SESSION: Final = "{ session { player { id name } roles expiresAt mayLink } }"
ME: Final = "{ me { player { id name } } }"
RENAME: Final = """mutation($name: String!) { rename(input: {name: $name}) { __typename
    ... on RenameAccepted { player { id name } } ... on InvalidName { code message name most }
} }"""
ERASE_ME: Final = "mutation { eraseMe { __typename ... on EraseMeAccepted { player { id name } } } }"
EVERYWHERE: Final = """query($game: ID!, $player: ID!) {
    game(id: $game) {
        organizer { name } seats { player { id name } } result { winners { name } }
        at(version: 3) { seats { player { id name } } }
    }
    games(filter: WON, upToDate: true) { edges { node {
        organizer { name } players { id name } winners { name }
    } } }
    leaderboard(variant: "hundred-and-ten", upToDate: true) { edges { node { player { id name } } } }
    player(id: $player) {
        profile(variant: "hundred-and-ten", upToDate: true) { player { id name } }
        headToHead(variant: "hundred-and-ten", upToDate: true) { edges { node { opponent { id name } } } }
    }
    node(id: $player) { ... on Player { name } }
}"""
INVITE: Final = """mutation($game: ID!, $player: ID!) {
    createGame(input: {variant: "hundred-and-ten"}) { __typename }
    invitePlayer(input: {game: $game, player: $player}) { __typename ... on Refusal { code } }
}"""


async def played(services: Services, *players: str) -> None:
    """Let a game have been played, which the first player won."""
    seats = tuple(range(len(players)))
    events: list[Event] = [
        GameCreated(
            variant="hundred-and-ten",
            rules_version=1,
            options={},
            access=Access.PUBLIC,
            organizer=players[0],
            secret=None,
        ),
        *(PlayerJoined(seat=seat, player=player) for seat, player in enumerate(players)),
        GameStarted(players=players),
        GameWon(winners=(0,), ranking=tuple((seat,) for seat in seats), reason=EndReason.TARGET_REACHED),
    ]
    await services.store.append(
        Append(game=GAME, after=0, events=tuple(events), at=datetime.now(UTC), by=players[0])
    )


async def test_a_session_has_the_player_its_roles_and_the_expiry(services: Services, ann: Client) -> None:
    session = (await ann.data(SESSION))["session"]
    assert session["player"] == {"id": ann.player, "name": "Ann"}
    assert session["roles"] == ["PLAYER"]
    # This server has no identity provider.
    assert session["mayLink"] is False
    left = datetime.fromisoformat(session["expiresAt"]) - datetime.now(UTC)
    assert timedelta(days=29, hours=23) < left <= timedelta(days=30)


async def test_a_spectator_has_no_session(spectator: Client) -> None:
    assert await spectator.data(SESSION) == {"session": None}


async def test_an_operator_plays_as_well(services: Services, spectator: Client, ann: Client) -> None:
    token = services.identity.token(Player(id=ann.player, name="Ann"), operator=True)
    session = (await Client(spectator.http, token).data(SESSION))["session"]
    assert sorted(session["roles"]) == ["OPERATOR", "PLAYER"]
    assert session["player"]["id"] == ann.player


async def test_a_renamed_player_has_the_new_name(spectator: Client, ann: Client, bob: Client) -> None:
    renamed = (await ann.data(RENAME, name="  Queen of Spades "))["rename"]
    assert renamed == {
        "__typename": "RenameAccepted",
        "player": {"id": ann.player, "name": "Queen of Spades"},
    }
    assert (await ann.data(ME))["me"]["player"] == {"id": ann.player, "name": "Queen of Spades"}
    assert (await bob.data(ME))["me"]["player"]["name"] == "Bob"


async def test_a_new_name_is_shown_in_finished_games(services: Services, ann: Client, bob: Client) -> None:
    await played(services, ann.player, bob.player)
    await ann.data(RENAME, name="Queen of Spades")
    seen = str(await bob.data(EVERYWHERE, game=str(GAME), player=ann.player))
    assert "'Queen of Spades'" in seen
    assert "'Ann'" not in seen


async def test_an_invalid_name_is_refused_and_changes_nothing(ann: Client) -> None:
    for name in ["", " ", "x" * 41, "a\nb", "\u202eb"]:
        refusal = (await ann.data(RENAME, name=name))["rename"]
        assert (refusal["__typename"], refusal["code"], refusal["most"]) == (
            "InvalidName",
            "INVALID_NAME",
            40,
        )
        assert (await ann.data(ME))["me"]["player"]["name"] == "Ann", name


@pytest.mark.parametrize(("document", "variables"), [(RENAME, {"name": "Ann"}), (ERASE_ME, {})])
async def test_renaming_and_erasure_require_a_signed_in_player(
    spectator: Client, document: str, variables: Json
) -> None:
    assert await spectator.code(document, **variables) == "UNAUTHENTICATED"


async def test_an_erased_player_is_shown_as_erased_everywhere(
    services: Services, spectator: Client, bob: Client, tmp_path: Path
) -> None:
    ann = await spectator.sign_in(NAME)
    await played(services, ann.player, bob.player)
    log = await services.store.read(GAME)
    asked = {"game": str(GAME), "player": ann.player}
    before = str(await bob.data(EVERYWHERE, **asked))
    erased = (await ann.data(ERASE_ME))["eraseMe"]["player"]
    assert erased == {"id": ann.player, "name": ERASED_NAME}
    for asking in (bob, spectator):
        after = str(await asking.data(EVERYWHERE, **asked))
        assert after == before.replace(NAME, ERASED_NAME)
        assert before.count(NAME) == after.count(ERASED_NAME) == 10
    of_bob = str(await spectator.data(EVERYWHERE, game=str(GAME), player=bob.player))
    assert f"'opponent': {{'id': '{ann.player}', 'name': '{ERASED_NAME}'}}" in of_bob
    # The log is not touched.
    assert await services.store.read(GAME) == log
    assert NAME.encode() not in b"".join(file.read_bytes() for file in (tmp_path / "data").glob("read.db*"))


async def test_the_tokens_of_an_erased_player_are_invalid(
    services: Services, spectator: Client, ann: Client, bob: Client
) -> None:
    operators = services.identity.token(Player(id=ann.player, name="Ann"), operator=True)
    await ann.data(ERASE_ME)
    for token in (ann.token, operators):
        client = Client(spectator.http, token)
        assert await client.code(ME) == "UNAUTHENTICATED"
        assert await client.code(ERASE_ME) == "UNAUTHENTICATED"
        assert await client.code(RENAME, name="Ann") == "UNAUTHENTICATED"
        assert await client.code("{ projections { name } }") == "UNAUTHENTICATED"
    assert (await bob.data(ME))["me"]["player"]["name"] == "Bob"


async def test_an_erased_player_can_do_nothing_more_in_the_same_request(ann: Client) -> None:
    answer = await ann.ask(
        "mutation { first: eraseMe { ... on EraseMeAccepted { player { id } } } "
        'then: rename(input: {name: "Back again"}) { __typename } }'
    )
    assert [error["extensions"]["code"] for error in answer["errors"]] == ["UNAUTHENTICATED"]


async def test_nobody_can_invite_an_erased_player(ann: Client, bob: Client) -> None:
    create = (
        'mutation { createGame(input: {variant: "president"}) { ... on CommandAccepted { game { id } } } }'
    )
    game = (await bob.data(create))["createGame"]["game"]["id"]
    await ann.data(ERASE_ME)
    answer = (await bob.data(INVITE, game=game, player=ann.player))["invitePlayer"]
    assert answer == {"__typename": "UnknownPlayer", "code": "UNKNOWN_PLAYER"}


async def test_of_concurrent_erasures_of_a_player_one_succeeds(ann: Client) -> None:
    answers = await asyncio.gather(*(ann.ask(ERASE_ME) for _ in range(3)))
    failed = [each["errors"][0]["extensions"]["code"] for each in answers if "errors" in each]
    results = [each["data"]["eraseMe"]["__typename"] for each in answers if "errors" not in each]
    # The player may be gone before or after its token was checked.
    assert set(failed) <= {"UNAUTHENTICATED"}
    assert sorted(results) == ["EraseMeAccepted", *["UnknownPlayer"] * (len(results) - 1)]


async def test_a_token_issued_by_a_faster_clock_is_valid_at_once(
    services: Services, spectator: Client, ann: Client
) -> None:
    said = jwt.decode(str(ann.token), options={"verify_signature": False})
    ahead = jwt.encode({**said, "iat": time.time() + 5}, services.identity._secret, "HS256")
    assert (await Client(spectator.http, ahead).data(ME))["me"]["player"]["id"] == ann.player


async def test_an_erased_player_leaves_no_game_waiting(ann: Client, bob: Client) -> None:
    playing, lobby = await begun(ann, bob), await ann.create()
    await bob.must("joinGame", game=lobby)
    await ann.data(ERASE_ME)
    for _ in range(500):
        [seat, _], found = (await bob.game(playing))["seats"], await bob.game(lobby)
        if seat["automated"] and len(found["seats"]) == 1:
            break
        await asyncio.sleep(0.02)
    assert (seat["automated"], seat["player"]["name"]) == (True, ERASED_NAME)
    assert [each["player"]["id"] for each in found["seats"]] == [bob.player]
    assert found["organizer"]["id"] == bob.player
    automated = [each for each in await bob.events(playing) if each["__typename"] == "SeatAutomated"]
    assert [each["automationReason"] for each in automated] == ["ERASED"]
