"""The published audit of servers by the GraphQL-over-HTTP specification: what must, should and may be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.api.harness.server_processes import Server, spawning
from tests.npm.running import Node

AUDITS = 61


def audited(node: Node, url: str) -> list[dict[str, Any]]:
    """Return what each audit of a server found."""
    done = node.run("audit.mjs", url)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_server_passes_every_audit_without_a_warning(node: Node, tmp_path: Path) -> None:
    with spawning(tmp_path) as spawner:
        server = Server(spawner, tmp_path)
        try:
            server.start()
            found = audited(node, server.url)
        finally:
            server.end()
    assert [each for each in found if each["status"] != "ok"] == []
    assert len({each["id"] for each in found}) == AUDITS
