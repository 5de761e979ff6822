"""Masks errors: callers get their own errors in full, server errors as a logged incident id."""

from __future__ import annotations

import logging
from typing import Final
from uuid import uuid4

from graphql import DocumentNode, FieldNode, GraphQLError
from sqlalchemy.exc import SQLAlchemyError
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError

from api.graphql.errors.faults import fault
from api.graphql.errors.input_paths import extension, path_of_node
from application.codec import CorruptEvent
from application.store.port import StoreError

logger = logging.getLogger(__name__)

INTERNAL_MESSAGE: Final = "Something went wrong on the server."
UNAVAILABLE_MESSAGE: Final = "The database is not available; repeat a command with the same commandId only."


MAX_MESSAGE_LENGTH: Final = 500
"""Maximum characters of a message to the caller: it may quote input, and there may be many messages."""
MAX_PATH_LENGTH: Final = 200
"""Maximum characters of an error's path, as logged."""


def mask_error(error: GraphQLError, document: DocumentNode | None = None) -> GraphQLError:
    """Return the error for the caller; server errors are masked and logged without the document.

    The document gives an error in the caller's input the path into that input.
    """
    masked = _masked(error, document)
    if len(masked.message) > MAX_MESSAGE_LENGTH:
        masked.message = f"{masked.message[:MAX_MESSAGE_LENGTH]}…"
    return masked


def _masked(error: GraphQLError, document: DocumentNode | None) -> GraphQLError:
    cause = error.original_error
    if isinstance(cause, CannotGetOperationTypeError):
        return operation_not_found(cause)
    if isinstance(cause, InvalidOperationTypeError):
        return fault("METHOD_NOT_ALLOWED", f"{error.message.capitalize()} here.")
    if cause is not None and not isinstance(cause, GraphQLError):
        return _server_error(error, cause)
    if _is_invalid_value(error):
        return _server_error(error, error)
    if not (error.extensions and "code" in error.extensions):
        at = path_of_node(document, error.nodes[0]) if document is not None and error.nodes else ()
        error.extensions = {**(error.extensions or {}), "code": "BAD_USER_INPUT", **extension(at)}
    return error


def operation_not_found(cause: CannotGetOperationTypeError) -> GraphQLError:
    """Return the error for an operation name that is not in the document."""
    return fault("OPERATION_NOT_NAMED", f"The document has no operation called {cause.operation_name!r}.")


def _is_invalid_value(error: GraphQLError) -> bool:
    """Return whether a resolver returned a value that does not fit the schema, which is a server error.

    An error in the caller's input has a code already, is raised before any field, or points at a value.
    """
    coded = error.extensions and "code" in error.extensions
    return bool(error.path and error.nodes and isinstance(error.nodes[0], FieldNode)) and not coded


def _server_error(error: GraphQLError, cause: Exception) -> GraphQLError:
    incident = uuid4().hex[:12]
    is_temporary = isinstance(cause, StoreError | SQLAlchemyError) and not isinstance(cause, CorruptEvent)
    masked = (
        fault("UNAVAILABLE", UNAVAILABLE_MESSAGE) if is_temporary else fault("INTERNAL", INTERNAL_MESSAGE)
    )
    answer = GraphQLError(
        masked.message,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions={**(masked.extensions or {}), "incident": incident},
    )
    path = _path(error)
    _remove_documents(cause)
    logger.error("incident %s: a resolver failed at %s", incident, path, exc_info=cause)
    return answer


def _path(error: GraphQLError) -> str:
    """Return the path of an error, and the field with the names of its arguments."""
    path = ".".join(map(str, error.path or ()))
    node = error.nodes[0] if error.nodes else None
    if isinstance(node, FieldNode):
        names = ", ".join(f"{each.name.value}: …" for each in node.arguments or ())
        path = f"{path}, {node.name.value}({names})"
    return path[:MAX_PATH_LENGTH] or "the root"


def _remove_documents(error: BaseException) -> None:
    """Remove the document from an error and its causes: the log would quote tokens and names from it."""
    pending: list[BaseException | None] = [error]
    seen: set[int] = set()
    while pending:
        each = pending.pop()
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, GraphQLError):
            each.nodes = each.source = None
        pending += [each.__cause__, each.__context__, *getattr(each, "exceptions", ())]
