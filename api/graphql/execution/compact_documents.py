"""Compacts parsed documents, so that garbage collections traverse few objects of cached documents."""

from __future__ import annotations

from graphql import DocumentNode, NameNode, Node, Source
from msgspec import Struct


class _Location(Struct, gc=False):
    """Location of a node without tokens, which errors do not use; invisible to the garbage collector."""

    start: int
    end: int
    source: Source


def unlink_tokens(document: DocumentNode) -> None:
    """Cut the references between a document's tokens, which are cycles for the garbage collector."""
    token = document.loc.start_token if document.loc is not None else None
    while token is not None:
        following = token.next
        token.prev = token.next = None
        token = following


def compact(document: DocumentNode) -> None:
    """Drop a document's tokens and share equal names; errors still report locations.

    Tokens outnumber the nodes. Of the rest, half are locations and a fifth are names. Call it after
    validation: an error about a shared name reports the location of its first use.
    """
    unlink_tokens(document)
    names: dict[str, NameNode] = {}
    pending: list[Node] = [document]
    while pending:
        node = pending.pop()
        _drop_tokens(node)
        for key in node.keys:
            child = getattr(node, key)
            if isinstance(child, NameNode):
                _replace(node, key, names.setdefault(child.value, child))
            elif isinstance(child, Node):
                pending.append(child)
            elif isinstance(child, (list, tuple)):
                pending += (each for each in child if isinstance(each, Node))
    for name in names.values():
        _drop_tokens(name)


def _drop_tokens(node: Node) -> None:
    if node.loc is not None:
        _replace(node, "loc", _Location(node.loc.start, node.loc.end, node.loc.source))


def _replace(node: Node, key: str, value: object) -> None:
    # Nodes are frozen, but nothing else references the nodes of a newly parsed document.
    object.__setattr__(node, key, value)
