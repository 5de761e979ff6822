"""Rows of the star schema, computed a second time from the stored events of a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.statistics.raw import Fact, Game
from tests.statistics.recounted import (
    board_of,
    from_dealer,
    judged,
    moves_of,
    place,
    points,
    strengths,
    tricks,
    trump_of,
)
from tests.statistics.recounted_players import made_at

Row = dict[str, Any]


def rows(game: Game) -> dict[str, list[Row]]:
    """Return the rows of each table that there must be of a game, in the order of their keys."""
    tables = {
        "game": games,
        "seat": seats,
        "round": rounds,
        "score": scores,
        "bid": bids,
        "trick": tricks_won,
        "play": plays,
    }
    return {name: list(of(game)) if game.public else [] for name, of in tables.items()}


def games(game: Game) -> Iterator[Row]:
    started, over = game.of("GameStarted"), game.of("GameWon", "GameClosed")
    # What is revealed afterwards changes nothing.
    last = (over or game.facts[-1:])[0]
    machines = sum(seat.machine for seat in last.seats)
    yield {
        "game": game.id,
        "variant": game.variant,
        "options": json.dumps(game.created.said["options"], sort_keys=True, separators=(",", ":")),
        "seats": len(last.seats) if started else None,
        "machines": machines if started else None,
        "board": board_of(game, last) if started else None,
        "created_at": game.created.at,
        "started_at": started[0].at if started else None,
        "ended_at": over[0].at if over else None,
        "reason": over[0].said["reason"] if over else None,
        "rounds": len(game.of("RoundDealt")),
        "moves": len(moves_of(game)),
    }


def seats(game: Game) -> Iterator[Row]:
    if not game.of("GameStarted"):
        return
    won, scored = game.of("GameWon"), game.of("RoundScored")
    held = strengths(game)
    last = (won or game.facts[-1:])[0]
    for number, seat in enumerate(last.seats):
        row: Row = {
            "game": game.id,
            "seat": number,
            "variant": game.variant,
            "seats": len(last.seats),
            "player": seat.player,
            "machine": seat.machine,
            **dict.fromkeys(("place", "won", "points", "strength", "strength_place", "ended_at")),
            **dict.fromkeys(("person_moves", "machine_moves")),
        }
        for end in won:
            row |= {
                "place": place(end, number),
                "won": number in end.said["winners"],
                "points": scored[-1].said["scores"][number] if scored else None,
                "ended_at": end.at,
                "person_moves": len(made_at(game, number, machine=False)),
                "machine_moves": len(made_at(game, number, machine=True)),
            }
            if held:
                row["strength"] = float(held[number])
                row["strength_place"] = 1 + sum(other > held[number] for other in held.values())
        yield row


def rounds(game: Game) -> Iterator[Row]:
    for course in game.rounds:
        (dealt,) = course.of("RoundDealt")
        row: Row = {
            "game": game.id,
            "round": dealt.said["round"],
            "variant": game.variant,
            "seats": len(dealt.seats),
            "dealer": dealt.said["dealer"],
            "cards": max(dealt.said["hands"]),
            **dict.fromkeys(("trump", "bidder", "contract", "made", "scored_at", "passed_out_at")),
            "dealt_at": dealt.at,
        }
        for fact in course.facts:
            match fact.topic:
                case "TrumpSelected" | "TrumpTurned":
                    row["trump"] = trump_of(fact)
                case "BidWon":
                    row["bidder"], row["contract"] = fact.said["seat"], fact.said["amount"]
                case "RoundPassedOut":
                    row["passed_out_at"] = fact.at
                case "RoundScored":
                    row["scored_at"] = fact.at
                    if row["bidder"] is not None:
                        row["made"] = fact.said["bids_made"][row["bidder"]]
        yield row


def scores(game: Game) -> Iterator[Row]:
    made = {(scored.round, seat): made for scored, seat, _, made in judged(game)}
    for course in game.rounds:
        last = {bid["seat"]: bid["amount"] for bid in bids(course) if bid["amount"] is not None}
        for scored in course.of("RoundScored"):
            for number in range(len(scored.seats)):
                yield {
                    **at(course, scored, number),
                    "from_dealer": from_dealer(course, scored, number),
                    "bid": last.get(number),
                    "tricks": tricks(course, scored, number),
                    "made": made.get((scored.round, number)),
                    "points": points(scored, number),
                    "total": scored.said["scores"][number],
                }


def bids(game: Game) -> Iterator[Row]:
    """Give what was bid, and who passed: once a bid has won or a card is played, a pass is none of a bid."""
    number, bidding = 0, False
    made: dict[int, Fact] = {}
    for fact in game.facts:
        said: list[tuple[int, int | None]] = []
        match fact.topic:
            case "RoundDealt":
                number, bidding, made = 0, True, {}
            case "BidCommitted":
                made[fact.said["seat"]] = fact
            case "BidWon" | "CardsPlayed" | "CardPlayed":
                bidding = False
            case "BidPlaced":
                said = [(fact.said["seat"], fact.said["amount"])]
            case "TurnPassed" if bidding:
                said = [(fact.said["seat"], None)]
            case "BidsRevealed":
                said = list(enumerate(fact.said["bids"]))
        for seat, amount in said:
            machine = made.get(seat, fact).seats[seat].machine
            yield {**at(game, fact, seat), "machine": machine, "number": number, "amount": amount}
            number += 1


def tricks_won(game: Game) -> Iterator[Row]:
    lying: list[Fact] = []
    for fact in game.of("CardPlayed", "TrickWon"):
        if fact.topic == "CardPlayed":
            lying.append(fact)
            continue
        row = at(game, fact, fact.said["seat"])
        row["winner"] = row.pop("seat")
        (best,) = (play for play in lying if play.said["seat"] == row["winner"])
        row["machine"] = best.seats[row["winner"]].machine
        yield {
            **row,
            "trick": fact.said["trick"],
            "leader": lying[0].said["seat"],
            "lead_card": lying[0].said["card"],
            "card": fact.said["card"],
            "cards": len(lying),
        }
        lying = []


def plays(game: Game) -> Iterator[Row]:
    for course in game.rounds:
        trick = 0
        number = 0
        for fact in course.of("CardPlayed", "CardsPlayed", "TrickWon"):
            if fact.topic == "TrickWon":
                trick += 1
                continue
            single = fact.topic == "CardPlayed"
            cards = [fact.said["card"]] if single else fact.said["cards"]
            yield {
                **at(game, fact, fact.said["seat"]),
                "number": number,
                "trick": trick if single else None,
                "cards": " ".join(cards),
                "count": len(cards),
            }
            number += 1


def at(game: Game, fact: Fact, seat: int) -> Row:
    """Return what a row says of where, when and by whom something was done."""
    return {
        "game": game.id,
        "round": fact.round,
        "seat": seat,
        "player": fact.seats[seat].player,
        "machine": fact.seats[seat].machine,
        "at": fact.at,
    }
