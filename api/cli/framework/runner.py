"""Runs asynchronous commands, and reports expected errors in one line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

import typer

P = ParamSpec("P")


def runs_async(command: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run the command in an event loop; an expected error is one line and exit code 1."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            with asyncio.Runner(loop_factory=event_loop_factory()) as runner:
                runner.run(command(*args, **kwargs))
        except Exception as error:
            if not isinstance(error, _expected_errors()):
                raise
            # Rich takes time to import, and a server prints nothing with it.
            from api.cli.terminal.output import print_error

            print_error(_message(error))
            raise typer.Exit(1) from error
        except KeyboardInterrupt as interrupt:
            raise typer.Exit(130) from interrupt

    return run


def event_loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return what makes the event loop: uvloop where it is installed, else None for that of asyncio.

    There is no uvloop for Windows, nor for interpreters other than CPython.
    """
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _message(error: Exception) -> str:
    from sqlalchemy.exc import DBAPIError

    from api.storage import reason_of

    # The command knows neither the database nor the statement.
    return f"the database failed: {reason_of(error)}" if isinstance(error, DBAPIError) else str(error)


def _expected_errors() -> tuple[type[Exception], ...]:
    # Imported when needed: most commands do not need the client, whose import takes time.
    from sqlalchemy.exc import DBAPIError

    from api.data_directory import CannotStart
    from api.demo.failure import DemoFailed
    from api.documents.checks import DocumentsRefused
    from api.documents.manifests import UnreadableManifest
    from api.documents.store import IdTaken, TooManyDocuments, UnknownDocuments
    from api.export import ExportFailed
    from application.arena.contest import InvalidContest
    from application.arena.workers import DealFailed
    from application.export.game_file import NoSuchSeat
    from application.games.simulation import EndlessGame
    from application.store.port import StoreError
    from domain.refusals import Refusal
    from kibitz_client import ClientError
    from projections.transparency.checkpoint_signer import InconsistentTree, OtherKey

    of_documents = DocumentsRefused, UnreadableManifest, IdTaken, TooManyDocuments, UnknownDocuments
    of_files = ExportFailed, NoSuchSeat, InconsistentTree, OtherKey
    of_games = EndlessGame, InvalidContest, DealFailed
    # Other errors of SQLAlchemy are mistakes in the code, whose traceback is needed.
    of_databases = StoreError, DBAPIError
    return CannotStart, Refusal, DemoFailed, ClientError, *of_databases, *of_games, *of_files, *of_documents
