"""The tour of docs/api.md and docs/reference/api.md: requests over HTTP, streams, sockets and programs."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from tests.api.harness.callers import Client
from tests.api.harness.server_processes import ROOT
from tests.api.harness.socket_client import bare_socket
from tests.pages import SIGN, Block, Operation, blocks, filled, gathered

TOUR = ROOT / "docs" / "api.md"
REFERENCE = ROOT / "docs" / "reference" / "api.md"
"""The page that continues the game of the tour."""
BLOCKS = [*blocks(TOUR), *blocks(REFERENCE)]
BASE = "http://127.0.0.1:8000"
"""The server's address on the page."""
WITHIN = 60.0

SHOWN_ELSEWHERE = ("console", "js")
"""Languages of blocks that other tests run."""


class Message:
    """An HTTP request or response as the page shows it."""

    def __init__(self, text: str) -> None:
        head, _, self.body = text.partition("\n\n")
        self.first, *headers = head.splitlines()
        self.headers = dict(each.split(": ", 1) for each in headers)

    @property
    def is_stream(self) -> bool:
        """True if the body is a stream of events."""
        return self.headers.get("Content-Type", "").startswith("text/event-stream")

    @property
    def decoded_body(self) -> Any:
        """The decoded body."""
        if self.is_stream:
            return list(events(self.body.splitlines()))
        return json.loads(self.body)


def events(lines: list[str]) -> Iterator[list[Any]]:
    """Parse lines as server-sent events, each a name and its data."""
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data:"):
            data = line.removeprefix("data:").strip()
            yield [name, json.loads(data) if data else None]


class Tour:
    """Runs the page's blocks in order, and keeps values from the responses."""

    def __init__(self, url: str, http: httpx.AsyncClient) -> None:
        self.url = url
        self.known: dict[str, Any] = {}
        self._http = http

    async def step(self, block: Block | Operation, answer: Block | None) -> tuple[Any, Any]:
        """Run a block; return the response on the page and the actual one, in the same form."""
        if isinstance(block, Operation):
            assert block.answer is not None, "it shows no answer"
            return block.answer, await self._ask(block)
        match block.language:
            case "http":
                assert answer is not None
                return await self._exchange(Message(block.text), Message(answer.text))
            case "text":
                return await self._talk(block.text.splitlines())
            case "python":
                code = compile(filled(self._localized(block.text), self.known), str(TOUR), "exec")
                await asyncio.to_thread(exec, code, {})
                return None, None
        raise AssertionError(f"no step runs {block.language}")

    def _localized(self, text: str) -> str:
        return text.replace(BASE, self.url.removesuffix("/graphql"))

    async def _ask(self, operation: Operation) -> Any:
        whose = re.match(f"# with {SIGN.pattern}\n", operation.document)
        token = self.known[whose[1] if whose else "anna's token"]
        caller = Client(self._http, token)
        return await caller.ask(operation.document, **filled(operation.variables, self.known))

    async def _exchange(self, request: Message, answer: Message) -> tuple[Any, Any]:
        method, path, _ = request.first.split()
        body = filled(json.loads(request.body), self.known) if request.body else None
        async with self._http.stream(
            method,
            path,
            content=None if body is None else json.dumps(body),
            headers={"Accept": "*/*", **filled(request.headers, self.known)},
        ) as response:
            received: Any
            if answer.is_stream:
                lines: list[str] = []
                async for line in response.aiter_lines():
                    lines.append(line)
                    if len(received := list(events(lines))) == len(answer.decoded_body):
                        break
            else:
                received = json.loads(await response.aread())
        status = f"{response.http_version} {response.status_code} {response.reason_phrase}"
        headers = {name: response.headers.get(name) for name in answer.headers}
        return [answer.first, answer.headers, answer.decoded_body], [status, headers, received]

    async def _talk(self, lines: list[str]) -> tuple[Any, Any]:
        shown, got = [], []
        async with bare_socket(self.url) as socket:
            for line in lines:
                direction, message = line[0], json.loads(line[1:])
                if direction == "→":
                    await socket.send(json.dumps(filled(message, self.known)))
                else:
                    assert direction == "←"
                    shown.append(message)
                    got.append(json.loads(await socket.recv()))
        return shown, got


def steps() -> Iterator[tuple[Block | Operation, Block | None]]:
    """Return the blocks to run, in order; the response to an HTTP request is the next block."""
    waiting = [
        each
        for each in gathered(BLOCKS)
        if isinstance(each, Operation) or each.language not in SHOWN_ELSEWHERE
    ]
    while waiting:
        block, answer = waiting.pop(0), None
        if isinstance(block, Block) and block.language == "http":
            after = waiting.pop(0)
            assert isinstance(after, Block)
            answer = after
        yield block, answer


@asynccontextmanager
async def touring(url: str) -> AsyncIterator[Tour]:
    """Yield a tour of a server."""
    base = url.removesuffix("/graphql")
    async with httpx.AsyncClient(base_url=base, timeout=WITHIN, trust_env=False) as http:
        yield Tour(url, http)
