"""`kibitz log` and `kibitz game` on PostgreSQL, with all keys in the environment and no data directory."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path

import pytest
from typer.testing import Result

from application.transparency.signed_notes import SigningKey
from kibitz_client.transparency import VerifierKey, check_consistency, open_checkpoint
from tests.api.cli.test_log_tools import kibitz
from tests.application.store.meddling import ask

pytestmark = pytest.mark.timeout(60)

KEY = SigningKey("07" * 32)


@pytest.fixture
def where(postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """Return options for a database with two finished games; its operator has no data directory."""
    monkeypatch.setenv("KIBITZ_DATA_DIR", str(tmp_path / "none"))
    monkeypatch.setenv("KIBITZ_SECRET", "s" * 32)
    monkeypatch.setenv("KIBITZ_LOG_NAME", "cards.example/log")
    options = "--database-url", postgres_url
    play(*options)
    return options


def play(*where: str) -> None:
    """Add two finished games to a log."""
    made = kibitz("simulate", "--games", 2, "--store", *where)
    assert made.exit_code == 0, made.output


def done(*arguments: object) -> Result:
    """Run a command that succeeds."""
    found = kibitz(*arguments)
    assert found.exit_code == 0, found.output
    return found


def test_a_log_is_signed_proven_exported_and_verified(
    where: tuple[str, ...], postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = kibitz("log", "checkpoint", *where)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "KIBITZ_LOG_KEY" in refused.stderr
    monkeypatch.setenv("KIBITZ_LOG_KEY", "07" * 32)
    first = done("log", "checkpoint", *where).stdout
    play(*where)
    second = done("log", "checkpoint", *where).stdout
    key = VerifierKey(KEY.verifier_key(first.splitlines()[0]))
    old, new = open_checkpoint(first, key), open_checkpoint(second, key)
    grown = done("log", "prove", "--from", old.size, "--to", new.size, *where).stdout
    check_consistency(old.size, old.root, new.size, new.root, list(map(b64decode, grown.split())))

    [(game,), *_] = ask(postgres_url, "SELECT DISTINCT game FROM kibitz.events")
    path = tmp_path / "game.jsonl"
    done("game", "export", game, "--out", path, *where)
    assert json.loads(path.read_text().splitlines()[-1])["proof"] == done("log", "prove", game, *where).stdout
    done("game", "verify", path, "--key", KEY.verifier_key(old.origin))
    assert "2 signed checkpoints: each is of this log" in done("log", "check", *where).stdout
    # Neither data nor keys were made beside the database.
    assert not (tmp_path / "none").exists()


def test_a_changed_log_and_another_key_are_found(
    where: tuple[str, ...], postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_LOG_KEY", "07" * 32)
    size = done("log", "checkpoint", *where).stdout.splitlines()[1]
    monkeypatch.setenv("KIBITZ_LOG_KEY", "08" * 32)
    refused = kibitz("log", "checkpoint", *where)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "another key" in refused.stderr
    ask(postgres_url, "UPDATE kibitz.events SET at = at + 1 WHERE position = 9")
    checked = kibitz("log", "check", *where)
    assert checked.exit_code == 1
    assert f"the checkpoint of {size} events" in checked.stderr
