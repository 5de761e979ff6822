"""Stages of an operation: find or validate its document, check its cost, enforce its time limit.

The checks that depend on the request run each time: the selected operation, the cost with its variables, the
time it takes. Strawberry's own runner looks up the hooks of extensions and enters each in a stack of context
managers; this one has no extensions, and most of its stages await nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from types import TracebackType
from typing import Any, Final

from graphql import GraphQLError, OperationType
from strawberry.types import ExecutionContext

from api.fair_share.caller_account import CallerAccount
from api.graphql.errors.faults import fault
from api.graphql.execution.cost import value
from api.graphql.execution.document_cache import Document, Documents, Operation
from api.graphql.limits.request_limits import bounded, passed

Stage = AbstractAsyncContextManager[None]
_NOTHING: Final[Stage] = nullcontext()


class OperationRunner:
    """Runs the stages of one operation; replaces Strawberry's extensions runner."""

    def __init__(self, documents: Documents, execution: ExecutionContext) -> None:
        self._documents = documents
        self._execution = execution
        self._known: Document | None = None
        self._end = 0.0

    def operation(self) -> Stage:
        """Return the context around all stages, which does nothing."""
        return _NOTHING

    async def find(self) -> list[GraphQLError]:
        """Look up the document, or validate an unknown one; return its errors."""
        self._end = asyncio.get_running_loop().time() + self._documents.limits.seconds
        text = self._execution.query
        assert text is not None, "every operation has a text"
        try:
            async with asyncio.timeout_at(self._end):
                known = self._documents.find(text) or await self._judged(text)
        except TimeoutError:
            return [too_long(self._documents.limits.seconds)]
        if not isinstance(known, Document):
            return known
        self._known = known
        self._execution.graphql_document = known.parsed
        return []

    def parsing(self) -> Stage:
        """Return the context of parsing, which does nothing: `find` has parsed the document."""
        return _NOTHING

    def validation(self) -> Stage:
        """Check the selected operation, and compute its cost if it is not known."""
        assert self._known is not None, "what was not found is not validated"
        execution = self._execution
        # The public attribute falls back to the first operation's name, which is a guess among several.
        operation = self._known.meant(execution._provided_operation_name)
        if operation is None or operation.cost is not None:
            # A list, even if empty: given None, Strawberry would validate the document again.
            execution.pre_execution_errors = list(self._refused(operation))
            return _NOTHING
        return self._pricing(self._known, operation)

    def executing(self) -> Stage:
        """Enforce the time limit; a command whose commit is under way is committed nevertheless."""
        limit = _TimeLimit(self._end, self._documents.limits.seconds)
        context = self._execution.context
        return limit if context.turn is None else _in_turn(limit, context.turn, context.account)

    def on_stream_result(self, _: object) -> Stage:
        """Return the context around one result of a stream, which does nothing."""
        return _NOTHING

    async def get_extensions_results(self, _: ExecutionContext) -> dict[str, Any]:
        """Return no extensions for the answer."""
        return {}

    async def _judged(self, text: str) -> Document | list[GraphQLError]:
        """Validate an unknown document, and cache it if it is valid."""
        execution, documents = self._execution, self._documents
        if (known := await documents.found_soon(text)) is not None:
            return known
        with documents.judging(text):
            name = execution._provided_operation_name
            judge = partial(documents.judged, execution.schema._schema, text, name)
            judged = await documents.aside(judge, execution.context.account.address)
            if isinstance(judged, Document):
                documents.keep(text, judged)
        return judged

    @asynccontextmanager
    async def _pricing(self, document: Document, operation: Operation) -> AsyncIterator[None]:
        self._execution.pre_execution_errors = await self._priced(document, operation)
        yield

    async def _priced(self, document: Document, operation: Operation) -> list[GraphQLError]:
        schema, address = self._execution.schema._schema, self._execution.context.account.address
        price = partial(self._documents.priced, schema, document, operation)
        try:
            async with asyncio.timeout_at(self._end):
                errors = await self._documents.aside(price, address)
        except TimeoutError:
            return [too_long(self._documents.limits.seconds)]
        return errors or list(self._refused(operation))

    def _refused(self, operation: Operation | None) -> Iterator[GraphQLError]:
        execution = self._execution
        if operation is None:
            yield fault(
                "OPERATION_NOT_NAMED",
                "The document has several operations: say which one in operationName.",
            )
            return
        assert operation.cost is not None, "it has been worked out"
        if operation.kind is OperationType.SUBSCRIPTION and not execution.context.streams:
            text = "A subscription needs a WebSocket, or the header 'Accept: text/event-stream'."
            yield fault("SUBSCRIPTION_NOT_STREAMED", text)
        costs = value(operation.cost, execution.variables or {})
        if costs > self._documents.limits.cost:
            yield passed("QUERY_TOO_COSTLY", self._documents.limits.cost, costs)


class _TimeLimit(Stage):
    """Ends an operation at a given time of the event loop's clock."""

    def __init__(self, end: float, seconds: float) -> None:
        self._timeout = asyncio.timeout_at(end)
        self._seconds = seconds

    async def __aenter__(self) -> None:
        await self._timeout.__aenter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        try:
            await self._timeout.__aexit__(kind, error, where)
        except TimeoutError as expired:
            raise too_long(self._seconds) from expired


@asynccontextmanager
async def _in_turn(limit: _TimeLimit, turn: asyncio.Semaphore, account: CallerAccount) -> AsyncIterator[None]:
    async with limit, turn:
        await account.turn()
        try:
            yield
        finally:
            account.free()


def too_long(seconds: float) -> GraphQLError:
    """Return the error of an operation that exceeded its time limit."""
    text = f"It takes more than {seconds:g} s; whether a command was carried out, its id will tell."
    return bounded("TIMEOUT", text, seconds)
