"""Settings and databases of a command."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Container
from contextlib import asynccontextmanager
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import SettingsError

from api.data_directory import CannotStart
from api.environment import variable_of
from api.settings import Settings
from api.storage import Storage, storage_of


def load_settings(**options: Any) -> Settings:
    """Return the settings: the given options, then the environment, then the defaults.

    Raises CannotStart.
    """
    given = {name: value for name, value in options.items() if value is not None}
    try:
        return Settings(**given)
    except SettingsError as error:
        raise CannotStart(f"the settings are wrong: {error}") from error
    except ValidationError as error:
        wrong = "; ".join(_described(each, given) for each in error.errors())
        raise CannotStart(f"the settings are wrong: {wrong}") from error


def _described(wrong: ErrorDetails, options: Container[str | int]) -> str:
    """Describe a validation error, with the name under which the setting was given if there is one."""
    path, message = wrong["loc"], wrong["msg"].removeprefix("Value error, ")
    if not path:
        return message
    name = f"--{path[0]}".replace("_", "-") if path[0] in options else variable_of(path, os.environ)
    return f"{name}: {message}"


@asynccontextmanager
async def existing_storage(*, signing: bool = False, **options: Any) -> AsyncIterator[Storage]:
    """Open existing databases for a tool, also beside a running server.

    `signing` requires the server's secret. Raises CannotStart if there are no databases.
    """
    async with storage_of(load_settings(**options), existing=True, signing=signing) as storage:
        yield storage
