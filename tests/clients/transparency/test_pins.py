"""Tests of the file of pins: it survives restarts, and a damaged one is not relied on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from application.transparency.checkpoints import Checkpoint
from application.transparency.signed_notes import SigningKey
from kibitz_client import PinsDamaged
from kibitz_client.transparency import CheckpointPins, GameHead

URL = "https://cards.example/graphql"
SIGNER = SigningKey("07" * 32)
FIRST, SECOND = "cards.example/log/1", "cards.example/log/2"
GAME = "00000000-0000-4000-8000-00000000006e"
HEAD = GameHead(7, bytes(range(32)))


def note_of(origin: str, size: int) -> str:
    """Return a signed checkpoint."""
    return SIGNER.sign(Checkpoint(origin, size, bytes(32)).text(), origin)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of a file of pins with two logs of one server."""
    pins = CheckpointPins(tmp_path / "new" / "pins.json")
    for origin, size in ((FIRST, 12), (SECOND, 5)):
        pins.keep_checkpoint(URL, SIGNER.verifier_key(origin), note_of(origin, size))
    pins.keep_head(URL, SIGNER.verifier_key(FIRST), GAME, HEAD)
    pins.save()
    assert pins.path is not None
    return pins.path


def test_pins_survive_a_restart(path: Path) -> None:
    again = CheckpointPins(path)
    first, second = map(SIGNER.verifier_key, (FIRST, SECOND))
    assert (again.newest(URL), again.keys(URL)) == (second, (first, second))
    for key, size in ((first, 12), (second, 5)):
        found = again.checkpoint(URL, key)
        assert found is not None
        assert found.size == size
    assert again.head(URL, first, GAME) == HEAD
    assert again.head(URL, second, GAME) is None
    assert again.newest("https://other.example/graphql") is None
    assert {each.name for each in path.parent.iterdir()} <= {"pins.json", "pins.json.lock"}


def test_an_address_is_known_in_all_its_forms_and_without_its_password(path: Path) -> None:
    pins = CheckpointPins(path)
    for url in ("https://CARDS.example:443/graphql", "https://ann:secret@cards.example/graphql?token=secret"):
        assert pins.newest(url) == SIGNER.verifier_key(SECOND)
    pins.keep_checkpoint("https://ann:secret@new.example/graphql?token=secret", "key", None)
    pins.save()
    assert "secret" not in path.read_text()


def test_an_earlier_head_does_not_replace_a_later_one(path: Path) -> None:
    pins = CheckpointPins(path)
    key = SIGNER.verifier_key(FIRST)
    pins.keep_head(URL, key, GAME, GameHead(6, bytes(32)))
    assert pins.head(URL, key, GAME) == HEAD
    pins.keep_head(URL, key, GAME, GameHead(8, bytes(32)))
    assert pins.head(URL, key, GAME) == GameHead(8, bytes(32))


def test_programs_that_share_a_file_lose_neither_checkpoints_nor_heads(path: Path) -> None:
    first, second = map(SIGNER.verifier_key, (FIRST, SECOND))
    third = SIGNER.verifier_key("cards.example/log/3")
    one, other = CheckpointPins(path), CheckpointPins(path)
    one.keep_checkpoint(URL, third, note_of("cards.example/log/3", 4))
    one.keep_checkpoint(URL, first, note_of(FIRST, 20))
    one.keep_head(URL, first, "one", HEAD)
    one.keep_head(URL, first, GAME, GameHead(9, bytes(32)))
    one.save()
    # The other program has compared nothing since, and has kept contradictory heads.
    other.keep_head(URL, first, GAME, GameHead(8, bytes(32)))
    other.keep_head(URL, first, "one", GameHead(HEAD.version, bytes(32)))
    other.keep_head(URL, second, "other", HEAD)
    other.save()
    for pins in (other, CheckpointPins(path)):
        assert pins.keys(URL) == (first, second, third)
        assert pins.newest(URL) == first
        found = pins.checkpoint(URL, first)
        assert found is not None
        assert found.size == 20
        assert pins.head(URL, first, GAME) == GameHead(9, bytes(32))
        # What was pinned stays pinned, so the next comparison finds the contradiction.
        assert pins.head(URL, first, "one") == HEAD
        assert pins.head(URL, second, "other") == HEAD


def test_many_writers_at_once_leave_all_heads_in_the_file(path: Path) -> None:
    key = SIGNER.verifier_key(FIRST)

    def keep(writer: int) -> None:
        pins = CheckpointPins(path)
        for version in range(1, 6):
            pins.keep_head(URL, key, f"{writer}", GameHead(version, bytes(32)))
            pins.save()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(keep, range(8)))
    found = CheckpointPins(path)
    assert {found.head(URL, key, f"{writer}") for writer in range(8)} == {GameHead(5, bytes(32))}


DAMAGES: dict[str, Callable[[str], str]] = {
    "cut": lambda text: text[:-20],
    "empty": lambda text: "",
    "another format": lambda text: text.replace("pins/v1", "pins/v2"),
    "another size": lambda text: text.replace("log/1\\n12\\n", "log/1\\n13\\n"),
    "another digit of a head": lambda text: text.replace("000102", "000103"),
    "another version of a head": lambda text: text.replace('"version": 7', '"version": 8'),
    "an unknown member": lambda text: text.replace('"newest"', '"a": 1, "newest"'),
    "no checksum": lambda text: text.replace('"sha256"', '"other"'),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_named_and_left_as_it_is(path: Path, damage: str) -> None:
    damaged = DAMAGES[damage](path.read_text())
    assert damaged != path.read_text()
    path.write_text(damaged)
    with pytest.raises(PinsDamaged, match=r"damaged: .+ move it away") as raised:
        CheckpointPins(path)
    assert str(path) in str(raised.value)
    assert path.read_text() == damaged


def test_a_file_that_cannot_be_written_stays_as_it_was(path: Path) -> None:
    pins = CheckpointPins(path)
    pins.keep_head(URL, SIGNER.verifier_key(FIRST), GAME, GameHead(9, bytes(32)))
    path.unlink()
    path.mkdir()
    (path / "file").touch()
    with pytest.raises(OSError, match=r"pins\.json"):
        pins.save()
    assert {each.name for each in path.parent.iterdir()} <= {"pins.json", "pins.json.lock"}
