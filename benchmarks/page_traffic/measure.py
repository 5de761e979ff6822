"""Measures the traffic of one checkout's pages and prints it as JSON.

`benchmarks.page_traffic` runs this file in several checkouts: it imports the server, the pages and the
harness of the checkout in `PYTHONPATH`, and must therefore not import anything that old commits lack.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Page

from benchmarks.server_processes import ONE_ADDRESS, kibitz
from tests.web.harness.chromium import chromium
from tests.web.harness.visitors import Person, Visitors

EARLIER_MOVES: Final = 40
"""The moves that a table has seen when its page is opened."""
QUIET: Final = 500
"""Milliseconds without traffic after which a page is at rest."""
CHECKED: Final = 1_500
"""Milliseconds after which an opened page has also checked its session."""
PATIENCE: Final = 400
"""Polls for rest, each after `QUIET` milliseconds."""
WITHIN: Final = 90_000
"""Milliseconds within which a page shows a move, also on a machine under load."""
CARD: Final = ".hand-card"
SHOWN: Final = "least => Number(document.querySelector('.board')?.dataset.version) >= least"


class Traffic:
    """Requests to the API, messages of sockets, and their bytes, as the browser reports them.

    The bytes of a request are its headers and its body as sent, and the answer with its headers as received,
    which may be compressed. The bytes of sockets are those of their messages in both directions.
    """

    def __init__(self, page: Page) -> None:
        self.requests = 0
        self.messages = 0
        self.bytes = 0
        self._api: set[str] = set()
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._on_request)
        session.on("Network.requestWillBeSentExtraInfo", self._on_headers)
        session.on("Network.loadingFinished", self._on_loaded)
        session.on("Network.webSocketFrameReceived", self._on_frame)
        session.on("Network.webSocketFrameSent", self._on_frame)
        session.send("Network.enable")

    def so_far(self) -> tuple[int, int, int]:
        """Return the numbers of requests, messages and bytes up to now."""
        return self.requests, self.messages, self.bytes

    def _on_request(self, event: dict[str, Any]) -> None:
        if urlsplit(event["request"]["url"]).path != "/graphql":
            return
        self.requests += 1
        self._api.add(event["requestId"])
        self.bytes += len(event["request"].get("postData", "").encode())

    def _on_headers(self, event: dict[str, Any]) -> None:
        # The path is a header of HTTP/2 only; `Host` and `Content-Type` tell the API's requests from files.
        headers = {name.lower(): value for name, value in event["headers"].items()}
        if headers.get("content-type") == "application/json":
            self.bytes += sum(len(name) + len(value) + len(": \r\n") for name, value in headers.items())

    def _on_loaded(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._api:
            self.bytes += int(event["encodedDataLength"])

    def _on_frame(self, event: dict[str, Any]) -> None:
        self.messages += 1
        self.bytes += len(event["response"]["payloadData"].encode())


class WatchedTable:
    """A table whose page is open at the first player and at a spectator."""

    def __init__(self, site: str, visitors: Visitors, *, machines: int) -> None:
        """Seat one person with machine players, or three people, and make the earlier moves."""
        names = ("Ann",) if machines else ("Ann", "Bert", "Cleo")
        # With motion, as most people have it, pages show the events of a commit one after the other.
        motion = {"reduced_motion": "no-preference"}
        self.people = [Person.sign_in(site, name, visitors, **motion) for name in names]
        self.game = self.people[0].create("hundred-and-ten", machines=machines)
        if not machines:
            for each in self.people[1:]:
                each.command("joinGame", game=self.game)
            self.people[0].command("startGame", game=self.game)
        for _ in range(EARLIER_MOVES // (4 if machines else 1)):
            self._advance()
        self.address = f"{site}/games/{self.game}"
        self.pages = [self.people[0].context.new_page(), visitors.context(**motion).new_page()]
        self.traffic = [Traffic(page) for page in self.pages]

    def open(self) -> Iterator[tuple[int, int, int]]:
        """Open the pages one after the other, and yield the traffic of each."""
        for page, traffic in zip(self.pages, self.traffic, strict=True):
            page.goto(self.address)
            page.locator(".board").wait_for()
            page.wait_for_timeout(CHECKED)
            self._rest([traffic], page)
            yield traffic.so_far()

    def moves(self, count: int) -> Iterator[list[tuple[int, int, int]]]:
        """Let the first player click on cards, and yield the traffic of both pages for each."""
        while count:
            seat, name, values = self._next_move()
            if seat or name != "playCard":
                self.people[seat].command(name, game=self.game, **values)
                self._rest(self.traffic, self.pages[0])
                continue
            version = self.people[0].version(self.game)
            before = [each.so_far() for each in self.traffic]
            face = self.pages[0].locator(f"[data-card='{values['card']}']")
            self.pages[0].locator(f"{CARD}:not([aria-disabled=true])", has=face).click()
            # The click may not be committed yet.
            self._rest(self.traffic, self.pages[0], version + 1)
            yield [
                _difference(each.so_far(), start) for each, start in zip(self.traffic, before, strict=True)
            ]
            count -= 1

    def _next_move(self) -> tuple[int, str, dict[str, Any]]:
        for seat, person in enumerate(self.people):
            if (move := person.suggested(self.game)) is not None:
                return seat, move[0], dict(move[1])
        raise RuntimeError("no player can move")

    def _advance(self) -> None:
        seat, name, values = self._next_move()
        self.people[seat].command(name, game=self.game, **values)

    def _rest(self, watched: Sequence[Traffic], page: Page, least: int = 0) -> None:
        """Wait until the pages show the current version, or a given later one, and are at rest."""
        version = max(least, self.people[0].version(self.game))
        for each, shown in zip(self.pages, self.traffic, strict=True):
            if shown in watched:
                each.wait_for_function(SHOWN, arg=version, timeout=WITHIN)
        for _ in range(PATIENCE):
            before = [each.so_far() for each in watched]
            page.wait_for_timeout(QUIET)
            if before == [each.so_far() for each in watched]:
                return
        raise RuntimeError("the pages do not come to rest")


def _difference(after: tuple[int, int, int], before: tuple[int, int, int]) -> tuple[int, int, int]:
    return after[0] - before[0], after[1] - before[1], after[2] - before[2]


@contextmanager
def site() -> Iterator[tuple[str, Visitors]]:
    """Run a server and a browser; yields the address and the browser's profiles."""
    with (
        TemporaryDirectory() as folder,
        kibitz(Path(folder), ONE_ADDRESS) as server,
        chromium() as browser,
        Visitors(browser) as visitors,
    ):
        yield server.url.removesuffix("/graphql"), visitors


def main() -> None:
    """Measure as many tables and moves as the arguments say, and print the figures."""
    tables, moves = int(sys.argv[1]), int(sys.argv[2])
    found: dict[str, list[tuple[int, int, int]]] = {}

    def add(name: str, figures: tuple[int, int, int]) -> None:
        found.setdefault(name, []).append(figures)

    with site() as (address, visitors):
        for kind, machines in (("people", 0), ("machines", 3)):
            for _ in range(tables):
                table = WatchedTable(address, visitors, machines=machines)
                for who, figures in zip(("player", "spectator"), table.open(), strict=True):
                    add(f"{kind}: first table, {who}", figures)
                for both in table.moves(moves):
                    for who, figures in zip(("mover", "spectator"), both, strict=True):
                        add(f"{kind}: a move, {who}", figures)
                for page in table.pages:
                    page.close()
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
