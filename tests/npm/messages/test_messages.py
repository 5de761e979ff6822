"""The texts of the pages are in the catalogue, each is used, and each value has its placeholder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Final

import pytest

from api.web.files import FILES
from tests.npm.node import Node

CATALOGUE: Final = FILES / "locales" / "en.json"
FAULTS: Final = {
    "text: Your turn": "export const a = () => html`<p>Your turn</p>`;",
    "text: Close": 'export const b = () => html`<button aria-label="Close" />`;',
    "text: You bid ${…}.": "export const c = (amount) => `You bid ${amount}.`;",
    "no message: 'felt.none'": "export const d = () => t('felt.none');",
    "no value in play.playGame: game": "export const e = () => t('play.playGame');",
}
"""Faulty lines, by what the check must say."""


def test_all_texts_are_in_the_catalogue(node: Node) -> None:
    done = node.run("messages/check.mjs", FILES)
    assert (done.stdout, done.stderr, done.returncode) == ("0 findings\n", "", 0)


def test_faults_are_found(node: Node, tmp_path: Path) -> None:
    pages = Path(shutil.copytree(FILES, tmp_path / "web", ignore=shutil.ignore_patterns("vendor")))
    (pages / "faults.js").write_text("\n".join(FAULTS.values()), encoding="utf-8")
    catalogue = json.loads(CATALOGUE.read_text(encoding="utf-8")) | {"felt.unused": "Nobody reads this."}
    (pages / "locales" / "en.json").write_text(json.dumps(catalogue), encoding="utf-8")
    done = node.run("messages/check.mjs", pages)
    lines = done.stdout.splitlines()
    expected = [f"faults.js:{line} {fault}" for line, fault in enumerate(FAULTS, 1)]
    expected += ["faults.js no import of catalogue/play.js", "locales/en.json no use: felt.unused"]
    assert sorted(lines[:-1]) == sorted(expected)


def test_catalogue_is_sorted_and_without_repetition() -> None:
    text = CATALOGUE.read_text(encoding="utf-8")
    pairs = json.loads(text, object_pairs_hook=lambda pairs: pairs)
    keys = [key for key, _ in pairs]
    assert keys == sorted(set(keys))
    assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False, sort_keys=True) + "\n"


@pytest.mark.parametrize("mark", ["'", "--", " ,", "..."])
def test_messages_have_typographic_marks(mark: str) -> None:
    assert [line for line in CATALOGUE.read_text(encoding="utf-8").splitlines() if mark in line] == []
