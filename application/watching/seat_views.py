"""The views of a game's seats, each folded when it is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from domain.events import Event, GameStarted
from domain.view import View
from domain.visibility import SPECTATOR, Viewer

MAX_UNFOLDED: Final = 1_000
"""Number of events kept for views that lack them; each copy of more folds a view that lacks the most.

More than most games have; they take about a tenth of a megabyte.
"""


class SeatViews:
    """The view of each seat after all events so far; a view that nobody reads is not folded.

    Before the start no field is private, so a single view, the spectator's, serves every player. Equal if
    the views are.
    """

    __slots__ = ("_count", "_events", "_folded", "_views")

    def __init__(self) -> None:
        """Begin before the first event."""
        self._views = [View(viewer=SPECTATOR, remembers=True)]
        self._folded = [0]
        """The number of the `_events` that each view contains."""
        self._events: list[Event] = []
        """The events that views may lack; copies share the list, and the latest copy adds to it."""
        self._count = 0
        """The number of the `_events` so far; further ones are of later copies."""

    def __len__(self) -> int:
        return len(self._views)

    def __getitem__(self, place: int) -> View:
        """Return the view at a place, which is that of the seat once the game has started."""
        view, folded, count = self._views[place], self._folded[place], self._count
        if folded < count:
            view = self._views[place] = view.after(self._events[folded:count])
            self._folded[place] = count
        return view

    def __iter__(self) -> Iterator[View]:
        return (self[place] for place in range(len(self._views)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeatViews) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def of(self, viewer: Viewer) -> View:
        """Return the view of a viewer; raises LookupError if there is none."""
        for place, view in enumerate(self._views):
            if view.viewer == viewer:
                return self[place]
        raise LookupError("after the start only the views of the seats are kept")

    def add(self, event: Event) -> None:
        """Add an event."""
        if len(self._events) > self._count:
            # Another copy has added other events.
            self._events = self._events[: self._count]
        self._events.append(event)
        self._count += 1
        if type(event) is GameStarted:
            self._views = self[0].by_seat()
            self._folded = [0] * len(self._views)
            self._events, self._count = [], 0

    def copy(self) -> SeatViews:
        """Return the same views, to which other events can be added."""
        if self._count > MAX_UNFOLDED:
            self._shorten()
        copied = SeatViews.__new__(SeatViews)
        copied._views = self._views.copy()
        copied._folded = self._folded.copy()
        copied._events, copied._count = self._events, self._count
        return copied

    def _shorten(self) -> None:
        """Fold one of the views that lack the most, and forget the events that all views contain.

        One at a time: to fold all views at once would delay the other games.
        """
        # A view is folded when it is read.
        _ = self[self._folded.index(min(self._folded))]
        if done := min(self._folded):
            self._events, self._count = self._events[done : self._count], self._count - done
            self._folded = [folded - done for folded in self._folded]
