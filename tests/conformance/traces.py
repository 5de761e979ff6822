"""What all kinds of traces share: reading files, recognising kinds, and reporting where a replay diverges.

A kind of trace is one module of this package that calls `register` with its `Kind`.
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
    """A file is not what any kind of trace can be replayed from."""


class Diverged(Exception):
    """Ours and the trace's differ in a field."""

    def __init__(self, field: str, expected: object, actual: object) -> None:
        super().__init__(field)
        self.field = field
        self.expected = expected
        self.actual = actual


class Absent:
    """The value of a field that is not there."""

    def __repr__(self) -> str:
        return "nothing"


ABSENT = Absent()


def compare(field: str, expected: object, actual: object) -> None:
    """Raise Diverged unless both are the same."""
    if expected != actual:
        raise Diverged(field, expected, actual)


def compare_fields(
    expected: Mapping[str, Any],
    actual: Mapping[str, Any],
    *,
    within: str = "",
    ignored: frozenset[str] = frozenset(),
) -> None:
    """Raise Diverged at the first field that only one has or that differs, those ignored aside."""
    if expected == actual:
        return
    for name in (*expected, *(name for name in actual if name not in expected)):
        if name not in ignored:
            compare(within + name, expected.get(name, ABSENT), actual.get(name, ABSENT))


class Report:
    """How the replay of one game went: the states compared, and the divergence at which it stopped."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.step: int | str = "initial"
        self.states = 0
        self.divergence: str | None = None

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Turn whatever stops the replay inside into the report's divergence."""
        try:
            yield
        except TraceError:
            raise
        except Diverged as found:
            self._stopped(found.field, _shortened(found.expected), _shortened(found.actual))
        except Exception as crash:  # noqa: BLE001 - a crash of what is tested is a divergence as well
            self._stopped("error", "none", _shortened(crash))

    def _stopped(self, field: str, expected: str, actual: str) -> None:
        self.divergence = f"game {self.game}, step {self.step}, {field}: expected {expected}, got {actual}"


def _shortened(value: object) -> str:
    text = " ".join(repr(value if isinstance(value, Exception | Absent) else _plain(value)).split())
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"


def _plain(value: object) -> object:
    # Enums and tuples as the traces write them.
    return msgspec.to_builtins(value, builtin_types=(type(None),))


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of trace: how it is recognised by its content, and how one game of it is replayed."""

    name: str
    """What the kind is called."""
    recognises: Callable[[object], bool]
    """Whether a decoded JSON value is a game of this kind."""
    replay: Callable[[Any], Report]
    """Replay one game; raises TraceError when it is not well-formed."""


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Make a kind of trace known."""
    _kinds[kind.name] = kind


@cache
def _discover() -> None:
    package = __name__.rpartition(".")[0]
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if not module.name.startswith("_"):
            import_module(f"{package}.{module.name}")


def kind_of(trace: object) -> Kind:
    """Return the kind of a decoded trace; raises TraceError when there is none."""
    _discover()
    found = next((kind for kind in _kinds.values() if kind.recognises(trace)), None)
    if found is None:
        raise TraceError(f"not a kind of trace that is known here ({', '.join(sorted(_kinds))})")
    return found


def read(path: Path) -> list[tuple[Kind, object]]:
    """Read the games of a file, each with its kind: JSON or JSON lines, plain or gzipped.

    Raises TraceError when the file cannot be read, holds nothing, or holds what no kind recognises.
    """
    try:
        content = path.read_bytes()
        if content.startswith(_GZIP):
            content = gzip.decompress(content)
        traces = _decoded(content)
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise TraceError(f"cannot be read: {error}") from error
    if not traces:
        raise TraceError("holds no game")
    return [(kind_of(trace), trace) for trace in traces]


def _decoded(content: bytes) -> list[object]:
    try:
        whole = msgspec.json.decode(content)
    except msgspec.DecodeError:
        # Several values, one on each line.
        return list(msgspec.json.Decoder().decode_lines(content))
    return whole if isinstance(whole, list) else [whole]


T = TypeVar("T")


def converted(value: object, shape: type[T], of: str) -> T:
    """Return a value of a trace in the shape that it should have; raises TraceError when it has another."""
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        raise TraceError(f"{of} is not well-formed: {error}") from error


def has_any(trace: object, *fields: str) -> bool:
    """Tell whether a decoded trace has one of the fields by which its kind is known.

    One of them is enough, so that what lacks another is told what it lacks.
    """
    return isinstance(trace, dict) and not trace.keys().isdisjoint(fields)


def name_of(trace: object, field: str) -> str:
    """Return what a game is called, as its field has it."""
    return str(trace.get(field, "without name")) if isinstance(trace, dict) else "without name"
