"""Comparison of a server's log with the checkpoint that a client has pinned."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from kibitz_client.connection import Connection
from kibitz_client.errors import Fault, HistoryChanged, LogForged
from kibitz_client.schema.types import Checkpoint as Statement
from kibitz_client.schema.types import Log
from kibitz_client.transparency.checkpoints import Checkpoint, open_checkpoint
from kibitz_client.transparency.log_answers import GROWTH
from kibitz_client.transparency.merkle_proofs import InvalidProof, check_consistency
from kibitz_client.transparency.pins import CheckpointPins
from kibitz_client.transparency.signed_notes import InvalidNote, VerifierKey, decode

UNKNOWN_CHECKPOINT: Final = "UNKNOWN_CHECKPOINT"
"""The code with which a server says that it has not signed a size."""


class LogRestored(Struct, frozen=True):
    """The server shows another log than before: information, and no alarm."""

    before: str
    """The origin that the server showed last."""
    now: str
    """The origin that it shows now."""
    note: str | None
    """The last signed note of the origin before, which stays pinned; None if there was none."""

    @property
    def message(self) -> str:
        """One sentence for people."""
        if _name(self.before) == _name(self.now):
            return (
                "The server's log was restored from a backup, or has a new key: "
                f"it was {self.before} and is now {self.now}. Games since the backup may be lost."
            )
        return f"The server shows another log than before: it was {self.before} and is now {self.now}."


class LogCheck(Struct, frozen=True):
    """A log that has only grown since it was pinned."""

    key: str
    """The verifier key, whose name is the origin."""
    checkpoint: Checkpoint | None
    """The checkpoint that is pinned now; None until the server signs one."""
    restored: LogRestored | None
    """Set if the server shows another origin than before."""


def open_log(log: Log, pins: CheckpointPins, url: str) -> Checkpoint | None:
    """Return the checkpoint of a log; raises LogForged unless the log's key has signed it.

    A key under the name of another one that has signed before is no key of the log.
    """
    note = None if log.checkpoint is None else log.checkpoint.note
    try:
        key = VerifierKey(log.verifier_key)
        checkpoint = None if log.checkpoint is None else open_stated(log.checkpoint, key)
    except InvalidNote as error:
        raise LogForged(
            f"The server's statement about its log is not signed as it should be: {error}.",
            pinned=_pinned_note(pins, url, log.verifier_key) or _pinned_note(pins, url, pins.newest(url)),
            shown=note,
            in_one_answer=True,
        ) from error
    for known in pins.keys(url):
        pinned = _pinned_note(pins, url, known)
        if known != log.verifier_key and VerifierKey(known).name == key.name and pinned is not None:
            raise LogForged(
                f"The server signs as {key.name} with another key than before.",
                pinned=pinned,
                shown=note,
                in_one_answer=True,
            )
    return checkpoint


def open_stated(stated: Statement, key: VerifierKey) -> Checkpoint:
    """Return a checkpoint that a server states beside its note; raises InvalidNote if they differ."""
    found = open_checkpoint(stated.note, key)
    if found.size != stated.size:
        raise InvalidNote(f"it says that the log has {stated.size} events, and has signed {found.size}")
    return found


async def compared(connection: Connection, pins: CheckpointPins, log: Log) -> LogCheck:
    """Compare a log with the pins, and pin its checkpoint; raises LogForged and HistoryChanged."""
    checkpoint = open_log(log, pins, connection.url)
    newest, key = pins.newest(connection.url), log.verifier_key
    pinned = pins.checkpoint(connection.url, key)
    if pinned is not None:
        if checkpoint is None or checkpoint.size < pinned.size:
            shown = 0 if checkpoint is None else checkpoint.size
            raise HistoryChanged(
                f"The server's log has shrunk: it signed {pinned.size} events, and shows {shown} now.",
                pinned=pinned.note,
                shown=None if checkpoint is None else checkpoint.note,
                in_one_answer=True,
            )
        await check_growth(connection, pinned, checkpoint, pinned=pinned.note, shown=checkpoint.note)
    restored = None
    if newest is not None and newest != key:
        before = _pinned_note(pins, connection.url, newest)
        restored = LogRestored(VerifierKey(newest).name, VerifierKey(key).name, before)
    pins.keep_checkpoint(connection.url, key, None if checkpoint is None else checkpoint.note)
    return LogCheck(key, checkpoint, restored)


async def check_growth(
    connection: Connection, old: Checkpoint, new: Checkpoint, *, pinned: str, shown: str
) -> None:
    """Check that the log of one checkpoint is the beginning of that of another; raises HistoryChanged."""
    changed = (
        f"The server has changed its log: the {old.size} events that it signed are not the beginning of the "
        f"{new.size} that it shows"
    )
    proof: list[bytes] = []
    try:
        if old.size not in (0, new.size):
            hashes = await connection.operations.fetch_optional_list(
                GROWTH, {"from": old.size, "to": new.size}, str
            )
            if hashes is None:
                raise HistoryChanged(f"{changed}: it gives no proof.", pinned=pinned, shown=shown)
            proof = [decode(each) for each in hashes]
        check_consistency(old.size, old.root, new.size, new.root, proof)
    except (InvalidNote, InvalidProof) as error:
        is_one_size = old.size == new.size
        raise HistoryChanged(
            f"{changed}: {error}.", pinned=pinned, shown=shown, in_one_answer=is_one_size
        ) from error
    except Fault as fault:
        if fault.code != UNKNOWN_CHECKPOINT:
            raise
        raise HistoryChanged(f"{changed}: it denies one of them.", pinned=pinned, shown=shown) from fault


def _pinned_note(pins: CheckpointPins, url: str, key: str | None) -> str | None:
    checkpoint = None if key is None else pins.checkpoint(url, key)
    return None if checkpoint is None else checkpoint.note


def _name(origin: str) -> str:
    """Return the name of a log without its epoch."""
    return origin.rpartition("/")[0]
