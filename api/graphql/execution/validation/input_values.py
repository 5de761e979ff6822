"""Checks input against its types, and reports where it is invalid without quoting it.

graphql-core's own messages quote the values, and a value of a wrong type may be a token or a code that was
sent in the wrong place. Its errors are therefore replaced: each names the path into the input instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final, TypeAlias

from graphql import (
    SKIP,
    ArgumentNode,
    DocumentNode,
    FieldNode,
    GraphQLError,
    GraphQLInputType,
    GraphQLSchema,
    ListValueNode,
    Node,
    NullValueNode,
    ObjectValueNode,
    OperationDefinitionNode,
    ProvidedRequiredArgumentsRule,
    Undefined,
    ValueNode,
    ValuesOfCorrectTypeRule,
    VariableDefinitionNode,
    VariableNode,
    VisitorAction,
    is_enum_type,
    is_input_object_type,
    is_list_type,
    is_non_null_type,
    is_required_argument,
    is_required_input_field,
    type_from_ast,
)

from api.graphql.errors.faults import fault
from api.graphql.errors.input_paths import InputPath, path_of_variable
from api.graphql.types.scalars import InvalidScalar

MAX_ERRORS: Final = 20
"""Maximum number of errors that are reported for the variables of an operation."""
MAX_LISTED: Final = 20
"""Maximum number of an enum's values that a message lists."""
_REQUIRED: Final = "a value is required"

Problem: TypeAlias = tuple[InputPath, str]
"""The path of an invalid value, and what is wrong with it, as the end of a sentence."""


def problems(value: Any, kind: GraphQLInputType, path: InputPath) -> Iterator[Problem]:
    """Yield what is wrong with a value from JSON, or with a literal as `plain_literal` returns it."""
    if is_non_null_type(kind):
        if value is None or value is Undefined:
            yield path, _REQUIRED
            return
        kind = kind.of_type
    if value is None or value is Undefined or isinstance(value, VariableNode):
        return
    if is_list_type(kind):
        items = enumerate(value) if isinstance(value, list) else ((None, value),)
        for index, item in items:
            yield from problems(item, kind.of_type, path if index is None else (*path, index))
    elif is_input_object_type(kind):
        yield from _object_problems(value, kind, path)
    elif (problem := _leaf_problem(value, kind)) is not None:
        yield path, problem


def _object_problems(value: Any, kind: Any, path: InputPath) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield path, f"it must be an object of the type {kind.name}"
        return
    for name, field in kind.fields.items():
        if name in value or is_required_input_field(field):
            yield from problems(value.get(name, Undefined), field.type, (*path, name))
    for name in value:
        if name not in kind.fields:
            yield (*path, name), f"the type {kind.name} has no such field"
    if kind.is_one_of and (len(value) != 1 or None in value.values()):
        yield path, f"an object of the type {kind.name} has exactly one field"


def _leaf_problem(value: Any, kind: Any) -> str | None:
    try:
        if isinstance(value, Node):
            # As execution coerces it: `parse_literal` alone admits 0.0 as an Int.
            result = (kind.coerce_input_literal or kind.parse_literal)(value)
        else:
            result = kind.coerce_input_value(value)
    except InvalidScalar as error:
        # The server's own scalars do not quote the value.
        return error.message
    except Exception:  # noqa: BLE001 - a type rejects a value by any error
        return _expected(kind)
    return _expected(kind) if result is Undefined else None


def _expected(kind: Any) -> str:
    if is_enum_type(kind):
        return f"it must be one of {', '.join(islice(kind.values, MAX_LISTED))}"
    return f"it must be a value of the type {kind.name}"


def plain_literal(node: ValueNode) -> Any:
    """Return a literal with lists and objects as in JSON; scalars, enum values and variables stay nodes."""
    match node:
        case NullValueNode():
            return None
        case ListValueNode():
            return [plain_literal(each) for each in node.values]
        case ObjectValueNode():
            return {each.name.value: plain_literal(each.value) for each in node.fields}
        case _:
            return node


def invalid_input(problem: Problem, node: Node) -> GraphQLError:
    """Return the error for a problem; `node` is where the document is at fault."""
    path, what = problem
    error = fault("BAD_USER_INPUT", f"{_written(path)} is invalid: {what}.", at=path)
    return GraphQLError(error.message, node, extensions=error.extensions)


def _written(path: InputPath) -> str:
    """Return a path as people write it: `input.cards[2]`."""
    first, *rest = path or ("The input",)
    return f"{first}{''.join(f'[{each}]' if isinstance(each, int) else f'.{each}' for each in rest)}"


def variable_errors(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Mapping[str, Any],
) -> list[GraphQLError]:
    """Return the errors of variables that do not have the types that the operation declares."""
    return list(islice(_variable_errors(schema, document, operation, variables), MAX_ERRORS))


def _variable_errors(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Mapping[str, Any],
) -> Iterator[GraphQLError]:
    for definition in operation.variable_definitions or ():
        name = definition.variable.name.value
        kind: Any = type_from_ast(schema, definition.type)
        if name not in variables and definition.default_value is not None:
            continue
        used_at = path_of_variable(document, operation, name)
        for problem in problems(variables.get(name, Undefined), kind, used_at):
            yield invalid_input(problem, definition)


class LiteralRule(ValuesOfCorrectTypeRule):
    """Reports literals that do not have the types of their arguments."""

    _path: InputPath = ()

    def enter_argument(self, node: ArgumentNode, *_: object) -> None:
        """Remember the argument whose value follows."""
        self._path = (node.name.value,)

    def enter_variable_definition(self, node: VariableDefinitionNode, *_: object) -> None:
        """Remember the use of a variable whose default may follow."""
        operation = next(
            each
            for each in self.context.document.definitions
            if isinstance(each, OperationDefinitionNode) and node in (each.variable_definitions or ())
        )
        self._path = path_of_variable(self.context.document, operation, node.variable.name.value)

    def is_valid_value_node(self, node: ValueNode, input_type: GraphQLInputType | None) -> VisitorAction:
        """Report what is wrong with the value of an argument, or with the default of a variable."""
        if input_type is not None:
            for problem in problems(plain_literal(node), input_type, self._path):
                self.context.report_error(invalid_input(problem, node))
        return SKIP


class RequiredArgumentsRule(ProvidedRequiredArgumentsRule):
    """Reports required arguments that are missing."""

    def leave_field(self, field_node: FieldNode, *_: object) -> VisitorAction:
        """Report the arguments that a field lacks, after the errors within the field."""
        field = self.context.get_field_def()
        given = {each.name.value for each in field_node.arguments or ()}
        for name, argument in field.args.items() if field is not None else ():
            if is_required_argument(argument) and name not in given:
                problem = (name,), _REQUIRED
                self.report_error(invalid_input(problem, field_node))
        return None
