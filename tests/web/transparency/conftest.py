"""A server whose log can be changed behind its back, and visitors of its pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.harness.server_processes import Spawner
from tests.clients.transparency.changed_logs import ChangedServer, changed_server
from tests.web.conftest import PLAIN_HOST
from tests.web.harness.visitors import Person, Visitors
from tests.web.transparency.pinned_pages import WaryVisitor


@pytest.fixture
def changed(spawner: Spawner, tmp_path: Path) -> Iterator[ChangedServer]:
    """A server that signs its log every second, and keeps its address."""
    with changed_server(spawner, tmp_path, KIBITZ_HOSTS=PLAIN_HOST) as server:
        yield server


@pytest.fixture
def ann(changed: ChangedServer, visitors: Visitors) -> Person:
    """Ann, a guest on that server."""
    return Person.sign_in(changed.process.base, "Ann", visitors)


@pytest.fixture
def wary(ann: Person) -> WaryVisitor:
    """Ann, whose browser pins the log."""
    return WaryVisitor(ann)
