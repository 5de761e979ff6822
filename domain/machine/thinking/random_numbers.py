"""Random numbers that depend only on a seed, equal on every platform and in every version of Python."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from hashlib import shake_256
from struct import Struct as Packing
from typing import Final, TypeVar

_NUMBERS_OF_BLOCK: Final = 512
_BLOCK: Final = Packing(f">{_NUMBERS_OF_BLOCK}Q")
_UNIT: Final = 2.0**-53

T = TypeVar("T")


class RandomNumbers:
    """A sequence of random numbers: blocks of SHAKE-256 (FIPS 202) over the seed and the block's number.

    >>> numbers = RandomNumbers(b"seed")
    >>> [numbers.below(53) for _ in range(4)]
    [41, 21, 14, 51]
    """

    __slots__ = ("random",)

    def __init__(self, seed: bytes) -> None:
        self.random = _numbers(seed).__next__
        """Returns the next number, at least 0 and below 1, a multiple of 2 ** -53."""

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1; `limit` is far below 2 ** 53."""
        return int(self.random() * limit)

    def choice(self, values: Sequence[T]) -> T:
        """Return one of the values."""
        return values[int(self.random() * len(values))]

    def shuffle(self, values: MutableSequence[T]) -> None:
        """Shuffle the values in place."""
        self.draw(values, len(values))

    def draw(self, values: MutableSequence[T], count: int) -> None:
        """Move `count` random values to the beginning, in random order."""
        random, left = self.random, len(values)
        for place in range(count):
            other = place + int(random() * left)
            values[place], values[other] = values[other], values[place]
            left -= 1


def _numbers(seed: bytes) -> Iterator[float]:
    block = 0
    while True:
        digest = shake_256(seed + block.to_bytes(8)).digest(_BLOCK.size)
        for number in _BLOCK.unpack(digest):
            yield (number >> 11) * _UNIT
        block += 1
