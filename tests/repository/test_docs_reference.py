"""Lists in the documentation are complete: commands, settings, benchmarks, contributors' commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from api.cli import app
from api.environment import READ_ELSEWHERE, variables_of
from api.settings import Settings

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
GROUPS = ("KIBITZ_LIMITS", "KIBITZ_CONNECTIONS", "KIBITZ_RATES")
"""Groups of settings that other pages list."""


def page(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


def commands(command: Any, *names: str) -> Iterator[str]:
    """Yield every command, by its names."""
    context = typer.Context(command)
    if not isinstance(command, TyperGroup):
        yield " ".join(names)
        return
    for name in command.list_commands(context):
        _, each, _ = command.resolve_command(context, [name])
        yield from commands(each, *names, name)


def test_every_command_of_the_command_line_is_listed() -> None:
    listed = set(re.findall(r"^\| `kibitz ([a-z -]+[a-z])", page("command-line.md"), re.MULTILINE))
    # `kibitz token NAME` is short for `kibitz token give NAME`.
    assert {"token give" if name == "token" else name for name in listed} == set(commands(get_command(app)))


def test_every_setting_is_listed() -> None:
    listed = set(re.findall(r"KIBITZ_[A-Z_]*[A-Z]", page("settings.md")))
    settings = {name for name in variables_of(Settings) if not name.startswith(GROUPS)}
    assert listed == settings | READ_ELSEWHERE | set(GROUPS)


def test_every_benchmark_is_listed() -> None:
    listed = set(re.findall(r"python -m benchmarks\.(\w+)", page("benchmarks.md")))
    folders = {path.parent.name for path in ROOT.glob("benchmarks/*/__main__.py")}
    programs = ROOT.glob("benchmarks/*.py")
    files = {path.stem for path in programs if '__name__ == "__main__"' in path.read_text(encoding="utf-8")}
    assert listed == folders | files


def test_contributors_commands_are_those_of_just_and_of_the_hook() -> None:
    listed = dict(re.findall(r"^\| `(uv run [^`]+)` \| `just (\w+)` \|", CONTRIBUTING, re.MULTILINE))
    recipes = re.findall(
        r"^(\w+)[^\n]*:\n    (uv run [^\n{]+)", (ROOT / "justfile").read_text(), re.MULTILINE
    )
    assert {command.strip(): name for name, command in recipes} == listed
    assert len(listed) == 6
    hook = re.findall(r"^uv run .+$", (ROOT / ".githooks" / "pre-commit").read_text(), re.MULTILINE)
    assert {each.removesuffix(" --check") for each in hook} <= set(listed)
    checks = re.sub(r" --(group \S+|all-groups)", "", (ROOT / ".ci" / "run").read_text())
    assert set(hook) <= set(checks.splitlines())
