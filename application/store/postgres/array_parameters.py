"""Array parameters of statements, packed as a whole into PostgreSQL's binary format.

Psycopg adapts a list value by value, which takes longer than the rest of an append. It also derives the type
of a list of integers from the largest one, and each combination of types is another prepared statement.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, TypeVar

import psycopg
from psycopg import pq
from psycopg.abc import Buffer
from psycopg.adapt import Dumper

_NULL: Final = b"\xff\xff\xff\xff"
_EIGHT: Final = b"\x00\x00\x00\x08"
_SIXTEEN: Final = b"\x00\x00\x00\x10"
_ONE: Final = b"\x00\x00\x00\x01"


class PackedArray(bytes):
    """Array in PostgreSQL's binary format."""

    element: ClassVar[str]
    """PostgreSQL type of the elements."""


class Bigints(PackedArray):
    """A `bigint[]`."""

    element = "int8"


class Texts(PackedArray):
    """A `text[]`."""

    element = "text"


class Byteas(PackedArray):
    """A `bytea[]`."""

    element = "bytea"


class Uuids(PackedArray):
    """A `uuid[]`."""

    element = "uuid"


A = TypeVar("A", bound=PackedArray)


def bigints(values: Iterable[int | None]) -> Bigints:
    """Pack integers; raises OverflowError for an integer of more than 64 bits."""
    packed = [_NULL if value is None else _EIGHT + value.to_bytes(8, signed=True) for value in values]
    return _array(Bigints, packed)


def texts(values: Iterable[str | None]) -> Texts:
    """Pack strings; raises UnicodeEncodeError for a string with a lone surrogate."""
    return _array(Texts, [_NULL if value is None else _sized(value.encode()) for value in values])


def byteas(values: Iterable[bytes]) -> Byteas:
    """Pack byte strings."""
    return _array(Byteas, [_sized(value) for value in values])


def uuids(values: Iterable[bytes]) -> Uuids:
    """Pack UUIDs, each of 16 bytes."""
    return _array(Uuids, [_SIXTEEN + value for value in values])


def _sized(value: bytes) -> bytes:
    return len(value).to_bytes(4) + value


def _array(kind: type[A], elements: list[bytes]) -> A:
    # The header: the number of dimensions, whether there may be NULLs, the type of the elements.
    if not elements:
        return kind(bytes(4) + _ONE + _OIDS[kind])
    # For the one dimension: the number of elements and the index of the first one.
    return kind(b"".join((_ONE, _ONE, _OIDS[kind], len(elements).to_bytes(4), _ONE, *elements)))


def _dumper(kind: type[PackedArray]) -> type[Dumper]:
    class PackedDumper(Dumper):
        format = pq.Format.BINARY
        oid = psycopg.adapters.types[kind.element].array_oid

        def dump(self, obj: PackedArray) -> Buffer:
            return obj

    return PackedDumper


_OIDS: Final[dict[type[PackedArray], bytes]] = {
    kind: psycopg.adapters.types[kind.element].oid.to_bytes(4) for kind in (Bigints, Texts, Byteas, Uuids)
}

for _kind in _OIDS:
    psycopg.adapters.register_dumper(_kind, _dumper(_kind))
