"""The tiers of the tests name files and folders that exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tiers import INNER, INTEGRATION, ROOT, missing_packages


def test_every_place_of_the_tiers_exists() -> None:
    assert [place for place in (*INTEGRATION, *INNER) if not (ROOT / place).exists()] == []


def test_a_folder_hands_its_packages_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.tiers.find_spec", lambda package: None if package == "pyarrow" else object())
    assert missing_packages(ROOT / "tests" / "api" / "cli" / "export" / "conftest.py") == ["pyarrow"]
    assert missing_packages(ROOT / "tests" / "domain") == []
    assert missing_packages(Path("/elsewhere")) == []
