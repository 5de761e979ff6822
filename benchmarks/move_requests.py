"""HTTP requests of moves as clients send them: the pages in Chromium, and the Python client."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import msgspec

from domain.commands import Move
from kibitz_client.documents import Documents, command_operation
from kibitz_client.schema.documents import FRAGMENTS

_BROWSER_HEADERS: Final = (
    'sec-ch-ua-platform: "Linux"\r\n'
    'sec-ch-ua: "Chromium";v="142", "Not_A Brand";v="99"\r\n'
    "sec-ch-ua-mobile: ?0\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/142.0.0.0 Safari/537.36\r\n"
    "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\n"
    "Accept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-GB,en;q=0.9\r\n"
    "Accept: application/graphql-response+json\r\n"
)
_CLIENT_HEADERS: Final = (
    f"Accept: */*\r\nAccept-Encoding: gzip, deflate\r\nUser-Agent: python-httpx/{httpx.__version__}\r\n"
)
_FOLDER: Final = re.compile(r"/web/\w+/")
"""The address of the folder of the pages' modules."""


class Sender(Enum):
    """The program whose requests a load imitates."""

    PAGES = "the pages"
    """The trusted document of a move by its id, with the expected version; the answer has the new version."""
    CLIENT = "the Python client"
    """The text of a document; the answer has the events and the game as the player sees it."""


ACCEPTED: Final = b'Accepted"'
"""A part of each answer to an accepted move, and of no other."""


def check_accepted(answer: bytes) -> None:
    """Raise RuntimeError unless an answer, with its head, is that to an accepted move."""
    if ACCEPTED in answer:
        return
    head, _, body = answer.partition(b"\r\n\r\n")
    # Long answers are compressed.
    if b"content-encoding: gzip" in head and ACCEPTED in (body := gzip.decompress(body)):
        return
    raise RuntimeError(f"a move was not accepted: {body.decode(errors='replace')}")


async def operation_ids(http: httpx.AsyncClient) -> Mapping[str, str]:
    """Return the ids of the trusted documents, from the module that the pages import."""
    page = (await http.get("/", headers={"Accept": "text/html"})).raise_for_status().text
    found = _FOLDER.search(page)
    assert found is not None, "the page loads its modules from there"
    module = (await http.get(f"{found[0]}operations.js")).raise_for_status().text
    ids: Mapping[str, str] = json.loads(module.removeprefix("export const operations = ").rstrip(";\n"))
    return ids


class MoveRequests:
    """Builds the requests of moves for one server."""

    def __init__(self, base: str, sender: Sender, operations: Mapping[str, str]) -> None:
        self._base = base
        self._host = urlsplit(base).netloc
        self._sender = sender
        self._operations = operations

    def build(self, move: Move, game: str, token: str, command_id: str, version: int) -> tuple[bytes, ...]:
        """Return the parts of a move's request; `version` is that of the game before it.

        Thousands of requests share the part with the document.
        """
        fields: dict[str, Any] = msgspec.to_builtins(move)
        name = fields.pop("type")
        del fields["by"]
        values = {"commandId": command_id, "game": game, **fields}
        if self._sender is Sender.CLIENT:
            return self._parts(_text_member(name), values, token, _CLIENT_HEADERS)
        values["expectedVersion"] = version
        origin = f"Origin: {self._base}\r\nReferer: {self._base}/games/{game}\r\n"
        member = _member("documentId", self._operations[name])
        return self._parts(member, values, token, _BROWSER_HEADERS + origin)

    def _parts(
        self, document: bytes, values: Mapping[str, object], token: str, headers: str
    ) -> tuple[bytes, ...]:
        end = b'"variables":' + msgspec.json.encode({"input": values}) + b"}"
        head = (
            f"POST /graphql HTTP/1.1\r\nHost: {self._host}\r\nConnection: keep-alive\r\n{headers}"
            f"Content-Type: application/json\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Length: {1 + len(document) + len(end)}\r\n\r\n{{"
        )
        return head.encode(), document, end


def _member(name: str, text: str) -> bytes:
    return msgspec.json.encode({name: text})[1:-1] + b","


@lru_cache
def _text_member(name: str) -> bytes:
    return _member("query", Documents(FRAGMENTS).text(command_operation(name)))
