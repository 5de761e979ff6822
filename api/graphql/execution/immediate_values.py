"""Fields whose value is often known at once, although the resolver may have to wait for it.

    @strawberry.field(metadata=immediate(read), description="…")
    async def name(self, info: Info) -> str: ...

`read` takes the object and the context, and returns the value or raises `NotAtHand`; then the resolver runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeAlias

from strawberry.types.field import StrawberryField

Read: TypeAlias = Callable[[Any, Any], Any]
"""Takes an object and the context of the operation; returns the value of a field."""
_READ: Final = "kibitz.immediate"
_SAME_FOR_ALL: Final = "kibitz.same_for_all"


class NotAtHand(LookupError):
    """The value is not known yet; the field's resolver can wait for it."""


class Incomplete(Protocol):
    """An object some of whose attributes raise `NotAtHand` until it is completed."""

    async def completed(self, context: Any) -> Any:
        """Return the object with all of its attributes."""
        ...


def immediate(read: Read, *, same_for_all: bool = False) -> Mapping[str, Any]:
    """Return the field metadata that declares how to read a value without waiting.

    `same_for_all` is whether all callers read the same value of an object.
    """
    return {_READ: read, _SAME_FOR_ALL: same_for_all}


def is_same_for_all(field: StrawberryField) -> bool:
    """Return whether all callers read the same value of an object."""
    metadata: Mapping[Any, Any] = field.metadata or {}
    return metadata.get(_SAME_FOR_ALL, False) is True


def read_of(field: StrawberryField) -> Read | None:
    """Return the function that reads a field's value without waiting, None without one."""
    metadata: Mapping[Any, Any] = field.metadata or {}
    declared: Read | None = metadata.get(_READ)
    return declared
