"""Delivers messages of a game's subscribers at once: shared bytes, written to sockets that have room.

A subscriber whose socket has no room, whose caller is over its share or whose messages cannot be shared
receives them through its buffer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence, Set
from contextvars import ContextVar
from time import perf_counter
from typing import Any, Final, Generic, Protocol, TypeVar

from api.graphql.context import Context
from api.graphql.execution.planned.planned_messages import PlannedMessages, messages_of_task
from api.graphql.execution.planned.shared_payloads import Key
from api.graphql.subscriptions.stream_errors import Progress
from api.monitoring.counters import MESSAGES
from application.codec import RecordedEvent
from application.runtime.step_clock import processor_seconds_since
from application.watching.game_updates import GameUpdate
from application.watching.pending_writes import Buffer, PendingWrite, PendingWrites, Writable
from application.watching.subscriber_buffer import SharedItems, TakeAtOnce

MAX_AT_ONCE: Final = 100
"""Maximum messages of one commit that are delivered at once; more of them would block the event loop."""

MAX_BYTES_AT_ONCE: Final = 65_536
"""Maximum bytes of one commit's messages that are delivered at once: what a socket takes without waiting."""

MAX_KEPT: Final = 32
"""Payloads and bytes of one commit beyond which those for further documents and ids are not kept."""

logger = logging.getLogger(__name__)

T = TypeVar("T", bound=RecordedEvent | GameUpdate)


class MessageSocket(Writable, Protocol):
    """The socket of one operation."""

    operation_id: str
    """The id of the operation, which all of its messages name: sockets with the same one write the same."""

    def encode(self, payloads: Sequence[bytes]) -> bytes:
        """Return the bytes of messages with these payloads."""
        ...


socket_of_task: ContextVar[MessageSocket | None] = ContextVar("socket", default=None)
"""The socket of the operation that the current task runs; None for another transport."""


def everyone(selected: Set[str]) -> Key:
    """Return the key of messages that all subscribers share to whom the same items are shown."""
    return ()


def at_once(
    context: Context,
    progress: Progress,
    value_of: Callable[[T], Any],
    sharers: Callable[[Set[str]], Key] = everyone,
) -> TakeAtOnce[T] | None:
    """Return what takes the items of the current task's subscription; None if nothing can be taken.

    `value_of` returns the message of an item; `progress` receives the version of the last item that was
    written. `sharers` returns, for the names of the selected fields, what else than the items and the plan
    messages depend on.
    """
    messages, socket = messages_of_task.get(), socket_of_task.get()
    if messages is None or socket is None or messages.has_report:
        return None
    return _DirectDelivery(context, messages, socket, progress, value_of, sharers).take


class _DirectDelivery(Generic[T]):
    """Delivers to one subscription.

    Most of the time of a commit with many subscribers is spent here, so shared bytes take few calls.
    """

    __slots__ = (
        "_account",
        "_context",
        "_key",
        "_messages",
        "_own_key",
        "_progress",
        "_sharers",
        "_socket",
        "_value_of",
    )

    def __init__(
        self,
        context: Context,
        messages: PlannedMessages,
        socket: MessageSocket,
        progress: Progress,
        value_of: Callable[[T], Any],
        sharers: Callable[[Set[str]], Key],
    ) -> None:
        self._account = context.account
        self._context = context
        self._messages = messages
        self._socket = socket
        self._progress = progress
        self._value_of = value_of
        self._sharers = sharers
        self._key: Key | None = None
        """The key of the payloads that are shared; None until some were."""
        self._own_key: Key | None = None
        """The key of the bytes that are shared, which contain the operation's id."""

    def take(self, items: Sequence[T], writes: PendingWrites, buffer: Buffer) -> bool:
        """Add the message of some items to the writes; returns False if it cannot, and adds none then."""
        if self._account.is_heavy():
            return False
        encoded = items.made.get(self._own_key) if type(items) is SharedItems else None
        if encoded is not None:
            MESSAGES.counts["shared"] += len(items)
        elif (encoded := self._measured(items)) is None:
            return False
        else:
            writes.make_room(len(encoded))
        writes.append(PendingWrite(self._socket, encoded, items, self._account, self._progress, buffer))
        return True

    def _measured(self, items: Sequence[T]) -> bytes | None:
        """Return the bytes of the items' messages, made at the caller's expense, as `_encoded` does."""
        begun = perf_counter()
        try:
            return self._encoded(items)
        except Exception:
            # The commit goes to other subscribers as well. This one receives it, or the error, by its buffer.
            logger.exception("A message cannot be delivered at once")
            return None
        finally:
            self._account.add(processor_seconds_since(begun))

    def _encoded(self, items: Sequence[T]) -> bytes | None:
        """Return the bytes of the items' messages; None if they cannot be delivered at once."""
        if self._socket.writer() is None:
            return None
        made = items.made if type(items) is SharedItems else {}
        payloads: Sequence[bytes] | None = None if self._key is None else made.get(self._key)
        if payloads is not None:
            MESSAGES.counts["shared"] += len(items)
        elif (payloads := self._completed(items)) is None:
            return None
        if self._key is None and (key := self._messages.key_of_shared(self._sharers)) is not None:
            self._key, self._own_key = key, (*key, self._socket.operation_id)
        encoded = self._socket.encode(payloads)
        if self._key is not None and len(made) < MAX_KEPT:
            made[self._key], made[self._own_key] = payloads, encoded
        return encoded

    def _completed(self, items: Sequence[T]) -> list[bytes] | None:
        """Return the payloads of the items; None if they cannot be delivered at once."""
        if len(items) > MAX_AT_ONCE:
            return None
        payloads: list[bytes] = []
        size = 0
        for each in items:
            value = self._value_of(each)
            payload = self._messages.complete_at_once(value, self._context, only_shared=True)
            if payload is None or (size := size + len(payload.encoded)) > MAX_BYTES_AT_ONCE:
                return None
            payloads.append(payload.encoded)
        return payloads
