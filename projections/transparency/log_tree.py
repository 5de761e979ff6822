"""Read model of the log's tree: the head of each game, and hashes of all complete subtrees.

The leaf at index `position` - 1 is the head of a game after the event at that position. Hashes are stored in
tiles as in <https://c2sp.org/tlog-tiles>: a tile at level `t` has up to 256 hashes of subtrees of 256^`t`
leaves each. What is stored holds no secret, and nothing that could be read from a hash.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Uuid,
    select,
    tuple_,
)

from application.codec import GameId, Position, RecordedEvent, Version
from application.records.record import NO_HEAD, head_after, record_of
from application.transparency.merkle_tree import leaf_hash, merged
from projections.engine.projection import (
    Change,
    Naming,
    Projection,
    Put,
    Rows,
    Tables,
    rows_of,
    rows_of_games,
)

TILE_HEIGHT: Final = 8
TILE_WIDTH: Final = 1 << TILE_HEIGHT
HASH_BYTES: Final = 32
FULL_TILE_BYTES: Final = TILE_WIDTH * HASH_BYTES
HEADS: Final = "heads"
TILES: Final = "tiles"


class Head(NamedTuple):
    """The head of a game after its latest event."""

    version: Version
    position: Position
    head: bytes


class TreeBroken(Exception):
    """An event is missing before a position, so no tree goes on there."""

    def __init__(self, position: Position) -> None:
        super().__init__(f"the tree of the log cannot go on with position {position}")


class LogTree(Projection):
    """Heads and tiles; a hash of a complete subtree never changes."""

    name = "log_tree"
    version = 2
    needs_every_event = True
    needs_stored_forms = True

    def define(self, metadata: MetaData, called: Naming) -> Tables:
        """Define the tables of heads and tiles."""
        return {
            HEADS: Table(
                called(HEADS),
                metadata,
                Column("game", Uuid, primary_key=True),
                Column("version", Integer, nullable=False),
                Column("position", BigInteger, nullable=False),
                Column("head", LargeBinary, nullable=False),
                sqlite_with_rowid=False,
            ),
            TILES: Table(
                called(TILES),
                metadata,
                Column("level", SmallInteger, primary_key=True),
                Column("number", BigInteger, primary_key=True),
                Column("hashes", LargeBinary, nullable=False),
            ),
        }

    def load(self, connection: Connection, tables: Tables, batch: Sequence[RecordedEvent]) -> Rows:
        """Return the heads of the batch's games, and the last tiles of the tree before the batch."""
        tiles = tables[TILES]
        last = [(level, number) for level, number, _ in last_tiles(batch[0].position - 1)]
        query = select(tiles).where(tuple_(tiles.c.level, tiles.c.number).in_(last))
        return {
            HEADS: rows_of_games(connection, tables[HEADS], {each.game for each in batch}),
            TILES: rows_of(connection, query),
        }

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        """Continue the heads, and append a leaf for each event; raises TreeBroken and CorruptEvent."""
        heads: dict[GameId, Head] = {
            row["game"]: Head(row["version"], row["position"], row["head"]) for row in rows[HEADS]
        }
        changed: dict[GameId, Head] = {}
        size = batch[0].position - 1
        stored = {(row["level"], row["number"]): row["hashes"] for row in rows[TILES]}
        growing: list[bytearray] = []
        for level, number, width in last_tiles(size):
            hashes = stored.get((level, number), b"")
            if len(hashes) != width * HASH_BYTES:
                raise TreeBroken(size + 1)
            growing.append(bytearray(hashes))
        leaves = bytearray()
        for position, recorded in enumerate(batch, size + 1):
            before = heads.get(recorded.game)
            is_next = recorded.version == (1 if before is None else before.version + 1)
            if recorded.position != position or recorded.stored is None or not is_next:
                raise TreeBroken(position)
            head = head_after(
                NO_HEAD if before is None else before.head, record_of(recorded, recorded.stored).digest()
            )
            heads[recorded.game] = changed[recorded.game] = Head(recorded.version, position, head)
            leaves += leaf_hash(head)
        return [
            Put(HEADS, [{"game": game, **head._asdict()} for game, head in changed.items()]),
            Put(TILES, _grown(growing, size, leaves)),
        ]


def last_tiles(size: int) -> list[tuple[int, int, int]]:
    """Return level, number and width of the last tile of each level of a tree, whose width may be 0."""
    found = []
    level = 0
    while size or level == 0:
        found.append((level, size >> TILE_HEIGHT, size % TILE_WIDTH))
        size >>= TILE_HEIGHT
        level += 1
    return found


def _grown(growing: list[bytearray], size: int, added: bytearray) -> list[dict[str, object]]:
    """Return the rows of all tiles that change when hashes are added to a tree of `size` leaves."""
    rows: list[dict[str, object]] = []
    level = 0
    while added:
        tile = growing[level] if level < len(growing) else bytearray()
        number = size >> TILE_HEIGHT
        tile += added
        added = bytearray()
        for begin in range(0, len(tile), FULL_TILE_BYTES):
            hashes = bytes(tile[begin : begin + FULL_TILE_BYTES])
            rows.append({"level": level, "number": number, "hashes": hashes})
            number += 1
            if len(hashes) == FULL_TILE_BYTES:
                added += merged(hashes_of(hashes))
        size >>= TILE_HEIGHT
        level += 1
    return rows


def hashes_of(tile: bytes) -> list[bytes]:
    """Return the hashes of a tile."""
    return [tile[begin : begin + HASH_BYTES] for begin in range(0, len(tile), HASH_BYTES)]


LOG_TREE: Final = LogTree()
