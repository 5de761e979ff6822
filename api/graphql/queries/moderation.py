"""Queries of operators: the bans in force, and the audit trail."""

from __future__ import annotations

from typing import Annotated

import strawberry

from api.graphql.context import Info
from api.graphql.execution.list_sizes import page_size
from api.graphql.pagination.connections import (
    After,
    Before,
    Connection,
    Edge,
    First,
    Last,
    Paging,
    connection,
    parse_key,
)
from api.graphql.types.moderation import Ban, ModerationEntry
from application.moderation.audit_trail import ModerationAction, TrailFilter

MAX_PAGE_SIZE = 100
TRAIL_PRICE = 500
TRAIL_SIZE = page_size(MAX_PAGE_SIZE)
BANS_SIZE = page_size(MAX_PAGE_SIZE, "first")

ActionArgument = Annotated[
    ModerationAction | None, strawberry.argument(description="Return only entries of this action.")
]
PlayerArgument = Annotated[
    strawberry.ID | None, strawberry.argument(description="Return only entries about this player.")
]
OperatorArgument = Annotated[
    strawberry.ID | None, strawberry.argument(description="Return only entries by this operator.")
]
GameArgument = Annotated[
    strawberry.ID | None, strawberry.argument(description="Return only entries about this game.")
]


async def trail_page(
    info: Info,
    action: ActionArgument = None,
    player: PlayerArgument = None,
    game: GameArgument = None,
    operator: OperatorArgument = None,
    first: First = None,
    after: After = None,
    last: Last = None,
    before: Before = None,
) -> Connection[ModerationEntry] | None:
    """Return a page of the audit trail; a caller that is not an operator is a top-level error."""
    await info.context.require_operator()
    wanted = TrailFilter(action=action, player=_id(player), game=_id(game), operator=_id(operator))
    moderation = info.context.services.moderation
    cursors = await info.context.services.cursors.of("moderation log", wanted)
    request = Paging(first, after, last, before).request(cursors, parse_key, max_size=MAX_PAGE_SIZE)
    found = await moderation.entries(
        wanted, after=request.after, before=request.before, oldest=request.last, limit=request.size + 1
    )
    more = len(found) > request.size
    shown = found[-request.size :] if request.last else found[: request.size]
    return connection(
        Connection[ModerationEntry],
        Edge[ModerationEntry],
        [ModerationEntry.of(each) for each in shown],
        cursors,
        [str(each.number) for each in shown],
        has_next=request.before is not None if request.last else more,
        has_previous=more if request.last else request.after is not None,
        count=lambda: moderation.count_entries(wanted),
    )


async def bans_page(info: Info, first: First = None, after: After = None) -> Connection[Ban] | None:
    """Return a page of the bans in force; a caller that is not an operator is a top-level error."""
    await info.context.require_operator()
    moderation = info.context.services.moderation
    cursors = await info.context.services.cursors.of("bans")
    request = Paging(first, after).request(cursors, parse_key, max_size=MAX_PAGE_SIZE)
    found = await moderation.bans(after=request.after, limit=request.size + 1)
    shown = found[: request.size]
    return connection(
        Connection[Ban],
        Edge[Ban],
        [Ban.of(each) for each in shown],
        cursors,
        [str(each.number) for each in shown],
        has_next=len(found) > request.size,
        has_previous=request.after is not None,
        count=moderation.count_bans,
    )


def _id(given: strawberry.ID | None) -> str | None:
    """Return an id to look for; one with other characters than ids have finds nothing."""
    if given is None:
        return None
    # Some databases reject such characters.
    return given if given.isascii() and given.isprintable() else "?"
