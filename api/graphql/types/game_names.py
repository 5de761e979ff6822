"""Names that games define, as enums of the schema: the phases and the titles of all games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final

import strawberry

from api.graphql.types.derivation import field_descriptions
from domain.rules import Rules, all_rules

_Named = Iterable[tuple[Rules[Any], type[StrEnum]]]


def _descriptions(named: _Named) -> dict[str, str]:
    titles_by_text: dict[str, dict[str, list[str]]] = {}
    for rules, names in named:
        for name, text in field_descriptions(names).items():
            titles = titles_by_text.setdefault(name, {}).setdefault(text, [])
            if rules.title not in titles:
                titles.append(rules.title)
    return {name: _description(texts) for name, texts in titles_by_text.items()}


def _description(texts: Mapping[str, list[str]]) -> str:
    """Return the description of a name, with one part for each meaning that games give it."""
    if len(texts) == 1:
        return next(iter(texts))
    return " ".join(f"{', '.join(titles)}: {text}" for text, titles in texts.items())


def _enum(enum_name: str, named: _Named, description: str) -> Any:
    pairs = tuple(named)
    names = sorted({str(name) for _, each in pairs for name in each})
    enum = StrEnum(enum_name, {name: name for name in names})  # type: ignore[misc]
    made: Any = strawberry.enum(enum, description=description)
    texts = _descriptions(pairs)
    for value in made.__strawberry_definition__.values:
        value.description = texts.get(value.name)
    return made


Phase: Final[Any] = _enum(
    "Phase",
    ((rules, rules.phases) for rules in all_rules()),
    "The phases of a round. Not every game has all of them.",
)
Title: Final[Any] = _enum(
    "Title",
    ((rules, rules.titles) for rules in all_rules() if rules.titles is not None),
    "The titles that players have at the end of a game by their place, in games with titles.",
)
