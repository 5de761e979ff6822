"""Programs from npm: published clients, audits of GraphQL servers, what judges the pages; installed once.

What is installed lies in this folder's `node_modules`, as `npm ci` makes it from the lock; it is made anew
when the lock has changed. Without Node the tests are skipped, loudly; in CI that is a failure.
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
INSTALLED: Final = MODULES / ".kibitz-lock"
"""Which lock the packages were installed from."""
INSTALLING: Final = 300.0
RUNNING: Final = 100.0
"""Seconds that a program may take."""


class Node:
    """Runs programs of this folder with Node."""

    def __init__(self, program: str) -> None:
        self.program = program

    def run(
        self, script: str, *arguments: object, within: float = RUNNING, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a script of this folder to its end, whatever that is."""
        return subprocess.run(
            self.command(script, *arguments),
            cwd=FOLDER,
            env=self.environment(**environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=within,
            check=False,
        )

    def start(self, script: str, *arguments: object, **environment: str) -> subprocess.Popen[str]:
        """Start a script that goes on beside the test, which ends it."""
        return subprocess.Popen(
            self.command(script, *arguments),
            cwd=FOLDER,
            env=self.environment(**environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def command(self, script: str, *arguments: object) -> list[str]:
        """Return what starts a script."""
        return [self.program, script, *map(str, arguments)]

    @staticmethod
    def environment(**changes: str) -> dict[str, str]:
        """Return the environment without what whoever runs the tests has set for Node."""
        return {name: value for name, value in os.environ.items() if not name.startswith("NODE_")} | changes


@pytest.fixture(scope="session")
def node() -> Node:
    """Give Node with the packages of this folder."""
    program = shutil.which("node")
    if program is None:
        unavailable("there is no node here")
    installed()
    return Node(program)


@cache
def installed() -> Path:
    """Return where the packages are, as the lock has them; they are installed first if need be."""
    with FileLock(FOLDER / ".installing"):
        lock = hashlib.sha256((FOLDER / "package-lock.json").read_bytes()).hexdigest()
        if not (INSTALLED.exists() and INSTALLED.read_text() == lock):
            npm = shutil.which("npm")
            if npm is None:
                unavailable("there is no npm here")
            done = subprocess.run(
                [npm, "ci"],
                cwd=FOLDER,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=INSTALLING,
                check=False,
            )
            if done.returncode:
                unavailable(f"npm ci failed: {done.stderr}")
            INSTALLED.write_text(lock)
    return MODULES


def unavailable(reason: str) -> NoReturn:
    """Skip the test, loudly; in CI a Node that is not there is a failure."""
    if os.environ.get("CI"):
        pytest.fail(f"NO NODE: {reason}")
    pytest.skip(f"NO NODE, NOTHING TESTED WITH IT: {reason}")
