"""The one extension: documents are parsed and judged once, and every operation has an end.

Clients send the same few documents, so what was found valid is kept, with what its operations cost. What
depends on the request is judged each time: the operation that is meant, the cost with its variables, the time
it takes. Documents that are not known are validated in a thread of their own, one at a time, beside the event
loop.
"""

from __future__ import annotations

import asyncio
import gc
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import thread_time
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    GraphQLSyntaxError,
    OperationDefinitionNode,
    OperationType,
    validate,
)
from msgspec import Struct
from strawberry.extensions import SchemaExtension
from strawberry.types import ExecutionContext

from api.graphql.cost import Cost, cost_of, value
from api.graphql.document_tokens import cut_tokens
from api.graphql.faults import fault
from api.graphql.limits import Limits, bounded, passed
from api.graphql.shape import TooWide, faults_of, is_longer, operations_of
from api.graphql.validation import RULES, TooComplex, deadline
from application.work import add_to_account

T = TypeVar("T")

MOST_CHARACTERS: Final = 100_000
"""Of all texts that are kept: their nodes and tokens are what a full garbage collection looks at longest."""
LONGEST_KEPT: Final = 20_000
"""A longer text would push out all that is used."""
FREE: Final = 0
"""What documents cost that nobody made up."""
MOST_ERRORS: Final = 20
"""How many errors of a document are told; whoever has more corrects these first."""


class Operation(Struct):
    """An operation of a valid document."""

    name: str | None
    kind: OperationType
    node: OperationDefinitionNode
    cost: Cost | None = None
    """Its cost; None until it runs for the first time."""


class Document(Struct, frozen=True):
    """A valid document."""

    parsed: DocumentNode
    operations: tuple[Operation, ...]

    @classmethod
    def of(cls, parsed: DocumentNode, cost: Cost | None = None) -> Document:
        """Return a document whose operations cost so much, if that is known."""
        operations = (
            Operation(each.name.value if each.name else None, each.operation, each, cost)
            for each in operations_of(parsed)
        )
        return cls(parsed, tuple(operations))

    def meant(self, name: str | None) -> Operation | None:
        """Return the operation that a request means; None where there are several and it names none."""
        if name is None:
            return self.operations[0] if len(self.operations) == 1 else None
        return next(each for each in self.operations if each.name == name)


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
        self._rules = (deadline(limits.validation_seconds), *RULES)
        self._thread = ThreadPoolExecutor(1, "document-judge")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By address: the lock that its documents wait for."""

    def find(self, text: str) -> Document | None:
        """Return the document, if it is known to be valid."""
        document = self._trusted.get(text)
        if document is None and (document := self._kept.get(text)) is not None:
            self._kept.move_to_end(text)
        return document

    def trust(self, documents: Mapping[str, DocumentNode]) -> None:
        """Remember valid documents for good, by their texts; the limits are for those from outside."""
        for text, parsed in documents.items():
            self._trusted[text] = Document.of(parsed, FREE)

    def keep(self, text: str, document: Document) -> None:
        """Remember a valid document."""
        if len(text) > LONGEST_KEPT or text in self._kept:
            return
        self._kept[text] = document
        self._characters += len(text)
        while self._characters > self._most:
            dropped, _ = self._kept.popitem(last=False)
            self._characters -= len(dropped)

    def judged(
        self, schema: GraphQLSchema, parsed: DocumentNode, name: str | None = None
    ) -> Document | list[GraphQLError]:
        """Return the document if it is valid and within the limits, else what is wrong with it.

        The cost is that of the operation with this name, or of the only one.
        """
        errors = faults_of(parsed, self.limits)
        if errors:
            return errors
        try:
            errors = validate(
                schema, parsed, self._rules, max_errors=MOST_ERRORS, hide_suggestions=not self.suggestions
            )
        except TooComplex:
            return [passed("QUERY_TOO_COMPLEX", self.limits.validation_seconds)]
        if errors:
            return list(map(_invalid, errors))
        cut_tokens(parsed)
        document = Document.of(parsed)
        operation = document.meant(name)
        return document if operation is None else self.priced(schema, document, operation) or document

    def priced(self, schema: GraphQLSchema, document: Document, operation: Operation) -> list[GraphQLError]:
        """Work out what an operation of the document costs; return an error where that takes too long."""
        try:
            operation.cost = cost_of(schema, document.parsed, operation.node)
        except TooWide:
            return [passed("QUERY_TOO_COSTLY", self.limits.cost)]
        return []

    async def aside(self, judge: Callable[[], T], address: str) -> T:
        """Return the result of `judged` or `priced`, computed beside the event loop.

        One document of each address waits for the thread; its others wait for that one. So an address that
        sends many documents at once delays another address by one document, not by all of them.
        """
        turn = self._turns.setdefault(address, asyncio.Lock())
        async with turn:
            tidied = partial(_tidied, judge)
            found, seconds = await asyncio.get_running_loop().run_in_executor(self._thread, _timed, tidied)
        add_to_account(seconds)
        return found

    def unparsed(self, text: str | None, error: GraphQLSyntaxError) -> GraphQLError:
        """Return what is told of a text that was not parsed: it is too long, or no GraphQL."""
        if text is not None and is_longer(text, self.limits.tokens):
            return passed("QUERY_TOO_LONG", self.limits.tokens)
        extensions = fault("GRAPHQL_PARSE_FAILED", error.message).extensions
        return GraphQLError(error.message, error.nodes, error.source, error.positions, extensions=extensions)


def _timed(judge: Callable[[], T]) -> tuple[T, float]:
    begun = thread_time()
    return judge(), thread_time() - begun


def _tidied(judge: Callable[[], T]) -> T:
    """Return the judgement, and collect the thousands of objects in circles that validation leaves behind."""
    try:
        return judge()
    finally:
        # Here, before it grows old: the event loop's thread would have to do it with all that is old.
        gc.collect(1)


def _invalid(error: GraphQLError) -> GraphQLError:
    """Return what is told of an error of validation, which is the caller's even where Python raised it."""
    told = fault("GRAPHQL_VALIDATION_FAILED", error.message.partition(", but encountered error")[0])
    return GraphQLError(told.message, error.nodes, extensions=error.extensions or told.extensions)


class KnownDocuments(SchemaExtension):
    """Parses and judges only what is not known, and refuses what cannot be answered or takes too long."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._known: Document | None = None
        self._end = 0.0

    def on_parse(self) -> Iterator[None]:
        """Take a known document instead of parsing the text."""
        context = self.execution_context
        self._known = self._documents.find(context.query) if context.query is not None else None
        if self._known is not None:
            context.graphql_document = self._known.parsed
        else:
            most = self._documents.limits.tokens
            context.parse_options = {"max_lexical_tokens": most, "max_comments": most}  # type: ignore[typeddict-unknown-key]
        yield

    async def on_validate(self) -> AsyncIterator[None]:
        """Judge what is not known, and of what is known the operation that is meant."""
        self._end = asyncio.get_running_loop().time() + self._documents.limits.seconds
        context = self.execution_context
        # Not None, also where there is none: the schema then validates no more.
        context.pre_execution_errors = await self._errors(context)
        yield

    async def _errors(self, context: ExecutionContext) -> list[GraphQLError]:
        # The public name falls back to that of the first operation, which would be a guess among several.
        name = context._provided_operation_name
        try:
            if self._known is None:
                async with asyncio.timeout_at(self._end):
                    errors = await self._judged(context, name)
                if errors:
                    return errors
            assert self._known is not None, "it has been judged"
            operation = self._known.meant(name)
            if operation is not None and operation.cost is None:
                async with asyncio.timeout_at(self._end):
                    schema = context.schema._schema
                    priced = partial(self._documents.priced, schema, self._known, operation)
                    errors = await self._documents.aside(priced, context.context.account.address)
                if errors:
                    return errors
        except TimeoutError:
            return [self._too_long()]
        return list(self._refused(operation, context))

    async def _judged(self, context: ExecutionContext, name: str | None) -> list[GraphQLError]:
        """Judge a document that is not known, and keep it if nothing is wrong with it."""
        assert context.graphql_document is not None, "it has been parsed"
        schema, parsed = context.schema._schema, context.graphql_document
        judge = partial(self._documents.judged, schema, parsed, name)
        judged = await self._documents.aside(judge, context.context.account.address)
        if not isinstance(judged, Document):
            return judged
        self._known = judged
        if context.query is not None:
            self._documents.keep(context.query, judged)
        return []

    def _refused(self, operation: Operation | None, context: ExecutionContext) -> Iterator[GraphQLError]:
        if operation is None:
            yield fault(
                "OPERATION_NOT_NAMED",
                "The document has several operations: say which one in operationName.",
            )
            return
        assert operation.cost is not None, "it has been worked out"
        if operation.kind is OperationType.SUBSCRIPTION and not context.context.streams:
            text = "A subscription needs a WebSocket, or the header 'Accept: text/event-stream'."
            yield fault("SUBSCRIPTION_NOT_STREAMED", text)
        costs = value(operation.cost, context.variables or {})
        if costs > self._documents.limits.cost:
            yield passed("QUERY_TOO_COSTLY", self._documents.limits.cost, costs)

    async def on_execute(self) -> AsyncIterator[None]:
        """End what takes too long; a command that is being recorded is recorded all the same."""
        limit = asyncio.timeout_at(self._end)
        turn = self.execution_context.context.turn
        try:
            async with limit:
                if turn is None:
                    yield
                else:
                    async with turn:
                        yield
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise self._too_long() from error

    def _too_long(self) -> GraphQLError:
        seconds = self._documents.limits.seconds
        text = f"It takes more than {seconds:g} s; whether a command was carried out, its id will tell."
        return bounded("TIMEOUT", text, seconds)


def extension(documents: Documents) -> Any:
    """Return how the extension of one request is made."""
    return lambda: KnownDocuments(documents)
