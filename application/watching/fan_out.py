"""Fan-out of one game's commits: each is read once, and redacted and folded once per viewer."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, TypeVar

from application.codec import GameId, RecordedEvent, Version
from application.runtime.coalesced_query import CoalescedQuery
from application.store.port import Store
from application.talk.phrases import SaidPhrase, sees
from application.watching.game_updates import GameUpdate, commits_of, is_whole
from application.watching.pending_writes import PendingWrites
from application.watching.readable_commit import ReadableCommit
from application.watching.subscriber_buffer import Disconnected, Interrupted, Restored, SharedItems
from application.watching.subscriber_groups import GameSubscriber, SubscriberGroups
from application.watching.table_signals import PresenceChange, SeatListener, TableSignal, TableState, ignore
from application.watching.viewer_folds import ViewerFolds
from domain.events import DeckRevealed, PlayerId
from domain.state import OVER, Game
from domain.view import View, viewer_of
from domain.visibility import SPECTATOR, Viewer

MAX_BUFFERED: Final = 2_000
"""Events, or commits, that a subscriber's buffer may hold before the subscriber is disconnected."""

PAGE: Final = 500
"""Number of missed events read at a time."""

MAX_SIGNALS: Final = 200
"""Signals that a subscriber's buffer may hold before the subscriber is disconnected."""

T = TypeVar("T")


class GameFanOut:
    """The subscribers to one game in this process, and the game's public view."""

    def __init__(
        self, store: Store, game: GameId, max_buffered: int, seat_listener: SeatListener = ignore
    ) -> None:
        self.game = game
        self.version: Version = 0
        """Version of the last commit received from the log; later commits go to all subscribers."""
        self.public = View()
        self.subscriber_count = 0
        """Number of subscribers, including those that are still joining."""
        self.opening = asyncio.Lock()
        """Lock held while the game is read for the first time."""
        self.catch_up_together = CoalescedQuery(self.catch_up)
        """Brings the fan-out up to date once for all subscribers that join at about the same time."""
        self._store = store
        self._max_buffered = max_buffered
        self._event_subscribers = SubscriberGroups[RecordedEvent](game)
        self._update_subscribers = SubscriberGroups[GameUpdate](game)
        self._signal_subscribers = SubscriberGroups[TableSignal](game)
        self._followers: Counter[PlayerId] = Counter()
        """Subscribers to events or updates by player, in any seat or none."""
        self._seated: frozenset[PlayerId] = frozenset()
        """The followers with a seat, as the seat listener knows them."""
        self._seat_listener = seat_listener
        self._folds: dict[Viewer, ViewerFolds] = {}
        self._reveals: list[tuple[Version, int]] = []
        """The versions of the reveals, with their shuffles."""
        self._rest: list[RecordedEvent] = []
        """Events after `version`, of a commit that may not be complete."""
        self._ended = False
        self._error: type[Disconnected] | None = None

    @property
    def is_interrupted(self) -> bool:
        """True if its streams have ended with an error, so that later subscribers need another fan-out."""
        return self._error is not None

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.public.game.stage in OVER

    @property
    def received(self) -> Version:
        """Version of the last event received from the log."""
        return self._rest[-1].version if self._rest else self.version

    def admits(self, player: PlayerId | None) -> bool:
        """Return whether the player may currently watch the game."""
        return self.version > 0 and self.public.game.admits(player)

    def revealed_at(self, version: Version) -> frozenset[int]:
        """Return the shuffles that were revealed at a version."""
        return frozenset(shuffle for at, shuffle in self._reveals if at <= version)

    def snapshot(self, player: PlayerId | None) -> GameUpdate:
        """Return the game as it stands, for a player."""
        viewer = viewer_of(self.public.game, player)
        view = self.public if viewer is SPECTATOR else None
        return GameUpdate(self.version, self._folds_of(viewer), self.public.revealed, view=view)

    def subscription(self, player: PlayerId | None) -> AbstractContextManager[GameSubscriber[RecordedEvent]]:
        """Return a context with a subscriber; it receives all events after `version`."""
        return self._joined(self._event_subscribers, player)

    def update_subscription(
        self, player: PlayerId | None
    ) -> AbstractContextManager[GameSubscriber[GameUpdate]]:
        """Return a context with a subscriber; it receives an update of each commit after `version`."""
        return self._joined(self._update_subscribers, player)

    def signal_subscription(
        self, player: PlayerId | None
    ) -> AbstractContextManager[GameSubscriber[TableSignal]]:
        """Return a context with a subscriber to signals; it receives the table's state first."""
        return self._joined_signals(player)

    def signal_phrase(self, phrase: SaidPhrase) -> None:
        """Send a phrase to those who may see it."""
        for subscriber in self._signal_subscribers:
            if sees(self.public.game, subscriber.player, phrase):
                subscriber.put([phrase])

    def signal_presence(self, player: PlayerId, present: bool) -> None:
        """Send a change of a player's presence to the seats, while the game is not over."""
        game = self.public.game
        seat = game.seat_of(player)
        if seat is not None and not self.is_over:
            for subscriber in self._signal_subscribers:
                if game.seat_of(subscriber.player) is not None:
                    subscriber.put([PresenceChange(seat, present)])

    def deliver(self, recorded: Sequence[RecordedEvent]) -> bool:
        """Deliver the game's commits, in order, to the subscribers; skip events delivered before.

        Events of a commit that may continue are kept until it is complete. Returns False, and delivers
        nothing, when events before them are missing.
        """
        new = [each for each in recorded if each.version > self.received]
        if not new:
            return True
        if new[0].version != self.received + 1:
            return False
        commits = list(commits_of([*self._rest, *new]))
        self._rest = [] if is_whole(commits[-1]) else commits.pop()
        self._publish(commits)
        return True

    async def missed_updates(self, viewer: Viewer, after: Version) -> AsyncGenerator[GameUpdate]:
        """Yield the updates of the commits after a version, up to the current one."""
        # Read before the first wait: the subscriber receives the commits after this version.
        upto = self.version
        folds = ViewerFolds(self._store, self.game, viewer)
        rest: list[RecordedEvent] = []
        while after < upto:
            found = await self._store.read(self.game, after=after, upto=min(after + PAGE, upto))
            if not found:
                raise Restored
            after = found[-1].version
            commits = list(commits_of([*rest, *found]))
            # The fan-out's version is the end of a commit, the end of a page may be within one.
            rest = commits.pop() if after < upto else []
            for commit in commits:
                version = commit[-1].version
                yield GameUpdate(version, folds, self.revealed_at(version), commit)

    async def catch_up(self) -> None:
        """Deliver everything up to the end of the game's stream."""
        missed = PAGE
        while missed == PAGE:
            after = self.received
            found = await self._store.read(self.game, after, after + PAGE)
            missed = len(found)
            self.deliver(found)
        self._complete(found[-1].version if found else after)
        if self.is_over:
            self.end()

    def end(self, error: type[Disconnected] | None = None) -> None:
        """End all streams after their buffered events; with an error of class `error`, signals too."""
        self._ended, self._error = True, self._error or error
        subscribers: list[GameSubscriber[Any]] = [*self._event_subscribers, *self._update_subscribers]
        if error is not None:
            # Signals go on after the end of the game: players say goodbye.
            subscribers += self._signal_subscribers
        for subscriber in subscribers:
            subscriber.end(None if error is None else error())

    def _complete(self, version: Version) -> None:
        # The stream ends at the version: the commit of the kept events is complete if they end there too.
        if self._rest and self._rest[-1].version == version:
            commit, self._rest = self._rest, []
            self._publish([commit])

    @contextmanager
    def _joined(
        self, subscribers: SubscriberGroups[T], player: PlayerId | None
    ) -> Iterator[GameSubscriber[T]]:
        subscriber = GameSubscriber[T](player, self._max_buffered)
        if self._ended:
            subscriber.end(None if self._error is None else self._error())
        subscribers.add(subscriber)
        self._count_follower(player, 1)
        try:
            yield subscriber
        finally:
            subscribers.discard(subscriber)
            self._count_follower(player, -1)

    @contextmanager
    def _joined_signals(self, player: PlayerId | None) -> Iterator[GameSubscriber[TableSignal]]:
        subscriber = GameSubscriber[TableSignal](player, MAX_SIGNALS)
        subscriber.put([TableState(self.public.game)])
        if self._error is not None:
            subscriber.end(self._error())
        self._signal_subscribers.add(subscriber)
        try:
            yield subscriber
        finally:
            self._signal_subscribers.discard(subscriber)

    def _count_follower(self, player: PlayerId | None, change: int) -> None:
        if player is not None:
            self._followers[player] += change
            if not self._followers[player]:
                del self._followers[player]
            self._note_seated()

    def _note_seated(self) -> None:
        """Tell the seat listener which followers have a seat now."""
        if self._followers or self._seated:
            seats = self.public.game.seats
            before = self._seated
            self._seated = frozenset(seat.player for seat in seats if seat.player in self._followers)
            for player in before ^ self._seated:
                self._seat_listener(self.game, player, player in self._seated)

    def _publish(self, commits: Sequence[Sequence[RecordedEvent]]) -> None:
        try:
            for commit in commits:
                self._publish_commit(commit)
        except Exception:
            # Some subscribers may have received a commit that others lack.
            self.end(Interrupted)
            raise

    def _publish_commit(self, commit: Sequence[RecordedEvent]) -> None:
        before = self.public.game
        self.public = self.public.after(each.event for each in commit)
        self.version = commit[-1].version
        self._signal_state(before)
        self._note_seated()
        self._reveals += (
            (each.version, each.event.shuffle) for each in commit if isinstance(each.event, DeckRevealed)
        )
        readable = ReadableCommit(commit, self.public.revealed)
        writes = PendingWrites()
        for viewer, subscribers in self._event_subscribers.admitted(self.public.game):
            events = readable.events_for(viewer)
            for subscriber in subscribers:
                subscriber.put(events, writes)
        updates: dict[Viewer, SharedItems[GameUpdate]] = {}
        for viewer, watchers in self._update_subscribers.admitted(self.public.game):
            if viewer not in updates:
                updates[viewer] = SharedItems([self._update(commit, viewer)])
            for watcher in watchers:
                watcher.put(updates[viewer], writes)
        writes.carry_out()

    def _signal_state(self, before: Game) -> None:
        """Send the table's state if the subscribers may see more than before, or less."""
        game, ended = self.public.game, self.is_over and before.stage not in OVER
        changed = ended or [seat.player for seat in game.seats] != [seat.player for seat in before.seats]
        for _, subscribers in self._signal_subscribers.admitted(game):
            for subscriber in subscribers if changed else ():
                subscriber.put([TableState(game)])

    def _update(self, commit: Sequence[RecordedEvent], viewer: Viewer) -> GameUpdate:
        view = self.public if viewer is SPECTATOR else None
        return GameUpdate(self.version, self._folds_of(viewer), self.public.revealed, commit, view)

    def _folds_of(self, viewer: Viewer) -> ViewerFolds:
        if viewer not in self._folds:
            self._folds[viewer] = ViewerFolds(self._store, self.game, viewer, shared=True)
        return self._folds[viewer]
