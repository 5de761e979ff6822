"""The codes of errors, and those that sockets are closed with.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from kibitz_client.values import OpenEnum


class FaultCode(OpenEnum):
    """The stable names of what a request or a server can have wrong with it."""

    BAD_REQUEST = "BAD_REQUEST"
    """The body, the query string or a message is not a GraphQL request in JSON. Send one JSON object with
    `query` and, if needed, `variables` and `operationName`.
    """
    BAD_USER_INPUT = "BAD_USER_INPUT"
    """The variables do not fit the types that the document declares for them. Correct the variables; the
    message names the invalid one.
    """
    BODY_TOO_LARGE = "BODY_TOO_LARGE"
    """The body or the query string exceeds the size limit. Send less: use short documents, and put values
    into `variables`.
    """
    FORBIDDEN = "FORBIDDEN"
    """The operation is for operators, and the token is not an operator's. Use a token of `kibitz token NAME
    --operator`, or of an operator at the identity provider.
    """
    GRAPHQL_PARSE_FAILED = "GRAPHQL_PARSE_FAILED"
    """The document is not valid GraphQL. Correct the document."""
    GRAPHQL_VALIDATION_FAILED = "GRAPHQL_VALIDATION_FAILED"
    """The document does not fit the schema. Correct the document; `docs/schema.graphql` is the schema."""
    INTERNAL = "INTERNAL"
    """An error occurred on the server, which has logged it. Tell the operator; repeat a command with the same
    `commandId` only.
    """
    INTROSPECTION_TOO_DEEP = "INTROSPECTION_TOO_DEEP"
    """Fields under `__schema` or `__type` are nested too deeply, or in a cycle. Use the introspection query
    of common tools, or read `docs/schema.graphql`.
    """
    INVALID_BUCKET = "INVALID_BUCKET"
    """Statistics that are counted by day were requested by the hour. Use `HOUR` with `activity` alone, and
    `DAY` or longer for the rest.
    """
    INVALID_COMMAND_ID = "INVALID_COMMAND_ID"
    """A `commandId` is empty, too long, or has characters that are not printable. Choose another id, such as
    a UUID.
    """
    INVALID_CURSOR = "INVALID_CURSOR"
    """A cursor is malformed, belongs to another list or order, or was issued before the log was restored.
    Continue from a cursor of the same list, or start without one.
    """
    INVALID_PAGE = "INVALID_PAGE"
    """`first`, `last` or `rows` is out of bounds, or both `first` and `last` are given. Request a page within
    the bounds in the message.
    """
    INVALID_RANGE = "INVALID_RANGE"
    """The range of a search or of statistics is empty, or longer than a hundred years. Correct the bounds;
    times need a zone.
    """
    INVALID_WINDOW_KEY = "INVALID_WINDOW_KEY"
    """The key of a leaderboard's window does not fit the kind of window. Write days `2026-11-20`, weeks
    `2026-W47`, months `2026-11`, seasons `2026-Q4`.
    """
    LOG_RESTORED = "LOG_RESTORED"
    """A subscription ends because the operator restored the games from a backup: events that were sent may no
    longer exist. Discard what you have of the game, and subscribe `after` version 0.
    """
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED"
    """The HTTP method is neither POST nor GET, or something other than a query was sent by GET. Send it by
    POST.
    """
    NOT_ACCEPTABLE = "NOT_ACCEPTABLE"
    """`Accept` has none of the media types of the server's answers. Accept
    `application/graphql-response+json`, `application/json` or `text/event-stream`.
    """
    NOT_FRESH = "NOT_FRESH"
    """`fresh` was requested, and the read models did not catch up with the log in time. Ask without `fresh`,
    or try again.
    """
    NOT_READY = "NOT_READY"
    """A read model is being built for the first time. Try again in a few seconds."""
    OPERATION_NOT_NAMED = "OPERATION_NOT_NAMED"
    """The document has several operations, or none, and `operationName` names none of them. Name the
    operation to execute in `operationName`.
    """
    QUERY_TOO_COMPLEX = "QUERY_TOO_COMPLEX"
    """Validating the document takes too much processor time. Send a smaller document; merge its fragments."""
    QUERY_TOO_COSTLY = "QUERY_TOO_COSTLY"
    """The cost of the operation is too high: the most values that its answer can have, plus the prices of
    expensive fields. Request smaller pages or fewer fields, or use several requests.
    """
    QUERY_TOO_DEEP = "QUERY_TOO_DEEP"
    """Fields are nested too deeply. Request less, or use several requests."""
    QUERY_TOO_LONG = "QUERY_TOO_LONG"
    """The document has too many tokens. Request less, or use several requests."""
    SLOW_CONSUMER = "SLOW_CONSUMER"
    """A subscriber reads too slowly and was disconnected; `extensions.after` is the last version that was
    sent. Subscribe again, `after` the last version that you have.
    """
    STREAM_INTERRUPTED = "STREAM_INTERRUPTED"
    """A subscription ends early because the server is stopping or cannot read the log; `extensions.after` is
    the last version that was sent. Subscribe again, `after` the last version that you have.
    """
    SUBSCRIPTION_NOT_STREAMED = "SUBSCRIPTION_NOT_STREAMED"
    """A subscription was sent in a request that has a single response. Open a WebSocket, or send `Accept:
    text/event-stream`.
    """
    TIMEOUT = "TIMEOUT"
    """The operation exceeded its time limit. Request less; repeat a command with the same `commandId` only.
    """
    TOO_MANY_ALIASES = "TOO_MANY_ALIASES"
    """The document has too many aliases. Use several requests."""
    TOO_MANY_BUCKETS = "TOO_MANY_BUCKETS"
    """The range of the statistics has too many periods of the requested length. Request a shorter range, or
    longer periods.
    """
    TOO_MANY_DIRECTIVES = "TOO_MANY_DIRECTIVES"
    """The document has too many directives. Remove directives that are not needed."""
    TOO_MANY_DOCUMENT_OPERATIONS = "TOO_MANY_DOCUMENT_OPERATIONS"
    """The document defines too many operations. Send only the operation that `operationName` names, and the
    fragments that it uses.
    """
    TOO_MANY_OPERATIONS = "TOO_MANY_OPERATIONS"
    """Too many operations run at once on one socket. Complete one of them first, or open another socket."""
    TOO_MANY_REPEATS = "TOO_MANY_REPEATS"
    """The document selects fields many times under the same names. Select each field once; merge the
    fragments.
    """
    TOO_MANY_REQUESTS = "TOO_MANY_REQUESTS"
    """You, or all users of your address together, exceeded a rate limit; `extensions.retryAfter` and the
    header `Retry-After` say when to try again. Try again after that many seconds; repeat a command with the
    same `commandId`.
    """
    TOO_MANY_ROOT_FIELDS = "TOO_MANY_ROOT_FIELDS"
    """An operation has too many root fields, for example aliases. Use several requests."""
    TOO_MANY_ROWS = "TOO_MANY_ROWS"
    """A list of statistics has more rows than `rows` allows. Raise `rows`, or request a shorter range, longer
    periods or fewer games.
    """
    UNAUTHENTICATED = "UNAUTHENTICATED"
    """The operation requires a signed-in player, or the token is invalid or has expired. Sign in, and send
    `Authorization: Bearer TOKEN`.
    """
    UNAVAILABLE = "UNAVAILABLE"
    """The database or the identity provider is not available. Try again; repeat a command with the same
    `commandId`, so that it is executed once.
    """
    UNKNOWN_DOCUMENT = "UNKNOWN_DOCUMENT"
    """`documentId` is not the id of a trusted document; another version of the server may have had it. Load
    the page again, or send the document itself as `query`.
    """
    UNSUPPORTED_MEDIA_TYPE = "UNSUPPORTED_MEDIA_TYPE"
    """The body is not declared as JSON in UTF-8. Send `Content-Type: application/json`."""


AGAIN: Final = frozenset(
    {
        FaultCode.INTERNAL,
        FaultCode.NOT_FRESH,
        FaultCode.NOT_READY,
        FaultCode.SLOW_CONSUMER,
        FaultCode.STREAM_INTERRUPTED,
        FaultCode.TIMEOUT,
        FaultCode.TOO_MANY_REQUESTS,
        FaultCode.UNAVAILABLE,
    }
)
"""After these the same request may succeed later without any change."""


CLOSES: Final[Mapping[int, str]] = MappingProxyType(
    {
        1000: "The client closed the socket.",
        1006: "The connection was lost: the network failed, or the client stopped reading for too long.",
        1009: "A message exceeds the size limit.",
        1012: "The server is stopping.",
        1013: "The token cannot be verified now.",
        4400: "A message does not follow the protocol.",
        4401: "An operation was sent before `connection_init` was acknowledged.",
        4403: "The token is invalid or has expired, or its player is erased; or the page's origin is not "
        "allowed.",
        4406: "The subprotocol is not `graphql-transport-ws`.",
        4408: "`connection_init` did not arrive in time.",
        4409: "Two operations have the same id.",
        4429: "`connection_init` was sent twice.",
    }
)
"""Why a WebSocket is closed, by the code."""
