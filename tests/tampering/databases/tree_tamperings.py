"""Tamperings of the tree in `read.db`: nothing that a server tells from it is wrong and unnoticed.

The server refuses to go on, to sign or to answer; or a client finds a proof wrong; or `kibitz log check`
finds that what was signed since is not of the log. A change that no answer shows counts as none: read models
are made again from the log at any time.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from application.codec import GameId
from application.transparency.merkle_tree import merged
from projections.transparency.log_tree import HASH_BYTES, TILE_WIDTH, hashes_of
from tests.tampering.databases.signed_logs import copied, heads_of, opened
from tests.tampering.databases.tree_logs import READ, Refused, Told, is_found, make_tree, told
from tests.tampering.outcomes import Attempt, Kind, Outcome, found_if

TREES: Final = 2
_folder: Final = TemporaryDirectory(prefix="tampering")
_templates: dict[int, tuple[Path, Told, dict[GameId, list[bytes]]]] = {}

Change = Callable[[Random, sqlite3.Connection], None]


async def template(number: int) -> tuple[Path, Told, dict[GameId, list[bytes]]]:
    """Return the folder of an honest log, what its server tells, and the heads of all games."""
    if number not in _templates:
        folder = Path(_folder.name) / f"tree-{number}"
        os.mkdir(folder)
        await make_tree(folder, Random(number))
        with TemporaryDirectory(dir=_folder.name) as parent:
            caught_up = copied(folder, Path(parent) / "data")
            said = await told(caught_up)
            heads = await heads_of_games(caught_up)
            assert not await is_found(caught_up, said, heads)
        _templates[number] = folder, said, heads
    return _templates[number]


async def heads_of_games(folder: Path) -> dict[GameId, list[bytes]]:
    """Return the heads of each game of a log, by version."""
    found: dict[GameId, list[bytes]] = {}
    async with opened(folder) as (store, _):
        events = await store.select(0, await store.head())
    for each, head in zip(events, await heads_of(folder), strict=True):
        found.setdefault(each.game, []).append(head)
    return found


def _table(connection: sqlite3.Connection, name: str) -> str:
    [found] = [
        table
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if table.startswith(f"log_tree_{name}_")
    ]
    return str(found)


def _rows(connection: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    connection.row_factory = sqlite3.Row
    return [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]  # noqa: S608 - of literals alone


def _put(connection: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    places = ", ".join("?" * len(row))
    connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({places})", list(row.values()))  # noqa: S608 - of literals alone


def _flipped(chance: Random, content: bytes) -> bytes:
    made = bytearray(content)
    made[chance.randrange(len(made))] ^= 1 << chance.randrange(8)
    return bytes(made)


def tile_changed(change: Callable[[Random, bytes], bytes]) -> Change:
    """Change the hashes of a random tile."""

    def apply(chance: Random, connection: sqlite3.Connection) -> None:
        table = _table(connection, "tiles")
        row = chance.choice(_rows(connection, table))
        _put(connection, table, {**row, "hashes": change(chance, row["hashes"])})

    return apply


def _hashes_swapped(chance: Random, tile: bytes) -> bytes:
    hashes = hashes_of(tile)
    chance.shuffle(hashes)
    return b"".join(hashes)


def _shortened(chance: Random, tile: bytes) -> bytes:
    return tile[: -chance.choice((1, HASH_BYTES, 2 * HASH_BYTES))]


def _lengthened(chance: Random, tile: bytes) -> bytes:
    return tile + chance.randbytes(chance.choice((1, HASH_BYTES)))


def tile_deleted(chance: Random, connection: sqlite3.Connection) -> None:
    table = _table(connection, "tiles")
    row = chance.choice(_rows(connection, table))
    connection.execute(
        f"DELETE FROM {table} WHERE level = ? AND number = ?",  # noqa: S608 - of literals alone
        (row["level"], row["number"]),
    )


def leaf_forged(chance: Random, connection: sqlite3.Connection) -> None:
    """Change a leaf, and compute the tiles above again."""
    table = _table(connection, "tiles")
    tiles = {(row["level"], row["number"]): row["hashes"] for row in _rows(connection, table)}
    level, number = chance.choice([key for key in tiles if key[0] == 0])
    hashes = hashes_of(tiles[level, number])
    hashes[chance.randrange(len(hashes))] = chance.randbytes(HASH_BYTES)
    while True:
        _put(connection, table, {"level": level, "number": number, "hashes": b"".join(hashes)})
        if len(hashes) < TILE_WIDTH:
            return
        root, place = merged(hashes), number % TILE_WIDTH
        level, number = level + 1, number // TILE_WIDTH
        hashes = hashes_of(tiles[level, number])
        hashes[place] = root


def head_changed(change: Callable[[Random, dict[str, Any]], dict[str, Any]]) -> Change:
    """Change the head of a random game."""

    def apply(chance: Random, connection: sqlite3.Connection) -> None:
        table = _table(connection, "heads")
        row = chance.choice(_rows(connection, table))
        _put(connection, table, {**row, **change(chance, row)})

    return apply


def heads_swapped(chance: Random, connection: sqlite3.Connection) -> None:
    table = _table(connection, "heads")
    one, other = chance.sample(_rows(connection, table), 2)
    _put(connection, table, {**other, "game": one["game"]})
    _put(connection, table, {**one, "game": other["game"]})


def head_deleted(chance: Random, connection: sqlite3.Connection) -> None:
    table = _table(connection, "heads")
    game = chance.choice(_rows(connection, table))["game"]
    connection.execute(f"DELETE FROM {table} WHERE game = ?", (game,))  # noqa: S608 - of literals alone


def position_changed(chance: Random, connection: sqlite3.Connection) -> None:
    """Let the tree seem to cover more or fewer events than it does."""
    moved = chance.choice((-1, 1)) * chance.randint(1, 5)
    connection.execute("UPDATE projection_versions SET position = position + ?", (moved,))


CHANGES: Final[dict[str, Change]] = {
    "a bit of a tile": tile_changed(_flipped),
    "hashes of a tile swapped": tile_changed(_hashes_swapped),
    "a tile shortened": tile_changed(_shortened),
    "a tile lengthened": tile_changed(_lengthened),
    "a tile deleted": tile_deleted,
    "a leaf forged, all tiles computed again": leaf_forged,
    "a bit of a head": head_changed(lambda chance, row: {"head": _flipped(chance, row["head"])}),
    "the version of a head": head_changed(
        lambda chance, row: {"version": row["version"] + chance.choice((-1, 1))}
    ),
    "the position of a head": head_changed(
        lambda chance, row: {"position": row["position"] + chance.choice((-1, 1)) * chance.randint(1, 9)}
    ),
    "heads swapped": heads_swapped,
    "a head deleted": head_deleted,
    "the position of the tree": position_changed,
}


def _attempt(change: Change) -> Attempt:
    async def attempt(chance: Random) -> Outcome:
        honest, said, heads = await template(chance.randrange(TREES))
        with TemporaryDirectory(dir=_folder.name) as parent:
            folder = copied(honest, Path(parent) / "data")
            with closing(sqlite3.connect(folder / READ, isolation_level=None)) as connection:
                change(chance, connection)
            try:
                now = await told(folder)
            except Refused:
                return Outcome.FOUND
            if now == said:
                return Outcome.UNCHANGED
            return found_if(await is_found(folder, now, heads))

    return attempt


TREE_KINDS: Final = tuple(Kind(f"read.db: {name}", _attempt(change)) for name, change in CHANGES.items())
