"""Requests and their answers over HTTP; what the network loses on the way is sent again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import msgspec

from kibitz_client.errors import Fault, Unreachable, fault_of
from kibitz_client.patience import Patience

ANSWER_WITHIN: Final = 30.0
"""Seconds that a request may take."""

_HERE: Final = ("localhost", "127.0.0.1", "::1")
_AGAIN: Final = (502, 503, 504)
_UNSENT: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""What tells that a request has not reached anybody."""


class Exchange:
    """Asks one server as one caller; raises Unreachable and Fault for a URL and a token that are none."""

    def __init__(
        self, url: str, token: str | None, patience: float, transport: httpx.AsyncBaseTransport | None
    ) -> None:
        try:
            self.here = urlsplit(url).hostname in _HERE
        except ValueError as error:
            raise Unreachable(url, error) from error
        if token is not None and not (token.isascii() and token.isprintable()):
            raise Fault("that is not a token: it has characters that no token has")
        self.url = url
        self.token = token
        self._patience = patience
        self._answered = False
        self._http = httpx.AsyncClient(
            headers={"Authorization": f"Bearer {token}"} if token else {},
            timeout=ANSWER_WITHIN,
            # A proxy is for what is elsewhere.
            trust_env=not self.here,
            verify=url.startswith("https:"),
            transport=transport,
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    def patience(self) -> Patience:
        """Return how long something is tried; a server that has never answered is not waited for."""
        return Patience(self.url, self._patience if self._answered else 0)

    def heard(self) -> Patience:
        """Note that the server has answered, and return how long it is waited for from now on."""
        self._answered = True
        return self.patience()

    async def ask(self, text: str, variables: Mapping[str, Any], *, repeat: bool = True) -> dict[str, Any]:
        """Send an operation and return its data; with `repeat` it is sent again when no answer comes.

        Raises Fault and Unreachable.
        """
        patience = self.patience()
        body = msgspec.json.encode({"query": text, "variables": variables})
        headers = {"Content-Type": "application/json"}
        while True:
            try:
                data = _data(await self._http.post(self.url, content=body, headers=headers))
            except httpx.InvalidURL as error:
                raise Unreachable(self.url, error) from error
            except (httpx.TransportError, _NotNow) as error:
                if not (repeat or isinstance(error, _UNSENT)):
                    raise Unreachable(self.url, str(error) or type(error).__name__) from error
                await patience.wait(error, error.retry_after if isinstance(error, _NotNow) else 0.0)
            else:
                self.heard()
                return data


class _NotNow(Exception):
    """The server answered that it cannot answer now."""

    def __init__(self, message: str, retry_after: float = 0.0) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        """Seconds that it asks to wait."""


def _data(response: httpx.Response) -> dict[str, Any]:
    if response.status_code in _AGAIN:
        raise _NotNow(f"HTTP status {response.status_code}")
    try:
        answer = msgspec.json.decode(response.content, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise _stranger(response) from error
    if errors := answer.get("errors"):
        fault = fault_of(errors)
        if fault.passing:
            raise _NotNow(str(fault), fault.retry_after)
        raise fault
    data: dict[str, Any] | None = answer.get("data")
    if data is None:
        raise _stranger(response)
    return data


def _stranger(response: httpx.Response) -> Fault:
    status = response.status_code
    return Fault(f"{response.url} does not answer as a Kibitz server does (HTTP status {status})")
