"""What the commands share: the terminal, settings, the databases, and how failures are told."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, ParamSpec

import typer
from pydantic import ValidationError
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from api.data_directory import CannotStart
from api.demo.failure import DemoFailed
from api.export import ExportFailed
from api.settings import Settings
from api.storage import Storage, storage_of
from application.games.simulation import EndlessGame
from application.store.port import StoreError
from domain.refusals import Refusal
from kibitz_client import ClientError

P = ParamSpec("P")

console = Console()
_aside = Console(stderr=True)

DataDir = Annotated[
    Path | None, typer.Option(help="Where the data are kept. [env: KIBITZ_DATA_DIR; default: .kibitz]")
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(help="A database server; without it the embedded database. [env: KIBITZ_DATABASE_URL]"),
]


def settings(**given: Any) -> Settings:
    """Return the settings: what is given here, then the environment, then the defaults.

    Raises CannotStart.
    """
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        wrong = "; ".join(
            ": ".join(
                filter(None, (".".join(map(str, each["loc"])), each["msg"].removeprefix("Value error, ")))
            )
            for each in error.errors()
        )
        raise CannotStart(f"the settings are wrong: {wrong}") from error


def plainly(command: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a command to its end; what stands in its way is said in a sentence, with exit code 1."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            asyncio.run(command(*args, **kwargs))
        except (CannotStart, Refusal, StoreError, DemoFailed, ClientError, EndlessGame, ExportFailed) as error:
            complain(str(error))
            raise typer.Exit(1) from error
        except KeyboardInterrupt as interrupt:
            raise typer.Exit(130) from interrupt

    return run


def stopping_signals() -> list[signal.Signals]:
    """Return the signals at which a server stops: SIGHUP too, unless it is to be ignored (`nohup`)."""
    found = (getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP"))
    return [each for each in found if each is not None and signal.getsignal(each) is not signal.SIG_IGN]


def complain(text: str) -> None:
    """Say on standard error what went wrong."""
    # Some libraries give hints on lines of their own.
    line = " ".join(text.split())
    _aside.print(f"kibitz: {line}", style="red", highlight=False, markup=False, soft_wrap=True)


def remark(text: str) -> None:
    """Say on standard error what is no result, beside results that can be piped."""
    _aside.print(text, highlight=False, markup=False, soft_wrap=True)


def progress(*, hidden: bool = False) -> Progress:
    """Return a progress bar for work on so many of so many; a hidden one shows nothing."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
        TimeRemainingColumn(),
        # Not where the results go, so that those can be piped.
        console=_aside,
        disable=hidden,
    )


@asynccontextmanager
async def existing_storage(*, signing: bool = False, **given: Any) -> AsyncIterator[Storage]:
    """Open the databases for a tool, also beside a running server.

    `signing` says that it cannot do without the server's secret. Raises CannotStart if there are none.
    """
    async with storage_of(settings(**given), existing=True, signing=signing) as storage:
        yield storage
