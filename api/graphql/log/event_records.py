"""Records of events, read from the log together for all events of an answer."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from application.codec import GameId, StoredForm, Version

if TYPE_CHECKING:
    from api.graphql.context import Services


async def read_stored_forms(services: Services, keys: list[tuple[GameId, Version]]) -> list[StoredForm]:
    """Return the stored forms of events, each named by its game and version; raises CorruptEvent."""
    versions: defaultdict[GameId, list[Version]] = defaultdict(list)
    for game, version in keys:
        versions[game].append(version)
    found: dict[tuple[GameId, Version], StoredForm] = {}
    for game, wanted in versions.items():
        first, last = min(wanted), max(wanted)
        forms = await services.store.stored_forms(game, first - 1, last)
        found.update(((game, version), form) for version, form in enumerate(forms, first))
    return [found[key] for key in keys]
