"""Bounded memory of the events that this process appended last, from which it feeds its own followers.

Only committed events are in it. Older events and those of other processes are missing: a follower reads these
from the log.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from threading import Lock
from typing import Final, TypeAlias

from eventsourcing.persistence import PersistenceError

from application.codec import Position, RecordedEvent
from application.store.encoded_append import AppendResult, EncodedAppend
from application.store.port import Append, EventKey, EventTypes, LogIdentity, LogRestored, LogSlice
from application.store.rows import recorded_events

MAX_RECENT_EVENTS: Final = 4_096
"""Maximum number of recent events in memory."""
MAX_RECENT_BYTES: Final = 4_194_304
"""Maximum bytes of these events in their stored form."""

RecordedAppend: TypeAlias = Sequence[RecordedEvent] | PersistenceError
"""A command's events as recorded, or the error that prevented the append."""


class RecentEvents:
    """The events that this process appended last, by position; may be used from several threads."""

    def __init__(self, max_events: int = MAX_RECENT_EVENTS, max_bytes: int = MAX_RECENT_BYTES) -> None:
        self._max_events = max_events
        self._max_bytes = max_bytes
        self._lock = Lock()
        # Not a plain dictionary, which takes ever longer to find its first item after the removal of others.
        self._events: OrderedDict[Position, tuple[RecordedEvent, int]] = OrderedDict()
        """The events with the bytes of their stored forms, in the order of their positions."""
        self._bytes = 0
        self._identity: LogIdentity | None = None
        self._head: Position = 0

    @property
    def head(self) -> Position:
        """Position of the last event that this process appended, 0 if it is not known."""
        return self._head

    def add(self, identity: LogIdentity, events: Iterable[tuple[RecordedEvent, int]]) -> None:
        """Add events that were committed, in the order of their positions, with the bytes of each."""
        added = {event.position: (event, size) for event, size in events}
        if not added:
            return
        with self._lock:
            if identity != self._identity or next(iter(added)) <= self._head:
                # In a restored log, the events that are known are of another past.
                self._clear()
                self._identity = identity
            self._events.update(added)
            self._bytes += sum([size for _, size in added.values()])
            self._head = next(reversed(added))
            while len(self._events) > self._max_events or self._bytes > self._max_bytes:
                _, (_, size) = self._events.popitem(last=False)
                self._bytes -= size

    def add_batch(
        self,
        identity: LogIdentity,
        batch: Iterable[tuple[Append, EncodedAppend]],
        outcomes: Iterable[AppendResult],
    ) -> list[RecordedAppend]:
        """Add the events of a batch that were committed; return the outcomes with the events as recorded."""
        recorded: list[RecordedAppend] = []
        added: list[tuple[RecordedEvent, int]] = []
        is_restored = False
        for (append, entry), outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, PersistenceError):
                is_restored = is_restored or isinstance(outcome, LogRestored)
                recorded.append(outcome)
                continue
            events = recorded_events(append, outcome)
            recorded.append(events)
            sizes = (len(state) for _, state in entry.events)
            added += zip(events, sizes, strict=True)
        if is_restored:
            # Some of the entries may have been appended before the restore, and be gone.
            self.clear()
        elif added:
            self.add(identity, sorted(added, key=lambda each: each[0].position))
        return recorded

    def clear(self) -> None:
        """Forget all events: the log may be another one now, such as a restored backup."""
        with self._lock:
            self._clear()

    def ends_with(self, identity: LogIdentity, head: Position, key: EventKey | None) -> bool:
        """Return whether a log ends with what this process appended last; `key` is that of its head."""
        with self._lock:
            known = identity == self._identity and head == self._head
            return known and key is not None and self._key_at(head) == key

    def ends_where(self, seen: LogSlice) -> bool:
        """Return whether a slice ends where the log does, as far as this process and the slice know."""
        with self._lock:
            is_same = seen.identity == self._identity and seen.upto == self._head
            return is_same and (seen.head or 0) <= seen.upto and self._key_at(seen.upto) == seen.end

    def slice_after(self, seen: LogSlice, length: int, event_types: EventTypes) -> LogSlice | None:
        """Return the slice of the log that continues a slice, None unless its first event is known.

        Its `head` is the last position that either slice knows of. The event at which the slice begins must
        be known, too: otherwise the two slices could be of different pasts of a restored log.
        """
        after = seen.upto
        with self._lock:
            if seen.identity != self._identity or (after and self._key_at(after) != seen.end):
                return None
            found: list[RecordedEvent] = []
            for position in range(after + 1, after + length + 1):
                if (kept := self._events.get(position)) is None:
                    break
                found.append(kept[0])
            head = max(self._head, seen.head or 0)
        if not found:
            return None
        events = found if event_types is None else [each for each in found if type(each.event) in event_types]
        upto, end = found[-1].position, EventKey(found[-1].game, found[-1].version)
        return LogSlice(after, upto, events, seen.identity, head, seen.end, end)

    def _clear(self) -> None:
        self._events.clear()
        self._bytes, self._identity, self._head = 0, None, 0

    def _key_at(self, position: Position) -> EventKey | None:
        kept = self._events.get(position)
        return None if kept is None else EventKey(kept[0].game, kept[0].version)
