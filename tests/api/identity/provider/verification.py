"""Verification of an identity provider's tokens by the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Final

from api.identity.authentication import Caller, Identity, Provider
from api.identity.provider import ProviderClaims
from api.identity.provider_keys import ProviderKeys
from application.players.registry import Players
from tests.api.harness.callers import Json
from tests.api.harness.identity_provider import (
    AUDIENCE,
    ISSUER,
)

SECRET: Final = "a secret that is long enough to sign with"
LEEWAY: Final = 10
"""Seconds by which the provider's clock may differ."""


@asynccontextmanager
async def authenticating(
    players: Players, source: str, *, requirements: Json | None = None, **timing: float
) -> AsyncIterator[Identity]:
    provider_claims = ProviderClaims(issuer=ISSUER, audience=AUDIENCE, leeway=LEEWAY, **(requirements or {}))
    provider = Provider(ProviderKeys(source, **timing), provider_claims)
    async with Identity(SECRET, players, timedelta(days=1), provider) as identity:
        yield identity


async def use_until_refused(identity: Identity, token: str) -> None:
    """Use a token until it is refused."""
    async with asyncio.timeout(5):
        while True:
            await caller_of(identity, token)
            await asyncio.sleep(0.01)


async def caller_of(identity: Identity, token: str) -> Caller:
    found = await identity.caller(f"Bearer {token}")
    assert found is not None
    return found
