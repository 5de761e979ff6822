"""The formulas of log/v1 in both verifiers: known answers, and those of the server."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any, Final

from application.records.canonical_json import canonical
from application.records.record import marked_fields
from application.transparency.merkle_tree import inclusion_proof, root_hash
from tests.clients.verify.game_files import GAME
from tests.clients.verify.records.forged_files import SALT, tree
from tests.clients.verify.verifiers import ROOT, run_javascript, verify_py
from tests.pages import blocks

COMMITMENT: Final = "4e5329451a1cd9a4a627d46c5e95e2f6d6f1e096925da458dadb7adaaaff3295"
HEAD: Final = "7237a30eedb90acf9598d69ef73bf3f4cd98e55605ced2d361546505bb5d731b"


def test_the_specification_shows_the_known_answer() -> None:
    [block] = blocks(ROOT / "docs" / "log-v1.md", "json")
    record = json.loads(block.text)
    text = (ROOT / "docs" / "log-v1.md").read_text(encoding="utf-8")
    assert record["game"] == GAME
    assert f"| commitment | `{COMMITMENT}` |" in text
    assert f"| head after a head of zeros | `{HEAD}` |" in text
    assert run_javascript("commitment", [[SALT, "cards", ["5H", "JOKER"]]]) == [COMMITMENT]
    assert run_javascript("head", [[record]]) == [HEAD]
    assert run_javascript("canonical", [record]) == [block.text.strip()]
    assert verify_py.commitment(SALT, "cards", ["5H", "JOKER"]) == COMMITMENT
    assert verify_py.head_after(verify_py.NO_HEAD, record) == HEAD
    assert verify_py.canonical(record) == block.text.strip()


def test_the_marked_fields_are_those_of_the_server() -> None:
    found = {(kind, field) for field, kinds in verify_py.MARKED.items() for kind in kinds.split()}
    assert found == {(kind, field) for kind, fields in marked_fields().items() for field in fields}


def test_canonical_json_is_that_of_the_server() -> None:
    names = [
        "",
        "a",
        "\u20ac",
        "\ue000",
        "\U0001f0cf",
        "\u2028",
        'q"\\/\b\f\n\r\t\x00\x1f\x7f',
        "__proto__",
        "10",
        "9",
    ]
    values: list[Any] = [
        None,
        True,
        False,
        0,
        -7,
        2**53 - 1,
        -(2**53) + 1,
        *names,
        [],
        {},
        [[1], {"b": 1, "a": []}],
    ]
    values.append(dict.fromkeys(names, names))
    expected = [canonical(value).decode() for value in values]
    assert [verify_py.canonical(value) for value in values] == expected
    assert run_javascript("canonical", values) == expected


def test_every_leaf_of_a_tree_leads_to_its_root() -> None:
    entries = [bytes([number] * 32) for number in range(34)]
    cases, expected = list[Any](), list[str | None]()
    for size in range(1, len(entries)):
        for index in range(size):
            hashes = [b64encode(each).decode() for each in inclusion_proof(index, size, tree(entries))]
            cases.append([entries[index].hex(), index, size, hashes])
            expected.append(b64encode(root_hash(size, tree(entries))).decode())
    cases += [
        [HEAD, 1, 1, []],
        [HEAD, 0, 0, []],
        [HEAD, 0, 2, []],
        [HEAD, 2**40, 2**49 + 1, ["A" * 43 + "="]],
    ]
    assert [verify_py.root_of(*case) for case in cases] == [*expected, None, None, None, None]
    assert run_javascript("root", cases) == [*expected, None, None, None, None]
