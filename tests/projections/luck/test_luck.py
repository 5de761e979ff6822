"""The luck of whole games: exact parts, the hands that were dealt, and nothing before they are public."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace

from application.luck.luck_tables import luck_table
from domain.cards import Card
from domain.events import Access, CloseReason, DeckRevealed, Event, GameClosed, GameCreated, GameWon
from domain.luck.deals import Deal
from domain.luck.table import UNIT
from domain.rules import rules_of
from domain.state import Seat
from domain.visibility import SPECTATOR, redact
from projections.finished_games.storage import ProgressCodec
from projections.luck.progress import DealtRound, GameEnd, LuckProgress
from projections.luck.projection import LUCK
from tests.projections.given import Folded, Row, given
from tests.projections.logs import NOON, Log, game_id
from tests.projections.luck.games import GAMES, game, games, luck_by_the_hands, results_by_the_scores

each_game = pytest.mark.parametrize("log", games(), ids=[f"{variant}-{seats}" for variant, seats, _ in GAMES])


def of_seat(rows: Sequence[Row], seat: int) -> list[Row]:
    return [row for row in rows if row["seat"] == seat]


@each_game
def test_luck_is_that_of_the_hands_that_were_dealt(log: Log) -> None:
    folded = given(LUCK, log)
    expected = luck_by_the_hands(log)
    found = folded.rows("round_luck")
    assert [[row["luck"] for row in found if row["round"] == number] for number in range(len(expected))] == (
        expected
    )
    assert [row["luck"] for row in folded.rows("luck")] == [sum(of) for of in zip(*expected, strict=True)]
    assert len({luck for of in expected for luck in of}) > 3


@each_game
def test_the_result_of_a_game_is_that_of_its_scores_or_places(log: Log) -> None:
    rows = given(LUCK, log).rows("luck")
    results = results_by_the_scores(log)
    rounds = rows[0]["rounds"]
    for row, result in zip(rows, results, strict=True):
        # In each round, a third of a point is rounded to a unit.
        assert abs(row["result"] - result * UNIT) <= (rounds if len(rows) == 3 else 0)
    assert any(results)


@each_game
def test_the_rounds_of_a_seat_add_up_to_its_game(log: Log) -> None:
    folded = given(LUCK, log)
    for row in folded.rows("luck"):
        rounds = of_seat(folded.rows("round_luck"), row["seat"])
        assert len(rounds) == row["rounds"]
        for name in ("result", "par", "luck"):
            assert row[name] == sum(each[name] for each in rounds)
        assert row["play_error"] ** 2 == pytest.approx(
            sum(each["play_error"] ** 2 for each in rounds), rel=1e-4
        )
        # Errors of hands of one group add up, those of other groups are independent.
        errors = [each["luck_error"] for each in rounds]
        assert max(errors) <= row["luck_error"] <= sum(errors)


@each_game
def test_each_row_names_the_table_and_the_player(log: Log) -> None:
    variant = next(event.variant for event in log if isinstance(event, GameCreated))
    table = luck_table(variant, rules_of(variant).version)
    assert table is not None
    folded = given(LUCK, log)
    for seat, row in enumerate(folded.rows("luck")):
        assert (row["luck_table"], row["variant"], row["seat"]) == (table.name, variant, seat)
        assert (row["player"] == "ada") is (seat == 0)
        assert row["machine"]
        assert row["in_points"] is (variant != "president")
    assert folded.rows("under_way") == []


def nothing_but_states(folded: Folded) -> bool:
    return not folded.rows("luck") and not folded.rows("round_luck")


@each_game
def test_nothing_of_luck_is_there_before_the_end_of_the_game(log: Log) -> None:
    end = next(number for number, event in enumerate(log) if isinstance(event, GameWon))
    folded = given(LUCK, log[:end])
    assert nothing_but_states(folded)
    folded.when(log[end])
    assert not nothing_but_states(folded)


@pytest.mark.parametrize("log", games("at_end"), ids=[f"{variant}-{seats}" for variant, seats, _ in GAMES])
def test_luck_is_null_until_the_shuffle_of_the_hand_is_revealed(log: Log) -> None:
    end = next(number for number, event in enumerate(log) if isinstance(event, GameWon))
    reveals = [event for event in log[end + 1 :] if isinstance(event, DeckRevealed)]
    folded = given(LUCK, log[: end + 1])
    results = [row["result"] for row in folded.rows("luck")]
    assert {row["luck"] for row in folded.rows("luck")} == {None}
    assert {row["luck"] for row in folded.rows("round_luck")} == {None}
    for reveal in reveals:
        assert {row["luck"] for row in folded.rows("luck")} == {None}
        known = sum(row["luck"] is not None for row in folded.rows("round_luck"))
        folded.when(reveal)
        assert sum(row["luck"] is not None for row in folded.rows("round_luck")) > known
    assert [row["luck"] for row in folded.rows("luck")] == [
        sum(of) for of in zip(*luck_by_the_hands(log), strict=True)
    ]
    assert [row["result"] for row in folded.rows("luck")] == results
    assert folded.rows("under_way") == []


@pytest.mark.parametrize("reveal", ["each_round", "at_end"])
def test_rows_and_states_follow_from_what_onlookers_have_seen(reveal: str) -> None:
    """Each event is taken as an onlooker gets it, with the hidden cards and orders face down."""
    for log in games(reveal):
        for length in range(5, len(log) + 1, max(1, len(log) // 40)):
            public = [redact(event, SPECTATOR) for event in log[:length]]
            for table in ("luck", "round_luck", "under_way"):
                assert given(LUCK, log[:length]).rows(table) == given(LUCK, public).rows(table)


def test_private_games_leave_no_trace() -> None:
    for variant, seats, seed in GAMES:
        log = game(variant, seats, seed, Access.PRIVATE)
        for length in range(1, len(log) + 1, 17):
            folded = given(LUCK, log[:length])
            assert nothing_but_states(folded)
            assert folded.rows("under_way") == []


def test_a_game_that_is_closed_before_its_end_has_no_luck() -> None:
    log = game("hundred-and-ten", 4, 2)
    folded = given(LUCK, [*log[:200], GameClosed(reason=CloseReason.ABANDONED)])
    assert nothing_but_states(folded)
    assert folded.rows("under_way") == []


def with_rules(log: Log, **other: object) -> list[Event]:
    return [replace(event, **other) if isinstance(event, GameCreated) else event for event in log]


@pytest.mark.parametrize(
    "other",
    [{"rules_version": 99}, {"variant": "whist"}, {"options": {"clear_after": "never"}}],
    ids=["rules", "variant", "option"],
)
def test_luck_is_null_where_no_table_has_the_game_and_the_result_is_there(other: dict[str, object]) -> None:
    log = game("president", 5, 4)
    known = given(LUCK, log)
    folded = given(LUCK, with_rules(log, **other))
    for table in ("luck", "round_luck"):
        assert [row["result"] for row in folded.rows(table)] == [row["result"] for row in known.rows(table)]
        for row in folded.rows(table):
            assert [row[name] for name in ("par", "luck", "luck_error", "play_error")] == [None] * 4
    assert {row["luck_table"] for row in folded.rows("luck")} == {None}
    assert folded.rows("under_way") == []


def test_a_log_without_reveals_keeps_null_luck() -> None:
    log = [event for event in game("president", 5, 4) if not isinstance(event, DeckRevealed)]
    rows = given(LUCK, log).rows("luck")
    assert {row["luck"] for row in rows} == {None}
    assert None not in {row["par"] for row in rows}


def test_games_are_told_apart() -> None:
    folded = given(LUCK, *games())
    assert {row["game"] for row in folded.rows("luck")} == {game_id(number) for number in range(1, 5)}


PROGRESS = LuckProgress(
    variant="president",
    rules_version=1,
    options={"clear_after": "full_circle"},
    seats=(Seat(player="ann"),),
    shuffle=1,
    scores=(11, 2),
    rounds=[DealtRound(Deal(0, 2, (3, 2), 47, 1), (1, -1), (65536, -1))],
    orders={1: (Card("5H"), Card("JOKER"))},
    revealed=0,
    end=GameEnd(NOON, ((1,), (0,))),
)
STORED = (
    b'{"variant":"president","rules_version":1,"options":{"clear_after":"full_circle"},'
    b'"seats":[{"player":"ann","machine":false,"automated":false,"level":"PUBLISHED","thinker":null}],'
    b'"shuffle":1,"scores":[11,2],"rounds":[[[0,2,[3,2],47,1],[1,-1],[65536,-1]]],'
    b'"orders":{"1":["5H","JOKER"]},"revealed":0,"end":["2026-04-01T12:00:00Z",[[1],[0]]]}'
)


def test_states_keep_their_stored_form_or_the_read_model_needs_a_new_version() -> None:
    codec = ProgressCodec(LuckProgress)
    assert codec.encode(PROGRESS) == STORED
    assert codec.decode(STORED) == PROGRESS
    assert msgspec.json.decode(STORED).keys() == set(LuckProgress.__struct_fields__)
