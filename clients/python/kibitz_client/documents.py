"""GraphQL documents, extended by types of the server that the client does not know.

The client introspects the types of moves and events. For unknown ones, such as those of a newer game, it
selects all fields with plain values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

LEAVES: Final = ("SCALAR", "ENUM")
EXTENSIBLE: Final = ("GameEvent", "Move")
"""Interfaces that a new game implements with its own types, which are needed to play it."""
OMITTED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({"GameEvent": ("record",)})
"""Fields that no document selects, by interface: `record` repeats all others, as a line of a file."""


class Operation(Struct, frozen=True, kw_only=True):
    """A GraphQL operation and the path to its answer."""

    text: str
    path: tuple[str, ...]
    """The fields from the root to the answer."""
    idempotent: bool = False
    """True for a command with an id, which takes effect once however often it is sent."""


FRAGMENT_TYPES: Final = {"GameReference": "Game", "ListedGame": "Game", "VariantReference": "Variant"}
"""The types of fragments that are not named after theirs."""

INTROSPECTION: Final = Operation(
    text="""
        query { move: __type(name: "Move") { ...Members } event: __type(name: "GameEvent") { ...Members } }
        fragment Members on __Type {
            possibleTypes { name fields { name type { ...Kind ofType { ...Kind ofType { ...Kind ofType {
                ...Kind ofType { ...Kind ofType { ...Kind } } } } } } } }
        }
        fragment Kind on __Type { kind }
    """,
    path=(),
)
"""Lists the types of moves and events with their fields."""


class Documents:
    """The documents for one server."""

    def __init__(self, fragments: Mapping[str, str]) -> None:
        self._fragments = dict(fragments)
        self._texts: dict[str, str] = {}
        self._introspected = False

    def needs_introspection(self, operation: Operation) -> bool:
        """True while INTROSPECTION must be executed before an operation."""
        return not self._introspected and bool(self._needed(operation.text).intersection(EXTENSIBLE))

    def add_types(self, types: Mapping[str, Any]) -> None:
        """Extend the fragments by the answer to INTROSPECTION."""
        for name, answer in zip(EXTENSIBLE, (types["event"], types["move"]), strict=True):
            omitted = OMITTED.get(name, ())
            self._fragments[name] += _unknown_selection(self._fragments[name], answer, omitted)
        self._texts.clear()
        self._introspected = True

    def text(self, operation: Operation) -> str:
        """Return the text of an operation with the fragments that it needs."""
        if (text := self._texts.get(operation.text)) is None:
            needed = sorted(self._needed(operation.text))
            parts = [
                f"fragment {name} on {FRAGMENT_TYPES.get(name, name)} {{ {self._fragments[name]} }}"
                for name in needed
            ]
            # The server does not need the whitespace.
            text = self._texts[operation.text] = " ".join(" ".join((operation.text, *parts)).split())
        return text

    def _needed(self, text: str) -> set[str]:
        """Return the names of the fragments that a text needs, directly and indirectly."""
        found: set[str] = set()
        pending = [text]
        while pending:
            named = set(re.findall(r"\.\.\.(\w+)", pending.pop())).intersection(self._fragments) - found
            found |= named
            pending += (self._fragments[name] for name in named)
        return found


def command_operation(name: str) -> Operation:
    """Return the operation for a command by its name, with or without a generated method."""
    mutation = name[:1].lower() + name[1:]
    selected = "__typename ...CommandAccepted ...Refusal"
    text = f"mutation($input: {name}Input!) {{ {mutation}(input: $input) {{ {selected} }} }}"
    return Operation(text=text, path=(mutation,), idempotent=True)


def _unknown_selection(known: str, answer: Mapping[str, Any], omitted: tuple[str, ...]) -> str:
    """Return the selection of unknown types; aliases separate equal names of different types."""
    known = " ".join(known.split())
    common = (*known.partition("...")[0].split(), *omitted)
    parts = []
    for kind, fields in _leaf_fields(answer):
        own = [f"{kind}_{field}: {field}" for field in fields if field not in common]
        if own and f"... on {kind} " not in known:
            parts.append(f" ... on {kind} {{ {' '.join(own)} }}")
    return "".join(parts)


def _leaf_fields(answer: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the implementing types of an interface, each with its fields that have plain values."""
    for kind in answer["possibleTypes"]:
        yield kind["name"], [field["name"] for field in kind["fields"] if _is_leaf(field["type"])]


def _is_leaf(kind: Mapping[str, Any] | None) -> bool:
    while kind is not None:
        if kind["kind"] in LEAVES:
            return True
        kind = kind.get("ofType")
    return False
