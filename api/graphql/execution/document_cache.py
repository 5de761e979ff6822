"""Cache of valid documents, each parsed and validated once.

Clients send the same few documents, so valid documents are cached with the costs of their operations. Unknown
documents are parsed and validated one at a time in a separate thread, outside the event loop.
"""

from __future__ import annotations

import asyncio
import gc
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from time import thread_time
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    GraphQLSyntaxError,
    OperationDefinitionNode,
    OperationType,
    parse,
    validate,
)
from msgspec import Struct

from api.graphql.errors.faults import fault
from api.graphql.execution.compact_documents import compact
from api.graphql.execution.cost import Cost, cost_of
from api.graphql.execution.document_shape import TooWide, faults_of, is_longer, operations_of
from api.graphql.execution.validation_rules import RULES, TooComplex, deadline
from api.graphql.limits.request_limits import Limits, passed
from application.runtime.work_accounts import add_to_account

T = TypeVar("T")

MANY_OBJECTS: Final = 4_000
"""New objects that trigger a garbage collection after validation; the event loop waits meanwhile."""
MOST_CHARACTERS: Final = 100_000
"""Most characters of all cached texts; their nodes dominate the time of a full garbage collection."""
LONGEST_KEPT: Final = 20_000
"""Longest text that is cached, in characters; a longer one would evict all documents in use."""
FREE: Final = 0
"""Cost of the operations of trusted documents."""
MOST_ERRORS: Final = 20
"""Most errors that are reported for one document."""


class Operation(Struct):
    """An operation of a valid document."""

    name: str | None
    kind: OperationType
    node: OperationDefinitionNode
    cost: Cost | None = None
    """The operation's cost; None until it is computed."""


class Document(Struct, frozen=True):
    """A valid document."""

    parsed: DocumentNode
    operations: tuple[Operation, ...]

    @classmethod
    def of(cls, parsed: DocumentNode, cost: Cost | None = None) -> Document:
        """Return a document whose operations have the given cost, None while it is unknown."""
        operations = (
            Operation(each.name.value if each.name else None, each.operation, each, cost)
            for each in operations_of(parsed)
        )
        return cls(parsed, tuple(operations))

    def meant(self, name: str | None) -> Operation | None:
        """Return the operation that a name selects, the only one without a name; None if there is none."""
        if name is None:
            return self.operations[0] if len(self.operations) == 1 else None
        return next((each for each in self.operations if each.name == name), None)


class Documents:
    """Validates documents, and caches trusted and recently used ones by their text."""

    def __init__(
        self, limits: Limits, *, suggestions: bool = False, most_characters: int = MOST_CHARACTERS
    ) -> None:
        self.limits = limits
        self.suggestions = suggestions
        """Whether errors suggest similar names of the schema."""
        self._most = most_characters
        self._trusted: dict[str, Document] = {}
        self._kept: OrderedDict[str, Document] = OrderedDict()
        self._characters = 0
        self._rules = (deadline(limits.validation_seconds), *RULES)
        self._thread = ThreadPoolExecutor(1, "document-judge")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Locks by address; an address validates one document at a time."""
        self._judging: dict[str, asyncio.Event] = {}
        """Events by text, for documents under validation; set when validation ends."""

    def find(self, text: str) -> Document | None:
        """Return a trusted or cached document, else None."""
        document = self._trusted.get(text)
        if document is None and (document := self._kept.get(text)) is not None:
            self._kept.move_to_end(text)
        return document

    async def found_soon(self, text: str) -> Document | None:
        """Wait for another request's validation of the document; None if there is none, or it is not cached.

        Many clients may send the same new document at the same moment, for example after a restart.
        """
        if (judged := self._judging.get(text)) is None:
            return None
        await judged.wait()
        return self.find(text)

    @contextmanager
    def judging(self, text: str) -> Iterator[None]:
        """Make other requests for a document wait for this request's validation of it."""
        if text in self._judging:
            yield
            return
        judged = self._judging[text] = asyncio.Event()
        try:
            yield
        finally:
            del self._judging[text]
            judged.set()

    def trust(self, documents: Mapping[str, DocumentNode]) -> None:
        """Cache valid documents permanently, by their texts; limits do not apply to trusted documents."""
        for text, parsed in documents.items():
            self._trusted[text] = Document.of(parsed, FREE)

    def keep(self, text: str, document: Document) -> None:
        """Cache a valid document, and evict the least recently used ones."""
        if len(text) > LONGEST_KEPT or text in self._kept:
            return
        self._kept[text] = document
        self._characters += len(text)
        while self._characters > self._most:
            dropped, _ = self._kept.popitem(last=False)
            self._characters -= len(dropped)

    def judged(
        self, schema: GraphQLSchema, text: str, name: str | None = None
    ) -> Document | list[GraphQLError]:
        """Return the document if it is valid and within the limits, else its errors.

        The cost is computed for the operation with this name, or for the only operation.
        """
        most = self.limits.tokens
        try:
            parsed = parse(text, max_lexical_tokens=most, max_comments=most)
        except GraphQLSyntaxError as error:
            return [self._unparsed(text, error)]
        return self._validated(schema, parsed, name)

    def _validated(
        self, schema: GraphQLSchema, parsed: DocumentNode, name: str | None
    ) -> Document | list[GraphQLError]:
        if not operations_of(parsed):
            return [fault("OPERATION_NOT_NAMED", "The document has no operation.")]
        errors = faults_of(parsed, self.limits)
        if errors:
            compact(parsed)
            return errors
        try:
            errors = validate(
                schema, parsed, self._rules, max_errors=MOST_ERRORS, hide_suggestions=not self.suggestions
            )
        except TooComplex:
            return [passed("QUERY_TOO_COMPLEX", self.limits.validation_seconds)]
        finally:
            compact(parsed)
        if errors:
            return list(map(_invalid, errors))
        document = Document.of(parsed)
        operation = document.meant(name)
        return document if operation is None else self.priced(schema, document, operation) or document

    def priced(self, schema: GraphQLSchema, document: Document, operation: Operation) -> list[GraphQLError]:
        """Compute the cost of an operation of the document; return an error if that takes too long."""
        try:
            operation.cost = cost_of(schema, document.parsed, operation.node)
        except TooWide:
            return [passed("QUERY_TOO_COSTLY", self.limits.cost)]
        return []

    async def aside(self, judge: Callable[[], T], address: str) -> T:
        """Return the result of `judged` or `priced`, computed outside the event loop.

        Each address queues one document for the thread at a time. An address that sends many documents at
        once therefore delays another address by one document, not by all of them.
        """
        turn = self._turns.setdefault(address, asyncio.Lock())
        async with turn:
            tidied = partial(_tidied, judge)
            found, seconds = await asyncio.get_running_loop().run_in_executor(self._thread, _timed, tidied)
        add_to_account(seconds)
        return found

    def _unparsed(self, text: str, error: GraphQLSyntaxError) -> GraphQLError:
        """Return the error for a text that was not parsed: too many tokens, or invalid syntax."""
        if is_longer(text, self.limits.tokens):
            return passed("QUERY_TOO_LONG", self.limits.tokens)
        extensions = fault("GRAPHQL_PARSE_FAILED", error.message).extensions
        return GraphQLError(error.message, error.nodes, error.source, error.positions, extensions=extensions)


def _timed(judge: Callable[[], T]) -> tuple[T, float]:
    begun = thread_time()
    return judge(), thread_time() - begun


def _tidied(judge: Callable[[], T]) -> T:
    """Return the result, and collect the thousands of cyclic objects that validation leaves behind.

    Automatic collection is off meanwhile: it would promote objects in use, and once they are garbage, only a
    full collection would find them.
    """
    before = gc.get_count()[0]
    enabled = gc.isenabled()
    gc.disable()
    try:
        return judge()
    finally:
        if enabled:
            gc.enable()
        if gc.get_count()[0] - before > MANY_OBJECTS:
            gc.collect(1)


def _invalid(error: GraphQLError) -> GraphQLError:
    """Return a validation error for the caller, who is at fault even if the error comes from Python."""
    told = fault("GRAPHQL_VALIDATION_FAILED", error.message.partition(", but encountered error")[0])
    return GraphQLError(told.message, error.nodes, extensions=error.extensions or told.extensions)
