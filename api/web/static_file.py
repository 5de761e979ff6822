"""A file for browsers: its content, plain and compressed, and the headers of its responses."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cached_property
from typing import Final

import brotli
from starlette.requests import Request
from starlette.responses import Response

from api.http.caching import etag_of, is_unchanged
from api.http.content_coding import BROTLI, GZIP, codings

_CONTENT_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    "": "text/plain; charset=utf-8",
}
"""Content types by suffix; licences have no suffix."""
SUFFIXES: Final = frozenset(_CONTENT_TYPES)
"""The suffixes of the files that are served."""
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Vary": "Accept-Encoding",
}


BEST: Final = 11
"""Brotli's highest quality: 14 ms of processor time for a page of 7 kB."""
FAST: Final = 5
"""A quality for content that is compressed at each request: half a millisecond, for a tenth more bytes."""


class StaticFile:
    """A file that stays the same while the server runs. The first request for a coding compresses it."""

    def __init__(
        self,
        suffix: str,
        content: bytes,
        headers: Mapping[str, str],
        *,
        quality: int = BEST,
        immutable: bool = False,
    ) -> None:
        """Give the file the content type of the suffix; `headers` are sent with it.

        An immutable file has no entity tag, because browsers never ask for it again.
        """
        self.content = content
        self._quality = quality
        self.etag = None if immutable else etag_of(content)
        self.headers: Mapping[str, str] = {"Content-Type": _CONTENT_TYPES[suffix], **_HEADERS, **headers}

    @cached_property
    def brotli(self) -> bytes:
        """The content compressed with Brotli (RFC 7932)."""
        compressed: bytes = brotli.compress(self.content, mode=brotli.MODE_TEXT, quality=self._quality)
        return compressed

    @cached_property
    def gzipped(self) -> bytes:
        """The content compressed with gzip (RFC 1952)."""
        return gzip.compress(self.content, 9, mtime=0)

    def response(self, request: Request, status: int = 200) -> Response:
        """Return the response to a request for the file."""
        headers = dict(self.headers)
        if self.etag is not None:
            headers["ETag"] = self.etag
            if status == 200 and is_unchanged(request.headers.get("if-none-match"), self.etag):
                return Response(status_code=304, headers=headers)
        coding, body = self._coded(request.headers.get("accept-encoding"))
        if coding:
            headers["Content-Encoding"] = coding
        headers["Content-Length"] = str(len(body))
        return Response(b"" if request.method == "HEAD" else body, status, headers)

    def _coded(self, accept_encoding: str | None) -> tuple[str | None, bytes]:
        """Return the best accepted coding and the content in it, or None and the plain content."""
        accepted = codings(accept_encoding)
        if accepted.brotli and len(self.brotli) < len(self.content):
            return BROTLI, self.brotli
        if accepted.gzip and len(self.gzipped) < len(self.content):
            return GZIP, self.gzipped
        return None, self.content
