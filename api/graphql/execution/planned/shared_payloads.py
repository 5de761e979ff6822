"""Payloads of messages that several subscribers receive: completed once, encoded once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from time import monotonic
from typing import Any, Final, TypeAlias

from msgspec import Struct

MAX_PAYLOADS: Final = 512
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
        self._dropping: tuple[asyncio.AbstractEventLoop, asyncio.TimerHandle] | None = None
        """The timer that drops old payloads when no further one is shared, and its loop."""

    def get(self, key: Key) -> Payload | None:
        """Return the payload of a message, None if there is none that may still be shared."""
        found = self._shared.get(key)
        if found is None or monotonic() - found.at > self._max_age:
            return None
        return found.payload

    def put(self, key: Key, payload: Payload, held: tuple[object, ...]) -> None:
        """Share a payload; `held` are the objects whose ids are in the key."""
        self._drop_old()
        if (before := self._shared.pop(key, None)) is not None:
            self._bytes -= len(before.payload.encoded)
        self._shared[key] = _Shared(payload, held, monotonic())
        self._bytes += len(payload.encoded)
        while len(self._shared) > self._max_payloads or self._bytes > self._max_bytes:
            self._drop_oldest()
        self._drop_later()

    def _drop_oldest(self) -> None:
        _, oldest = self._shared.popitem(last=False)
        self._bytes -= len(oldest.payload.encoded)

    def _drop_old(self) -> None:
        # The payloads are in the order of their times.
        first = monotonic() - self._max_age
        while self._shared and next(iter(self._shared.values())).at < first:
            self._drop_oldest()

    def _drop_later(self) -> None:
        """Set the timer, unless it is set or nothing is shared."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            # Without a loop nothing can be timed; the next payload drops the old ones.
            return
        # The timer of a former loop never runs.
        if self._shared and (self._dropping is None or self._dropping[0] is not loop):
            self._dropping = loop, loop.call_later(self._max_age, self._on_time)

    def _on_time(self) -> None:
        self._dropping = None
        self._drop_old()
        self._drop_later()
