"""Exports that are stopped in the middle of their work."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from api.export.atomic_files import PART
from tests.api.cli.exports import Place
from tests.api.harness.server_processes import Spawner

TIMEOUT = 30.0
MAX_ATTEMPTS = 20
"""Attempts to stop an export before it has finished."""
BEFORE = b"earlier content"


def left(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()} - {"data"}


class Export:
    """An export in a process of its own, stopped in the middle of its work."""

    def __init__(self, spawner: Spawner, place: Place, out: Path, what: str, form: str) -> None:
        self._spawner = spawner
        self._out = out
        self.log = out.parent / "export.err"
        command = ("export", what, "--format", form, "--out", out, *place.options)
        for _ in range(MAX_ATTEMPTS):
            self.process = spawner.start(*command, out=out.parent / "export.out", log=self.log, changes={})
            if self._is_stopped():
                return
            assert self.resume() == 0, self.log.read_text()
            shutil.rmtree(out) if out.is_dir() else out.unlink()
        raise AssertionError("the export always finished before it could be stopped")

    def _is_stopped(self) -> bool:
        """Stop the process once it writes; return whether it had not finished yet."""
        deadline = time.monotonic() + TIMEOUT
        while not parts(self._out.parent) and not self._out.exists():
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.0005)
        os.kill(self.process, signal.SIGSTOP)
        # The process runs on until it is scheduled.
        while (state := self._state()) not in ("T", "Z"):
            time.sleep(0.0005)
        return state == "T" and bool(parts(self._out.parent)) and not self._out.exists()

    def _state(self) -> str:
        stat = Path(f"/proc/{self.process}/stat")
        if stat.exists():
            return stat.read_text().rpartition(") ")[2][:1]
        command = ("ps", "-o", "stat=", "-p", str(self.process))
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout[:1]

    def resume(self, *signals: signal.Signals) -> int:
        """Send signals, resume the process, and return its exit code."""
        for each in (*signals, signal.SIGCONT):
            os.kill(self.process, each)
        return self._spawner.wait(self.process, TIMEOUT)


def parts(folder: Path) -> list[Path]:
    return [each for each in folder.iterdir() if each.name.endswith(PART)]
