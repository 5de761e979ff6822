"""Rules that are registered for one test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import domain.machine
import domain.rules
from application.codec import default_codec
from domain.machine import player_of
from domain.rules import rules_of, variants

_REGISTRIES: tuple[dict[Any, Any], ...] = (
    domain.rules._registry,
    domain.rules._named,
    domain.machine._players,
)


@contextmanager
def forgetting() -> Iterator[None]:
    """Remove the rules registered within the context when it ends."""
    variants()
    kept = [(each, dict(each)) for each in _REGISTRIES]
    _forget_what_was_derived()
    yield
    for registry, before in kept:
        registry.clear()
        registry.update(before)
    _forget_what_was_derived()


def _forget_what_was_derived() -> None:
    rules_of.cache_clear()
    default_codec.cache_clear()
    player_of.cache_clear()
