"""The operations that the client sends; which moves and events there are it learns from the schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from kibitz_client.events import Event
from kibitz_client.moves import Move
from kibitz_client.views import FIELDS

LEAVES: Final = ("SCALAR", "ENUM")

TYPES: Final = """query {
  move: __type(name: "Move") { ...Members }
  event: __type(name: "GameEvent") { ...Members }
}
fragment Members on __Type {
  possibleTypes { name fields { name type { ...Kind ofType { ...Kind ofType { ...Kind ofType {
    ...Kind ofType { ...Kind } } } } } } }
}
fragment Kind on __Type { kind }
"""
"""Asks which moves and which events there are, and what they tell."""

SIGN_IN: Final = (
    "mutation($name: String!) { signIn(input: { name: $name })"
    " { ... on SignedIn { token } ... on Refusal { code message } } }"
)

# What every move or event has anyhow, besides its own fields.
_COMMON: Final = ("mutation", "version", "at", "by")


class Members(Struct, frozen=True):
    """The types behind an interface, each with those of its own fields that are plain values."""

    fields: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Members:
        """Read the answer to the question for an interface's types."""
        return cls(
            {
                kind["name"]: tuple(
                    field["name"]
                    for field in kind["fields"]
                    if field["name"] not in _COMMON and _leaf(field["type"])
                )
                for kind in answer["possibleTypes"]
            }
        )

    @property
    def selection(self) -> str:
        """The selection of all of it; aliases keep apart what has one name and several types."""
        parts = (
            f"... on {kind} {{ {' '.join(f'{kind}_{field}: {field}' for field in fields)} }}"
            for kind, fields in self.fields.items()
            if fields
        )
        return " ".join(("__typename", *parts))

    def values(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of what was selected so."""
        kind = answer["__typename"]
        return {field: answer[f"{kind}_{field}"] for field in self.fields.get(kind, ())}


class Documents:
    """The operations, as far as they depend on what the schema knows."""

    def __init__(self, moves: Members, events: Members) -> None:
        self._moves, self._events = moves, events
        seen = f"...Shown legalMoves {{ moves {{ {moves.selection} }} }}"
        event = f"version {events.selection}"
        self.look = f"query($game: ID!) {{ seen: game(id: $game) {{ {seen} }} }}{FIELDS}"
        self.replay = (
            "query($game: ID!, $version: Version!)"
            f" {{ seen: replay(game: $game, version: $version) {{ {seen} }} }}{FIELDS}"
        )
        self.suggestion = f"query($game: ID!) {{ suggestion(game: $game) {{ {moves.selection} }} }}"
        self.events = (
            "query($game: ID!, $after: Cursor) { events(game: $game, first: 500, after: $after)"
            f" {{ edges {{ node {{ {event} }} }} pageInfo {{ hasNextPage endCursor }} }} }}"
        )
        self.follow = (
            "subscription($game: ID!, $after: Version!)"
            f" {{ gameEvents(game: $game, after: $after) {{ {event} }} }}"
        )
        self._outcome = (
            f"... on CommandAccepted {{ game {{ {seen} }} }}"
            " ... on Refusal { code message } ... on TooBusy { retryAfter }"
        )

    def command(self, name: str, mutation: str) -> str:
        """Return the mutation that carries a command out."""
        return (
            f"mutation($input: {name}Input!) {{ done: {mutation}(input: $input)"
            f" {{ {self._outcome} }} }}{FIELDS}"
        )

    def move(self, answer: Mapping[str, Any]) -> Move:
        """Read a move."""
        return Move(answer["__typename"], self._moves.values(answer))

    def legal(self, offers: Iterable[Mapping[str, Any]]) -> tuple[Move, ...]:
        """Read what may be done."""
        return tuple(self.move(each) for offer in offers for each in offer["moves"])

    def event(self, answer: Mapping[str, Any]) -> Event:
        """Read an event."""
        values = self._events.values(answer)
        return Event(name=answer["__typename"], version=answer["version"], values=values)


def _leaf(kind: Mapping[str, Any] | None) -> bool:
    while kind is not None:
        if kind["kind"] in LEAVES:
            return True
        kind = kind.get("ofType")
    return False
