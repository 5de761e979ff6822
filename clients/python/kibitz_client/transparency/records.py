"""Records of games and their heads, as `docs/log-v1.md` specifies them.

A head covers all records of a game up to its version, the fields that the reader may not see included.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

_SALT_DIGITS: Final = 64
T = TypeVar("T")


class InvalidRecord(ValueError):
    """A record is malformed, contradicts its commitments or does not follow; the message says which."""


class Record(Struct, frozen=True):
    """An event of a game as one reader may read it."""

    game: str
    version: int
    digest: bytes
    """The hash of the record without its opened fields, the same for all readers."""


class GameHead(Struct, frozen=True):
    """The head of a game at a version: a hash of all records up to it."""

    version: int = 0
    head: bytes = bytes(32)

    def after(self, record: Record, game: str) -> GameHead:
        """Return the head after the game's next record; raises InvalidRecord for any other record."""
        if record.game != game:
            raise InvalidRecord(f"record {self.version + 1} is of the game {record.game}")
        if record.version != self.version + 1:
            raise InvalidRecord(f"record {self.version + 1} is missing: {record.version} is in its place")
        return GameHead(record.version, sha256(b"\x02" + self.head + record.digest).digest())


def read_record(text: str) -> Record:
    """Read a record, and check its opened fields against its commitments; raises InvalidRecord."""
    try:
        encoded = text.encode()
        record = msgspec.json.decode(encoded)
        # Other forms could be read in two ways, such as objects with a member twice.
        is_canonical = canonical(record) == encoded
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise InvalidRecord(f"a record is not JSON: {error}") from error
    if not isinstance(record, dict) or not is_canonical:
        raise InvalidRecord("a record is not in the canonical form")
    version, game = _member(record, "version", int), _member(record, "game", str)
    sealed: dict[str, Any] = _member(record, "sealed", dict) if "sealed" in record else {}
    opened: dict[str, Any] = _member(record, "open", dict) if "open" in record else {}
    for field, pair in opened.items():
        if not _opens(field, pair, sealed.get(field)):
            raise InvalidRecord(f"record {version} opens {field!r} otherwise than it was committed to")
    record.pop("open", None)
    return Record(game, version, sha256(canonical(record)).digest())


def head_of(game: str, records: Iterable[str]) -> GameHead:
    """Return the head of a game after all of its records; raises InvalidRecord.

    >>> head_of("00000000-0000-4000-8000-00000000006e", []).version
    0
    """
    head = GameHead()
    for text in records:
        head = head.after(read_record(text), game)
    return head


def canonical(value: Any) -> bytes:
    r"""Return the canonical form of RFC 8785 of a JSON value; raises UnicodeError for unpaired surrogates.

    >>> canonical({"b": [1, "ä\n"], "a": None}).decode()
    '{"a":null,"b":[1,"ä\\n"]}'
    """
    return msgspec.json.encode(_in_order(value))


def _in_order(value: Any) -> Any:
    if isinstance(value, float):
        raise InvalidRecord("a record contains a number that is no integer")
    if isinstance(value, list | tuple):
        return [_in_order(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    # The standard orders names by UTF-16, which differs from Python's order beyond 2^16.
    return {name: _in_order(value[name]) for name in sorted(value, key=_utf_16)}


def _utf_16(name: str) -> bytes:
    return name.encode("utf-16-be")


def _member(record: Mapping[str, Any], name: str, kind: type[T]) -> T:
    value = record.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InvalidRecord(f"a record has no valid member {name!r}")
    return value


def _opens(field: str, pair: Any, commitment: Any) -> bool:
    """Return whether a salt and a value are those of a commitment."""
    match pair:
        case [str(salt), value] if len(salt) == _SALT_DIGITS:
            found = sha256(canonical([salt, field, value])).hexdigest()
            return bool(found == commitment)
    return False
