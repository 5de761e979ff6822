"""Reading of trace files, recognition of kinds of traces, and reports of divergences.

A kind of trace is a module of this package that calls `register` with its `Kind`.
"""

from __future__ import annotations

import gzip
import pkgutil
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

_GZIP = b"\x1f\x8b"
_LONGEST_VALUE = 300


class TraceError(Exception):
    """A file does not contain valid traces."""


class Diverged(Exception):
    """The replayed game and the trace differ in a field."""

    def __init__(self, field: str, expected: object, actual: object) -> None:
        super().__init__(field)
        self.field = field
        self.expected = expected
        self.actual = actual


class Absent:
    """The value of a missing field."""

    def __repr__(self) -> str:
        return "nothing"


ABSENT = Absent()


def compare(field: str, expected: object, actual: object) -> None:
    """Raise Diverged unless both values are equal."""
    if expected != actual:
        raise Diverged(field, expected, actual)


def compare_fields(
    expected: Mapping[str, Any],
    actual: Mapping[str, Any],
    *,
    within: str = "",
    ignored: frozenset[str] = frozenset(),
) -> None:
    """Raise Diverged at the first missing, additional or different field that is not ignored."""
    if expected == actual:
        return
    for name in (*expected, *(name for name in actual if name not in expected)):
        if name not in ignored:
            compare(within + name, expected.get(name, ABSENT), actual.get(name, ABSENT))


class Report:
    """Report of a replay: the number of compared states, and the divergence that stopped it."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.step: int | str = "initial"
        self.states = 0
        self.divergence: str | None = None

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Convert an exception of the replay into the report's divergence."""
        try:
            yield
        except TraceError:
            raise
        except Diverged as found:
            self._stop(found.field, _shorten(found.expected), _shorten(found.actual))
        except Exception as crash:  # noqa: BLE001 - a crash of the tested code is a divergence too
            self._stop("error", "none", _shorten(crash))

    def _stop(self, field: str, expected: str, actual: str) -> None:
        self.divergence = f"game {self.game}, step {self.step}, {field}: expected {expected}, got {actual}"


def _shorten(value: object) -> str:
    text = " ".join(repr(value if isinstance(value, Exception | Absent) else _plain(value)).split())
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"


def _plain(value: object) -> object:
    # Enums and tuples as in the traces.
    return msgspec.to_builtins(value, builtin_types=(type(None),))


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of trace with its recognition and its replay."""

    name: str
    """The name of the kind."""
    recognises: Callable[[object], bool]
    """Returns whether a decoded JSON value is a game of this kind."""
    replay: Callable[[Any], Report]
    """Replays one game; raises TraceError if it is not well-formed."""


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Register a kind of trace."""
    _kinds[kind.name] = kind


@cache
def _discover() -> None:
    package = __name__.rpartition(".")[0]
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if not module.name.startswith("_"):
            import_module(f"{package}.{module.name}")


def kind_of(trace: object) -> Kind:
    """Return the kind of a decoded trace; raises TraceError if it is unknown."""
    _discover()
    found = next((kind for kind in _kinds.values() if kind.recognises(trace)), None)
    if found is None:
        raise TraceError(f"not a known kind of trace ({', '.join(sorted(_kinds))})")
    return found


def read(path: Path) -> list[tuple[Kind, object]]:
    """Read the games of a JSON or JSON lines file, plain or gzipped, each with its kind.

    Raises TraceError if the file is unreadable or empty, or has a game of an unknown kind.
    """
    try:
        content = path.read_bytes()
        if content.startswith(_GZIP):
            content = gzip.decompress(content)
        traces = _decode(content)
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise TraceError(f"cannot be read: {error}") from error
    if not traces:
        raise TraceError("has no games")
    return [(kind_of(trace), trace) for trace in traces]


def _decode(content: bytes) -> list[object]:
    try:
        whole = msgspec.json.decode(content)
    except msgspec.DecodeError:
        # JSON lines.
        return list(msgspec.json.Decoder().decode_lines(content))
    return whole if isinstance(whole, list) else [whole]


T = TypeVar("T")


def convert(value: object, shape: type[T], of: str) -> T:
    """Convert a value of a trace to a type; raises TraceError if it does not fit."""
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        raise TraceError(f"{of} is not well-formed: {error}") from error


def has_any(trace: object, *fields: str) -> bool:
    """Return whether a decoded trace has at least one of the fields that identify its kind.

    One field is enough, so that a trace that lacks another gets an error for the missing field.
    """
    return isinstance(trace, dict) and not trace.keys().isdisjoint(fields)


def name_of(trace: object, field: str) -> str:
    """Return the name of a game from its field."""
    return str(trace.get(field, "without name")) if isinstance(trace, dict) else "without name"
