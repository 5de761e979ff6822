"""A provider's token is verified once; what ends it is asked each time."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest

import api.identity.provider
from api.identity.authentication import EXPIRED, Identity, Unauthenticated
from api.identity.provider import Provider, ProviderClaims
from api.identity.provider_keys import ProviderKeys
from application.players.registry import Players
from tests.api.harness.identity_provider import AUDIENCE, ISSUER, IdentityProvider, claims, public, signed
from tests.api.identity.provider.verification import (
    LEEWAY,
    SECRET,
    authenticating,
    caller_of,
    use_until_refused,
)


async def test_a_token_is_verified_once(identity: Identity, verified: list[str]) -> None:
    first, second = signed(claims(), headers={"kid": "first"}), signed(claims(), "EdDSA", "second")
    found = [await caller_of(identity, each) for each in (first, second, first, second, first)]
    assert verified == [first, second]
    assert found[0] == found[2] == found[4]
    assert found[1] == found[3]


async def test_new_keys_verify_a_token_again(
    players: Players, provider: IdentityProvider, verified: list[str]
) -> None:
    token, keys = signed(claims()), ProviderKeys(provider.url)
    known = Provider(keys, ProviderClaims(issuer=ISSUER, audience=AUDIENCE))
    async with Identity(SECRET, players, timedelta(days=1), known) as identity:
        await caller_of(identity, token)
        await keys._read()
        await caller_of(identity, token)
        assert verified == [token, token]
        # Another key of the same name has not signed the token.
        provider.keys[0] = public("RS256", "another") | {"kid": "first"}
        await keys._read()
        with pytest.raises(Unauthenticated, match="not a token of this server"):
            await caller_of(identity, token)


async def test_remembered_token_expires(identity: Identity) -> None:
    token = signed(claims(exp=int(time.time()) - LEEWAY + 2))
    await caller_of(identity, token)
    with pytest.raises(Unauthenticated, match=EXPIRED):
        await use_until_refused(identity, token)


async def test_player_of_a_remembered_token_can_be_erased(identity: Identity, players: Players) -> None:
    token = signed(claims())
    found = await caller_of(identity, token)
    await players.erase(found.player)
    with pytest.raises(Unauthenticated, match="before you were erased"):
        await caller_of(identity, token)


async def test_remembered_token_can_be_revoked(identity: Identity, players: Players) -> None:
    token = signed(claims(jti="one"))
    await caller_of(identity, token)
    await players.tokens.revoke("one")
    with pytest.raises(Unauthenticated, match="revoked"):
        await caller_of(identity, token)


async def test_only_so_many_tokens_are_remembered(
    players: Players, provider: IdentityProvider, verified: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.identity.provider, "MAX_VERIFIED", 2)
    ann, bob, cyd = (signed(claims(name)) for name in ("ann", "bob", "cyd"))
    async with authenticating(players, provider.url) as identity:
        for each in (ann, bob, ann, cyd, ann, bob):
            await caller_of(identity, each)
    assert verified == [ann, bob, cyd, bob]
