"""Tests that declared ranges, tested versions and locked versions agree.

pyproject.toml has the ranges, and the tested versions as uv constraints; requirements.lock has the versions
of runtime dependencies with hashes. uv does not check that they agree.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")

RUNTIME = [Requirement(line) for line in PYPROJECT["project"]["dependencies"]]
GROUPS = [
    Requirement(line)
    for group in PYPROJECT["dependency-groups"].values()
    for line in group
    if isinstance(line, str)
]
BUILD = [Requirement(line) for line in PYPROJECT["build-system"]["requires"]]


def name(requirement: Requirement) -> str:
    return str(canonicalize_name(requirement.name))


def pins(requirements: Iterable[str]) -> dict[str, str]:
    """Parse `name==version` lines into a mapping; looser requirements are an error."""
    found: dict[str, str] = {}
    for line in requirements:
        requirement = Requirement(line)
        exact = re.fullmatch(r"==([^*,]+)", str(requirement.specifier))
        assert exact, f"{requirement.name} is not pinned to one version: {line}"
        assert name(requirement) not in found, f"{requirement.name} is pinned twice"
        found[name(requirement)] = exact[1]
    return found


def locked_lines() -> list[str]:
    """Join each locked requirement with its hashes, without comments."""
    code = "\n".join(line for line in LOCK.splitlines() if not line.lstrip().startswith("#"))
    return [line for line in code.replace("\\\n", " ").splitlines() if line.strip()]


def reached_from(roots: Iterable[Requirement]) -> set[str]:
    """Return the transitive requirements of installed packages on this platform and Python."""
    seen: set[tuple[str, str]] = set()
    waiting = [(root, extra) for root in roots for extra in ("", *root.extras)]
    while waiting:
        requirement, extra = waiting.pop()
        if (name(requirement), extra) in seen:
            continue
        seen.add((name(requirement), extra))
        try:
            lines = requires(requirement.name) or []
        except PackageNotFoundError:
            continue
        for child in map(Requirement, lines):
            if child.marker is None or child.marker.evaluate({"extra": extra}):
                waiting += [(child, wanted) for wanted in ("", *child.extras)]
    return {package for package, _ in seen}


@cache
def constraints() -> dict[str, str]:
    return pins(PYPROJECT["tool"]["uv"]["constraint-dependencies"])


@cache
def build_constraints() -> dict[str, str]:
    return pins(PYPROJECT["tool"]["uv"]["build-constraint-dependencies"])


@cache
def locked() -> dict[str, str]:
    return pins(line.split(" --hash=")[0] for line in locked_lines())


REMAKE = "remake the lock with the command at its top"


def test_locked_versions_equal_the_constraints() -> None:
    for package, version in locked().items():
        assert package in constraints(), f"{package} is locked but not in tool.uv.constraint-dependencies"
        assert version == constraints()[package], (
            f"{package} is locked at {version} and constrained to {constraints()[package]}: {REMAKE}"
        )


def test_every_runtime_dependency_is_locked() -> None:
    for package in sorted(reached_from(RUNTIME)):
        assert package in locked(), f"{package} is needed at run time and not in requirements.lock: {REMAKE}"


def test_development_dependencies_are_not_locked() -> None:
    for package in sorted(reached_from(GROUPS) - reached_from(RUNTIME)):
        assert package not in locked(), f"{package} is locked and serves development only: {REMAKE}"


def test_all_resolved_packages_are_constrained() -> None:
    for package in sorted(reached_from([*RUNTIME, *GROUPS])):
        assert package in constraints(), f"{package} is not in tool.uv.constraint-dependencies"
    for package in sorted(reached_from(BUILD)):
        assert package in build_constraints(), f"{package} is not in tool.uv.build-constraint-dependencies"


def test_pins_are_within_the_declared_ranges() -> None:
    for declared, tested in ([*RUNTIME, *GROUPS], constraints()), (BUILD, build_constraints()):
        for requirement in declared:
            version = tested[name(requirement)]
            assert requirement.specifier.contains(version), (
                f"{requirement.name} is constrained to {version}, outside of {requirement.specifier}"
            )


def test_pins_are_in_alphabetical_order() -> None:
    for tested in constraints(), build_constraints(), locked():
        for before, after in zip(list(tested), list(tested)[1:], strict=False):
            assert before < after, f"{after} stands after {before}"


def test_locked_packages_have_hashes_and_no_urls() -> None:
    for line in locked_lines():
        assert re.search(r" --hash=sha256:[0-9a-f]{64}\b", line), f"{line.split('==')[0]} has no hash"
    for number, line in enumerate(LOCK.splitlines(), 1):
        assert "://" not in line, f"a URL in line {number} of requirements.lock: {line}"
        assert " file:" not in line, f"a path in line {number} of requirements.lock: {line}"


@pytest.mark.parametrize(
    "loose", ["thing>=1", "thing", "thing==1.*", "thing==1,<2", "thing @ https://host/x.whl"]
)
def test_loose_pin_is_an_error(loose: str) -> None:
    with pytest.raises(AssertionError, match="thing"):
        pins([loose])
