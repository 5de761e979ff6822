"""Which modules of the pages import which: told from their texts, for there is no build step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from posixpath import dirname, join, normpath
from typing import Final

_STATIC: Final = re.compile(
    # A statement at the beginning of a line; `import(…)` is asked for when it comes to it.
    r"""^(?:import|export)\b(?:[^'"();]*?\bfrom)?\s*(['"])(?P<name>[^'"\n]+)\1""",
    re.MULTILINE,
)


def closure(first: Iterable[str], modules: Mapping[str, str], bare: Mapping[str, str]) -> list[str]:
    """Return modules and all that they import statically, those first that are nearest.

    `modules` are texts by path, `bare` the paths of what is imported by a name alone. What is not there is
    left out: the browser that asks for it will say so.
    """
    found: dict[str, None] = {}
    waiting = list(first)
    while waiting:
        name = waiting.pop(0)
        if name in modules and name not in found:
            found[name] = None
            waiting += imported(name, modules[name], bare)
    return list(found)


def imported(name: str, text: str, bare: Mapping[str, str]) -> Iterator[str]:
    """Give the paths of what a module imports statically."""
    for statement in _STATIC.finditer(text):
        wanted = statement["name"]
        yield normpath(join(dirname(name), wanted)) if wanted.startswith(".") else bare.get(wanted, wanted)
