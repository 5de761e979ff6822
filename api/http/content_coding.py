"""Compression of responses by `Accept-Encoding`; answers by gzip, in slices of the event loop's time.

The length of a compressed answer depends on the cards in it, and an observer of the network sees that length.
Compressed answers are therefore padded to whole blocks.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Final

from msgspec import Struct

from api.http.negotiation import MAX_CACHED_LENGTH, weights
from application.runtime.time_slices import TIME_SLICER

MIN_SIZE: Final = 1_024
"""Bytes from which a body is compressed; shorter ones fit into a packet anyway."""
LEVEL: Final = 5
"""Compression level: 8 ms of processor time for each megabyte; level 6 takes a third more for 4 % less."""
SLICE_SIZE: Final = 32_768
"""Bytes that are compressed before other work of the event loop may have its turn."""
BLOCK: Final = 64
"""Compressed bodies are multiples of this many bytes."""
BROTLI: Final = "br"
GZIP: Final = "gzip"
_RAW_DEFLATE: Final = -zlib.MAX_WBITS
_HEADER: Final = b"\x1f\x8b\x08\x10" + bytes(5) + b"\xff"
"""Header of a gzip file (RFC 1952): deflate, a comment, no time, unknown system."""
_TRAILER_SIZE: Final = 8


class Codings(Struct, frozen=True):
    """The codings of a response that a client accepts."""

    brotli: bool
    """True if Brotli is accepted, and not less than gzip or an unchanged body."""
    gzip: bool
    """True if gzip is accepted, and not less than an unchanged body."""
    identity: bool
    """True if an unchanged body is accepted."""


def codings(header: str | None) -> Codings:
    """Return the codings that an `Accept-Encoding` header allows; without one, only an unchanged body."""
    if not header:
        return _UNCHANGED
    return _cached(header) if len(header) <= MAX_CACHED_LENGTH else _codings(header)


_UNCHANGED: Final = Codings(brotli=False, gzip=False, identity=True)


def _codings(header: str) -> Codings:
    accepted = weights(header)
    wild = accepted.get("*", 0.0)
    brotli = accepted.get(BROTLI, wild)
    gzip = accepted.get(GZIP, accepted.get("x-gzip", wild))
    # An unchanged body is accepted, though least, unless it is excluded.
    identity = accepted.get("identity", accepted.get("*"))
    return Codings(
        brotli=brotli > 0 and brotli >= max(gzip, identity or 0.0),
        gzip=gzip > 0 and gzip >= (identity or 0.0),
        identity=identity is None or identity > 0,
    )


_cached: Final = lru_cache(maxsize=256)(_codings)


async def gzipped(body: bytes) -> bytes:
    """Return a body compressed with gzip, padded to a multiple of `BLOCK` bytes by a comment."""
    compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, _RAW_DEFLATE)
    slices = (body[start : start + SLICE_SIZE] for start in range(0, len(body), SLICE_SIZE))
    parts = [compressor.compress(each) async for each in TIME_SLICER.iterate(slices)]
    content = b"".join((*parts, compressor.flush()))
    comment = b" " * (-(len(_HEADER) + 1 + len(content) + _TRAILER_SIZE) % BLOCK) + b"\0"
    trailer = zlib.crc32(body).to_bytes(4, "little") + (len(body) & 0xFFFF_FFFF).to_bytes(4, "little")
    return b"".join((_HEADER, comment, content, trailer))
