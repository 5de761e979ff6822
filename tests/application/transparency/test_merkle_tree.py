"""The log's tree is that of RFC 6962, and its proofs convince a verifier that shares no code with it."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from application.transparency.merkle_tree import (
    Subtree,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    merged,
    root_hash,
)
from kibitz_client.transparency import InvalidProof, check_consistency, check_inclusion

ENTRIES = [bytes.fromhex(each) for each in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
)]  # fmt: skip
"""The leaves of the examples of Certificate Transparency's reference implementation."""

ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
"""Their roots for the sizes from 0 to 8."""

NUMBERS = [b"%d" % number for number in range(300)]


def tree(entries: list[bytes]) -> Subtree:
    """Return the subtrees of some entries by the definition of RFC 6962, without any memory."""
    leaves = [leaf_hash(entry) for entry in entries]
    return lambda level, index: merged(leaves[index << level : (index + 1) << level])


@pytest.mark.parametrize("size", range(9))
def test_roots_are_those_of_the_reference_implementation(size: int) -> None:
    assert root_hash(size, tree(ENTRIES)).hex() == ROOTS[size]


def test_proofs_are_those_of_rfc_6962() -> None:
    # The examples of RFC 6962, section 2.1.3: a tree of seven leaves.
    subtree = tree(ENTRIES)
    a, b, c, d, e, f, j = (leaf_hash(entry) for entry in ENTRIES[:7])
    g, h, i = merged([a, b]), merged([c, d]), merged([e, f])
    k, left = merged([g, h]), merged([i, j])
    assert inclusion_proof(0, 7, subtree) == [b, h, left]
    assert inclusion_proof(3, 7, subtree) == [c, g, left]
    assert inclusion_proof(4, 7, subtree) == [f, j, k]
    assert inclusion_proof(6, 7, subtree) == [i, k]
    assert consistency_proof(3, 7, subtree) == [c, d, g, left]
    assert consistency_proof(4, 7, subtree) == [left]
    assert consistency_proof(6, 7, subtree) == [i, j, k]


def wrong_forms(proof: list[bytes]) -> list[list[bytes]]:
    """Return a proof with a hash too many, one too few, and with other hashes."""
    forms = [[*proof, bytes(32)], proof[:-1], [sha256(each).digest() for each in proof]]
    return [form for form in forms if form != proof]


@given(st.data())
def test_proofs_of_all_sizes_convince(data: st.DataObject) -> None:
    subtree = tree(NUMBERS)
    new = data.draw(st.integers(1, len(NUMBERS)))
    old, index = data.draw(st.integers(1, new)), data.draw(st.integers(0, new - 1))
    root, old_root = root_hash(new, subtree), root_hash(old, subtree)
    included = inclusion_proof(index, new, subtree)
    consistent = consistency_proof(old, new, subtree)
    check_inclusion(leaf_hash(NUMBERS[index]), index, new, included, root)
    check_consistency(old, old_root, new, root, consistent)
    for wrong in wrong_forms(included):
        with pytest.raises(InvalidProof):
            check_inclusion(leaf_hash(NUMBERS[index]), index, new, wrong, root)
    for wrong in wrong_forms(consistent):
        with pytest.raises(InvalidProof):
            check_consistency(old, old_root, new, root, wrong)
    for other in {(index + 1) % new, index // 2} - {index}:
        with pytest.raises(InvalidProof):
            check_inclusion(leaf_hash(NUMBERS[index]), other, new, included, root)
    if old < new:
        with pytest.raises(InvalidProof):
            check_consistency(old, sha256(old_root).digest(), new, root, consistent)


@pytest.mark.parametrize(("old", "new"), [(-1, 5), (6, 5)])
def test_sizes_that_no_proof_can_connect_are_refused(old: int, new: int) -> None:
    with pytest.raises(InvalidProof, match="not the beginning"):
        check_consistency(old, bytes(32), new, bytes(32), [])


def test_an_empty_tree_is_the_beginning_of_every_tree() -> None:
    check_consistency(0, b"", 5, bytes(32), [])
    with pytest.raises(InvalidProof, match="two roots"):
        check_consistency(5, bytes(32), 5, b"\x01" * 32, [])
