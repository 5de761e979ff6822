"""Masks errors: callers get their own errors in full, server errors as a logged incident id."""

from __future__ import annotations

import logging
from typing import Final
from uuid import uuid4

from graphql import FieldNode, GraphQLError
from sqlalchemy.exc import SQLAlchemyError
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError

from api.graphql.errors.faults import fault
from application.codec import CorruptEvent
from application.store.port import StoreError

logger = logging.getLogger(__name__)

MASK: Final = "Something went wrong on the server."
UNAVAILABLE: Final = (
    "The database did not answer as it should; whether a command was carried out, its id will tell."
)


LONGEST_MESSAGE: Final = 500
"""Most characters of a message to the caller: it may quote input, and there may be many messages."""
LONGEST_PLACE: Final = 200
"""Most characters of an error's place in an operation, as logged."""


def told(error: GraphQLError, *, suggestions: bool) -> GraphQLError:
    """Return the error for the caller; server errors are masked and logged without the document.

    `suggestions` is whether the message may suggest similar names.
    """
    answer = _told(error, suggestions)
    if len(answer.message) > LONGEST_MESSAGE:
        answer.message = f"{answer.message[:LONGEST_MESSAGE]}…"
    return answer


def _told(error: GraphQLError, suggestions: bool) -> GraphQLError:
    cause = error.original_error
    if isinstance(cause, CannotGetOperationTypeError):
        return operation_not_found(cause)
    if isinstance(cause, InvalidOperationTypeError):
        return fault("METHOD_NOT_ALLOWED", f"{error.message.capitalize()} here.")
    if cause is not None and not isinstance(cause, GraphQLError):
        return _masked(error, cause)
    if _of_a_value(error):
        return _masked(error, error)
    if not suggestions:
        # Validation omits suggestions already; errors from coercing variables still contain them.
        error.message = error.message.partition(" Did you mean ")[0]
    if not (error.extensions and "code" in error.extensions):
        error.extensions = {**(error.extensions or {}), "code": "BAD_USER_INPUT"}
    return error


def operation_not_found(cause: CannotGetOperationTypeError) -> GraphQLError:
    """Return the error for an operation name that is not in the document."""
    return fault("OPERATION_NOT_NAMED", f"The document has no operation called {cause.operation_name!r}.")


def _of_a_value(error: GraphQLError) -> bool:
    """Return whether a resolver returned a value that does not fit the schema, which is a server error.

    An error in the caller's input has a code already, is raised before any field, or points at a value.
    """
    coded = error.extensions and "code" in error.extensions
    return bool(error.path and error.nodes and isinstance(error.nodes[0], FieldNode)) and not coded


def _masked(error: GraphQLError, cause: Exception) -> GraphQLError:
    incident = uuid4().hex[:12]
    passing = isinstance(cause, StoreError | SQLAlchemyError) and not isinstance(cause, CorruptEvent)
    masked = fault("UNAVAILABLE", UNAVAILABLE) if passing else fault("INTERNAL", MASK)
    answer = GraphQLError(
        masked.message,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions={**(masked.extensions or {}), "incident": incident},
    )
    place = _place(error)
    _strip(cause)
    logger.error("incident %s: a resolver failed at %s", incident, place, exc_info=cause)
    return answer


def _place(error: GraphQLError) -> str:
    """Return the place of an error: its path, and the field with the names of its arguments."""
    path = ".".join(map(str, error.path or ()))
    node = error.nodes[0] if error.nodes else None
    if isinstance(node, FieldNode):
        names = ", ".join(f"{each.name.value}: …" for each in node.arguments or ())
        path = f"{path}, {node.name.value}({names})"
    return path[:LONGEST_PLACE] or "the root"


def _strip(error: BaseException) -> None:
    """Remove the document from an error and its causes: the log would quote tokens and names from it."""
    waiting: list[BaseException | None] = [error]
    seen: set[int] = set()
    while waiting:
        each = waiting.pop()
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, GraphQLError):
            each.nodes = each.source = None
        waiting += [each.__cause__, each.__context__, *getattr(each, "exceptions", ())]
