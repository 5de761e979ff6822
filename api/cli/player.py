"""`kibitz player`: finds, renames and erases players, and lists their sessions."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Column, Table
from rich.text import Text

from api.cli.framework.memberships import memberships_in
from api.cli.framework.operator_user import operator_user
from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage
from api.cli.terminal.output import console, moment_text, print_note, print_table
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier
from application.players.erasure import Erasures
from application.players.player_names import validated_name
from application.refusals import UnknownPlayer

player = typer.Typer(help="Find, rename and erase players; list their sessions.", no_args_is_help=True)

PlayerId = Annotated[str, typer.Argument(help="The player id.")]


@player.command()
@runs_async
async def find(
    text: Annotated[str, typer.Argument(help="A name, a player id, or a subject of the identity provider.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Show the players with a name, an id, or a subject at the identity provider."""
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        found = await storage.players.find(text)
        # Not truncated in a narrow terminal: other commands take the id.
        folded = (Column(name, overflow="fold") for name in ("name", "issuer", "subject"))
        table = Table(Column("id", no_wrap=True), *folded)
        for each in found:
            # As text: a name may contain what looks like markup.
            row = (each.player.id, each.player.name, each.issuer, each.subject)
            table.add_row(*map(Text, row))
        print_table(table, empty="No player has this name, id or subject.")


@player.command()
@runs_async
async def rename(
    id: PlayerId,
    name: Annotated[str, typer.Argument(help="The new name.")],
    reason: Annotated[str | None, typer.Option(help="The reason, for the audit trail.")] = None,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Rename a player in all games, lists and replays."""
    new = validated_name(name)
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        await storage.moderation.rename(operator_user(), id, name, reason, forced=False)
        console.print(Text(f"{id} is now called {new}."), soft_wrap=True)


@player.command()
@runs_async
async def sessions(id: PlayerId, data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """List a player's sessions; `kibitz token revoke ID` ends one."""
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        if await storage.players.get(id) is None:
            raise UnknownPlayer(id)
        # Not truncated in a narrow terminal, so that ids can be copied.
        moments = (Column(name, width=10) for name in ("created", "renewed", "used", "expires"))
        table = Table(
            Column("id", no_wrap=True),
            Column("client", overflow="fold"),
            Column("operator", no_wrap=True),
            *moments,
            # Without vertical lines all columns fit into 80 characters.
            box=SIMPLE_HEAD,
            padding=0,
        )
        for each in await storage.players.sessions.listed(id):
            table.add_row(
                each.id,
                # As text: a label may contain what looks like markup.
                Text(each.client or ""),
                "yes" if each.operator else "",
                moment_text(each.created),
                "" if each.renewed is None else moment_text(each.renewed),
                moment_text(each.used),
                moment_text(each.expires),
            )
        print_table(table, empty="The player is not signed in anywhere.")


@player.command()
@runs_async
async def erase(
    id: PlayerId,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Erase the name and the identity of a player; games keep only the player id."""
    # The secret is the key to the digest that is kept of a subject.
    async with existing_storage(signing=True, data_dir=data_dir, database_url=database_url) as storage:
        known = await storage.players.get(id)
        if known is None:
            raise UnknownPlayer(id)
        if not yes:
            typer.confirm(f"Erase {known.name!r} ({id})? This cannot be undone.", abort=True)
        await storage.players.erase(id)
        games = CommandHandler(storage.store, Croupier())
        leaving = Erasures(storage.players, storage.store, games, memberships_in(storage))
        complete = await leaving.complete()
        console.print(f"Erased the player {id}.", soft_wrap=True)
        if not complete:
            print_note("Some of its seats could not be handed over yet; the server will retry.")
