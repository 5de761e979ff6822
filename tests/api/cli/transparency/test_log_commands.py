"""`kibitz log` signs the log, proves games and growth, and compares the log with what was signed."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from base64 import b64decode
from hashlib import sha256
from pathlib import Path
from uuid import UUID

import pytest

from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier
from application.records.canonical_json import canonical
from application.records.record import NO_HEAD, head_after
from application.store.sqlite.store import SQLiteStore
from application.transparency.signed_notes import SigningKey
from domain.commands import CreateGame
from kibitz_client.transparency import VerifierKey, check_consistency, open_checkpoint, parse_proof
from tests.api.cli.test_log_tools import a_game, kibitz


def digest_of(line: str) -> bytes:
    """Return the digest of a record, given as a line of a file."""
    record = json.loads(line)
    record.pop("open", None)
    return sha256(canonical(record)).digest()


def key_text(data: Path) -> str:
    """Return the verifier key of the checkpoints in a data directory."""
    with sqlite3.connect(data / "log.db") as connection:
        [(key,)] = connection.execute("SELECT DISTINCT verifier_key FROM log_checkpoints").fetchall()
    connection.close()
    text: str = key
    return text


async def running_game(data: Path) -> UUID:
    """Add a game without an end to a log."""
    store = SQLiteStore(data / "log.db")
    created = await CommandHandler(store, Croupier()).create(CreateGame(by="ann", variant="president"))
    await store.close()
    return created.game


def test_a_checkpoint_is_signed_and_proves_each_game_and_each_growth(signed: Path) -> None:
    game, _ = a_game(signed)
    where = "--data-dir", signed
    early = kibitz("log", "prove", game, *where)
    assert (early.exit_code, early.stdout) == (1, "")
    assert "no checkpoint covers" in early.stderr
    assert '"proof"' not in kibitz("game", "export", game, *where).stdout

    first = kibitz("log", "checkpoint", *where)
    assert kibitz("log", "checkpoint", *where).stdout == first.stdout
    more = kibitz("simulate", "--games", 1, "--store", "--data-dir", signed)
    assert more.exit_code == 0
    second = kibitz("log", "checkpoint", *where)
    key = VerifierKey(key_text(signed))
    old, new = open_checkpoint(first.stdout, key), open_checkpoint(second.stdout, key)
    assert old.size < new.size

    grown = kibitz("log", "prove", "--from", old.size, "--to", new.size, *where)
    hashes = [b64decode(line) for line in grown.stdout.split()]
    check_consistency(old.size, old.root, new.size, new.root, hashes)

    exported = kibitz("game", "export", game, *where)
    assert exported.stderr.strip() == ""
    _, *lines, last = exported.stdout.splitlines()
    head = NO_HEAD
    for line in lines:
        head = head_after(head, digest_of(line))
    printed = kibitz("log", "prove", game, *where).stdout
    assert json.loads(last) == {"proof": printed}
    assert parse_proof(printed).check(head, key).size == new.size
    checked = kibitz("log", "check", *where)
    assert checked.exit_code == 0
    assert "2 signed checkpoints: each is of this log" in checked.stdout


def test_a_change_of_the_log_is_found_by_the_first_checkpoint_after_it(signed: Path) -> None:
    sizes = []
    for _ in range(3):
        note = kibitz("log", "checkpoint", "--data-dir", signed).stdout
        sizes.append(int(note.splitlines()[1]))
        assert kibitz("simulate", "--games", 1, "--store", "--data-dir", signed).exit_code == 0
    with sqlite3.connect(signed / "log.db") as connection:
        # The rules do not tell who recorded it when.
        connection.execute("UPDATE events SET at = at + 1 WHERE position = ?", (sizes[0] + 1,))
    connection.close()
    found = kibitz("log", "check", "--data-dir", signed)
    assert found.exit_code == 1
    assert f"the checkpoint of {sizes[1]} events" in found.stderr
    assert "another root" in found.stderr
    with sqlite3.connect(signed / "log.db") as connection:
        connection.execute("UPDATE log_checkpoints SET note = 'x' || note WHERE size = ?", sizes[:1])
    connection.close()
    assert f"the checkpoint of {sizes[0]} events" in kibitz("log", "check", "--data-dir", signed).stderr


@pytest.mark.parametrize("at", [2**62, "tomorrow"])
def test_a_checkpoint_without_a_readable_time_is_named(signed: Path, at: int | str) -> None:
    size = kibitz("log", "checkpoint", "--data-dir", signed).stdout.splitlines()[1]
    with sqlite3.connect(signed / "log.db") as connection:
        connection.execute("UPDATE log_checkpoints SET at = ?", (at,))
    connection.close()
    found = kibitz("log", "check", "--data-dir", signed)
    assert found.exit_code == 1
    assert f"the checkpoint of {size} events" in found.stderr
    assert "no date" in found.stderr
    assert "Traceback" not in found.stderr


def test_a_checkpoint_that_another_key_has_signed_is_found_by_who_has_the_key(signed: Path) -> None:
    where = "--data-dir", signed
    note = kibitz("log", "checkpoint", *where).stdout
    checked = kibitz("log", "check", *where)
    assert (checked.exit_code, "Not checked" in checked.stdout) == (0, False)
    text, _, _ = note.partition("\n\n")
    origin, size, _ = text.splitlines()
    forger = SigningKey("5e" * 32)
    with sqlite3.connect(signed / "log.db") as connection:
        connection.execute(
            "UPDATE log_checkpoints SET note = ?, verifier_key = ?",
            (forger.sign(f"{text}\n", origin), forger.verifier_key(origin)),
        )
    connection.close()
    found = kibitz("log", "check", *where)
    assert found.exit_code == 1
    assert f"the checkpoint of {size} events" in found.stderr
    assert "another key than the log's has signed it" in " ".join(found.stderr.split())
    (signed / "log.key").unlink()
    checked = kibitz("log", "check", *where)
    assert checked.exit_code == 0
    assert "Not checked without the log's key" in checked.stdout


def test_what_cannot_be_signed_or_proven_is_named(signed: Path) -> None:
    game, _ = a_game(signed)
    where = "--data-dir", signed
    assert kibitz("log", "checkpoint", *where).exit_code == 0
    for wrong, named in (
        (("prove",), "name a game"),
        (("prove", game, "--from", 1, "--to", 2), "name a game"),
        (("prove", UUID(int=1)), "no such game"),
        (("prove", "--from", 1, "--to", 2), "no signed checkpoint of 1 events"),
        (("prove", "--from", 2, "--to", 1), "--from is the smaller size"),
        (("prove", "--from", 1, "--to", 2**80), "no signed checkpoint of 1 events"),
        (("prove", asyncio.run(running_game(signed))), "the game is not over"),
    ):
        refused = kibitz("log", *wrong, *where)
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert named in refused.stderr
    (signed / "log.key").write_text("00" * 32)
    refused = kibitz("log", "checkpoint", *where)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "another key" in refused.stderr
    (signed / "log.key").unlink()
    assert "no log key" in kibitz("log", "checkpoint", *where).stderr
    assert not (signed / "log.key").exists()
