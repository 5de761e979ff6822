"""GraphiQL: queries, authenticated mutations, subscriptions and documentation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.api.harness.server_processes import Server, Spawner
from tests.web.harness.visitors import Person, Visitors

CREATE: Final = """mutation Create {
  createGame(input: { variant: "oh-hell" }) {
    ... on CommandAccepted { game { organizer { name } } }
  }
}"""
FOLLOW: Final = "subscription Follow { lobby { games { organizer { name } } } }"


@pytest.fixture
def development_server(spawner: Spawner, tmp_path: Path) -> Iterator[Server]:
    """Start a server in development mode."""
    server = Server(spawner, tmp_path)
    server.start(KIBITZ_DEVELOPMENT="true")
    yield server
    server.end()


@pytest.fixture
def graphiql(development_server: Server, visitors: Visitors) -> Page:
    """Open GraphiQL; the test fails if it contacts another server."""
    page = visitors.context().new_page()
    page.on(
        "request", lambda request: visitors.errors.append(request.url) if _is_elsewhere(request.url) else None
    )
    page.goto(development_server.url)
    return page


def _is_elsewhere(url: str) -> bool:
    return not url.startswith(("http://127.0.0.1", "http://localhost", "ws://127.0.0.1", "data:", "blob:"))


def write(page: Page, editor: str, text: str) -> None:
    """Replace the text of an editor."""
    place = page.get_by_role("region", name=editor).locator(".CodeMirror:visible")
    place.evaluate("(editor, text) => editor.CodeMirror.setValue(text)", text)


def run(page: Page, operation: str) -> None:
    """Run the operation in the editor once GraphiQL has parsed it."""
    expect(page.get_by_role("tab", name=operation)).to_be_visible()
    page.get_by_role("button", name="Execute query").click()


def test_graphiql_runs_queries_mutations_and_subscriptions(
    development_server: Server, graphiql: Page, visitors: Visitors
) -> None:
    answer = graphiql.locator(".result-window")
    # The initial document is valid as it stands.
    run(graphiql, "SignIn")
    expect(answer).to_contain_text('"name": "Anna"')

    ann = Person.sign_in(development_server.url.removesuffix("/graphql"), "Ann", visitors)
    write(graphiql, "Query Editor", CREATE)
    run(graphiql, "Create")
    expect(answer).to_contain_text("UNAUTHENTICATED")
    graphiql.get_by_role("button", name="Headers").click()
    write(graphiql, "Headers", f'{{"Authorization": "Bearer {ann.token}"}}')
    run(graphiql, "Create")
    expect(answer).to_contain_text('"name": "Ann"')

    write(graphiql, "Query Editor", FOLLOW)
    run(graphiql, "Follow")
    ben = Person.sign_in(development_server.url.removesuffix("/graphql"), "Ben", visitors)
    ben.create("president")
    expect(answer).to_contain_text('"name": "Ben"')


def test_graphiql_shows_the_documentation_of_the_schema(graphiql: Page) -> None:
    graphiql.get_by_role("button", name="Show Documentation Explorer").click()
    documentation = graphiql.get_by_role("region", name="Documentation Explorer")
    documentation.get_by_role("link", name="Mutation").click()
    documentation.get_by_role("link", name="playCard", exact=True).click()
    expect(documentation).to_contain_text("PlayCardInput")
