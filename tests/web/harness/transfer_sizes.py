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
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.on("Network.requestWillBeSent", self._on_request)
        self.session.on("Network.loadingFinished", self._on_loaded)
        self.session.on("Network.webSocketCreated", lambda event: self.requests.append(event["url"]))
        self.session.on("Network.webSocketFrameReceived", self._on_frame)
        self.session.send("Network.enable")

    def _on_request(self, event: dict[str, Any]) -> None:
        self.requests.append(event["request"]["url"])

    def _on_loaded(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])

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
