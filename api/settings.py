"""Settings: every one is a `KIBITZ_…` variable; the command line's options come before them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

SHORTEST_SECRET = 32


def _postgresql(url: str | None) -> str | None:
    if not url:
        return None
    scheme = url.partition(":")[0]
    if scheme not in ("postgresql", "postgres"):
        raise ValueError(
            f"databases of the kind {scheme!r} are not supported: give a URL that begins with postgresql://, "
            "or leave it out to use the embedded database in the data directory"
        )
    return "postgresql" + url.removeprefix(scheme)


class Settings(BaseSettings):
    """How a server is set up."""

    model_config = SettingsConfigDict(env_prefix="KIBITZ_", extra="forbid")

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    """The port to listen on; 0 takes a free one."""
    data_dir: Path = Path(".kibitz")
    """Where the embedded databases and the secret are kept."""
    database_url: Annotated[str | None, AfterValidator(_postgresql)] = None
    """A PostgreSQL database, `postgresql://user:password@host/name`; none for the embedded database."""
    secret: Annotated[SecretStr | None, Field(min_length=SHORTEST_SECRET)] = None
    """What tokens are signed with; made once in the data directory when it is not set."""
    projections: bool = True
    """Whether the server keeps the read models up to date itself, or leaves that to `kibitz project`."""
    guests: bool = True
    """Whether anyone may sign in by a name alone."""
    token_days: Annotated[int, Field(ge=1, le=3650)] = 30
    """How many days a token is good for."""
