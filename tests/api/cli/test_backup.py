"""`kibitz backup` and `kibitz restore`: complete copies that overwrite nothing."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from uuid import UUID

import pytest
from typer.testing import CliRunner, Result

from api.app import services_of
from api.cli import app
from api.data_directory import DataDirectory
from api.graphql.context import Services
from api.settings import Settings
from application.store.port import LogIdentity
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from domain.commands import CreateGame
from tests.api.harness.callers import Client

Harm = Callable[[Path], None]


def kibitz(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments])


def refused(*arguments: object) -> str:
    """Expect a command to fail, and return its error message."""
    done = kibitz(*arguments)
    assert done.exit_code == 1, done.output
    return done.stderr


@pytest.fixture
async def game(services: Services, ann: Client, bob: Client) -> UUID:
    """A game in the open log of a server; all of it is still in the WAL."""
    game = await ann.create()
    await bob.must("joinGame", game=game)
    return UUID(game)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kibitz.backup"


@pytest.fixture(autouse=True)
def _others_may_read() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}


async def contents(data: Path) -> tuple[list[object], LogIdentity]:
    store = SQLiteStore(data / "log.db")
    try:
        return list(await store.select(0, 1_000)), await store.identity()
    finally:
        await store.close()


async def test_backup_of_a_running_server_is_complete(
    services: Services, ann: Client, game: UUID, tmp_path: Path, file: Path
) -> None:
    made = await asyncio.to_thread(kibitz, "backup", file, "--data-dir", tmp_path / "data")
    assert made.exit_code == 0, made.output
    assert "3 events of 1 games and 2 players" in made.stdout
    assert modes(tmp_path)["kibitz.backup"] == 0o600
    assert sorted(modes(tmp_path)) == ["data", "kibitz.backup"]
    await ann.must("leaveGame", game=str(game))

    elsewhere = tmp_path / "elsewhere"
    done = await asyncio.to_thread(kibitz, "restore", file, "--data-dir", elsewhere)
    assert done.exit_code == 0, done.output
    events, identity = await contents(elsewhere)
    assert events == (await services.store.read(game))[:3]
    before = await services.store.identity()
    assert identity.log == before.log
    assert identity.epoch > before.epoch
    for name in ("log.key", "secret"):
        assert (elsewhere / name).read_text() == (tmp_path / "data" / name).read_text()
        assert (elsewhere / name).read_bytes() not in (elsewhere / "log.db").read_bytes()
    assert modes(elsewhere) == {"log.db": 0o600, "log.key": 0o600, "secret": 0o600, "lock": 0o600}
    # Players who had signed in remain known.
    async with services_of(Settings(data_dir=elsewhere)) as restored:
        named = await restored.players.named([ann.player])
        assert named[ann.player].name == "Ann"


async def test_copy_of_the_database_file_alone_fails_the_check(
    services: Services, game: UUID, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("log.db", "secret"):
        shutil.copy(tmp_path / "data" / name, copy / name)
    error = await asyncio.to_thread(refused, "log", "check", "--data-dir", copy)
    assert "the log is empty" in error
    assert "kibitz backup" in error


async def test_restore_under_a_running_server_is_refused(
    services: Services, game: UUID, tmp_path: Path, file: Path
) -> None:
    data = tmp_path / "data"
    await asyncio.to_thread(kibitz, "backup", file, "--data-dir", data)
    error = await asyncio.to_thread(refused, "restore", file, "--data-dir", data)
    assert "in use by another server" in error
    assert len(await services.store.read(game)) == 3


@pytest.fixture
async def stopped(tmp_path: Path, empty_data: Path) -> Path:
    """A data directory with a game, whose server has ended."""
    data = Path(shutil.copytree(empty_data, tmp_path / "data"))
    async with services_of(Settings(data_dir=data)) as services:
        await services.games.create(CreateGame(by="ann", variant="president"))
    return data


def test_existing_file_is_not_overwritten_by_a_backup(stopped: Path, file: Path) -> None:
    file.write_text("dear diary")
    assert "not overwritten" in refused("backup", file, "--data-dir", stopped)
    assert file.read_text() == "dear diary"


def test_restore_does_not_overwrite_an_existing_log(stopped: Path, file: Path, tmp_path: Path) -> None:
    assert kibitz("backup", file, "--data-dir", stopped).exit_code == 0
    assert "the data directory has games" in refused("restore", file, "--data-dir", stopped)
    other = tmp_path / "other"
    secret = DataDirectory(other).secret.text()
    assert "differs from the backup's" in refused("restore", file, "--data-dir", other)
    assert (other / "secret").read_text() == secret
    assert sorted(each.name for each in other.iterdir()) == ["lock", "secret"]


def test_old_read_models_are_removed(stopped: Path, file: Path, tmp_path: Path) -> None:
    kibitz("backup", file, "--data-dir", stopped)
    other = tmp_path / "other"
    other.mkdir()
    for name in ("read.db", "read.db-wal", "read.db-shm"):
        (other / name).write_text("of another log")
    assert kibitz("restore", file, "--data-dir", other).exit_code == 0
    assert sorted(each.name for each in other.iterdir()) == ["lock", "log.db", "log.key", "secret"]


async def test_each_restore_of_a_backup_starts_a_new_epoch(stopped: Path, file: Path) -> None:
    await asyncio.to_thread(kibitz, "backup", file, "--data-dir", stopped)
    epochs = []
    for _ in range(2):
        shutil.rmtree(stopped)
        await asyncio.sleep(1.01)
        await asyncio.to_thread(kibitz, "restore", file, "--data-dir", stopped)
        epochs.append((await contents(stopped))[1].epoch)
    assert 1 < epochs[0] < epochs[1]


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-4096])


def flipped(file: Path) -> None:
    kept = bytearray(file.read_bytes())
    # From the beginning of a page, whose middle may be empty.
    for place in range(len(kept) // 2 // 4096 * 4096, len(kept), 4096):
        kept[place : place + 8] = b"\xff" * 8
    file.write_bytes(kept)


def without(statement: str) -> Harm:
    def change(file: Path) -> None:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute(statement)

    return change


@pytest.mark.parametrize(
    "harm",
    [
        cut,
        flipped,
        without("DELETE FROM events WHERE position = 2"),
        without("UPDATE counter SET position = 100"),
        without("UPDATE events SET state = x'7b' WHERE position = 1"),
        without("PRAGMA user_version = 0"),
        without("PRAGMA user_version = 1000"),
    ],
)
def test_incomplete_backup_is_refused(stopped: Path, file: Path, tmp_path: Path, harm: Harm) -> None:
    kibitz("backup", file, "--data-dir", stopped)
    harm(file)
    other = tmp_path / "other"
    assert "kibitz:" in refused("restore", file, "--data-dir", other)
    assert sorted(each.name for each in other.iterdir()) == ["lock"]


def test_file_that_is_no_database_is_named(stopped: Path, file: Path, tmp_path: Path) -> None:
    kibitz("backup", file, "--data-dir", stopped)
    whole = file.read_bytes()
    for content in (b"dear diary", whole[: len(whole) // 2]):
        file.write_bytes(content)
        error = refused("restore", file, "--data-dir", tmp_path / "other")
        assert f"{file.name} cannot be copied: " in error.replace("\n", "")
        assert "unable to open" not in error


def test_relative_paths_are_understood(
    stopped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert kibitz("backup", "kibitz.backup", "--data-dir", "data").exit_code == 0
    for arguments in (["--data-dir", "other"], []):
        done = kibitz("restore", "kibitz.backup", *arguments)
        assert done.exit_code == 0, done.output
    assert DataDirectory(tmp_path / ".kibitz").log.exists()
    assert kibitz("log", "new-epoch", "--data-dir", "other").exit_code == 0


def test_secret_from_the_environment_is_not_in_the_backup(
    stopped: Path, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = (stopped / "secret").read_text()
    (stopped / "secret").unlink()
    monkeypatch.setenv("KIBITZ_SECRET", secret)
    assert "KIBITZ_SECRET" in kibitz("backup", file, "--data-dir", stopped).stderr
    assert secret.encode() not in file.read_bytes()
    monkeypatch.delenv("KIBITZ_SECRET")
    done = kibitz("restore", file, "--data-dir", tmp_path / "other")
    assert done.exit_code == 0
    assert "no secret" in done.stderr


def test_restore_warns_if_the_environment_has_a_different_secret(
    stopped: Path, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kibitz("backup", file, "--data-dir", stopped)
    for number, (secret, warns) in enumerate(
        {(stopped / "secret").read_text(): False, "x" * 40: True}.items()
    ):
        monkeypatch.setenv("KIBITZ_SECRET", secret)
        done = kibitz("restore", file, "--data-dir", tmp_path / str(number))
        assert done.exit_code == 0
        assert ("KIBITZ_SECRET" in done.stderr) is warns


def test_missing_log_or_backup_writes_nothing(tmp_path: Path, file: Path) -> None:
    assert "no log" in refused("backup", file, "--data-dir", tmp_path / "nowhere")
    assert "does not exist" in refused("restore", file, "--data-dir", tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []


def test_postgresql_log_is_refused_with_a_hint_at_its_own_tools(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_DATABASE_URL", "postgresql://db/kibitz")
    assert "PostgreSQL" in refused("backup", file)
    assert "kibitz log new-epoch" in refused("restore", file)


async def test_new_epoch_can_be_started_on_both_databases(stopped: Path, postgres_url: str) -> None:
    first = (await contents(stopped))[1]
    assert (await asyncio.to_thread(kibitz, "log", "new-epoch", "--data-dir", stopped)).exit_code == 0
    assert (await contents(stopped))[1].epoch > first.epoch
    store = await PostgresStore.open(postgres_url)
    first = await store.identity()
    await asyncio.to_thread(kibitz, "log", "new-epoch", "--database-url", postgres_url)
    assert (await store.identity()).epoch > first.epoch
    await store.close()
