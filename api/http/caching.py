"""Caching of responses: which requests may have a cached answer, and entity tags."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from starlette.requests import Request

from api.graphql.limits.cost_report import HEADER as COST_HEADER

PRIVATE: Final = "private, no-store"
"""`Cache-Control` of an answer that is for one reader."""
VARY: Final = f"Accept, Accept-Encoding, Authorization, {COST_HEADER}"
"""The request headers on which an answer depends."""
_OF_ONE_CALLER: Final = ("authorization", "cookie", COST_HEADER)
"""Headers whose senders get an answer of their own."""


def may_be_cached(request: Request) -> bool:
    """Return whether an answer may be public: a trusted document by GET, from a caller without a name."""
    return (
        request.method == "GET"
        and "documentId" in request.query_params
        and not any(name in request.headers for name in _OF_ONE_CALLER)
    )


def public(seconds: int) -> str:
    """Return the `Cache-Control` of an answer that caches may give to anyone for some seconds."""
    return f"public, max-age={seconds}"


def etag_of(content: bytes) -> str:
    """Return the entity tag of a content; it is weak, because the content may be sent in two codings."""
    return f'W/"{sha256(content).hexdigest()[:32]}"'


def is_unchanged(if_none_match: str | None, etag: str) -> bool:
    """Return whether a client's `If-None-Match` header has an entity tag, in weak comparison."""
    opaque = etag.removeprefix("W/")
    tags = [each.strip().removeprefix("W/") for each in (if_none_match or "").split(",")]
    return opaque in tags or "*" in tags
