"""The texts of the pages in one language: as modules, and filled into files without modules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Final

import orjson

from api.web.module_imports import static_imports

_PLACEHOLDER: Final = re.compile(r"\{\{([\w.-]+)\}\}")
_SECTION: Final = re.compile(r"catalogue/([\w-]+)\.js")
"""The name of a section's module, for the messages whose keys begin with the name of the section."""
_ADDED: Final = """import {{ addMessages }} from '../../text/messages.js';
addMessages({messages});
export * from '../../text/messages.js';
"""


class Catalogue:
    """The messages of a file such as `web/locales/en.json`, by key."""

    def __init__(self, file: Path) -> None:
        """Read the file."""
        self._language = file.stem
        self._messages: dict[str, object] = orjson.loads(file.read_bytes())

    def modules(self, sources: Iterable[str]) -> Mapping[str, bytes]:
        """Return the messages as JavaScript modules by path, which load in parallel with their users.

        `sources` are the pages' modules. Each section that one of them imports is a module of its own, which
        exports the functions of `web/text/messages.js`; the other sections are one module together. Raises
        ValueError for a section without messages.
        """
        imports = {name for source in sources for name in static_imports("", source, {})}
        separate = {found[1] for name in imports if (found := _SECTION.fullmatch(name))}
        if missing := separate - {key.partition(".")[0] for key in self._messages}:
            raise ValueError(f"the catalogue has no section {min(missing)}")
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

    def filled_html(self, text: str) -> str:
        """Return HTML with the message for each `{{key}}`; raises KeyError, TypeError for one with forms."""
        return _PLACEHOLDER.sub(lambda found: escape(self._text(found[1])), text)

    def filled_json(self, text: str) -> str:
        """Return JSON with the message for each `{{key}}` in its strings; raises as `filled_html`."""
        return _PLACEHOLDER.sub(lambda found: orjson.dumps(self._text(found[1])).decode()[1:-1], text)

    def _text(self, key: str) -> str:
        message = self._messages[key]
        if not isinstance(message, str):
            raise TypeError(f"the message {key} has forms, which only modules can choose")
        return message
