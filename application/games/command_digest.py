"""Digests of commands, which distinguish a repeated command from another use of its id."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from hashlib import sha256
from itertools import combinations
from typing import Any

import msgspec
from msgspec import NODEFAULT
from msgspec.structs import FieldInfo

from domain.commands import Command

_encode = msgspec.json.Encoder(order="deterministic").encode


def digest(command: Command) -> bytes:
    """Return SHA-256 over the fields of a command that do not hold their defaults.

    A command therefore keeps its digest when its class gains a field with a default.
    """
    return _over(command, without=_at_default(command))


def is_digest(stored: bytes, command: Command) -> bool:
    """Return whether a stored digest is of this command, in the current form or an earlier one.

    Earlier versions of the server hashed all fields that the class had then, including those at their
    defaults.
    """
    return any(stored == each for each in _digests(command))


def _digests(command: Command) -> Iterator[bytes]:
    defaulted = _at_default(command)
    # It is unknown which defaulted fields the class had when the digest was stored; there are only a few.
    for count in range(len(defaulted), -1, -1):
        for without in combinations(defaulted, count):
            yield _over(command, without)


def _over(command: Command, without: Collection[str]) -> bytes:
    if not without:
        return sha256(_encode(command)).digest()
    values = msgspec.to_builtins(command, order="deterministic")
    for name in without:
        del values[name]
    return sha256(msgspec.json.encode(values)).digest()


def _at_default(command: Command) -> list[str]:
    return [name for name, default in _defaults(type(command)) if getattr(command, name) == default]


@cache
def _defaults(kind: type[Command]) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a command class that have a default, each with its default."""
    every = msgspec.structs.fields(kind)
    return tuple((each.name, _default(each)) for each in every if not each.required)


def _default(field: FieldInfo) -> Any:
    return field.default if field.default_factory is NODEFAULT else field.default_factory()
