"""Environment variables: unknown names stop a command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from api.cli.framework.settings import load_settings
from api.data_directory import CannotStart
from api.demo.run import OwnSettings
from api.environment import READ_ELSEWHERE, variables_of
from api.settings import Settings
from tests.api.harness.server_processes import Kibitz

GROUPS = ("KIBITZ_LIMITS", "KIBITZ_CONNECTIONS", "KIBITZ_RATES", "KIBITZ_SQLITE_DBNAME")
ROOT = Path(__file__).parents[3]
MISSPELT = {"KIBITZ_LIMITS_DPETH", "KIBITZ_GUEST"}
"""Names that the tests misspell on purpose."""


@pytest.mark.parametrize(
    ("misspelt", "meant"),
    [
        ("KIBITZ_GUEST", "KIBITZ_GUESTS"),
        ("kibitz_guest", "KIBITZ_GUESTS"),
        ("KIBITZ_DATADIR", "KIBITZ_DATA_DIR"),
        ("KIBITZ_LIMITS_DPETH", "KIBITZ_LIMITS_DEPTH"),
        ("KIBITZ_READER_PASWORD", "KIBITZ_READER_PASSWORD"),
    ],
)
def test_a_misspelt_variable_is_refused_with_the_nearest_name(
    monkeypatch: pytest.MonkeyPatch, misspelt: str, meant: str
) -> None:
    monkeypatch.setenv(misspelt, "false")
    with pytest.raises(ValidationError):
        Settings()
    with pytest.raises(CannotStart) as refused:
        load_settings()
    assert str(refused.value) == (
        f"the settings are wrong: unknown environment variable {misspelt}; did you mean {meant}?"
    )


def test_a_wrong_setting_has_the_name_under_which_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_LIMITS_DEPTH", "deep")
    monkeypatch.setenv("KIBITZ_PROXIES", "10.0.0.0/8, nowhere")
    with pytest.raises(CannotStart) as refused:
        load_settings(port=70000, data_dir=None)
    [port, proxies, depth] = str(refused.value).split("; ")
    assert port.startswith("the settings are wrong: --port: ")
    assert proxies.startswith("KIBITZ_PROXIES: ")
    assert depth.startswith("KIBITZ_LIMITS_DEPTH: ")


@pytest.mark.parametrize("given", ["depth=3", '{"depth": "deep"}', '{"dpeth": 3}'])
def test_a_wrong_group_of_settings_is_named_by_its_variable(
    monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("KIBITZ_LIMITS", given)
    with pytest.raises(CannotStart, match=r"^the settings are wrong: (KIBITZ_LIMITS: |.*\"limits\")"):
        load_settings()


def test_unknown_variable_without_a_similar_name_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_QQQQ", "1")
    with pytest.raises(CannotStart, match=r"unknown environment variable KIBITZ_QQQQ$"):
        load_settings()


def test_variables_of_other_programs_and_of_the_demo_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*READ_ELSEWHERE, "KIBITZ_SQLITE_DBNAME", "KIBITZER_GUEST", "PATH_KIBITZ_GUEST"):
        monkeypatch.setenv(name, "1")
    Settings()
    monkeypatch.setenv("KIBITZ_GUEST", "false")
    OwnSettings()


def test_every_variable_that_the_project_names_is_known() -> None:
    known = variables_of(Settings) | READ_ELSEWHERE | MISSPELT
    pages = [ROOT / "README.md", ROOT / "docker-compose.yml", ROOT / "Dockerfile", *ROOT.glob("docs/**/*.md")]
    for page in pages:
        named = set(re.findall(r"KIBITZ_[A-Z_]*[A-Z]", page.read_text()))
        unknown = {each for each in named - known if each not in GROUPS}
        assert not unknown, (page.name, unknown)


@pytest.mark.parametrize(
    "command",
    [
        ("serve", "--port", "0"),
        ("project",),
        ("projections", "status"),
        ("token", "Ann"),
        ("player", "find", "Ann"),
        ("log", "check"),
        ("stats",),
    ],
)
def test_commands_refuse_to_run_with_an_unknown_variable(
    kibitz: Kibitz, tmp_path: Path, command: tuple[str, ...]
) -> None:
    done = kibitz(*command, "--data-dir", tmp_path / "data", KIBITZ_GUEST="false")
    assert done.returncode != 0
    assert "did you mean KIBITZ_GUESTS?" in done.stderr
    assert not (tmp_path / "data").exists()
