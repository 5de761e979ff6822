"""Frees the tokens of a parsed document, which outnumber its nodes and are of use to its parser alone."""

from __future__ import annotations

from typing import Final

from graphql import DocumentNode, Node, Token, TokenKind

_NO_TOKEN: Final = Token(TokenKind.SOF, 0, 0, 0, 0)


def cut_tokens(document: DocumentNode) -> None:
    """Let go of the document's tokens, two thirds of its objects; errors tell places without them."""
    token = document.loc.start_token if document.loc is not None else None
    while token is not None:
        # They hold one another, which only the garbage collector would find.
        following = token.next
        token.prev = token.next = None
        token = following
    pending: list[Node] = [document]
    while pending:
        node = pending.pop()
        if node.loc is not None:
            node.loc.start_token = node.loc.end_token = _NO_TOKEN
        for key in node.keys:
            child = getattr(node, key)
            if isinstance(child, Node):
                pending.append(child)
            elif isinstance(child, (list, tuple)):
                pending += (each for each in child if isinstance(each, Node))
