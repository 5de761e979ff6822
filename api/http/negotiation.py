"""Checks HTTP requests by the GraphQL-over-HTTP specification: media types, size and form."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

import orjson
from graphql import GraphQLError
from msgspec import Struct
from starlette.requests import HTTPConnection, Request
from strawberry.http import GraphQLRequestData, GraphQLRequestProtocol

from api.graphql.errors.fault_codes import FAULTS
from api.graphql.errors.faults import fault
from api.graphql.limits.request_limits import limit_exceeded

JSON: Final = "application/json"
GRAPHQL: Final = "application/graphql-response+json"
STREAM: Final = "text/event-stream"
MAX_CACHED_LENGTH: Final = 300
"""Maximum length of a header whose parsed form is cached; longer ones could fill the memory."""


class RequestRefused(Exception):
    """A request is refused; holds the error, the status and the headers of the response."""

    def __init__(self, error: GraphQLError, **headers: str) -> None:
        super().__init__(error.message)
        self.error = error
        self.status = FAULTS[(error.extensions or {})["code"]].status or 400
        self.headers = headers


class Accepted(Struct, frozen=True):
    """The forms of response that a caller accepts."""

    json: str | None
    """The media type of a single JSON response; None if the caller accepts only streams."""
    stream: bool
    """True if the caller accepts a streamed response."""


def shows_pages(request: HTTPConnection) -> bool:
    """Return whether the caller is a browser that would show a page."""
    return "text/html" in request.headers.get("accept", "")


def accepted(header: str | None) -> Accepted:
    """Return the forms that an `Accept` header allows; raises RequestRefused if the server has none.

    Between media types of equal weight, a named type precedes one that only a wildcard allows, and GraphQL's
    media type precedes that of plain JSON.
    """
    found = _cached(header) if header and len(header) <= MAX_CACHED_LENGTH else _accepted(header)
    if found is None:
        text = f"Responses are {GRAPHQL}, {JSON} or {STREAM}; the request accepts none of these."
        raise RequestRefused(fault("NOT_ACCEPTABLE", text))
    return found


def _accepted(header: str | None) -> Accepted | None:
    if not header:
        return Accepted(JSON, stream=False)
    ranges = weights(header)
    graphql = ranges.get(GRAPHQL, 0.0)
    wild = ranges.get("application/*", ranges.get("*/*", 0.0))
    plain = ranges.get(JSON, wild)
    stream = ranges.get(STREAM, 0.0) > 0
    if graphql and graphql >= plain:
        return Accepted(GRAPHQL, stream)
    if plain:
        return Accepted(JSON, stream)
    return Accepted(None, stream) if stream else None


_cached: Final = lru_cache(maxsize=256)(_accepted)


def weights(header: str) -> dict[str, float]:
    """Return what a header such as `Accept` or `Accept-Encoding` lists, in lower case, with its weights."""
    found: dict[str, float] = {}
    for each in header.split(","):
        kind, *parameters = (part.strip().lower() for part in each.split(";"))
        weight = next((part[2:] for part in parameters if part.startswith("q=")), "1")
        try:
            found[kind] = float(weight)
        except ValueError:
            found[kind] = 0.0
    return found


def check_method(method: str) -> None:
    """Allow POST and GET; raises RequestRefused for other methods."""
    if method not in ("POST", "GET"):
        error = fault("METHOD_NOT_ALLOWED", f"Send requests by POST, or queries by GET, not by {method}.")
        raise RequestRefused(error, Allow="GET, POST")


FindDocument = Callable[[str], Awaitable[str | None]]
"""Finds the text of a trusted document by its id."""


async def no_documents(_: str) -> None:
    """Return None: no document is trusted."""


class AdmittedDocuments(Struct, frozen=True):
    """The documents that a server executes."""

    find: FindDocument = no_documents
    only_trusted: bool = False
    """True if the server executes trusted documents only, and no texts."""


async def request_of(
    request: Request, limit: int, admitted: AdmittedDocuments, protocol: GraphQLRequestProtocol
) -> GraphQLRequestData:
    """Return the request in the query string of a GET or the body of a POST; raises RequestRefused."""
    if request.method == "GET":
        if len(request.scope["query_string"]) > limit:
            raise RequestRefused(limit_exceeded("BODY_TOO_LARGE", limit, len(request.scope["query_string"])))
        given = {name: _parameter(name, value) for name, value in request.query_params.items()}
        return await _form(given, admitted, protocol)
    check_content_type(request.headers.get("content-type"))
    _check_coding(request.headers.get("content-encoding", ""))
    return await posted(await _body(request, limit), admitted, protocol)


def posted(
    body: bytes, admitted: AdmittedDocuments, protocol: GraphQLRequestProtocol
) -> Coroutine[Any, Any, GraphQLRequestData]:
    """Return the request in the body of a POST; raises RequestRefused."""
    return _form(_object(body), admitted, protocol)


def check_content_type(header: str | None) -> None:
    """Allow JSON in UTF-8; raises RequestRefused for other types.

    Forms and plain text are refused, because a page may send them to another origin without a CORS preflight.
    """
    if header == JSON:
        return
    kind, *parameters = (part.strip().lower() for part in (header or "").split(";"))
    charset = next((part[8:].strip('"') for part in parameters if part.startswith("charset=")), "utf-8")
    if kind != JSON or charset not in ("utf-8", "utf8"):
        text = f"A body must be {JSON} in UTF-8, not {(header or 'nothing')[:100]}."
        raise RequestRefused(fault("UNSUPPORTED_MEDIA_TYPE", text))


def _check_coding(header: str) -> None:
    """Allow bodies without a coding; raises RequestRefused for compressed ones."""
    if header.strip().lower() not in ("", "identity"):
        text = f"A body must not be compressed; its Content-Encoding is {header[:100]}."
        raise RequestRefused(fault("UNSUPPORTED_MEDIA_TYPE", text))


async def _body(request: Request, limit: int) -> bytes:
    """Return the body; raises RequestRefused as soon as it is too large."""
    declared = request.headers.get("content-length")
    if declared is not None and declared.isdecimal() and int(declared[:20]) > limit:
        raise RequestRefused(limit_exceeded("BODY_TOO_LARGE", limit, int(declared[:20])), Connection="close")
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > limit:
            # The rest of the body is not read.
            raise RequestRefused(limit_exceeded("BODY_TOO_LARGE", limit), Connection="close")
        chunks.append(chunk)
    return b"".join(chunks)


def decoded(text: str | bytes) -> Any:
    """Decode JSON; raises JSONDecodeError, also for incomplete characters and excessive nesting."""
    return orjson.loads(text)


def _parameter(name: str, value: str) -> Any:
    if name not in ("variables", "extensions") or not value:
        return value
    try:
        return decoded(value)
    except json.JSONDecodeError as error:
        raise _bad_request(f"{name} is not JSON: {error.msg}.") from error


def _object(body: bytes) -> Mapping[str, Any]:
    try:
        said = orjson.loads(body)
    except json.JSONDecodeError as error:
        raise _bad_request(f"The body is not JSON: {error.msg}.") from error
    if isinstance(said, list):
        raise _bad_request("A request is one JSON object; several at once are not taken.")
    if not isinstance(said, dict):
        raise _bad_request("A request is a JSON object.")
    return said


async def query_of(said: Mapping[str, Any], admitted: AdmittedDocuments) -> object:
    """Return the text of the requested document, given as text or by its id; raises RequestRefused."""
    given = said.get("documentId")
    if given is None:
        if admitted.only_trusted:
            text = "This server executes trusted documents only; request one by its documentId."
            raise RequestRefused(fault("UNTRUSTED_DOCUMENT", text))
        return said.get("query")
    if said.get("query") is not None:
        raise _bad_request("A document is given by query or by documentId, not by both.")
    _check_type("documentId", given, str, "a text")
    found = await admitted.find(given)
    if found is None:
        raise RequestRefused(fault("UNKNOWN_DOCUMENT", "There is no trusted document with this id."))
    return found


async def _form(
    said: Mapping[str, Any], admitted: AdmittedDocuments, protocol: GraphQLRequestProtocol
) -> GraphQLRequestData:
    query = said.get("query")
    if admitted.only_trusted or "documentId" in said:
        query = await query_of(said, admitted)
    variables = said.get("variables")
    extensions = said.get("extensions")
    name = said.get("operationName")
    if not (isinstance(query, str) and query):
        raise _bad_request("query must be the text of a document.")
    if variables is not None:
        _check_type("variables", variables, dict, "an object")
    if name is not None:
        _check_type("operationName", name, str, "a text")
    if extensions is not None:
        _check_type("extensions", extensions, dict, "an object")
    return GraphQLRequestData(
        query=query, variables=variables, operation_name=name, extensions=extensions, protocol=protocol
    )


def _check_type(name: str, value: object, kind: type, what: str) -> None:
    if not isinstance(value, kind):
        raise _bad_request(f"{name} must be {what}, or null.")


def _bad_request(text: str) -> RequestRefused:
    return RequestRefused(fault("BAD_REQUEST", text))


def refused_entirely(errors: Iterable[GraphQLError]) -> bool:
    """Return whether all errors concern the request as a whole, so that nothing was executed."""
    return all(error.path is None for error in errors)


def status_of(error: GraphQLError, media_type: str) -> int:
    """Return the HTTP status for a request that was refused as a whole.

    A client of plain JSON attributes any status other than 200 to an intermediary.
    """
    code = (error.extensions or {}).get("code", "")
    own = FAULTS[code].status if code in FAULTS else None
    if own is not None:
        return own
    return 200 if media_type == JSON else _OF_CODE.get(code, 400)


_OF_CODE: Final = {"UNAUTHENTICATED": 401, "INTERNAL": 500, "UNAVAILABLE": 503}
