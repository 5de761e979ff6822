"""What a page takes from the network, as the browser itself says."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Page


class Wire:
    """All that came over the network for a page, counted by the browser."""

    def __init__(self, page: Page) -> None:
        self.bytes = 0
        """Bytes on the wire: as they were compressed, with their headers; and the messages of sockets."""
        self.requests: list[str] = []
        """What was asked for, by its address."""
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.on("Network.requestWillBeSent", self._asked)
        self.session.on("Network.loadingFinished", self._loaded)
        self.session.on("Network.webSocketCreated", lambda told: self.requests.append(told["url"]))
        self.session.on("Network.webSocketFrameReceived", self._framed)
        self.session.send("Network.enable")

    def _asked(self, told: dict[str, Any]) -> None:
        self.requests.append(told["request"]["url"])

    def _loaded(self, told: dict[str, Any]) -> None:
        self.bytes += int(told["encodedDataLength"])

    def _framed(self, told: dict[str, Any]) -> None:
        self.bytes += len(told["response"]["payloadData"])

    def slow_network(self, *, latency: float, kilobits: float) -> None:
        """Let everything take so many milliseconds longer, and so many kilobits through in a second."""
        through = kilobits * 1000 / 8
        self.session.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": latency,
                "downloadThroughput": through,
                "uploadThroughput": through,
            },
        )

    def slow_processor(self, times: float) -> None:
        """Let the page's own work take so many times longer."""
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": times})
