"""The texts of the pages in one language: as modules, and filled into files without modules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Final

import orjson

_PLACEHOLDER: Final = re.compile(r"\{\{([\w.-]+)\}\}")
_SECTION: Final = re.compile(r"^import .*?\bfrom 'catalogue/([\w-]+)\.js';$", re.MULTILINE)
"""The import of a section: a module for the messages whose keys begin with its name."""
_ADDED: Final = """import {{ addMessages }} from '../../text/messages.js';
addMessages({messages});
export * from '../../text/messages.js';
"""


class Catalogue:
    """The messages of a file such as `web/locales/en.json`, by key."""

    def __init__(self, file: Path) -> None:
        """Read the file; without it there are no messages."""
        self._language = file.stem
        self._messages: dict[str, object] = orjson.loads(file.read_bytes()) if file.exists() else {}

    def modules(self, sources: Iterable[str]) -> Mapping[str, bytes]:
        """Return the messages as JavaScript modules by path, which load in parallel with their users.

        `sources` are the pages' modules. Each section that one of them imports is a module of its own, which
        exports the functions of `web/text/messages.js`; the other sections are one module together.
        """
        separate = {name for source in sources for name in _SECTION.findall(source)}
        common: dict[str, object] = {}
        modules: dict[str, bytes] = {}
        for section, keys in groupby(sorted(self._messages), lambda key: key.partition(".")[0]):
            messages = {key: self._messages[key] for key in keys}
            if section in separate:
                text = _ADDED.format(messages=orjson.dumps(messages).decode())
                modules[f"locales/{self._language}/{section}.js"] = text.encode()
            else:
                common |= messages
        return modules | {f"locales/{self._language}.js": b"export default " + orjson.dumps(common) + b";\n"}

    def filled(self, text: str) -> str:
        """Return HTML or JSON with the escaped message for each `{{key}}`; KeyError for unknown keys."""
        return _PLACEHOLDER.sub(lambda found: escape(str(self._messages[found[1]])), text)
