"""Source text of compiled functions, and the values that it names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from api.graphql.plans.signals import Unsupported


class Source:
    """Python functions that are written one by one, and then compiled together."""

    def __init__(self, names: dict[str, Any], max_length: int | None = None) -> None:
        """Begin without functions; `max_length` is the maximum number of characters, None for any."""
        self.names = names
        """The namespace of the functions."""
        self._functions: list[str] = []
        self._length = 0
        self._max_length = max_length
        self._count = 0

    def name(self, prefix: str) -> str:
        """Return a new name, for a function or one of its variables."""
        self._count += 1
        return f"{prefix}_{self._count}"

    def value(self, prefix: str, value: Any) -> str:
        """Return a new name that stands for a value."""
        name = self.name(prefix)
        self.names[name] = value
        return name

    def add(self, lines: Iterable[str]) -> None:
        """Add a function; raises Unsupported if the source becomes too long."""
        function = "\n".join(lines)
        self._length += len(function)
        if self._max_length is not None and self._length > self._max_length:
            raise Unsupported(f"a plan of more than {self._max_length:,} characters")
        self._functions.append(function)

    def compile(self) -> str:
        """Compile the functions into the namespace, and return their text."""
        for each in self._functions:
            # One by one, because the compiler of Python lets no other thread run meanwhile.
            exec(compile(each, "<plan>", "exec"), self.names)  # noqa: S102 - written from the schema's names
        return "\n\n\n".join(self._functions) + "\n"


def indented(lines: Iterable[str]) -> list[str]:
    """Return lines that are indented by one more level."""
    return [f"    {each}" for each in lines]
