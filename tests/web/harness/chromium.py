"""The browser: Debian's Chromium, or any other that is installed."""

from __future__ import annotations

import shutil
from asyncio import AbstractEventLoop, get_running_loop
from asyncio.events import _set_running_loop
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, sync_playwright

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")


_loops: Final[list[AbstractEventLoop]] = []
"""The event loop that a browser is driven by, while there is one."""


@contextmanager
def awake() -> Iterator[None]:
    """Go on with the browser's event loop, which Playwright leaves as running; others may run outside."""
    if _loops:
        _set_running_loop(_loops[-1])
    try:
        yield
    finally:
        _set_running_loop(None)


class NoBrowser(Exception):
    """None is installed."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Give a browser; raises NoBrowser."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise NoBrowser(f"there is none of {', '.join(PROGRAMS)}")
    with sync_playwright() as playwright:
        # Whoever runs the tests may be root, for whom Chromium has no sandbox.
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        loop = get_running_loop()
        _loops.append(loop)
        yield browser
        _set_running_loop(loop)
        _loops.remove(loop)
        browser.close()
