"""Notes, checkpoints and proofs are those of C2SP."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

import pytest

from application.transparency.checkpoints import Checkpoint, proof_text
from application.transparency.merkle_tree import inclusion_proof, leaf_hash, merged, root_hash
from application.transparency.signed_notes import InvalidSigningKey, SigningKey
from kibitz_client.transparency import (
    InvalidNote,
    InvalidProof,
    VerifierKey,
    open_checkpoint,
    open_note,
    parse_proof,
)

# The example of the specification.
EXAMPLE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
EXAMPLE = (
    "This is an example message.\n\n\u2014 example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
NAME = "club.example/log/1"
KEY = SigningKey(bytes(range(32)).hex())
ENTRIES = [b"a", b"b", b"c", b"d", b"e"]


def test_the_example_of_the_specification_is_opened() -> None:
    assert open_note(EXAMPLE, VerifierKey(EXAMPLE_KEY)) == "This is an example message.\n"


# All encodings of points whose order divides eight, without those that differ in the sign of x alone; from
# https://github.com/jedisct1/libsodium (`ge25519_has_small_order`).
SMALL_ORDER = [
    "00" * 32,
    "01" + "00" * 31,
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ec" + "ff" * 30 + "7f",
    "ed" + "ff" * 30 + "7f",
    "ee" + "ff" * 30 + "7f",
]


@pytest.mark.parametrize("sign", [0, 0x80])
@pytest.mark.parametrize("point", SMALL_ORDER)
def test_a_key_for_which_anyone_can_sign_is_refused(point: str, sign: int) -> None:
    key = bytearray.fromhex(point)
    key[31] |= sign
    material = b"\x01" + bytes(key)
    key_id = sha256(NAME.encode() + b"\n" + material).digest()[:4].hex()
    with pytest.raises(InvalidNote, match="small order"):
        VerifierKey(f"{NAME}+{key_id}+{b64encode(material).decode()}")


@pytest.mark.parametrize(
    ("note", "why"),
    [
        (EXAMPLE.replace("example message", "exampel message"), "signature of example.com/foo is wrong"),
        (EXAMPLE.replace("/foo", "/bar"), "has not signed"),
        (EXAMPLE.replace("srV1yJ", "srV1yK"), "wrong"),
        (EXAMPLE.replace("Uw2Q", "Vw2Q"), "has not signed"),
        (EXAMPLE.removesuffix("\n"), "no signed note"),
        (EXAMPLE.replace("\n\n", "\n"), "no signed note"),
        (EXAMPLE.replace("is an", "is\tan"), "no signed note"),
        (EXAMPLE.replace("\u2014", "-"), "malformed"),
        (EXAMPLE + "\n", "no signed note"),
        ("", "no signed note"),
        (EXAMPLE * 1000, "no signed note"),
    ],
)
def test_a_note_that_is_not_as_it_was_signed_is_refused(note: str, why: str) -> None:
    with pytest.raises(InvalidNote, match=why):
        open_note(note, VerifierKey(EXAMPLE_KEY))


def test_signatures_of_others_are_passed_over() -> None:
    other = KEY.sign("This is an example message.\n", NAME).rpartition("\n\n")[2]
    assert open_note(EXAMPLE + other, VerifierKey(EXAMPLE_KEY)) == "This is an example message.\n"


@pytest.mark.parametrize(
    "key",
    [
        "",
        "a",
        "a+b+c",
        EXAMPLE_KEY.replace("530d", "530e"),
        EXAMPLE_KEY.replace("+A", "+B"),
        EXAMPLE_KEY + "AA",
        # Clients print the name of a log that was restored.
        KEY.verifier_key("\x1b[2J/1"),
        KEY.verifier_key("club\u202e.example/1"),
    ],
)
def test_malformed_verifier_keys_are_refused(key: str) -> None:
    with pytest.raises(InvalidNote):
        VerifierKey(key)


@pytest.mark.parametrize("key", ["", "00", "xy" * 32, "00" * 33])
def test_malformed_signing_keys_are_refused_and_not_repeated(key: str) -> None:
    with pytest.raises(InvalidSigningKey) as error:
        SigningKey(key)
    assert not key or key not in str(error.value)


def test_a_checkpoint_is_signed_and_opened() -> None:
    note = KEY.sign(Checkpoint(NAME, 5, bytes(32)).text(), NAME)
    found = open_checkpoint(note, VerifierKey(KEY.verifier_key(NAME)))
    assert (found.origin, found.size, found.root) == (NAME, 5, bytes(32))
    # The same key in another epoch signs for another log.
    with pytest.raises(InvalidNote, match="has not signed"):
        open_checkpoint(note, VerifierKey(KEY.verifier_key("club.example/log/2")))


@pytest.mark.parametrize(
    "text",
    [
        "x\n",
        f"{NAME}\n05\n{'A' * 43}=\n",
        f"{NAME}\n5\nAAAA\n",
        f"{NAME}\n-5\n{'A' * 43}=\n",
        f"other\n5\n{'A' * 43}=\n",
    ],
)
def test_a_signed_note_that_is_no_checkpoint_of_the_log_is_refused(text: str) -> None:
    with pytest.raises(InvalidNote):
        open_checkpoint(KEY.sign(text, NAME), VerifierKey(KEY.verifier_key(NAME)))


def test_a_proof_convinces_of_its_entry_alone() -> None:
    leaves = [leaf_hash(entry) for entry in ENTRIES]

    def subtree(level: int, index: int) -> bytes:
        return merged(leaves[index << level : (index + 1) << level])

    key = VerifierKey(KEY.verifier_key(NAME))
    note = KEY.sign(Checkpoint(NAME, 5, root_hash(5, subtree)).text(), NAME)
    for index, entry in enumerate(ENTRIES):
        text = proof_text(index, inclusion_proof(index, 5, subtree), note)
        proof = parse_proof(text)
        assert proof.index == index
        assert proof.check(entry, key).note == note
        for other in {*ENTRIES} - {entry}:
            with pytest.raises(InvalidProof):
                proof.check(other, key)
        assert parse_proof(text.replace("index", "extra AAAA\nindex")).check(entry, key).size == 5
    for wrong in (text.replace("@v1", "@v2"), text.replace("index 4", "index 04"), text[:60], ""):
        with pytest.raises(InvalidNote):
            parse_proof(wrong)
