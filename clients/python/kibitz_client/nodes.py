"""The interface `Node`: objects with an id."""

from __future__ import annotations

from kibitz_client.values import Value


class Node:
    """An object with a globally unique id."""

    __slots__ = ()
    id: str


class UnknownNode(Value, Node, frozen=True, kw_only=True):
    """An object with an id, of a type that this client does not know."""

    id: str
