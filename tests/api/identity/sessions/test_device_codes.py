"""Device codes: one use, a minute, one refusal for all that is wrong, and no trace in files or logs."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from prometheus_client import generate_latest
from sqlalchemy import Engine, event, text

import application.players.device_codes
from api.graphql.context import Services
from api.graphql.limits.rates import Rates
from api.identity.authentication import Identity
from api.monitoring.counters import COUNTERS
from application.identity_refusals import InvalidDeviceCode
from application.players.device_codes import ALPHABET, LENGTH, VALIDITY
from application.players.registry import Player, Players
from tests.api.harness.callers import Client, Json
from tests.api.identity.sessions.conftest import SECRET

CREATE: Final = """mutation { createDeviceCode { __typename
    ... on CreateDeviceCodeAccepted { deviceCode expiresAt } ... on Refusal { code message } } }"""
SIGN_IN: Final = """mutation($code: String!, $client: String) {
    signInWithDeviceCode(input: {code: $code, client: $client}) { __typename
    ... on SignInWithDeviceCodeAccepted { token expiresAt player { id name } }
    ... on Refusal { code message } } }"""
WRONG: Final = "BBBBB-BBBBB"


async def created(client: Client) -> str:
    answer = (await client.data(CREATE))["createDeviceCode"]
    assert answer["__typename"] == "CreateDeviceCodeAccepted", answer
    code: str = answer["deviceCode"]
    return code


async def sign_in(caller: Client, code: str, **more: Any) -> Json:
    answer: Json = (await caller.data(SIGN_IN, code=code, **more))["signInWithDeviceCode"]
    return answer


async def test_a_code_signs_in_the_same_player_on_another_device(spectator: Client, ann: Client) -> None:
    code = await created(ann)
    assert re.fullmatch(f"[{ALPHABET}]{{5}}-[{ALPHABET}]{{5}}", code)
    # As people type it.
    signed_in = await sign_in(spectator, f" {code.lower().replace('-', ' ')} ")
    assert signed_in["player"] == {"id": ann.player, "name": "Ann"}
    assert signed_in["token"] != ann.token
    other = Client(spectator.http, signed_in["token"], ann.player)
    for client in (ann, other):
        assert (await client.data("{ me { player { id } } }"))["me"]["player"]["id"] == ann.player


async def test_wrong_used_and_expired_codes_are_refused_alike(
    services: Services, spectator: Client, ann: Client, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    used, replaced = await created(ann), await created(bob)
    assert (await sign_in(spectator, used))["__typename"] == "SignInWithDeviceCodeAccepted"
    expired = await created(bob)
    cyd = await spectator.sign_in("Cyd")
    ended = await created(cyd)
    await cyd.data("mutation { signOut { __typename } }")
    monkeypatch.setattr(application.players.device_codes, "time", lambda: time.time() + VALIDITY)
    engine: Engine = services.players.device_codes._engine
    answers, statements = [], []
    for code in (used, expired, replaced, ended, WRONG, "", "x" * 10_000, "\u0130", "0"):
        with observed(engine) as seen:
            answers.append(await sign_in(spectator, code))
        statements.append([each for each in seen if "device_codes" in each])
    refusal = {
        "__typename": "InvalidDeviceCode",
        "code": "INVALID_DEVICE_CODE",
        "message": "This code is not valid; create a new one on the device where you are signed in.",
    }
    assert answers == [refusal] * len(answers)
    # The time that a refusal takes tells nothing either: all do the same work, one query by a digest.
    assert [len(each) for each in statements] == [1] * len(answers)
    assert len({each[0] for each in statements}) == 1


@contextmanager
def observed(engine: Engine) -> Iterator[list[str]]:
    """Collect the statements that an engine carries out."""
    seen: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        seen.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(engine, "before_cursor_execute", note)


async def test_one_of_many_redeemers_in_two_processes_gets_in(process: Callable[[], Players]) -> None:
    processes = [process(), process()]
    identities = [Identity(SECRET, each, timedelta(days=30)) for each in processes]
    player = await processes[0].guest("Ann")
    caller = await identities[0].caller(f"Bearer {identities[0].token(player)}")
    assert caller is not None
    for _ in range(5):
        code = (await identities[0].sessions.create_device_code(caller)).text
        tries = [
            identities[number % 2].sessions.redeem_device_code(code, f"device {number}")
            for number in range(16)
        ]
        results = await asyncio.gather(*tries, return_exceptions=True)
        refused = [each for each in results if isinstance(each, InvalidDeviceCode)]
        assert len(refused) == 15, results
    listed = await identities[1].sessions.listed(caller)
    assert len(listed) == 1 + 5


async def test_an_operators_token_creates_no_codes(
    services: Services, spectator: Client, ann: Client
) -> None:
    token = services.identity.token(Player(id=ann.player, name="Ann"), operator=True)
    answer = (await Client(spectator.http, token).data(CREATE))["createDeviceCode"]
    assert answer["code"] == "OPERATOR_TOKEN"
    assert await spectator.code(CREATE) == "UNAUTHENTICATED"


async def test_codes_are_nowhere_in_the_files_the_log_and_the_metrics(
    spectator: Client,
    ann: Client,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG):
        code = await created(ann)
        token = (await sign_in(spectator, code, client="Phone"))["token"]
        left = await created(ann)
        await sign_in(spectator, code)
        # A client's mistakes, which the server reports to the client alone.
        for broken in ({"code": {"it": left}}, {"code": left, "more": token}, {"code": [left]}, [left], left):
            answer = await post(
                spectator,
                "mutation($input: SignInWithDeviceCodeInput!) "
                "{ signInWithDeviceCode(input: $input) { __typename } }",
                broken,
            )
            assert answer["errors"]
    files = b"".join(each.read_bytes() for each in (tmp_path / "data").rglob("*") if each.is_file())
    assert b"Phone" in files
    for place in (files.decode("latin-1"), caplog.text, generate_latest(COUNTERS).decode()):
        assert not secrets_in(place, code, left, token)


def secrets_in(place: str, *secrets: str) -> list[str]:
    """Return the secrets that occur in a text, as they are or without hyphens."""
    forms = {form for each in secrets for form in (each, each.replace("-", ""))}
    return [each for each in forms if each in place]


async def post(client: Client, document: str, input: Any) -> Json:
    answer: Json = (await client.post({"query": document, "variables": {"input": input}})).json()
    return answer


def test_guessing_is_hopeless_by_default() -> None:
    per_minute = int(Rates().all_codes.removesuffix("/minute"))
    codes = len(ALPHABET) ** LENGTH
    # The sliding window admits twice its amount in the worst minute.
    assert 2 * per_minute / codes < 1e-10, "for one code"
    assert 365 * 24 * 60 * per_minute / codes < 2e-5, "for a year in which a code is valid at all times"


async def test_codes_are_valid_in_every_process_and_stored_as_digests(
    process: Callable[[], Players], engine: Engine
) -> None:
    here, there = process(), process()
    identity, other = (Identity(SECRET, each, timedelta(days=30)) for each in (here, there))
    caller = await identity.caller(f"Bearer {identity.token(await here.guest('Ann'))}")
    assert caller is not None
    code = (await identity.sessions.create_device_code(caller)).text
    with engine.connect() as connection:
        [row] = connection.execute(text("SELECT * FROM device_codes"))
    assert code not in str(row)
    # With another secret the digest is another.
    stranger = Players(engine, "another secret that is long enough", noticed_within=0)
    with pytest.raises(InvalidDeviceCode):
        await stranger.device_codes.redeem(code, "x", 60, None)
    assert (await other.sessions.redeem_device_code(code, None)).player == caller.player
