"""The one extension: documents are parsed and judged once, and every operation has an end.

Clients send the same few documents, so what was found valid is kept, with what its operations cost. What
depends on the request is judged each time: the operation that is meant, the cost with its variables, the time
it takes.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from typing import Any, Final

from graphql import (
    ASTValidationRule,
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    GraphQLSyntaxError,
    OperationType,
    specified_rules,
    validate,
)
from graphql.validation import MaxIntrospectionDepthRule
from msgspec import Struct
from strawberry.extensions import SchemaExtension
from strawberry.schema.validation_rules.maybe_null import MaybeNullValidationRule
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule
from strawberry.types import ExecutionContext

from api.graphql.cost import Cost, costs_of, value
from api.graphql.faults import fault
from api.graphql.limits import Limits, bounded, passed
from api.graphql.shape import TooWide, faults_of, is_longer, operations_of

MOST_CHARACTERS: Final = 500_000
"""Of all texts that are kept; a parsed text takes about a hundred times its length."""
LONGEST_KEPT: Final = 20_000
"""A longer text would push out all that is used."""
FREE: Final = 0
"""What documents cost that nobody made up."""
MOST_ERRORS: Final = 20
"""How many errors of a document are told; whoever has more corrects these first."""


class _IntrospectionDepth(MaxIntrospectionDepthRule):
    """Refuses introspection that goes round in circles, as a limit that was passed."""

    def report_error(self, error: GraphQLError) -> None:
        told = fault("INTROSPECTION_TOO_DEEP", "Introspection may not go round in circles.")
        super().report_error(GraphQLError(told.message, error.nodes, extensions=told.extensions))


RULES: Final[tuple[type[ASTValidationRule], ...]] = (
    *(rule for rule in specified_rules if rule is not MaxIntrospectionDepthRule),
    _IntrospectionDepth,
    MaybeNullValidationRule,
    OneOfInputValidationRule,
)
"""What makes a document valid; made once, for all documents."""


class Document(Struct, frozen=True):
    """A valid document."""

    parsed: DocumentNode
    operations: tuple[tuple[str | None, OperationType, Cost], ...]
    """Each operation's name, its kind and what it costs."""

    @classmethod
    def of(cls, parsed: DocumentNode, costs: Iterable[Cost]) -> Document:
        """Return a document of which each operation costs so much."""
        found = zip(operations_of(parsed), costs, strict=True)
        operations = ((each.name.value if each.name else None, each.operation, cost) for each, cost in found)
        return cls(parsed, tuple(operations))


class Documents:
    """Valid documents by their text, those that were used last; and how others are judged."""

    def __init__(
        self, limits: Limits, *, suggestions: bool = False, most_characters: int = MOST_CHARACTERS
    ) -> None:
        self.limits = limits
        self.suggestions = suggestions
        """Whether errors suggest what may have been meant."""
        self._most = most_characters
        self._trusted: dict[str, Document] = {}
        self._kept: OrderedDict[str, Document] = OrderedDict()
        self._characters = 0

    def find(self, text: str) -> Document | None:
        """Return the document, if it is known to be valid."""
        document = self._trusted.get(text)
        if document is None and (document := self._kept.get(text)) is not None:
            self._kept.move_to_end(text)
        return document

    def trust(self, documents: Mapping[str, DocumentNode]) -> None:
        """Remember valid documents for good, by their texts; the limits are for those from outside."""
        for text, parsed in documents.items():
            self._trusted[text] = Document.of(parsed, [FREE] * len(operations_of(parsed)))

    def keep(self, text: str, document: Document) -> None:
        """Remember a valid document."""
        if len(text) > LONGEST_KEPT or text in self._kept:
            return
        self._kept[text] = document
        self._characters += len(text)
        while self._characters > self._most:
            dropped, _ = self._kept.popitem(last=False)
            self._characters -= len(dropped)

    def judged(self, schema: GraphQLSchema, parsed: DocumentNode) -> Document | list[GraphQLError]:
        """Return the document if it is valid and within the limits, else what is wrong with it."""
        errors = faults_of(parsed, self.limits)
        if errors:
            return errors
        errors = validate(
            schema, parsed, RULES, max_errors=MOST_ERRORS, hide_suggestions=not self.suggestions
        )
        if errors:
            return list(map(_invalid, errors))
        try:
            costs = costs_of(schema, parsed)
        except TooWide:
            return [passed("QUERY_TOO_COSTLY", self.limits.cost)]
        return Document.of(parsed, costs)

    def unparsed(self, text: str | None, error: GraphQLSyntaxError) -> GraphQLError:
        """Return what is told of a text that was not parsed: it is too long, or no GraphQL."""
        if text is not None and is_longer(text, self.limits.tokens):
            return passed("QUERY_TOO_LONG", self.limits.tokens)
        extensions = fault("GRAPHQL_PARSE_FAILED", error.message).extensions
        return GraphQLError(error.message, error.nodes, error.source, error.positions, extensions=extensions)


def _invalid(error: GraphQLError) -> GraphQLError:
    """Return what is told of an error of validation, which is the caller's even where Python raised it."""
    told = fault("GRAPHQL_VALIDATION_FAILED", error.message.partition(", but encountered error")[0])
    return GraphQLError(told.message, error.nodes, extensions=error.extensions or told.extensions)


class KnownDocuments(SchemaExtension):
    """Parses and judges only what is not known, and refuses what cannot be answered or takes too long."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._known: Document | None = None

    def on_parse(self) -> Iterator[None]:
        """Take a known document instead of parsing the text."""
        context = self.execution_context
        self._known = self._documents.find(context.query) if context.query is not None else None
        if self._known is not None:
            context.graphql_document = self._known.parsed
        else:
            context.parse_options = {"max_lexical_tokens": self._documents.limits.tokens}  # type: ignore[typeddict-unknown-key]
        yield

    def on_validate(self) -> Iterator[None]:
        """Judge what is not known, and of what is known the operation that is meant."""
        context = self.execution_context
        errors: list[GraphQLError] = []
        if self._known is None:
            assert context.graphql_document is not None, "it has been parsed"
            judged = self._documents.judged(context.schema._schema, context.graphql_document)
            if isinstance(judged, Document):
                self._known = judged
                if context.query is not None:
                    self._documents.keep(context.query, judged)
            else:
                errors = judged
        if self._known is not None:
            errors = list(self._refused(self._known, context))
        # Not None, also where there is none: the schema then validates no more.
        context.pre_execution_errors = errors
        yield

    def _refused(self, document: Document, context: ExecutionContext) -> Iterator[GraphQLError]:
        # The public name falls back to that of the first operation, which would be a guess among several.
        name, operations = context._provided_operation_name, document.operations
        if name is None and len(operations) > 1:
            yield fault(
                "OPERATION_NOT_NAMED",
                "The document has several operations: say which one in operationName.",
            )
            return
        kind, cost = next((kind, cost) for own, kind, cost in operations if own == name or name is None)
        if kind is OperationType.SUBSCRIPTION and not context.context.streams:
            text = "A subscription needs a WebSocket, or the header 'Accept: text/event-stream'."
            yield fault("SUBSCRIPTION_NOT_STREAMED", text)
        costs = value(cost, context.variables or {})
        if costs > self._documents.limits.cost:
            yield passed("QUERY_TOO_COSTLY", self._documents.limits.cost, costs)

    async def on_execute(self) -> AsyncIterator[None]:
        """End what takes too long; a command that is being recorded is recorded all the same."""
        seconds = self._documents.limits.seconds
        limit = asyncio.timeout(seconds)
        try:
            async with limit:
                yield
        except TimeoutError as error:
            if not limit.expired():
                raise
            text = f"It takes more than {seconds:g} s; whether a command was carried out, its id will tell."
            raise bounded("TIMEOUT", text, seconds) from error


def extension(documents: Documents) -> Any:
    """Return how the extension of one request is made."""
    return lambda: KnownDocuments(documents)
