"""The register of top-level errors: each code with its meaning and the action for the client.

A new code needs an entry below; then `fault("THE_CODE", "a sentence for people")` creates the error.
`docs/errors.md` is generated from this register (`kibitz schema --errors`), which a test checks.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Fault(Struct, frozen=True, kw_only=True):
    """A code of top-level errors."""

    code: str
    """The stable name, for programs: `extensions.code`."""
    when: str
    """The condition that causes this error, in a sentence."""
    then: str
    """The action for the client, in a sentence."""
    again: bool = False
    """Whether the same request may succeed later without any change."""
    status: int | None = None
    """HTTP status of a request that is refused as a whole.

    None stands for 200 in `application/json`, and for 400 (`UNAVAILABLE` 503, `INTERNAL` 500) in
    `application/graphql-response+json`.
    """
    closes: int | None = None
    """The WebSocket close code; None for an error that does not close the socket."""


_REGISTER: Final = (
    # Authentication.
    Fault(
        code="UNAUTHENTICATED",
        when="The operation is for those who are signed in, or the token is no good or has expired.",
        then="Sign in, and send `Authorization: Bearer TOKEN`.",
    ),
    Fault(
        code="FORBIDDEN",
        when="The operation is for operators, and the token is not an operator's.",
        then="Use a token of `kibitz token NAME --operator`, or of an operator at the identity provider.",
    ),
    # Content of the request.
    Fault(
        code="GRAPHQL_PARSE_FAILED",
        when="The document is not GraphQL.",
        then="Correct the document.",
    ),
    Fault(
        code="GRAPHQL_VALIDATION_FAILED",
        when="The document does not fit the schema.",
        then="Correct the document; `docs/schema.graphql` is the schema.",
    ),
    Fault(
        code="UNKNOWN_DOCUMENT",
        when="`documentId` names no document that the server trusts; another version of it may have had one.",
        then="Load the page again, or send the document itself as `query`.",
        status=400,
    ),
    Fault(
        code="BAD_USER_INPUT",
        when="The variables do not fit the types that the document declares for them.",
        then="Correct the variables; the message names the one at fault.",
    ),
    Fault(
        code="OPERATION_NOT_NAMED",
        when="The document has several operations, or none, and `operationName` names none of them.",
        then="Say in `operationName` which one to carry out.",
    ),
    Fault(
        code="SUBSCRIPTION_NOT_STREAMED",
        when="A subscription was sent in a request that is answered once.",
        then="Open a WebSocket, or send `Accept: text/event-stream`.",
    ),
    Fault(
        code="INVALID_COMMAND_ID",
        when="A `commandId` is empty, too long, or has characters that cannot be printed.",
        then="Choose another id, such as a UUID.",
    ),
    Fault(
        code="INVALID_PAGE",
        when="`first`, `last` or `rows` is out of bounds, or `first` and `last` are both given.",
        then="Ask for a page within the bounds that the message tells.",
    ),
    Fault(
        code="INVALID_CURSOR",
        when="A cursor is none, one of another list or order, or one from before the log was restored.",
        then="Go on from a cursor of the same list, or begin anew without one.",
    ),
    Fault(
        code="INVALID_RANGE",
        when="A search or statistics ask for a range in which nothing can be, or for more than a hundred "
        "years.",
        then="Correct the bounds; times have a zone.",
    ),
    Fault(
        code="INVALID_BUCKET",
        when="Statistics ask by the hour for what is counted by days.",
        then="Ask for `HOUR` with `activity` alone, for the rest with `DAY` or longer.",
    ),
    Fault(
        code="INVALID_WINDOW_KEY",
        when="The key of a leaderboard's window does not name one of that kind.",
        then="Write days `2026-11-20`, weeks `2026-W47`, months `2026-11`, seasons `2026-Q4`.",
    ),
    # Form of the request.
    Fault(
        code="BAD_REQUEST",
        when="The body, the query string or a message is no GraphQL request in JSON.",
        then="Send one JSON object with `query`, and if need be `variables` and `operationName`.",
        status=400,
        closes=4400,
    ),
    Fault(
        code="METHOD_NOT_ALLOWED",
        when="The HTTP method is neither POST nor GET, or something other than a query was sent by GET.",
        then="Send it by POST.",
        status=405,
    ),
    Fault(
        code="NOT_ACCEPTABLE",
        when="`Accept` has none of the media types that answers come in.",
        then="Accept `application/graphql-response+json`, `application/json` or `text/event-stream`.",
        status=406,
    ),
    Fault(
        code="UNSUPPORTED_MEDIA_TYPE",
        when="The body is not declared to be JSON in UTF-8.",
        then="Send `Content-Type: application/json`.",
        status=415,
    ),
    # Limits: `extensions.limit` is the bound; `extensions.sent` is the amount that was sent, if known.
    Fault(
        code="BODY_TOO_LARGE",
        when="The body, or the query string, is larger than the server takes.",
        then="Send less; documents need not be long, and values go into `variables`.",
        status=413,
    ),
    Fault(
        code="QUERY_TOO_LONG",
        when="The document has too many tokens.",
        then="Ask for less, or in several requests.",
    ),
    Fault(
        code="TOO_MANY_DOCUMENT_OPERATIONS",
        when="The document defines too many operations.",
        then="Send a document with the operation that `operationName` names, and the fragments it uses.",
    ),
    Fault(
        code="QUERY_TOO_DEEP",
        when="Fields lie in each other too deep.",
        then="Ask for less, or in several requests.",
    ),
    Fault(
        code="INTROSPECTION_TOO_DEEP",
        when="Fields under `__schema` or `__type` lie in each other too deep, or go round in circles.",
        then="Send the introspection query of the usual tools, or read `docs/schema.graphql`.",
    ),
    Fault(
        code="TOO_MANY_ROOT_FIELDS",
        when="An operation has too many fields at its root, by aliases for example.",
        then="Ask in several requests.",
    ),
    Fault(
        code="TOO_MANY_ALIASES",
        when="The document has too many aliases.",
        then="Ask in several requests.",
    ),
    Fault(
        code="TOO_MANY_DIRECTIVES",
        when="The document has too many directives.",
        then="Leave out what is not needed.",
    ),
    Fault(
        code="TOO_MANY_REPEATS",
        when="The document asks for fields again and again under the same names.",
        then="Ask for each field once; merge the fragments.",
    ),
    Fault(
        code="QUERY_TOO_COMPLEX",
        when="Validating the document takes too much processor time.",
        then="Send a smaller document; merge its fragments.",
    ),
    Fault(
        code="QUERY_TOO_COSTLY",
        when="The answer could have too many values, its fields and the items of its lists, added to the "
        "prices of those fields that take much work.",
        then="Ask for smaller pages, for fewer fields, or in several requests.",
    ),
    Fault(
        code="TOO_MANY_OPERATIONS",
        when="As many operations go on as one socket takes.",
        then="Complete one of them first, or open another socket.",
    ),
    Fault(
        code="TOO_MANY_BUCKETS",
        when="Statistics are asked for a range that has too many stretches of time of the wanted length.",
        then="Ask for a shorter range, or for longer stretches.",
    ),
    Fault(
        code="TOO_MANY_ROWS",
        when="A list of statistics has more rows than `rows` allows.",
        then="Raise `rows`, or ask for a shorter range, for longer stretches of time, or for fewer games.",
    ),
    Fault(
        code="TIMEOUT",
        when="The operation took longer than the server gives it.",
        then="Ask for less; send a command again with the same `commandId` only.",
        again=True,
        status=503,
    ),
    Fault(
        code="TOO_MANY_REQUESTS",
        when="You, or all who share your address, have done more of it lately than the server takes; "
        "`extensions.retryAfter` and the header `Retry-After` say when to try again.",
        then="Try again after so many seconds; the same command with the same `commandId`.",
        again=True,
        status=429,
    ),
    # State of the server.
    Fault(
        code="NOT_READY",
        when="A read model is being built for the first time.",
        then="Try again in a few seconds.",
        again=True,
    ),
    Fault(
        code="NOT_FRESH",
        when="`fresh` was asked for, and the read models do not come up to the log in time.",
        then="Ask without `fresh`, or try again.",
        again=True,
    ),
    Fault(
        code="SLOW_CONSUMER",
        when="A subscription is cut off because more waits to be sent on it than is kept for one; "
        "`extensions.after` is the last version that was sent.",
        then="Subscribe again, `after` the last version you have.",
        again=True,
    ),
    Fault(
        code="STREAM_INTERRUPTED",
        when="A subscription ends early because the server stops or cannot read on; "
        "`extensions.after` is the last version that was sent.",
        then="Subscribe again, `after` the last version you have.",
        again=True,
    ),
    Fault(
        code="LOG_RESTORED",
        when="A subscription ends because the operator put the games back from a backup: what was sent may "
        "never have happened.",
        then="Forget what you have of the game, and begin again: subscribe `after` version 0.",
    ),
    Fault(
        code="UNAVAILABLE",
        when="The database, or the identity provider, did not answer as it should.",
        then="Try again; a command with the same `commandId`, so that it is carried out once.",
        again=True,
    ),
    Fault(
        code="INTERNAL",
        when="Something went wrong on the server; what it was stands in its log.",
        then="Tell the operator; try a command again with the same `commandId` only.",
        again=True,
    ),
)

FAULTS: Final = {each.code: each for each in _REGISTER}
"""All codes of top-level errors, except those of refusals that are returned as errors."""
