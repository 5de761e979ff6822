"""Visitors of the pages, each in a browser profile of its own, and their access to the API."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import ExitStack
from functools import cached_property, partial
from typing import Any, Final, Self

import httpx
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.api.harness import full_documents as d
from tests.api.harness.played_games import Wanted, wanted

TIMEOUT: Final = 15_000
"""Milliseconds that an action or an expected change on a page may take."""
_EXPECTED: Final = (
    "Failed to load resource",
    "WebSocket connection to",
    "The Cross-Origin-Opener-Policy header has been ignored",
    "Service Worker registration blocked by Playwright",
)
"""Chromium's own messages when the server is down and about pages over plain HTTP, and Playwright's."""
_PAGE_TEXT: Final = """() => {
    const version = document.querySelector('.board')?.dataset.version;
    return `${version ? `The board shows version ${version}.` : 'No board.'}\n${document.body.innerText}`;
}"""


class Visitors:
    """Opens browser profiles, closes them on exit, and then fails if a page had an error."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._open = ExitStack()
        self.errors: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._open.close()
        if kind is None:
            assert not self.errors, "\n".join(self.errors)

    def context(self, **options: Any) -> BrowserContext:
        """Open a new profile."""
        # With reduced motion pages show events without delays, which makes the tests faster. Routes of
        # Playwright do not see the requests of a service worker.
        defaults = {"reduced_motion": "reduce", "service_workers": "block"}
        context = self._browser.new_context(**{**defaults, **options})
        context.set_default_timeout(TIMEOUT)
        context.on("weberror", lambda found: self.errors.append(str(found.error)))
        context.on("console", self._on_console)
        self._open.callback(_close, context)
        return context

    def page_texts(self) -> str:
        """Return the addresses and texts of all open pages, for the report of a failed test."""
        pages = [page for context in self._browser.contexts for page in context.pages]
        return "\n\n".join(f"{page.url}\n{page.evaluate(_PAGE_TEXT)}" for page in pages)

    def client(self, site: str, token: str) -> httpx.Client:
        """Open an HTTP client that sends a token."""
        headers = {"Authorization": f"Bearer {token}"}
        return self._open.enter_context(
            httpx.Client(base_url=site, headers=headers, timeout=30, transport=_transport())
        )

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(_EXPECTED):
            self.errors.append(f"{message.type}: {message.text}")


def _transport() -> httpx.HTTPTransport:
    # A kept connection may lead to a server that has restarted; loading certificates is slow.
    return httpx.HTTPTransport(verify=False, limits=httpx.Limits(max_keepalive_connections=0))


def _close(context: BrowserContext) -> None:
    # Route handlers must not run for pages that are closing.
    for page in context.pages:
        page.unroute_all(behavior="ignoreErrors")
    context.close()


class Person:
    """A signed-in player with a browser profile and access to the API."""

    def __init__(
        self, site: str, name: str, token: str, player: str, visitors: Visitors, **context: Any
    ) -> None:
        self.site, self.name, self.token, self.player = site, name, token, player
        self._open_context = partial(visitors.context, **context)
        self._http = visitors.client(site, token)
        session = json.dumps({"token": token, "player": {"id": player, "name": name}})
        # Blank pages have no storage.
        self.kept = f"if (location.host) localStorage['kibitz.session'] ??= {json.dumps(session)}"

    @cached_property
    def context(self) -> BrowserContext:
        """The browser profile, opened on first use: many players only use the API."""
        context = self._open_context()
        context.add_init_script(self.kept)
        return context

    @classmethod
    def sign_in(cls, site: str, name: str, visitors: Visitors, **context: Any) -> Self:
        """Sign in as a new guest."""
        document = """mutation ($name: String!) {
            signIn(input: {name: $name}) { ... on SignInAccepted { token player { id } } }
        }"""
        with httpx.Client(base_url=site, transport=_transport()) as http:
            sent = http.post("/graphql", json={"query": document, "variables": {"name": name}})
        signed_in = sent.json()["data"]["signIn"]
        player = str(signed_in["player"]["id"])
        return cls(site, name, str(signed_in["token"]), player, visitors, **context)

    def in_another_browser(self, visitors: Visitors, *, token: str | None = None, **context: Any) -> Person:
        """Return the same player in another browser profile, optionally with another token."""
        return Person(self.site, self.name, token or self.token, self.player, visitors, **context)

    def open(self, path: str) -> Page:
        """Open a path of the site in a new page."""
        page = self.context.new_page()
        page.goto(self.site + path)
        return page

    def ask(self, query: str, **variables: object) -> Any:
        """Send a GraphQL query or mutation, and return the data."""
        answer = self._http.post("/graphql", json={"query": query, "variables": variables}).json()
        assert "errors" not in answer, answer
        return answer["data"]

    def command(self, mutation: str, **given: object) -> Mapping[str, Any]:
        """Send a command to the API, and return the game's id, stage and version."""
        name = mutation[0].upper() + mutation[1:]
        document = f"""mutation ($input: {name}Input!) {{ done: {mutation}(input: $input) {{
            __typename
            ... on CommandAccepted {{ version game {{ id stage }} }}
            ... on Refusal {{ code message }}
        }} }}"""
        done = self.ask(document, input=given)["done"]
        assert done["__typename"] == f"{name}Accepted", done
        return {"version": done["version"], **done["game"]}

    def create(self, variant: str, *, machines: int = 0, access: str = "PUBLIC", **options: str) -> str:
        """Create a game and return its id; with machine players it is started."""
        chosen = [{"name": name, "value": value} for name, value in options.items()]
        game = str(self.command("createGame", variant=variant, access=access, options=chosen)["id"])
        if machines:
            self.command("fillSeats", game=game, count=machines)
            self.command("startGame", game=game)
        return game

    def version(self, game: str) -> int:
        """Return the version of a game."""
        found = self.ask("query ($game: ID!) { game(id: $game) { version } }", game=game)
        return int(found["game"]["version"])

    def suggested(self, game: str) -> Wanted | None:
        """Return the suggested move, or None if it is not this player's turn."""
        move = self.ask(d.SUGGESTION, game=game)["game"]["suggestion"]
        return None if move is None else wanted(move)

    def play(self, game: str, moves: int = 1) -> int:
        """Make up to that many of the suggested moves, and return their number."""
        for made in range(moves):
            move = self.suggested(game)
            if move is None:
                return made
            name, values = move
            self.command(name, game=game, **values)
        return moves
