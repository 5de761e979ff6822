"""Paths into the input of a field: from an argument's name down to the value that is invalid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from graphql import (
    ArgumentNode,
    DirectiveNode,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    ListValueNode,
    Node,
    ObjectFieldNode,
    ObjectValueNode,
    OperationDefinitionNode,
    VariableNode,
)

InputPath: TypeAlias = tuple[str | int, ...]
"""The names and indexes from an argument down to a value, such as `("input", "cards", 2)`."""
EXTENSION: Final = "inputPath"


def extension(path: InputPath) -> Mapping[str, list[str | int]]:
    """Return the extension of an error with a path into the input; nothing for an empty path."""
    return {EXTENSION: list(path)} if path else {}


def path_of_node(document: DocumentNode, node: Node) -> InputPath:
    """Return the path of a node within the arguments of a document; empty for any other node."""
    return _first(document, lambda each: each is node)


def path_of_variable(document: DocumentNode, operation: OperationDefinitionNode, name: str) -> InputPath:
    """Return the path at which an operation first uses a variable, also in the fragments that it spreads."""
    fragments = {
        each.name.value: each for each in document.definitions if isinstance(each, FragmentDefinitionNode)
    }
    pending: list[Node] = [operation]
    while pending:
        definition = pending.pop(0)
        if path := _first(
            definition, lambda each: isinstance(each, VariableNode) and each.name.value == name
        ):
            return path
        spread = {each.name.value for each in _nodes(definition) if isinstance(each, FragmentSpreadNode)}
        # Each fragment is searched once, however often it is spread.
        pending += (fragments.pop(each) for each in sorted(spread) if each in fragments)
    return ()


def _first(definition: Node, is_wanted: Callable[[Node], bool]) -> InputPath:
    for node in _nodes(definition):
        if isinstance(node, FieldNode | DirectiveNode):
            for argument in node.arguments or ():
                for path, each in _values(argument, ()):
                    if is_wanted(each):
                        return path
    return ()


def _nodes(definition: Node) -> Iterator[Node]:
    """Yield a node and all nodes within it, in the order of the document."""
    pending: list[Node] = [definition]
    while pending:
        node = pending.pop()
        yield node
        children: list[Node] = []
        for key in node.keys:
            child = getattr(node, key)
            if isinstance(child, Node):
                children.append(child)
            elif isinstance(child, (list, tuple)):
                children += (each for each in child if isinstance(each, Node))
        pending += reversed(children)


def _values(node: Node, path: InputPath) -> Iterator[tuple[InputPath, Node]]:
    """Yield the nodes of an argument with their paths."""
    match node:
        case ArgumentNode() | ObjectFieldNode():
            path = *path, node.name.value
            yield path, node
            yield path, node.name
            yield from _values(node.value, path)
        case ListValueNode():
            yield path, node
            for index, item in enumerate(node.values):
                yield from _values(item, (*path, index))
        case ObjectValueNode():
            yield path, node
            for field in node.fields:
                yield from _values(field, path)
        case _:
            yield path, node
