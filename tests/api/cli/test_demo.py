"""`kibitz demo`: a whole game on a temporary server, independent of the environment."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from tests.api.harness.server_processes import Done, Kibitz

CHECKS = (
    "the replay of the last version shows the final state",
    "of the log gives the same final state",
    "match their commitments",
)

SETTINGS = {"KIBITZ_GUESTS": "false", "KIBITZ_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/games"}


def check(done: Done, *checks: str) -> None:
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for step in checks:
        assert any(line.startswith("✓") and step in line for line in done.stdout.splitlines()), step
    assert "the spectator saw all" in done.stdout


def test_the_demo_plays_a_game_and_checks_it(kibitz: Kibitz, tmp_path: Path) -> None:
    # The settings of a server that there may be already are none of its business.
    done = kibitz("demo", TMPDIR=str(tmp_path), **SETTINGS)
    check(done, *CHECKS)
    assert "Final scores" in done.stdout
    assert list(tmp_path.iterdir()) == [], "it leaves nothing behind"


@pytest.mark.slow
def test_the_demo_plays_a_game_of_secret_bids(kibitz: Kibitz) -> None:
    check(kibitz("demo", "--variant", "oh-hell"), *CHECKS)


@pytest.mark.slow
def test_the_demo_plays_a_game_without_points(kibitz: Kibitz, tmp_path: Path) -> None:
    done = kibitz("demo", "--variant", "president", TMPDIR=str(tmp_path))
    check(done, *CHECKS[:2], "the commitment to the shuffled deck opens")
    assert "Final places after 1 round" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["oh-hell", "president"])
def test_demo_leaves_the_existing_data_of_its_database_unchanged(
    kibitz: Kibitz, postgres_url: str, tmp_path: Path, variant: str
) -> None:
    there = kibitz("simulate", "--games", 1, "--store", "--database-url", postgres_url)
    assert there.returncode == 0, there.stderr
    before = logged(postgres_url)
    done = kibitz("demo", "--variant", variant, "--database-url", postgres_url, TMPDIR=str(tmp_path))
    check(done, *CHECKS[:2])
    after = logged(postgres_url)
    assert after[: len(before)] == before
    assert len({game for game, _ in after}) == 2
    assert f"the {len(after) - len(before)} events of the log" in done.stdout
    assert list(tmp_path.iterdir()) == [], "it leaves nothing behind"


def logged(url: str) -> list[tuple[object, int]]:
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT game, version FROM kibitz.events WHERE position > 0 ORDER BY position"
        )
        return [(game, version) for game, version in rows]


@pytest.mark.parametrize(
    "url",
    [
        "oracle://ann@localhost/kibitz",
        pytest.param("postgresql://ann:secret@127.0.0.1:1/games", marks=pytest.mark.slow),
    ],
)
def test_unusable_database_is_named(kibitz: Kibitz, url: str) -> None:
    done = kibitz("demo", "--database-url", url)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("kibitz: ")
    assert url.partition("://")[0] in line or "127.0.0.1" in line
    assert "secret" not in line
    assert line.count("kibitz: ") == 1
