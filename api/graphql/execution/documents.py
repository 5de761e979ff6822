"""Valid documents and their operations."""

from __future__ import annotations

from graphql import DocumentNode, GraphQLSchema, OperationDefinitionNode, OperationType
from msgspec import Struct

from api.graphql.execution.answer_marks import AnswerMarks, marks_of
from api.graphql.execution.cost import Cost
from api.graphql.execution.validation.document_shape import operations_of


class Operation(Struct):
    """An operation of a valid document."""

    name: str | None
    type: OperationType
    node: OperationDefinitionNode
    marks: AnswerMarks
    cost: Cost | None = None
    """The operation's cost; None until it is computed."""
    is_limited: bool = True
    """True if the limit of the cost applies."""


class Document(Struct, frozen=True):
    """A valid document."""

    parsed: DocumentNode
    operations: tuple[Operation, ...]

    @classmethod
    def of(cls, schema: GraphQLSchema, parsed: DocumentNode, *, is_limited: bool = True) -> Document:
        """Return a document; `is_limited` is whether the limit of the cost applies to its operations."""
        operations = (
            Operation(
                node.name.value if node.name else None,
                node.operation,
                node,
                marks_of(schema, parsed, node),
                is_limited=is_limited,
            )
            for node in operations_of(parsed)
        )
        return cls(parsed, tuple(operations))

    def select(self, name: str | None) -> Operation | None:
        """Return the operation with a name, the only one without a name; None if there is none."""
        if name is None:
            return self.operations[0] if len(self.operations) == 1 else None
        return next((each for each in self.operations if each.name == name), None)
