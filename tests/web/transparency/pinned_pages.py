"""A visitor whose browser pins the log, and what the browser has pinned."""

from __future__ import annotations

import time
from typing import Any, Final

from playwright.sync_api import Page

from tests.web.harness.visitors import TIMEOUT, Person

LOG: Final = "query { log { verifierKey checkpoint { size note } } }"
_PINS: Final = "() => JSON.parse(localStorage['kibitz.log'] ?? 'null')"
_PINNED: Final = """(size) => {
    const { newest, logs } = JSON.parse(localStorage['kibitz.log'] ?? '{"logs":{}}');
    return Number(logs[newest]?.split('\\n')[1]) >= size;
}"""
_FORGET_THE_TIME: Final = """() => {
    localStorage['kibitz.log'] = JSON.stringify({ ...JSON.parse(localStorage['kibitz.log']), comparedAt: 0 });
}"""
_HEADS: Final = """() => Object.entries(localStorage).filter(([key]) => key.startsWith('kibitz.head.'))
    .map(([, kept]) => JSON.parse(kept)).map(({ version, head }) => ({ version, head }))"""


class WaryVisitor:
    """A visitor whose browser keeps what the server has signed."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def pinned_page(self, path: str = "/") -> Page:
        """Open a page, and wait until it has pinned a checkpoint that covers all events until now."""
        size = self.signed_size()
        page = self.person.open(path)
        page.wait_for_function(_PINNED, arg=size)
        return page

    def return_later(self, page: Page) -> None:
        """Load a page again, as if the last comparison were long ago."""
        page.evaluate(_FORGET_THE_TIME)
        page.reload()

    def wait_for_pin(self, page: Page, size: int) -> None:
        """Wait until the page has pinned a checkpoint of at least a size."""
        page.wait_for_function(_PINNED, arg=size)

    def pins(self, page: Page) -> Any:
        """Return what the browser has pinned."""
        return page.evaluate(_PINS)

    def heads(self, page: Page) -> Any:
        """Return the heads of games that the browser keeps, each with its version."""
        return page.evaluate(_HEADS)

    def log(self) -> Any:
        """Return the log as the server shows it."""
        return self.person.ask(LOG)["log"]

    def signed_size(self, above: int = 0) -> int:
        """Wait until the server has signed a size above another one, and return it."""
        deadline = time.monotonic() + TIMEOUT / 1000
        while time.monotonic() < deadline:
            checkpoint = self.log()["checkpoint"]
            if checkpoint is not None and checkpoint["size"] > above:
                return int(checkpoint["size"])
            time.sleep(0.1)
        raise AssertionError("the server does not sign")
