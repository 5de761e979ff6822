"""Recognises plain requests by their heads: a POST of JSON that asks for nothing unusual."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct
from starlette.types import Scope

from api.fair_share.first_headers import first_headers
from api.graphql.limits.cost_report import HEADER as COST_HEADER
from api.http.negotiation import JSON, MAX_CACHED_LENGTH, RequestRefused, accepted
from api.transport.host_check import KnownHosts

PATH: Final = "/graphql"
MAX_BODY: Final = 65_536
"""Maximum bytes of a plain request's body; a longer one makes the connection pause."""
_MAX_DIGITS: Final = 8
"""Maximum digits of a length, so that no long number is parsed."""
_JSON: Final = JSON.encode()
_UNUSUAL: Final = frozenset(
    (
        b"content-encoding",
        b"expect",
        b"transfer-encoding",
        b"upgrade",
        COST_HEADER.lower().encode(),
    )
)
"""Headers that only unusual requests have; and a plain request has no header twice."""


class PlainRequest(Struct, frozen=True):
    """The head of a plain request."""

    media_type: str
    """The media type of the answer."""
    streams: bool
    """True if the caller accepts a streamed answer, too."""
    accept_encoding: str
    authorization: str | None


class PlainRequests:
    """Recognises the plain requests to a server."""

    def __init__(self, hosts: KnownHosts | None, max_body: int, *, has_origins: bool) -> None:
        """Recognise requests for some hosts, None for any.

        `has_origins` is whether pages of other origins may call the server: answers to pages then differ.
        """
        self._hosts = hosts
        self.max_body = min(max_body, MAX_BODY)
        """Maximum bytes of a body."""
        self._unusual = _UNUSUAL | {b"origin"} if has_origins else _UNUSUAL

    def read(self, scope: Scope) -> PlainRequest | None:
        """Return a plain request, None for any other."""
        if (
            scope["type"] != "http"
            or scope["method"] != "POST"
            or scope["path"] != PATH
            or scope["http_version"] != "1.1"
        ):
            return None
        found = first_headers(scope)
        get = found.get
        if len(found) < len(scope["headers"]) or not self._unusual.isdisjoint(found):
            return None
        length = get(b"content-length", b"")
        if (
            get(b"content-type") != _JSON
            or len(length) > _MAX_DIGITS
            or not length.isdigit()
            or int(length) > self.max_body
        ):
            return None
        if self._hosts is not None and not self._hosts.accepts(get(b"host", b"")):
            return None
        accept, accept_encoding = get(b"accept", b""), get(b"accept-encoding", b"")
        is_short = len(accept) + len(accept_encoding) <= MAX_CACHED_LENGTH
        forms = (_cached_forms if is_short else _forms)(accept, accept_encoding)
        if forms is None:
            return None
        authorization = get(b"authorization")
        return PlainRequest(*forms, None if authorization is None else authorization.decode("latin-1"))


def _forms(accept: bytes, accept_encoding: bytes) -> tuple[str, bool, str] | None:
    """Return the first fields of a plain request with these headers; None if it is not plain."""
    try:
        forms = accepted(accept.decode("latin-1"))
    except RequestRefused:
        return None
    return None if forms.json is None else (forms.json, forms.stream, accept_encoding.decode("latin-1"))


_cached_forms: Final = lru_cache(maxsize=256)(_forms)
