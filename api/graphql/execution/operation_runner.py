"""Stages of an operation: find or validate its document, check its cost, enforce its time limit.

The checks that depend on the request run each time: the selected operation, the cost with its variables, the
time it takes. Strawberry's own runner looks up the hooks of extensions and enters each in a stack of context
managers; this one has no extensions, and most of its stages await nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Coroutine, Generator, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from types import TracebackType, coroutine
from typing import Any, Final, TypeVar

from graphql import GraphQLError, OperationType
from strawberry.types import ExecutionContext

from api.fair_share.caller_account import CallerAccount
from api.graphql.errors.faults import fault
from api.graphql.execution.cost import evaluate
from api.graphql.execution.document_cache import DocumentCache
from api.graphql.execution.documents import Document, Operation
from api.graphql.execution.validation.document_validator import DocumentValidator
from api.graphql.limits import cost_report
from api.graphql.limits.request_limits import Limits, error_with_limit, limit_exceeded
from application.runtime.timer_wheel import TimeLimit
from application.runtime.uncancelled_work import rest_of

T = TypeVar("T")
Stage = AbstractAsyncContextManager[object, bool | None]
_NO_STAGE: Final[Stage] = nullcontext()


class OperationRunner:
    """Runs the stages of one operation; replaces Strawberry's extensions runner."""

    def __init__(
        self, cache: DocumentCache, validator: DocumentValidator, execution: ExecutionContext
    ) -> None:
        self._cache = cache
        self._validator = validator
        self._limits = validator.limits
        self._execution = execution
        self._document: Document | None = None
        self.selected: Operation | None = None
        """The operation to execute; None until it is selected."""
        self._reports = cost_report.is_wanted()
        self._deadline = 0.0

    def operation(self) -> Stage:
        """Return the context around all stages, which does nothing."""
        return _NO_STAGE

    async def find(self) -> list[GraphQLError]:
        """Look up the document, or validate an unknown one; return its errors."""
        self._deadline = asyncio.get_running_loop().time() + self._limits.seconds
        text = self._execution.query
        assert text is not None, "every operation has a text"
        document = self._cache.get(text)
        if document is None:
            result = await self._in_time(self._validated(text))
            if not isinstance(result, Document):
                return result
            document = result
        self._document = document
        self._execution.graphql_document = document.parsed
        return await self._token_errors(document)

    async def _token_errors(self, document: Document) -> list[GraphQLError]:
        """Return the error of an invalid token, for which an operation is refused as a whole.

        A socket is opened by a valid token and closed when that expires.
        """
        context = self._execution.context
        operation = document.select(self._execution._provided_operation_name)
        if context.turn is not None or operation is None:
            return []
        try:
            await check_token(operation, context)
        except GraphQLError as error:
            return [error]
        return []

    def parsing(self) -> Stage:
        """Return the context of parsing, which does nothing: `find` has parsed the document."""
        return _NO_STAGE

    def validation(self) -> Stage:
        """Check the selected operation, and compute its cost if it is not known."""
        assert self._document is not None, "`find` has found the document"
        execution = self._execution
        # The public attribute falls back to the first operation's name, which is a guess among several.
        operation = self._document.select(execution._provided_operation_name)
        self.selected = operation
        if operation is not None:
            execution.context.marks = operation.marks
        if operation is None or operation.cost is not None or not (operation.is_limited or self._reports):
            # A list, even if empty: given None, Strawberry would validate the document again.
            execution.pre_execution_errors = list(self._errors_of(operation))
            return _NO_STAGE
        return self._costing(self._document, operation)

    def executing(self) -> Stage:
        """Enforce the time limit; a command whose commit is under way is committed nevertheless."""
        limit = OperationTimeLimit(self._deadline, seconds=self._limits.seconds)
        context = self._execution.context
        return limit if context.turn is None else _in_turn(limit, context.turn, context.account)

    def on_stream_result(self, _: object) -> Stage:
        """Return the context around one result of a stream, which does nothing."""
        return _NO_STAGE

    async def get_extensions_results(self, _: ExecutionContext) -> dict[str, Any]:
        """Return the extensions of the answer: the report of its cost, if the caller wants it."""
        if not self._reports:
            return {}
        operation, execution = self.selected, self._execution
        requested = None
        if operation is not None:
            # Of a stream, only the first result has the report.
            self._reports = operation.type is not OperationType.SUBSCRIPTION
            if operation.cost is not None:
                requested = evaluate(operation.cost, execution.variables or {})
        context = execution.context
        report = cost_report.report(requested, self._limits.cost, context.services.rates, context.account)
        return {cost_report.EXTENSION: report}

    async def _in_time(self, result: Awaitable[T]) -> T | list[GraphQLError]:
        """Await a result within the operation's time limit; return the error when it is exceeded."""
        try:
            async with TimeLimit(self._deadline):
                return await result
        except TimeoutError:
            return [timeout_error(self._limits.seconds)]

    async def _validated(self, text: str) -> Document | list[GraphQLError]:
        """Validate an unknown document, and cache it if it is valid."""
        execution = self._execution
        if (document := await self._cache.wait_for_validation(text)) is not None:
            return document
        with self._cache.validating(text):
            name = execution._provided_operation_name
            # Schemas of Strawberry have no public name for the schema of graphql-core.
            task = partial(self._validator.validate, execution.schema._schema, text, name)
            result = await self._validator.run_in_thread(task, execution.context.account.address)
            if isinstance(result, Document):
                self._cache.add(text, result)
        return result

    @asynccontextmanager
    async def _costing(self, document: Document, operation: Operation) -> AsyncIterator[None]:
        execution = self._execution
        task = partial(self._validator.compute_cost, execution.schema._schema, document, operation)
        errors = await self._in_time(self._validator.run_in_thread(task, execution.context.account.address))
        execution.pre_execution_errors = (operation.is_limited and errors) or list(self._errors_of(operation))
        yield

    def _errors_of(self, operation: Operation | None) -> Iterator[GraphQLError]:
        execution = self._execution
        if operation is None:
            yield fault(
                "OPERATION_NOT_NAMED",
                "The document has several operations: select one with operationName.",
            )
            return
        if operation.type is OperationType.SUBSCRIPTION and not execution.context.streams:
            text = "A subscription needs a WebSocket, or the header 'Accept: text/event-stream'."
            yield fault("SUBSCRIPTION_NOT_STREAMED", text)
        if (cost := excess_cost(operation, execution.variables or {}, self._limits)) is not None:
            yield limit_exceeded("QUERY_TOO_COSTLY", self._limits.cost, cost)


async def check_token(operation: Operation, context: Any) -> None:
    """Check the token of a request for an operation that does not ignore it; raises GraphQLError."""
    if not operation.marks.ignores_token:
        await context.caller(even_banned=operation.marks.admits_banned)


def excess_cost(operation: Operation, variables: Mapping[str, Any], limits: Limits) -> int | None:
    """Return the cost of an operation if it exceeds its limit, else None; it is computed already."""
    if not operation.is_limited:
        return None
    assert operation.cost is not None, "the cost of a limited operation is computed before"
    cost = operation.cost if isinstance(operation.cost, int) else evaluate(operation.cost, variables)
    return cost if cost > limits.cost else None


class OperationTimeLimit(TimeLimit, eq=False, kw_only=True):
    """Ends an operation at a given time of the event loop's clock; entered with or without `async`."""

    seconds: float

    __enter__ = TimeLimit.begin

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.__exit__(exc_type, exc, traceback)

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self.end(exc_type)
        except TimeoutError as expired:
            raise timeout_error(self.seconds) from expired


@coroutine
def run_limited(work: Coroutine[Any, Any, T], deadline: float, seconds: float) -> Generator[Any, Any, T]:
    """Run a part of an operation within its time limit, which is entered when the work first waits.

    Work that never waits can be neither cancelled nor overtaken by a timer.
    """
    try:
        wait = work.send(None)
    except StopIteration as ended:
        result: T = ended.value
    else:
        with OperationTimeLimit(deadline, seconds=seconds):
            result = yield from rest_of(work, wait)
    return result


@asynccontextmanager
async def _in_turn(
    limit: OperationTimeLimit, turn: asyncio.Semaphore, account: CallerAccount
) -> AsyncIterator[None]:
    async with limit, turn:
        await account.turn()
        try:
            yield
        finally:
            account.free()


def timeout_error(seconds: float) -> GraphQLError:
    """Return the error of an operation that exceeded its time limit."""
    text = f"The operation takes more than {seconds:g} s; repeat a command with the same commandId only."
    return error_with_limit("TIMEOUT", text, seconds)
