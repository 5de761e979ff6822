"""Cases tested every time, and cases of the long form alone (`pytest -m slow`)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet


def usually(cases: Iterable[object], *usual: object) -> list[ParameterSet]:
    """Return cases as parameters of a test; those that are not usual are marked `slow`.

    For tests that take long and find nearly the same in each case; a case of several parameters is a tuple.
    Raises ValueError for what is usual and no case, so that none is lost by a new name.
    """
    known = list(cases)
    if unknown := [each for each in usual if each not in known]:
        raise ValueError(f"no cases of this test: {unknown}")
    return [
        pytest.param(
            *(each if isinstance(each, tuple) else (each,)), marks=() if each in usual else pytest.mark.slow
        )
        for each in known
    ]
