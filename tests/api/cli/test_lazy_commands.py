"""Lazy loading of commands: fast help, and summaries that agree with the commands."""

from __future__ import annotations

import subprocess
import sys

import pytest

from api.cli import Commands
from api.cli.framework.lazy_group import LazyCommand, with_values
from api.cli.projections import ProjectionCommands
from tests.api.harness.server_processes import ROOT, Kibitz, environment

SLOW_PACKAGES = ("strawberry", "graphql", "sqlalchemy", "pydantic", "fastapi")

COMMANDS = {
    **Commands.lazy_commands,
    **{f"projections {name}": command for name, command in ProjectionCommands.lazy_commands.items()},
}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_help_imports_no_slow_package(arguments: list[str]) -> None:
    program = f"""
import sys
from api.cli import app
app({arguments!r}, standalone_mode=False)
print(sorted(set(sys.modules) & set({SLOW_PACKAGES!r})), file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("name", COMMANDS)
def test_summary_is_first_paragraph_of_command_help(name: str) -> None:
    command: LazyCommand = COMMANDS[name]
    paragraph = command.load().help.split("\n\n")[0]
    assert command.summary == " ".join(paragraph.split())


@pytest.mark.parametrize(
    ("arguments", "complete"),
    [
        (["--projections"], ["--projections", "process"]),
        (["--projections", "--port", "0"], ["--projections", "process", "--port", "0"]),
        (["--port", "0", "--projections", "off"], ["--port", "0", "--projections", "off"]),
        (["--no-projections"], ["--no-projections"]),
        ([], []),
    ],
)
def test_option_without_its_optional_value_has_a_default(arguments: list[str], complete: list[str]) -> None:
    assert list(with_values(arguments, Commands.lazy_commands["serve"].optional_values)) == complete


def test_version_is_printed(kibitz: Kibitz) -> None:
    done = kibitz("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("kibitz ")


def test_unknown_command_suggests_similar_names(kibitz: Kibitz) -> None:
    done = kibitz("serv")
    assert done.returncode == 2
    assert "Did you mean 'serve'?" in done.stderr
