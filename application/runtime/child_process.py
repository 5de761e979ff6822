"""Child processes of the server: Python modules, fed through standard input."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from typing import BinaryIO, Final

from application.runtime.garbage_collection import collect_less_often

IGNORED: Final = ("SIGINT", "SIGTERM", "SIGHUP")
"""Signals that a process manager may send to all processes of a service; the server ends its children."""


async def start_child(module: str) -> Process:
    """Run a module in a child process with piped input and output; raises OSError.

    The child imports from where the server does, and gets none of its settings.
    """
    return await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", module,
        stdin=PIPE,
        stdout=PIPE,
        env=_environment(),
        # Signals of the terminal reach the server alone, which then ends the child.
        start_new_session=True,
    )  # fmt: skip


def prepare_child(niceness: int) -> BinaryIO:
    """Set up this process, which `start_child` has started, and return the pipe to the server.

    The process gets a nice value, where there are such values, and logs like the server.
    """
    collect_less_often()
    if hasattr(os, "nice"):
        os.nice(niceness)
    for name in IGNORED:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    pipe = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever else is written to standard output must not get between the messages.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return pipe


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith("KIBITZ_")}
    return {**kept, "PYTHONPATH": os.pathsep.join(each or os.getcwd() for each in sys.path)}
