"""Payloads of messages that several subscribers receive: completed once, encoded once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from time import monotonic
from typing import Any, Final, TypeAlias

from msgspec import Struct

MAX_PAYLOADS: Final = 2_048
"""Maximum number of shared payloads."""
MAX_BYTES: Final = 4_194_304
"""Maximum bytes of all shared payloads."""
MAX_AGE: Final = 1.0
"""Seconds for which a payload is shared; a name in it may have changed since."""

Key: TypeAlias = tuple[Hashable, ...]


class Payload(Struct, frozen=True):
    """The payload of a message: the data, and the bytes of the whole payload as JSON."""

    data: dict[str, Any]
    encoded: bytes


class _Shared(Struct, frozen=True):
    payload: Payload
    held: tuple[object, ...]
    """The objects whose ids are in the key: while they are held, no other object has their ids."""
    at: float


class SharedPayloads:
    """The payloads of the last messages."""

    def __init__(
        self, *, max_payloads: int = MAX_PAYLOADS, max_bytes: int = MAX_BYTES, max_age: float = MAX_AGE
    ) -> None:
        self._max_payloads = max_payloads
        self._max_bytes = max_bytes
        self._max_age = max_age
        self._shared: OrderedDict[Key, _Shared] = OrderedDict()
        self._bytes = 0

    def get(self, key: Key) -> Payload | None:
        """Return the payload of a message, None if there is none that may still be shared."""
        found = self._shared.get(key)
        if found is None or monotonic() - found.at > self._max_age:
            return None
        return found.payload

    def put(self, key: Key, payload: Payload, held: tuple[object, ...]) -> None:
        """Share a payload; `held` are the objects whose ids are in the key."""
        if (before := self._shared.pop(key, None)) is not None:
            self._bytes -= len(before.payload.encoded)
        self._shared[key] = _Shared(payload, held, monotonic())
        self._bytes += len(payload.encoded)
        while len(self._shared) > self._max_payloads or self._bytes > self._max_bytes:
            _, oldest = self._shared.popitem(last=False)
            self._bytes -= len(oldest.payload.encoded)
