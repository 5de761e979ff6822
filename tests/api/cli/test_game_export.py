"""`kibitz game export` writes a game as a spectator or a seat may read it."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import UUID

from tests.api.cli.test_log_tools import a_game, data, kibitz

__all__ = ["data"]


def test_a_game_is_exported_to_standard_output_or_a_file(data: Path, tmp_path: Path) -> None:
    game, events = a_game(data)
    out = tmp_path / "game.jsonl"
    printed = kibitz("game", "export", game, "--data-dir", data)
    written = kibitz("game", "export", game, "--out", out, "--data-dir", data)
    assert (printed.exit_code, written.exit_code, written.stdout) == (0, 0, "")
    assert printed.stdout == out.read_text()
    header, *records = map(json.loads, printed.stdout.splitlines())
    assert header == {"format": "kibitz/game/v1"}
    assert [each["version"] for each in records] == [*range(1, events + 1)]
    assert {each["game"] for each in records} == {str(game)}


def test_unknown_games_and_seats_are_named(data: Path) -> None:
    game, _ = a_game(data)
    nowhere = data / "nowhere" / "game.jsonl"
    for wrong, named in (
        ((game, "--seat", 3), "seats 0 to 2"),
        ((UUID(int=1),), "no such game"),
        ((game, "--out", nowhere), "nowhere"),
    ):
        refused = kibitz("game", "export", *wrong, "--data-dir", data)
        assert refused.exit_code == 1
        assert named in refused.stderr
        assert refused.stdout == ""
