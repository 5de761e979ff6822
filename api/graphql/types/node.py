"""The `Node` interface: objects with a global id, by which clients cache and refetch them.

Ids are plain: a game's id is a UUID, those of players and sessions are random hexadecimal digits, so ids of
different kinds never collide. Only nodes have a field `id`; other types refer to a game or player in a field
`game` or `player`.
"""

from __future__ import annotations

import strawberry
from strawberry.types import has_object_definition


@strawberry.interface(description="An object with a globally unique id, which `node` finds.")
class Node:
    """Interface of all objects with a global id."""

    id: strawberry.ID = strawberry.field(description="The id, which never changes.")

    @classmethod
    def resolve_type(cls, value: object, _info: object, _type: object) -> str:
        """Return the name of the type of an object: the value of a player is its id, of a game its view."""
        if isinstance(value, str):
            return "Player"
        return value.__strawberry_definition__.name if has_object_definition(value) else "Game"
