"""Tiers of the tests: gives the marker `integration` to tests that need more than this process.

The inner loop (`uv run pytest`) holds the domain, the laws, both databases and the API in process, and one
whole game through a real server on each database. A test belongs to the integration tier if it lives in one
of `INTEGRATION` or uses one of `FIXTURES`, unless it lives in one of `INNER`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]

INTEGRATION: Final[Mapping[str, tuple[str, ...]]] = {
    "tests/adding_a_game/test_adding_a_game.py": (),
    "tests/api/cli": (),
    "tests/api/cli/export": ("duckdb", "pyarrow"),
    "tests/api/docs": ("duckdb", "matplotlib", "PIL", "pyarrow"),
    "tests/api/fuzzing/test_fuzzing.py": ("schemathesis",),
    "tests/api/fuzzing/test_fuzzing_sockets.py": ("schemathesis",),
    "tests/api/execution/test_unusual_texts.py": ("schemathesis",),
    "tests/api/secrecy/test_export_secrecy.py": ("pyarrow",),
    "tests/api/server": (),
    "tests/application/seeks/test_many_seeks.py": (),
    "tests/benchmarks/test_measured_servers.py": (),
    "tests/clients": (),
    "tests/environments": ("gymnasium", "numpy", "pettingzoo"),
    "tests/faults": (),
    "tests/grafana": ("grafana_foundation_sdk", "ruamel"),
    "tests/no_skip": (),
    "tests/npm": (),
    "tests/processes": (),
    "tests/projections/engine/test_killed.py": (),
    "tests/repository/test_docker.py": ("check_jsonschema", "ruamel"),
    "tests/repository/test_layers.py": ("importlinter",),
    "tests/repository/test_threads.py": (),
    "tests/repository/test_wheel.py": (),
    "tests/web": ("PIL", "playwright"),
}
"""Files and folders of the integration tier, with the packages beyond the default groups that each needs."""

INNER: Final = ("tests/processes/test_whole_game.py",)
"""Files of the inner loop that start processes."""

FIXTURES: Final = frozenset({"browser", "forker", "node", "spawner"})
"""Fixtures that start processes."""

HINT: Final = "uv run --group integration pytest -m integration"


def missing_packages(path: Path) -> list[str]:
    """Return the packages that a test file or folder needs and this environment lacks."""
    needed = {package for place in _places(path) for package in INTEGRATION[place]}
    return sorted(package for package in needed if find_spec(package) is None)


def _places(path: Path) -> list[str]:
    """Return the entries of `INTEGRATION` that a path lies in."""
    if not path.is_relative_to(ROOT) or _is_inner(path):
        return []
    relative = path.relative_to(ROOT)
    own_and_parents = (relative, *relative.parents)
    return [place for each in own_and_parents if (place := each.as_posix()) in INTEGRATION]


def _is_inner(path: Path) -> bool:
    return any(path == ROOT / file for file in INNER)


def _is_inner_loop(config: pytest.Config) -> bool:
    """Return whether the marker expression of this run leaves out all other tiers."""
    expression: str = config.option.markexpr
    return all(f"not {tier}" in expression for tier in ("integration", "slow", "faults"))


def _includes_integration(config: pytest.Config) -> bool:
    """Return whether the marker expression of this run selects the integration tier."""
    expression: str = config.option.markexpr
    return "integration" in expression and "not integration" not in expression


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files whose packages are missing; fail if the integration tier was asked for in CI.

    The inner loop leaves out all places of the integration tier, because importing them takes seconds.
    """
    holds_inner = any((ROOT / file).is_relative_to(collection_path) for file in INNER)
    if _is_inner_loop(config) and _places(collection_path) and not holds_inner:
        return True
    missing = missing_packages(collection_path)
    if not missing:
        return None
    if os.environ.get("CI") and _includes_integration(config):
        raise pytest.UsageError(f"{collection_path}: missing {', '.join(missing)}; run `{HINT}`")
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name tests that were asked for and left out, and the command that runs them."""
    asked = [Path(argument.partition("::")[0]).absolute() for argument in config.args]
    if _includes_integration(config):
        for place in INTEGRATION:
            path = ROOT / place
            missing = missing_packages(path)
            if missing and any(path.is_relative_to(each) or each.is_relative_to(path) for each in asked):
                terminalreporter.write_line(
                    f"NOT RUN: {place} needs {', '.join(missing)}: `{HINT}`", red=True
                )
    elif _is_inner_loop(config) and any(map(_places, asked)):
        terminalreporter.write_line(f"NOT RUN: tests of the integration tier: `{HINT}`", red=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the integration tier; `slow` and `faults` are tiers of their own."""
    for item in items:
        if _is_inner(item.path) or any(map(item.get_closest_marker, ("slow", "faults", "integration"))):
            continue
        if _places(item.path) or FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.integration)
