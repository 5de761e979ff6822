"""Valid documents and their operations."""

from __future__ import annotations

from typing import Final

from graphql import DocumentNode, GraphQLSchema, OperationDefinitionNode, OperationType
from msgspec import Struct

from api.graphql.execution.answer_marks import AnswerMarks, marks_of
from api.graphql.execution.cost import Cost
from api.graphql.execution.field_sets import NO_FIELD_SETS, FieldSets
from api.graphql.execution.validation.document_shape import operations_of, selects_by_variables
from api.graphql.plans.planner import PlannedOperation

PLAN_CHARACTERS: Final = 5
"""Characters of compiled plans that take as much memory as one of a document's text."""
CHARACTERS_PER_FIELD_SET: Final = 8
"""Characters of a document for each set of fields that is kept; a garbage collection traverses the sets."""


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
    max_field_sets: int = 0
    """Maximum sets of fields that are kept."""
    field_sets: FieldSets = NO_FIELD_SETS
    """The sets of fields that earlier requests collected."""
    uses: int = 0
    """How often the operation was executed before it had a plan."""
    planned: PlannedOperation | None = None
    """The compiled plans of the operation; None without one."""
    is_unplannable: bool = False
    """True if no plan can be compiled."""

    def keep(self, used: FieldSets) -> None:
        """Keep the sets of fields of a request if there are new ones, and not too many."""
        if len(self.field_sets.plans) < len(used.plans) <= self.max_field_sets:
            self.field_sets = used


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
        kept = 0 if selects_by_variables(parsed) else len(text) // CHARACTERS_PER_FIELD_SET
        operations = (
            Operation(
                node.name.value if node.name else None,
                node.operation,
                node,
                marks_of(schema, parsed, node),
                is_limited=is_limited,
                max_field_sets=kept // len(nodes),
            )
            for node in nodes
        )
        return cls(parsed, tuple(operations), len(text))

    @property
    def size(self) -> int:
        """The characters of the text and, in proportion to their memory, those of the compiled plans."""
        plans = sum(each.planned.size for each in self.operations if each.planned is not None)
        return self.length + plans // PLAN_CHARACTERS

    def select(self, name: str | None) -> Operation | None:
        """Return the operation with a name, the only one without a name; None if there is none."""
        if name is None:
            return self.operations[0] if len(self.operations) == 1 else None
        return next((each for each in self.operations if each.name == name), None)
