"""Features of hands: a numbered list of properties that a hand has or lacks, arranged in blocks."""

from __future__ import annotations

from collections.abc import Iterable


class Block:
    """Features of which a hand has at most one, such as the possible numbers of its trumps."""

    __slots__ = ("first", "last", "name")

    def __init__(self, name: str, first: int, size: int) -> None:
        self.name = name
        self.first = first
        self.last = first + size - 1

    def at(self, value: int) -> int:
        """Return the number of the feature for a value from 0; the last feature is for all higher values."""
        return min(self.first + value, self.last)


class Features:
    """The features of a variant's hands: blocks that are numbered one after the other."""

    def __init__(self, blocks: Iterable[tuple[str, int]]) -> None:
        """Number the features of blocks, each given by its name and its size."""
        self.sizes = tuple(blocks)
        """The name and the size of each block."""
        found, count = [], 0
        for name, size in self.sizes:
            found.append(Block(name, count, size))
            count += size
        self.blocks = tuple(found)
        self.count = count
