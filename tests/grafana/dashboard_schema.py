"""Validation of dashboard JSON against Grafana's own models: no unknown fields, no wrong types."""

from __future__ import annotations

import copy
import enum
import json
import types
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.cog.runtime import UnknownDataquery
from grafana_foundation_sdk.models.dashboard import Dashboard, Panel

register_default_plugins()


class InvalidDashboard(AssertionError):
    """The JSON is not a valid dashboard."""


_hints: Callable[[Any], dict[str, Any]] = cache(get_type_hints)


def validate(document: dict[str, Any]) -> None:
    """Raise InvalidDashboard unless the JSON is a valid dashboard."""
    for each in (document, *_with_overrides_as_defaults(document)):
        parsed = Dashboard.from_json(each)
        # The models drop unknown fields and add required ones.
        _assert_same(each, json.loads(json.dumps(parsed, cls=JSONEncoder)), "dashboard")
        _check(parsed, Dashboard, "dashboard")


def _with_overrides_as_defaults(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield each panel with the overrides of columns as defaults, since only defaults are typed."""
    for panel in document["panels"]:
        for override in panel.get("fieldConfig", {}).get("overrides", []):
            changed = copy.deepcopy(panel)
            for each in override["properties"]:
                *inner, name = each["id"].split(".")
                place = changed["fieldConfig"]["defaults"]
                for part in inner:
                    place = place[part]
                place[name] = each["value"]
            yield {**document, "panels": [changed]}


def _assert_same(document: Any, parsed: Any, path: str) -> None:
    match document, parsed:
        case dict(), dict():
            if document.keys() != parsed.keys():
                raise InvalidDashboard(
                    f"{path}: unknown or missing: {sorted(document.keys() ^ parsed.keys())}"
                )
            for name, value in document.items():
                _assert_same(value, parsed[name], f"{path}.{name}")
        case list(), list() if len(document) == len(parsed):
            for index, value in enumerate(document):
                _assert_same(value, parsed[index], f"{path}[{index}]")
        case _ if document != parsed:
            raise InvalidDashboard(f"{path}: {document!r} is parsed as {parsed!r}")


def _check(value: Any, kind: Any, path: str) -> None:
    origin, inside = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        _check_any(value, inside, path)
    elif origin is list and isinstance(value, list):
        for index, each in enumerate(value):
            _check(each, inside[0], f"{path}[{index}]")
    elif origin is dict and isinstance(value, dict):
        for name, each in value.items():
            _check(name, inside[0], f"{path}.{name}")
            _check(each, inside[1], f"{path}.{name}")
    elif origin is Literal and value in inside:
        return
    elif isinstance(kind, type):
        _check_class(value, kind, path)
    elif kind is not Any:
        raise InvalidDashboard(f"{path}: {value!r} is not {kind}")


def _check_any(value: Any, kinds: tuple[Any, ...], path: str) -> None:
    wrong = []
    for kind in kinds:
        try:
            return _check(value, kind, path)
        except InvalidDashboard as error:
            wrong.append(str(error))
    raise InvalidDashboard("; ".join(wrong))


def _check_class(value: Any, kind: type, path: str) -> None:
    if kind is type(None) and value is None:
        return
    if kind is object:
        # It depends on the type of panel; values of overrides are checked as defaults.
        if hasattr(value, "to_json"):
            _check_class(value, type(value), path)
        return
    if issubclass(kind, enum.Enum):
        if value not in [each.value for each in kind]:
            raise InvalidDashboard(f"{path}: {value!r} is not a {kind.__name__}")
    elif kind in (str, bool, int, float):
        # A bool is not a number, an int is a valid float, and a string enum is a valid string.
        fits = isinstance(value, kind) if kind is str else type(value) is kind
        if not fits and not (kind is float and type(value) is int):
            raise InvalidDashboard(f"{path}: {value!r} is not a {kind.__name__}")
    elif isinstance(value, UnknownDataquery):
        # Queries depend on the data source; the models lack this one's.
        return
    elif hasattr(kind, "from_json") and isinstance(value, dict):
        parsed = kind.from_json(value)
        _assert_same(value, json.loads(json.dumps(parsed, cls=JSONEncoder)), path)
        _check(parsed, kind, path)
    elif isinstance(value, kind):
        if isinstance(value, Panel) and isinstance(value.options, dict):
            raise InvalidDashboard(f"{path}: {value.type_val!r} is not a type of panel")
        for name, each in _hints(kind).items():
            _check(getattr(value, name), each, f"{path}.{name}")
    else:
        raise InvalidDashboard(f"{path}: {value!r} is not a {kind.__name__}")
