"""The projector in a child process of the server never outlives it, and nothing is lost with a child."""

from __future__ import annotations

import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.api.harness.callers import over_http
from tests.api.harness.stream_clients import LOBBY, over_socket
from tests.long_form import usually
from tests.processes.installation import Installation, Process
from tests.processes.polling import listed, wait_for

CHILD = ("--projections", "process")
both_databases = pytest.mark.parametrize(
    "installation", usually(("sqlite", "postgres"), "sqlite"), indirect=True
)


def children_of(process: int) -> list[int]:
    """Return the ids of the processes that a process has started and that have not ended."""
    found = []
    for each in Path("/proc").iterdir():
        if each.name.isdecimal():
            try:
                # The fields after the name in brackets, which may contain any characters.
                state, parent, *_ = (each / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(parent) == process and state != "Z":
                found.append(int(each.name))
    return found


def has_ended(process: int) -> bool:
    """Return whether a process has ended, also if nothing has asked for its exit code."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def exists(process: int) -> bool:
    """Return whether there is a process, also if it has ended and nothing has asked for its exit code."""
    return Path(f"/proc/{process}").exists()


def child_of(server: Process, other_than: int | None = None) -> int:
    """Wait for the projector's process of a server and return its id."""

    def found() -> int | None:
        return next((each for each in children_of(server.id) if each != other_than), None)

    return wait_for(found)


def wait_ended(process: int) -> None:
    """Wait until a process has ended."""
    wait_for(lambda: has_ended(process) or None)


@both_databases
async def test_a_killed_child_is_replaced_and_catches_up(installation: Installation) -> None:
    server = installation.serve(*CHILD)
    async with over_http(server.url) as spectator:
        ann = await spectator.sign_in("Ann")
        await listed(spectator, "JOINABLE", await ann.create())
        for _ in range(2):
            child = child_of(server)
            os.kill(child, signal.SIGKILL)
            missed = [await ann.create() for _ in range(3)]
            child_of(server, other_than=child)
            await listed(spectator, "JOINABLE", *missed)
            assert await ann.own_games(upToDate=True, first=3) == missed[::-1]
    assert server.log.count("was killed by SIGKILL; another starts") == 2
    assert "Traceback" not in server.log


@both_databases
async def test_readers_and_subscribers_are_served_until_the_server_stops_and_the_child_with_it(
    installation: Installation,
) -> None:
    server = installation.serve(*CHILD)
    async with over_http(server.url) as spectator:
        ann = await spectator.sign_in("Ann")
        async with over_socket(server.url, LOBBY) as lobby:
            assert (await lobby.next())["snapshot"]
            for _ in range(5):
                game = await ann.create()
                assert [each["id"] for each in (await lobby.next())["games"]] == [game]
                assert await ann.own_games(upToDate=True, first=1) == [game]
    child = child_of(server)
    assert os.getpriority(os.PRIO_PROCESS, child) > os.getpriority(os.PRIO_PROCESS, server.id)
    assert server.stop() == 0
    assert not exists(child), "the server has not waited for it"
    assert "Traceback" not in server.log


async def test_the_child_ends_with_a_killed_server_and_leaves_its_leases(
    sqlite_installation: Installation,
) -> None:
    server = sqlite_installation.serve(*CHILD)
    async with over_http(server.url) as spectator:
        await listed(spectator, "JOINABLE", await (await spectator.sign_in("Ann")).create())
    child = child_of(server)
    server.kill()
    wait_ended(child)
    data = Path(sqlite_installation.settings["KIBITZ_DATA_DIR"])
    with closing(sqlite3.connect(data / "read.db")) as database:
        owners = database.execute("SELECT DISTINCT owner FROM projection_versions").fetchall()
    assert owners == [(None,)]
    # The directory is free, and the next server's child goes on at once.
    server.start()
    async with over_http(server.url) as spectator:
        await listed(spectator, "JOINABLE", await (await spectator.sign_in("Ben")).create())


async def test_signals_to_all_processes_of_a_service_end_only_the_server(
    sqlite_installation: Installation,
) -> None:
    server = sqlite_installation.serve(*CHILD)
    async with over_http(server.url) as spectator:
        ann = await spectator.sign_in("Ann")
        # From then on its start is complete.
        await listed(spectator, "JOINABLE", await ann.create())
        child = child_of(server)
        for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(child, sent)
            await listed(spectator, "JOINABLE", await ann.create())
        assert children_of(server.id) == [child]
        assert os.getpgid(child) != os.getpgid(server.id), "a terminal would send it Ctrl-C"


async def test_a_stopped_child_delays_no_command(sqlite_installation: Installation) -> None:
    server = sqlite_installation.serve(*CHILD)
    async with over_http(server.url) as spectator:
        ann = await spectator.sign_in("Ann")
        game = await ann.create(variant="oh-hell")
        await listed(spectator, "JOINABLE", game)
        child = child_of(server)
        os.kill(child, signal.SIGSTOP)
        try:
            games = [await ann.create() for _ in range(40)]
            assert not {*games} & {*await spectator.listed("JOINABLE", first=100)}
        finally:
            os.kill(child, signal.SIGCONT)
        await listed(spectator, "JOINABLE", games[-1])


@pytest.mark.parametrize(
    ("variable", "option", "children"), [("true", None, 1), ("false", None, 0), ("false", "--projections", 1)]
)
async def test_values_of_earlier_releases_are_understood(
    sqlite_installation: Installation, variable: str, option: str | None, children: int
) -> None:
    sqlite_installation.settings["KIBITZ_PROJECTIONS"] = variable
    server = sqlite_installation.serve(*filter(None, [option]))
    # The child starts before the server listens.
    assert len(children_of(server.id)) == children


async def test_two_servers_of_one_database_share_the_work_of_their_children(
    postgres_installation: Installation,
) -> None:
    here, there = postgres_installation.serve(*CHILD), postgres_installation.serve(*CHILD)
    async with over_http(here.url) as spectator, over_http(there.url) as elsewhere:
        ann = await spectator.sign_in("Ann")
        for client in (spectator, elsewhere):
            await listed(client, "JOINABLE", await ann.create())
        here.kill()
        ben = await elsewhere.sign_in("Ben")
        await listed(elsewhere, "JOINABLE", await ben.create())
