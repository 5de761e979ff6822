"""Validation rules of documents: those of GraphQL and Strawberry, and a deadline."""

from __future__ import annotations

from time import thread_time
from typing import Final

from graphql import ASTValidationRule, GraphQLError, ValidationContext, specified_rules
from graphql.validation import MaxIntrospectionDepthRule
from strawberry.schema.validation_rules.maybe_null import MaybeNullValidationRule
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule

from api.graphql.faults import fault


class _IntrospectionDepth(MaxIntrospectionDepthRule):
    """Refuses introspection that goes round in circles, as a limit that was passed."""

    def report_error(self, error: GraphQLError) -> None:
        told = fault("INTROSPECTION_TOO_DEEP", "Introspection may not go round in circles.")
        super().report_error(GraphQLError(told.message, error.nodes, extensions=told.extensions))


RULES: Final[tuple[type[ASTValidationRule], ...]] = (
    *(rule for rule in specified_rules if rule is not MaxIntrospectionDepthRule),
    _IntrospectionDepth,
    MaybeNullValidationRule,
    OneOfInputValidationRule,
)
"""What makes a document valid; made once, for all documents."""


class TooComplex(Exception):
    """A document takes too much time to validate."""


def deadline(seconds: float) -> type[ASTValidationRule]:
    """Return a rule by which validation ends once its thread has worked for so long."""

    class Deadline(ASTValidationRule):
        def __init__(self, context: ValidationContext) -> None:
            super().__init__(context)
            self._end = thread_time() + seconds

        def enter(self, *_: object) -> None:
            if thread_time() > self._end:
                raise TooComplex

    return Deadline
