"""Holds commitments of records fixed: worlds may differ in them, because nobody can tell two of them apart.

`tests/application/records` shows that: a commitment depends on a salt that follows from the game's secret.
"""

from __future__ import annotations

import pytest

from application.records import record


@pytest.fixture(autouse=True)
def fixed_commitments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give all marked fields of one name the same salt and the same commitment."""
    monkeypatch.setattr(record, "salt", lambda _key, version, field: f"salt of {version} {field}")
    monkeypatch.setattr(record, "commitment", lambda field, _salt, _value: f"commitment to {field}")
