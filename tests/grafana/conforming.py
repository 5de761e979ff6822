"""Whether JSON is what Grafana's own models of dashboards say: nothing unknown, nothing of another type."""

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


class NotConforming(AssertionError):
    """The JSON is not a dashboard as Grafana knows it."""


_hints: Callable[[Any], dict[str, Any]] = cache(get_type_hints)


def conform(said: dict[str, Any]) -> None:
    """Raise NotConforming unless JSON is a dashboard."""
    for each in (said, *_with_overrides(said)):
        read = Dashboard.from_json(each)
        # What the models do not know is lost on the way, and what they need is added.
        _same(each, json.loads(json.dumps(read, cls=JSONEncoder)), "dashboard")
        _check(read, Dashboard, "dashboard")


def _with_overrides(said: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Give panels alone with what is set for some columns set for all, since only that has a type."""
    for panel in said["panels"]:
        for override in panel.get("fieldConfig", {}).get("overrides", []):
            changed = copy.deepcopy(panel)
            for each in override["properties"]:
                *inner, name = each["id"].split(".")
                place = changed["fieldConfig"]["defaults"]
                for part in inner:
                    place = place[part]
                place[name] = each["value"]
            yield {**said, "panels": [changed]}


def _same(said: Any, known: Any, path: str) -> None:
    match said, known:
        case dict(), dict():
            if said.keys() != known.keys():
                raise NotConforming(f"{path}: unknown or missing: {sorted(said.keys() ^ known.keys())}")
            for name, value in said.items():
                _same(value, known[name], f"{path}.{name}")
        case list(), list() if len(said) == len(known):
            for index, value in enumerate(said):
                _same(value, known[index], f"{path}[{index}]")
        case _ if said != known:
            raise NotConforming(f"{path}: {said!r} is read as {known!r}")


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
        raise NotConforming(f"{path}: {value!r} is not {kind}")


def _check_any(value: Any, kinds: tuple[Any, ...], path: str) -> None:
    wrong = []
    for kind in kinds:
        try:
            return _check(value, kind, path)
        except NotConforming as error:
            wrong.append(str(error))
    raise NotConforming("; ".join(wrong))


def _check_class(value: Any, kind: type, path: str) -> None:
    if kind is type(None) and value is None:
        return
    if kind is object:
        # It depends on the kind of panel; a value of an override has been looked at by itself.
        if hasattr(value, "to_json"):
            _check_class(value, type(value), path)
        return
    if issubclass(kind, enum.Enum):
        if value not in [each.value for each in kind]:
            raise NotConforming(f"{path}: {value!r} is not a {kind.__name__}")
    elif kind in (str, bool, int, float):
        # A bool is no number here, a whole number may stand for a fraction, and an enum's text is a text.
        fits = isinstance(value, kind) if kind is str else type(value) is kind
        if not fits and not (kind is float and type(value) is int):
            raise NotConforming(f"{path}: {value!r} is not a {kind.__name__}")
    elif isinstance(value, UnknownDataquery):
        # Each data source has its own; this one's is not among the models.
        return
    elif hasattr(kind, "from_json") and isinstance(value, dict):
        read = kind.from_json(value)
        _same(value, json.loads(json.dumps(read, cls=JSONEncoder)), path)
        _check(read, kind, path)
    elif isinstance(value, kind):
        if isinstance(value, Panel) and isinstance(value.options, dict):
            raise NotConforming(f"{path}: {value.type_val!r} is not a kind of panel")
        for name, each in _hints(kind).items():
            _check(getattr(value, name), each, f"{path}.{name}")
    else:
        raise NotConforming(f"{path}: {value!r} is not a {kind.__name__}")
