"""Validation rules for documents: those of GraphQL and Strawberry, and a deadline."""

from __future__ import annotations

from collections.abc import Mapping
from time import thread_time
from typing import Final

from graphql import (
    ASTValidationRule,
    GraphQLError,
    ProvidedRequiredArgumentsRule,
    ValidationContext,
    ValuesOfCorrectTypeRule,
    specified_rules,
)
from graphql.validation import MaxIntrospectionDepthRule
from strawberry.schema.validation_rules.maybe_null import MaybeNullValidationRule
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule

from api.graphql.errors.faults import fault
from api.graphql.execution.validation.input_values import LiteralRule, RequiredArgumentsRule


class _IntrospectionDepth(MaxIntrospectionDepthRule):
    """Reports cyclic introspection with the code of an exceeded limit."""

    def report_error(self, error: GraphQLError) -> None:
        too_deep = fault("INTROSPECTION_TOO_DEEP", "Introspection cannot be cyclic.")
        super().report_error(GraphQLError(too_deep.message, error.nodes, extensions=too_deep.extensions))


_REPLACED: Final[Mapping[type[ASTValidationRule], type[ASTValidationRule]]] = {
    MaxIntrospectionDepthRule: _IntrospectionDepth,
    ProvidedRequiredArgumentsRule: RequiredArgumentsRule,
    ValuesOfCorrectTypeRule: LiteralRule,
}
RULES: Final[tuple[type[ASTValidationRule], ...]] = (
    *(_REPLACED.get(rule, rule) for rule in specified_rules),
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
