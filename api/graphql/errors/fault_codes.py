"""The register of top-level errors: each code with its meaning and the action for the client.

A new code needs an entry below; then `fault("THE_CODE", "a sentence for people")` creates the error.
`docs/errors.md` is generated from this register (`kibitz schema --errors`), which a test checks.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from application.players.search.name_folding import MAX_SEARCH_LENGTH, MIN_SEARCH_LETTERS


class Fault(Struct, frozen=True, kw_only=True):
    """A code of top-level errors."""

    code: str
    """The stable name, for programs: `extensions.code`."""
    when: str
    """The condition that causes this error, in a sentence."""
    then: str
    """The action for the client, in a sentence."""
    again: bool = False
    """True if the same request may succeed later without any change."""
    status: int | None = None
    """HTTP status of a request that is refused as a whole.

    None stands for 200 in `application/json`, and for 400 (`UNAUTHENTICATED` 401, `UNAVAILABLE` 503,
    `INTERNAL` 500) in `application/graphql-response+json`.
    """
    closes: int | None = None
    """The WebSocket close code; None for an error that does not close the socket."""


_FAULTS: Final = (
    # Authentication.
    Fault(
        code="UNAUTHENTICATED",
        when="The operation requires a signed-in player, or the token is invalid or has expired.",
        then="Sign in, and send `Authorization: Bearer TOKEN`.",
    ),
    Fault(
        code="FORBIDDEN",
        when="The operation is for operators, and the token is not an operator's.",
        then="Use a token of `kibitz token NAME --operator`, or of an operator at the identity provider.",
    ),
    Fault(
        code="BANNED",
        when="An operator has banned you or your address; `extensions.until` says until when, and is null "
        "for a ban without an end; `extensions.reason` says why, and is null for an address.",
        then="Wait until then; a banned player can still use `signOut`, `renewToken` and `eraseMe`.",
        status=403,
    ),
    # Content of the request.
    Fault(
        code="GRAPHQL_PARSE_FAILED",
        when="The document is not valid GraphQL.",
        then="Correct the document.",
    ),
    Fault(
        code="GRAPHQL_VALIDATION_FAILED",
        when="The document does not fit the schema.",
        then="Correct the document; `docs/schema.graphql` is the schema.",
    ),
    Fault(
        code="UNKNOWN_DOCUMENT",
        when="`documentId` is not the id of a trusted document; another version of the server may have had "
        "it.",
        then="Load the page again, or send the document itself as `query` if the server executes others.",
        status=400,
    ),
    Fault(
        code="UNTRUSTED_DOCUMENT",
        when="The request has a document as text, and the server executes trusted documents only.",
        then="Send the `documentId` of a document that the operator has registered.",
        status=403,
    ),
    Fault(
        code="BAD_USER_INPUT",
        when="A value does not have the type of its argument, or a required one is missing; the same for "
        "variables and for literals.",
        then="Correct the value at `extensions.inputPath`.",
    ),
    Fault(
        code="OPERATION_NOT_NAMED",
        when="The document has several operations, or none, and `operationName` names none of them.",
        then="Name the operation to execute in `operationName`.",
    ),
    Fault(
        code="SUBSCRIPTION_NOT_STREAMED",
        when="A subscription was sent in a request that has a single response.",
        then="Open a WebSocket, or send `Accept: text/event-stream`.",
    ),
    Fault(
        code="INVALID_COMMAND_ID",
        when="A `commandId` is empty, too long, or has characters that are not printable.",
        then="Choose another id, such as a UUID.",
    ),
    Fault(
        code="INVALID_PAGE",
        when="`first`, `last` or `rows` is out of bounds, `ids` has too many ids, or both `first` and `last` "
        "are given.",
        then="Request a page within the bounds in the message.",
    ),
    Fault(
        code="INVALID_CURSOR",
        when="A cursor is malformed; belongs to another list, order, game, player or server; or is a list's "
        "and was issued before the log was restored.",
        then="Continue from a cursor of the same list or subscription, or start without one.",
    ),
    Fault(
        code="INVALID_NAME_SEARCH",
        when=f"A search for players has fewer than {MIN_SEARCH_LETTERS} letters or digits, or more than "
        f"{MAX_SEARCH_LENGTH} characters.",
        then="Search by at least three letters of a name.",
    ),
    Fault(
        code="INVALID_RANGE",
        when="The range of a search or of statistics is empty, or longer than a hundred years.",
        then="Correct the bound at `extensions.inputPath`; of two that exclude each other, it is the upper "
        "one.",
    ),
    Fault(
        code="INVALID_BUCKET",
        when="Statistics that are counted by day were requested by the hour.",
        then="Use `HOUR` with `activity` alone, and `DAY` or longer for the rest.",
    ),
    Fault(
        code="INVALID_WINDOW_KEY",
        when="The key of a leaderboard's window does not fit the kind of window.",
        then="Write days `2026-11-20`, weeks `2026-W47`, months `2026-11`, seasons `2026-Q4`.",
    ),
    # Form of the request.
    Fault(
        code="BAD_REQUEST",
        when="The body, the query string or a message is not a GraphQL request in JSON.",
        then="Send one JSON object with `query` and, if needed, `variables` and `operationName`.",
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
        when="`Accept` has none of the media types of the server's answers.",
        then="Accept `application/graphql-response+json`, `application/json` or `text/event-stream`.",
        status=406,
    ),
    Fault(
        code="UNSUPPORTED_MEDIA_TYPE",
        when="The body is not declared as JSON in UTF-8.",
        then="Send `Content-Type: application/json`.",
        status=415,
    ),
    # Limits: `extensions.limit` is the bound; `extensions.sent` is the amount that was sent, if known.
    Fault(
        code="BODY_TOO_LARGE",
        when="The body or the query string exceeds the size limit.",
        then="Send less: use short documents, and put values into `variables`.",
        status=413,
    ),
    Fault(
        code="QUERY_TOO_LONG",
        when="The document has too many tokens.",
        then="Request less, or use several requests.",
    ),
    Fault(
        code="TOO_MANY_DOCUMENT_OPERATIONS",
        when="The document defines too many operations.",
        then="Send only the operation that `operationName` names, and the fragments that it uses.",
    ),
    Fault(
        code="QUERY_TOO_DEEP",
        when="Fields are nested too deeply.",
        then="Request less, or use several requests.",
    ),
    Fault(
        code="INTROSPECTION_TOO_DEEP",
        when="Fields under `__schema` or `__type` are nested too deeply, or in a cycle.",
        then="Use the introspection query of common tools, or read `docs/schema.graphql`.",
    ),
    Fault(
        code="TOO_MANY_ROOT_FIELDS",
        when="An operation has too many root fields, for example aliases.",
        then="Use several requests.",
    ),
    Fault(
        code="TOO_MANY_ALIASES",
        when="The document has too many aliases.",
        then="Use several requests.",
    ),
    Fault(
        code="TOO_MANY_DIRECTIVES",
        when="The document has too many directives.",
        then="Remove directives that are not needed.",
    ),
    Fault(
        code="TOO_MANY_REPEATS",
        when="The document selects fields many times under the same names.",
        then="Select each field once; merge the fragments.",
    ),
    Fault(
        code="QUERY_TOO_COMPLEX",
        when="Validating the document takes too much processor time.",
        then="Send a smaller document; merge its fragments.",
    ),
    Fault(
        code="QUERY_TOO_COSTLY",
        when="The cost of the operation is too high: the most values that its answer can have, plus the "
        "prices of expensive fields.",
        then="Request smaller pages or fewer fields, or use several requests.",
    ),
    Fault(
        code="TOO_MANY_OPERATIONS",
        when="Too many operations run at once on one socket.",
        then="Complete one of them first, or open another socket.",
    ),
    Fault(
        code="TOO_MANY_BUCKETS",
        when="The range of the statistics has too many periods of the requested length.",
        then="Request a shorter range, or longer periods.",
    ),
    Fault(
        code="TOO_MANY_ROWS",
        when="A list of statistics has more rows than `rows` allows.",
        then="Raise `rows`, or request a shorter range, longer periods or fewer games.",
    ),
    Fault(
        code="TIMEOUT",
        when="The operation exceeded its time limit.",
        then="Request less; repeat a command with the same `commandId` only.",
        again=True,
        status=503,
    ),
    Fault(
        code="TOO_MANY_REQUESTS",
        when="You, or all users of your address together, exceeded a rate limit; `extensions.retryAfter` and"
        " the header `Retry-After` say when to try again.",
        then="Try again after that many seconds; repeat a command with the same `commandId`.",
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
        code="NOT_UP_TO_DATE",
        when="`upToDate` was requested, and the read models did not catch up with the log in time.",
        then="Ask without `upToDate`, or try again.",
        again=True,
    ),
    Fault(
        code="SLOW_CONSUMER",
        when="A subscriber reads too slowly and was disconnected; `extensions.after` is the last cursor or "
        "version that was sent.",
        then="Subscribe again, `after` the last cursor or version that you have.",
        again=True,
    ),
    Fault(
        code="STREAM_INTERRUPTED",
        when="A subscription ends early because the server is stopping or cannot read the log; "
        "`extensions.after` is the last cursor or version that was sent.",
        then="Subscribe again, `after` the last cursor or version that you have.",
        again=True,
    ),
    Fault(
        code="LOG_RESTORED",
        when="A subscription ends because the operator restored the games from a backup: events that were "
        "sent may no longer exist.",
        then="Discard what you have of the game, and subscribe without `after`.",
    ),
    Fault(
        code="UNAVAILABLE",
        when="The database or the identity provider is not available.",
        then="Try again; repeat a command with the same `commandId`, so that it is executed once.",
        again=True,
    ),
    Fault(
        code="INTERNAL",
        when="An error occurred on the server, which has logged it.",
        then="Tell the operator; repeat a command with the same `commandId` only.",
        again=True,
    ),
)

FAULTS: Final = {each.code: each for each in _FAULTS}
"""All codes of top-level errors, except those of refusals that are returned as errors."""
