"""Views of one viewer of a game, folded commit by commit and shared by all subscribers with that view."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextvars import Context
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from application.codec import GameId, RecordedEvent, Version
from application.runtime.time_slices import TIME_SLICER
from application.store.port import Store
from application.watching.subscriber_buffer import Restored
from application.watching.view_folding import BATCH, fold_view
from domain.events import Event
from domain.view import View
from domain.visibility import SPECTATOR, Viewer, marks

MAX_MOMENTS: Final = 20
"""Maximum moments of one commit. Only machine players make longer commits: they play whole games in one."""
_READ_SIZE: Final = 500
"""Number of events read at a time."""

Moments = list[tuple[Version, View]]
"""Views by the versions that they show."""


class CommitMoments(Struct, frozen=True):
    """A commit as a replay shows it: the view before it, and the views after its events."""

    before: View
    after: Moments


class ViewerFolds:
    """The two folds of a game for one viewer: the view as it was live, and the view that a replay shows.

    They differ in cards that a reveal shows: the live view keeps them face down, a replay turns them up.
    Folding one commit after the other is fast. Any other order is possible, and reads the log.
    """

    def __init__(self, store: Store, game: GameId, viewer: Viewer, *, shared: bool = False) -> None:
        """Begin before the first event; `shared` folds serve several callers."""
        self.viewer = viewer
        self._live = _LiveFold(store, game, viewer)
        # A seat has one player, so only spectators share with other callers.
        self._replay = _ReplayFold(store, game, viewer, shared=shared and viewer is SPECTATOR)

    async def view(self, version: Version, recorded: Sequence[RecordedEvent] = ()) -> View:
        """Return the view at a version, of which `recorded` are the last events."""
        return _of_viewer(await self._live.view(version, recorded), self.viewer)

    async def moments(self, recorded: Sequence[RecordedEvent], revealed: frozenset[int]) -> CommitMoments:
        """Return the views before a commit and after each of its first `MAX_MOMENTS` events.

        `revealed` contains the shuffles that are revealed at the end of the commit.
        """
        moments = await self._replay.moments(recorded, revealed)
        return CommitMoments(
            _of_viewer(moments.before, self.viewer),
            [(version, _of_viewer(view, self.viewer)) for version, view in moments.after],
        )


class _LiveFold:
    """The view that a viewer had at a version: a reveal shows no card of earlier events."""

    def __init__(self, store: Store, game: GameId, viewer: Viewer) -> None:
        self._store = store
        self._game = game
        self._begin = View(viewer=viewer)
        self._lock = asyncio.Lock()
        self._version: Version = 0
        self._view = self._begin

    async def view(self, version: Version, recorded: Sequence[RecordedEvent]) -> View:
        async with self._lock:
            before = version - len(recorded)
            if self._version == version:
                return self._view
            if self._version == before:
                known = self._view
            else:
                known = await self._read_up_to(before)
            view = await fold_view(known, recorded)
            # A subscriber that lags behind does not set back the fold of the others.
            if version > self._version:
                self._version, self._view = version, view
            return view

    async def _read_up_to(self, version: Version) -> View:
        begun = self._version <= version
        after, view = (self._version, self._view) if begun else (0, self._begin)
        while after < version:
            found = await _read_page(self._store, self._game, after, version)
            after, view = found[-1].version, await fold_view(view, found)
        return view


class _ReplayFold:
    """The view that a replay shows: the fold of all events with the reveals that are known by now.

    A reveal changes what earlier events showed. The fold keeps the view before the first event of each
    shuffle that is not revealed, and folds the events since then again when it is.
    """

    def __init__(self, store: Store, game: GameId, viewer: Viewer, *, shared: bool) -> None:
        self._store = store
        self._game = game
        self._viewer = viewer
        self._shared = shared
        self._lock = asyncio.Lock()
        self._state = _ReplayState(0, View(viewer=viewer), {})

    async def moments(self, recorded: Sequence[RecordedEvent], revealed: frozenset[int]) -> CommitMoments:
        async with self._lock:
            first, last = recorded[0].version, recorded[-1].version
            state = self._state
            if state.version >= first:
                state = _ReplayState(0, View(viewer=self._viewer), {})
            state = state.with_revealed(revealed)
            if state.version < first - 1:
                await self._run(self._read_up_to(state, first - 1))
            before = state.view
            moments: Moments = []
            for each in recorded[:MAX_MOMENTS]:
                await state.fold([each])
                moments.append((state.version, state.view))
            if len(recorded) > MAX_MOMENTS:
                await self._run(state.fold(recorded[MAX_MOMENTS:]))
            if last > self._state.version:
                self._state = state
            return CommitMoments(before, moments)

    async def _run(self, work: Coroutine[Any, Any, None]) -> None:
        await (_without_account(work) if self._shared else work)

    async def _read_up_to(self, state: _ReplayState, version: Version) -> None:
        while state.version < version:
            await state.fold(await _read_page(self._store, self._game, state.version, version))


class _ReplayState:
    """A replay's view at a version, with the views to which reveals lead back."""

    def __init__(self, version: Version, view: View, starts: dict[int, tuple[Version, View]]) -> None:
        self.version = version
        self.view = view
        self._starts = starts
        """By shuffle that is not revealed: the version and the view before its first event."""

    def with_revealed(self, revealed: frozenset[int]) -> _ReplayState:
        """Return the state to continue from when these shuffles are revealed."""
        changed = (start for shuffle, start in self._starts.items() if shuffle in revealed)
        version, view = min(changed, key=lambda start: start[0], default=(self.version, self.view))
        starts = {
            shuffle: start
            for shuffle, start in self._starts.items()
            if shuffle not in revealed and start[0] <= version
        }
        return _ReplayState(version, replace(view, revealed=revealed), starts)

    async def fold(self, recorded: Sequence[RecordedEvent]) -> None:
        """Fold the next events; a few of them at once, many in slices."""
        for number, each in enumerate(recorded, 1):
            self._note_start(each.event)
            self.version, self.view = each.version, self.view.after([each.event])
            if number % BATCH == 0 and TIME_SLICER.is_used_up():
                await TIME_SLICER.wait_for_turn()

    def _note_start(self, event: Event) -> None:
        for _, mark in marks(type(event)):
            if mark.until is not None:
                shuffle = getattr(event, mark.until)
                if shuffle not in self.view.revealed:
                    self._starts.setdefault(shuffle, (self.version, self.view))


def _of_viewer(view: View, viewer: Viewer) -> View:
    """Return a view with its viewer; before the start every viewer is a spectator."""
    known = SPECTATOR if view.game.table is None else viewer
    return view if view.viewer == known else replace(view, viewer=known)


async def _read_page(store: Store, game: GameId, after: Version, upto: Version) -> Sequence[RecordedEvent]:
    found = await store.read(game, after=after, upto=min(after + _READ_SIZE, upto))
    if not found:
        raise Restored
    return found


async def _without_account(work: Coroutine[Any, Any, None]) -> None:
    """Run work that no caller's share of the server delays, because other callers wait for it as well.

    Its time is counted for the caller nevertheless.
    """
    await asyncio.create_task(work, context=Context())
