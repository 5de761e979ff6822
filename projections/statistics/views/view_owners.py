"""The read models that publish views; each replaces and drops its own views alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

STATISTICS: Final = "stats"
"""The name of the read model that owns all views without another owner, also those of earlier releases."""

_OTHERS: Final[Mapping[str, str]] = {"v_luck": "luck", "v_round_luck": "luck"}


def owner_of(view: str) -> str:
    """Return the name of the read model that publishes a view.

    >>> owner_of("v_luck"), owner_of("v_of_an_earlier_release")
    ('luck', 'stats')
    """
    return _OTHERS.get(view, STATISTICS)
