"""A PostgreSQL server for one test that can be killed, with durable commits."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from psycopg.conninfo import make_conninfo

from tests import postgres

SETTINGS = {**postgres.SETTINGS, "fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}
END_TIMEOUT = 20.0


class Cluster:
    """A server on a data folder, which survives kills."""

    def __init__(self, programs: Path, folder: Path, identity: dict[str, Any]) -> None:
        self._programs = programs
        self._folder = folder
        self._identity = identity
        self._environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(folder)}
        self._port = postgres.free_port()
        self._server: subprocess.Popen[bytes] | None = None

    def initialise(self) -> None:
        """Create the files of an empty cluster."""
        secret = self._folder / "password"
        secret.write_text(postgres.PASSWORD)
        secret.chmod(0o644)
        subprocess.run(
            [
                *(self._programs / "initdb", "-D", self._folder / "data", "-U", postgres.USER, "--no-sync"),
                *("--encoding=UTF8", "--locale=C", "--auth-local=trust", "--auth-host=scram-sha-256"),
                f"--pwfile={secret}",
            ],
            check=True,
            cwd=self._folder,
            env=self._environment,
            stdout=subprocess.DEVNULL,
            **self._identity,
        )

    def start(self) -> None:
        """Start, and wait until it accepts connections; after a kill it recovers first."""
        assert self._server is None, "it runs already"
        deadline = time.monotonic() + postgres.STARTING
        while self._server is None:
            server = self._start_server()
            try:
                postgres.await_start(server, self._address)
            except SystemExit:
                # Child processes of a killed server may still be ending.
                assert time.monotonic() < deadline, "it does not start"
                time.sleep(0.05)
            except BaseException:
                server.kill()
                server.wait()
                raise
            else:
                self._server = server

    def kill(self) -> None:
        """Kill it as in a power cut; its child processes end once they notice."""
        assert self._server is not None, "it does not run"
        server, self._server = self._server, None
        server.kill()
        server.wait(END_TIMEOUT)

    def end(self) -> None:
        """Stop it if it runs."""
        if self._server is not None:
            # Immediate shutdown without a checkpoint; it waits for the child processes.
            server, self._server = self._server, None
            server.send_signal(signal.SIGQUIT)
            server.wait(END_TIMEOUT)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Make sure that it runs on entry and on exit."""
        if self._server is None:
            self.start()
        yield
        if self._server is None:
            self.start()

    def new_database(self) -> str:
        """Create an empty database and return its TCP URL, as used from another machine."""
        name = f"test_{uuid4().hex}"
        with psycopg.connect(self._address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
        return postgres.url_of(self._address, name, host="127.0.0.1", password=postgres.PASSWORD)

    @property
    def _address(self) -> str:
        return make_conninfo(host=str(self._folder), port=self._port, user=postgres.USER, dbname="postgres")

    def _start_server(self) -> subprocess.Popen[bytes]:
        own = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self._folder),
            "port": str(self._port),
        }
        settings = [f"--{name}={value}" for name, value in {**SETTINGS, **own}.items()]
        return subprocess.Popen(
            [self._programs / "postgres", "-D", self._folder / "data", *settings],
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **self._identity,
        )


@contextmanager
def private_cluster() -> Iterator[Cluster]:
    """Yield a running cluster, and remove it with its data."""
    found = postgres.programs()
    if found is None:
        postgres.unavailable("there are no PostgreSQL programs that could be killed")
    with postgres.unprivileged_folder() as (folder, identity):
        if identity and not postgres.readable_by_all(found):
            found = postgres.copied(found, folder / "programs")
        cluster = Cluster(found, folder, identity)
        cluster.initialise()
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.end()
