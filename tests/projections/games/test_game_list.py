"""The game list shows each caller the games that the caller may see, in pages."""

from __future__ import annotations

import pytest

from application.codec import GameId
from application.store.memory import MemoryStore
from application.store.port import Store
from domain.commands import (
    CreateGame,
    DeclineInvitation,
    FillSeats,
    InvitePlayer,
    JoinGame,
    LeaveGame,
    RemovePlayer,
    StartGame,
)
from domain.events import Access, GameStarted, GameWon, RoundScored
from domain.game import fold
from domain.rules import variants
from domain.state import Stage
from projections.database.connections import ReadDatabase
from projections.games.game_list import GAME_LIST, Membership
from projections.games.game_list_queries import (
    MAX_PAGE_SIZE,
    GameFilter,
    Listed,
    Member,
    Page,
    Seated,
    count,
    page,
)
from projections.games.game_search import Search
from tests.projections.logs import (
    Log,
    append,
    chatter,
    game_id,
    games_of_all_variants,
    played,
    project,
    story,
)

ONE, *_ = variants()
PRIVATE = Access.PRIVATE
ON_BOTH = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


async def listed(database: ReadDatabase, *logs: Log) -> None:
    store = MemoryStore()
    for number, log in enumerate(logs, 1):
        await append(store, game_id(number), *log)
    await project(store, database, GAME_LIST)


def games(found: Page) -> list[int]:
    return [row.game.int for row in found.rows]


async def only(database: ReadDatabase, which: GameFilter, player: str | None = None) -> Listed:
    [row] = (await database.read(page, which, player)).rows
    return row


def lobby(by: str = "ada", access: Access = Access.PUBLIC) -> Log:
    return played(0, CreateGame(by=by, variant=ONE, access=access))


@pytest.mark.parametrize("variant", variants())
async def test_a_row_says_what_the_game_says(store: Store, database: ReadDatabase, variant: str) -> None:
    log = story(variant, 3)
    start = next(place for place, event in enumerate(log) if isinstance(event, GameStarted))
    first = (await append(store, game_id(1), *log[: start + 1]))[0]
    last = (await append(store, game_id(1), *log[start + 1 :]))[-1]
    await project(store, database, GAME_LIST, batch=40)
    game = fold(log)
    won = game.outcome
    assert isinstance(won, GameWon)
    assert await only(database, GameFilter.WON) == Listed(
        game=game_id(1),
        created=first.position,
        variant=variant,
        rules_version=game.rules_version,
        access=Access.PUBLIC,
        reserved=False,
        stage=Stage.WON,
        organizer="ada",
        seats_taken=len(game.seats),
        most_seats=game.rules.seats[-1],
        created_at=first.at,
        started_at=first.at,
        ended_at=last.at,
        version=last.version,
        position=last.position,
        length=next(n for n, event in enumerate(log, 1) if isinstance(event, GameWon)),
        winners=tuple(game.seats[seat].player for seat in won.winners),
        seats=tuple(Seated(player=seat.player, machine=seat.machine) for seat in game.seats),
        invited=game.invited,
        rematch_of=None,
        series=None,
        scores=next((each.scores for each in reversed(log) if isinstance(each, RoundScored)), ()),
    )


@ON_BOTH
async def test_the_lobby_has_public_games_with_a_free_seat_the_newest_first(database: ReadDatabase) -> None:
    full = played(0, CreateGame(by="ada", variant=ONE), FillSeats(by="ada"))
    await listed(database, lobby(), lobby("ben"), full, story(ONE, 0), lobby("cleo", PRIVATE))
    assert games(await database.read(page, GameFilter.JOINABLE)) == [2, 1]


@ON_BOTH
async def test_a_private_game_is_in_the_lobby_of_its_players_and_of_whom_they_invited(
    database: ReadDatabase,
) -> None:
    private = CreateGame(by="ada", variant=ONE, access=PRIVATE)
    await listed(database, played(0, private, InvitePlayer(by="ada", player="ben")))
    for player, sees in {"ada": [1], "ben": [1], "cleo": [], None: []}.items():
        assert games(await database.read(page, GameFilter.JOINABLE, player)) == sees
    assert await own(database, "ada") == await own(database, "ada", viewer="ben") == [1]
    assert await own(database, "ben", Membership.INVITED) == [1]
    for viewer in ("cleo", None):
        assert await own(database, "ada", viewer=viewer) == []


@ON_BOTH
async def test_a_game_with_reserved_seats_is_in_the_lobby_of_those_who_can_join(
    database: ReadDatabase,
) -> None:
    create = CreateGame(by="ada", variant=ONE, reserved=("ben",))
    await listed(database, played(0, create), played(1, create, FillSeats(by="ada"), JoinGame(by="ben")))
    for player, sees in {"ada": [1], "ben": [1], "cleo": [], None: []}.items():
        assert games(await database.read(page, GameFilter.JOINABLE, player)) == sees
    assert await own(database, "ada", viewer="cleo") == [2, 1]


async def test_a_private_game_is_shown_to_no_stranger_at_any_stage(database: ReadDatabase) -> None:
    begun = played(
        0,
        CreateGame(by="ada", variant=ONE, access=PRIVATE),
        FillSeats(by="ada"),
        StartGame(by="ada"),
    )
    await listed(database, begun, story(ONE, 1, PRIVATE), lobby(access=PRIVATE))
    for which in GameFilter:
        for stranger in ("cleo", None):
            assert games(await database.read(page, which, stranger)) == []
    assert games(await database.read(page, GameFilter.PLAYING, "ada")) == [1]
    # Invited and never come: the game still admits who was invited to look on.
    assert games(await database.read(page, GameFilter.WON, "dora")) == [2]
    assert await own(database, "ada") == [3, 2, 1]


@ON_BOTH
async def test_seats_and_invitations_are_listed_apart_so_that_strangers_tables_bury_no_game(
    database: ReadDatabase,
) -> None:
    asking = InvitePlayer(by="ada", player="ben")
    create = CreateGame(by="ada", variant=ONE)
    seated = played(0, CreateGame(by="ben", variant=ONE))
    begun = played(0, create, asking, FillSeats(by="ada"), StartGame(by="ada"))
    declined = played(0, create, asking, DeclineInvitation(by="ben"))
    await listed(database, seated, *[played(0, create, asking)] * 3, begun, declined)
    assert await own(database, "ben") == [1]
    assert await own(database, "ben", Membership.INVITED) == [4, 3, 2]
    assert await own(database, "ada", Membership.INVITED) == []
    assert await own(database, "ada") == [6, 5, 4, 3, 2]


async def test_an_invitation_that_is_declined_shows_no_longer(database: ReadDatabase) -> None:
    invited = InvitePlayer(by="ada", player="ben")
    private = CreateGame(by="ada", variant=ONE, access=PRIVATE)
    await listed(database, played(0, private, invited, DeclineInvitation(by="ben")))
    assert await own(database, "ben", Membership.INVITED) == []


@ON_BOTH
async def test_who_leaves_or_is_removed_is_in_the_game_no_longer_and_the_others_move_up(
    database: ReadDatabase,
) -> None:
    joined = [JoinGame(by=by) for by in ("ben", "cleo")]
    create = CreateGame(by="ada", variant=ONE)
    await listed(
        database,
        played(0, create, *joined, LeaveGame(by="ada")),
        played(0, create, *joined, RemovePlayer(by="ada", player="ben")),
    )
    assert await own(database, "ada") == [2]
    assert await own(database, "ben") == [1]
    removed, left = (await database.read(page, None, "cleo", member=Member("cleo", Membership.SEATED))).rows
    assert (left.organizer, [seat.player for seat in left.seats]) == ("ben", ["ben", "cleo"])
    assert (removed.organizer, [seat.player for seat in removed.seats]) == ("ada", ["ada", "cleo"])


async def test_a_game_that_everyone_left_is_in_nobodys_list(database: ReadDatabase) -> None:
    await listed(database, played(0, CreateGame(by="ada", variant=ONE), LeaveGame(by="ada")))
    for which in GameFilter:
        assert games(await database.read(page, which, "ada")) == []


async def test_a_list_can_be_of_one_variant(store: Store, database: ReadDatabase) -> None:
    await games_of_all_variants(store, length=60)
    await project(store, database, GAME_LIST)
    ada = Member("ada", Membership.SEATED)
    everything = (await database.read(page, None, "ada", member=ada)).rows
    for variant in [*variants(), "no-such-game"]:
        some = (await database.read(page, None, "ada", Search(variant=variant), member=ada)).rows
        assert some == tuple(row for row in everything if row.variant == variant)


async def own(
    database: ReadDatabase, player: str, role: Membership = Membership.SEATED, *, viewer: str | None = ""
) -> list[int]:
    """Return the games of a member as a viewer sees them: the player itself, unless another is given."""
    viewer = player if viewer == "" else viewer
    return games(await database.read(page, None, viewer, member=Member(player, role)))


async def walk(
    database: ReadDatabase, which: GameFilter | None, player: str, limit: int, *, back: bool
) -> list[GameId]:
    """Go through a list page by page, from either end; without a filter, the player's own games."""
    member = Member(player, Membership.SEATED) if which is None else None
    found: list[GameId] = []
    key = None
    while True:
        got = await (
            database.read(page, which, player, limit=limit, before=key, last=True, member=member)
            if back
            else database.read(page, which, player, after=key, limit=limit, member=member)
        )
        rows = [row.game for row in got.rows]
        found = [*rows, *found] if back else [*found, *rows]
        assert (got.has_next if back else got.has_previous) == (key is not None)
        if not (got.has_previous if back else got.has_next):
            return found
        assert len(rows) == limit
        key = got.places[0 if back else -1]


@ON_BOTH
@pytest.mark.parametrize("back", [False, True], ids=["forward", "backward"])
@pytest.mark.parametrize("which", [GameFilter.JOINABLE, None])
async def test_pages_put_together_are_the_whole_list(
    database: ReadDatabase, which: GameFilter | None, back: bool
) -> None:
    await listed(database, *(lobby("ada", PRIVATE if n % 3 else Access.PUBLIC) for n in range(11)))
    member = Member("ada", Membership.SEATED) if which is None else None
    whole = [row.game for row in (await database.read(page, which, "ada", member=member)).rows]
    assert whole == [game_id(number) for number in range(11, 0, -1)]
    assert await database.read(count, which, "ada", member=member) == 11
    assert await database.read(count, which, "cleo", member=member) == 4
    for limit in (1, 2, 3, 10, 11, 12):
        assert await walk(database, which, "ada", limit, back=back) == whole


async def test_a_page_of_nothing_still_says_whether_there_is_more(database: ReadDatabase) -> None:
    await listed(database, lobby())
    found = await database.read(page, GameFilter.JOINABLE, limit=0)
    assert (found.rows, found.has_next) == ((), True)


@pytest.mark.parametrize("limit", [-1, MAX_PAGE_SIZE + 1])
async def test_a_page_has_bounds(database: ReadDatabase, limit: int) -> None:
    with pytest.raises(ValueError, match="a page holds"):
        await database.read(page, GameFilter.JOINABLE, limit=limit)


async def test_a_new_game_does_not_shift_the_pages_after_it(database: ReadDatabase) -> None:
    store = MemoryStore()
    await chatter(store, games=4, events=0)
    await project(store, database, GAME_LIST)
    first = await database.read(page, GameFilter.JOINABLE, limit=2)
    await append(store, game_id(9), *lobby())
    await project(store, database, GAME_LIST)
    second = await database.read(page, GameFilter.JOINABLE, after=first.places[-1], limit=2)
    assert (games(first), games(second)) == ([4, 3], [2, 1])
