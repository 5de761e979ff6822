"""Updates of a game: one per commit, as one viewer may see it, computed when it is read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from application.codec import RecordedEvent, Version, is_same_commit
from application.redaction import redact_events
from application.store.port import LogIdentity
from application.watching.viewer_folds import CommitMoments, ViewerFolds
from domain.view import View


class ResumePoint(Struct, frozen=True, kw_only=True):
    """The last version of a game that a subscriber has received, and the log that it came from."""

    log: LogIdentity
    version: Version


class GameUpdate:
    """A commit, or a snapshot that has no events; shared by all subscribers with the same viewer.

    Its content depends on the log up to the commit alone: who resumes receives the same updates as a
    subscriber that stayed.
    """

    def __init__(
        self,
        version: Version,
        folds: ViewerFolds,
        revealed: frozenset[int],
        recorded: Sequence[RecordedEvent] = (),
        view: View | None = None,
    ) -> None:
        """Create the update of a commit, whose last event has the version.

        `revealed` contains the shuffles that are revealed up to then. `view` is the view, if it is known.
        """
        self.version = version
        self._folds = folds
        self._revealed = revealed
        self._recorded = recorded
        self._view = view
        self._moments: CommitMoments | None = None
        self._lock = asyncio.Lock()

    @property
    def is_snapshot(self) -> bool:
        """True if this is the game as it stands, and not a commit."""
        return not self._recorded

    @cached_property
    def events(self) -> tuple[RecordedEvent, ...]:
        """The events of the commit, redacted for the viewer."""
        return redact_events(self._recorded, View(viewer=self._folds.viewer, revealed=self._revealed))

    async def view(self) -> View:
        """Return the viewer's view after the commit."""
        if self._view is None:
            self._view = await self._folds.view(self.version, self._recorded)
        return self._view

    async def moments(self) -> CommitMoments | None:
        """Return the views before and after the first `MAX_MOMENTS` events, as a replay shows them by then.

        None for a snapshot.
        """
        if self.is_snapshot:
            return None
        async with self._lock:
            if self._moments is None:
                self._moments = await self._folds.moments(self._recorded, self._revealed)
        return self._moments


def commits_of(recorded: Sequence[RecordedEvent]) -> Iterator[list[RecordedEvent]]:
    """Yield consecutive events of a game by commit; the last one may continue after them."""
    commit: list[RecordedEvent] = []
    for each in recorded:
        if commit and not is_same_commit(commit[-1], each):
            yield commit
            commit = []
        commit.append(each)
    if commit:
        yield commit


def is_whole(commit: Sequence[RecordedEvent]) -> bool:
    """Return whether a commit certainly ends with its last event.

    Without further events this is unknown for events that an older program stored.
    """
    return commit[-1].last == commit[-1].version
