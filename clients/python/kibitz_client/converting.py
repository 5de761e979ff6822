"""Conversion into types, in as many threads as a program has."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Final, TypeVar

import msgspec

T = TypeVar("T")

_looking: Final = Lock()
_known: Final[set[Any]] = set()


def convert(answer: Any, kind: type[T], hook: Callable[[type[Any], Any], Any]) -> T:
    """Return an answer as a value of a type; `hook` makes what is no plain struct.

    Raises msgspec.ValidationError if it does not fit.
    """
    if kind not in _known:
        # msgspec notes a struct before it has looked into all of it: a second thread would read what is not
        # there yet, and the process would be gone.
        with _looking:
            msgspec.json.Decoder(kind, dec_hook=hook)
            _known.add(kind)
    return msgspec.convert(answer, kind, dec_hook=hook)
