"""Tests that several threads can decode a new type at the same time without a crash."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import pytest

from tests.api.harness.server_processes import ROOT, environment

AT_ONCE: Final = """
import sys, threading
from concurrent.futures import ThreadPoolExecutor

THREADS = 8

def at_once(work):
    sys.setswitchinterval(1e-6)
    gate = threading.Barrier(THREADS)

    def run(_):
        gate.wait()
        work()

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(run, range(THREADS)))
"""
OF_THE_SERVER: Final = """
import msgspec
from domain.rules import variants

for rules in variants().values():
    options = rules.options()
    chosen = msgspec.to_builtins(options)
    table = msgspec.json.encode(rules.start(rules.seats[0], options))
    at_once(lambda: msgspec.convert(chosen, rules.options))
    at_once(lambda: msgspec.json.decode(table, type=rules.table))
"""
OF_THE_CLIENT: Final = """
import msgspec
from kibitz_client.errors import Fault
from kibitz_client.response_parser import parse
from kibitz_client.schema import types

KINDS = [each for each in vars(types).values() if isinstance(each, type) and issubclass(each, msgspec.Struct)]

def look_into_all():
    # Nested types first.
    for kind in reversed(KINDS):
        try:
            parse(dict.fromkeys(kind.__struct_encode_fields__, 0), kind)
        except Fault:
            pass  # expected: the type is inspected nevertheless

assert len(KINDS) > 30, len(KINDS)
at_once(look_into_all)
"""


@pytest.mark.parametrize("work", [OF_THE_SERVER, OF_THE_CLIENT], ids=["server", "client"])
def test_threads_decode_new_types_concurrently(work: str) -> None:
    # A crash would end the process, so run in subprocesses; several, because the race depends on chance.
    started = [
        subprocess.Popen(
            [sys.executable, "-X", "faulthandler", "-c", AT_ONCE + work], cwd=ROOT, env=environment()
        )
        for _ in range(3)
    ]
    assert [each.wait(60) for each in started] == [0] * len(started)
