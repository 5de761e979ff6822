"""Parses and validates documents within limits, one at a time in a separate thread outside the event loop."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import thread_time
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from graphql import DocumentNode, GraphQLError, GraphQLSchema, GraphQLSyntaxError, parse, validate

from api.graphql.errors.faults import fault
from api.graphql.errors.input_paths import path_of_node
from api.graphql.execution.compact_documents import compact, unlink_tokens
from api.graphql.execution.cost import cost_of
from api.graphql.execution.documents import Document, Operation
from api.graphql.execution.validation.document_shape import TooWide, is_longer, operations_of, shape_errors
from api.graphql.execution.validation.validation_rules import RULES, TooComplex, deadline
from api.graphql.limits.request_limits import Limits, limit_exceeded
from application.runtime.work_accounts import add_to_account

T = TypeVar("T")

GC_THRESHOLD: Final = 4_000
"""New objects that trigger a garbage collection after validation; the event loop waits meanwhile."""
MAX_ERRORS: Final = 20
"""Maximum number of errors that are reported for one document."""


class DocumentValidator:
    """Validates documents and computes the costs of their operations."""

    def __init__(self, limits: Limits, *, suggestions: bool = False) -> None:
        self.limits = limits
        self.suggestions = suggestions
        """True if errors suggest similar names of the schema."""
        self._rules = (deadline(limits.validation_seconds), *RULES)
        self._thread = ThreadPoolExecutor(1, "document-validator")
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Locks by address; an address validates one document at a time."""

    def validate(
        self, schema: GraphQLSchema, text: str, name: str | None = None
    ) -> Document | list[GraphQLError]:
        """Return the document if it is valid and within the limits, else its errors.

        The cost is computed for the operation with this name, or for the only operation.
        """
        max_tokens = self.limits.tokens
        try:
            parsed = parse(text, max_lexical_tokens=max_tokens, max_comments=max_tokens)
        except GraphQLSyntaxError as error:
            return [self._parse_error(text, error)]
        try:
            errors = self._errors_of(schema, parsed)
        finally:
            unlink_tokens(parsed)
        if errors:
            return errors
        compact(parsed)
        document = Document.of(schema, text, parsed)
        operation = document.select(name)
        return document if operation is None else self.compute_cost(schema, document, operation) or document

    def _errors_of(self, schema: GraphQLSchema, parsed: DocumentNode) -> list[GraphQLError]:
        if not operations_of(parsed):
            return [fault("OPERATION_NOT_NAMED", "The document has no operation.")]
        if errors := shape_errors(parsed, self.limits):
            return errors
        try:
            errors = validate(
                schema, parsed, self._rules, max_errors=MAX_ERRORS, hide_suggestions=not self.suggestions
            )
        except TooComplex:
            return [limit_exceeded("QUERY_TOO_COMPLEX", self.limits.validation_seconds)]
        return [_validation_error(parsed, error) for error in errors]

    def compute_cost(
        self, schema: GraphQLSchema, document: Document, operation: Operation
    ) -> list[GraphQLError]:
        """Compute the cost of an operation of the document; return an error if that takes too long."""
        try:
            operation.cost = cost_of(schema, document.parsed, operation.node)
        except TooWide:
            return [limit_exceeded("QUERY_TOO_COSTLY", self.limits.cost)]
        return []

    async def run_in_thread(self, task: Callable[[], T], address: str) -> T:
        """Return the result of `validate` or `compute_cost`, run outside the event loop.

        Each address queues one document for the thread at a time. An address that sends many documents at
        once therefore delays another address by one document, not by all of them.
        """
        lock = self._locks.setdefault(address, asyncio.Lock())
        async with lock:
            loop = asyncio.get_running_loop()
            result, seconds = await loop.run_in_executor(self._thread, _timed, partial(_collected, task))
        add_to_account(seconds)
        return result

    def _parse_error(self, text: str, error: GraphQLSyntaxError) -> GraphQLError:
        """Return the error for a text that was not parsed: too many tokens, or invalid syntax."""
        if is_longer(text, self.limits.tokens):
            return limit_exceeded("QUERY_TOO_LONG", self.limits.tokens)
        extensions = fault("GRAPHQL_PARSE_FAILED", error.message).extensions
        return GraphQLError(error.message, error.nodes, error.source, error.positions, extensions=extensions)


def _timed(task: Callable[[], T]) -> tuple[T, float]:
    start = thread_time()
    return task(), thread_time() - start


def _collected(task: Callable[[], T]) -> T:
    """Return the result, and collect the thousands of cyclic objects that validation leaves behind.

    Automatic collection is off meanwhile: it would promote objects in use, and once they are garbage, only a
    full collection would find them.
    """
    before = gc.get_count()[0]
    enabled = gc.isenabled()
    gc.disable()
    try:
        return task()
    finally:
        if enabled:
            gc.enable()
        if gc.get_count()[0] - before > GC_THRESHOLD:
            gc.collect(1)


def _validation_error(document: DocumentNode, error: GraphQLError) -> GraphQLError:
    """Return a validation error for the caller, who is at fault even if the error comes from Python."""
    if error.extensions:
        return error
    paths = (path_of_node(document, node) for node in error.nodes or ())
    invalid = fault("GRAPHQL_VALIDATION_FAILED", error.message, at=next(filter(None, paths), ()))
    return GraphQLError(invalid.message, error.nodes, extensions=invalid.extensions)
