"""Requests with an `Upgrade` header: only WebSocket handshakes change the protocol."""

from __future__ import annotations

from typing import Final

import httptools
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

WEBSOCKET: Final = b"websocket"


class Upgrades:
    """Mixin for the HTTP protocol that ignores the `Upgrade` header of all requests but WebSocket handshakes.

    The parser takes all that follows such a header for another protocol, even the body of the request, which
    is therefore parsed again without the header. Java's client asks for HTTP/2 so in its first request.
    """

    parser: httptools.HttpRequestParser
    url: bytes
    headers: list[tuple[bytes, bytes]]
    cycle: RequestResponseCycle
    _is_handshake = False
    """True if the request being parsed opens a WebSocket."""
    _is_parsed_again = False
    """True if the request being parsed is to be parsed again."""

    def feed(self, data: bytes) -> None:
        """Parse data; raises HttpParserUpgrade after a handshake or a CONNECT, and HttpParserError."""
        while True:
            try:
                self.parser.feed_data(data)
            except httptools.HttpParserUpgrade as upgrade:
                if not self._is_parsed_again:
                    raise
                data = self._plain_head() + data[upgrade.args[0] :]
                self._is_parsed_again = False
                self.parser = httptools.HttpRequestParser(self)
                # As uvicorn's parsers: data after the last request of a connection is no error.
                self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
            else:
                return

    def on_headers_complete(self) -> None:
        """Start a request, unless it is parsed again."""
        if self.parser.should_upgrade():
            self._is_handshake = self._may_open_socket()
            self._is_parsed_again = not self._is_handshake and self.parser.get_method() != b"CONNECT"
        if not self._is_parsed_again:
            super().on_headers_complete()  # type: ignore[misc]

    def on_message_complete(self) -> None:
        """Note that a request is complete, unless it is parsed again."""
        if not self._is_parsed_again:
            super().on_message_complete()  # type: ignore[misc]

    @property
    def _latest(self) -> RequestResponseCycle | None:
        """Latest request, None before the first."""
        return self.cycle

    def _should_upgrade(self) -> bool:
        # Private, but the only question that uvicorn asks about it.
        return self._is_handshake

    def _may_open_socket(self) -> bool:
        """Return whether the request is a GET for WebSocket, without a body, and no answer is due before."""
        named: dict[bytes, list[bytes]] = {b"upgrade": [], b"content-length": [], b"transfer-encoding": []}
        for name, value in self.headers:
            if name in named:
                named[name] += [each.strip().lower() for each in value.split(b",")]
        return (
            self.parser.get_method() == b"GET"
            and self.parser.get_http_version() == "1.1"
            and WEBSOCKET in named[b"upgrade"]
            and all(each == b"0" for each in named[b"content-length"])
            and not named[b"transfer-encoding"]
            and (self._latest is None or self._latest.response_complete)
        )

    def _plain_head(self) -> bytes:
        """Return the head of the request without its upgrade."""
        version = self.parser.get_http_version().encode()
        lines = [b"%b %b HTTP/%b\r\n" % (self.parser.get_method(), self.url, version)]
        lines += [b"%b: %b\r\n" % each for each in self.headers if each[0] != b"upgrade"]
        return b"".join((*lines, b"\r\n"))
