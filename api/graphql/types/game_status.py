"""The status of a game in the schema: its stage or, while it is played, the phase of the round."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import Any

import strawberry

from api.graphql.types.derivation import field_descriptions
from domain.rules import all_rules
from domain.state import Stage


def _phase_descriptions() -> dict[str, str]:
    titles_by_text: dict[str, dict[str, list[str]]] = {}
    for rules in all_rules():
        for phase, text in field_descriptions(rules.phases).items():
            titles = titles_by_text.setdefault(phase, {}).setdefault(text, [])
            if rules.title not in titles:
                titles.append(rules.title)
    return {phase: _phase_description(texts) for phase, texts in titles_by_text.items()}


def _phase_description(texts: Mapping[str, list[str]]) -> str:
    """Return the description of a phase, with one part for each meaning that games give it."""
    if len(texts) == 1:
        return next(iter(texts))
    return " ".join(f"{', '.join(titles)}: {text}" for text, titles in texts.items())


def _status_enum() -> type[Enum]:
    phases = {phase for rules in all_rules() for phase in rules.phases}
    members = {str(each): str(each) for each in sorted({*Stage, *phases} - {Stage.PLAYING})}
    status = StrEnum("GameStatus", members)  # type: ignore[misc]
    texts = field_descriptions(Stage) | _phase_descriptions()
    made = strawberry.enum(
        status, description="The stage of a game or, while it is played, the phase of its round."
    )
    for value in made.__strawberry_definition__.values:  # type: ignore[attr-defined]
        value.description = texts.get(value.name)
    return made


GameStatus: Any = _status_enum()
