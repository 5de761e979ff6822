"""`kibitz player`: names and the erasing of players."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from api.cli.terminal.console import DatabaseUrl, DataDir, console, existing_storage, plainly, remark
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier
from application.players.erasure import Erasures
from application.players.player_names import validated_name
from application.refusals import UnknownPlayer
from projections.games.game_list_queries import known_memberships

player = typer.Typer(help="Look after players: find, rename, erase.", no_args_is_help=True)

PlayerId = Annotated[str, typer.Argument(help="The player's id.")]


@player.command()
@plainly
async def find(
    text: Annotated[str, typer.Argument(help="A name, an id, or who it is at the identity provider.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Show the players who are called so, or are known so to who vouches for them."""
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        found = await storage.players.find(text)
        table = Table("id", "name", "vouched for by", "known there as")
        for each in found:
            # As text: a name may hold what looks like markup.
            row = (each.player.id, each.player.name, each.issuer, each.subject)
            table.add_row(*map(Text, row))
        console.print(table)


@player.command()
@plainly
async def rename(
    id: PlayerId,
    name: Annotated[str, typer.Argument(help="What the player is to be called.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Call a player otherwise, in all games, lists and replays."""
    validated_name(name)
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        renamed = await storage.players.rename(id, name)
        console.print(Text(f"{id} is now called {renamed.name}."), soft_wrap=True)


@player.command()
@plainly
async def erase(
    id: PlayerId,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Forget who a player is and what it is called, for good; games keep its id alone."""
    # The secret keys what is kept of somebody from an identity provider.
    async with existing_storage(signing=True, data_dir=data_dir, database_url=database_url) as storage:
        known = await storage.players.get(id)
        if known is None:
            raise UnknownPlayer(id)
        if not yes:
            typer.confirm(f"Erase {known.name!r} ({id}) for good?", abort=True)
        await storage.players.erase(id)
        games = CommandHandler(storage.store, Croupier())
        members = partial(known_memberships, storage.database)
        out = await Erasures(storage.players, storage.store, games, members).complete()
        console.print(f"{id} is erased.", soft_wrap=True)
        if not out:
            remark("Some of its seats could not be handed over yet; the server goes on with that.")
