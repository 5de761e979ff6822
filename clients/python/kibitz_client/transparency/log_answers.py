"""The requests of a log's watcher: records, proofs and growth."""

from __future__ import annotations

from typing import Final

from kibitz_client.documents import Operation
from kibitz_client.schema.types import GameProof, Log
from kibitz_client.values import Value

RECORDS: Final = Operation(
    text="""query GameRecords($id: ID!, $first: Int, $after: Cursor) {
        game(id: $id) { id events(first: $first, after: $after) {
            edges { cursor node { __typename version record } }
            pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        } }
    }""",
    path=("game", "events"),
)
"""The records of a game up to now."""
NEW_RECORDS: Final = Operation(
    text="""subscription NewRecords($game: ID!, $after: Version!) {
        gameEvents(game: $game, after: $after) { __typename version record }
    }""",
    path=("gameEvents",),
)
"""The records of a game as its events happen."""
PROVEN: Final = Operation(
    text="""query ProvenGame($id: ID!) { log { ...Log } game(id: $id) { id proof { ...GameProof } } }""",
    path=(),
)
"""The log, and the proof of a game in it."""
GROWTH: Final = Operation(
    text="""query Growth($from: Position!, $to: Position!) { log { consistency(from: $from, to: $to) } }""",
    path=("log", "consistency"),
)
"""The proof that the log of one size is the beginning of that of another."""


class ToldRecord(Value, frozen=True, kw_only=True):
    """The record of an event as the server has sent it."""

    version: int
    record: str


class ProvenGame(Value, frozen=True, kw_only=True):
    """A game with its proof; None until it is over and in a checkpoint."""

    proof: GameProof | None = None


class LogAndGame(Value, frozen=True, kw_only=True):
    """The log, and a game with its proof."""

    log: Log
    game: ProvenGame
