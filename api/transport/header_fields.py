"""Collects the headers and trailers of a request, and measures and takes them together."""

from __future__ import annotations

from itertools import chain
from typing import Any, Final

from api.fair_share.first_headers import first_headers

LINE_BYTES: Final = 3
"""The fewest bytes of a line besides the name and the value: a colon and the end."""


class HeaderFields:
    """Mixin for the HTTP protocol that holds the headers of a request, or the trailers after its body."""

    scope: Any
    headers: list[tuple[bytes, bytes]]
    expect_100_continue: bool

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._fields: list[bytes] = []
        """The names and values found since the request began, or since its headers were taken."""

    def _exceeds(self, count: int, size: int, received: int) -> bool:
        """Return whether there are more headers and trailers, or more bytes of them, than allowed.

        The bytes received so far contain them, and are mostly fewer than allowed.
        """
        found = len(self.headers) + len(self._fields) // 2
        if found > count:
            return True
        if received <= size:
            return False
        return sum(map(len, chain(self._fields, *self.headers))) + LINE_BYTES * found > size

    def _take_headers(self) -> None:
        """Give the headers to the request, as uvicorn does one by one."""
        names, values = self._fields[::2], self._fields[1::2]
        self._fields.clear()
        self.headers.extend(zip(map(bytes.lower, names), values, strict=True))
        if b"expect" in first_headers(self.scope):
            expected = (value.lower() for name, value in self.headers if name == b"expect")
            self.expect_100_continue = b"100-continue" in expected
