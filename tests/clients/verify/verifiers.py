"""Both verifiers: the one in Python, and the one in JavaScript run by Node."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.npm.node import Node, unavailable

Json = dict[str, Any]
ROOT: Final = Path(__file__).parents[3]
PYTHON: Final = ROOT / "clients" / "verify.py"
JAVASCRIPT: Final = ROOT / "clients" / "verify.mjs"
RUNNER: Final = Path(__file__).with_name("run_verifier.mjs")


def _loaded() -> Any:
    """Import the verifier, which is a program and belongs to no package."""
    spec = importlib.util.spec_from_file_location("verify", PYTHON)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verify_py: Final = _loaded()
"""The module clients/verify.py."""


class Question(NamedTuple):
    """A file to verify, and a seed to ask for."""

    text: str
    seed: str | None = None
    player: str | None = None


class Answer(NamedTuple):
    """A verifier's report and its lines for a person."""

    report: Json
    lines: list[str]


def in_python(questions: Sequence[Question]) -> list[Answer]:
    """Return the answers of the verifier in Python."""
    reports = [verify_py.verify(text, seed=seed, player=player) for text, seed, player in questions]
    return [Answer(report, verify_py.describe(report)) for report in reports]


def in_javascript(questions: Sequence[Question]) -> list[Answer]:
    """Return the answers of the verifier in JavaScript, from one run of Node."""
    return [Answer(*each) for each in run_javascript("verify", [each._asdict() for each in questions])]


def run_javascript(task: str, arguments: Sequence[Any]) -> list[Any]:
    """Return what a task of run_verifier.mjs makes of each argument."""
    done = subprocess.run(
        [node(), str(RUNNER), task],
        env=Node.environment(),
        input=json.dumps(list(arguments)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0)
    found: list[Any] = json.loads(done.stdout)
    return found


def node() -> str:
    """Return the program Node; skips the test without it, and fails in CI."""
    program = shutil.which("node")
    if program is None:
        unavailable("node is not installed")
    return program
