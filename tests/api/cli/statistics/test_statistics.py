"""`kibitz stats`: figures in the terminal on both databases."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from msgspec.structs import replace
from rich.console import Console

from api.cli.terminal.charts import MAX_WIDTH, FractionBar
from api.settings import Settings
from api.storage import Storage, storage_of
from application.store.port import Append
from domain.events import GameCreated, GameWon, RoundScored
from domain.rules import variants
from projections.luck.projection import LUCK
from projections.luck.sums import luck_sums
from projections.statistics.projection import STATISTICS
from projections.statistics.selection import Selection
from tests.api.harness.server_processes import Done, Kibitz
from tests.projections.logs import project, story

NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)
"""A Wednesday."""
TITLES = {"hundred-and-ten": "Hundred and Ten", "oh-hell": "Oh Hell", "president": "President"}
GAMES = 2


async def fill(storage: Storage) -> None:
    """Record games of each variant, one per week, and build their statistics."""
    for variant in TITLES:
        for seed in range(GAMES):
            at = NOON + timedelta(weeks=seed)
            events = story(variant, seed)
            await storage.store.append(Append(game=uuid4(), after=0, events=events, at=at, by="ada"))
    for projection in (STATISTICS, LUCK):
        await project(storage.store, storage.database, projection)


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def stats(request: pytest.FixtureRequest, kibitz: Kibitz, tmp_path: Path) -> Callable[..., Done]:
    """The command, on a database with finished games."""
    url = request.getfixturevalue("postgres_url") if request.param == "PostgreSQL" else None

    async def prepare() -> None:
        async with storage_of(Settings(data_dir=tmp_path, database_url=url)) as storage:
            await fill(storage)

    asyncio.run(prepare())
    named = {} if url is None else {"KIBITZ_DATABASE_URL": url}
    return lambda *given: kibitz("stats", *given, "--data-dir", tmp_path, **named)


def sections(output: str) -> dict[str, str]:
    """Return the section of each variant by its title."""
    parts = re.split(rf"(?m)^({'|'.join(TITLES.values())}): ", output)
    assert parts[0] == ""
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def rows(section: str, title: str) -> list[list[str]]:
    """Return the cells of a table without its header."""
    [table] = re.findall(rf"(?m)^{re.escape(title)} *\n((?:[┏┃┡│└].*\n)+)", section)
    lines = [line for line in table.splitlines() if line.startswith("│")]
    return [[cell.strip() for cell in line.strip("│").split("│")] for line in lines]


def test_the_figures_of_all_variants_are_shown(stats: Callable[..., Done]) -> None:
    done = stats()
    assert (done.returncode, done.stderr) == (0, "")
    found = sections(done.stdout)
    assert list(found) == list(TITLES.values())
    for variant, title in TITLES.items():
        stories = [story(variant, seed) for seed in range(GAMES)]
        assert found[title].startswith(f"{GAMES} finished games; ")
        [first] = [won.ranking for won in stories[0] if isinstance(won, GameWon)][:1]
        seats = rows(found[title], "Seats")
        players = sum(map(len, first))
        assert [cells[:3] for cells in seats] == [
            [str(players), str(seat), str(GAMES)] for seat in range(players)
        ]
        scored = [each for log in stories for each in log if isinstance(each, RoundScored)]
        judged = [made for each in scored for made in each.bids_made if made is not None]
        if judged:
            bids = rows(found[title], "Bids")
            assert sum(int(cells[1].replace(",", "")) for cells in bids) == len(judged)
            for _, _, rate, bar in bids:
                assert len(bar) == pytest.approx(MAX_WIDTH * float(rate.rstrip("%")) / 100, abs=0.6)
        else:
            assert "Bids" not in found[title]
    assert rows(found["President"], "Starting hands, the strongest first")[0][1] == "1"
    ranks = rows(found["President"], "Ranks played, and the mean place of who played them")
    assert [cells[0] for cells in ranks] == [*"23456789", "10", *"JQKA"]
    trumps = rows(found["Oh Hell"], "Trump")
    assert {cells[0] for cells in trumps} <= {"hearts", "clubs", "spades", "diamonds"}


def test_figures_can_be_limited_to_a_variant_and_a_day(stats: Callable[..., Done]) -> None:
    done = stats("oh-hell", "--since", "2026-04-01", "--until", "2026-04-02")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Oh Hell: 1 finished game; ")
    assert "President" not in done.stdout
    done = stats("oh-hell", "--since", "2026-04-09")
    assert done.stdout.strip() == "Oh Hell: no games were finished"


def test_figures_distinguish_people_and_machines(stats: Callable[..., Done]) -> None:
    [seats] = [len(log.ranking) for log in story("president", 0) if isinstance(log, GameWon)]
    assert "Seats" in stats("president", "--machines", "--board", "machines", "--seats", seats).stdout
    for given in (["--people"], ["--board", "people"], ["--board", "mixed"], ["--seats", seats - 1]):
        assert "Seats" not in stats("president", *given).stdout
    # Which of the variants so many play is not for the caller to know.
    three = {rules.title for rules in variants().values() if 3 in rules.seats}
    assert set(sections(stats("--seats", 3).stdout)) == three
    assert three < set(TITLES.values())


def test_figures_over_time_are_shown(stats: Callable[..., Done]) -> None:
    done = stats("president", "--bucket", "week")
    assert done.returncode == 0, done.stderr
    weeks = rows(done.stdout, "Activity")
    assert [cells[:3] for cells in weeks] == [["2026-03-30", "1", "1"], ["2026-04-06", "1", "1"]]
    assert [set(cells[-1]) for cells in weeks] == [{"#"}] * GAMES
    hours = rows(stats("president", "--bucket", "hour").stdout, "Activity")
    assert [cells[:3] for cells in hours] == [[f"2026-04-0{day} 12:00", "1", "1"] for day in (1, 8)]
    # Moves are what the longest bar is of.
    assert max(len(cells[-1]) for cells in hours) == MAX_WIDTH


async def test_lag_of_the_statistics_is_reported(kibitz: Kibitz, tmp_path: Path) -> None:
    async with storage_of(Settings(data_dir=tmp_path)) as storage:
        await fill(storage)
        events = story("president", 7)
        await storage.store.append(Append(game=uuid4(), after=0, events=events, at=NOON, by="ada"))
    done = await asyncio.to_thread(kibitz, "stats", "president", "--data-dir", tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith(f"President: {GAMES} finished games; ")
    assert done.stderr == (
        f"The statistics are {len(events)} events behind the log.\n"
        f"Luck is {len(events)} events behind the log.\n"
    )
    # By the week there is no luck that could be behind.
    done = await asyncio.to_thread(kibitz, "stats", "president", "--bucket", "week", "--data-dir", tmp_path)
    assert done.stderr == f"The statistics are {len(events)} events behind the log.\n"


async def test_luck_is_shown_beside_results_or_why_there_is_none(kibitz: Kibitz, tmp_path: Path) -> None:
    created, *events = story("president", 3)
    assert isinstance(created, GameCreated)
    won = next(number for number, event in enumerate(events) if isinstance(event, GameWon))
    other = created, replace(created, options={"clear_after": "never"})
    async with storage_of(Settings(data_dir=tmp_path)) as storage:
        await fill(storage)
        for first, rest in zip(other, (events[: won + 1], events), strict=True):
            log = (first, *rest)
            await storage.store.append(Append(game=uuid4(), after=0, events=log, at=NOON, by="ada"))
        for projection in (STATISTICS, LUCK):
            await project(storage.store, storage.database, projection)
        with storage.database.reading() as connection:
            [sums] = luck_sums(connection, Selection(variant="president"))
    done = await asyncio.to_thread(kibitz, "stats", "president", "--data-dir", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    known = sums.known
    assert known is not None
    assert known.explained is not None
    [cells] = rows(done.stdout, "Luck and play, places a game")
    assert cells[:6] == [
        "machines",
        str(known.results),
        f"{known.result:+z.2f}",
        f"{known.luck:+z.2f}",
        f"{known.play:+z.2f} ± {1.96 * known.play_error:.2f}",
        f"{known.explained:.1%}",
    ]
    [seats] = [len(each.ranking) for each in events if isinstance(each, GameWon)]
    assert f"\n{seats} results without luck: their rules have no table of luck.\n" in done.stdout
    assert f"\n{seats} results without luck: their hands are not public yet.\n" in done.stdout


async def test_statistics_are_shown_without_luck_before_it_is_built(kibitz: Kibitz, tmp_path: Path) -> None:
    async with storage_of(Settings(data_dir=tmp_path)) as storage:
        events = story("president", 7)
        await storage.store.append(Append(game=uuid4(), after=0, events=events, at=NOON, by="ada"))
        await project(storage.store, storage.database, STATISTICS)
    done = await asyncio.to_thread(kibitz, "stats", "president", "--data-dir", tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("President: 1 finished game; ")
    assert "Luck" not in done.stdout
    assert done.stderr.startswith("Luck is not built yet: ")
    assert "kibitz projections rebuild luck" in done.stderr


async def test_unbuilt_statistics_name_the_command_that_builds_them(kibitz: Kibitz, tmp_path: Path) -> None:
    async with storage_of(Settings(data_dir=tmp_path)):
        pass
    done = await asyncio.to_thread(kibitz, "stats", "--data-dir", tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("kibitz: the statistics are not built yet")
    assert "kibitz projections rebuild stats" in line
    built = await asyncio.to_thread(kibitz, "projections", "rebuild", "stats", "--data-dir", tmp_path)
    assert built.returncode == 0, built.stderr
    done = await asyncio.to_thread(kibitz, "stats", "--data-dir", tmp_path)
    assert set(sections(done.stdout).values()) == {"no games were finished\n", "no games were finished\n\n"}


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["whist"], "There is no variant 'whist'; the variants are: hundred-and-ten, oh-hell, president."),
        (["--seats", "1"], "players, not 1."),
        (["president", "--seats", "99"], "players, not 99."),
        (["--since", "2026-04-02", "--until", "2026-04-01"], "It begins on 2026-04-02, which is not before"),
        (["--since", "0001-01-01"], "longer than 100 years"),
        (
            ["--since", "2016-01-01", "--until", "2026-01-01", "--bucket", "hour"],
            "The range has 87,672 periods of an hour; at most 5,000 are allowed.",
        ),
        (["--since", "yesterday"], "'yesterday' is not a day such as 2026-11-20"),
        (["--until", "2026-02-30"], "'2026-02-30' is not a day"),
        (["--bucket", "fortnight"], "'fortnight' is not one of 'hour', 'day', 'week'"),
        (["--board", "everybody"], "'everybody' is not one of 'people', 'mixed', 'machines'"),
    ],
    ids=str,
)
def test_invalid_option_is_named(kibitz: Kibitz, tmp_path: Path, options: list[str], error: str) -> None:
    done = kibitz("stats", *options, "--data-dir", tmp_path / "data")
    assert (done.returncode, done.stdout) == (2, "")
    [line] = [line for line in done.stderr.splitlines() if "Invalid value" in line]
    assert error in line
    assert not (tmp_path / "data").exists()


def test_missing_log_is_not_created(kibitz: Kibitz, tmp_path: Path) -> None:
    done = kibitz("stats", "--data-dir", tmp_path / "nowhere")
    assert done.returncode == 1
    assert "nowhere" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("part", "blocks", "plain"),
    [(0.0, "", ""), (0.5, "█" * 10, "#" * 10), (0.99, "█" * 19 + "▊", "#" * 20), (1.0, "█" * 20, "#" * 20)],
)
def test_bars_are_block_characters_in_a_terminal_and_ascii_elsewhere(
    part: float, blocks: str, plain: str
) -> None:
    for terminal, expected in ((True, blocks), (False, plain)):
        out = StringIO()
        console = Console(
            file=out, force_terminal=terminal, color_system=None, width=MAX_WIDTH, legacy_windows=False
        )
        console.print(FractionBar(part))
        assert out.getvalue().strip() == expected
