"""Links of guests to accounts: nobody takes over a player, and the past stays unvouched."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest

from api.app import application
from api.graphql.context import Services
from api.identity.authentication import Identity, Provider
from api.identity.player_sessions import LINKED
from api.identity.provider import ProviderClaims
from api.identity.provider_keys import ProviderKeys
from application.identity_refusals import AccountHasPlayer
from application.players.registry import Player, Players
from domain.events import GameStarted
from tests.api.harness.callers import Client, Json
from tests.api.harness.identity_provider import (
    AUDIENCE,
    ISSUER,
    IdentityProvider,
    claims,
    identity_provider,
    signed,
)
from tests.api.harness.socket_client import socket
from tests.api.identity.sessions.conftest import SECRET
from tests.api.identity.sessions.session_documents import (
    CREATE_CODE,
    LINK,
    RENEW,
    SIGN_IN_WITH_CODE,
    SIGN_OUT,
    is_signed_in,
    on_another_device,
    renewed,
    sessions_of,
)
from tests.api.identity.sessions.test_sessions import closed


@pytest.fixture
async def provider() -> AsyncIterator[IdentityProvider]:
    async with identity_provider() as provider:
        yield provider


def trusting(url: str, players: Players, secret: str) -> Identity:
    """Return the authentication of a server that accepts the provider's tokens."""
    wanted = ProviderClaims(issuer=ISSUER, audience=AUDIENCE, roles="roles")
    return Identity(secret, players, timedelta(days=30), Provider(ProviderKeys(url), wanted))


@pytest.fixture
async def services(services: Services, provider: IdentityProvider) -> AsyncIterator[Services]:
    secret = services.identity._tokens._secret
    async with trusting(provider.url, services.players, secret) as identity:
        yield replace(services, identity=identity)


async def link(client: Client, token: str) -> Json:
    answer: Json = (await client.data(LINK, token=token))["linkAccount"]
    return answer


def with_account(client: Client, subject: str = "ann-of-ely", **more: Any) -> Client:
    """Return a client with a token of the provider."""
    return Client(client.http, signed(claims(subject, **more)))


async def test_a_session_tells_whether_its_player_may_link(services: Services, ann: Client) -> None:
    operator = Client(ann.http, services.identity.token(Player(id=ann.player, name="Ann"), operator=True))
    expected = [(ann, True), (operator, False), (with_account(ann), False)]
    for client, may_link in expected:
        assert (await client.data("{ session { mayLink } }"))["session"] == {"mayLink": may_link}


async def test_a_linked_guest_signs_in_with_its_account_as_the_same_player(ann: Client) -> None:
    account = with_account(ann, preferred_username="Annabel")
    assert await link(ann, f" {account.token}\n") == {
        "__typename": "LinkAccountAccepted",
        "player": {"id": ann.player, "name": "Ann"},
    }
    later = with_account(ann, jti="another")
    for client in (account, later):
        assert (await client.data("{ me { player { id name } } }"))["me"]["player"] == {
            "id": ann.player,
            "name": "Ann",
        }


async def test_linking_ends_all_tokens_of_the_server(services: Services, address: str, ann: Client) -> None:
    # Whoever had the guest's tokens, or gave them to a victim who then linked, must not play as the account.
    phone, unused = await on_another_device(ann), services.identity.token(Player(id=ann.player, name="Ann"))
    newer = await renewed(ann)
    code = (await ann.data(CREATE_CODE))["createDeviceCode"]["deviceCode"]
    account = with_account(ann)
    async with socket(address, phone.token) as connection:
        assert (await link(ann, str(account.token)))["__typename"] == "LinkAccountAccepted"
        assert await closed(connection) == (4403, LINKED)
    for client in (ann, phone, newer, Client(ann.http, unused)):
        assert not await is_signed_in(client)
    by_code = (await account.data(SIGN_IN_WITH_CODE, code=code))["signInWithDeviceCode"]
    assert by_code["code"] == "INVALID_DEVICE_CODE"
    assert await is_signed_in(account)
    # A client whose answer was lost has the provider's token.
    assert (await link(account, str(account.token)))["code"] == "ALREADY_LINKED"


async def test_a_providers_tokens_are_renewed_there(ann: Client) -> None:
    account = with_account(ann)
    assert (await account.data(RENEW))["renewToken"]["code"] == "SIGNED_IN_BY_PROVIDER"
    assert (await account.data(CREATE_CODE))["createDeviceCode"]["code"] == "SIGNED_IN_BY_PROVIDER"
    others = "mutation { endOtherSessions { ... on Refusal { code } } }"
    assert (await account.data(others))["endOtherSessions"]["code"] == "SIGNED_IN_BY_PROVIDER"
    assert await sessions_of(account) == []
    # But one may sign out of this server, also with a token without an id.
    for age, more in enumerate(({}, {"jti": "7"})):
        one, other = with_account(ann, **more), with_account(ann, iat=int(time.time()) - 1 - age)
        assert (await one.data(SIGN_OUT))["signOut"]["__typename"] == "SignOutAccepted"
        assert not await is_signed_in(one)
        assert await is_signed_in(other)


async def test_an_account_that_has_a_player_is_not_linked(ann: Client, bob: Client) -> None:
    account = with_account(ann)
    player = (await account.data("{ me { player { id } } }"))["me"]["player"]["id"]
    assert (await link(ann, str(account.token)))["code"] == "ACCOUNT_HAS_PLAYER"
    assert (await account.data("{ me { player { id } } }"))["me"]["player"]["id"] == player
    assert await is_signed_in(ann)
    other = with_account(ann, "cyd-of-ely")
    assert (await link(bob, str(other.token)))["__typename"] == "LinkAccountAccepted"
    assert (await link(ann, str(other.token)))["code"] == "ACCOUNT_HAS_PLAYER"


async def test_only_a_guest_with_a_players_token_is_linked(services: Services, ann: Client) -> None:
    local = await services.players.local("Olga")
    token = str(with_account(ann).token)
    olga = Client(ann.http, services.identity.token(local), local.id)
    assert (await link(olga, token))["code"] == "NOT_A_GUEST"
    operator = services.identity.token(Player(id=ann.player, name="Ann"), operator=True)
    assert (await link(Client(ann.http, operator), token))["code"] == "OPERATOR_TOKEN"
    assert await Client(ann.http).code(LINK, token=token) == "UNAUTHENTICATED"


async def test_invalid_tokens_of_the_provider_link_nobody(
    services: Services, ann: Client, bob: Client
) -> None:
    erased = with_account(ann, "erased")
    assert await is_signed_in(erased)
    await erased.data("mutation { eraseMe { __typename } }")
    revoked = signed(claims("revoked", jti="revoked"))
    await services.players.tokens.revoke("revoked")
    invalid = {
        str(erased.token): "it is from before its player was erased",
        revoked: "it was revoked",
        signed(claims(exp=int(time.time()) - 60)): "it has expired",
        signed(claims(aud="another")): "it is for another audience",
        signed(claims(iss="https://other.example.org")): "it is from another issuer",
        str(bob.token): "its algorithm is not an identity provider's",
        str(ann.token): "its algorithm is not an identity provider's",
        "garbage": "it is not a token of the identity provider",
        "": "it is not a token of the identity provider",
        "x" * 20_000: "it has at most 16,384 characters, all of them ASCII",
        "é": "it has at most 16,384 characters, all of them ASCII",
    }
    for token, reason in invalid.items():
        refusal = await link(ann, token)
        assert refusal == {
            "__typename": "InvalidProviderToken",
            "code": "INVALID_PROVIDER_TOKEN",
            "message": f"The identity provider's token is not valid: {reason}.",
        }
        assert not token or len(token) < 10 or token not in str(refusal)
    assert await is_signed_in(ann)


async def test_a_server_without_a_provider_links_nobody(services: Services, ann: Client) -> None:
    secret = services.identity._tokens._secret
    async with Identity(secret, services.players, timedelta(days=30)) as identity:
        alone = application(replace(services, identity=identity))
        transport = httpx.ASGITransport(alone)
        async with httpx.AsyncClient(transport=transport, base_url="http://[::1]", trust_env=False) as http:
            refusal = await link(Client(http, ann.token), "whatever")
    assert refusal["code"] == "NO_IDENTITY_PROVIDER"


async def test_games_started_before_the_link_stay_unvouched(
    services: Services, ann: Client, bob: Client
) -> None:
    of_bob, account = with_account(bob, "bob-of-ely"), with_account(ann)
    await link(bob, str(of_bob.token))

    async def started(player: Client) -> tuple[int, ...]:
        game = await of_bob.create("president")
        await player.must("joinGame", game=game)
        third = with_account(ann, "third")
        await third.must("joinGame", game=game)
        await of_bob.must("startGame", game=game)
        events = [each.event for each in await services.store.read(UUID(game))]
        [start] = [each for each in events if isinstance(each, GameStarted)]
        return start.vouched

    before = await started(ann)
    assert (await link(ann, str(account.token)))["__typename"] == "LinkAccountAccepted"
    assert (before, await started(account)) == ((0, 2), (0, 1, 2))


async def test_a_linked_player_is_erased_with_its_account(services: Services, ann: Client) -> None:
    account = with_account(ann)
    await link(ann, str(account.token))
    await account.data("mutation { eraseMe { __typename } }")
    assert not await is_signed_in(account)
    for column in ("issuer", "subject"):
        with services.players._engine.connect() as connection:
            stored = connection.exec_driver_sql(f"SELECT {column} FROM players").scalars().all()  # noqa: S608
        assert not {ISSUER, "ann-of-ely"} & set(stored)


async def test_of_concurrent_links_one_wins(process: Callable[[], Players]) -> None:
    processes = [process(), process()]
    guests = [await processes[0].guest("Ann") for _ in range(8)]
    identities = [Identity(SECRET, each, timedelta(days=30)) for each in processes]
    callers = [await identities[0].caller(f"Bearer {identities[0].token(each)}") for each in guests]
    tries = [
        identities[number % 2].sessions.link(caller, ISSUER, "ann-of-ely", 0)
        for number, caller in enumerate(callers)
        if caller is not None
    ]
    # One more, of the account itself, which is new to the server.
    first = processes[1].sign_in_with_provider(ISSUER, "ann-of-ely", "Ann", since=0)
    *results, own = await asyncio.gather(*tries, first, return_exceptions=True)
    linked = [guest for guest, each in zip(guests, results, strict=True) if each is None]
    assert all(isinstance(each, AccountHasPlayer) for each in results if each is not None), results
    assert isinstance(own, Player)
    players = {each.id for each in linked} | {own.id}
    assert len(players) == 1
