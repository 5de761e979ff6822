"""GraphiQL and suggestions are served in development only."""

from __future__ import annotations

from pathlib import Path

from tests.api.harness.callers import Client
from tests.api.server.test_settings import served

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


async def test_development_server_serves_graphiql_from_its_own_files(tmp_path: Path) -> None:
    async with served(tmp_path, development=True) as client:
        page = await client.http.get("/graphql", headers=BROWSER)
        assert "default-src 'none'" in page.headers["content-security-policy"]
        named = [part.split('"')[0] for part in page.text.replace("src=", "href=").split('href="')[1:]]
        files = [name for name in named if not name.startswith("data:")]
        assert len(files) > 5
        for name in files:
            assert name.startswith("/graphiql/")
            assert (await client.http.get(name)).status_code == 200
        assert "MIT" in (await client.http.get("/graphiql/LICENSES.txt")).text
        # Asked for anything, it answers as ever.
        answer = await client.http.get("/graphql", params={"query": "{ __typename }"}, headers=BROWSER)
        assert answer.json() == {"data": {"__typename": "Query"}}


async def test_other_servers_have_no_graphiql(spectator: Client) -> None:
    assert (await spectator.http.get("/graphql", headers=BROWSER)).status_code == 400
    assert (await spectator.http.get("/graphiql/index.html")).status_code == 404


async def test_suggestions_are_given_in_development_only(tmp_path: Path, spectator: Client) -> None:
    misspelt = [
        "{ varants { name } }",
        "{ games(frst: 1) { edges { cursor } } }",
        "{ ... on Qery { me { player { id } } } }",
    ]
    async with served(tmp_path, development=True) as developed:
        for document in misspelt:
            assert "Did you mean" in (await developed.ask(document))["errors"][0]["message"]
            assert "Did you mean" not in (await spectator.ask(document))["errors"][0]["message"]
    asked = {
        "query": "query($f: GameFilter!) { games(filter: $f) { edges { cursor } } }",
        "variables": {"f": "LOBY"},
    }
    assert "Did you mean" not in (await spectator.post(asked)).text
