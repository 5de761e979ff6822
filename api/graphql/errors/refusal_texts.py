"""The arguments of refusals as people read them, with titles in place of the names of variants."""

from __future__ import annotations

from domain.refusals import Refusal, VariantName, fields_of
from domain.rules import rules_of


def texts_of(refusal: Refusal) -> dict[str, list[str]]:
    """Return the texts of a refusal's arguments, by argument."""
    titles = {
        name: [rules_of(variant).title for variant in refusal.arguments[name]]
        for name in fields_of(type(refusal), VariantName)
    }
    return refusal.texts | titles
