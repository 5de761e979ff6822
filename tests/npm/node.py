"""Installs npm packages and runs Node scripts: published clients, audits and linters.

The packages are in this folder's `node_modules`, installed by `npm ci` and again when the lock file changes.
Without Node the tests are skipped; in CI they fail.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final, NoReturn

import pytest
from filelock import FileLock

FOLDER: Final = Path(__file__).parent
MODULES: Final = FOLDER / "node_modules"
INSTALLED_LOCK: Final = MODULES / ".kibitz-lock"
"""Records the hash of the lock file that the packages were installed from."""
INSTALL_TIMEOUT: Final = 300.0
RUN_TIMEOUT: Final = 100.0
"""Seconds that a script may take."""


class Node:
    """Runs programs of this folder with Node."""

    def __init__(self, program: str) -> None:
        self.program = program

    def run(
        self, script: str, *arguments: object, timeout: float = RUN_TIMEOUT, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a script of this folder; its exit code is not checked."""
        return subprocess.run(
            self.command(script, *arguments),
            cwd=FOLDER,
            env=self.environment(**environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )

    def start(self, script: str, *arguments: object, **environment: str) -> subprocess.Popen[str]:
        """Start a script in the background; the caller ends it."""
        return subprocess.Popen(
            self.command(script, *arguments),
            cwd=FOLDER,
            env=self.environment(**environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def command(self, script: str, *arguments: object) -> list[str]:
        """Return the command line of a script."""
        return [self.program, script, *map(str, arguments)]

    @staticmethod
    def environment(**changes: str) -> dict[str, str]:
        """Return the environment without the developer's Node settings."""
        return {name: value for name, value in os.environ.items() if not name.startswith("NODE_")} | changes


@pytest.fixture(scope="session")
def node() -> Node:
    """Node with the packages of this folder."""
    program = shutil.which("node")
    if program is None:
        unavailable("node is not installed")
    installed()
    return Node(program)


@cache
def installed() -> Path:
    """Install the locked packages if needed, and return their folder."""
    with FileLock(FOLDER / ".installing"):
        lock = hashlib.sha256((FOLDER / "package-lock.json").read_bytes()).hexdigest()
        if not (INSTALLED_LOCK.exists() and INSTALLED_LOCK.read_text() == lock):
            npm = shutil.which("npm")
            if npm is None:
                unavailable("npm is not installed")
            done = subprocess.run(
                [npm, "ci"],
                cwd=FOLDER,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=INSTALL_TIMEOUT,
                check=False,
            )
            if done.returncode:
                unavailable(f"npm ci failed: {done.stderr}")
            INSTALLED_LOCK.write_text(lock)
    return MODULES


def unavailable(reason: str) -> NoReturn:
    """Skip the test; fail it in CI."""
    if os.environ.get("CI"):
        pytest.fail(f"NO NODE: {reason}")
    pytest.skip(f"NO NODE, NOTHING TESTED WITH IT: {reason}")
