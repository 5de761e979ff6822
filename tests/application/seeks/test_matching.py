"""The matching of seeks, compared with a search through all sets of players."""

from __future__ import annotations

from itertools import combinations
from random import Random
from time import perf_counter

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import composite

from application.seeks.matching import Candidate, FormedTable, form_tables

MOST = 4


@composite
def candidates(draw: st.DrawFn) -> list[Candidate]:
    """A few seeks of few players, groups and ratings, so that many of them nearly fit."""
    found: dict[tuple[str, str], Candidate] = {}
    for number in range(draw(st.integers(0, 9))):
        player, group = f"player-{draw(st.integers(0, 7))}", draw(st.sampled_from("ab"))
        least = draw(st.integers(2, MOST))
        found.setdefault(
            (player, group),
            Candidate(
                id=str(number),
                player=player,
                group=group,
                least=least,
                most=draw(st.integers(least, MOST)),
                rating=draw(st.integers(0, 12)),
                tolerance=draw(st.none() | st.integers(0, 8)),
                takes_machines=draw(st.booleans()),
            ),
        )
    return list(found.values())


def fit(table: tuple[Candidate, ...], size: int) -> bool:
    """Whether seeks fit at a table of a size, by the definition."""
    return (
        len({each.player for each in table}) == len(table)
        and len({each.group for each in table}) == 1
        and all(each.least <= size <= each.most for each in table)
        and all(
            one.tolerance is None or abs(one.rating - other.rating) <= one.tolerance
            for one in table
            for other in table
        )
    )


def possible(seeks: list[Candidate]) -> list[tuple[Candidate, ...]]:
    """Every table of people that could be formed."""
    sets = (table for size in range(2, MOST + 1) for table in combinations(seeks, size))
    return [table for table in sets if fit(table, len(table))]


@given(candidates())
def test_every_table_that_can_form_does_and_nobody_sits_twice(seeks: list[Candidate]) -> None:
    formed = form_tables(seeks)
    players = [each.player for table in formed for each in table.seeks]
    assert len(players) == len(set(players))
    for table in formed:
        assert fit(table.seeks, table.size)
        assert list(table.seeks) == sorted(table.seeks, key=seeks.index)
        with_machines = len(table.seeks) < table.size
        assert not with_machines or all(each.takes_machines for each in table.seeks)
    left = [each for each in seeks if each.player not in players]
    assert possible(left) == []
    assert not any(each.takes_machines for each in left)


@given(candidates())
def test_the_oldest_seek_that_can_have_a_table_of_people_has_one(seeks: list[Candidate]) -> None:
    of_people = [table for table in form_tables(seeks) if len(table.seeks) == table.size]
    could = {each.id for table in possible(seeks) for each in table}
    first = next((each for each in seeks if each.id in could), None)
    if first is None:
        assert of_people == []
    else:
        assert first in of_people[0].seeks
        sizes = [len(table) for table in possible(seeks) if first in table]
        assert of_people[0].size == max(sizes)


@given(candidates())
def test_machines_take_no_seat_that_a_person_could_have(seeks: list[Candidate]) -> None:
    formed = form_tables(seeks)
    before: set[str] = set()
    for table in formed:
        if len(table.seeks) < table.size:
            due = [each for each in seeks if each.takes_machines and each.player not in before]
            more = [
                others
                for size in range(2, MOST + 1)
                for people in range(len(table.seeks) + 1, size)
                for others in combinations(due, people)
                if table.seeks[0] in others and fit(others, size)
            ]
            assert more == []
        before |= {each.player for each in table.seeks}


def crowd(number: int, tolerance: int | None, *, size: int = 4) -> list[Candidate]:
    random = Random(number)
    return [
        Candidate(
            id=str(each),
            player=str(each),
            group="one",
            least=size,
            most=size,
            rating=round(random.gauss(25_000, 8_000)),
            tolerance=tolerance,
        )
        for each in range(number)
    ]


def timed(seeks: list[Candidate]) -> tuple[list[FormedTable], float]:
    begun = perf_counter()
    return form_tables(seeks), perf_counter() - begun


def test_two_thousand_seeks_are_matched_in_a_moment() -> None:
    everyone, took = timed(crowd(2_000, None))
    assert (len(everyone), took < 1) == (500, True)
    choosy, took = timed(crowd(2_000, 300))
    assert (len(choosy) > 400, took < 1) == (True, True)
    # Nobody fits: each seek is compared with its neighbours in vain.
    few, took = timed(crowd(2_000, 3, size=5))
    assert (len(few) < 10, took < 1) == (True, True)
