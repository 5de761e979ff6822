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
    """The body, the query string or a message is no GraphQL request in JSON. Send one JSON object with
    `query`, and if need be `variables` and `operationName`.
    """
    BAD_USER_INPUT = "BAD_USER_INPUT"
    """The variables do not fit the types that the document declares for them. Correct the variables; the
    message names the one at fault.
    """
    BODY_TOO_LARGE = "BODY_TOO_LARGE"
    """The body, or the query string, is larger than the server takes. Send less; documents need not be long,
    and values go into `variables`.
    """
    FORBIDDEN = "FORBIDDEN"
    """The operation is for operators, and the token is not an operator's. Use a token of `kibitz token NAME
    --operator`, or of an operator at the identity provider.
    """
    GRAPHQL_PARSE_FAILED = "GRAPHQL_PARSE_FAILED"
    """The document is not GraphQL. Correct the document."""
    GRAPHQL_VALIDATION_FAILED = "GRAPHQL_VALIDATION_FAILED"
    """The document does not fit the schema. Correct the document; `docs/schema.graphql` is the schema."""
    INTERNAL = "INTERNAL"
    """Something went wrong on the server; what it was stands in its log. Tell the operator; try a command
    again with the same `commandId` only.
    """
    INTROSPECTION_TOO_DEEP = "INTROSPECTION_TOO_DEEP"
    """Fields under `__schema` or `__type` lie in each other too deep, or go round in circles. Send the
    introspection query of the usual tools, or read `docs/schema.graphql`.
    """
    INVALID_BUCKET = "INVALID_BUCKET"
    """Statistics ask by the hour for what is counted by days. Ask for `HOUR` with `activity` alone, for the
    rest with `DAY` or longer.
    """
    INVALID_COMMAND_ID = "INVALID_COMMAND_ID"
    """A `commandId` is empty, too long, or has characters that cannot be printed. Choose another id, such as
    a UUID.
    """
    INVALID_CURSOR = "INVALID_CURSOR"
    """A cursor is none, one of another list or order, or one from before the log was restored. Go on from a
    cursor of the same list, or begin anew without one.
    """
    INVALID_PAGE = "INVALID_PAGE"
    """`first`, `last` or `rows` is out of bounds, or `first` and `last` are both given. Ask for a page within
    the bounds that the message tells.
    """
    INVALID_RANGE = "INVALID_RANGE"
    """A search or statistics ask for a range in which nothing can be, or for more than a hundred years.
    Correct the bounds; times have a zone.
    """
    INVALID_WINDOW_KEY = "INVALID_WINDOW_KEY"
    """The key of a leaderboard's window does not name one of that kind. Write days `2026-11-20`, weeks
    `2026-W47`, months `2026-11`, seasons `2026-Q4`.
    """
    LOG_RESTORED = "LOG_RESTORED"
    """A subscription ends because the operator put the games back from a backup: what was sent may never have
    happened. Forget what you have of the game, and begin again: subscribe `after` version 0.
    """
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED"
    """The HTTP method is neither POST nor GET, or something other than a query was sent by GET. Send it by
    POST.
    """
    NOT_ACCEPTABLE = "NOT_ACCEPTABLE"
    """`Accept` has none of the media types that answers come in. Accept `application/graphql-response+json`,
    `application/json` or `text/event-stream`.
    """
    NOT_FRESH = "NOT_FRESH"
    """`fresh` was asked for, and the read models do not come up to the log in time. Ask without `fresh`, or
    try again.
    """
    NOT_READY = "NOT_READY"
    """A read model is being built for the first time. Try again in a few seconds."""
    OPERATION_NOT_NAMED = "OPERATION_NOT_NAMED"
    """The document has several operations, or none, and `operationName` names none of them. Say in
    `operationName` which one to carry out.
    """
    QUERY_TOO_COMPLEX = "QUERY_TOO_COMPLEX"
    """Validating the document takes too much processor time. Send a smaller document; merge its fragments."""
    QUERY_TOO_COSTLY = "QUERY_TOO_COSTLY"
    """The answer could have too many values, its fields and the items of its lists, added to the prices of
    those fields that take much work. Ask for smaller pages, for fewer fields, or in several requests.
    """
    QUERY_TOO_DEEP = "QUERY_TOO_DEEP"
    """Fields lie in each other too deep. Ask for less, or in several requests."""
    QUERY_TOO_LONG = "QUERY_TOO_LONG"
    """The document has too many tokens. Ask for less, or in several requests."""
    SLOW_CONSUMER = "SLOW_CONSUMER"
    """A subscription is cut off because more waits to be sent on it than is kept for one; `extensions.after`
    is the last version that was sent. Subscribe again, `after` the last version you have.
    """
    STREAM_INTERRUPTED = "STREAM_INTERRUPTED"
    """A subscription ends early because the server stops or cannot read on; `extensions.after` is the last
    version that was sent. Subscribe again, `after` the last version you have.
    """
    SUBSCRIPTION_NOT_STREAMED = "SUBSCRIPTION_NOT_STREAMED"
    """A subscription was sent in a request that is answered once. Open a WebSocket, or send `Accept:
    text/event-stream`.
    """
    TIMEOUT = "TIMEOUT"
    """The operation took longer than the server gives it. Ask for less; send a command again with the same
    `commandId` only.
    """
    TOO_MANY_ALIASES = "TOO_MANY_ALIASES"
    """The document has too many aliases. Ask in several requests."""
    TOO_MANY_BUCKETS = "TOO_MANY_BUCKETS"
    """Statistics are asked for a range that has too many stretches of time of the wanted length. Ask for a
    shorter range, or for longer stretches.
    """
    TOO_MANY_DIRECTIVES = "TOO_MANY_DIRECTIVES"
    """The document has too many directives. Leave out what is not needed."""
    TOO_MANY_DOCUMENT_OPERATIONS = "TOO_MANY_DOCUMENT_OPERATIONS"
    """The document defines too many operations. Send a document with the operation that `operationName`
    names, and the fragments it uses.
    """
    TOO_MANY_OPERATIONS = "TOO_MANY_OPERATIONS"
    """As many operations go on as one socket takes. Complete one of them first, or open another socket."""
    TOO_MANY_REPEATS = "TOO_MANY_REPEATS"
    """The document asks for fields again and again under the same names. Ask for each field once; merge the
    fragments.
    """
    TOO_MANY_REQUESTS = "TOO_MANY_REQUESTS"
    """You, or all who share your address, have done more of it lately than the server takes;
    `extensions.retryAfter` and the header `Retry-After` say when to try again. Try again after so many
    seconds; the same command with the same `commandId`.
    """
    TOO_MANY_ROOT_FIELDS = "TOO_MANY_ROOT_FIELDS"
    """An operation has too many fields at its root, by aliases for example. Ask in several requests."""
    TOO_MANY_ROWS = "TOO_MANY_ROWS"
    """A list of statistics has more rows than `rows` allows. Raise `rows`, or ask for a shorter range, for
    longer stretches of time, or for fewer games.
    """
    UNAUTHENTICATED = "UNAUTHENTICATED"
    """The operation is for those who are signed in, or the token is no good or has expired. Sign in, and send
    `Authorization: Bearer TOKEN`.
    """
    UNAVAILABLE = "UNAVAILABLE"
    """The database, or the identity provider, did not answer as it should. Try again; a command with the same
    `commandId`, so that it is carried out once.
    """
    UNKNOWN_DOCUMENT = "UNKNOWN_DOCUMENT"
    """`documentId` names no document that the server trusts; another version of it may have had one. Load the
    page again, or send the document itself as `query`.
    """
    UNSUPPORTED_MEDIA_TYPE = "UNSUPPORTED_MEDIA_TYPE"
    """The body is not declared to be JSON in UTF-8. Send `Content-Type: application/json`."""


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
        1000: "The client closed it.",
        1006: "The connection is gone without a word: the network, or a client that took nothing for too "
        "long.",
        1009: "A message is larger than the server takes.",
        1012: "The server stops.",
        1013: "Whether the token is good cannot be told now.",
        4400: "A message does not follow the protocol.",
        4401: "Something was asked before `connection_init` was acknowledged.",
        4403: "The token is no good, has expired, or its player is erased; or the page's origin is not "
        "admitted.",
        4406: "The subprotocol is not `graphql-transport-ws`.",
        4408: "`connection_init` did not come in time.",
        4409: "Two operations have the same id.",
        4429: "`connection_init` came twice.",
    }
)
"""Why a WebSocket is closed, by the code."""
