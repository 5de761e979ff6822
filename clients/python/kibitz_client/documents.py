"""The documents that are sent: the generated ones, with what the server has beside what they know.

Which moves and which events there are the client asks the server: those that it does not know, as those of a
game that the server has learnt since, are asked for with all their plain values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

LEAVES: Final = ("SCALAR", "ENUM")
OPEN: Final = ("GameEvent", "Move")
"""The interfaces behind which a new game has types of its own that are needed to play it."""


class Operation(Struct, frozen=True, kw_only=True):
    """An operation, and where its answer is."""

    text: str
    path: tuple[str, ...]
    """The fields from the root down to what is asked for."""
    once: bool = False
    """Whether it is a command with an id: however often it is sent, it happens once."""


TYPES: Final = Operation(
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
"""Asks which moves and which events there are, and what they tell."""


class Documents:
    """The documents as a server takes them."""

    def __init__(self, fragments: Mapping[str, str]) -> None:
        self._fragments = dict(fragments)
        self._texts: dict[str, str] = {}
        self._asked = False

    def knows(self, operation: Operation) -> bool:
        """Whether nothing has to be asked of the server before an operation."""
        return self._asked or not self._needed(operation.text).intersection(OPEN)

    def learn(self, types: Mapping[str, Any]) -> None:
        """Take the answer to the question for types."""
        for name, answer in zip(OPEN, (types["event"], types["move"]), strict=True):
            self._fragments[name] += _more(self._fragments[name], answer)
        self._texts.clear()
        self._asked = True

    def text(self, operation: Operation) -> str:
        """Return the text of an operation, with the fragments that it needs."""
        if (text := self._texts.get(operation.text)) is None:
            needed = sorted(self._needed(operation.text))
            parts = [f"fragment {name} on {name} {{ {self._fragments[name]} }}" for name in needed]
            # How it is laid out is of no use to the server.
            text = self._texts[operation.text] = " ".join(" ".join((operation.text, *parts)).split())
        return text

    def _needed(self, text: str) -> set[str]:
        """Return the names of the fragments that a text needs, and of those that these need."""
        found: set[str] = set()
        waiting = [text]
        while waiting:
            named = set(re.findall(r"\.\.\.(\w+)", waiting.pop())).intersection(self._fragments) - found
            found |= named
            waiting += (self._fragments[name] for name in named)
        return found


def command(name: str) -> Operation:
    """Return the operation that carries out a command for which there may be no method."""
    mutation = name[:1].lower() + name[1:]
    text = f"mutation($input: {name}Input!) {{ {mutation}(input: $input) {{ ...CommandResult }} }}"
    return Operation(text=text, path=(mutation,), once=True)


def _more(known: str, answer: Mapping[str, Any]) -> str:
    """Return the selection of what is not known; aliases keep apart what has one name and several types."""
    known = " ".join(known.split())
    common = known.partition("...")[0].split()
    parts = []
    for kind, fields in _plain(answer):
        own = [f"{kind}_{field}: {field}" for field in fields if field not in common]
        if own and f"... on {kind} " not in known:
            parts.append(f" ... on {kind} {{ {' '.join(own)} }}")
    return "".join(parts)


def _plain(answer: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the types behind an interface, each with those of its fields that are plain values."""
    for kind in answer["possibleTypes"]:
        yield kind["name"], [field["name"] for field in kind["fields"] if _leaf(field["type"])]


def _leaf(kind: Mapping[str, Any] | None) -> bool:
    while kind is not None:
        if kind["kind"] in LEAVES:
            return True
        kind = kind.get("ofType")
    return False
