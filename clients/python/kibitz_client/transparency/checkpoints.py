"""Signed checkpoints of a log, and proofs that a log contains an entry.

Sources: <https://c2sp.org/tlog-checkpoint>, <https://c2sp.org/tlog-proof>.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from kibitz_client.transparency.merkle_proofs import check_inclusion, leaf_hash
from kibitz_client.transparency.signed_notes import InvalidNote, VerifierKey, decode, open_note

_HEADER: Final = "c2sp.org/tlog-proof@v1"
_NUMBER: Final = "(0|[1-9][0-9]{0,17})"
_HASH: Final = "[A-Za-z0-9+/]{43}="


class Checkpoint(Struct, frozen=True):
    """The size and the root of a log's tree, as the log has signed them."""

    origin: str
    size: int
    root: bytes
    note: str
    """The signed note."""


class LogProof(Struct, frozen=True):
    """A proof that the leaf at an index is in the tree of a checkpoint."""

    index: int
    hashes: tuple[bytes, ...]
    note: str
    """The signed note of the checkpoint."""

    def check(self, entry: bytes, key: VerifierKey) -> Checkpoint:
        """Check that the log has the entry; return the checkpoint. Raises InvalidNote and InvalidProof."""
        checkpoint = open_checkpoint(self.note, key)
        check_inclusion(leaf_hash(entry), self.index, checkpoint.size, self.hashes, checkpoint.root)
        return checkpoint


def open_checkpoint(note: str, key: VerifierKey) -> Checkpoint:
    """Return a checkpoint whose note the log with the key has signed; raises InvalidNote."""
    found = _parsed(open_note(note, key), note)
    if found.origin != key.name:
        raise InvalidNote(f"the checkpoint is of the log {found.origin}, not of {key.name}")
    return found


def unsigned_checkpoint(note: str) -> Checkpoint:
    """Return a checkpoint without checking who has signed its note; raises InvalidNote."""
    text, blank, _ = note.partition("\n\n")
    return _parsed(text + blank[:1], note)


def _parsed(text: str, note: str) -> Checkpoint:
    found = re.fullmatch(f"([^\n]+)\n{_NUMBER}\n({_HASH})\n(?:[^\n]+\n)*", text)
    if found is None:
        raise InvalidNote("the note is no checkpoint")
    origin, size, root = found.groups()
    return Checkpoint(origin, int(size), decode(root), note)


def parse_proof(text: str) -> LogProof:
    """Return a proof from its text; raises InvalidNote."""
    found = re.fullmatch(
        f"{re.escape(_HEADER)}\n(?:extra [A-Za-z0-9+/=]*\n)?index {_NUMBER}\n((?:{_HASH}\n)*)\n(.+)",
        text,
        re.DOTALL,
    )
    if found is None:
        raise InvalidNote("this is no proof of a log")
    index, hashes, note = found.groups()
    return LogProof(int(index), tuple(map(decode, hashes.split())), note)
