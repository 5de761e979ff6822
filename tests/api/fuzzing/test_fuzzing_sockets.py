"""Random messages on a socket are answered by the protocol, or close it with a documented code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from api.graphql.errors.close_codes import CLOSE_CODES
from tests.api.fuzzing.random_requests import ERRORS, OF_THE_SERVER
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.socket_client import answered, bare_socket, socket, subscribe

CODES: Final = {close.code for close in CLOSE_CODES}
ANSWERS: Final = {"connection_ack", "next", "error", "complete", "pong"}
TYPES: Final = ("connection_init", "ping", "pong", "subscribe", "complete", "next", "error", "start")
LAST: Final = "the last"

# A close frame has room for 123 bytes of what is told.
long = st.integers(120, 200).map("ü".__mul__)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | long,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)
documents = st.sampled_from(
    [d.ME, d.FOLLOW, "{", "{ nonsense }", "query A { me { player { id } } } query B { __typename }"]
)
operations = st.fixed_dictionaries(
    {"query": documents | anything},
    optional={
        "variables": st.just({"game": "5"}) | anything,
        "operationName": st.sampled_from(["A", "C"]) | anything,
        "extensions": anything,
    },
)
messages = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES) | anything},
    optional={
        "id": st.sampled_from(["1", "2", "", "ü" * 150]) | anything,
        "payload": operations | anything,
        "authorization": anything,
    },
)
frames = st.one_of(
    messages.map(json.dumps), messages.map(json.dumps), anything.map(json.dumps), st.text(), st.binary()
)


LONG: Final = json.dumps({"type": "subscribe", "id": "ü" * 100, "payload": {"query": d.FOLLOW}})


@example(sent=[json.dumps({"type": "complete", "id": []})], greeted=True)
@example(sent=[json.dumps({"type": "ü" * 100})], greeted=True)
@example(sent=[LONG, LONG], greeted=True)
@example(sent=[b"{}"], greeted=False)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sent=st.lists(frames, min_size=1, max_size=4), greeted=st.booleans())
async def test_random_messages_are_answered_by_the_protocol(
    address: str, ann: Client, caplog: pytest.LogCaptureFixture, sent: Sequence[str | bytes], greeted: bool
) -> None:
    async with socket(address, ann.token) if greeted else bare_socket(address) as connection:
        try:
            for frame in sent:
                await connection.send(frame)
            await subscribe(connection, LAST, "{ __typename }")
        except ConnectionClosed:
            pass
        while not _is_last(answer := await answered(connection)):
            judge(answer)
    assert [
        each.getMessage() for each in caplog.records if each.name.startswith(("api", "application"))
    ] == []


def _is_last(answer: Any) -> bool:
    """Tell whether nothing more comes, and see that it is as it has to be."""
    if not isinstance(answer, dict):
        assert answer.code in CODES - {1009, 1012, 1013}, answer
        return True
    return bool(answer["type"] == "complete" and answer["id"] == LAST)


def judge(answer: Any) -> None:
    """See that a message is one of the protocol, and that its errors are documented."""
    assert answer["type"] in ANSWERS, answer
    payload = answer.get("payload") or {}
    errors = payload if answer["type"] == "error" else payload.get("errors", [])
    for error in errors:
        assert error["extensions"]["code"] in ERRORS - OF_THE_SERVER, answer
