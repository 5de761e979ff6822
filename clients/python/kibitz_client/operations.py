"""Carries the operations of the schema out: sends their documents, and reads what comes into its types."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, TypeVar
from uuid import uuid4

import msgspec

from kibitz_client.documents import TYPES, Documents, Operation
from kibitz_client.exchange import Exchange
from kibitz_client.interfaces import Refusal
from kibitz_client.reading import read
from kibitz_client.schema.documents import FRAGMENTS
from kibitz_client.schema.refusals import TooBusy
from kibitz_client.streams import Cut, subscription

T = TypeVar("T")


class Operations:
    """What the methods of the schema are made of. All raise Fault and Unreachable."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._documents = Documents(FRAGMENTS)

    async def one(self, operation: Operation, variables: Mapping[str, Any], kind: type[T]) -> T:
        """Return what is asked for."""
        return read(await self._answer(operation, variables), kind)

    async def maybe(self, operation: Operation, variables: Mapping[str, Any], kind: type[T]) -> T | None:
        """Return what is asked for, None where there is none."""
        answer = await self._answer(operation, variables)
        return None if answer is None else read(answer, kind)

    async def many(self, operation: Operation, variables: Mapping[str, Any], kind: type[T]) -> tuple[T, ...]:
        """Return all that is asked for."""
        return tuple([read(each, kind) for each in await self._answer(operation, variables)])

    async def maybe_many(
        self, operation: Operation, variables: Mapping[str, Any], kind: type[T]
    ) -> tuple[T, ...] | None:
        """Return all that is asked for, None where it is not told."""
        answer = await self._answer(operation, variables)
        return None if answer is None else tuple([read(each, kind) for each in answer])

    async def result(self, operation: Operation, given: Mapping[str, Any], success: type[T]) -> T | Refusal:
        """Carry a mutation out and return its success, or the refusal.

        A server that is too busy is asked again until patience runs out.
        """
        if operation.once and given.get("commandId") is None:
            given = {**given, "commandId": str(uuid4())}
        patience = self._exchange.patience()
        while True:
            answer = await self._answer(operation, {"input": _left(given)})
            if answer["__typename"] == success.__name__:
                return read(answer, success)
            refusal: Refusal = read(answer, Refusal)
            if not (isinstance(refusal, TooBusy) and patience.lasts):
                return refusal
            await patience.wait(refusal.message)
            await asyncio.sleep(refusal.retry_after)

    async def follow(
        self, operation: Operation, variables: Mapping[str, Any], kind: type[T], after: str | None = None
    ) -> AsyncGenerator[T, None]:
        """Yield what a subscription gives, taken up again wherever it was lost.

        `after` is the variable that says from which version on; without it the subscription says itself what
        may have been missed. Raises Unauthenticated when the token is good no more, and a Fault of the code
        LOG_RESTORED when what came before may never have happened: then begin again from version 0.
        """
        text = await self._text(operation)
        patience = self._exchange.patience()
        asked = msgspec.to_builtins(_left(variables))
        while True:
            stream = subscription(self._exchange, text, asked)
            try:
                async with aclosing(stream):
                    async for data in stream:
                        answer = data[operation.path[0]]
                        item = read(answer, kind)
                        patience = self._exchange.heard()
                        if after is not None:
                            asked[after] = answer["version"]
                        yield item
                return
            except Cut as cut:
                await patience.wait(cut)

    async def _answer(self, operation: Operation, variables: Mapping[str, Any]) -> Any:
        text = await self._text(operation)
        changes = operation.text.lstrip().startswith("mutation")
        answer: Any = await self._exchange.ask(text, _left(variables), repeat=operation.once or not changes)
        for name in operation.path:
            if answer is None:
                break
            answer = answer[name]
        return answer

    async def _text(self, operation: Operation) -> str:
        if not self._documents.knows(operation):
            types = await self._exchange.ask(self._documents.text(TYPES), {})
            if not self._documents.knows(operation):
                self._documents.learn(types)
        return self._documents.text(operation)


def _left(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is left of values without those that were not given."""
    return {name: value for name, value in given.items() if value is not None}
