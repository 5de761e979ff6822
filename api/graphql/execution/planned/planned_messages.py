"""Completes the messages of subscriptions by plan, and shares them between subscribers.

A message is shared only by subscribers to whom the same object is shown, which `redact` made or left as it
is, and only by a plan whose fields have the same values for all callers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

import orjson
from graphql import DocumentNode, FieldNode, Node
from strawberry.types import ExecutionResult

from api.graphql.execution.documents import Operation
from api.graphql.execution.planned.operation_plans import OperationPlans
from api.graphql.execution.planned.shared_payloads import Key, Payload, SharedPayloads
from api.graphql.plans.fields import Arguments
from api.graphql.plans.planner import Prepared
from api.graphql.plans.signals import Slow
from api.monitoring.counters import MESSAGES
from application.runtime.time_slices import TIME_SLICER

_PLAIN: Final = frozenset({str, int, bool, float, type(None)})


@dataclass
class PlannedResult(ExecutionResult):
    """The result of a message that is encoded already."""

    encoded: bytes = b""
    """The payload of the message as JSON, without extensions."""


class PlannedMessages:
    """The messages of one subscription."""

    def __init__(
        self,
        plans: OperationPlans,
        shared: SharedPayloads,
        document: DocumentNode,
        operation: Operation,
        variables: Mapping[str, Any],
        *,
        has_report: bool,
    ) -> None:
        self.has_report = has_report
        """True if the first message has a report of the cost."""
        self._plans = plans
        self._shared = shared
        self._document = document
        self._operation = operation
        self._variables = variables
        self._prepared: Prepared | None = None
        self._key: Key | None = None
        self._selected: frozenset[str] = frozenset()
        """The names of all fields in the document, if messages may be shared."""

    async def complete(self, value: Any, context: Any) -> PlannedResult | None:
        """Return the result of a message; None if graphql-core has to complete it."""
        prepared = self._prepare()
        if prepared is None:
            MESSAGES.counts["graphql-core"] += 1
            return None
        found, key = self._keyed(prepared, value)
        payload = None if key is None else self._known(key)
        if payload is None:
            try:
                data = await prepared.plan.complete_message(value, prepared.arguments, context)
            except Slow:
                MESSAGES.counts["both"] += 1
                return None
            payload = self._completed(prepared, found, key, data)
        return PlannedResult(data=payload.data, errors=None, encoded=payload.encoded)

    def complete_at_once(self, value: Any, context: Any, *, only_shared: bool = False) -> Payload | None:
        """Return the payload of a message, shared if it may be; None if something has to be awaited.

        With `only_shared` also None for a message that cannot be shared and, once the tick's slice is
        used up, for one that nobody has completed yet.
        """
        prepared = self._prepare()
        if prepared is None:
            return None
        found, key = self._keyed(prepared, value)
        if key is None and only_shared:
            return None
        if key is not None and (payload := self._known(key)) is not None:
            return payload
        if only_shared and TIME_SLICER.is_used_up():
            return None
        try:
            data = prepared.plan.complete_at_once(value, prepared.arguments, context)
        except Slow:
            return None
        return None if data is None else self._completed(prepared, found, key, data)

    def key_of_shared(self, sharers: Callable[[Set[str]], Key]) -> Key | None:
        """Return the key of messages that subscribers share who are shown the same; None for no sharing.

        `sharers` returns, for the names of the selected fields, the further parts of the key.
        """
        prepared = self._prepare()
        if prepared is None or self._key is None:
            return None
        return (id(prepared.plan), *sharers(self._selected), *self._key)

    def _known(self, key: Key) -> Payload | None:
        payload = self._shared.get(key)
        if payload is not None:
            MESSAGES.counts["shared"] += 1
        return payload

    def _completed(self, prepared: Prepared, found: object, key: Key | None, data: dict[str, Any]) -> Payload:
        payload = Payload(data, orjson.dumps({"data": data}))
        MESSAGES.counts["plan"] += 1
        if key is not None:
            self._shared.put(key, payload, (prepared.plan, found))
        return payload

    def _prepare(self) -> Prepared | None:
        # Each message is a use of the document.
        if self._prepared is None:
            self._prepared = self._plans.prepare(self._document, self._operation, self._variables)
            if self._prepared is not None and self._prepared.plan.is_same_for_all:
                self._key = _key_of(self._prepared.plan.nested(self._prepared.arguments))
                self._selected = _fields_of(self._document)
        return self._prepared

    def _keyed(self, prepared: Prepared, value: Any) -> tuple[object, Key | None]:
        """Return the object that several subscribers receive, and the key of its shared payload."""
        if self._key is None:
            return value, None
        # A value made for one subscriber, around an object that several receive, says what it depends on.
        shared_as = getattr(value, "shared_as", None)
        found, further = (value, ()) if shared_as is None else shared_as(self._selected)
        return found, (id(prepared.plan), id(found), *further, *self._key)


def _key_of(arguments: Sequence[Arguments]) -> Key | None:
    """Return a key of arguments, None for any that are not plain."""
    if all(type(value) in _PLAIN for each in arguments for value in each.values()):
        # As text, since 1, 1.0 and true are equal.
        return tuple(repr(sorted(each.items())) for each in arguments)
    return None


def _fields_of(document: DocumentNode) -> frozenset[str]:
    """Return the names of all fields in a document, of fragments too."""
    names: set[str] = set()
    nodes: list[Node] = list(document.definitions)
    while nodes:
        node = nodes.pop()
        if isinstance(node, FieldNode):
            names.add(node.name.value)
        if (selection := getattr(node, "selection_set", None)) is not None:
            nodes += selection.selections
    return frozenset(names)


messages_of_task: ContextVar[PlannedMessages | None] = ContextVar("messages", default=None)
"""The messages of the subscription that the current task begins."""
