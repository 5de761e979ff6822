"""Tests of the JavaScript package: its generated files, types and contents, and a game played with it."""

from __future__ import annotations

import asyncio
import json
import tarfile
from pathlib import Path
from typing import Any, Final

import pytest

from api.graphql.context import Services
from tests.api.harness.callers import Client
from tests.npm.javascript.packing import PACKAGE, packed
from tests.npm.node import Node
from tests.npm.test_schema_lint import SCHEMA

pytestmark = pytest.mark.timeout(400)

MUTATIONS: Final = (
    "mutation { signOut { __typename } }",
    " \n# Sign out.\n# { query }\r mutation Out { signOut { __typename } }",
    "query A { me { player { id } } } # first\n mutation B { signOut { __typename } }",
    "fragment F on Player { id } mutation { signOut { __typename } }",
    'query A { players(search: "}") { totalCount { value } } },,mutation B { signOut { __typename } }',
    "\ufeffmutation($input: RenameInput! = {name: {}}) { rename(input: $input) { __typename } }",
)
OTHERS: Final = (
    "{ me { player { id } } }",
    "query mutation { game { legalMoves { moves { mutation } mutation } } }",
    "query($mutation: ID! = {a: 1}) { node(id: $mutation) { id } mutation }",
    "fragment mutation on Move { mutation } query { a { ...mutation } }",
    "# mutation {\n{ me { player { id } } }",
    'query { players(search: "} mutation {") { totalCount { value } } }',
    'query { players(search: """} \\""" mutation { " """) { nodes { id } } }',
)
"""Documents that have `mutation` in other places."""
TSC: Final = "node_modules/typescript/bin/tsc"
TOKEN_SECONDS: Final = 10
"""How long a token is valid; the game lasts longer."""
GAME_SECONDS: Final = 24


def test_generated_files_are_current(node: Node, tmp_path: Path) -> None:
    made = node.run("javascript/generate.mjs", SCHEMA, PACKAGE, tmp_path)
    assert (made.stdout, made.stderr, made.returncode) == ("", "", 0)
    emitted = node.run(TSC, "--project", PACKAGE, "--outDir", tmp_path / "types", "--pretty", "false")
    assert (emitted.stdout, emitted.returncode) == ("", 0)
    files = {path.relative_to(tmp_path) for path in tmp_path.rglob("*.*s")}
    assert files == {
        Path("src/documents.js"),
        *(path.relative_to(PACKAGE) for path in PACKAGE.glob("types/*")),
    }
    for path in files:
        expected = (tmp_path / path).read_text(encoding="utf-8")
        assert (PACKAGE / path).read_text(encoding="utf-8") == expected, (
            "clients/javascript/README.md has the commands that generate it"
        )


def test_every_module_is_type_checked() -> None:
    modules = list(PACKAGE.glob("src/*.js"))
    assert len(modules) > 5
    assert [
        path.name for path in modules if not path.read_text(encoding="utf-8").startswith("// @ts-check\n// ")
    ] == []


def test_package_holds_its_modules_and_types_alone(node: Node, tmp_path: Path) -> None:
    with tarfile.open(packed(tmp_path)) as archive:
        names = {each.name.removeprefix("package/") for each in archive.getmembers()}
    modules = {path.stem for path in PACKAGE.glob("src/*.js")}
    assert names == {
        "README.md",
        "package.json",
        "types/operations.d.ts",
        *(f"src/{name}.js" for name in modules),
        *(f"types/{name}.d.ts" for name in modules),
    }
    assert json.loads((PACKAGE / "package.json").read_text())["dependencies"].keys() == {"graphql-ws"}


async def test_program_in_strict_typescript_plays_longer_than_its_tokens_last(
    node: Node, program: Path, services: Services, address: str, spectator: Client
) -> None:
    compiled = node.run(TSC, "--project", program, "--pretty", "false")
    assert (compiled.stdout, compiled.returncode) == ("", 0)
    services.identity.sessions._valid_for = TOKEN_SECONDS
    lines = await _output(node, str(program / "table.js"), address, GAME_SECONDS)
    found = [line for line in lines if "player" not in line and "tokens" not in line]
    assert found == [
        {"same": True},
        {"refused": "GAME_NOT_STARTED", "stage": "WAITING_FOR_PLAYERS"},
        {"missing": True},
        {"thrown": "NOT_ORGANIZER"},
        {"invalid": True},
        {"invalid": True},
        {"forgotten": True},
    ]
    players = [line for line in lines if "player" in line]
    assert {line["player"] for line in players} == {0, 1, 2}
    for line in players:
        first, last = line["versions"][0], line["versions"][-1]
        assert line["versions"] == list(range(first, last + 1))
        # The sockets were closed with the tokens, and resumed.
        assert (line["snapshots"], line["won"]) == (1, 1)
    (tokens,) = [line["tokens"] for line in lines if "tokens" in line]
    assert tokens > GAME_SECONDS / TOKEN_SECONDS


async def test_only_documents_without_a_mutation_are_repeated(node: Node, program: Path) -> None:
    lines = await _output(node, str(program / "requests.js"), json.dumps([*MUTATIONS, *OTHERS]))
    repeated = {line["document"]: line["repeated"] for line in lines if "document" in line}
    assert repeated == dict.fromkeys(MUTATIONS, False) | dict.fromkeys(OTHERS, True)
    # The answer to a sign-in tells when the token expires.
    assert [line["sent"] for line in lines if "sent" in line] == [
        ["signIn", "session", "session"],
        ["signInWithDeviceCode", "session", "session"],
    ]


async def _output(node: Node, script: str, *arguments: object) -> list[dict[str, Any]]:
    """Run a program while the server in this process answers, and return the lines that it prints."""
    done = await asyncio.to_thread(node.run, script, *arguments)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
