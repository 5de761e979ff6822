"""A full disk: clear errors, nothing acknowledged is lost, play continues once there is space."""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from eventsourcing.persistence import OperationalError

from application.codec import GameId, Version
from application.store.port import Store
from application.store.postgres.store import PostgresStore
from application.store.sqlite.store import SQLiteStore
from tests import postgres
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, over_http
from tests.api.harness.played_games import begun, play, play_to_the_end, suggested
from tests.api.harness.server_processes import Spawner
from tests.application.store import a_command, bid, new_game, whole_log
from tests.processes.installation import Installation
from tests.processes.polling import listed
from tests.processes.postgres_cluster import Cluster

ROOM = 4096
"""Bytes by which files may still grow."""
MOST = 20_000
"""Appends after which any disk here must have been full."""
CALLER = "ann"


# A SQLite server with limited file sizes


@pytest.fixture
def installation(spawner: Spawner, tmp_path: Path) -> Iterator[Installation]:
    installation = Installation(spawner, tmp_path, None)
    try:
        yield installation
    finally:
        installation.end()


def limit_file_size(process: int, limit: int) -> None:
    """Limit the size of the files that a process writes."""
    _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (limit, hard))


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="NO LIMIT TO SET, NOTHING TESTED")
async def test_server_at_its_file_size_limit_reports_it_and_loses_nothing(installation: Installation) -> None:
    server = installation.serve()
    process = server._process
    assert process is not None
    data = Path(installation.settings["KIBITZ_DATA_DIR"])
    async with over_http(server.url) as spectator:
        ann, bob = [await spectator.sign_in(name) for name in ("Ann", "Bob")]
        game = await begun(ann, bob)
        await play([ann, bob], game, moves=4)
        limit_file_size(process, (data / "log.db-wal").stat().st_size + ROOM)
        acknowledged, refused = await until_refused([ann, bob], game)
        # Reads work even when writes fail.
        assert (await spectator.game(game))["version"] == acknowledged
        assert (await spectator.http.get("/health/live")).status_code == 200

        # With space again it recovers by itself, and the command can be repeated by its id.
        limit_file_size(process, resource.RLIM_INFINITY)
        client, name, values = refused
        result = await client.must(name, **values)
        assert result["events"][0]["version"] == acknowledged + 1
        assert await client.must(name, **values) == result
        await play([ann, bob], game, moves=2)

        # It also recovers after a kill in that state.
        limit_file_size(process, (data / "log.db-wal").stat().st_size + ROOM)
        acknowledged, (client, name, values) = await until_refused([ann, bob], game)
        server.kill()
    server.start()
    async with over_http(server.url) as spectator:
        ann, bob = [Client(spectator.http, each.token, each.player) for each in (ann, bob)]
        client = ann if client.player == ann.player else bob
        assert (await spectator.game(game))["version"] >= acknowledged
        result = await client.must(name, **values)
        assert result["events"][0]["version"] == acknowledged + 1
        await play_to_the_end([ann, bob], game)
        await listed(spectator, "WON", game)
    assert server.stop() == 0
    checked = installation.run("log", "check")
    assert checked.returncode == 0, checked


async def until_refused(
    clients: list[Client], game: str
) -> tuple[int, tuple[Client, str, dict[str, object]]]:
    """Play until the server is unavailable; return the last acknowledged version and the failed command."""
    version = (await clients[0].game(game))["version"]
    for number in range(MOST):
        to_move = (await clients[0].game(game))["table"]["toMove"]
        if to_move:
            client = clients[to_move[0]]
            found = await suggested(client, game)
            assert found is not None
            name, values = found[0], {**found[1], "game": game, "commandId": f"full {version} {number}"}
        answer = await client.ask(d.mutation(name), input=values)
        if "errors" in answer:
            [error] = answer["errors"]
            assert error["extensions"]["code"] == "UNAVAILABLE"
            return version, (client, name, values)
        assert answer["data"][name]["__typename"] == d.accepted(name), answer
        version = answer["data"][name]["version"]
    raise AssertionError("its files grow for ever")


# Stores on a small disk


@contextmanager
def small_disk(folder: Path, size: int) -> Iterator[Path]:
    """Mount a disk of a limited size on a folder."""
    if os.geteuid() != 0:
        pytest.skip("NO DISK TO FILL, NOTHING TESTED: only root may mount one")
    folder.mkdir(exist_ok=True)
    options = ["-t", "tmpfs", "-o", f"size={size},mode=0755", "tmpfs"]
    mounted = subprocess.run(["/bin/mount", *options, folder], capture_output=True, text=True, check=False)
    if mounted.returncode != 0:
        pytest.skip(f"NO DISK TO FILL, NOTHING TESTED: {mounted.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["/bin/umount", "--lazy", folder], check=True)


def filled(disk: Path, spare: int) -> Path:
    """Fill a disk except for some bytes, and return the file to delete later."""
    ballast = disk / "ballast"
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
    with ballast.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(1, free - spare))
    return ballast


class Appending:
    """Appends commands to one game until the disk is full."""

    def __init__(self) -> None:
        self.game: GameId = new_game()
        self.acknowledged: dict[str, tuple[Version, Version]] = {}
        self.version: Version = 0

    async def append(self, store: Store, command_id: str) -> None:
        events = [bid(self.version + place) for place in range(1, 21)]
        command = a_command(command_id, self.game, self.version, *events, by=CALLER)
        recorded = await store.append(command)
        self.acknowledged[command_id] = (recorded[0].version, recorded[-1].version)
        self.version = recorded[-1].version

    async def until_full(self, store: Store) -> str:
        """Append until a typed error, and return the id of the failed command."""
        for number in range(MOST):
            command_id = f"{self.version} {number}"
            try:
                await asyncio.wait_for(self.append(store, command_id), 60)
            except OperationalError:
                return command_id
        raise AssertionError("the disk never filled up")

    async def resolved(self, store: Store, command_id: str) -> None:
        """Look a command up by its id, and append it if it is missing."""
        row = await store.command(str(self.game), CALLER, command_id)
        if row is None:
            await self.append(store, command_id)
        else:
            self.acknowledged[command_id] = (row.first, row.last)
            self.version = row.last

    async def check(self, store: Store) -> None:
        """Assert that the log has exactly the acknowledged commands."""
        log = await whole_log(store)
        assert [each.position for each in log] == [*range(1, len(log) + 1)]
        assert [each.version for each in log] == [*range(1, self.version + 1)]
        found: dict[str | None, list[Version]] = {}
        for each in log:
            found.setdefault(each.command_id, []).append(each.version)
        assert {key: (versions[0], versions[-1]) for key, versions in found.items()} == self.acknowledged
        for command_id, (first, last) in self.acknowledged.items():
            row = await store.command(str(self.game), CALLER, command_id)
            assert row is not None
            assert (row.first, row.last) == (first, last)


@pytest.mark.faults
async def test_sqlite_log_survives_a_full_disk(tmp_path: Path) -> None:
    appending = Appending()
    with small_disk(tmp_path / "disk", 4 << 20) as disk:
        store = SQLiteStore(disk / "log.db")
        for _ in range(2):
            ballast = filled(disk, 300_000)
            failed = await appending.until_full(store)
            with pytest.raises(OperationalError, match="cannot write to"):
                await store.check_writable()
            assert await store.version(appending.game) == await store.head() == appending.version
            ballast.unlink()
            await store.check_writable()
            await appending.resolved(store, failed)
        await appending.check(store)
        await store.close()
        store = SQLiteStore(disk / "log.db")
        await appending.check(store)
        await store.close()


@asynccontextmanager
async def cluster_on_a_small_disk() -> AsyncIterator[tuple[Cluster, Path]]:
    found = postgres.programs()
    if found is None:
        postgres.unavailable("there are no PostgreSQL programs that could be killed")
    with postgres.unprivileged_folder() as (folder, identity), small_disk(folder / "disk", 256 << 20) as disk:
        if identity:
            os.chown(disk, identity["user"], identity["group"])
        if identity and not postgres.readable_by_all(found):
            found = postgres.copied(found, folder / "programs")
        cluster = Cluster(found, disk, identity)
        cluster.initialise()
        try:
            cluster.start()
            yield cluster, disk
        finally:
            cluster.end()


@pytest.mark.faults
@pytest.mark.timeout(300)
async def test_postgresql_log_survives_a_full_disk() -> None:
    appending = Appending()
    async with cluster_on_a_small_disk() as (cluster, disk):
        store = await PostgresStore.open(cluster.new_database())
        for spare, killed in ((2_000_000, False), (2_000_000, True), (18_000_000, True)):
            ballast = await asyncio.to_thread(filled, disk, spare)
            failed = await appending.until_full(store)
            if not killed:
                with pytest.raises(OperationalError, match="disk is full"):
                    await store.check_writable()
            ballast.unlink()
            if killed:
                cluster.kill()
                await asyncio.to_thread(cluster.start)
            await appending.resolved(store, failed)
            await appending.append(store, f"after {spare} {killed}")
            await store.check_writable()
        await appending.check(store)
        await store.close()
