"""What a page takes from the network, and when it is there to be used, as the browser itself says."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import CDPSession, Page

_WATCH: Final = """(() => {
    const usable = () => {
        const card = document.querySelector('%s');
        if (!card) return false;
        const { left, top, width, height } = card.getBoundingClientRect();
        // Null below the lower edge of the window, to where one scrolls.
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        return width > 0 && (there === null || card.contains(there));
    };
    // Measured in the frame after: by then it has been painted.
    const look = () => requestAnimationFrame(
        usable() ? () => setTimeout(() => { window.usableAfter = performance.now(); }) : look);
    look();
})()"""


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


def watch_for(page: Page, selector: str) -> None:
    """Note when something can first be clicked, on every page that is opened from now on."""
    page.add_init_script(_WATCH % selector)


def usable_after(page: Page) -> float:
    """Return the milliseconds from asking for the page until what is watched for could be clicked."""
    page.wait_for_function("() => window.usableAfter")
    return float(page.evaluate("window.usableAfter"))


def painted_after(page: Page) -> float:
    """Return the milliseconds until the first content was painted."""
    found = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    return float(found)
