"""A server of these tests, which also answers under a name that browsers do not trust without HTTPS."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.harness.server_processes import Server, Spawner
from tests.web.conftest import PLAIN_HOST


@pytest.fixture(scope="session")
def server(spawner: Spawner, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server that the tests of this folder share."""
    server = Server(spawner, tmp_path_factory.mktemp("attention"))
    server.start(KIBITZ_HOSTS=PLAIN_HOST)
    yield server
    server.end()


@pytest.fixture(scope="session")
def site(server: Server) -> str:
    """Address of this folder's server."""
    return server.url.removesuffix("/graphql")
