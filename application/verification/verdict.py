"""The verdict on a game file, part by part."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum, unique

from msgspec import Struct

from application.verification.file_records import Finding


@unique
class Judgement(StrEnum):
    """The result of the check of one part."""

    RIGHT = "right"
    WRONG = "wrong"
    NOT_CHECKED = "not checked"


class Part(Struct, frozen=True):
    """The result of one part, and what it rests on or what is wrong."""

    name: str
    judgement: Judgement
    detail: str


def judged(name: str, findings: Sequence[Finding], right: str) -> Part:
    """Return a part that is wrong if there are findings, of which it has the first."""
    if not findings:
        return Part(name, Judgement.RIGHT, right)
    more = "" if len(findings) == 1 else f" ({len(findings) - 1} more)"
    return Part(name, Judgement.WRONG, f"{findings[0]}{more}")


def unchecked(name: str, reason: str) -> Part:
    """Return a part that was not checked."""
    return Part(name, Judgement.NOT_CHECKED, reason)
