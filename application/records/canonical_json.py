r"""JSON in the canonical form of RFC 8785, for values without floats.

>>> canonical({"b": [1, "ä\n"], "a": None}).decode()
'{"a":null,"b":[1,"ä\\n"]}'
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

_sorted: Final = msgspec.json.Encoder(order="sorted").encode
_as_given: Final = msgspec.json.Encoder().encode


def canonical(value: Any) -> bytes:
    """Return the canonical form of a JSON value, which has no floats."""
    encoded = _sorted(value)
    # The standard orders keys by UTF-16, which differs beyond the Basic Multilingual Plane.
    return encoded if encoded.isascii() else _as_given(_in_order(value))


def _in_order(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _in_order(value[key]) for key in sorted(value, key=_utf_16)}
    return [_in_order(each) for each in value] if isinstance(value, list | tuple) else value


def _utf_16(key: str) -> bytes:
    return key.encode("utf-16-be")
