"""Executes the operations of the schema and converts the answers into its types."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, TypeVar
from uuid import uuid4

import msgspec

from kibitz_client.documents import INTROSPECTION, Documents, Operation
from kibitz_client.errors import Fault
from kibitz_client.interfaces import Refusal
from kibitz_client.response_parser import parse
from kibitz_client.schema.documents import FRAGMENTS
from kibitz_client.schema.faults import FaultCode
from kibitz_client.schema.refusals import TooBusy
from kibitz_client.transport.http_client import HttpClient
from kibitz_client.transport.retry import Retry
from kibitz_client.transport.subscription_stream import StreamInterrupted, subscription

T = TypeVar("T")


class Operations:
    """Executes operations for the generated methods. All methods raise Fault and Unreachable."""

    def __init__(self, http: HttpClient) -> None:
        self._http = http
        self._documents = Documents(FRAGMENTS)

    def retry(self) -> Retry:
        """Return a new retry loop."""
        return self._http.retry()

    async def fetch(self, operation: Operation, variables: Mapping[str, Any], kind: type[T]) -> T:
        """Return a value that is never null."""
        return parse(await self._answer(operation, variables), kind)

    async def fetch_optional(
        self, operation: Operation, variables: Mapping[str, Any], kind: type[T]
    ) -> T | None:
        """Return a value, or None for null."""
        answer = await self._answer(operation, variables)
        return None if answer is None else parse(answer, kind)

    async def fetch_list(
        self, operation: Operation, variables: Mapping[str, Any], kind: type[T]
    ) -> tuple[T, ...]:
        """Return a list that is never null."""
        return tuple([parse(each, kind) for each in await self._answer(operation, variables)])

    async def fetch_list_with_nulls(
        self, operation: Operation, variables: Mapping[str, Any], kind: type[T]
    ) -> tuple[T | None, ...]:
        """Return a list that is never null, with None for each item that is null."""
        answer = await self._answer(operation, variables)
        return tuple([None if each is None else parse(each, kind) for each in answer])

    async def fetch_optional_list(
        self, operation: Operation, variables: Mapping[str, Any], kind: type[T]
    ) -> tuple[T, ...] | None:
        """Return a list, or None for null."""
        answer = await self._answer(operation, variables)
        return None if answer is None else tuple([parse(each, kind) for each in answer])

    async def run_mutation(
        self, operation: Operation, values: Mapping[str, Any], success: type[T]
    ) -> T | Refusal:
        """Run a mutation and return its success or the refusal.

        A command that is refused as TooBusy is sent again until the retry timeout.
        """
        if operation.idempotent and values.get("commandId") is None:
            values = {**values, "commandId": str(uuid4())}
        retry = self._http.retry()
        while True:
            answer = await self._answer(operation, {"input": _without_none(values)})
            if "code" not in answer:
                return parse(answer, success)
            refusal: Refusal = parse(answer, Refusal)
            if not (isinstance(refusal, TooBusy) and retry.has_time_left):
                return refusal
            await retry.wait(refusal.message)
            await asyncio.sleep(refusal.retry_after)

    async def subscribe(
        self, operation: Operation, variables: Mapping[str, Any], kind: type[T], resumed: str | None = None
    ) -> AsyncGenerator[T, None]:
        """Yield the items of a subscription, resumed after each interruption.

        `resumed` names the field of an item that is sent as `after`: `version` or `cursor`. Without it the
        subscription sends its current state first. Raises Unauthenticated when the token is no longer valid.
        When the log was restored from a backup and may lack events that were already received, a cursor's
        subscription continues with a snapshot; others raise a Fault with the code LOG_RESTORED.
        """
        async with (
            self._http.token.kept_valid(),
            aclosing(self._items(operation, variables, kind, resumed)) as items,
        ):
            async for item in items:
                yield item

    async def _items(
        self, operation: Operation, variables: Mapping[str, Any], kind: type[T], resumed: str | None
    ) -> AsyncGenerator[T, None]:
        text = await self._text(operation)
        retry = self._http.retry()
        sent = msgspec.to_builtins(_without_none(variables))
        while True:
            stream = subscription(self._http, text, sent)
            try:
                async with aclosing(stream):
                    async for data in stream:
                        answer = data[operation.path[0]]
                        item = parse(answer, kind)
                        retry = self._http.mark_answered()
                        if resumed is not None:
                            sent["after"] = answer[resumed]
                        yield item
                return
            except StreamInterrupted as interrupted:
                await retry.wait(interrupted)
            except Fault as fault:
                if not (fault.code is FaultCode.LOG_RESTORED and resumed == "cursor"):
                    raise
                sent.pop("after", None)
                await retry.wait(fault)

    async def _answer(self, operation: Operation, variables: Mapping[str, Any]) -> Any:
        text = await self._text(operation)
        is_mutation = operation.text.lstrip().startswith("mutation")
        repeat = operation.idempotent or not is_mutation
        answer: Any = await self._http.execute(text, _without_none(variables), repeat=repeat)
        for name in operation.path:
            if answer is None:
                break
            answer = answer[name]
        return answer

    async def _text(self, operation: Operation) -> str:
        if self._documents.needs_introspection(operation):
            types = await self._http.execute(self._documents.text(INTROSPECTION), {})
            # Another task may have added them meanwhile.
            if self._documents.needs_introspection(operation):
                self._documents.add_types(types)
        return self._documents.text(operation)


def _without_none(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
