"""Tokens of an identity provider that are refused: wrong keys, algorithms, claims and kinds."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

import jwt
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from api.identity.authentication import Identity, Provider, Unauthenticated
from api.identity.credentials import Credentials
from api.identity.token_kind import TokenKind
from application.players.registry import Players
from tests.api.harness.callers import Json
from tests.api.harness.identity_provider import (
    AUDIENCE,
    IdentityProvider,
    claims,
    identity_provider,
    private_key,
    public,
    signed,
)
from tests.api.identity.provider.verification import (
    LEEWAY,
    SECRET,
    authenticating,
    caller_of,
)


def own(said: Json, key: Any = SECRET, **more: Any) -> str:
    return jwt.encode(said, key, "HS256", **more)


def public_pem() -> bytes:
    key = private_key("RS256", "first").public_key()
    found: bytes = key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return found


def by_hand(header: Json, said: Json) -> str:
    """Return a token that is not signed."""
    parts = (base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=") for part in (header, said))
    return b".".join((*parts, b"")).decode()


def hmac_by_public_key() -> str:
    """Return a token as a library would take it that takes any key for any algorithm."""
    unsigned = by_hand({"alg": "HS256", "kid": "first"}, claims()).rstrip(".")
    mac = hmac.digest(public_pem(), unsigned.encode(), "sha256")
    return f"{unsigned}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"


BAD: Final[dict[str, Callable[[], str]]] = {
    "expired": lambda: signed(claims(exp=int(time.time()) - LEEWAY - 1)),
    "not valid yet": lambda: signed(claims(nbf=int(time.time()) + LEEWAY + 60)),
    "from the future": lambda: signed(claims(iat=int(time.time()) + LEEWAY + 60)),
    "without exp": lambda: signed(claims(exp=None)),
    "without iat": lambda: signed(claims(iat=None)),
    "without sub": lambda: signed(claims(sub=None)),
    "without iss": lambda: signed(claims(iss=None)),
    "without aud": lambda: signed(claims(aud=None)),
    "of another issuer": lambda: signed(claims(iss="https://provider.example.org")),
    "of the server itself": lambda: signed(claims(iss="kibitz", aud=None)),
    "for another": lambda: signed(claims(aud="another")),
    "for no one": lambda: signed(claims(aud=[])),
    "of a number": lambda: signed(claims(sub=7)),
    "of nobody": lambda: signed(claims(sub="")),
    "of a name with NUL": lambda: signed(claims(sub="ann\x00")),
    "of too long a name": lambda: signed(claims(sub="a" * 256)),
    "by a key that is not published": lambda: signed(claims(), name="another"),
    "by another key under this name": lambda: jwt.encode(
        claims(), private_key("RS256", "another"), "RS256", headers={"kid": "first"}
    ),
    "by a key of another algorithm": lambda: signed(claims(), "EdDSA", "second", headers={"kid": "first"}),
    "unsigned": lambda: by_hand({"alg": "none", "kid": "first"}, claims()),
    "unsigned, as RS256": lambda: by_hand({"alg": "RS256", "kid": "first"}, claims()),
    "of two algorithms": lambda: by_hand({"alg": ["RS256", "none"], "kid": "first"}, claims()),
    "by the public key as a secret": hmac_by_public_key,
    "by the server's secret, for the provider": lambda: own(claims()),
    "by the server's secret, under a key's name": lambda: own(claims(), headers={"kid": "first"}),
    "a key's name that is no text": lambda: by_hand({"alg": "RS256", "kid": 1}, claims()),
    "a key's name that is a path": lambda: signed(claims(), headers={"kid": "../../../dev/null"}),
    "a key that it brings": lambda: signed(
        claims(), name="another", headers={"jwk": public("RS256", "another"), "kid": "another"}
    ),
}


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.filterwarnings("ignore::jwt.warnings.InsecureKeyLengthWarning")
async def test_invalid_token_creates_no_player(identity: Identity, players: Players, bad: str) -> None:
    with pytest.raises(Unauthenticated) as refused:
        await identity.caller(f"Bearer {BAD[bad]()}")
    assert str(refused.value)
    assert await players.find("ann-of-ely") == []


async def test_key_sources_in_tokens_are_ignored(identity: Identity, provider: IdentityProvider) -> None:
    async with identity_provider() as impostor:
        impostor.keys = [public("RS256", "another")]
        token = signed(claims(), name="another", headers={"jku": impostor.url, "x5u": impostor.url})
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {token}")
        assert impostor.asked == 0


@pytest.mark.filterwarnings("ignore::jwt.warnings.InsecureKeyLengthWarning")
async def test_weak_key_is_refused(players: Players, provider: IdentityProvider) -> None:
    provider.keys.append(public("RS256", "weak"))
    async with authenticating(players, provider.url) as identity:
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {signed(claims(), name='weak')}")


async def test_a_secret_that_is_published_signs_nothing(players: Players, provider: IdentityProvider) -> None:
    secret = base64.urlsafe_b64encode(SECRET.encode()).decode()
    provider.keys += [{"kty": "oct", "k": secret, "kid": "shared", "alg": "HS256"}]
    async with authenticating(players, provider.url) as identity:
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {own(claims(), headers={'kid': 'shared'})}")


@pytest.mark.parametrize(
    "algorithm", ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "EdDSA"]
)
async def test_a_key_that_does_not_say_its_algorithm_is_good_for_all_of_its_kind(
    players: Players, provider: IdentityProvider, algorithm: str
) -> None:
    provider.keys = [
        {name: value for name, value in public(each, each[:2]).items() if name != "alg"}
        for each in ("RS256", "ES256", "EdDSA")
    ]
    # The key of another curve cannot check it.
    other = {"ES256": "RS256", "EdDSA": "ES256"}.get(algorithm, "EdDSA")
    name = "RS" if algorithm[:2] == "PS" else algorithm[:2]
    async with authenticating(players, provider.url) as identity:
        key = private_key(algorithm if name != "RS" else "RS256", name)
        token = jwt.encode(claims(), key, algorithm, headers={"kid": name})
        await caller_of(identity, token)
        with pytest.raises(Unauthenticated):
            await identity.caller(
                f"Bearer {jwt.encode(claims(), key, algorithm, headers={'kid': other[:2]})}"
            )


@pytest.mark.parametrize("more", [{"use": "enc"}, {"key_ops": ["encrypt"]}, {"alg": "RSA-OAEP"}])
async def test_a_key_for_something_else_checks_no_signatures(
    players: Players, provider: IdentityProvider, more: Json
) -> None:
    provider.keys.append({**public("RS256", "other"), **more})
    async with authenticating(players, provider.url) as identity:
        await caller_of(identity, signed(claims()))
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {signed(claims(), name='other')}")


async def test_token_with_a_critical_extension_is_refused(identity: Identity) -> None:
    token = signed(claims(), headers={"crit": ["exp"], "exp": 1})
    with pytest.raises(Unauthenticated):
        await identity.caller(f"Bearer {token}")


# ID tokens say who has signed in; they are for the client, not for a server.

MARKED: Final[dict[str, tuple[Json, Json]]] = {
    "an ID token by its nonce": ({"nonce": "x"}, {}),
    "an ID token by the digest of its access token": ({"at_hash": "x"}, {}),
    "an ID token by the digest of its code": ({"c_hash": "x"}, {}),
    "an ID token of Keycloak's": ({"typ": "ID"}, {}),
    "a refresh token of Keycloak's": ({"typ": "Refresh", "scope": "openid"}, {}),
    "an ID token of Cognito's": ({"token_use": "id"}, {}),
    "an ID token by whom it is for": ({"azp": AUDIENCE}, {}),
    "an ID token by the only one it is for": ({"azp": AUDIENCE, "aud": [AUDIENCE]}, {}),
    "a logout token": ({}, {"typ": "logout+jwt"}),
    "a proof of a key": ({}, {"typ": "dpop+jwt"}),
    "a typ that is no text": ({"typ": 7}, {}),
}
UNMARKED: Final[dict[str, tuple[Json, Json]]] = {
    "without any mark": ({}, {}),
    "of the kind that it must be": ({"nonce": "x"}, {"typ": "AT+JWT"}),
    "of that kind, as a media type": ({}, {"typ": "application/at+jwt"}),
    "of Keycloak's, with a nonce as before": ({"typ": "Bearer", "nonce": "x"}, {}),
    "of Cognito's": ({"token_use": "access"}, {}),
    "for a client of the server's own": ({"azp": AUDIENCE, "scope": "openid"}, {}),
    "for another client": ({"azp": "an app"}, {}),
}


@pytest.mark.parametrize("kind", MARKED)
async def test_recognised_id_tokens_are_refused(identity: Identity, players: Players, kind: str) -> None:
    said, header = MARKED[kind]
    token = signed(claims(**said), headers=header)
    with pytest.raises(Unauthenticated, match="not an access token"):
        await identity.caller(f"Bearer {token}")
    assert await players.find("ann-of-ely") == []


@pytest.mark.parametrize("kind", UNMARKED)
async def test_an_access_token_is_taken_however_it_is_marked(identity: Identity, kind: str) -> None:
    said, header = UNMARKED[kind]
    await caller_of(identity, signed(claims(**said), headers=header))


async def test_only_tokens_with_the_mark_are_taken_where_that_is_asked_for(
    players: Players, provider: IdentityProvider
) -> None:
    async with authenticating(players, provider.url, requirements={"kind": TokenKind.AT_JWT}) as identity:
        await caller_of(identity, signed(claims(), headers={"typ": "at+jwt"}))
        for said in ({}, {"typ": "Bearer"}):
            with pytest.raises(Unauthenticated, match="must have the typ"):
                await identity.caller(f"Bearer {signed(claims(**said))}")


async def test_id_tokens_are_taken_where_access_tokens_look_like_them(
    players: Players, provider: IdentityProvider
) -> None:
    async with authenticating(players, provider.url, requirements={"kind": TokenKind.ANY}) as identity:
        await caller_of(identity, signed(claims(at_hash="x", nonce="y")))


async def test_a_providers_tokens_can_be_revoked(identity: Identity, players: Players) -> None:
    now = int(time.time()) - 5
    by_id, others = signed(claims(jti="one", iat=now)), signed(claims(jti="two", iat=now))
    player = (await caller_of(identity, by_id)).player
    await players.tokens.revoke("one")
    with pytest.raises(Unauthenticated, match="revoked"):
        await identity.caller(f"Bearer {by_id}")
    await caller_of(identity, others)
    await players.tokens.revoke_all(player)
    with pytest.raises(Unauthenticated, match="revoked"):
        await identity.caller(f"Bearer {others}")
    assert (await caller_of(identity, signed(claims()))).player == player


async def test_a_providers_token_is_verified_once_in_a_request(
    identity: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    person = Provider.user

    async def counting(self: Provider, token: str) -> Any:
        asked.append(token)
        return await person(self, token)

    monkeypatch.setattr(Provider, "user", counting)
    shown = Credentials(identity)
    token = signed(claims())
    first, *_ = await asyncio.gather(*(shown.caller(f"Bearer {token}") for _ in range(5)))
    assert first is not None
    assert await shown.caller(f"Bearer {token}") == first
    assert asked == [token]
    await identity._players.erase(first.player)
    with pytest.raises(Unauthenticated):
        await shown.caller(f"Bearer {token}")


async def test_foreign_tokens_are_refused_without_a_provider(players: Players) -> None:
    identity = Identity(SECRET, players, timedelta(days=1))
    for token in (signed(claims()), signed(claims(iss="kibitz", aud=None))):
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {token}")


async def test_clocks_may_differ_by_the_leeway(identity: Identity) -> None:
    now = int(time.time())
    await caller_of(identity, signed(claims(iat=now + LEEWAY - 2, exp=now + 300)))
    await caller_of(identity, signed(claims(exp=now - LEEWAY + 3)))


async def test_a_token_without_a_keys_name_is_judged_by_the_only_key_there_is(
    players: Players, provider: IdentityProvider
) -> None:
    token = jwt.encode(claims(), private_key("RS256", "first"), "RS256")
    async with authenticating(players, provider.url) as identity:
        await caller_of(identity, token)
    provider.keys.append(public("RS256", "another"))
    async with authenticating(players, provider.url) as identity:
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {token}")
