"""All kinds of tamperings, in the order in which seeds go through them."""

from __future__ import annotations

from itertools import cycle
from typing import Final

from tests.tampering.answers.answer_tamperings import ANSWER_KINDS
from tests.tampering.databases.log_tamperings import LOG_KINDS
from tests.tampering.databases.tree_tamperings import TREE_KINDS
from tests.tampering.file_tamperings import FILE_KINDS
from tests.tampering.outcomes import Kind

FILE: Final = "file"
ANSWERS: Final = "answers"
LOG: Final = "log.db"
TREE: Final = "read.db"
PATTERN: Final = (FILE, ANSWERS, FILE, LOG, FILE, ANSWERS, FILE, LOG, ANSWERS, TREE)
"""Files are verified fastest, and trees slowest."""
ROUNDS: Final = 100
"""Rounds of the pattern, enough for each kind to come several times."""


def _in_turn() -> tuple[Kind, ...]:
    parts = {
        FILE: cycle(FILE_KINDS),
        ANSWERS: cycle(ANSWER_KINDS),
        LOG: cycle(LOG_KINDS),
        TREE: cycle(TREE_KINDS),
    }
    return tuple(next(parts[part]) for _ in range(ROUNDS) for part in PATTERN)


KINDS: Final = _in_turn()
