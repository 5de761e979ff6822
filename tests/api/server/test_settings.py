"""Servers with other settings: no guests, their own secret, shorter tokens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import jwt
import pytest
from pydantic import SecretStr, ValidationError

from api.app import application, services_of
from api.data_directory import DataDirectory
from api.settings import ProjectionMode, Settings
from application.thinking.evenly_timed import EvenlyTimed
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client


@asynccontextmanager
async def served(data_dir: Path, **settings: Any) -> AsyncIterator[Client]:
    async with services_of(Settings(data_dir=data_dir, **settings)) as services:
        transport = httpx.ASGITransport(application(services))
        async with httpx.AsyncClient(transport=transport, base_url="http://[::1]", trust_env=False) as http:
            yield Client(http)


async def test_a_server_without_guests_refuses_to_sign_them_in(tmp_path: Path) -> None:
    async with served(tmp_path, guests=False) as spectator:
        refusal = (await spectator.data(d.SIGN_IN, input={"name": "Ann"}))["signIn"]
        assert refusal["__typename"] == "GuestsNotAdmitted"
        assert refusal["code"] == "GUESTS_NOT_ADMITTED"
        assert refusal["message"]


async def test_configured_secret_replaces_that_of_the_data_directory(tmp_path: Path) -> None:
    secret = "a secret that is long enough to sign with"
    async with served(tmp_path, secret=SecretStr(secret)) as spectator:
        ann = await spectator.sign_in("Ann")
        jwt.decode(str(ann.token), secret, ["HS256"], issuer="kibitz")
    assert not (tmp_path / "secret").exists()


def test_short_secret_is_refused_without_showing_it() -> None:
    with pytest.raises(ValidationError, match="at least 32 characters, not 5") as refused:
        Settings(secret=SecretStr("xyzzy"))
    assert "xyzzy" not in str(refused.value)


async def test_token_is_valid_for_the_configured_time(tmp_path: Path) -> None:
    async with served(tmp_path, token_days=1) as spectator:
        claims = jwt.decode(str((await spectator.sign_in("Ann")).token), options={"verify_signature": False})
        assert claims["exp"] - claims["iat"] == 24 * 60 * 60


async def test_secret_of_a_data_directory_is_created_once_and_private_to_the_owner(tmp_path: Path) -> None:
    first = DataDirectory(tmp_path / "data").secret.text()
    assert DataDirectory(tmp_path / "data").secret.text() == first
    assert (tmp_path / "data" / "secret").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret"]


async def test_token_stays_valid_after_a_restart(tmp_path: Path) -> None:
    async with served(tmp_path) as spectator:
        ann = await spectator.sign_in("Ann")
    async with served(tmp_path) as spectator:
        assert (await Client(spectator.http, ann.token).data(d.ME))["me"]["player"]["id"] == ann.player


async def test_server_reports_liveness_and_readiness(spectator: Client) -> None:
    for path in ("/health/live", "/health/ready"):
        assert (await spectator.http.get(path)).json() == {"status": "ok"}


@pytest.mark.parametrize(
    ("given", "mode"),
    [
        *((mode.value, mode) for mode in ProjectionMode),
        ("THREAD", ProjectionMode.THREAD),
        *((given, ProjectionMode.PROCESS) for given in ("true", "True", "1", "yes", "on")),
        *((given, ProjectionMode.OFF) for given in ("false", "FALSE", "0", "no")),
    ],
)
def test_projections_are_kept_where_the_variable_says_also_in_the_words_of_earlier_releases(
    monkeypatch: pytest.MonkeyPatch, given: str, mode: ProjectionMode
) -> None:
    monkeypatch.setenv("KIBITZ_PROJECTIONS", given)
    assert Settings().projections is mode


def test_projections_are_kept_by_a_process_unless_the_settings_say_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("KIBITZ_PROJECTIONS")
    assert Settings().projections is ProjectionMode.PROCESS
    assert Settings(projections=cast("Any", False)).projections is ProjectionMode.OFF


def test_projections_are_kept_by_the_server_itself_where_processes_have_no_priority(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("os.nice")
    monkeypatch.setenv("KIBITZ_PROJECTIONS", "true")
    assert Settings().projections is ProjectionMode.THREAD
    monkeypatch.delenv("KIBITZ_PROJECTIONS")
    assert Settings().projections is ProjectionMode.THREAD


def test_projections_by_a_process_are_refused_where_it_cannot_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("os.nice")
    monkeypatch.setenv("KIBITZ_PROJECTIONS", "process")
    with pytest.raises(ValidationError, match="no POSIX processes; 'thread' keeps"):
        Settings()


def test_projections_in_an_unknown_place_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_PROJECTIONS", "elsewhere")
    with pytest.raises(ValidationError, match="'process', 'thread' or 'off'"):
        Settings()


@pytest.mark.parametrize("thinkers", [0, 1])
async def test_machine_players_choose_in_even_times_with_and_without_workers(
    tmp_path: Path, thinkers: int
) -> None:
    async with services_of(Settings(data_dir=tmp_path, thinkers=thinkers)) as services:
        assert isinstance(services.games._croupier._thinkers, EvenlyTimed)
