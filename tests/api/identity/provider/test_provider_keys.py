"""Keys of an identity provider: fetching, refreshing and caching them."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import time
from pathlib import Path
from typing import Final

import jwt
import pytest

from api.data_directory import CannotStart
from api.identity.authentication import Identity, KeysUnavailable, Unauthenticated
from api.identity.provider_keys import MAX_BYTES, MAX_KEYS
from application.players.registry import Players
from tests.api.harness.identity_provider import (
    IdentityProvider,
    claims,
    private_key,
    public,
    signed,
)
from tests.api.identity.provider.verification import (
    authenticating,
    caller_of,
    use_until_refused,
)


async def test_a_new_key_is_known_when_a_token_names_it(players: Players, provider: IdentityProvider) -> None:
    async with authenticating(players, provider.url, pause=0) as identity:
        token = signed(claims(), name="third")
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {token}")
        provider.keys.append(public("RS256", "third"))
        await caller_of(identity, token)


async def test_withdrawn_key_is_refused_soon(players: Players, provider: IdentityProvider) -> None:
    async with authenticating(players, provider.url, every=0.05) as identity:
        token = signed(claims())
        await caller_of(identity, token)
        provider.keys = [public("EdDSA", "second")]
        with pytest.raises(Unauthenticated):
            await use_until_refused(identity, token)


async def test_unknown_key_ids_do_not_cause_repeated_fetches(
    identity: Identity, provider: IdentityProvider
) -> None:
    assert provider.asked == 1
    tokens = [signed(claims(), headers={"kid": f"made up {number}"}) for number in range(20)]
    answers = await asyncio.gather(
        *(identity.caller(f"Bearer {token}") for token in tokens), return_exceptions=True
    )
    assert {type(answer) for answer in answers} == {Unauthenticated}
    assert provider.asked == 1


async def test_concurrent_callers_share_one_fetch_of_a_new_key(
    players: Players, provider: IdentityProvider
) -> None:
    async with authenticating(players, provider.url, pause=0.3) as identity:
        await asyncio.sleep(0.3)
        provider.keys.append(public("RS256", "third"))
        token = signed(claims(), name="third")
        await asyncio.gather(*(caller_of(identity, token) for _ in range(10)))
    assert provider.asked == 2


async def test_while_the_provider_is_down_the_last_keys_count(
    players: Players, provider: IdentityProvider, caplog: pytest.LogCaptureFixture
) -> None:
    async with authenticating(players, provider.url, every=0.02, pause=0.02) as identity:
        await provider.stop()
        await asyncio.sleep(0.2)
        assert "last keys" in caplog.text
        await caller_of(identity, signed(claims()))
        # Whether there is such a key by now, cannot be told.
        with pytest.raises(KeysUnavailable):
            await identity.caller(f"Bearer {signed(claims(), name='third')}")
        provider.keys.append(public("RS256", "third"))
        await provider.start()
        await asyncio.sleep(0.2)
        await caller_of(identity, signed(claims(), name="third"))


async def test_keys_do_not_count_for_ever_when_the_provider_is_gone(
    players: Players, provider: IdentityProvider
) -> None:
    async with authenticating(players, provider.url, pause=0, last=0.2) as identity:
        await caller_of(identity, signed(claims()))
        await provider.stop()
        await asyncio.sleep(0.2)
        with pytest.raises(KeysUnavailable):
            await identity.caller(f"Bearer {signed(claims())}")


GOOD: Final = json.dumps({"keys": [public("RS256", "first")]}).encode()


@pytest.mark.parametrize(
    ("status", "content"),
    [
        (500, GOOD),
        (302, GOOD),
        (200, b"<html>"),
        (200, b"[]"),
        (200, b"null"),
        (200, b"\xff"),
        (200, b'{"keys": []}'),
        (200, b'{"keys": 5}'),
        (200, b'{"keys": [{"kty": "oct", "k": "c2VjcmV0", "kid": "first"}]}'),
        (200, b'{"keys": [{"kty": "RSA"}, 7]}'),
        (200, GOOD + b" " * MAX_BYTES),
    ],
)
async def test_invalid_key_set_is_refused(
    players: Players,
    provider: IdentityProvider,
    status: int,
    content: bytes,
    caplog: pytest.LogCaptureFixture,
) -> None:
    provider.status, provider.content = status, content
    async with authenticating(players, provider.url) as identity:
        assert "no keys of the identity provider" in caplog.text
        with pytest.raises(KeysUnavailable):
            await identity.caller(f"Bearer {signed(claims())}")


async def test_compressed_key_set_is_refused(
    players: Players, provider: IdentityProvider, caplog: pytest.LogCaptureFixture
) -> None:
    # It would be a thousand times as large.
    provider.content, provider.headers = (
        gzip.compress(b" " * MAX_BYTES),
        "Content-Encoding: gzip\r\n",
    )
    async with authenticating(players, provider.url) as identity:
        assert "compressed" in caplog.text
        with pytest.raises(KeysUnavailable):
            await identity.caller(f"Bearer {signed(claims())}")


async def test_number_of_keys_is_limited(players: Players, provider: IdentityProvider) -> None:
    other = public("EdDSA", "other")
    provider.keys += [{**other, "kid": str(number)} for number in range(MAX_KEYS)]
    async with authenticating(players, provider.url) as identity:
        await caller_of(identity, signed(claims(), "EdDSA", "second"))
        token = jwt.encode(
            claims(), private_key("EdDSA", "other"), "EdDSA", headers={"kid": str(MAX_KEYS - 1)}
        )
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {token}")


async def test_a_slow_provider_holds_up_only_who_needs_it(
    players: Players, provider: IdentityProvider, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    async with authenticating(players, provider.url, pause=0, within=0.4) as identity:
        provider.delay = 5
        waiting = asyncio.create_task(identity.caller(f"Bearer {signed(claims(), name='third')}"))
        await asyncio.sleep(0.05)
        began = time.monotonic()
        await caller_of(identity, signed(claims()))
        assert time.monotonic() - began < 0.2
        assert not waiting.done()
        with pytest.raises(KeysUnavailable):
            await waiting
    assert "did not answer" in caplog.text


async def test_keys_come_from_a_file_as_well(players: Players, tmp_path: Path) -> None:
    file = tmp_path / "jwks.json"
    file.write_text(json.dumps({"keys": [public("RS256", "first")]}))
    async with authenticating(players, str(file), pause=0) as identity:
        await caller_of(identity, signed(claims()))
        file.write_text(json.dumps({"keys": [public("RS256", "third")]}))
        await caller_of(identity, signed(claims(), name="third"))


@pytest.mark.parametrize("content", [None, "", "{}", '{"keys": []}'])
async def test_a_file_without_keys_is_named_at_the_start(
    players: Players, tmp_path: Path, content: str | None
) -> None:
    file = tmp_path / "jwks.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(CannotStart, match=r"jwks\.json"):
        async with authenticating(players, str(file)):
            pass
