"""The requests and socket messages of a page, over a connection that can be cut."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from playwright.sync_api import Page, Request, WebSocketRoute

from api.web.files import FILES
from api.web.trusted_documents import TrustedDocuments
from tests.api.harness.full_documents import schema
from tests.web.harness.table_player import wait_until

_LOG_OPERATIONS: Final = "Log", "LogGrowth"


class Conversation:
    """What a page says to the API and hears from it, over a connection that can be cut."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.is_cut = False
        self.rejected = 0
        """Sockets that could not be opened while the connection was cut."""
        self.requests: list[Request] = []
        self.commands: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.received: list[dict[str, Any]] = []
        self._sockets: list[WebSocketRoute] = []
        page.on("request", self._on_request)
        page.route_web_socket("**/graphql", self._relay)

    def api_requests(self) -> int:
        """Return the number of requests to the API, without those for the signed log.

        A page compares the log with its pins on its own, some seconds after it has loaded.
        """
        asked = [each for each in self.requests if each.url.endswith("/graphql")]
        return sum(not asks_for_log(each) for each in asked)

    def settle(self) -> None:
        """Wait until the page has checked its session, and then has asked the API nothing for a second."""
        wait_until(self._page, lambda: any(operation_of(each) == "Session" for each in self.requests))
        before = 0
        while before < (asked := self.api_requests()):
            before = asked
            self._page.wait_for_timeout(1_000)

    def updates(self) -> list[dict[str, Any]]:
        """Return the received updates of a game."""
        data = [each["payload"]["data"] for each in self.received if each["type"] == "next"]
        return [each["gameUpdates"] for each in data if "gameUpdates" in each]

    def subscribed(self) -> list[dict[str, Any]]:
        """Return the variables of the subscriptions to a game's updates."""
        variables = [each["payload"]["variables"] for each in self.sent if each["type"] == "subscribe"]
        return [each for each in variables if "whole" in each]

    def cut(self) -> None:
        """Close the sockets; no other can be opened until `is_cut` is set back."""
        self.is_cut = True
        for each in self._sockets:
            each.close(code=4000)

    def _on_request(self, request: Request) -> None:
        self.requests.append(request)
        variables = json.loads(request.post_data or "{}").get("variables") or {}
        if "input" in variables:
            self.commands.append(variables["input"])

    def _relay(self, socket: WebSocketRoute) -> None:
        if self.is_cut:
            self.rejected += 1
            socket.close(code=4000)
            return
        server = socket.connect_to_server()

        def on_sent(text: str | bytes) -> None:
            self.sent.append(json.loads(text))
            server.send(text)

        def on_received(text: str | bytes) -> None:
            self.received.append(json.loads(text))
            socket.send(text)

        socket.on_message(on_sent)
        server.on_message(on_received)
        self._sockets += (socket, server)


def asks_for_log(request: Request) -> bool:
    """Return whether a request is for the signed log, for which a page asks at a time of its own."""
    return operation_of(request) in _LOG_OPERATIONS


def operation_of(request: Request) -> str | None:
    """Return the name of the operation that a page asks for; None if the request has none."""
    return _operations().get((request.post_data_json or {}).get("documentId", ""))


@cache
def _operations() -> Mapping[str, str]:
    documents = TrustedDocuments(schema(), (FILES / "operations").glob("*.graphql"))
    return {id: name for name, id in documents.ids.items()}
