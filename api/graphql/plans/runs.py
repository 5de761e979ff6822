"""The execution of one planned request: values that have to be awaited, and long lists."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from api.graphql.plans.fields import Arguments, FieldReader, Resolved

Complete: TypeAlias = Callable[[Any, "Run"], Any]
"""Returns a value as the answer has it; raises an exception unless the value is plain."""

MAX_SHORT_LIST: Final = 16
"""Maximum number of objects that are completed without a look at the time."""
STEP: Final = 8
"""Number of objects of a long list that are completed between two looks at the time."""


class Run(Struct):
    """The state of one execution of a plan.

    Compiled functions complete what is at hand at once, and defer the rest. Deferred work runs concurrently,
    so that resolvers that wait at the same moment can read together.
    """

    _fields: FieldReader
    context: Any
    info: Any
    arguments: Sequence[Arguments]
    """The arguments of the plan's fields by their numbers."""
    deferred: list[Callable[[Run], Coroutine[Any, Any, None]]] = []
    """The work that is left to do."""
    _completed: int = 0
    """The number of objects in lists so far."""

    def defer(
        self, target: dict[str, Any], key: str, resolve: Resolved, source: Any, at: int, complete: Complete
    ) -> None:
        """Resolve a field later, and put its completed value into an object.

        `at` is the number of its arguments, -1 without any.
        """
        arguments = self.arguments[at] if at >= 0 else {}

        async def settle(run: Run) -> None:
            target[key] = complete(await resolve(source, run.info, arguments), run)

        self.deferred.append(settle)

    def complete_list(self, items: Sequence[Any], complete: Complete) -> list[Any]:
        """Return the completed items of a list; those of a long list are added later, with pauses.

        So are those of a short list, if many objects have taken all the time.
        """
        self._completed += len(items)
        is_late = self._completed > MAX_SHORT_LIST and self._fields.is_time_used_up()
        if len(items) <= MAX_SHORT_LIST and not is_late:
            return [complete(each, self) for each in items]
        completed: list[Any] = []

        async def settle(run: Run) -> None:
            fields = run._fields
            for begin in range(0, len(items), STEP):
                completed.extend([complete(each, run) for each in items[begin : begin + STEP]])
                if fields.is_time_used_up():
                    await fields.pause()

        self.deferred.append(settle)
        return completed

    async def settle(self) -> None:
        """Do the deferred work, and what it defers; an error is raised when all of it has ended."""
        if len(self.deferred) == 1:
            await self._settle_one(self.deferred[0])
            return
        # A failure cancels no other work: loaders drop a batch whose first callers were cancelled, and with
        # it the callers that join it when graphql-core resolves the same fields.
        found = await asyncio.gather(*map(self._settle_one, self.deferred), return_exceptions=True)
        for outcome in found:
            if isinstance(outcome, BaseException):
                raise outcome

    async def _settle_one(self, work: Callable[[Run], Coroutine[Any, Any, None]]) -> None:
        # Its own run, so that it goes on without waiting for its siblings.
        inner = Run(self._fields, self.context, self.info, self.arguments)
        await work(inner)
        if inner.deferred:
            await inner.settle()
