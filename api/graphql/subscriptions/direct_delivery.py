"""Delivers messages of a game's subscribers at once: shared payloads, written to sockets that have room.

A subscriber whose socket has no room, whose caller is over its share or whose messages cannot be shared
receives them through its buffer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from time import perf_counter
from typing import Any, Final, Protocol, TypeVar

from api.graphql.context import Context
from api.graphql.execution.planned.planned_messages import messages_of_task
from application.runtime.step_clock import processor_seconds_since
from application.watching.subscriber_buffer import TakeAtOnce

MAX_AT_ONCE: Final = 100
"""Maximum messages of one commit that are delivered at once; more of them would block the event loop."""

MAX_BYTES_AT_ONCE: Final = 65_536
"""Maximum bytes of one commit's messages that are delivered at once: what a socket takes without waiting."""

logger = logging.getLogger(__name__)

T = TypeVar("T")


class MessageSocket(Protocol):
    """The socket of one operation."""

    def has_room(self) -> bool:
        """Return whether messages can be written without waiting."""
        ...

    def write_at_once(self, payloads: Sequence[bytes]) -> None:
        """Write messages with these payloads; there is room."""
        ...


socket_of_task: ContextVar[MessageSocket | None] = ContextVar("socket", default=None)
"""The socket of the operation that the current task runs; None for another transport."""


def at_once(
    context: Context, sent: Callable[[T], None], value_of: Callable[[T], Any]
) -> TakeAtOnce[T] | None:
    """Return what takes the items of the current task's subscription; None if nothing can be taken.

    `value_of` returns the message of an item; `sent` receives the last item that was delivered.
    """
    messages, socket = messages_of_task.get(), socket_of_task.get()
    if messages is None or socket is None or messages.has_report:
        return None
    account = context.account

    def take(items: Sequence[T]) -> bool:
        if len(items) > MAX_AT_ONCE or not socket.has_room() or account.is_heavy():
            return False
        begun = perf_counter()
        try:
            payloads = completed(items)
            if payloads is None:
                return False
            socket.write_at_once(payloads)
        except Exception:
            # The commit goes to other subscribers as well. This one receives it, or the error, by its buffer.
            logger.exception("A message cannot be delivered at once")
            return False
        finally:
            account.add(processor_seconds_since(begun))
        sent(items[-1])
        return True

    def completed(items: Sequence[T]) -> list[bytes] | None:
        payloads: list[bytes] = []
        size = 0
        for each in items:
            payload = messages.complete_at_once(value_of(each), context, only_shared=True)
            if payload is None or (size := size + len(payload.encoded)) > MAX_BYTES_AT_ONCE:
                return None
            payloads.append(payload.encoded)
        return payloads

    return take
