"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

DataDir = Annotated[
    Path | None, typer.Option(help="Data directory. [env: KIBITZ_DATA_DIR; default: .kibitz]")
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(help="PostgreSQL database; otherwise the embedded one. [env: KIBITZ_DATABASE_URL]"),
]
