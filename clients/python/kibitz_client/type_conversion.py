"""Thread-safe conversion of decoded JSON into msgspec types."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Final, TypeVar

import msgspec

T = TypeVar("T")

_lock: Final = Lock()
_inspected: Final[set[Any]] = set()


def convert(answer: Any, kind: type[T], hook: Callable[[type[Any], Any], Any]) -> T:
    """Convert an answer into a type; `hook` converts types that msgspec does not know.

    Raises msgspec.ValidationError if the answer does not fit.
    """
    if kind not in _inspected:
        # msgspec registers a struct before it has inspected all of it. A second thread that decodes the
        # struct meanwhile would read a null pointer and crash the process.
        with _lock:
            msgspec.json.Decoder(kind, dec_hook=hook)
            _inspected.add(kind)
    return msgspec.convert(answer, kind, dec_hook=hook)
