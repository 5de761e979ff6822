"""Messages of one commit that are ready for their sockets, written one directly after the other.

A reader that is awake takes the next message without a further wake-up, and the code between two writes
would let it fall asleep again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Final, Protocol, TypeAlias

from msgspec import Struct

from application.codec import Version
from application.runtime.step_clock import processor_seconds_since
from application.runtime.work_accounts import Account

MAX_BYTES: Final = 1_048_576
"""Bytes that the messages of pending writes may take, without those that several writes share."""

Writer: TypeAlias = Callable[[bytes], object]

logger = logging.getLogger(__name__)


class Writable(Protocol):
    """A socket."""

    def writer(self) -> Writer | None:
        """Return what writes without waiting; None if there is no room for more now."""
        ...


class StreamProgress(Protocol):
    """The progress of a subscriber's stream."""

    after: Version | None
    """The last version that was sent."""


class Buffer(Protocol):
    """The buffer of a subscriber."""

    def put(self, items: Sequence[Any]) -> None:
        """Append items."""
        ...


class PendingWrite(Struct):
    """The bytes of a message, its socket, and the items in it."""

    socket: Writable
    encoded: bytes
    items: Sequence[Any]
    account: Account
    """Pays for the write."""
    progress: StreamProgress
    buffer: Buffer
    """Receives the items if they cannot be written."""
    is_written: bool = False


class PendingWrites(list[PendingWrite]):
    """The writes of one commit."""

    _size = 0
    """Bytes of the messages among them that were made for one write."""

    def make_room(self, size: int) -> None:
        """Carry the writes out if they hold many bytes, before a message of some bytes is added."""
        self._size += size
        if self._size > MAX_BYTES:
            self.carry_out()
            self._size = size

    def carry_out(self) -> None:
        """Write to all sockets; what cannot be written goes to the subscriber's buffer."""
        begun = perf_counter()
        for each in self:
            try:
                # Asked only now: an earlier write to the same socket may have filled it.
                write = each.socket.writer()
                if write is not None:
                    write(each.encoded)
                    each.is_written = True
            except Exception:
                # The commit goes to other subscribers as well.
                logger.exception("a message cannot be written")
        if self:
            # The writes are alike, so that one reading of the clock serves for all.
            seconds = processor_seconds_since(begun) / len(self)
            for each in self:
                each.account.add(seconds)
                if each.is_written:
                    each.progress.after = each.items[-1].version
                else:
                    each.buffer.put(each.items)
            self.clear()
