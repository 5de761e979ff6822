"""Checkpoints and proofs of C2SP as texts.

Sources: <https://c2sp.org/tlog-checkpoint>, <https://c2sp.org/tlog-proof>.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence

from msgspec import Struct


class Checkpoint(Struct, frozen=True):
    """The size and the root of a log's tree at one moment."""

    origin: str
    """The name of the log, alike for all its checkpoints."""
    size: int
    root: bytes

    def text(self) -> str:
        """Return the text of the checkpoint's note."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


def proof_text(index: int, hashes: Sequence[bytes], note: str) -> str:
    """Return the proof that the leaf at an index is in the tree of a signed checkpoint."""
    lines = ["c2sp.org/tlog-proof@v1", f"index {index}", *(b64encode(each).decode() for each in hashes)]
    return "\n".join([*lines, "", note])
