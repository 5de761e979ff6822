"""Counts the requests and bytes of a page, as the browser reports them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Page


class Wire:
    """Network traffic of one page, with switches for a slow network and a slow processor."""

    def __init__(self, page: Page) -> None:
        self.bytes = 0
        """Compressed bytes with headers, and the messages of sockets."""
        self.requests: list[str] = []
        """Addresses of the requests."""
        self._late: set[str] | None = None
        """Requests after `end_of_first_view`, whose bytes are not counted."""
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.on("Network.requestWillBeSent", self._on_request)
        self.session.on("Network.loadingFinished", self._on_loaded)
        self.session.on("Network.webSocketCreated", lambda event: self.requests.append(event["url"]))
        self.session.on("Network.webSocketFrameReceived", self._on_frame)
        self.session.send("Network.enable")

    def _on_request(self, event: dict[str, Any]) -> None:
        self.requests.append(event["request"]["url"])
        if self._late is not None:
            self._late.add(event["requestId"])

    def _on_loaded(self, event: dict[str, Any]) -> None:
        if self._late is None or event["requestId"] not in self._late:
            self.bytes += int(event["encodedDataLength"])

    def end_of_first_view(self) -> None:
        """Count no request that begins from now on.

        The page loads further modules 3 s after its start, which comes first on a slow machine.
        """
        self._late = set()

    def _on_frame(self, event: dict[str, Any]) -> None:
        self.bytes += len(event["response"]["payloadData"])

    def slow_network(self, *, latency: float, kilobits: float) -> None:
        """Emulate a network with a latency in milliseconds and a throughput in kilobits per second."""
        throughput = kilobits * 1000 / 8
        self.session.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": latency,
                "downloadThroughput": throughput,
                "uploadThroughput": throughput,
            },
        )

    def slow_processor(self, times: float) -> None:
        """Slow the page's own processor time by a factor."""
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": times})
