"""The program runs on uvloop where it is installed."""

from __future__ import annotations

import sys

import pytest
import uvloop

from api.cli.framework.runner import event_loop_factory
from tests.api.harness.server_processes import Server


def test_served_process_runs_on_uvloop(server: Server) -> None:
    assert "event loop: uvloop.Loop" in server.log


def test_asyncio_takes_the_place_of_a_missing_uvloop(monkeypatch: pytest.MonkeyPatch) -> None:
    assert event_loop_factory() is uvloop.new_event_loop
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert event_loop_factory() is None
