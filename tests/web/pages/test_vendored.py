"""Vendored files equal the published ones and have licences; the pages contact no other server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from api.web.files import FILES
from tests.npm.node import installed

VENDORED: Final = FILES / "vendor"
_ROW: Final = re.compile(
    r"\| `(?P<here>[^`]+)` \| (?P<package>\S+) \| (?P<version>\S+) "
    r"\| `(?P<file>[^`]+)` \| (?P<licence>\S+) \|"
)
_COMMENT: Final = re.compile(r"/\*.*?\*/|(?<!\S)//.*?$", re.DOTALL | re.MULTILINE)
_ELSEWHERE: Final = re.compile(r"""(?:https?:|wss?:|["'`(])//[^\s"'`)\\]+""")
_NAME_ONLY: Final = re.compile(r"http://www\.w3\.org/(?:1998/Math/MathML|1999/(?:xhtml|xlink)|2000/svg)")
"""XML namespaces, which browsers do not request."""


class Kept(NamedTuple):
    """A vendored file as listed in `vendor/README.md`."""

    here: str
    package: str
    version: str
    file: str
    licence: str


KEPT: Final = [
    Kept(**found.groupdict()) for found in _ROW.finditer((VENDORED / "README.md").read_text(encoding="utf-8"))
]


def test_every_vendored_file_is_listed() -> None:
    files = {path.relative_to(VENDORED).as_posix() for path in VENDORED.rglob("*") if path.is_file()}
    assert files == {"README.md", *(each.here for each in KEPT)}
    assert {Path(each.here).parent.name for each in KEPT} == {
        Path(each.here).parent.name for each in KEPT if each.file == "LICENSE"
    }


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.here)
def test_vendored_file_equals_the_published_file(kept: Kept) -> None:
    package = installed() / kept.package
    manifest = json.loads((package / "package.json").read_text(encoding="utf-8"))
    assert (manifest["version"], manifest["license"]) == (kept.version, kept.licence)
    assert (VENDORED / kept.here).read_bytes() == (package / kept.file).read_bytes()


def test_no_file_names_another_server() -> None:
    files = [path for path in FILES.rglob("*") if path.suffix in {".html", ".js", ".css", ".svg"}]
    assert len(files) > 20
    assert {found for path in files for found in _named(path.read_text(encoding="utf-8"))} == set()


@pytest.mark.parametrize(
    "text",
    ["import 'https://esm.sh/preact'", "url(//fonts.example/a.woff2)", "new WebSocket(`wss://elsewhere`)"],
)
def test_check_finds_another_server(text: str) -> None:
    assert _named(text)


def _named(text: str) -> list[str]:
    return [found for found in _ELSEWHERE.findall(_COMMENT.sub("", text)) if not _NAME_ONLY.fullmatch(found)]
