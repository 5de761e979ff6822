"""GraphQL requests over HTTP, repeated after failures of the network."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import msgspec

from kibitz_client.errors import Fault, Unauthenticated, Unreachable, fault_from
from kibitz_client.transport.retry import Retry
from kibitz_client.transport.session_token import OnRenewed, SessionToken

REQUEST_TIMEOUT: Final = 30.0
"""Seconds that a request may take."""

_LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "::1")
_RETRYABLE_STATUS: Final = (502, 503, 504)
_NOT_SENT: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""Errors after which the server cannot have received the request."""


class HttpClient:
    """Sends requests to one server as one caller.

    Raises Unreachable for a malformed URL and Fault for a malformed token.
    """

    def __init__(
        self,
        url: str,
        token: str | None,
        retry_timeout: float,
        transport: httpx.AsyncBaseTransport | None,
        on_token_renewed: OnRenewed | None = None,
    ) -> None:
        try:
            self.is_local = urlsplit(url).hostname in _LOCAL_HOSTS
        except ValueError as error:
            raise Unreachable(url, error) from error
        if token is not None and not (token.isascii() and token.isprintable()):
            raise Fault("that is not a token: a token has printable ASCII characters only")
        self.url = url
        self.token = SessionToken(token, self._send_with, on_token_renewed)
        self._retry_timeout = retry_timeout
        self._answered = False
        self._http = httpx.AsyncClient(
            timeout=REQUEST_TIMEOUT,
            # No proxy for a server on this machine.
            trust_env=not self.is_local,
            verify=url.startswith("https:"),
            transport=transport,
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    def retry(self) -> Retry:
        """Return a new retry loop; a server that has never answered is not retried."""
        return Retry(self.url, self._retry_timeout if self._answered else 0)

    def mark_answered(self) -> Retry:
        """Record that the server has answered, and return a new retry loop."""
        self._answered = True
        return self.retry()

    async def execute(
        self, text: str, variables: Mapping[str, Any], *, repeat: bool = True
    ) -> dict[str, Any]:
        """Send an operation and return its data; with `repeat` it is sent again if no answer comes.

        Raises Fault and Unreachable.
        """
        token = await self.token.current()
        try:
            return await self._send(text, variables, token, repeat)
        except Unauthenticated:
            # Nothing was carried out. The token was perhaps replaced meanwhile.
            if self.token.value == token:
                raise
            return await self._send(text, variables, self.token.value, repeat)

    async def _send_with(self, text: str, token: str) -> dict[str, Any]:
        return await self._send(text, {}, token, True)

    async def _send(
        self, text: str, variables: Mapping[str, Any], token: str | None, repeat: bool
    ) -> dict[str, Any]:
        retry = self.retry()
        body = msgspec.json.encode({"query": text, "variables": variables})
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        while True:
            try:
                data = _data(await self._http.post(self.url, content=body, headers=headers))
            except httpx.InvalidURL as error:
                raise Unreachable(self.url, error) from error
            except (httpx.TransportError, _Unavailable) as error:
                if not (repeat or isinstance(error, _NOT_SENT)):
                    raise Unreachable(self.url, str(error) or type(error).__name__) from error
                await retry.wait(error, error.retry_after if isinstance(error, _Unavailable) else 0.0)
            else:
                self.mark_answered()
                return data


class _Unavailable(Exception):
    """The server is temporarily unavailable."""

    def __init__(self, message: str, retry_after: float = 0.0) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        """Seconds that the server asks to wait."""


def _data(response: httpx.Response) -> dict[str, Any]:
    if response.status_code in _RETRYABLE_STATUS:
        raise _Unavailable(f"HTTP status {response.status_code}")
    try:
        answer = msgspec.json.decode(response.content, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise _not_kibitz(response) from error
    if errors := answer.get("errors"):
        fault = fault_from(errors)
        if fault.transient:
            raise _Unavailable(str(fault), fault.retry_after)
        raise fault
    data: dict[str, Any] | None = answer.get("data")
    if data is None:
        raise _not_kibitz(response)
    return data


def _not_kibitz(response: httpx.Response) -> Fault:
    status = response.status_code
    return Fault(f"{response.url} does not answer as a Kibitz server does (HTTP status {status})")
