"""How streams end early: cut off by the server, with a code that says to come back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from api.counters import SUBSCRIPTIONS
from api.graphql.context import Context
from api.graphql.faults import fault, refused
from api.graphql.rates import TooManyRequests
from application.delivery import CutOff, Interrupted, Restored, SlowConsumer
from application.recorded import Version
from domain.refusals import Refusal

LOOK_AGAIN: Final = 0.5
"""Seconds after which a stream that waits for its turn looks whether the server stops."""


class Progress:
    """How far a stream has come, so that its end can say from where to go on."""

    def __init__(self, after: Version | None = None) -> None:
        self.after = after
        """The last version that was sent; None where a stream has no versions, and begins anew."""


@contextmanager
def resumable(progress: Progress, context: Context) -> Iterator[None]:
    """Count a stream as its caller's, and turn what it ends with into the error that its client gets."""
    try:
        with context.account.streaming(), SUBSCRIPTIONS.track_inprogress():
            yield
    except Refusal as refusal:
        raise refused(refusal) from refusal
    except CutOff as cut:
        if isinstance(cut, Restored):
            error = fault(
                "LOG_RESTORED", "The games were put back from a backup: load the game again from its start."
            )
            # Where it was is nowhere to go on from.
            progress.after = None
        elif isinstance(cut, SlowConsumer):
            error = fault("SLOW_CONSUMER", "Too much waits for you: read faster, and subscribe again.")
        else:
            error = fault("STREAM_INTERRUPTED", "The server cannot go on: subscribe again.")
        if progress.after is not None:
            error.extensions = {**(error.extensions or {}), "after": progress.after}
        raise error from cut


async def fair_turn(context: Context) -> None:
    """Wait until the caller of a stream has not had more than its share of a busy server.

    Raises Interrupted when the server stops, which does not wait for that.
    """
    while True:
        try:
            await context.account.turn(0.0, LOOK_AGAIN)
        except TooManyRequests as refused:
            if context.services.watching.stopped:
                raise Interrupted from refused
        else:
            return
