"""The shape of a document: depth, width and repetition, counted before any costly processing.

Validation time grows with the square of some of these numbers, so they are counted first, by traversals that
visit a fragment once however often it is spread. Counting does not require a valid document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from graphql import (
    DirectiveNode,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLSyntaxError,
    InlineFragmentNode,
    Lexer,
    OperationDefinitionNode,
    SelectionSetNode,
    Source,
    TokenKind,
)
from graphql.language import Node

from api.graphql.limits.request_limits import Limits, limit_exceeded

Fragments: TypeAlias = Mapping[str, FragmentDefinitionNode]
TypeCondition: TypeAlias = Callable[[str], bool]

MAX_VISITS: Final = 20_000
"""Maximum fields visited while counting repeats; a document that needs more has too many repeats."""
_INTROSPECTION: Final = ("__schema", "__type")


class TooWide(Exception):
    """A document expands to more fields than a traversal may visit."""


def fragments_of(document: DocumentNode) -> Fragments:
    """Return a document's fragments by name."""
    return {
        each.name.value: each for each in document.definitions if isinstance(each, FragmentDefinitionNode)
    }


def operations_of(document: DocumentNode) -> list[OperationDefinitionNode]:
    """Return a document's operations in document order."""
    return [each for each in document.definitions if isinstance(each, OperationDefinitionNode)]


def is_longer(text: str, tokens: int) -> bool:
    """Return whether a text has more valid tokens, or more comments, than a limit before a syntax error."""
    lexer = Lexer(Source(text))
    read, comments, end = 0, 0, 0
    try:
        while read <= tokens and comments <= tokens:
            token = lexer.read_next_token(end)
            if token.kind is TokenKind.EOF:
                return False
            end = token.end
            if token.kind is TokenKind.COMMENT:
                comments += 1
            else:
                read += 1
    except GraphQLSyntaxError:
        return False
    return True


def merged_fields(
    selections: Iterable[SelectionSetNode], fragments: Fragments, applies: TypeCondition | None = None
) -> dict[str, list[FieldNode]]:
    """Return the fields of merged selections, grouped by their names in the answer.

    `applies` returns whether a fragment with a type condition counts; without it, all fragments count.
    """
    fields: dict[str, list[FieldNode]] = {}
    spread_names: set[str] = set()
    pending = list(selections)
    while pending:
        for each in pending.pop().selections:
            if isinstance(each, FieldNode):
                fields.setdefault(each.alias.value if each.alias else each.name.value, []).append(each)
                continue
            part: InlineFragmentNode | FragmentDefinitionNode | None
            if isinstance(each, FragmentSpreadNode):
                part = None if each.name.value in spread_names else fragments.get(each.name.value)
                spread_names.add(each.name.value)
            else:
                assert isinstance(each, InlineFragmentNode), "there is no other selection"
                part = each
            if part is not None and _applies(part, applies):
                pending.append(part.selection_set)
    return fields


def _applies(part: InlineFragmentNode | FragmentDefinitionNode, applies: TypeCondition | None) -> bool:
    return applies is None or part.type_condition is None or applies(part.type_condition.name.value)


def selections_of(fields: Iterable[FieldNode]) -> tuple[SelectionSetNode, ...]:
    """Return the selection sets of fields."""
    return tuple(each.selection_set for each in fields if each.selection_set is not None)


def shape_errors(document: DocumentNode, limits: Limits) -> list[GraphQLError]:
    """Return an error for each limit that the document's shape exceeds."""
    return [limit_exceeded(code, *details) for code, details in _exceeded(document, limits)]


def _exceeded(document: DocumentNode, limits: Limits) -> Iterator[tuple[str, Sequence[int]]]:
    operations = operations_of(document)
    if len(operations) > limits.operations:
        # The other counts traverse every operation with all of its fragments, so they are skipped.
        yield "TOO_MANY_DOCUMENT_OPERATIONS", (limits.operations, len(operations))
        return
    aliases, directives = _aliases_and_directives(document)
    if aliases > limits.aliases:
        yield "TOO_MANY_ALIASES", (limits.aliases, aliases)
    if directives > limits.directives:
        yield "TOO_MANY_DIRECTIVES", (limits.directives, directives)
    fragments = fragments_of(document)
    widest = max((len(merged_fields([each.selection_set], fragments)) for each in operations), default=0)
    if widest > limits.root_fields:
        yield "TOO_MANY_ROOT_FIELDS", (limits.root_fields, widest)
    try:
        depth, introspection = _DepthCount(fragments).of(document)
    except RecursionError:
        yield "QUERY_TOO_DEEP", (limits.depth,)
        return
    if depth > limits.depth:
        yield "QUERY_TOO_DEEP", (limits.depth, depth)
    elif introspection > limits.introspection:
        yield "INTROSPECTION_TOO_DEEP", (limits.introspection, introspection)
    else:
        # Documents that are too deep are not traversed again.
        try:
            repeats = _RepeatCount(fragments).of(document)
        except TooWide:
            yield "TOO_MANY_REPEATS", (limits.repeats,)
        else:
            if repeats > limits.repeats:
                yield "TOO_MANY_REPEATS", (limits.repeats, repeats)


def _aliases_and_directives(document: DocumentNode) -> tuple[int, int]:
    aliases = directives = 0
    for node in _nodes_of(document):
        aliases += isinstance(node, FieldNode) and node.alias is not None
        directives += len(_directives_of(node))
    return aliases, directives


def _nodes_of(document: DocumentNode) -> Iterator[Node]:
    """Yield all nodes that can have directives, and the document."""
    pending: list[Node] = [document]
    while pending:
        node = pending.pop()
        yield node
        pending += getattr(node, "definitions", None) or ()
        pending += getattr(node, "variable_definitions", None) or ()
        selections = getattr(node, "selection_set", None)
        pending += selections.selections if selections is not None else ()


def _directives_of(node: Node) -> Sequence[DirectiveNode]:
    return getattr(node, "directives", None) or ()


class _DepthCount:
    """Depths of nested fields, outside and inside introspection; a cycle of fragments counts once."""

    def __init__(self, fragments: Fragments) -> None:
        self._fragments = fragments
        self._counts: dict[str, tuple[int, int]] = {}

    def of(self, document: DocumentNode) -> tuple[int, int]:
        # Only operations: the spread of a fragment decides whether it lies inside introspection.
        depths = [self._below(each.selection_set) for each in operations_of(document)]
        return max((outside for outside, _ in depths), default=0), max(
            (inside for _, inside in depths), default=0
        )

    def _below(self, selections: SelectionSetNode | None) -> tuple[int, int]:
        depth = introspection = 0
        for each in selections.selections if selections is not None else ():
            if isinstance(each, FragmentSpreadNode):
                outside, inside = self._fragment(each.name.value)
            else:
                assert isinstance(each, FieldNode | InlineFragmentNode), "there is no other selection"
                outside, inside = self._below(each.selection_set)
                if isinstance(each, FieldNode):
                    outside, inside = (
                        (1, outside + inside) if each.name.value in _INTROSPECTION else (outside + 1, inside)
                    )
            depth, introspection = max(depth, outside), max(introspection, inside)
        return depth, introspection

    def _fragment(self, name: str) -> tuple[int, int]:
        if name not in self._counts:
            self._counts[name] = 0, 0
            fragment = self._fragments.get(name)
            self._counts[name] = self._below(fragment.selection_set) if fragment is not None else (0, 0)
        return self._counts[name]


class _RepeatCount:
    """Counts pairs of fields that share a name in the answer; validation compares each pair recursively."""

    def __init__(self, fragments: Fragments) -> None:
        self._fragments = fragments
        self._counts: dict[frozenset[int], int] = {}
        self._visits = 0

    def of(self, document: DocumentNode) -> int:
        """Return the number of pairs; raises TooWide when there are too many fields to count."""
        sets = [each.selection_set for each in (*operations_of(document), *self._fragments.values())]
        return sum(self._pairs((each,)) for each in sets)

    def _pairs(self, selections: tuple[SelectionSetNode, ...]) -> int:
        if not selections:
            return 0
        key = frozenset(map(id, selections))
        if key not in self._counts:
            groups = merged_fields(selections, self._fragments).values()
            self._visits += sum(map(len, groups))
            if self._visits > MAX_VISITS:
                raise TooWide
            # Set before counting, to end the recursion of cyclic fragments, which validation refuses later.
            self._counts[key] = 0
            self._counts[key] = sum(
                len(group) * (len(group) - 1) // 2 + self._pairs(selections_of(group)) for group in groups
            )
        return self._counts[key]
