"""Fixtures about tokens."""

from __future__ import annotations

from typing import Any

import jwt
import pytest


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tokens whose signatures were verified."""
    seen: list[str] = []
    decode = jwt.decode

    def counting(token: str, *arguments: Any, **options: Any) -> Any:
        seen.append(token)
        return decode(token, *arguments, **options)

    monkeypatch.setattr(jwt, "decode", counting)
    return seen
