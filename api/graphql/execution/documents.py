"""Valid documents and their operations."""

from __future__ import annotations

from typing import Final

from graphql import DocumentNode, GraphQLSchema, OperationDefinitionNode, OperationType
from msgspec import Struct

from api.graphql.execution.answer_marks import AnswerMarks, marks_of
from api.graphql.execution.cost import Cost
from api.graphql.execution.validation.document_shape import operations_of
from api.graphql.plans.planner import PlannedOperation

PLAN_CHARACTERS: Final = 5
"""Characters of compiled plans that take as much memory as one of a document's text."""


class Operation(Struct, weakref=True):
    """An operation of a valid document."""

    name: str | None
    type: OperationType
    node: OperationDefinitionNode
    marks: AnswerMarks
    cost: Cost | None = None
    """The operation's cost; None until it is computed."""
    is_limited: bool = True
    """True if the limit of the cost applies."""
    uses: int = 0
    """The number of executions before the operation had a plan."""
    planned: PlannedOperation | None = None
    """The compiled plans of the operation; None without one."""
    is_unplannable: bool = False
    """True if no plan can be compiled."""


class Document(Struct, frozen=True):
    """A valid document."""

    parsed: DocumentNode
    operations: tuple[Operation, ...]
    length: int
    """The characters of the document's text."""

    @classmethod
    def of(
        cls, schema: GraphQLSchema, text: str, parsed: DocumentNode, *, is_limited: bool = True
    ) -> Document:
        """Return a document; `is_limited` is whether the limit of the cost applies to its operations."""
        nodes = operations_of(parsed)
        operations = (
            Operation(
                node.name.value if node.name else None,
                node.operation,
                node,
                marks_of(schema, parsed, node),
                is_limited=is_limited,
            )
            for node in nodes
        )
        return cls(parsed, tuple(operations), len(text))

    @property
    def size(self) -> int:
        """The characters of the text and, in proportion to their memory, those of the compiled plans."""
        plans = 0
        # A loop, because each request for a cached document asks.
        for each in self.operations:
            if each.planned is not None:
                plans += each.planned.size
        return self.length + plans // PLAN_CHARACTERS

    def select(self, name: str | None) -> Operation | None:
        """Return the operation with a name, the only one without a name; None if there is none."""
        if name is None:
            return self.operations[0] if len(self.operations) == 1 else None
        return next((each for each in self.operations if each.name == name), None)
