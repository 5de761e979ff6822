"""`kibitz token`: issues, lists and revokes tokens."""

from __future__ import annotations

from typing import Annotated, Any, Final

import jwt
import typer
from rich.table import Column, Table
from rich.text import Text
from typer.core import TyperGroup

from api.app import identity_of
from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage, load_settings
from api.cli.terminal.output import console, moment_text, print_note, print_table
from api.data_directory import CannotStart
from api.identity.own_tokens import session_id
from api.storage import describe_location, storage_of
from application.players.registry import new_player
from application.refusals import UnknownPlayer

GIVE: Final = "give"


class DefaultsToGive(TyperGroup):
    """Group with a default command: `kibitz token Ann` is `kibitz token give Ann`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert the default command before an argument that is not a command."""
        if args and args[0] not in self.commands and args[0] not in self.get_help_option_names(ctx):
            args = [GIVE, *args]
        return super().parse_args(ctx, args)


token = typer.Typer(cls=DefaultsToGive, help="Issue, list and revoke tokens.", no_args_is_help=True)


@token.command(name=GIVE)
@runs_async
async def give(
    name: Annotated[str, typer.Argument(help="The name of the player.")],
    operator: Annotated[bool, typer.Option("--operator", help="Issue an operator's token.")] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Issue a token for a player. The same name gets the same player. You can omit `give`."""
    new_player(name)
    chosen = load_settings(data_dir=data_dir, database_url=database_url)
    async with storage_of(chosen, existing=True, signing=True) as storage:
        found = await storage.players.local(name)
        token_, record = identity_of(chosen, storage).give(found, operator=operator)
        await storage.players.tokens.record(record)
        # On standard error, so that the token can be piped.
        print_note(
            f"A token for {found.name} ({found.id}) in {describe_location(chosen)}; "
            f"its id is {record.id}, and it expires at {moment_text(record.expires)}."
        )
        typer.echo(token_)


@token.command(name="list")
@runs_async
async def list_(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """List issued tokens that have not expired, and revoked tokens."""
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        given = await storage.players.tokens.list_unexpired()
        names = await storage.players.named(each.player for each in given if each.player is not None)
        # Not truncated in a narrow terminal, so that they can be copied.
        ids = (Column("id", no_wrap=True), Column("player", overflow="fold"))
        # Wide enough for a date, and the time below it.
        moments = (Column(name, min_width=10) for name in ("issued", "expires"))
        table = Table(*ids, "name", "operator", *moments)
        for each in given:
            table.add_row(
                each.id,
                each.player or "?",
                # As text: a name may contain what looks like markup.
                Text(names[each.player].name if each.player in names else "?"),
                "yes" if each.operator else "",
                "?" if each.given is None else moment_text(each.given),
                "revoked" if each.revoked else moment_text(each.expires),
            )
        print_table(table, empty="No token is listed: none was given out or revoked, or all have expired.")


@token.command()
@runs_async
async def revoke(
    token: Annotated[str | None, typer.Argument(help="The token, or the id of its session.")] = None,
    player: Annotated[
        str | None, typer.Option(help="Revoke all tokens issued so far to the player with this id.")
    ] = None,
    unknown: Annotated[
        bool, typer.Option("--unknown", help="Revoke an id also if the server does not know it.")
    ] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Revoke a token with its renewals, or all tokens of a player. Servers refuse them within seconds."""
    if (token is None) == (player is None):
        raise CannotStart("give either a token, or a player with --player")
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        tokens = storage.players.tokens
        if token is not None:
            id_ = _id(token)
            if id_ == token and not (unknown or await tokens.is_known(id_)):
                raise CannotStart(
                    f"the server knows no token or session with the id {token}; to revoke it anyway, such as "
                    "a provider's token by its jti, add --unknown"
                )
            await tokens.revoke(id_)
            console.print(f"Revoked the token {id_}.", soft_wrap=True, markup=False)
        elif player is not None:
            if await storage.players.get(player) is None:
                raise UnknownPlayer(player)
            await tokens.revoke_all(player)
            console.print(f"Revoked all tokens issued so far to the player {player}.", soft_wrap=True)


def _id(given: str) -> str:
    """Return the id of a token's session, given the id or the token itself."""
    if "." not in given:
        return given
    try:
        # The signature does not matter: the token is only revoked.
        claims = jwt.decode(given, options={"verify_signature": False})
    except jwt.PyJWTError as error:
        raise CannotStart(f"this is neither a token nor the id of a token: {error}") from error
    return session_id(claims, given)
