"""A log with games of each variant, and the key that signs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.data_directory import DataDirectory
from domain.rules import variants
from tests.api.cli.test_log_tools import kibitz

SEATS = {"oh-hell": 4}


@pytest.fixture
def signed(tmp_path: Path) -> Path:
    """Return a data directory with two finished games of each variant, and a log key."""
    path = tmp_path / "signed"
    for variant in variants():
        given = "--variant", variant, "--seats", SEATS.get(variant, 3), "--games", 2, "--seed", variant
        made = kibitz("simulate", *given, "--store", "--data-dir", path)
        assert made.exit_code == 0, made.output
    DataDirectory(path).log_key.text()
    return path
