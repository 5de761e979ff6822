"""The texts of the pages in one language: as a module, and filled into files without modules."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Final

import orjson

_PLACEHOLDER: Final = re.compile(r"\{\{([\w.-]+)\}\}")


class Catalogue:
    """The messages of a file such as `web/locales/en.json`, by key."""

    def __init__(self, file: Path) -> None:
        """Read the file; without it there are no messages."""
        self._messages: dict[str, object] = orjson.loads(file.read_bytes()) if file.exists() else {}

    def module(self) -> bytes:
        """Return all messages as a JavaScript module, which loads in parallel with those that import it."""
        return b"export default " + orjson.dumps(self._messages) + b";\n"

    def filled(self, text: str) -> str:
        """Return HTML or JSON with the escaped message for each `{{key}}`; KeyError for unknown keys."""
        return _PLACEHOLDER.sub(lambda found: escape(str(self._messages[found[1]])), text)
