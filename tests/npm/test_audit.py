"""Audit of the server by `graphql-http`, which checks the GraphQL-over-HTTP specification."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.api.harness.server_processes import Server, spawning
from tests.npm.node import Node

AUDITS = 61


def audit(node: Node, url: str) -> list[dict[str, Any]]:
    """Return the result of each audit of a server."""
    done = node.run("audit.mjs", url)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_server_passes_every_audit_without_a_warning(node: Node, tmp_path: Path) -> None:
    with spawning(tmp_path) as spawner:
        server = Server(spawner, tmp_path)
        try:
            server.start()
            found = audit(node, server.url)
        finally:
            server.end()
    assert [each for each in found if each["status"] != "ok"] == []
    assert len({each["id"] for each in found}) == AUDITS
