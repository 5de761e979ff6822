"""`kibitz documents`: adds, lists and removes documents while a server runs that admits no others."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from api.documents.registered import NOTICED_WITHIN
from tests.api.harness.callers import Client, over_http
from tests.api.harness.server_processes import Kibitz, Server, Spawner
from tests.api.harness.socket_client import socket

ME = "query Me { me { player { id } } }"
VARIANTS = "query Names { variants { name } }"


async def code(client: Client, **asked: str) -> str | None:
    """Return the code of the error of a request, None if it has data."""
    answer = (await client.post(asked)).json()
    return None if "data" in answer else answer["errors"][0]["extensions"]["code"]


async def test_documents_are_added_listed_and_removed_while_a_server_runs(
    kibitz: Kibitz, spawner: Spawner, tmp_path: Path
) -> None:
    server = Server(spawner, tmp_path)
    server.start(KIBITZ_DOCUMENTS="trusted")
    manifest, wrong = tmp_path / "manifest.json", tmp_path / "wrong.json"
    manifest.write_text(json.dumps({"me": ME, "names": VARIANTS}))
    wrong.write_text(json.dumps({"new": "{ variants { name } }", "no": "{ nothing }", "me": VARIANTS}))

    async def run(*arguments: object, fails: bool = False) -> list[str]:
        done = await asyncio.to_thread(kibitz, "documents", *arguments, "--data-dir", server.data_dir)
        assert (done.returncode != 0) is fails, done.stderr
        return (done.stderr if fails else done.stdout).splitlines()

    try:
        async with over_http(server.url) as spectator:
            assert await code(spectator, query=ME) == "UNTRUSTED_DOCUMENT"
            assert await code(spectator, documentId="me") == "UNKNOWN_DOCUMENT"
            assert await run("add", manifest) == ["me  me", "names  names"]
            assert await run("add", manifest) == ["me  me", "names  names"]
            refused = " ".join(await run("add", wrong, fails=True))
            assert "no: GRAPHQL_VALIDATION_FAILED: line 1: Cannot query field 'nothing'" in refused
            assert "me: ID_TAKEN" in refused
            listed = await run("list")
            assert [line.split()[::2] for line in listed] == [["me", "valid"], ["names", "valid"]]
            await asyncio.sleep(NOTICED_WITHIN)
            assert await code(spectator, documentId="me") is None
            async with socket(server.url) as connection:
                for payload, kind in (({"documentId": "me"}, "next"), ({"query": ME}, "error")):
                    message = {"id": kind, "type": "subscribe", "payload": payload}
                    await connection.send(json.dumps(message))
                    answer = json.loads(await connection.recv())
                    assert (answer["id"], answer["type"]) == (kind, kind)
                    if kind == "next":
                        await connection.recv()
                [error] = answer["payload"]
                assert error["extensions"]["code"] == "UNTRUSTED_DOCUMENT"
            assert "no document has the id nothing" in " ".join(
                await run("remove", "me", "nothing", fails=True)
            )
            await run("remove", "me")
            await asyncio.sleep(NOTICED_WITHIN)
            assert await code(spectator, documentId="me") == "UNKNOWN_DOCUMENT"
            assert await code(spectator, documentId="names") is None
    finally:
        server.end()
    assert "Traceback" not in server.log
