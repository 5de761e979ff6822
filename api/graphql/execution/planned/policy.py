"""The setting that says when operations get plans."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class PlanPolicy(StrEnum):
    """When operations get plans."""

    SECOND_USE = "second-use"
    """Trusted documents on their first use, others on their second."""
    FIRST_USE = "first-use"
    """All documents on their first use."""
    OFF = "off"
    """Never: graphql-core executes all operations."""
