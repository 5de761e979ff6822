"""Valid documents, each parsed and judged once.

Clients send the same few documents, so what was found valid is kept, with what its operations cost. Documents
that are not known are parsed and validated in a thread of their own, one at a time, beside the event loop.
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

from api.graphql.compact_documents import compact
from api.graphql.cost import Cost, cost_of
from api.graphql.faults import fault
from api.graphql.limits import Limits, passed
from api.graphql.shape import TooWide, faults_of, is_longer, operations_of
from api.graphql.validation import RULES, TooComplex, deadline
from application.work import add_to_account

T = TypeVar("T")

MANY_OBJECTS: Final = 4_000
"""New objects after which the garbage of validation is collected; the event loop waits meanwhile."""
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
        """Return the operation that a request means; None where it names another, or none of several."""
        if name is None:
            return self.operations[0] if len(self.operations) == 1 else None
        return next((each for each in self.operations if each.name == name), None)


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
        self._judging: dict[str, asyncio.Event] = {}
        """By text: whether the document that is being judged has been."""

    def find(self, text: str) -> Document | None:
        """Return the document, if it is known to be valid."""
        document = self._trusted.get(text)
        if document is None and (document := self._kept.get(text)) is not None:
            self._kept.move_to_end(text)
        return document

    async def found_soon(self, text: str) -> Document | None:
        """Return the document once it was judged for another request; None if it is not being judged, or bad.

        Many clients may send the same new document in one moment, after a restart for example.
        """
        if (judged := self._judging.get(text)) is None:
            return None
        await judged.wait()
        return self.find(text)

    @contextmanager
    def judging(self, text: str) -> Iterator[None]:
        """Let other requests for a document wait until it was judged for this one."""
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
        self, schema: GraphQLSchema, text: str, name: str | None = None
    ) -> Document | list[GraphQLError]:
        """Return the document if it is valid and within the limits, else what is wrong with it.

        The cost is that of the operation with this name, or of the only one.
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

    def _unparsed(self, text: str, error: GraphQLSyntaxError) -> GraphQLError:
        """Return what is told of a text that was not parsed: it is too long, or no GraphQL."""
        if is_longer(text, self.limits.tokens):
            return passed("QUERY_TOO_LONG", self.limits.tokens)
        extensions = fault("GRAPHQL_PARSE_FAILED", error.message).extensions
        return GraphQLError(error.message, error.nodes, error.source, error.positions, extensions=extensions)


def _timed(judge: Callable[[], T]) -> tuple[T, float]:
    begun = thread_time()
    return judge(), thread_time() - begun


def _tidied(judge: Callable[[], T]) -> T:
    """Return the judgement and collect the thousands of cyclic objects that validation leaves behind.

    No automatic collection runs meanwhile: it would promote objects in use, and once they are garbage only a
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
    """Return what is told of an error of validation, which is the caller's even where Python raised it."""
    told = fault("GRAPHQL_VALIDATION_FAILED", error.message.partition(", but encountered error")[0])
    return GraphQLError(told.message, error.nodes, extensions=error.extensions or told.extensions)
