"""Queries of the log's tree: its size, its roots, and proofs for any size up to its own."""

from __future__ import annotations

from functools import lru_cache

from sqlalchemy import Connection, select

from application.codec import GameId, Position
from application.store.port import LogIdentity
from application.transparency.merkle_tree import (
    Subtree,
    consistency_proof,
    inclusion_proof,
    merged,
    root_hash,
)
from projections.engine.generations import NotBuilt, Role, Tracked, active_tables, tracked
from projections.engine.projection import Tables
from projections.transparency.log_tree import HASH_BYTES, HEADS, LOG_TREE, TILE_HEIGHT, TILES, Head, hashes_of


class TreeDamaged(Exception):
    """The read model lacks hashes that its tree has; it has to be rebuilt."""

    def __init__(self, level: int, number: int) -> None:
        super().__init__(
            f"tile {number} at level {level} of the tree of the log is damaged: rebuild it with "
            "`kibitz projections rebuild log_tree`"
        )


def tree_size(connection: Connection) -> Position:
    """Return the number of events that the tree covers; raises NotBuilt."""
    return _rows(connection).position


def tree_origin(connection: Connection) -> LogIdentity | None:
    """Return the log and the epoch of which the tree is, None while it covers no event; raises NotBuilt."""
    found = _rows(connection)
    return None if found.log is None or found.epoch is None else LogIdentity(found.log, found.epoch)


def root_at(connection: Connection, size: int) -> bytes:
    """Return the root of the tree of the first `size` events, at most `tree_size`.

    Raises NotBuilt and TreeDamaged.
    """
    return root_hash(size, _subtrees(connection, active_tables(connection, LOG_TREE)))


def head_of(connection: Connection, game: GameId) -> Head | None:
    """Return the latest head of a game that the tree covers, None if it covers none; raises NotBuilt."""
    heads = active_tables(connection, LOG_TREE)[HEADS]
    query = select(heads.c.version, heads.c.position, heads.c.head).where(heads.c.game == game)
    found = connection.execute(query).one_or_none()
    return None if found is None else Head(*found)


def proof_of_position(connection: Connection, position: Position, size: int) -> list[bytes]:
    """Return the inclusion proof of the event at a position in the tree of `size`.

    Raises NotBuilt and TreeDamaged.
    """
    return inclusion_proof(position - 1, size, _subtrees(connection, active_tables(connection, LOG_TREE)))


def proof_of_growth(connection: Connection, old: int, new: int) -> list[bytes]:
    """Return the consistency proof from a size to a larger one; raises NotBuilt and TreeDamaged."""
    return consistency_proof(old, new, _subtrees(connection, active_tables(connection, LOG_TREE)))


def _rows(connection: Connection) -> Tracked:
    active = tracked(connection, LOG_TREE, Role.ACTIVE)
    if active is None or not active.ready:
        raise NotBuilt(LOG_TREE.name)
    return active


def _subtrees(connection: Connection, tables: Tables) -> Subtree:
    tiles = tables[TILES]

    @lru_cache(maxsize=64)
    def tile(level: int, number: int) -> bytes:
        query = select(tiles.c.hashes).where(tiles.c.level == level, tiles.c.number == number)
        hashes: bytes | None = connection.execute(query).scalar_one_or_none()
        return hashes or b""

    def subtree(level: int, index: int) -> bytes:
        tile_level, height = divmod(level, TILE_HEIGHT)
        first = index << height
        number = first >> TILE_HEIGHT
        begin = first % (1 << TILE_HEIGHT) * HASH_BYTES
        found = tile(tile_level, number)[begin : begin + (HASH_BYTES << height)]
        if len(found) != HASH_BYTES << height:
            raise TreeDamaged(tile_level, number)
        return merged(hashes_of(found))

    return subtree
