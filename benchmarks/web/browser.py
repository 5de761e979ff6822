"""Browser that measures load times through the DevTools protocol.

Playwright observes every request, which slows down the page; this browser only waits until the page is
usable.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, Final

from msgspec import Struct
from websockets.sync.client import ClientConnection, connect

from tests.web.harness.chromium import PROGRAMS, NoBrowser

TIMEOUT: Final = 60.0
"""Seconds to wait for an answer or a page."""
_USABLE_MESSAGE: Final = "usable"
_WATCH: Final = """(() => {
    const usable = () => {
        return [...document.querySelectorAll('%s')].some((found) => {
            const { left, top, width, height } = found.getBoundingClientRect();
            // The next card may cover the middle. The point is outside the window for a card below its edge.
            const there = document.elementFromPoint(left + Math.min(14, width / 2), top + height / 2);
            return there !== null && found.contains(there);
        });
    };
    const report = () => {
        const after = performance.now();
        const [painted] = performance.getEntriesByName('first-contentful-paint');
        console.debug('%s', after, painted?.startTime ?? 0);
    };
    // Measured in the next frame, after it was painted.
    const look = () => requestAnimationFrame(usable() ? () => setTimeout(report) : look);
    look();
})()"""


class LoadTimes(Struct, frozen=True):
    """Milliseconds from the request of a page until its first paint, and until it is usable."""

    painted: float
    usable: float


class Browser:
    """A browser controlled through one DevTools connection."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._last = 0

    def visits(
        self, address: str, *, selector: str, kept: str, slowed: float, times: int, html: str | None = None
    ) -> list[LoadTimes]:
        """Open a page several times in a new profile; it is usable when the selected element can be clicked.

        `kept` is a script that runs before the page's own, `slowed` the factor by which the processor is
        slowed down, and `html` replaces the server's content at the address.
        """
        profile = self._call("Target.createBrowserContext")["browserContextId"]
        watch = _WATCH % (selector, _USABLE_MESSAGE)
        found = [self._visit(profile, address, [kept, watch], slowed, html) for _ in range(times)]
        self._call("Target.disposeBrowserContext", browserContextId=profile)
        return found

    def _visit(
        self, profile: str, address: str, scripts: list[str], slowed: float, html: str | None
    ) -> LoadTimes:
        target = self._call("Target.createTarget", url="about:blank", browserContextId=profile)["targetId"]
        page = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._call("Page.enable", page)
        self._call("Runtime.enable", page)
        for script in scripts:
            self._call("Page.addScriptToEvaluateOnNewDocument", page, source=script)
        if html is not None:
            self._call("Fetch.enable", page, patterns=[{"urlPattern": address}])
        self._call("Emulation.setCPUThrottlingRate", page, rate=slowed)
        self._send("Page.navigate", page, url=address)
        while True:
            message = self._next()
            params = message.get("params", {})
            match message.get("method"):
                case "Fetch.requestPaused":
                    body = b64encode((html or "").encode()).decode()
                    headers = [{"name": "Content-Type", "value": "text/html; charset=utf-8"}]
                    self._send(
                        "Fetch.fulfillRequest",
                        page,
                        requestId=params["requestId"],
                        responseCode=200,
                        responseHeaders=headers,
                        body=body,
                    )
                case "Runtime.consoleAPICalled" if params["args"][0].get("value") == _USABLE_MESSAGE:
                    _, usable, painted = (each["value"] for each in params["args"])
                    self._call("Target.closeTarget", targetId=target)
                    return LoadTimes(painted, usable)

    def _call(self, method: str, session: str | None = None, **params: Any) -> Any:
        request = self._send(method, session, **params)
        while (answer := self._next()).get("id") != request:
            # Skip events.
            pass
        return answer["result"]

    def _send(self, method: str, session: str | None = None, **params: Any) -> int:
        self._last += 1
        message = {"id": self._last, "method": method, "params": params}
        self._connection.send(json.dumps(message if session is None else {**message, "sessionId": session}))
        return self._last

    def _next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._connection.recv(timeout=TIMEOUT))
        if "error" in message:
            raise RuntimeError(f"the browser refused: {message['error']}")
        return message


@contextmanager
def devtools_browser() -> Iterator[Browser]:
    """Start a browser; raises NoBrowser."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise NoBrowser(f"none of {', '.join(PROGRAMS)} is installed")
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = (
            program,
            "--headless",
            "--no-sandbox",
            "--remote-debugging-port=0",
            f"--user-data-dir={folder}",
        )
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        try:
            found = next(
                filter(None, (re.search(r"listening on (ws://\S+)", line) for line in process.stderr))
            )
            with connect(found[1], max_size=None, proxy=None) as connection:
                yield Browser(connection)
        finally:
            process.terminate()
            process.communicate()
