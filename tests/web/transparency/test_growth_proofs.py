"""The pages accept each proof of growth of RFC 9162, and no other."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Final

from playwright.sync_api import Page

from application.transparency.merkle_tree import consistency_proof, leaf_hash, merged, root_hash
from tests.web.harness.page_modules import evaluate_in_module

SIZES: Final = 20
LEAVES: Final = [leaf_hash(bytes([each])) for each in range(SIZES)]
CHECK: Final = """given.map(([older, newer, proof]) => {
    const bytes = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
    const [one, other] = [older, newer].map(([size, root]) => ({ size, root: bytes(root) }));
    try {
        module.checkConsistency(one, other, proof);
        return 'accepted';
    } catch (error) {
        return error.constructor.name;
    }
})"""
Case = tuple[tuple[int, str], tuple[int, str], list[str]]
"""The size and root of the older tree, those of the newer one, and a proof."""


def base64(value: bytes) -> str:
    return b64encode(value).decode()


def subtree(level: int, index: int) -> bytes:
    return merged(LEAVES[index << level : (index + 1) << level])


def checkpoint(size: int) -> tuple[int, str]:
    return size, base64(root_hash(size, subtree))


def honest_cases() -> Iterator[Case]:
    for newer in range(1, SIZES + 1):
        for older in range(1, newer + 1):
            proof = [] if older == newer else consistency_proof(older, newer, subtree)
            yield checkpoint(older), checkpoint(newer), list(map(base64, proof))


def tampered(case: Case) -> Iterator[Case]:
    older, newer, proof = case
    lie = base64(bytes(32))
    yield (older[0], lie), newer, proof
    yield older, (newer[0], lie), proof
    yield older, newer, [*proof, lie]
    for place in range(len(proof)):
        yield older, newer, [*proof[:place], lie, *proof[place + 1 :]]
        yield older, newer, [*proof[:place], *proof[place + 1 :]]


def verdicts(page: Page, cases: list[Case]) -> list[str]:
    found: list[str] = evaluate_in_module(page, "transparency/consistency.js", CHECK, cases)
    return found


def test_proofs_of_all_small_trees_are_accepted_and_changed_ones_are_not(page: Page) -> None:
    honest = list(honest_cases())
    assert set(verdicts(page, honest)) == {"accepted"}
    lies = [lie for case in honest for lie in tampered(case)]
    assert len(lies) > 1_000
    assert set(verdicts(page, lies)) == {"NoteError"}
