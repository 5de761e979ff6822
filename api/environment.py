"""Environment variables: the names known to the project, and the refusal of unknown ones."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Final

from pydantic import BaseModel

PREFIX: Final = "KIBITZ_"

READ_ELSEWHERE: Final = frozenset(
    {
        "KIBITZ_TOKEN",  # `kibitz play`
        "KIBITZ_READER_PASSWORD",  # `kibitz projections reader`, and Grafana
        # Grafana, in the compose file.
        "KIBITZ_READER",
        "KIBITZ_READER_ADDRESS",
        "KIBITZ_READER_DATABASE",
        "KIBITZ_READER_SSLMODE",
        "KIBITZ_SCREENSHOTS",  # the tests
    }
)
"""Variables that are not settings of the server."""
_EVENTSOURCING_PREFIXES: Final = tuple(
    PREFIX + each
    for each in (
        "AGGREGATE_CACHE_",
        "CIPHER_",
        "COMPRESSOR_",
        "PERSISTENCE_",
        "POSTGRES_",
        "SQLITE_",
        "TRACKING_",
        "VIEWS_",
    )
)
"""Prefixes of the variables that eventsourcing reads for an application of this name."""


class UnknownVariables(ValueError):
    """Variables have the project's prefix but are unknown."""


def variables_of(settings: type[BaseModel]) -> frozenset[str]:
    """Return the names of the variables from which settings are read."""
    return frozenset(_names(PREFIX, settings))


def variable_of(path: Iterable[str | int], environment: Iterable[str] = ()) -> str:
    """Return the name of the variable that a setting is read from, given the setting's path.

    The variable of a whole group of settings is returned if it is set, and that of the setting is not.

    >>> variable_of(("limits", "depth"))
    'KIBITZ_LIMITS_DEPTH'
    >>> variable_of(("proxies", 0))
    'KIBITZ_PROXIES'
    >>> variable_of(("limits", "depth"), environment=["KIBITZ_LIMITS"])
    'KIBITZ_LIMITS'
    """
    names = [name.upper() for name in path if isinstance(name, str)]
    whole, group = PREFIX + "_".join(names), PREFIX + names[0]
    known = {name.upper() for name in environment}
    return group if group in known and whole not in known else whole


def check_variables(environment: Iterable[str], known: frozenset[str]) -> None:
    """Raise UnknownVariables for unknown variables with the prefix, naming the nearest known ones."""
    known |= READ_ELSEWHERE
    unknown = [
        name
        for name in sorted(environment)
        if (read := name.upper()).startswith(PREFIX)
        and read not in known
        and not read.startswith(_EVENTSOURCING_PREFIXES)
    ]
    if unknown:
        raise UnknownVariables("; ".join(_message(name, known) for name in unknown))


def _names(prefix: str, model: type[BaseModel]) -> Iterable[str]:
    for name, field in model.model_fields.items():
        variable = prefix + name.upper()
        yield variable
        kind: Any = field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from _names(f"{variable}_", kind)


def _message(name: str, known: frozenset[str]) -> str:
    suffixes = [each.removeprefix(PREFIX) for each in sorted(known)]
    nearest = get_close_matches(name.upper().removeprefix(PREFIX), suffixes, n=1)
    suggestion = f"; did you mean {PREFIX}{nearest[0]}?" if nearest else ""
    return f"unknown environment variable {name}{suggestion}"
