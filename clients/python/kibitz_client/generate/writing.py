"""Writes Python: docstrings, imports, and signatures, laid out as the formatter would lay them out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Final

WIDTH: Final = 110
HOMES: Final = {
    "Any": "typing",
    "date": "datetime",
    "datetime": "datetime",
    "Mapping": "collections.abc",
    "Sequence": "collections.abc",
    "AsyncGenerator": "collections.abc",
    "Final": "typing",
    "MappingProxyType": "types",
    "TypeAlias": "typing",
    **dict.fromkeys(
        ("GameTraits", "OpenEnum", "Options", "Page", "ResultTraits", "Value"), "kibitz_client.values"
    ),
    **dict.fromkeys(("Event", "Node", "Offer", "Refusal"), "kibitz_client.interfaces"),
    "Move": "kibitz_client.moves",
    "Operation": "kibitz_client.documents",
    "Operations": "kibitz_client.operations",
    "Seen": "kibitz_client.views",
}
"""Where the names are that generated code uses, besides those that are generated."""
_STANDARD: Final = ("collections.abc", "datetime", "types", "typing")


def header(purpose: str, command: str = "python -m kibitz_client.generate") -> str:
    """Return the beginning of a module."""
    return f'"""{purpose}\n\nMade by `{command}`: not to be changed by hand.\n"""\n'


def lax(text: str) -> str:
    """Return the words to the linter that a module needs."""
    told = ""
    if re.search(r':\n +"""[^\n]*[^"\n]\n', text):
        told += "# ruff: noqa: D205 - a sentence of the schema can take more than a line\n"
    if re.search(r'^ +(PASS_|\w+_PASS_)\w+ = "', text, re.MULTILINE):
        told += "# ruff: noqa: S105 - a pass is no password\n"
    return told


def imports(names: Iterable[str], homes: Mapping[str, str]) -> str:
    """Return the imports of names; what is at home nowhere needs none."""
    known = {**HOMES, **homes}
    found: dict[str, set[str]] = {}
    for name in names:
        if home := known.get(name):
            found.setdefault(home, set()).add(name)
    groups = [
        [_import(home, found[home]) for home in sorted(found) if (home in _STANDARD) is standard]
        for standard in (True, False)
    ]
    parts = [["from __future__ import annotations"], *groups]
    return "\n\n".join("\n".join(group) for group in parts if group) + "\n"


def _import(home: str, names: Iterable[str]) -> str:
    # As isort: constants, classes, the rest.
    told = sorted(names, key=lambda name: (not name.isupper(), not name[:1].isupper(), name.lower()))
    line = f"from {home} import {', '.join(told)}"
    return line if len(line) <= WIDTH else f"from {home} import (\n    " + ",\n    ".join(told) + ",\n)"


def docstring(text: str | None, indent: int) -> str:
    """Return a docstring, with its indentation and an end of line."""
    words = " ".join((text or "").split())
    told = re.sub(r"\b[nN]ull\b", "None", words).replace("\\", "\\\\").replace('"""', "'''")
    space = " " * indent
    line = f'{space}"""{told}"""'
    if len(line) <= WIDTH:
        return f"{line}\n"
    lines = wrap(f'"""{told}', WIDTH - indent, break_long_words=False, break_on_hyphens=False)
    return "".join(f"{space}{each}\n" for each in (*lines, '"""'))


def call(before: str, parts: Sequence[str], after: str, indent: int) -> str:
    """Return something in parentheses, on one line if there is room."""
    space = " " * indent
    line = f"{space}{before}({', '.join(parts)}){after}"
    if len(line) <= WIDTH:
        return f"{line}\n"
    inner = f"{space}    {', '.join(parts)}"
    if len(inner) <= WIDTH:
        return f"{space}{before}(\n{inner}\n{space}){after}\n"
    return f"{space}{before}(\n" + "".join(f"{space}    {part},\n" for part in parts) + f"{space}){after}\n"


def mapping(name: str, annotation: str, items: Mapping[str, str], about: str) -> str:
    """Return a constant mapping, wrapped so that nobody changes it."""
    body = "".join(f'        "{key}": {value},\n' for key, value in items.items())
    return f"{name}: Final[{annotation}] = MappingProxyType(\n    {{\n{body}    }}\n)\n" + docstring(about, 0)
