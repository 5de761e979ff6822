"""Plays against the rules, in files whose hashes and signatures are all right."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.cards import DECK_WITH_JOKER, Card
from domain.commands import Move
from domain.events import Event
from domain.game import Stage, judge, legal
from domain.refusals import MoveRefusal
from domain.visibility import marks
from tests.application.verification.files import (
    Recorded,
    file_of,
    finished,
    judgements,
    recorded,
    with_proof,
)
from tests.laws.playouts import Commit


def legal_events(commit: Commit) -> list[Event]:
    """Return the events to which a legal move of any seat leads at that moment."""
    game = commit.before.game
    found = []
    for seat, player in enumerate(each.player for each in game.seats):
        moves = [move for offer in legal(game, seat) for move in offer.moves(player)]
        moves += [kind(by=player) for kind in game.rules.out_of_turn]
        if isinstance(commit.command, Move) and commit.command.by == player:
            moves.append(commit.command)
        for move in moves:
            try:
                found.append(judge(game, seat, move)[0])
            except MoveRefusal:
                continue
    return found


def others(chance: Random, value: Any) -> Iterator[Any]:
    """Yield other values of the same kind."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, 99)
        case Card():
            yield from chance.sample(DECK_WITH_JOKER, 5)
        case (Card(), *rest):
            yield from (tuple(rest), (*value, value[0]), (chance.choice(DECK_WITH_JOKER), *rest))


def illegal(chance: Random, commit: Commit) -> Event | None:
    """Return an event to which no legal move leads in place of that of a commit, None if none is found."""
    event = commit.events[0]
    hidden = {field for field, mark in marks(type(event)) if mark.until is None}
    allowed = legal_events(commit)
    made = [
        replace(event, **{field: other})
        for field in event.__struct_fields__
        if field not in hidden
        for other in others(chance, getattr(event, field))
    ]
    wrong = [each for each in made if each not in allowed]
    return chance.choice(wrong) if wrong else None


def illegal_plays(variant: str, seeds: range) -> tuple[int, list[int]]:
    """Make an illegal play with each seed; return the number that was found, and the seeds of the others.

    A seed counts not if it chooses a play of which all other forms are legal.
    """
    found, missed = 0, []
    for seed in seeds:
        chance = Random(seed)
        game = finished(variant, seed % 5)
        plays = [
            number
            for number, commit in enumerate(game.commits)
            if isinstance(commit.command, Move) and commit.before.game.stage is Stage.PLAYING
        ]
        number = chance.choice(plays)
        event = illegal(chance, game.commits[number])
        if event is None:
            continue
        place = sum(len(commit.events) for commit in game.commits[:number])
        log = recorded(game)
        log[place] = Recorded(event, log[place].at, log[place].by)
        parts = judgements(with_proof(file_of(log)))
        # The first line names the format, so the event at version 1 is in line 2.
        # Cards of a shuffle that is never made stay sealed for ever, so their record is wrong.
        part = "records" if parts["records"].startswith("wrong") else "rules"
        is_found = parts[part].startswith(f"wrong: line {place + 2}: ")
        if is_found and all(parts[name].startswith("right") for name in ("heads", "proof", "signature")):
            found += 1
        else:
            missed.append(seed)
    return found, missed
