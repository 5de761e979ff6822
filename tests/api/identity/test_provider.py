"""Tokens of an identity provider: whose are good here, and where its keys come from."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hmac
import json
import logging
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import jwt
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import URL, create_engine

from api.data_directory import CannotStart
from api.identity.authentication import Caller, Identity, KeysUnavailable, Provider, Role, Unauthenticated
from api.identity.credentials import Credentials
from api.identity.provider import DEFAULT_NAME, ProviderClaims
from api.identity.provider_keys import MAX_BYTES, MAX_KEYS, ProviderKeys
from api.identity.token_kind import TokenKind
from application.players.registry import Player, Players
from tests.api.harness.callers import Json
from tests.api.harness.identity_provider import (
    AUDIENCE,
    ISSUER,
    IdentityProvider,
    claims,
    identity_provider,
    private_key,
    public,
    signed,
)

SECRET: Final = "a secret that is long enough to sign with"
LEEWAY: Final = 10


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Players]:
    engine = create_engine(URL.create("sqlite", database=str(tmp_path / "log.db")))
    yield Players(engine, SECRET)
    engine.dispose()


@pytest.fixture
async def elsewhere() -> AsyncIterator[IdentityProvider]:
    async with identity_provider() as provider:
        yield provider


@asynccontextmanager
async def entered(
    players: Players, source: str, *, wanted: Json | None = None, **patience: float
) -> AsyncIterator[Identity]:
    asked = ProviderClaims(issuer=ISSUER, audience=AUDIENCE, leeway=LEEWAY, **(wanted or {}))
    provider = Provider(ProviderKeys(source, **patience), asked)
    async with Identity(SECRET, players, timedelta(days=1), provider) as identity:
        yield identity


@pytest.fixture
async def identity(players: Players, elsewhere: IdentityProvider) -> AsyncIterator[Identity]:
    async with entered(players, elsewhere.url) as identity:
        yield identity


async def shown_on_and_on(identity: Identity, token: str) -> None:
    """Show a token until it is no good any more."""
    async with asyncio.timeout(5):
        while True:
            await caller(identity, token)
            await asyncio.sleep(0.01)


async def caller(identity: Identity, token: str) -> Caller:
    found = await identity.caller(f"Bearer {token}")
    assert found is not None
    return found


# Who is let in.


@pytest.mark.parametrize(("algorithm", "name"), [("RS256", "first"), ("EdDSA", "second")])
async def test_whom_the_provider_vouches_for_is_a_player_with_an_id_of_ours(
    identity: Identity, players: Players, algorithm: str, name: str
) -> None:
    said = claims(preferred_username="Ann")
    found = await caller(identity, signed(said, algorithm, name))
    assert found.roles == {Role.PLAYER}
    assert found.expires == said["exp"] + LEEWAY
    assert found.player != "ann-of-ely"
    assert await players.get(found.player) == Player(id=found.player, name="Ann")


@pytest.mark.parametrize("algorithm", ["ES256", "PS256", "RS512"])
async def test_other_algorithms_of_private_keys_are_good_as_well(
    identity: Identity, elsewhere: IdentityProvider, algorithm: str
) -> None:
    elsewhere.keys.append(public(algorithm, algorithm))
    async with entered(identity._players, elsewhere.url) as anew:
        await caller(anew, signed(claims(), algorithm, algorithm))


async def test_somebody_is_the_same_player_by_every_token(identity: Identity) -> None:
    first = await caller(identity, signed(claims()))
    again = await caller(identity, signed(claims(preferred_username="Anna"), "EdDSA", "second"))
    assert again.player == first.player
    other = await caller(identity, signed(claims("bob-of-ely")))
    assert other.player != first.player


async def test_first_calls_at_once_make_one_player(identity: Identity) -> None:
    token = signed(claims())
    found = await asyncio.gather(*(caller(identity, token) for _ in range(8)))
    assert len({each.player for each in found}) == 1


async def test_a_name_that_a_player_took_here_stays(identity: Identity, players: Players) -> None:
    token = signed(claims(preferred_username="Ann"))
    found = await caller(identity, token)
    await players.rename(found.player, "Queen of Spades")
    assert (await caller(identity, token)).player == found.player
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
async def test_whatever_the_provider_says_makes_a_good_name(
    identity: Identity, players: Players, said: Any, called: str
) -> None:
    found = await caller(identity, signed(claims(preferred_username=said)))
    name = (await players.named([found.player]))[found.player].name
    assert re.sub(rf"(?<={DEFAULT_NAME}) [0-9]{{4}}$", "", name) == called


async def test_the_servers_own_tokens_are_good_beside_the_providers(
    identity: Identity, players: Players
) -> None:
    guest = await players.guest("Ann")
    assert (await caller(identity, identity.token(guest))).player == guest.id


# Who is not.


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
    "of another issuer": lambda: signed(claims(iss="https://elsewhere.example.org")),
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
async def test_a_token_that_is_no_good_makes_nobody(identity: Identity, players: Players, bad: str) -> None:
    with pytest.raises(Unauthenticated) as refused:
        await identity.caller(f"Bearer {BAD[bad]()}")
    assert str(refused.value)
    assert await players.find("ann-of-ely") == []


async def test_where_keys_are_to_be_had_a_token_does_not_say(
    identity: Identity, elsewhere: IdentityProvider
) -> None:
    async with identity_provider() as impostor:
        impostor.keys = [public("RS256", "another")]
        token = signed(claims(), name="another", headers={"jku": impostor.url, "x5u": impostor.url})
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {token}")
        assert impostor.asked == 0


@pytest.mark.filterwarnings("ignore::jwt.warnings.InsecureKeyLengthWarning")
async def test_a_key_that_can_be_broken_is_no_good(players: Players, elsewhere: IdentityProvider) -> None:
    elsewhere.keys.append(public("RS256", "weak"))
    async with entered(players, elsewhere.url) as identity:
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {signed(claims(), name='weak')}")


async def test_a_secret_that_is_published_signs_nothing(
    players: Players, elsewhere: IdentityProvider
) -> None:
    secret = base64.urlsafe_b64encode(SECRET.encode()).decode()
    elsewhere.keys += [{"kty": "oct", "k": secret, "kid": "shared", "alg": "HS256"}]
    async with entered(players, elsewhere.url) as identity:
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {own(claims(), headers={'kid': 'shared'})}")


@pytest.mark.parametrize(
    "algorithm", ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "EdDSA"]
)
async def test_a_key_that_does_not_say_its_algorithm_is_good_for_all_of_its_kind(
    players: Players, elsewhere: IdentityProvider, algorithm: str
) -> None:
    elsewhere.keys = [
        {name: value for name, value in public(each, each[:2]).items() if name != "alg"}
        for each in ("RS256", "ES256", "EdDSA")
    ]
    # The key of another curve cannot check it.
    other = {"ES256": "RS256", "EdDSA": "ES256"}.get(algorithm, "EdDSA")
    name = "RS" if algorithm[:2] == "PS" else algorithm[:2]
    async with entered(players, elsewhere.url) as identity:
        key = private_key(algorithm if name != "RS" else "RS256", name)
        token = jwt.encode(claims(), key, algorithm, headers={"kid": name})
        await caller(identity, token)
        with pytest.raises(Unauthenticated):
            await identity.caller(
                f"Bearer {jwt.encode(claims(), key, algorithm, headers={'kid': other[:2]})}"
            )


@pytest.mark.parametrize("more", [{"use": "enc"}, {"key_ops": ["encrypt"]}, {"alg": "RSA-OAEP"}])
async def test_a_key_for_something_else_checks_no_signatures(
    players: Players, elsewhere: IdentityProvider, more: Json
) -> None:
    elsewhere.keys.append({**public("RS256", "other"), **more})
    async with entered(players, elsewhere.url) as identity:
        await caller(identity, signed(claims()))
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {signed(claims(), name='other')}")


async def test_a_token_with_an_extension_that_must_be_understood_is_no_good(identity: Identity) -> None:
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
async def test_what_can_be_told_to_be_no_access_token_is_refused(
    identity: Identity, players: Players, kind: str
) -> None:
    said, header = MARKED[kind]
    token = signed(claims(**said), headers=header)
    with pytest.raises(Unauthenticated, match="not an access token"):
        await identity.caller(f"Bearer {token}")
    assert await players.find("ann-of-ely") == []


@pytest.mark.parametrize("kind", UNMARKED)
async def test_an_access_token_is_taken_however_it_is_marked(identity: Identity, kind: str) -> None:
    said, header = UNMARKED[kind]
    await caller(identity, signed(claims(**said), headers=header))


async def test_only_tokens_with_the_mark_are_taken_where_that_is_asked_for(
    players: Players, elsewhere: IdentityProvider
) -> None:
    async with entered(players, elsewhere.url, wanted={"kind": TokenKind.AT_JWT}) as identity:
        await caller(identity, signed(claims(), headers={"typ": "at+jwt"}))
        for said in ({}, {"typ": "Bearer"}):
            with pytest.raises(Unauthenticated, match="must have the typ"):
                await identity.caller(f"Bearer {signed(claims(**said))}")


async def test_id_tokens_are_taken_where_access_tokens_look_like_them(
    players: Players, elsewhere: IdentityProvider
) -> None:
    async with entered(players, elsewhere.url, wanted={"kind": TokenKind.ANY}) as identity:
        await caller(identity, signed(claims(at_hash="x", nonce="y")))


async def test_a_providers_tokens_can_be_revoked(identity: Identity, players: Players) -> None:
    now = int(time.time()) - 5
    by_id, others = signed(claims(jti="one", iat=now)), signed(claims(jti="two", iat=now))
    player = (await caller(identity, by_id)).player
    await players.tokens.revoke("one")
    with pytest.raises(Unauthenticated, match="revoked"):
        await identity.caller(f"Bearer {by_id}")
    await caller(identity, others)
    await players.tokens.revoke_all(player)
    with pytest.raises(Unauthenticated, match="revoked"):
        await identity.caller(f"Bearer {others}")
    assert (await caller(identity, signed(claims()))).player == player


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


async def test_without_a_provider_nobody_elses_tokens_are_good(players: Players) -> None:
    identity = Identity(SECRET, players, timedelta(days=1))
    for token in (signed(claims()), signed(claims(iss="kibitz", aud=None))):
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {token}")


async def test_clocks_may_differ_by_the_leeway(identity: Identity) -> None:
    now = int(time.time())
    await caller(identity, signed(claims(iat=now + LEEWAY - 2, exp=now + 300)))
    await caller(identity, signed(claims(exp=now - LEEWAY + 3)))


async def test_a_token_without_a_keys_name_is_judged_by_the_only_key_there_is(
    players: Players, elsewhere: IdentityProvider
) -> None:
    token = jwt.encode(claims(), private_key("RS256", "first"), "RS256")
    async with entered(players, elsewhere.url) as identity:
        await caller(identity, token)
    elsewhere.keys.append(public("RS256", "another"))
    async with entered(players, elsewhere.url) as identity:
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {token}")


# Roles.


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
    players: Players, elsewhere: IdentityProvider, claim: str | None, said: Json, operator: bool
) -> None:
    async with entered(players, elsewhere.url, wanted={"roles": claim, "operator": "admin"}) as identity:
        found = await caller(identity, signed(claims(**said)))
    assert (Role.OPERATOR in found.roles) is operator
    assert Role.PLAYER in found.roles


# Where the keys come from.


async def test_a_new_key_is_known_when_a_token_names_it(
    players: Players, elsewhere: IdentityProvider
) -> None:
    async with entered(players, elsewhere.url, pause=0) as identity:
        token = signed(claims(), name="third")
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {token}")
        elsewhere.keys.append(public("RS256", "third"))
        await caller(identity, token)


async def test_a_key_that_is_withdrawn_is_no_good_before_long(
    players: Players, elsewhere: IdentityProvider
) -> None:
    async with entered(players, elsewhere.url, every=0.05) as identity:
        token = signed(claims())
        await caller(identity, token)
        elsewhere.keys = [public("EdDSA", "second")]
        with pytest.raises(Unauthenticated):
            await shown_on_and_on(identity, token)


async def test_whatever_keys_are_named_the_provider_is_not_asked_over_and_over(
    identity: Identity, elsewhere: IdentityProvider
) -> None:
    assert elsewhere.asked == 1
    tokens = [signed(claims(), headers={"kid": f"made up {number}"}) for number in range(20)]
    answers = await asyncio.gather(
        *(identity.caller(f"Bearer {token}") for token in tokens), return_exceptions=True
    )
    assert {type(answer) for answer in answers} == {Unauthenticated}
    assert elsewhere.asked == 1


async def test_many_who_need_a_new_key_ask_for_it_once(players: Players, elsewhere: IdentityProvider) -> None:
    async with entered(players, elsewhere.url, pause=0.3) as identity:
        await asyncio.sleep(0.3)
        elsewhere.keys.append(public("RS256", "third"))
        token = signed(claims(), name="third")
        await asyncio.gather(*(caller(identity, token) for _ in range(10)))
    assert elsewhere.asked == 2


async def test_while_the_provider_is_down_the_last_keys_count(
    players: Players, elsewhere: IdentityProvider, caplog: pytest.LogCaptureFixture
) -> None:
    async with entered(players, elsewhere.url, every=0.02, pause=0.02) as identity:
        await elsewhere.stop()
        await asyncio.sleep(0.2)
        assert "as they were" in caplog.text
        await caller(identity, signed(claims()))
        # Whether there is such a key by now, cannot be told.
        with pytest.raises(KeysUnavailable):
            await identity.caller(f"Bearer {signed(claims(), name='third')}")
        elsewhere.keys.append(public("RS256", "third"))
        await elsewhere.start()
        await asyncio.sleep(0.2)
        await caller(identity, signed(claims(), name="third"))


async def test_keys_do_not_count_for_ever_when_the_provider_is_gone(
    players: Players, elsewhere: IdentityProvider
) -> None:
    async with entered(players, elsewhere.url, pause=0, last=0.2) as identity:
        await caller(identity, signed(claims()))
        await elsewhere.stop()
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
async def test_an_answer_that_is_no_set_of_keys_is_none(
    players: Players,
    elsewhere: IdentityProvider,
    status: int,
    content: bytes,
    caplog: pytest.LogCaptureFixture,
) -> None:
    elsewhere.status, elsewhere.content = status, content
    async with entered(players, elsewhere.url) as identity:
        assert "no keys of the identity provider" in caplog.text
        with pytest.raises(KeysUnavailable):
            await identity.caller(f"Bearer {signed(claims())}")


async def test_what_was_compressed_is_not_unpacked(
    players: Players, elsewhere: IdentityProvider, caplog: pytest.LogCaptureFixture
) -> None:
    # It would be a thousand times as large.
    elsewhere.content, elsewhere.headers = gzip.compress(b" " * MAX_BYTES), "Content-Encoding: gzip\r\n"
    async with entered(players, elsewhere.url) as identity:
        assert "compressed" in caplog.text
        with pytest.raises(KeysUnavailable):
            await identity.caller(f"Bearer {signed(claims())}")


async def test_only_so_many_keys_are_read(players: Players, elsewhere: IdentityProvider) -> None:
    other = public("EdDSA", "other")
    elsewhere.keys += [{**other, "kid": str(number)} for number in range(MAX_KEYS)]
    async with entered(players, elsewhere.url) as identity:
        await caller(identity, signed(claims(), "EdDSA", "second"))
        token = jwt.encode(
            claims(), private_key("EdDSA", "other"), "EdDSA", headers={"kid": str(MAX_KEYS - 1)}
        )
        with pytest.raises(Unauthenticated):
            await identity.caller(f"Bearer {token}")


async def test_a_slow_provider_holds_up_only_who_needs_it(
    players: Players, elsewhere: IdentityProvider, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    async with entered(players, elsewhere.url, pause=0, within=0.4) as identity:
        elsewhere.delay = 5
        waiting = asyncio.create_task(identity.caller(f"Bearer {signed(claims(), name='third')}"))
        await asyncio.sleep(0.05)
        began = time.monotonic()
        await caller(identity, signed(claims()))
        assert time.monotonic() - began < 0.2
        assert not waiting.done()
        with pytest.raises(KeysUnavailable):
            await waiting
    assert "did not answer" in caplog.text


async def test_keys_come_from_a_file_as_well(players: Players, tmp_path: Path) -> None:
    file = tmp_path / "jwks.json"
    file.write_text(json.dumps({"keys": [public("RS256", "first")]}))
    async with entered(players, str(file), pause=0) as identity:
        await caller(identity, signed(claims()))
        file.write_text(json.dumps({"keys": [public("RS256", "third")]}))
        await caller(identity, signed(claims(), name="third"))


@pytest.mark.parametrize("content", [None, "", "{}", '{"keys": []}'])
async def test_a_file_without_keys_is_named_at_the_start(
    players: Players, tmp_path: Path, content: str | None
) -> None:
    file = tmp_path / "jwks.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(CannotStart, match=r"jwks\.json"):
        async with entered(players, str(file)):
            pass
