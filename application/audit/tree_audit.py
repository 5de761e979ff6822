"""Roots of the log's tree, computed again from the events themselves."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from application.codec import GameId, Position, RecordedEvent, StoredForm
from application.records.record import NO_HEAD, head_after, record_of
from application.transparency.merkle_tree import leaf_hash, node_hash, root_hash


class TreeAudit:
    """Computes the roots at given sizes while the events of a log are added in their order."""

    def __init__(self, sizes: Collection[int]) -> None:
        self._sizes = frozenset(sizes)
        self._heads: dict[GameId, bytes] = {}
        self._subtrees: list[tuple[int, bytes]] = []
        """Level and hash of the complete subtrees, from left to right."""
        self._size = 0
        self.roots: dict[int, bytes] = {}
        """The roots by size, as far as the log has been read."""

    @property
    def size(self) -> Position:
        """The number of events that were added."""
        return self._size

    def add(self, recorded: Sequence[RecordedEvent], forms: Sequence[StoredForm]) -> None:
        """Add the next events with their stored forms; raises CorruptEvent."""
        for each, form in zip(recorded, forms, strict=True):
            head = head_after(self._heads.get(each.game, NO_HEAD), record_of(each, form).digest())
            self._heads[each.game] = head
            self._append(leaf_hash(head))
            if self._size in self._sizes:
                self.roots[self._size] = self._root()

    def _append(self, leaf: bytes) -> None:
        self._size += 1
        level, right = 0, leaf
        while self._subtrees and self._subtrees[-1][0] == level:
            right = node_hash(self._subtrees.pop()[1], right)
            level += 1
        self._subtrees.append((level, right))

    def _root(self) -> bytes:
        by_level = dict(self._subtrees)
        return root_hash(self._size, lambda level, _: by_level[level])
