"""Who visits the pages: each with a browser of its own, and players behind the API."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any, Final, Self

import httpx
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.api.harness import full_documents as d
from tests.api.harness.played_games import Wanted, wanted

TIMEOUT: Final = 15_000
"""Milliseconds that anything on a page may take to happen."""
_EXPECTED: Final = ("Failed to load resource", "WebSocket connection to")
"""What Chromium itself writes to the console when a server is away."""
_SHOWN: Final = """() => {
    const version = document.querySelector('.board')?.dataset.version;
    return `${version ? `The board shows version ${version}.` : 'No board.'}\n${document.body.innerText}`;
}"""


class Visitors:
    """Opens pages in profiles of their own; when it is left, all is closed; no page may have had an error."""

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
        """Return a new profile; it is closed with the others."""
        # Pages do not wait between what happens where motion is not wanted, and tests are the quicker for it.
        context = self._browser.new_context(**{"reduced_motion": "reduce", **options})
        context.set_default_timeout(TIMEOUT)
        context.on("weberror", lambda found: self.errors.append(str(found.error)))
        context.on("console", self._hear)
        self._open.callback(_close, context)
        return context

    def shown(self) -> str:
        """Return what stands on all pages that are open, for whoever wonders why a test has failed."""
        pages = [page for context in self._browser.contexts for page in context.pages]
        return "\n\n".join(f"{page.url}\n{page.evaluate(_SHOWN)}" for page in pages)

    def client(self, site: str, token: str) -> httpx.Client:
        """Return a client of the API for who has a token; it is closed with the profiles."""
        headers = {"Authorization": f"Bearer {token}"}
        return self._open.enter_context(
            httpx.Client(base_url=site, headers=headers, timeout=30, transport=_transport())
        )

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(_EXPECTED):
            self.errors.append(f"{message.type}: {message.text}")


def _transport() -> httpx.HTTPTransport:
    # A connection that is kept may be one to a server that was restarted; certificates take long to be read.
    return httpx.HTTPTransport(verify=False, limits=httpx.Limits(max_keepalive_connections=0))


def _close(context: BrowserContext) -> None:
    # What is on its way still is nobody's any more.
    for page in context.pages:
        page.unroute_all(behavior="ignoreErrors")
    context.close()


class Person:
    """Somebody who is signed in: on pages, and by the API."""

    def __init__(
        self, site: str, name: str, token: str, player: str, visitors: Visitors, **context: Any
    ) -> None:
        self.site, self.name, self.token, self.player = site, name, token, player
        self.context = visitors.context(**context)
        self._http = visitors.client(site, token)
        kept = json.dumps({"token": token, "player": {"id": player, "name": name}})
        # Not on empty pages, which keep nothing.
        self.kept = f"if (location.host) localStorage['kibitz.session'] ??= {json.dumps(kept)}"
        self.context.add_init_script(self.kept)

    @classmethod
    def sign_in(cls, site: str, name: str, visitors: Visitors, **context: Any) -> Self:
        """Sign a guest in, also in a browser of its own."""
        document = """mutation ($name: String!) {
            signIn(input: {name: $name}) { ... on SignedIn { token player { id } } }
        }"""
        with httpx.Client(base_url=site, transport=_transport()) as http:
            sent = http.post("/graphql", json={"query": document, "variables": {"name": name}})
        entered = sent.json()["data"]["signIn"]
        player = str(entered["player"]["id"])
        return cls(site, name, str(entered["token"]), player, visitors, **context)

    def elsewhere(self, visitors: Visitors, *, token: str | None = None, **context: Any) -> Person:
        """Return the same person in another browser, where another token may be kept."""
        return Person(self.site, self.name, token or self.token, self.player, visitors, **context)

    def open(self, path: str) -> Page:
        """Open a page."""
        page = self.context.new_page()
        page.goto(self.site + path)
        return page

    def ask(self, query: str, **variables: object) -> Any:
        """Ask the API and return the data."""
        answer = self._http.post("/graphql", json={"query": query, "variables": variables}).json()
        assert "errors" not in answer, answer
        return answer["data"]

    def command(self, mutation: str, **given: object) -> Mapping[str, Any]:
        """Carry a command out by the API, and return the game's id and version."""
        name = mutation[0].upper() + mutation[1:]
        document = f"""mutation ($input: {name}Input!) {{ done: {mutation}(input: $input) {{
            __typename
            ... on CommandAccepted {{ version game {{ id status }} }}
            ... on Refusal {{ code message }}
        }} }}"""
        done = self.ask(document, input=given)["done"]
        assert done["__typename"] == "CommandAccepted", done
        return {"version": done["version"], **done["game"]}

    def create(self, variant: str, *, machines: int = 0, access: str = "PUBLIC", **options: str) -> str:
        """Set up a game and return its id; with so many machine players at the table it is started."""
        chosen = [{"name": name, "value": value} for name, value in options.items()]
        game = str(self.command("createGame", variant=variant, access=access, options=chosen)["id"])
        if machines:
            self.command("fillSeats", game=game, count=machines)
            self.command("startGame", game=game)
        return game

    def version(self, game: str) -> int:
        """Return how far a game has come."""
        found = self.ask("query ($game: ID!) { game(id: $game) { version } }", game=game)
        return int(found["game"]["version"])

    def suggested(self, game: str) -> Wanted | None:
        """Return the move that the server suggests, None where this person is not to move."""
        move = self.ask(d.SUGGESTION, game=game)["suggestion"]
        return None if move is None else wanted(move)

    def play(self, game: str, moves: int = 1) -> int:
        """Make so many of the suggested moves, or as many as there are to make; return how many."""
        for made in range(moves):
            move = self.suggested(game)
            if move is None:
                return made
            name, values = move
            self.command(name, game=game, **values)
        return moves
