"""Sign-in, and the answers to invalid tokens."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import pytest

from api.graphql.context import Services
from api.identity.authentication import Identity
from application.players.registry import Player
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json

SECRET_OF_ANOTHER = "another server's secret, which is long enough"


def claims(services: Services, client: Client) -> Json:
    """Return what the client's token says."""
    found: Json = jwt.decode(str(client.token), options={"verify_signature": False})
    return found


def signed(services: Services, said: Json, algorithm: str = "HS256") -> str:
    return jwt.encode(said, services.identity._secret, algorithm)


async def test_a_guest_is_who_it_says_it_is(spectator: Client) -> None:
    ann = await spectator.sign_in("Ann")
    assert (await ann.data(d.ME))["me"]["player"] == {
        "__typename": "Player",
        "id": ann.player,
        "name": "Ann",
        "erased": False,
    }


async def test_spectator_has_no_player(spectator: Client) -> None:
    assert await spectator.data(d.ME) == {"me": None}


async def test_guests_of_one_name_are_different_players(spectator: Client) -> None:
    assert (await spectator.sign_in("Ann")).player != (await spectator.sign_in("Ann")).player


async def test_space_around_a_name_does_not_belong_to_it(spectator: Client) -> None:
    ann = await spectator.sign_in("  Ann of Ely \t")
    assert (await ann.data(d.ME))["me"]["player"]["name"] == "Ann of Ely"


async def test_invalid_name_is_refused(spectator: Client) -> None:
    for name in ["", "   ", "x" * 41, "two\nlines", "\x00", "\u202etxet"]:
        refusal = (await spectator.data(d.SIGN_IN, input={"name": name}))["signIn"]
        assert refusal["__typename"] == "InvalidName", name
        assert refusal["code"] == "INVALID_NAME", name
        assert (refusal["name"], refusal["most"]) == (name.strip(), 40), name


async def test_the_longest_name_is_taken(spectator: Client) -> None:
    ann = await spectator.sign_in("é" * 40)
    assert (await ann.data(d.ME))["me"]["player"]["name"] == "é" * 40


async def test_a_player_signed_in_from_elsewhere_is_the_same(spectator: Client, ann: Client) -> None:
    elsewhere = Client(spectator.http, ann.token)
    assert (await elsewhere.data(d.ME))["me"]["player"]["id"] == ann.player


async def test_sign_in_ignores_an_invalid_token(spectator: Client) -> None:
    expired = Client(spectator.http, "no good")
    assert (await expired.sign_in("Ann")).player


# What is said to a token that is no good.


def expired(services: Services, client: Client) -> str:
    past = datetime.now(UTC) - timedelta(seconds=5)
    return signed(services, claims(services, client) | {"exp": past})


def without(claim: str) -> Any:
    def token(services: Services, client: Client) -> str:
        said = claims(services, client)
        del said[claim]
        return signed(services, said)

    return token


def by_another_server(services: Services, client: Client) -> str:
    another = Identity(SECRET_OF_ANOTHER, services.players, timedelta(days=1))
    return another.token(Player(id=client.player, name="Ann"))


def unsigned(services: Services, client: Client) -> str:
    return jwt.encode(claims(services, client), "", "none")


def of_nobody(services: Services, client: Client) -> str:
    return services.identity.token(Player(id="nobody", name="Ann"))


def of_another_issuer(services: Services, client: Client) -> str:
    return signed(services, claims(services, client) | {"iss": "another"})


def from_the_future(services: Services, client: Client) -> str:
    return signed(services, claims(services, client) | {"iat": datetime.now(UTC) + timedelta(hours=1)})


def by_another_algorithm(services: Services, client: Client) -> str:
    return signed(services, claims(services, client), "HS384")


def damaged(services: Services, client: Client) -> str:
    token = str(client.token)
    return token[:-8] + ("A" * 8)


def garbage(services: Services, client: Client) -> str:
    return "garbage"


BAD_TOKENS = [
    expired,
    without("exp"),
    without("sub"),
    without("iss"),
    by_another_server,
    by_another_algorithm,
    unsigned,
    of_nobody,
    of_another_issuer,
    from_the_future,
    damaged,
    garbage,
]


@pytest.mark.filterwarnings("ignore::jwt.warnings.InsecureKeyLengthWarning")
async def test_invalid_token_is_an_error(services: Services, spectator: Client, ann: Client) -> None:
    for bad in BAD_TOKENS:
        game = await ann.create()
        impostor = Client(spectator.http, bad(services, ann))
        assert await impostor.code(d.ME) == "UNAUTHENTICATED", bad
        assert await impostor.code(d.GAME, id=game) == "UNAUTHENTICATED", bad
        assert await impostor.code(d.mutation("startGame"), input={"game": game}) == "UNAUTHENTICATED", bad


async def test_a_header_of_another_form_is_an_error(spectator: Client, ann: Client) -> None:
    for header in ["Bearer", "Bearer ", "Basic QW5uOnB3", "ann", "Bearer a b", "Token {token}"]:
        headers = {"Authorization": header.format(token=ann.token)}
        answer = (await spectator.post({"query": d.ME}, headers)).json()
        assert answer.keys() == {"errors"}, header
        assert [error["extensions"]["code"] for error in answer["errors"]] == ["UNAUTHENTICATED"], header


async def test_the_scheme_may_be_written_in_any_case(spectator: Client, ann: Client) -> None:
    answer = await spectator.post({"query": d.ME}, {"Authorization": f"bEARER  {ann.token}"})
    assert answer.json()["data"]["me"]["player"]["id"] == ann.player


async def test_commands_require_sign_in(spectator: Client, ann: Client) -> None:
    for name in ["createGame", "joinGame", "placeBid", "automateSeat"]:
        game = {"game": await ann.create(), **({"amount": 15} if name == "placeBid" else {})}
        given = {"variant": "hundred-and-ten"} if name == "createGame" else game
        answer = await spectator.ask(d.mutation(name), input=given)
        assert answer["data"] is None, name
        assert answer["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED", name


async def test_a_spectator_has_no_moves_and_no_games(spectator: Client, ann: Client) -> None:
    game = await ann.create()
    assert (await spectator.data(d.LEGAL_MOVES, game=game))["game"]["legalMoves"] == []
    assert (await spectator.data(d.SUGGESTION, game=game))["game"]["suggestion"] is None
    for document in (d.OWN_GAMES, d.YOUR_TURN, d.INVITATIONS):
        assert await spectator.data(document) == {"me": None}


async def test_a_token_says_nothing_but_who_as_what_and_how_long(services: Services, ann: Client) -> None:
    said = claims(services, ann)
    assert said.keys() == {"iss", "sub", "iat", "exp", "jti", "roles"}
    assert said["roles"] == ["player"]
    assert timedelta(seconds=said["exp"] - said["iat"]) == timedelta(days=30)
