"""`kibitz token`: give tokens out, list them, and revoke them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final

import jwt
import typer
from rich.table import Column, Table
from rich.text import Text
from typer.core import TyperGroup

from api.app import identity_of
from api.cli.terminal.console import (
    DatabaseUrl,
    DataDir,
    console,
    existing_storage,
    plainly,
    remark,
    settings,
)
from api.data_directory import CannotStart
from api.storage import place_of, storage_of
from application.players.registry import new_player
from application.refusals import UnknownPlayer

GIVE: Final = "give"


class GivesByDefault(TyperGroup):
    """A group whose first argument may be a name: `kibitz token Ann` is `kibitz token give Ann`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the command in front of what is none."""
        if args and args[0] not in self.commands and args[0] not in self.get_help_option_names(ctx):
            args = [GIVE, *args]
        return super().parse_args(ctx, args)


token = typer.Typer(cls=GivesByDefault, help="Give out tokens, list and revoke them.", no_args_is_help=True)


@token.command(name=GIVE)
@plainly
async def give(
    name: Annotated[str, typer.Argument(help="What the player is called.")],
    operator: Annotated[
        bool, typer.Option("--operator", help="Make it an operator's, who sees how the server is.")
    ] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Give out a token for a player; the same name gets the same player. `give` can be left out."""
    new_player(name)
    chosen = settings(data_dir=data_dir, database_url=database_url)
    async with storage_of(chosen, existing=True, signing=True) as storage:
        found = await storage.players.local(name)
        given, kept = identity_of(chosen, storage).give(found, operator=operator)
        await storage.players.tokens.record(kept)
        # Not where the token goes, so that it can be piped.
        remark(
            f"A token for {found.name} ({found.id}) in {place_of(chosen)}; "
            f"its id is {kept.id}, and it expires {_moment(kept.expires)}."
        )
        typer.echo(given)


@token.command(name="list")
@plainly
async def list_(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """Show the tokens given out here that have not expired, and those that were revoked."""
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        given = await storage.players.tokens.list_unexpired()
        names = await storage.players.named(each.player for each in given if each.player is not None)
        # Whole, however narrow the terminal is: they are to be copied.
        ids = (Column("id", no_wrap=True), Column("player", overflow="fold"))
        # Wide enough for a date, and the time below it.
        moments = (Column(name, min_width=10) for name in ("given out", "good until"))
        table = Table(*ids, "name", "operator", *moments)
        for each in given:
            table.add_row(
                each.id,
                each.player or "?",
                # As text: a name may hold what looks like markup.
                Text(names[each.player].name if each.player in names else "?"),
                "yes" if each.operator else "",
                "?" if each.given is None else _moment(each.given),
                "revoked" if each.revoked else _moment(each.expires),
            )
        console.print(table)


@token.command()
@plainly
async def revoke(
    token: Annotated[str | None, typer.Argument(help="The token's id, or the token.")] = None,
    player: Annotated[
        str | None, typer.Option(help="All tokens that the player with this id was given until now.")
    ] = None,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Revoke a token, or all tokens of a player; servers notice within seconds."""
    if (token is None) == (player is None):
        raise CannotStart("name either a token or, with --player, a player")
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        tokens = storage.players.tokens
        if token is not None:
            id_ = _id(token)
            await tokens.revoke(id_)
            console.print(f"The token {id_} is revoked.", soft_wrap=True, markup=False)
        elif player is not None:
            if await storage.players.get(player) is None:
                raise UnknownPlayer(player)
            await tokens.revoke_all(player)
            console.print(f"All tokens that {player} was given until now are revoked.", soft_wrap=True)


def _id(given: str) -> str:
    """Return the id of a token that is named by it, or is shown."""
    if "." not in given:
        return given
    try:
        # It only ever is revoked by what it says: whoever signed it.
        said = jwt.decode(given, options={"verify_signature": False})
    except jwt.PyJWTError as error:
        raise CannotStart(f"this is neither the id of a token nor a token: {error}") from error
    id_ = said.get("jti")
    if not isinstance(id_, str):
        raise CannotStart("the token is from before tokens had ids: revoke all of its player (--player)")
    return id_


def _moment(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
