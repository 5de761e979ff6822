"""Finds the imports between the pages' modules in their source, because there is no build step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from posixpath import dirname, join, normpath
from typing import Final

_STATIC: Final = re.compile(
    # A statement at the beginning of a line; `import(…)` loads its module only when it runs.
    r"""^(?:import|export)\b(?:[^'"();]*?\bfrom)?\s*(['"])(?P<name>[^'"\n]+)\1""",
    re.MULTILINE,
)


def closure(first: Iterable[str], modules: Mapping[str, str], bare: Mapping[str, str]) -> list[str]:
    """Return modules and all their static imports, direct or not, the nearest first.

    `modules` are sources by path, `bare` the paths of modules imported by a bare name. Missing modules are
    left out: the browser reports them when it requests them.
    """
    needed: dict[str, None] = {}
    pending = list(first)
    while pending:
        name = pending.pop(0)
        if name in modules and name not in needed:
            needed[name] = None
            pending += static_imports(name, modules[name], bare)
    return list(needed)


def static_imports(name: str, text: str, bare: Mapping[str, str]) -> Iterator[str]:
    """Yield the paths of a module's static imports."""
    for statement in _STATIC.finditer(text):
        module = statement["name"]
        yield normpath(join(dirname(name), module)) if module.startswith(".") else _mapped(module, bare)


def _mapped(module: str, bare: Mapping[str, str]) -> str:
    """Return the path of a bare name; one that ends with a slash stands for all that begin with it."""
    folder, slash, rest = module.partition("/")
    if module not in bare and folder + slash in bare:
        return bare[folder + slash] + rest
    return bare.get(module, module)
