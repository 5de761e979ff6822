"""The domain is pure: no clocks, random numbers, waiting or I/O."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "domain").rglob("*.py"))

# Allowed imports: all names of some modules, and listed names of others. Everything else is refused, so that
# additions to the standard library need a decision.
ALL = None
ALLOWED: dict[str, frozenset[str] | None] = {
    "domain": ALL,
    "msgspec": ALL,
    "__future__": ALL,
    "abc": ALL,
    "base64": ALL,
    "binascii": ALL,
    "bisect": ALL,
    "collections": ALL,
    "contextlib": ALL,
    "copy": ALL,
    "dataclasses": ALL,
    "decimal": ALL,
    "enum": ALL,
    "fractions": ALL,
    "functools": ALL,
    "hashlib": ALL,
    "heapq": ALL,
    "hmac": ALL,
    "itertools": ALL,
    "keyword": ALL,
    "math": ALL,
    "numbers": ALL,
    "operator": ALL,
    "re": ALL,
    "string": ALL,
    "struct": ALL,
    "textwrap": ALL,
    "types": ALL,
    "typing": ALL,
    "unicodedata": ALL,
    # The types; the current time is passed in (see CLOCK).
    "datetime": frozenset({"UTC", "date", "datetime", "timedelta", "timezone"}),
    # The type and computed values; new ids are passed in.
    "uuid": frozenset({"UUID", "uuid3", "uuid5", "NAMESPACE_DNS", "NAMESPACE_OID", "NAMESPACE_URL"}),
}
# These find games by their files, so that a new game needs no registration.
REGISTRIES = {
    "domain/luck/__init__.py",
    "domain/rules/__init__.py",
    "domain/machine/__init__.py",
    "domain/machine/thinking/__init__.py",
}
FOR_REGISTRIES = {"importlib", "pkgutil"}
# By default fromtimestamp uses the machine's time zone; utcfromtimestamp returns a time without a zone.
CLOCK = {
    f"datetime.{kind}.{reading}"
    for kind in ("date", "datetime")
    for reading in ("now", "utcnow", "today", "fromtimestamp", "utcfromtimestamp")
}
BUILTINS = {"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"}


def impurities(source: str, path: str) -> list[str]:
    """Return the impurities of a source with their lines."""
    tree = ast.parse(source, path)
    allowed = ALLOWED | dict.fromkeys(FOR_REGISTRIES if path in REGISTRIES else (), ALL)
    # The full name of each imported name by its local name.
    meaning: dict[str, str] = {}
    found: list[tuple[int, str]] = []
    for line, module, name, bound in imports(tree):
        found += [(line, why) for why in not_allowed(module, name, allowed)]
        meaning[bound] = f"{module}.{name}" if name else module
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=called)) if called in BUILTINS:
                found.append((node.lineno, f"calls {called}"))
            case ast.Attribute():
                module, _, rest = dotted(node, meaning).partition(".")
                if f"{module}.{rest}" in CLOCK:
                    found.append((node.lineno, f"reads the clock: {module}.{rest}"))
                elif allowed.get(module) is not None and "." not in rest:
                    found += [(node.lineno, why) for why in not_allowed(module, rest, allowed)]
    return [f"{path}:{line}: {why}" for line, why in sorted(found)]


def imports(tree: ast.AST) -> Iterator[tuple[int, str, str, str]]:
    """Yield (line, module, imported name or None, local name) of each import."""
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                for alias in node.names:
                    # `import a.b` binds a, `import a.b as c` binds a.b.
                    bound = alias.asname or alias.name.partition(".")[0]
                    yield node.lineno, alias.name if alias.asname else bound, "", bound
            # A relative import, of level 1 and up, cannot leave the domain.
            case ast.ImportFrom(level=0, module=str(module)):
                for alias in node.names:
                    yield node.lineno, module, alias.name, alias.asname or alias.name


def not_allowed(module: str, name: str, allowed: dict[str, frozenset[str] | None]) -> Iterator[str]:
    top = module.partition(".")[0]
    if top not in allowed:
        yield f"imports {module}"
    elif (names := allowed[top]) is not None and name and name not in names:
        yield f"uses {module}.{name}"


def dotted(node: ast.expr, meaning: dict[str, str]) -> str:
    """Return the full name of an attribute of an import; an empty string for other expressions."""
    match node:
        case ast.Name(id=name):
            return meaning.get(name, "")
        case ast.Attribute(value=value, attr=attribute):
            owner = dotted(value, meaning)
            return f"{owner}.{attribute}" if owner else ""
        case _:
            return ""


def test_domain_has_modules() -> None:
    assert FILES


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT).as_posix()))
def test_the_domain_is_pure(file: Path) -> None:
    path = file.relative_to(ROOT).as_posix()
    assert impurities(file.read_text(encoding="utf-8"), path) == []


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import random", "imports random"),
        ("from secrets import token_bytes", "imports secrets"),
        ("import time as clock", "imports time"),
        ("import collections, os.path", "imports os"),
        ("def late():\n    import asyncio", "imports asyncio"),
        ("if TYPE_CHECKING:\n    from pydantic import BaseModel", "imports pydantic"),
        ("import eventsourcing.domain as es", "imports eventsourcing.domain"),
        ("from application.games.command_handler import Games", "imports application.games.command_handler"),
        ("import importlib", "imports importlib"),
        ("import pkgutil", "imports pkgutil"),
        ("import datetime\nnow = datetime.datetime.now()", "reads the clock: datetime.datetime.now"),
        ("import datetime as d\nread = d.date.today", "reads the clock: datetime.date.today"),
        ("from datetime import datetime as D\nD.utcnow()", "reads the clock: datetime.datetime.utcnow"),
        ("from datetime import tzinfo", "uses datetime.tzinfo"),
        ("from datetime import *", "uses datetime.*"),
        ("from uuid import uuid4", "uses uuid.uuid4"),
        ("import uuid\nuuid.uuid1()", "uses uuid.uuid1"),
        ("log = open('log.txt')", "calls open"),
        ("print('Hearts!')", "calls print"),
        ("__import__('random')", "calls __import__"),
    ],
)
def test_impurity_is_detected(source: str, why: str) -> None:
    last = len(source.splitlines())
    assert impurities(source, "domain/planted.py") == [f"domain/planted.py:{last}: {why}"]


@pytest.mark.parametrize(
    "source",
    [
        "from __future__ import annotations",
        "import collections.abc\nfrom collections.abc import Iterator",
        "import msgspec\nfrom msgspec.structs import replace",
        "from . import events\nfrom domain.cards import Card",
        "import datetime\ndef at(now: datetime.datetime) -> float:\n    return now.timestamp()",
        "from uuid import UUID\nUUID(int=7)",
        "import uuid\nuuid.uuid5(uuid.NAMESPACE_URL, 'card')",
        "def turn(door):\n    return door.open(), door.now, door.today()",
    ],
)
def test_a_pure_module_passes(source: str) -> None:
    assert impurities(source, "domain/planted.py") == []


@pytest.mark.parametrize("path", sorted(REGISTRIES))
def test_registry_may_list_the_files_of_its_games(path: str) -> None:
    assert impurities("import importlib\nimport pkgutil", path) == []
    assert impurities("import random", path) == [f"{path}:1: imports random"]
