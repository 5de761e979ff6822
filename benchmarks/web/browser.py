"""A browser that times how pages load, and does nothing else with them.

Playwright has its browser tell of each request, which takes the page itself a good part of the time that is
to be measured; this one speaks the DevTools protocol, and asks for no more than when the page is usable.
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

WITHIN: Final = 60.0
"""Seconds after which an answer, or a page, is given up."""
_SAID: Final = "usable"
_WATCH: Final = """(() => {
    const usable = () => {
        const found = document.querySelector('%s');
        if (!found) return false;
        const { left, top, width, height } = found.getBoundingClientRect();
        // Null below the lower edge of the window, to where one scrolls.
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        return width > 0 && (there === null || found.contains(there));
    };
    const say = () => {
        const after = performance.now();
        const [painted] = performance.getEntriesByName('first-contentful-paint');
        console.debug('%s', after, painted?.startTime ?? 0);
    };
    // Measured in the frame after: by then it has been painted.
    const look = () => requestAnimationFrame(usable() ? () => setTimeout(say) : look);
    look();
})()"""


class Timed(Struct, frozen=True):
    """Milliseconds from asking for a page until something was painted, and until it was usable."""

    painted: float
    usable: float


class Browser:
    """A browser that is spoken to over one connection."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._last = 0

    def visits(
        self, address: str, *, selector: str, kept: str, slowed: float, times: int, html: str | None = None
    ) -> list[Timed]:
        """Open a page several times in a new profile; return when what is selected could be clicked.

        `kept` is a script that runs before the page's own, `slowed` how many times slower the page's own
        work is, `html` what is shown at the address in place of what the server has there.
        """
        profile = self._call("Target.createBrowserContext")["browserContextId"]
        watch = _WATCH % (selector, _SAID)
        found = [self._visit(profile, address, [kept, watch], slowed, html) for _ in range(times)]
        self._call("Target.disposeBrowserContext", browserContextId=profile)
        return found

    def _visit(
        self, profile: str, address: str, scripts: list[str], slowed: float, html: str | None
    ) -> Timed:
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
            told = self._next()
            given = told.get("params", {})
            match told.get("method"):
                case "Fetch.requestPaused":
                    body = b64encode((html or "").encode()).decode()
                    headers = [{"name": "Content-Type", "value": "text/html; charset=utf-8"}]
                    self._send(
                        "Fetch.fulfillRequest",
                        page,
                        requestId=given["requestId"],
                        responseCode=200,
                        responseHeaders=headers,
                        body=body,
                    )
                case "Runtime.consoleAPICalled" if given["args"][0].get("value") == _SAID:
                    _, usable, painted = (each["value"] for each in given["args"])
                    self._call("Target.closeTarget", targetId=target)
                    return Timed(painted, usable)

    def _call(self, method: str, session: str | None = None, **given: Any) -> Any:
        asked = self._send(method, session, **given)
        while (answer := self._next()).get("id") != asked:
            # Events meanwhile are of no interest.
            pass
        return answer["result"]

    def _send(self, method: str, session: str | None = None, **given: Any) -> int:
        self._last += 1
        message = {"id": self._last, "method": method, "params": given}
        self._connection.send(json.dumps(message if session is None else {**message, "sessionId": session}))
        return self._last

    def _next(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self._connection.recv(timeout=WITHIN))
        if "error" in told:
            raise RuntimeError(f"the browser refused: {told['error']}")
        return told


@contextmanager
def unwatched() -> Iterator[Browser]:
    """Start a browser of its own; raises NoBrowser."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise NoBrowser(f"there is none of {', '.join(PROGRAMS)}")
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
            told = next(
                filter(None, (re.search(r"listening on (ws://\S+)", line) for line in process.stderr))
            )
            with connect(told[1], max_size=None, proxy=None) as connection:
                yield Browser(connection)
        finally:
            process.terminate()
            process.communicate()
