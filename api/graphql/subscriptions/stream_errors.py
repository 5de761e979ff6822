"""Errors of streams that the server ends early; the error code says how to resume."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from api.graphql.context import Context
from api.graphql.errors.faults import NOT_TO_BLAME, blamed, fault
from api.graphql.limits.rates import TooManyRequests
from api.monitoring.counters import SUBSCRIPTIONS
from application.codec import Version
from application.watching.subscriber_buffer import Disconnected, Interrupted, Restored, SlowConsumer
from domain.refusals import Refusal

STOP_CHECK_INTERVAL: Final = 0.5
"""Seconds between checks whether the server is stopping, while a stream waits for its turn."""


class Progress:
    """Progress of a stream, so that its final error can name the version or cursor to resume after."""

    def __init__(self, after: Version | None = None) -> None:
        """Begin after a version."""
        self.after = after
        """The last version that was sent; None for a stream without versions, which restarts instead."""
        self.cursor: Callable[[Version], str] | None = None
        """Returns the cursor of a version; None for a stream without cursors."""

    @property
    def extensions(self) -> dict[str, Any]:
        """The value to resume after, for the extensions of an error."""
        if self.after is None:
            return {}
        return {"after": self.after if self.cursor is None else self.cursor(self.after)}


@contextmanager
def resumable(
    progress: Progress, context: Context, *, at: Mapping[type[Refusal], str] = NOT_TO_BLAME
) -> Iterator[None]:
    """Count a stream for its caller, and convert the exception that ends it into a top-level error.

    `at` names the arguments to blame for some refusals.
    """
    with converted(progress, at=at), context.account.streaming(), SUBSCRIPTIONS.track_inprogress():
        yield


@contextmanager
def converted(progress: Progress, *, at: Mapping[type[Refusal], str] = NOT_TO_BLAME) -> Iterator[None]:
    """Convert an exception that ends a stream into a top-level error, which says where to resume."""
    try:
        yield
    except Refusal as refusal:
        raise blamed(refusal, at) from refusal
    except Disconnected as error:
        if isinstance(error, Restored):
            answer = fault(
                "LOG_RESTORED", "The games were restored from a backup: load the game again from its start."
            )
            # A version from before the restore is no place to resume.
            progress.after = None
        elif isinstance(error, SlowConsumer):
            answer = fault("SLOW_CONSUMER", "You read too slowly and were disconnected: subscribe again.")
        else:
            answer = fault("STREAM_INTERRUPTED", "The server ended this subscription: subscribe again.")
        answer.extensions = {**(answer.extensions or {}), **progress.extensions}
        raise answer from error


async def fair_turn(context: Context) -> None:
    """Wait while the caller of a stream has had more than its share of a busy server.

    Raises Interrupted when the server stops meanwhile.
    """
    while True:
        try:
            await context.account.turn(0.0, STOP_CHECK_INTERVAL)
        except TooManyRequests as refused:
            if context.services.watching.stopped:
                raise Interrupted from refused
        else:
            return
