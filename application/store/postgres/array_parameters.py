"""Array parameters of statements, packed as a whole into PostgreSQL's binary format.

Psycopg adapts a list value by value, which takes longer than the rest of an append. It also derives the type
of a list of integers from the largest one, and each combination of types is another prepared statement.
The loops over the values run in C, because a batch has fifteen arrays.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from operator import add
from typing import ClassVar, Final, TypeVar, cast

import psycopg
from psycopg import pq
from psycopg.abc import Buffer
from psycopg.adapt import Dumper

_NULL: Final = b"\xff\xff\xff\xff"
_ONE: Final = b"\x00\x00\x00\x01"
_BIGINT: Final = struct.Struct(">iq")
"""An element of a `bigint[]`: its size and its value."""


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
T = TypeVar("T")


def bigints(values: Sequence[int | None]) -> Bigints:
    """Pack integers; raises OverflowError for an integer of more than 64 bits."""
    try:
        return _array(Bigints, _elements(values, _packed_integers))
    except struct.error as error:
        raise OverflowError(f"not an integer of 64 bits: {error}") from error


def texts(values: Sequence[str | None]) -> Texts:
    """Pack strings; raises UnicodeEncodeError for a string with a lone surrogate."""
    return _array(Texts, _elements(values, _packed_texts))


def byteas(values: Sequence[bytes]) -> Byteas:
    """Pack byte strings."""
    return _array(Byteas, _packed(values))


def uuids(values: Sequence[bytes]) -> Uuids:
    """Pack UUIDs, each of 16 bytes."""
    return _array(Uuids, _packed(values))


def _elements(values: Sequence[T | None], pack: Callable[[Sequence[T]], Iterable[bytes]]) -> Iterable[bytes]:
    """Return the elements of an array, in which a NULL is in the place of each missing value."""
    if None not in values:
        return pack(cast("Sequence[T]", values))
    packed = iter(pack([value for value in values if value is not None]))
    return [_NULL if value is None else next(packed) for value in values]


def _packed_integers(values: Iterable[int]) -> Iterable[bytes]:
    return map(_BIGINT.pack, repeat(8), values)


def _packed_texts(values: Iterable[str]) -> Iterable[bytes]:
    return _packed([*map(str.encode, values)])


def _packed(values: Sequence[bytes]) -> Iterable[bytes]:
    sizes = map(int.to_bytes, map(len, values), repeat(4))
    return map(add, sizes, values)


def _array(kind: type[A], elements: Iterable[bytes]) -> A:
    packed = [*elements]
    # The header: the number of dimensions, whether there may be NULLs, the type of the elements.
    if not packed:
        return kind(bytes(4) + _ONE + _OIDS[kind])
    # For the one dimension: the number of elements and the index of the first one.
    return kind(b"".join((_ONE, _ONE, _OIDS[kind], len(packed).to_bytes(4), _ONE, *packed)))


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
