"""The forker of writer processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.harness.process_forker import Forker, forking


@pytest.fixture
def forker(tmp_path: Path) -> Iterator[Forker]:
    """A forker of writer processes."""
    with forking(tmp_path / "complaints") as forker:
        yield forker
