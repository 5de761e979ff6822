"""Tokens of an identity provider that are accepted, their players and their roles."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from api.identity.authentication import Identity, Role
from api.identity.provider import DEFAULT_NAME
from application.players.registry import Player, Players
from tests.api.harness.callers import Json
from tests.api.harness.identity_provider import (
    IdentityProvider,
    claims,
    public,
    signed,
)
from tests.api.identity.provider.verification import (
    LEEWAY,
    authenticating,
    caller_of,
)


@pytest.mark.parametrize(("algorithm", "name"), [("RS256", "first"), ("EdDSA", "second")])
async def test_user_of_the_provider_gets_a_player_id_of_the_server(
    identity: Identity, players: Players, algorithm: str, name: str
) -> None:
    said = claims(preferred_username="Ann")
    found = await caller_of(identity, signed(said, algorithm, name))
    assert found.roles == {Role.PLAYER}
    assert found.expires == said["exp"] + LEEWAY
    assert found.player != "ann-of-ely"
    assert await players.get(found.player) == Player(id=found.player, name="Ann")


@pytest.mark.parametrize("algorithm", ["ES256", "PS256", "RS512"])
async def test_other_algorithms_of_private_keys_are_good_as_well(
    identity: Identity, provider: IdentityProvider, algorithm: str
) -> None:
    provider.keys.append(public(algorithm, algorithm))
    async with authenticating(identity._players, provider.url) as anew:
        await caller_of(anew, signed(claims(), algorithm, algorithm))


async def test_all_tokens_of_a_user_name_the_same_player(identity: Identity) -> None:
    first = await caller_of(identity, signed(claims()))
    again = await caller_of(identity, signed(claims(preferred_username="Anna"), "EdDSA", "second"))
    assert again.player == first.player
    other = await caller_of(identity, signed(claims("bob-of-ely")))
    assert other.player != first.player


async def test_first_calls_at_once_make_one_player(identity: Identity) -> None:
    token = signed(claims())
    found = await asyncio.gather(*(caller_of(identity, token) for _ in range(8)))
    assert len({each.player for each in found}) == 1


async def test_a_name_that_a_player_took_here_stays(identity: Identity, players: Players) -> None:
    token = signed(claims(preferred_username="Ann"))
    found = await caller_of(identity, token)
    await players.rename(found.player, "Queen of Spades")
    assert (await caller_of(identity, token)).player == found.player
    assert (await players.named([found.player]))[found.player].name == "Queen of Spades"


@pytest.mark.parametrize(
    ("said", "called"),
    [
        ("Ann", "Ann"),
        ("  Ann\n of Ely ", "Ann of Ely"),
        ("ann@example.org", "ann"),
        ("@", DEFAULT_NAME),
        ("\u202e", DEFAULT_NAME),
        ("machine-1", DEFAULT_NAME),
        ("\u0410nn", DEFAULT_NAME),
        ("A\u200bn\u200bn", "Ann"),
        ("x" * 39 + " yz", "x" * 39),
        (None, DEFAULT_NAME),
        (7, DEFAULT_NAME),
    ],
)
async def test_any_name_claim_yields_a_valid_name(
    identity: Identity, players: Players, said: Any, called: str
) -> None:
    found = await caller_of(identity, signed(claims(preferred_username=said)))
    name = (await players.named([found.player]))[found.player].name
    assert re.sub(rf"(?<={DEFAULT_NAME}) [0-9]{{4}}$", "", name) == called


async def test_the_servers_own_tokens_are_good_beside_the_providers(
    identity: Identity, players: Players
) -> None:
    guest = await players.guest("Ann")
    assert (await caller_of(identity, identity.token(guest))).player == guest.id


@pytest.mark.parametrize(
    ("claim", "said", "operator"),
    [
        ("roles", {"roles": ["staff", "admin"]}, True),
        ("roles", {"roles": ["staff"]}, False),
        ("roles", {"roles": "staff admin"}, True),
        ("roles", {"roles": "administration"}, False),
        ("roles", {"roles": {"admin": True}}, False),
        ("roles", {"roles": True}, False),
        ("roles", {}, False),
        ("realm_access.roles", {"realm_access": {"roles": ["admin"]}}, True),
        ("realm_access.roles", {"realm_access": ["admin"]}, False),
        ("https://kibitz.example.org/roles", {"https://kibitz.example.org/roles": ["admin"]}, True),
        (None, {"roles": ["admin", "operator"]}, False),
    ],
)
async def test_an_operator_is_who_the_chosen_claim_says(
    players: Players, provider: IdentityProvider, claim: str | None, said: Json, operator: bool
) -> None:
    async with authenticating(
        players, provider.url, requirements={"roles": claim, "operator": "admin"}
    ) as identity:
        found = await caller_of(identity, signed(claims(**said)))
    assert (Role.OPERATOR in found.roles) is operator
    assert Role.PLAYER in found.roles
