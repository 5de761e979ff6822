"""The whole verdict on a game file: what the file shows by itself, and what the log's proof shows."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from api.transparency.file_proof import judged_heads, judged_proof
from application.codec import GameId
from application.verification.file_records import MAX_BYTES, read_game_file
from application.verification.game_verification import verified
from application.verification.verdict import Judgement, Part
from kibitz_client.transparency import VerifierKey

STANDARD_INPUT: Final = Path("-")


class UnreadableFile(Exception):
    """A file cannot be read; the message names it and the reason."""


class GameVerdict(Struct, frozen=True, kw_only=True):
    """The verdict on a file, and the head of the game to compare with other readers."""

    game: GameId
    version: int
    head: bytes
    parts: tuple[Part, ...]

    @property
    def exit_status(self) -> int:
        """Status 1 if a part is wrong, 3 if one was not checked, and otherwise 0."""
        judgements = {part.judgement for part in self.parts}
        if Judgement.WRONG in judgements:
            return 1
        return 3 if Judgement.NOT_CHECKED in judgements else 0


def read_limited(path: Path) -> bytes:
    """Return the content of a file, and no more of it than is needed to see that it is too large.

    `-` is standard input. Raises UnreadableFile.
    """
    try:
        if path == STANDARD_INPUT:
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {error.strerror}") from error


def verdict_on(content: bytes, key: VerifierKey | None, seen: Mapping[int, bytes] | None) -> GameVerdict:
    """Return the verdict on the content of a game file; raises UnreadableGameFile.

    `seen` are heads that a player has kept, by version.
    """
    file = read_game_file(content)
    records, *play = verified(file)
    proof, signature = judged_proof(file, key)
    parts = records, judged_heads(file, seen, proof), proof, signature, *play
    return GameVerdict(game=file.game, version=len(file.records), head=file.heads[-1], parts=parts)
