"""The phases of a round in the schema: one enum for the phases of all games."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import Any

import strawberry

from api.graphql.types.derivation import field_descriptions
from domain.rules import all_rules


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


def _phase_enum() -> type[Enum]:
    phases = {str(phase) for rules in all_rules() for phase in rules.phases}
    enum = StrEnum("Phase", {phase: phase for phase in sorted(phases)})  # type: ignore[misc]
    texts = _phase_descriptions()
    made = strawberry.enum(enum, description="The phases of a round. Not every game has all of them.")
    for value in made.__strawberry_definition__.values:  # type: ignore[attr-defined]
        value.description = texts.get(value.name)
    return made


Phase: Any = _phase_enum()
