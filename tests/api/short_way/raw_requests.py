"""Builds raw HTTP requests, good and bad."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

JSON: Final = "application/json"
GRAPHQL: Final = "application/graphql-response+json"


def request(
    body: object,
    headers: Sequence[str] = (),
    *,
    token: str | None = None,
    left_out: Sequence[str] = (),
    first_line: str = "POST /graphql HTTP/1.1",
) -> bytes:
    """Return a request with the usual headers but for those left out, and then others."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    usual = {
        "Host": "localhost",
        "Content-Type": JSON,
        "Accept": GRAPHQL,
        "Content-Length": str(len(content)),
        **({} if token is None else {"Authorization": f"Bearer {token}"}),
    }
    lines = [f"{name}: {value}" for name, value in usual.items() if name.lower() not in left_out]
    head = "\r\n".join((first_line, *lines, *headers, "", ""))
    return head.encode("latin-1") + content


def changed(**replaced: str) -> Mapping[str, Any]:
    """Return the options of a request in which usual headers have other values."""
    names = [name.replace("_", "-") for name in replaced]
    lines = [f"{name}: {value}" for name, value in zip(names, replaced.values(), strict=True)]
    return {"headers": lines, "left_out": names}


def chunked(body: bytes, size: int) -> bytes:
    """Return a body in chunks of a size."""
    parts = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(each), each) for each in parts) + b"0\r\n\r\n"
