"""Profiles of short games of an unknown variant: results that count, and pages of the lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from application.store.memory import MemoryStore
from domain.cards import Card, Suit
from domain.events import (
    Access,
    BidPlaced,
    CloseReason,
    EndReason,
    Event,
    GameClosed,
    GameCreated,
    GameStarted,
    GameWon,
    PlayerJoined,
    PlayerLeft,
    RoundDealt,
    RoundScored,
    SeatAutomated,
    TrickWon,
    TrumpSelected,
)
from projections.database.connections import ReadDatabase
from projections.engine.generations import NotBuilt
from projections.players.boards import Board
from projections.players.profile import PROFILE
from projections.players.profile_queries import (
    FORM_GAMES,
    MAX_PAGE_SIZE,
    Bid,
    Opponent,
    OpponentKey,
    PlayedGame,
    PlayerTotals,
    ProfileKey,
    Trump,
    games,
    opponents,
    profile,
)
from tests.projections.logs import append, game_id, project, rows
from tests.projections.players.counted_profiles import PEOPLE

FOURTH = "whist"
"""The name of a variant without rules."""


def seated(*players: str, access: Access = Access.PUBLIC) -> list[Event]:
    """Return the beginning of a game; who is called a machine is one."""
    return [
        GameCreated(
            variant=FOURTH, rules_version=1, options={}, access=access, organizer=players[0], secret=None
        ),
        *(
            PlayerJoined(seat=seat, player=player, machine=player.startswith("machine"))
            for seat, player in enumerate(players)
        ),
        GameStarted(players=players),
    ]


def won(*ranking: tuple[int, ...]) -> GameWon:
    return GameWon(winners=ranking[0], ranking=ranking, reason=EndReason.TARGET_REACHED)


def scored(*scores: int, bids_made: tuple[bool | None, ...] = ()) -> RoundScored:
    return RoundScored(round=0, awards=(), scores=scores, bids_made=bids_made)


async def counted(database: ReadDatabase, *logs: Sequence[Event]) -> dict[str, list[tuple[Any, ...]]]:
    store = MemoryStore()
    for number, log in enumerate(logs, 1):
        await append(store, game_id(number), *log)
    await project(store, database, PROFILE)
    return rows(database, PROFILE)


async def of(database: ReadDatabase, player: str, board: Board = Board.PEOPLE) -> PlayerTotals:
    found = await database.read(profile, ProfileKey(FOURTH, board, player))
    assert found is not None
    return found


async def met(database: ReadDatabase, player: str, board: Board = Board.PEOPLE) -> tuple[Opponent, ...]:
    return (await database.read(opponents, ProfileKey(FOURTH, board, player))).rows


async def test_a_game_that_has_nothing_but_a_ranking_counts(database: ReadDatabase) -> None:
    await counted(database, [*seated("ada", "ben"), won((1,), (0,))])
    ada = await of(database, "ada")
    assert (ada.games, ada.wins, ada.places, ada.points, ada.rounds) == (1, 0, 2, 0, 0)
    assert (ada.bids, ada.trumps, ada.best.points) == ((), (), None)
    assert await met(database, "ben") == (Opponent(player="ada", games=1, ahead=1, level=0),)


async def test_who_is_in_no_ranking_was_behind_all_others(database: ReadDatabase) -> None:
    await counted(database, [*seated("ada", "ben", "cleo"), won((1,))])
    assert [(await of(database, player)).places for player in PEOPLE[:3]] == [2, 1, 2]


async def test_equals_share_a_place_and_the_next_one_is_left_out(database: ReadDatabase) -> None:
    await counted(database, [*seated("ada", "ben", "cleo"), won((0, 2), (1,))])
    assert [(await of(database, player)).places for player in PEOPLE[:3]] == [1, 3, 1]
    assert [(await of(database, player)).wins for player in PEOPLE[:3]] == [1, 0, 1]
    assert await met(database, "ada") == (
        Opponent(player="ben", games=1, ahead=1, level=0),
        Opponent(player="cleo", games=1, ahead=0, level=1),
    )


async def test_the_last_bid_of_a_seat_in_a_round_is_the_one_that_is_judged(database: ReadDatabase) -> None:
    deal = RoundDealt(round=0, dealer=0, hands=(), stock=0)
    bids = [BidPlaced(seat=seat, amount=amount) for seat, amount in ((0, 15), (1, 20), (0, 25))]
    await counted(
        database,
        [
            *seated("ada", "ben"),
            *(deal, *bids, TrumpSelected(seat=0, suit=Suit.CLUBS)),
            *(TrickWon(seat=seat, trick=0, card=Card.ACE_OF_HEARTS) for seat in (0, 0, 1)),
            scored(30, 5, bids_made=(True, None)),
            *(deal, *bids, scored(5, 5, bids_made=(False, None))),
            # A bid of which nobody has heard how much it was.
            *(deal, scored(5, 10, bids_made=(None, True)), won((1,), (0,))),
        ],
    )
    ada, ben = await of(database, "ada"), await of(database, "ben")
    assert ada.bids == (Bid(amount=25, made=1, failed=1),)
    assert (ada.rounds, ada.tricks, ada.tricks_played, ada.points) == (3, 2, 3, 5)
    assert ada.trumps == (Trump(suit="CLUBS", times=1),)
    assert (ben.bids, ben.bids_made, ben.bids_failed, ben.trumps) == ((), 1, 0, ())


async def test_games_with_machines_count_apart_and_machines_are_one_opponent(database: ReadDatabase) -> None:
    filled = [*seated("machine-1", "machine-2", "cleo", "dora"), won((0,), (2,), (1, 3))]
    from_the_start = [*seated("cleo", "machine-1"), won((0,), (1,))]
    found = await counted(database, filled, from_the_start)
    assert {row[1:3] for row in found["player"]} == {("mixed", "cleo"), ("mixed", "dora")}
    assert await met(database, "cleo", Board.MIXED) == (
        Opponent(player=None, games=2, ahead=1, level=0),
        Opponent(player="dora", games=1, ahead=1, level=0),
    )
    # Compared with the best of the machines, not with the one beside which it finished.
    assert (await met(database, "dora", Board.MIXED))[1] == Opponent(player=None, games=1, ahead=0, level=0)


async def test_a_game_of_machines_alone_counts_for_nobody(database: ReadDatabase) -> None:
    found = await counted(database, [*seated("machine-1", "machine-2"), won((0,), (1,))])
    assert not any(found.values())


async def test_whose_seat_the_machine_plays_at_the_end_has_lost_and_the_others_keep_their_results(
    database: ReadDatabase,
) -> None:
    log = [*seated("ada", "ben", "cleo", "dora"), SeatAutomated(seat=0), scored(90, 60, 30, 20)]
    await counted(database, [*log, won((0,), (1,), (2,), (3,))])
    shown = [await of(database, player) for player in ("ada", "ben", "cleo", "dora")]
    assert [(each.places, each.wins, each.points) for each in shown] == [
        (4, 0, 0),
        (2, 0, 60),
        (3, 0, 30),
        (4, 0, 20),
    ]
    assert (shown[0].losing, shown[0].rounds) == (1, 0)
    assert Opponent(player="ada", games=1, ahead=1, level=0) in await met(database, "dora")
    assert Opponent(player="dora", games=1, ahead=0, level=0) in await met(database, "ada")


async def test_who_left_before_the_start_has_not_played(database: ReadDatabase) -> None:
    log = seated("ada", "ben", "cleo")
    log[-1:] = [PlayerLeft(seat=0, player="ada", removed=False, organizer="ben")]
    found = await counted(database, [*log, GameStarted(players=("ben", "cleo")), won((1,), (0,))])
    assert [row[2] for row in found["player"]] == ["ben", "cleo"]
    assert (await of(database, "cleo")).wins == 1


async def test_a_private_game_counts_nowhere(database: ReadDatabase) -> None:
    found = await counted(database, [*seated("ada", "ben", access=Access.PRIVATE), won((0,), (1,))])
    assert not any(found.values())


async def test_a_game_that_was_closed_counts_nowhere(database: ReadDatabase) -> None:
    found = await counted(database, [*seated("ada"), GameClosed(reason=CloseReason.EVERYONE_LEFT)])
    assert not any(found.values())


async def test_what_comes_after_the_end_changes_nothing(database: ReadDatabase) -> None:
    store = MemoryStore()
    await append(store, game_id(1), *seated("ada", "ben"), scored(1, 2), won((1,), (0,)))
    await project(store, database, PROFILE)
    before = rows(database, PROFILE)
    await append(store, game_id(1), scored(100, 200), won((0,), (1,)))
    await project(store, database, PROFILE)
    assert rows(database, PROFILE) == before


async def test_streaks_go_on_in_the_order_in_which_games_ended(database: ReadDatabase) -> None:
    store = MemoryStore()
    winners = (0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 1, 1)
    # Begun in the opposite order, and all in one batch.
    for number in reversed(range(len(winners))):
        await append(store, game_id(number + 1), *seated("ada", "ben"))
    for number, winner in enumerate(winners):
        await append(store, game_id(number + 1), won((winner,), (1 - winner,)))
    await project(store, database, PROFILE)
    ada = await of(database, "ada")
    assert (ada.winning, ada.longest_winning, ada.losing, ada.longest_losing) == (0, 4, 2, 3)
    assert [each.game for each in ada.recent] == [
        game_id(number) for number in range(13, 13 - FORM_GAMES, -1)
    ]
    assert [each.won for each in reversed(ada.recent)] == [winner == 0 for winner in winners[-FORM_GAMES:]]


async def test_of_equally_good_games_the_first_is_the_best(database: ReadDatabase) -> None:
    ends = [
        (scored(10, 50), won((1,), (0,))),
        (scored(90, 95), won((1,), (0,))),
        (scored(90, 10), won((0,), (1,))),
        (scored(90, 10), won((0,), (1,))),
        (scored(10, 20), won((1,), (0,))),
    ]
    await counted(database, *([*seated("ada", "ben"), *end] for end in ends))
    ada = await of(database, "ada")
    assert (ada.best.game, ada.worst.game) == (game_id(3), game_id(1))


# Pages


@pytest.mark.parametrize("size", [1, 2, 3, 100])
async def test_pages_go_on_where_the_last_one_ended(database: ReadDatabase, size: int) -> None:
    partners = ["ben", "cleo", "dora", "cleo", "ben", "eve", "ben"]
    await counted(database, *([*seated("ada", partner), won((0,), (1,))] for partner in partners))
    ada = ProfileKey(FOURTH, Board.PEOPLE, "ada")
    played: list[PlayedGame] = []
    people: list[Opponent] = []
    after: int | None = None
    while True:
        part = await database.read(games, ada, after, size)
        played += part.rows
        if not part.has_next:
            break
        assert len(part.rows) == size
        after = part.rows[-1].ended
    place: OpponentKey | None = None
    while True:
        page = await database.read(opponents, ada, place, size)
        people += page.rows
        if not page.has_next:
            break
        assert len(page.rows) == size
        place = page.rows[-1].key
    assert [each.game for each in played] == [game_id(number) for number in range(len(partners), 0, -1)]
    assert [(each.player, each.games) for each in people] == [
        ("ben", 3),
        ("cleo", 2),
        ("dora", 1),
        ("eve", 1),
    ]


@pytest.mark.parametrize("read", [games, opponents])
@pytest.mark.parametrize("limit", [-1, MAX_PAGE_SIZE + 1])
async def test_a_page_out_of_bounds_is_an_error(database: ReadDatabase, read: Any, limit: int) -> None:
    with pytest.raises(ValueError, match="a page holds 0 to 100 rows"):
        await database.read(read, ProfileKey(FOURTH, Board.PEOPLE, "ada"), limit=limit)


async def test_who_has_finished_no_game_has_no_profile(database: ReadDatabase) -> None:
    await counted(database, [*seated("ada", "ben"), won((0,), (1,))])
    for nobody in (
        ProfileKey(FOURTH, Board.PEOPLE, "cleo"),
        ProfileKey(FOURTH, Board.MIXED, "ada"),
        ProfileKey("oh-hell", Board.PEOPLE, "ada"),
    ):
        assert await database.read(profile, nobody) is None
        assert (await database.read(games, nobody)).rows == ()
        assert (await database.read(opponents, nobody)).rows == ()


async def test_before_the_first_start_there_is_nothing_to_read(database: ReadDatabase) -> None:
    with pytest.raises(NotBuilt):
        await database.read(profile, ProfileKey(FOURTH, Board.PEOPLE, "ada"))
