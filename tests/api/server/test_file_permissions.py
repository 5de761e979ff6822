"""Data directories: readable by their owner only, regardless of the umask and earlier modes."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from stat import S_IMODE
from typing import Final

import pytest

from api.app import services_of
from api.data_directory import CannotStart, DataDirectory
from api.settings import Settings
from application.store.sqlite.store import SQLiteStore
from tests.api.harness.server_processes import Kibitz

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")

DATABASES: Final = {f"{name}.db{ending}" for name in ("log", "read") for ending in ("", "-wal", "-shm")}


def mode(path: Path) -> int:
    return S_IMODE(path.stat().st_mode)


def modes(folder: Path) -> dict[str, int]:
    return {each.name: mode(each) for each in folder.iterdir()}


def copied(empty_data: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(empty_data, tmp_path / "data"))


def loosen(folder: Path, names: Iterable[str]) -> None:
    for name in names:
        (folder / name).chmod(0o664 if (folder / name).is_file() else 0o775)


@pytest.fixture(params=[0, 0o022, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


@pytest.mark.usefixtures("umask")
async def test_created_files_are_private_to_the_owner(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    async with services_of(Settings(data_dir=data)):
        found = modes(data)
    assert found.keys() == DATABASES | {"secret", "log.key", "lock"}
    assert set(found.values()) == {0o600}
    assert mode(data) == 0o700


@pytest.mark.usefixtures("umask")
async def test_permissions_of_an_existing_directory_and_its_databases_are_restricted(
    tmp_path: Path, empty_data: Path
) -> None:
    data = copied(empty_data, tmp_path)
    loosen(data.parent, [data.name])
    loosen(data, ("log.db", "read.db", "lock"))
    async with services_of(Settings(data_dir=data)):
        assert set(modes(data).values()) == {0o600}
        assert mode(data) == 0o700


async def test_wal_files_are_private_to_the_owner(tmp_path: Path, empty_data: Path) -> None:
    data = copied(empty_data, tmp_path)
    with closing(sqlite3.connect(data / "log.db")) as held:
        held.execute("SELECT count(*) FROM events").fetchone()
        beside = [name for name in modes(data) if name.startswith("log.db-")]
        assert beside
        loosen(data, beside)
        async with services_of(Settings(data_dir=data)):
            assert set(modes(data).values()) == {0o600}


async def test_log_outside_a_data_directory_is_private_to_the_owner(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "log.db")
    assert set(modes(tmp_path).values()) == {0o600}
    await store.close()


@pytest.mark.parametrize("loose", [0o644, 0o640, 0o606])
def test_secret_readable_by_others_is_refused_with_the_command_that_fixes_it(
    tmp_path: Path, loose: int
) -> None:
    directory = DataDirectory(tmp_path / "data")
    secret = directory.secret.text()
    path = tmp_path / "data" / "secret"
    path.chmod(loose)
    with pytest.raises(CannotStart, match="chmod 600") as refused:
        directory.secret.text()
    assert str(path) in str(refused.value)
    assert secret not in str(refused.value)
    path.chmod(0o600)
    assert directory.secret.text() == secret


async def test_shared_directory_keeps_its_mode(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    os.makedirs(shared, mode=0o755)
    (shared / "a letter").write_text("for all to read")
    async with services_of(Settings(data_dir=shared)):
        assert mode(shared) == 0o755
        assert {number for name, number in modes(shared).items() if name != "a letter"} == {0o600}


def test_tools_never_widen_the_mode_of_a_directory(kibitz: Kibitz, tmp_path: Path, empty_data: Path) -> None:
    data = Path(shutil.copytree(empty_data, tmp_path / "data"))
    assert kibitz("log", "stats", "--data-dir", data).returncode == 0
    assert set(modes(data).values()) == {0o600}
    assert mode(data) == 0o700
