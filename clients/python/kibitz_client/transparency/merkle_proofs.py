"""Proofs that a log contains an entry, and that one tree is the beginning of another.

Source: RFC 9162, sections 2.1.3.2 and 2.1.4.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256


class InvalidProof(ValueError):
    """A proof does not show what it should; the message gives the reason."""


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node above two others."""
    return sha256(b"\x01" + left + right).digest()


def check_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> None:
    """Check that a leaf's hash is at an index of the tree with a size and a root; raises InvalidProof."""
    if not 0 <= index < size:
        raise InvalidProof(f"a tree of {size} leaves has no leaf {index}")
    place, last, found = index, size - 1, leaf
    for sibling in proof:
        if not last:
            raise InvalidProof("the proof is too long")
        if place & 1 or place == last:
            found = node_hash(sibling, found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        place, last = place >> 1, last >> 1
    if last:
        raise InvalidProof("the proof is too short")
    if found != root:
        raise InvalidProof("the proof leads to another root")


def check_consistency(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> None:
    """Check that a tree is the beginning of another one; raises InvalidProof."""
    if not 0 <= old <= new:
        raise InvalidProof(f"a tree of {old} leaves is not the beginning of one of {new}")
    if old in (0, new):
        if proof:
            raise InvalidProof("the proof is too long")
        if old and old_root != new_root:
            raise InvalidProof("there are two roots for one size")
        return
    hashes = list(proof)
    if not old & (old - 1):
        hashes.insert(0, old_root)
    if not hashes:
        raise InvalidProof("the proof is too short")
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    of_old = of_new = hashes[0]
    for sibling in hashes[1:]:
        if not last:
            raise InvalidProof("the proof is too long")
        if place & 1 or place == last:
            of_old, of_new = node_hash(sibling, of_old), node_hash(sibling, of_new)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            of_new = node_hash(of_new, sibling)
        place, last = place >> 1, last >> 1
    if last:
        raise InvalidProof("the proof is too short")
    if (of_old, of_new) != (old_root, new_root):
        raise InvalidProof("the proof leads to other roots")
