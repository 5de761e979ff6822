"""Tests of servers whose answers are lies, while their log is as it was."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

import httpx
import msgspec
import pytest

from kibitz_client import Connection, GameChanged, HistoryChanged, LogAlarm, LogForged
from kibitz_client.transparency import LogWatcher
from tests.clients.conftest import SignIn
from tests.clients.transparency.conftest import Sign, play_out, seated

pytestmark = pytest.mark.timeout(60)

Lie = Callable[[str], str]


def truth(text: str) -> str:
    return text


class TamperingTransport(httpx.AsyncBaseTransport):
    """Delivers every request, and changes the text of the answers by `lie`."""

    def __init__(self) -> None:
        self._inner = httpx.AsyncHTTPTransport()
        self.begin(truth)

    def begin(self, lie: Lie) -> None:
        """Change all answers from now on."""
        self.lie = lie
        self.lies = 0
        """Number of answers that were changed."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        told = (await response.aread()).decode()
        await response.aclose()
        text = self.lie(told)
        self.lies += text != told
        return httpx.Response(response.status_code, text=text, request=request)

    async def aclose(self) -> None:
        await self._inner.aclose()


class Suspicious(NamedTuple):
    """A client whose server begins to lie to it."""

    watcher: LogWatcher
    transport: TamperingTransport

    @property
    def url(self) -> str:
        """The address of the server."""
        return self.watcher.connection.url


@pytest.fixture
async def bob(signed_in: SignIn) -> AsyncIterator[Suspicious]:
    """Bob, who suspects the server."""
    (guest,) = await signed_in("Bob")
    transport = TamperingTransport()
    async with Connection(guest.url, guest.token, transport=transport) as connection:
        yield Suspicious(LogWatcher(connection), transport)


def _other_size_beside(text: str) -> str:
    return re.sub(r'"size":([0-9]+)', lambda found: f'"size":{int(found[1]) + 1}', text)


LOG_LIES: dict[str, tuple[Lie, type[LogAlarm], str]] = {
    "another root": (lambda text: _with_note(text, _other_root), LogForged, "signature"),
    "another size": (lambda text: _with_note(text, _larger), LogForged, "signature"),
    "another size beside the note": (_other_size_beside, LogForged, "and has signed"),
    "no signature": (lambda text: _with_note(text, _unsigned), LogForged, "signed"),
    "no checkpoint": (lambda text: _without(text, "checkpoint"), HistoryChanged, "shrunk"),
    "no proof of growth": (lambda text: _without(text, "consistency"), HistoryChanged, "gives no proof"),
    "an empty proof": (lambda text: _with(text, "consistency", []), HistoryChanged, "too short"),
    "a wrong proof": (
        lambda text: _with(text, "consistency", ["A" * 43 + "="] * 3),
        HistoryChanged,
        "proof",
    ),
    "no Base64": (lambda text: _with(text, "consistency", ["?"]), HistoryChanged, "Base64"),
    "no key": (lambda text: _with(text, "verifierKey", "nobody"), LogForged, "no verifier key"),
}


def _with(text: str, name: str, value: object) -> str:
    """Replace a field of the log."""
    answer = msgspec.json.decode(text)
    log = (answer.get("data") or {}).get("log")
    if log is not None and name in log:
        log[name] = value
    return msgspec.json.encode(answer).decode()


def _without(text: str, name: str) -> str:
    return _with(text, name, None)


def _with_note(text: str, change: Callable[[list[str]], list[str]]) -> str:
    """Change the lines of the note of the log's checkpoint."""
    answer = msgspec.json.decode(text)
    checkpoint = ((answer.get("data") or {}).get("log") or {}).get("checkpoint")
    if checkpoint is not None:
        checkpoint["note"] = "\n".join(change(checkpoint["note"].split("\n")))
    return msgspec.json.encode(answer).decode()


def _other_root(lines: list[str]) -> list[str]:
    return [*lines[:2], "A" * 43 + "=", *lines[3:]]


def _larger(lines: list[str]) -> list[str]:
    return [lines[0], str(int(lines[1]) + 1), *lines[2:]]


def _unsigned(lines: list[str]) -> list[str]:
    return [*lines[:4], "\u2014 somebody AAAAAAAA", ""]


async def test_lies_about_the_log_raise_the_alarm_and_leave_the_pin(
    signed_in: SignIn, sign: Sign, bob: Suspicious
) -> None:
    (ann,) = await signed_in("Ann")
    pins = bob.watcher.pins
    for name, (lie, alarm, words) in LOG_LIES.items():
        await ann.create_game("oh-hell")
        await sign()
        before = (await bob.watcher.check()).checkpoint
        await ann.create_game("oh-hell")
        size = await sign()
        assert before is not None
        key = pins.newest(bob.url) or ""
        bob.transport.begin(lie)
        with pytest.raises(alarm, match=words) as raised:
            await bob.watcher.check()
        assert bob.transport.lies, name
        assert raised.value.pinned == before.note, name
        assert pins.checkpoint(bob.url, key) == before, name
        bob.transport.begin(truth)
        found = await bob.watcher.check()
        assert found.checkpoint is not None
        assert (found.checkpoint.size, found.restored) == (size, None), name


async def test_an_honest_answer_does_not_undo_a_lie(signed_in: SignIn, sign: Sign, bob: Suspicious) -> None:
    (ann,) = await signed_in("Ann")
    await ann.create_game("oh-hell")
    await sign()
    await bob.watcher.check()

    def lie_once(text: str) -> str:
        return text if bob.transport.lies else _without(text, "checkpoint")

    bob.transport.begin(lie_once)
    with pytest.raises(HistoryChanged, match="shrunk"):
        await bob.watcher.check()
    assert bob.transport.lies == 1
    await bob.watcher.check()


async def test_a_lie_is_told_although_the_server_answers_nothing_after_it(
    signed_in: SignIn, sign: Sign, bob: Suspicious
) -> None:
    (ann,) = await signed_in("Ann")
    await ann.create_game("oh-hell")
    await sign()
    await bob.watcher.check()
    refusal = '{"errors": [{"message": "Something is broken.", "extensions": {"code": "INTERNAL"}}]}'
    bob.transport.begin(lambda text: refusal if bob.transport.lies else _without(text, "checkpoint"))
    with pytest.raises(HistoryChanged, match="shrunk"):
        await bob.watcher.check()
    assert bob.transport.lies == 2


def _records(text: str, change: Callable[[list[str]], list[str]]) -> str:
    """Change the records in an answer."""
    answer = msgspec.json.decode(text)
    game = (answer.get("data") or {}).get("game")
    if game is not None and "events" in game:
        edges = game["events"]["edges"]
        told = change([each["node"]["record"] for each in edges])
        game["events"]["edges"] = [
            {**edge, "node": {**edge["node"], "record": record}}
            for edge, record in zip(edges, told, strict=False)
        ]
    return msgspec.json.encode(answer).decode()


def _own_hand(records: list[str]) -> int:
    return next(index for index, each in enumerate(records) if '"HandDealt"' in each and '"open"' in each)


def _other_card(records: list[str]) -> list[str]:
    index = _own_hand(records)
    record = msgspec.json.decode(records[index])
    record["open"]["cards"][1].reverse()
    records[index] = msgspec.json.encode(record).decode()
    return records


def _later(records: list[str]) -> list[str]:
    record = msgspec.json.decode(records[-1])
    record["at"] += 1
    return [*records[:-1], msgspec.json.encode(record).decode()]


def _proof(text: str, name: str, value: object) -> str:
    answer = msgspec.json.decode(text)
    proof = ((answer.get("data") or {}).get("game") or {}).get("proof")
    if proof is not None:
        proof[name] = value(proof[name]) if callable(value) else value
    return msgspec.json.encode(answer).decode()


GAME_LIES: dict[str, tuple[Lie, str]] = {
    "another card": (lambda text: _records(text, _other_card), "opens 'cards' otherwise"),
    "another time": (lambda text: _records(text, _later), "not the ones that it has shown before"),
    "an event less": (lambda text: _records(text, lambda found: found[:-1]), "and shows"),
    "an event left out": (lambda text: _records(text, lambda found: found[:2] + found[3:]), "is missing"),
    "no event": (lambda text: _records(text, lambda found: []), "and shows 0"),
    "a proof of another leaf": (
        lambda text: _proof(text, "text", lambda proof: proof.replace("index ", "index 1", 1)),
        "its proof",
    ),
    "a proof of an earlier version": (lambda text: _proof(text, "version", 3), "its proof"),
    "a proof of a later version": (lambda text: _proof(text, "version", 9_999), "it proves 9999 events"),
    "no proof": (lambda text: _proof(text, "text", "none"), "this is no proof"),
    "another checkpoint beside a proof": (
        lambda text: _proof(text, "checkpoint", lambda stated: {**stated, "size": stated["size"] + 1}),
        "and has signed",
    ),
}


async def test_lies_about_a_game_raise_the_alarm_and_leave_its_head(
    signed_in: SignIn, sign: Sign, bob: Suspicious
) -> None:
    ann, cyd = await signed_in("Ann", "Cyd")
    game = await seated(ann, bob.watcher.connection, cyd)
    await play_out(game, ann, bob.watcher.connection, cyd)
    await sign()
    assert (await bob.watcher.check_game(game)).checkpoint is not None
    for name, (lie, words) in GAME_LIES.items():
        bob.transport.begin(lie)
        with pytest.raises(GameChanged, match=words) as raised:
            await bob.watcher.check_game(game)
        assert bob.transport.lies, name
        assert (raised.value.game, raised.value.pinned is not None) == (game, True), name
        bob.transport.begin(truth)
        assert (await bob.watcher.check_game(game)).checkpoint is not None, name
