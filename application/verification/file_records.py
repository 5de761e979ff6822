"""The records of a game file, read strictly: every byte of a file is either checked or refused."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

from application.codec import GameId
from application.export.game_file import HEADER
from application.records.canonical_json import canonical
from application.records.record import NO_HEAD, commitment, head_after, marked_fields
from application.store.rows import moment
from domain.events import PlayerId

MAX_BYTES: Final = 64_000_000
_Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
_LARGEST_NUMBER: Final = 2**53 - 1
_MOST_DIGITS: Final = len(str(-_LARGEST_NUMBER))
_LAST_MOMENT: Final = 253_402_300_799_999_999
"""The last microsecond of the year 9999."""


class UnreadableGameFile(Exception):
    """A file is no finished game that this release can verify; the message names the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


class Finding(Struct, frozen=True):
    """A fault, and the line of the file that has it."""

    line: int
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}"


class FileRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record as a reader has it."""

    at: Annotated[int, Meta(ge=0, le=_LAST_MOMENT)]
    by: PlayerId | None
    event: dict[str, Any]
    game: str
    version: int
    open: Mapping[str, tuple[_Hash, Any]] = {}
    sealed: Mapping[str, _Hash] = {}

    @property
    def line(self) -> int:
        """The number of its line; the first line names the format."""
        return self.version + 1

    @property
    def topic(self) -> str:
        """The name under which the event was stored."""
        topic: str = self.event["type"]
        return topic

    @property
    def moment(self) -> datetime:
        """The time at which the event was recorded."""
        return moment(self.at)

    @property
    def sealed_from_reader(self) -> frozenset[str]:
        """The marked fields that the reader may not read."""
        return frozenset(self.sealed.keys() - self.open.keys())


class GameFile(Struct, frozen=True):
    """The content of a game file."""

    game: GameId
    records: tuple[FileRecord, ...]
    heads: tuple[bytes, ...]
    """The head of the game after each record."""
    proof: str | None
    """The text of the proof that the log has the game, None in a file without one."""
    findings: tuple[Finding, ...]
    """Faults of single records, in their order."""


def read_game_file(content: bytes) -> GameFile:
    """Return the content of a game file; raises UnreadableGameFile."""
    header, *lines = _lines(content)
    if header != HEADER:
        raise UnreadableGameFile(1, _header_fault(header))
    proof = None
    if lines and lines[-1].startswith(b'{"proof":'):
        proof = _proof(_parsed(lines.pop(), len(lines) + 2), len(lines) + 2)
    records: list[FileRecord] = []
    heads: list[bytes] = []
    findings: list[Finding] = []
    head = NO_HEAD
    for number, line in enumerate(lines, 2):
        members = _parsed(line, number)
        record = _record(members, number)
        if record.version != number - 1:
            raise UnreadableGameFile(number, f"version {number - 1} is due here, not {record.version}")
        if records and record.game != records[0].game:
            raise UnreadableGameFile(number, "the record is of another game")
        members.pop("open", None)
        head = head_after(head, sha256(canonical(members)).digest())
        records.append(record)
        heads.append(head)
        findings += (Finding(number, what) for what in _faults(record))
    if not records:
        raise UnreadableGameFile(2, "the file has no records")
    return GameFile(UUID(records[0].game), tuple(records), tuple(heads), proof, tuple(findings))


def _header_fault(header: bytes) -> str:
    if header.removeprefix(BOM_UTF8).removesuffix(b"\r") == HEADER:
        # Editors and mail programs do this.
        return "the file was converted after its export: it has a byte order mark, or lines that end in CR LF"
    return f"the file does not begin with {HEADER.decode()}"


def _lines(content: bytes) -> list[bytes]:
    if len(content) > MAX_BYTES:
        raise UnreadableGameFile(content[:MAX_BYTES].count(b"\n") + 1, "the file has more than 64 MB")
    lines = content.split(b"\n")
    if lines.pop():
        raise UnreadableGameFile(len(lines) + 1, "the line is cut: it has no end")
    if not lines:
        raise UnreadableGameFile(1, "the file is empty")
    return lines


def _parsed(line: bytes, number: int) -> dict[str, Any]:
    try:
        value = json.loads(
            line.decode(),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_no_float,
            parse_constant=_no_float,
        )
        is_canonical = isinstance(value, dict) and canonical(value) == line
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise UnreadableGameFile(number, f"this is no record: {_reason(error)}") from None
    if not is_canonical:
        raise UnreadableGameFile(number, "this is no object in canonical JSON (RFC 8785)")
    found: dict[str, Any] = value
    return found


def _reason(error: Exception) -> str:
    match error:
        case RecursionError():
            return "it is nested too deeply"
        case UnicodeError():
            return "a text in it is not UTF-8"
        case json.JSONDecodeError():
            # The message of the library counts lines within the line.
            return f"{error.msg} (character {error.pos + 1})"
    return str(error)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has a member twice")
    return found


def _integer(digits: str) -> int:
    # Other programs round larger numbers, and would read another record.
    if len(digits) > _MOST_DIGITS or abs(number := int(digits)) > _LARGEST_NUMBER:
        raise ValueError("a number is larger than 2^53 - 1")
    return number


def _no_float(text: str) -> float:
    raise ValueError(f"a record has no floats, and this one has {text}")


def _record(members: dict[str, Any], number: int) -> FileRecord:
    try:
        record = msgspec.convert(members, FileRecord)
        is_game = str(UUID(record.game)) == record.game
    except (msgspec.ValidationError, ValueError) as error:
        raise UnreadableGameFile(number, f"this is no record: {error}") from None
    if not is_game or not isinstance(record.event.get("type"), str):
        raise UnreadableGameFile(number, "this is no record: the game's id or the event's type is malformed")
    return record


def _proof(members: dict[str, Any], number: int) -> str:
    proof = members["proof"]
    if len(members) > 1 or not isinstance(proof, str):
        raise UnreadableGameFile(number, "this is no line with a proof")
    return proof


def _faults(record: FileRecord) -> list[str]:
    marked = frozenset(marked_fields().get(record.topic, ()))
    public, foreign = sorted(marked & record.event.keys()), sorted(record.sealed.keys() - marked)
    faults = [f"the marked field {field} is among the public ones" for field in public]
    faults += [f"the field {field} of {record.topic} is not one to seal" for field in foreign]
    for field, (salt, value) in record.open.items():
        if field not in record.sealed:
            faults.append(f"the field {field} is open, and no commitment seals it")
        elif commitment(field, salt, value) != record.sealed[field]:
            faults.append(f"the field {field} is not what its commitment seals")
    return faults
