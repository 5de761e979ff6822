"""Tests that the wheel is complete: packages with all files, program, licences."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from configparser import ConfigParser
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import pytest

from api import graphiql
from api.web.files import ADDRESS, FILES, VERIFIER

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WHEEL = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
TIMEOUT = 60.0


def uv() -> str:
    # `uv run` sets UV to its own path, which need not be on PATH.
    found = os.environ.get("UV") or shutil.which("uv")
    if found is None:
        assert "CI" not in os.environ, "uv is required to build the wheel"
        pytest.skip("needs uv")
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    to = tmp_path_factory.mktemp("wheel")
    # Offline: the build requirements are installed with the project.
    built = subprocess.run(
        [uv(), "build", "--wheel", "--offline", "--out-dir", to, ROOT],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    [archive] = to.glob("*.whl")
    return ZipFile(archive)


@cache
def packaged() -> dict[str, bytes]:
    """Return the contents of the packages' files, and of those added to them, by their installed paths."""
    found = {path: (ROOT / source).read_bytes() for source, path in WHEEL["force-include"].items()}
    for package in WHEEL["packages"]:
        folder = ROOT / package
        for file in folder.rglob("*"):
            if file.is_file() and file.parent.name != "__pycache__":
                found[file.relative_to(folder.parent).as_posix()] = file.read_bytes()
    return found


def test_wheel_has_exactly_the_files_of_the_packages(wheel: ZipFile) -> None:
    held = {name: wheel.read(name) for name in wheel.namelist() if ".dist-info/" not in name}
    assert held.keys() == packaged().keys()
    assert [name for name, content in packaged().items() if held[name] != content] == []


def test_wheel_has_the_verifier_beside_the_pages(wheel: ZipFile) -> None:
    index = wheel.read(f"{FILES.name}/index.html").decode()
    assert f'"verify": "{ADDRESS}verify.js"' in index
    assert wheel.read(f"{FILES.name}/verify.js") == VERIFIER.read_bytes()


def test_wheel_has_graphiql_with_its_licences(wheel: ZipFile) -> None:
    folder = graphiql.FILES.relative_to(ROOT).as_posix()
    held = {name.removeprefix(f"{folder}/") for name in wheel.namelist() if name.startswith(folder)}
    assert {"index.html", "page.js", "page.css", "LICENSES.txt"} < held
    licences = wheel.read(f"{folder}/LICENSES.txt").decode()
    published = sorted(name for name in held if ".min." in name)
    assert len(published) > 4
    headings = [line for line in licences.splitlines() if line.startswith("== ")]
    named = [name for line in headings for name in line.partition(": ")[2].split(", ")]
    assert sorted(named) == published


def test_wheel_has_the_program_the_type_marker_and_the_licence(wheel: ZipFile) -> None:
    [metadata] = {name.partition("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
    programs = ConfigParser()
    programs.read_string(wheel.read(f"{metadata}/entry_points.txt").decode())
    assert dict(programs["console_scripts"]) == PYPROJECT["project"]["scripts"]
    assert wheel.read(f"{metadata}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
    assert "kibitz_client/py.typed" in wheel.namelist()
