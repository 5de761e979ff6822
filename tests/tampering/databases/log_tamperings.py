"""Tamperings of `log.db`: of events and of signed checkpoints, also by forgers who sign again.

A forger without the log's key is found by `kibitz log check`, and one with the key by each client that has
pinned a checkpoint or kept the heads of its games. What no record contains is not proven: command ids, the
bounds of commits, the times of signatures, players, and the number of the epoch.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from application.codec import CorruptEvent
from application.transparency.checkpoint_table import SignedCheckpoint
from projections.transparency.log_signing import LogSigning
from tests.tampering.databases.log_changes import CHANGES, Change, events_changed
from tests.tampering.databases.signed_logs import (
    LOG,
    SIGNING,
    STRANGER,
    client_finds,
    copied,
    make_log,
    opened,
    operator_finds,
    pins_of,
    sign,
)
from tests.tampering.outcomes import Attempt, Kind, Outcome, found_if

LOGS: Final = 3
_templates: dict[int, Path] = {}
_folder: Final = TemporaryDirectory(prefix="tampering")


async def template(number: int) -> Path:
    """Return the folder of an honest log, made once."""
    if number not in _templates:
        folder = Path(_folder.name) / f"log-{number}"
        os.mkdir(folder)
        await make_log(folder, Random(number))
        assert not await operator_finds(folder)
        assert not await client_finds(folder, await pins_of(folder, Random(number)))
        _templates[number] = folder
    return _templates[number]


def content_of(folder: Path) -> list[tuple[Any, ...]]:
    """Return all rows that verifiers read."""
    with closing(sqlite3.connect(folder / LOG)) as connection:
        return [
            row
            for table in ("events", "counter", "log_checkpoints")
            for row in connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - of literals alone
        ]


def tamper(chance: Random, folder: Path, change: Change) -> bool:
    """Change the log of a folder; return whether anything is different."""
    before = content_of(folder)
    with closing(sqlite3.connect(folder / LOG, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        change(chance, connection)
        connection.execute("COMMIT")
    return content_of(folder) != before


Finds = Callable[[Random, Path, Path], Awaitable[bool]]
"""Signs again, or not, and lets a verifier look at a changed log, given its folder and the honest one."""


def attempt_on(change: Change, finds: Finds) -> Attempt:
    """Return the attempt of a change of a log, and of those who look for it."""

    async def attempt(chance: Random) -> Outcome:
        honest = await template(chance.randrange(LOGS))
        with TemporaryDirectory(dir=_folder.name) as parent:
            folder = copied(honest, Path(parent) / "data")
            if not tamper(chance, folder, change):
                return Outcome.UNCHANGED
            try:
                return found_if(await finds(chance, folder, honest))
            except _NoTampering:
                return Outcome.UNCHANGED

    return attempt


async def _found_by_operator(chance: Random, folder: Path, honest: Path) -> bool:
    return await operator_finds(folder)


async def _found_after_a_stranger_signed(chance: Random, folder: Path, honest: Path) -> bool:
    await _sign_again(folder, honest, STRANGER)
    pins = await pins_of(honest, chance)
    return await operator_finds(folder) and await client_finds(folder, pins)


async def found_by_operator_after_signing(chance: Random, folder: Path, honest: Path) -> bool:
    """Sign the changed log with its own key, and return whether the operator finds anything."""
    await _sign_again(folder, honest, SIGNING)
    return await operator_finds(folder)


async def _found_after_the_log_signed(chance: Random, folder: Path, honest: Path) -> bool:
    if _continues(games_of(honest), games_of(folder)):
        raise _NoTampering
    await _sign_again(folder, honest, SIGNING)
    return await client_finds(folder, await pins_of(honest, chance))


def games_of(folder: Path) -> dict[bytes, list[tuple[Any, ...]]]:
    """Return what players are told of the events of each game, in their order."""
    found: dict[bytes, list[tuple[Any, ...]]] = {}
    with closing(sqlite3.connect(folder / LOG)) as connection:
        for game, *told in connection.execute(
            'SELECT game, topic, state, at, "by" FROM events ORDER BY position'
        ):
            found.setdefault(game, []).append(tuple(told))
    return found


def _continues(honest: Mapping[bytes, list[Any]], changed: Mapping[bytes, list[Any]]) -> bool:
    """Return whether all games begin as the honest ones do, whatever the order between games.

    An event behind the end of a game is growth, against which there are the rules alone.
    """
    return all(changed.get(game, [])[: len(events)] == events for game, events in honest.items())


async def _found_by_the_pinned_checkpoint(chance: Random, folder: Path, honest: Path) -> bool:
    """Let a client look that has followed no game, and has pinned a checkpoint of all events."""
    await _sign_again(folder, honest, SIGNING)
    pins = await pins_of(honest, chance)
    return await client_finds(folder, pins._replace(heads={}, checkpoint=await _last(honest)))


async def _checkpoint_deleted(chance: Random) -> Outcome:
    """Delete a checkpoint, and let a client look that has pinned it and has followed no game."""
    honest = await template(chance.randrange(LOGS))
    pins = await pins_of(honest, chance)
    with TemporaryDirectory(dir=_folder.name) as parent:
        folder = copied(honest, Path(parent) / "data")
        with closing(sqlite3.connect(folder / LOG, isolation_level=None)) as connection:
            connection.execute("DELETE FROM log_checkpoints WHERE size = ?", (pins.checkpoint.size,))
        return found_if(await client_finds(folder, pins._replace(heads={})))


async def _last(folder: Path) -> SignedCheckpoint:
    async with opened(folder) as (_, table):
        return max(table.all(), key=lambda each: each.size)


class _NoTampering(Exception):
    """A forger has made an event that no server can read and sign, or has changed no game."""


async def _sign_again(folder: Path, honest: Path, signing: LogSigning) -> None:
    """Sign a changed log at the sizes at which the honest one is signed."""
    async with opened(honest) as (_, table):
        sizes = {each.size for each in table.all()}
    try:
        await sign(folder, sizes, signing)
    except CorruptEvent as error:
        raise _NoTampering from error


def _kinds() -> Iterator[Kind]:
    for name, change in CHANGES.items():
        yield Kind(f"log.db: {name}, checked by the operator", attempt_on(change, _found_by_operator))
    for name, finds in (
        ("signed again by a stranger, checked by both", _found_after_a_stranger_signed),
        ("signed again with the log's key, checked with kept heads", _found_after_the_log_signed),
        ("signed again with the log's key, checked with a pin", _found_by_the_pinned_checkpoint),
    ):
        yield Kind(f"log.db: events changed, {name}", attempt_on(events_changed, finds))
    yield Kind("log.db: a checkpoint deleted, checked with its pin", _checkpoint_deleted)


LOG_KINDS: Final = tuple(_kinds())
