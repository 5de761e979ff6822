"""Type check of the pages' JavaScript against the schema."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Final

from api.web.files import FILES
from tests.npm.node import Node
from tests.npm.test_schema_lint import SCHEMA

TYPES: Final = FILES / "schema.d.ts"
TSC: Final = "node_modules/typescript/bin/tsc"
FAULTS: Final = {
    "TS2339": "/** @param {import('./schema').Game} game */ export const a = (game) => game.moon;",
    "TS2678": "/** @param {import('./schema').GameEvent} event */\n"
    "export const b = (event) => { switch (event.__typename) { case 'CardPlaid': } };",
    "TS2322": "import { Store } from './store.js';\n"
    "/** @type {Store<number>} */ export const c = new Store('1');",
    "TS7006": "export const d = (untyped) => untyped;",
}
"""Faulty lines by the error code that tsc must report."""


def test_types_match_the_schema(node: Node) -> None:
    made = node.run("types.mjs", SCHEMA)
    assert (made.stderr, made.returncode) == ("", 0)
    assert TYPES.read_text(encoding="utf-8") == made.stdout, (
        "web/README.md has the command that generates the types"
    )


def test_pages_have_no_type_errors(node: Node) -> None:
    assert _checked(node, FILES) == ""


def test_type_check_finds_planted_errors(node: Node, tmp_path: Path) -> None:
    pages = _copy(tmp_path)
    (pages / "faults.js").write_text("\n".join(FAULTS.values()), encoding="utf-8")
    found = "".join(line for line in _checked(node, pages).splitlines() if "faults.js" in line)
    assert {code for code in FAULTS if f"error {code}:" not in found} == set(), found


def test_every_file_is_type_checked() -> None:
    files = [path for path in FILES.rglob("*.js") if "vendor" not in path.parts]
    assert len(files) > 10
    assert [
        str(path) for path in files if not path.read_text(encoding="utf-8").startswith("// @ts-check\n// ")
    ] == []


def _copy(folder: Path) -> Path:
    """Copy the pages without `vendor`, and keep the paths to the libraries' types valid."""
    pages = Path(shutil.copytree(FILES, folder / "web", ignore=shutil.ignore_patterns("vendor")))
    settings = json.loads((pages / "jsconfig.json").read_text(encoding="utf-8"))
    paths = settings["compilerOptions"]["paths"]
    for name, (place,) in paths.items():
        paths[name] = [os.path.normpath(FILES / place)]
    (pages / "jsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    return pages


def _checked(node: Node, pages: Path) -> str:
    done = node.run(TSC, "--project", pages / "jsconfig.json", "--pretty", "false")
    assert (done.returncode != 0) == bool(done.stdout), done.stderr
    return done.stdout
