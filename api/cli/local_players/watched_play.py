"""Plays a seat while it watches the server's log, with pins that are kept in a file."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Final

from api.cli.terminal.output import console, print_note, printable
from api.data_directory import CannotStart
from application.runtime.cancellation import cancel_and_wait
from kibitz_client import Connection, LogAlarm, View
from kibitz_client.transparency import CheckpointPins, GameCheck, LogRestored, LogWatcher

PROOF_WAIT: Final = 90.0
"""Seconds to wait for the proof of a game, which comes with the next checkpoint."""


async def watched(connection: Connection, game: str, path: Path, playing: Coroutine[Any, Any, View]) -> View:
    """Play a game and print whether the log has it as the player saw it; return the final view.

    Raises LogAlarm if the server contradicts itself, after printing both signed notes, and CannotStart if
    the pins cannot be read or written.
    """
    play = asyncio.create_task(playing)
    try:
        return await _watched(connection, game, path, play)
    except LogAlarm as alarm:
        for title, note in (("pinned", alarm.pinned), ("shown", alarm.shown)):
            if note is not None:
                lines = (printable(line) for line in note.splitlines())
                print_note("\n".join((f"The checkpoint that was {title}; keep it as evidence:", *lines, "")))
        raise
    except OSError as error:
        raise CannotStart(f"the pins {path} cannot be read or written: {error}") from error
    finally:
        await cancel_and_wait([play])


async def _watched(connection: Connection, game: str, path: Path, play: asyncio.Task[View]) -> View:
    watcher = LogWatcher(connection, await asyncio.to_thread(CheckpointPins, path))
    _print_restored((await watcher.check()).restored)
    following = asyncio.create_task(watcher.follow(game))
    try:
        view, _ = await asyncio.gather(play, following)
    finally:
        await cancel_and_wait([following])
    _print_check(await watcher.check_game(game, wait=PROOF_WAIT))
    return view


def _print_restored(restored: LogRestored | None) -> None:
    if restored is not None:
        print_note(restored.message)


def _print_check(found: GameCheck) -> None:
    _print_restored(found.restored)
    if found.changed_since is not None:
        print_note(f"The game is not as you saw it in the log {found.changed_since}.")
    where = (
        "no checkpoint has all of it yet"
        if found.checkpoint is None
        else f"it is in the checkpoint of {found.checkpoint.size:,} events"
    )
    console.print(
        f"The game is as the server showed it to you, and {where}. Its head, the same for all players:"
    )
    console.print(f"{found.head.version} {found.head.head.hex()}", soft_wrap=True, highlight=False)
