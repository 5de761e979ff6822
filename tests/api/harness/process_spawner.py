"""Starts processes of the program quickly: a process that has it imported already, and forks.

It reads orders from standard input, one JSON object a line, and answers each by a line:
{"arguments", "environment", "folder", "out", "log"} is answered by the process's id, {"ended": id} by its
exit code, or null while it runs.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from typing import Any

from api.cli import Commands, main
from api.cli.framework.lazy_group import LazyGroup
from api.cli.projections import ProjectionCommands


def serve_orders() -> list[str] | None:
    """Carry out orders to their end; return the arguments in a process that is to run the program."""
    for line in sys.stdin:
        order: dict[str, Any] = json.loads(line)
        if "ended" in order:
            process, status = os.waitpid(order["ended"], os.WNOHANG)
            _answer(os.waitstatus_to_exitcode(status) if process else None)
        elif process := os.fork():
            _answer(process)
        else:
            _become(order)
            return list(order["arguments"])
    return None


def _answer(value: int | None) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def _become(order: dict[str, Any]) -> None:
    # Tests that run in the background of a shell have them ignored, as would all that they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    streams = [(os.devnull, os.O_RDONLY), (order["out"], os.O_WRONLY), (order["log"], os.O_WRONLY)]
    for number, (path, mode) in enumerate(streams):
        opened = os.open(path, mode | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(opened, number)
        os.close(opened)


def import_commands(group: type[LazyGroup]) -> None:
    """Import all commands of a group, as a process does that runs one of them."""
    for command in group.lazy_commands.values():
        command.load()


if __name__ == "__main__":
    import_commands(Commands)
    import_commands(ProjectionCommands)
    # Imported objects are not collected, so that the processes share their memory and end quickly.
    gc.freeze()
    arguments = serve_orders()
    if arguments is not None:
        sys.argv = ["kibitz", *arguments]
        main()
