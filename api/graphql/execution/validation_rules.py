"""Validation rules for documents: those of GraphQL and Strawberry, and a deadline."""

from __future__ import annotations

from time import thread_time
from typing import Final

from graphql import ASTValidationRule, GraphQLError, ValidationContext, specified_rules
from graphql.validation import MaxIntrospectionDepthRule
from strawberry.schema.validation_rules.maybe_null import MaybeNullValidationRule
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule

from api.graphql.errors.faults import fault


class _IntrospectionDepth(MaxIntrospectionDepthRule):
    """Reports cyclic introspection with the code of an exceeded limit."""

    def report_error(self, error: GraphQLError) -> None:
        too_deep = fault("INTROSPECTION_TOO_DEEP", "Introspection cannot be cyclic.")
        super().report_error(GraphQLError(too_deep.message, error.nodes, extensions=too_deep.extensions))


RULES: Final[tuple[type[ASTValidationRule], ...]] = (
    *(rule for rule in specified_rules if rule is not MaxIntrospectionDepthRule),
    _IntrospectionDepth,
    MaybeNullValidationRule,
    OneOfInputValidationRule,
)
"""The rules for all documents, created once."""


class TooComplex(Exception):
    """Validation of a document takes too much processor time."""


def deadline(seconds: float) -> type[ASTValidationRule]:
    """Return a rule that aborts validation once its thread has used this many seconds of processor time."""

    class Deadline(ASTValidationRule):
        def __init__(self, context: ValidationContext) -> None:
            super().__init__(context)
            self._end = thread_time() + seconds

        def enter(self, *_: object) -> None:
            if thread_time() > self._end:
                raise TooComplex

    return Deadline
