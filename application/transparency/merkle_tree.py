"""Merkle trees of RFC 6962: roots and proofs from the hashes of complete subtrees.

A complete subtree at level `l` and index `i` covers the leaves from `i` · 2^`l` up to (`i` + 1) · 2^`l`.
Source: RFC 9162, sections 2.1.1, 2.1.3.1 and 2.1.4.1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

Subtree = Callable[[int, int], bytes]
"""Returns the hash of the complete subtree at a level and an index."""


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node above two others."""
    return sha256(b"\x01" + left + right).digest()


def root_hash(size: int, subtree: Subtree) -> bytes:
    """Return the root of the tree of the first `size` leaves."""
    return _range_hash(0, size, subtree) if size else sha256().digest()


def inclusion_proof(index: int, size: int, subtree: Subtree) -> list[bytes]:
    """Return the proof that the leaf at an index, below `size`, is in the tree of that size."""
    return _path(index, 0, size, subtree)


def consistency_proof(old: int, new: int, subtree: Subtree) -> list[bytes]:
    """Return the proof that the tree of size `old`, above 0, is the beginning of the tree of size `new`."""
    return _subproof(old, 0, new, subtree, is_known=True)


def merged(hashes: Sequence[bytes]) -> bytes:
    """Return the hash above hashes of the same level, whose number is a power of two."""
    while len(hashes) > 1:
        hashes = [node_hash(*pair) for pair in zip(hashes[::2], hashes[1::2], strict=True)]
    return hashes[0]


def _range_hash(begin: int, end: int, subtree: Subtree) -> bytes:
    count = end - begin
    split = _split(count)
    if count == 2 * split or count == 1:
        level = count.bit_length() - 1
        return subtree(level, begin >> level)
    middle = begin + split
    return node_hash(_range_hash(begin, middle, subtree), _range_hash(middle, end, subtree))


def _path(index: int, begin: int, end: int, subtree: Subtree) -> list[bytes]:
    if end - begin == 1:
        return []
    middle = begin + _split(end - begin)
    if index < middle:
        return [*_path(index, begin, middle, subtree), _range_hash(middle, end, subtree)]
    return [*_path(index, middle, end, subtree), _range_hash(begin, middle, subtree)]


def _subproof(old: int, begin: int, end: int, subtree: Subtree, *, is_known: bool) -> list[bytes]:
    if old == end:
        return [] if is_known else [_range_hash(begin, end, subtree)]
    middle = begin + _split(end - begin)
    if old <= middle:
        rest = _range_hash(middle, end, subtree)
        return [*_subproof(old, begin, middle, subtree, is_known=is_known), rest]
    first = _range_hash(begin, middle, subtree)
    return [*_subproof(old, middle, end, subtree, is_known=False), first]


def _split(count: int) -> int:
    """Return the largest power of two below a number, 0 for 1."""
    return 1 << (count - 1).bit_length() >> 1
