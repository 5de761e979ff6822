"""Settings and databases of a command."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from pydantic import ValidationError

from api.data_directory import CannotStart
from api.settings import Settings
from api.storage import Storage, storage_of


def load_settings(**options: Any) -> Settings:
    """Return the settings: the given options, then the environment, then the defaults.

    Raises CannotStart.
    """
    try:
        return Settings(**{name: value for name, value in options.items() if value is not None})
    except ValidationError as error:
        wrong = "; ".join(
            ": ".join(
                filter(None, (".".join(map(str, each["loc"])), each["msg"].removeprefix("Value error, ")))
            )
            for each in error.errors()
        )
        raise CannotStart(f"the settings are wrong: {wrong}") from error


@asynccontextmanager
async def existing_storage(*, signing: bool = False, **options: Any) -> AsyncIterator[Storage]:
    """Open existing databases for a tool, also beside a running server.

    `signing` requires the server's secret. Raises CannotStart if there are no databases.
    """
    async with storage_of(load_settings(**options), existing=True, signing=signing) as storage:
        yield storage
