"""`kibitz moderation`: bans, kicks, forced renames and the audit trail."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from math import ceil
from time import time
from typing import Annotated
from uuid import UUID

import typer
from rich.table import Column, Table
from rich.text import Text

from api.cli.framework.memberships import memberships_in
from api.cli.framework.operator_user import operator_user
from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage
from api.cli.game import close
from api.cli.terminal.output import console, moment_text, print_note, print_table
from api.data_directory import CannotStart
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier
from application.moderation.audit_trail import Action, Entry, ModerationAction, TrailFilter, checked_reason
from application.moderation.bans import Ban
from application.moderation.networks import bannable_network
from application.moderation.refusals import UnknownBan
from domain.commands import KickPlayer

moderation = typer.Typer(
    help="Ban, kick and rename players, close games, and show who did so.", no_args_is_help=True
)

Actions = StrEnum(  # type: ignore[misc]
    "Actions", {each.name: each.value.lower().replace("_", "-") for each in ModerationAction}
)

Reason = Annotated[str, typer.Option(help="The reason, for the audit trail.")]
Target = Annotated[str, typer.Argument(help="A player id, or an IP address or network.")]
Until = Annotated[datetime | None, typer.Option(help="The end of the ban, in UTC; without one by default.")]
Days = Annotated[float | None, typer.Option(help="The length of the ban in days, instead of its end.")]


@moderation.command()
@runs_async
async def ban(
    target: Target,
    reason: Reason,
    until: Until = None,
    days: Days = None,
    keep_seats: Annotated[
        bool, typer.Option("--keep-seats", help="Leave a player's seats in running games to their clocks.")
    ] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Ban a player or an address. Servers refuse its requests within seconds."""
    end = _end(until, days)
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        acting, by = storage.moderation, operator_user()
        if _is_address(target):
            entry = await acting.ban_address(by, bannable_network(target), reason, until=end)
        else:
            entry = await acting.ban_player(by, target, reason, until=end, leave_games=not keep_seats)
            games = CommandHandler(storage.store, Croupier())
            leaving = acting.departures(storage.store, games, memberships_in(storage))
            if not await leaving.complete():
                print_note("The player is still in some games; the server will retry.")
        for_ = "without an end" if entry.until is None else f"until {moment_text(entry.until)}"
        console.print(Text(f"Banned {entry.network or target} {for_}."), soft_wrap=True)


@moderation.command()
@runs_async
async def unban(
    target: Annotated[str, typer.Argument(help="A player id, an IP address or network, or the id of a ban.")],
    reason: Reason,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Lift the ban of a player or an address."""
    names = {target, str(bannable_network(target))} if _is_address(target) else {target}
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        found = [
            each for each in await storage.moderation.bans() if names & {each.id, each.player, each.network}
        ]
        if not found:
            raise UnknownBan
        await storage.moderation.lift_ban(operator_user(), found[0].id, reason)
        console.print(Text(f"Lifted the ban of {_target(found[0])}."), soft_wrap=True)


@moderation.command()
@runs_async
async def bans(data_dir: DataDir = None, database_url: DatabaseUrl = None) -> None:
    """List the bans in force, the newest first."""
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        found = await storage.moderation.bans()
        names = await storage.players.named(each.player for each in found if each.player is not None)
    moments = (Column(name, min_width=10) for name in ("since", "until"))
    table = Table(
        Column("id", no_wrap=True),
        Column("target", overflow="fold"),
        "name",
        *moments,
        Column("reason", overflow="fold"),
    )
    for each in found:
        known = None if each.player is None else names.get(each.player)
        table.add_row(
            each.id,
            _target(each),
            # As text: a name may contain what looks like markup.
            Text("" if known is None else known.name),
            moment_text(each.at),
            "no end" if each.until is None else moment_text(each.until),
            Text(each.reason or ""),
        )
    print_table(table, empty="No ban is in force.")


@moderation.command()
@runs_async
async def kick(
    game: Annotated[UUID, typer.Argument(help="The game id.")],
    player: Annotated[str, typer.Argument(help="The player id.")],
    reason: Reason,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Remove a player from a game: from its lobby, or its seat is the machine's to the end."""
    by = operator_user()
    action = Action(
        action=ModerationAction.KICK_PLAYER, game=game, player=player, reason=checked_reason(reason)
    )
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        games, command = CommandHandler(storage.store, Croupier()), KickPlayer(by=by.id, player=player)
        await storage.moderation.in_game(by, action, lambda: games.carry_out(game, command))
        console.print(Text(f"Removed {player} from the game {game}."), soft_wrap=True)


moderation.command(name="close")(close)


@moderation.command()
@runs_async
async def rename(
    player: Annotated[str, typer.Argument(help="The player id.")],
    reason: Reason,
    name: Annotated[str | None, typer.Option(help="The new name; a neutral one if omitted.")] = None,
    fixed_days: Annotated[
        float | None, typer.Option(help="Days for which the player cannot change the name.")
    ] = None,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Give a player another name, and keep it from taking the old one again."""
    fixed_until = _end(None, fixed_days)
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        await storage.moderation.rename(operator_user(), player, name, reason, fixed_until=fixed_until)
        renamed = await storage.players.get(player)
        new = "" if renamed is None else renamed.name
        console.print(Text(f"{player} is now called {new}."), soft_wrap=True)


@moderation.command()
@runs_async
async def log(
    player: Annotated[str | None, typer.Option(help="Only entries about this player id.")] = None,
    action: Annotated[Actions | None, typer.Option(help="Only entries of this action.")] = None,
    game: Annotated[UUID | None, typer.Option(help="Only entries about this game id.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="Maximum number of entries.")] = 50,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Show what operators did, the newest first: who, when and why."""
    wanted = TrailFilter(
        player=player,
        action=None if action is None else ModerationAction[action.name],
        game=None if game is None else str(game),
    )
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        found = await storage.moderation.entries(wanted, limit=limit)
    wide = (Column(name, min_width=10) for name in ("at", "operator", "action"))
    table = Table(*wide, Column("target", overflow="fold"), "until", Column("reason", overflow="fold"))
    for each in found:
        table.add_row(
            moment_text(each.at),
            # As text: a name may contain what looks like markup.
            Text(each.operator_name or each.operator),
            each.action.value.lower().replace("_", " ") + ("" if each.confirmed else " (not confirmed)"),
            Text(_targets(each)),
            "" if each.until is None else moment_text(each.until),
            Text(each.reason or ""),
        )
    is_filtered = any(value is not None for value in (player, action, game))
    print_table(table, empty="No entry matches." if is_filtered else "The audit trail is empty.")


def _is_address(target: str) -> bool:
    """Return whether a target is an address: no id has such characters."""
    return "." in target or ":" in target


def _target(ban: Ban) -> str:
    return ban.player or ban.network or ""


def _targets(entry: Entry) -> str:
    old = None if entry.old_name is None else f"was {entry.old_name}"
    return "\n".join(filter(None, (entry.player, old, entry.network, entry.game)))


def _end(until: datetime | None, days: float | None) -> int | None:
    """Return the end that the options name, in seconds since 1970; raises CannotStart for both."""
    if until is not None and days is not None:
        raise CannotStart("give either --until or --days")
    if until is not None:
        return int(until.replace(tzinfo=until.tzinfo or UTC).timestamp())
    return None if days is None else ceil(time() + days * 24 * 60 * 60)
