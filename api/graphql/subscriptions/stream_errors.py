"""Errors of streams that the server ends early; the error code says how to resume."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from api.graphql.context import Context
from api.graphql.errors.faults import fault, refused
from api.graphql.limits.rates import TooManyRequests
from api.monitoring.counters import SUBSCRIPTIONS
from application.codec import Version
from application.watching.subscriber_buffer import Disconnected, Interrupted, Restored, SlowConsumer
from domain.refusals import Refusal

LOOK_AGAIN: Final = 0.5
"""Seconds between two checks whether the server stops, while a stream waits for its turn."""


class Progress:
    """Progress of a stream, so that its final error can name the version to resume after."""

    def __init__(self, after: Version | None = None) -> None:
        self.after = after
        """The last version that was sent; None for a stream without versions, which restarts instead."""


@contextmanager
def resumable(progress: Progress, context: Context) -> Iterator[None]:
    """Count a stream for its caller, and convert the exception that ends it into a top-level error."""
    try:
        with context.account.streaming(), SUBSCRIPTIONS.track_inprogress():
            yield
    except Refusal as refusal:
        raise refused(refusal) from refusal
    except Disconnected as cut:
        if isinstance(cut, Restored):
            error = fault(
                "LOG_RESTORED", "The games were put back from a backup: load the game again from its start."
            )
            # A version from before the restore is no place to resume.
            progress.after = None
        elif isinstance(cut, SlowConsumer):
            error = fault("SLOW_CONSUMER", "Too much waits for you: read faster, and subscribe again.")
        else:
            error = fault("STREAM_INTERRUPTED", "The server cannot go on: subscribe again.")
        if progress.after is not None:
            error.extensions = {**(error.extensions or {}), "after": progress.after}
        raise error from cut


async def fair_turn(context: Context) -> None:
    """Wait while the caller of a stream has had more than its share of a busy server.

    Raises Interrupted when the server stops meanwhile.
    """
    while True:
        try:
            await context.account.turn(0.0, LOOK_AGAIN)
        except TooManyRequests as refused:
            if context.services.watching.stopped:
                raise Interrupted from refused
        else:
            return
