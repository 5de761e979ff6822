"""Files of honest games, by name, with the status that a verifier must return."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, Final

from domain import commands as c
from domain.state import Stage
from tests.clients.verify.game_files import PLAYERS, GameFile, HonestServer, begun

ANN, BEN, CYD = PLAYERS[:3]


def finished(variant: str, *, people: int = 2, machines: int = 0, **options: Any) -> GameFile:
    """Return a finished game in which the first two players add seeds."""
    server = begun(variant, people=people, machines=machines, **options)
    server.play_to_the_end()
    return server.export()


def running(variant: str, moves: int, viewer: int | None, *, people: int = 2, machines: int = 0) -> GameFile:
    """Return a game in progress as a seat or a spectator may read it."""
    server = begun(variant, people=people, machines=machines)
    server.play_on(moves)
    return server.export(viewer)


def left_and_taken_back(variant: str, people: int) -> GameFile:
    """Return a game with clocks in which all people are late; one comes back before the others have left."""
    server = begun(variant, people=people, clock="bank", move_seconds=10, bank_seconds=5, timeouts_in_a_row=2)
    while server.known.game.stage is Stage.PLAYING and not server.known.game.is_paused:
        late = [seat.player for seat in server.known.game.seats if seat.automated]
        if late == [ANN]:
            server.carry_out(c.ReclaimSeat(by=ANN))
            server.play_on(3)
        server.now += timedelta(seconds=3600)
        server.carry_out(c.ExpireDeadlines())
    server.carry_out(c.CloseIdleGame())
    return server.export()


def closed_early() -> GameFile:
    """Return a game of some rounds, which the server's operator then closes."""
    server = begun("hundred-and-ten", people=3)
    server.play_on(50)
    server.carry_out(c.CloseGame(by="operator"))
    return server.export()


def absent_seed() -> GameFile:
    """Return a game in which one of three players does not open its seed."""
    server = begun("president", (ANN, BEN, CYD), absent=(BEN,), people=3)
    server.play_to_the_end()
    return server.export()


def lobby() -> HonestServer:
    """Return a lobby in which players have come, gone, committed, and committed again."""
    server = HonestServer()
    server.create("hundred-and-ten")
    for player in (BEN, CYD):
        server.carry_out(c.JoinGame(by=player))
        server.commit(player, "0" * 64)
    server.carry_out(c.LeaveGame(by=BEN))
    server.carry_out(c.JoinGame(by=BEN))
    server.commit(CYD)
    return server


def restless_lobby() -> GameFile:
    """Return the finished game of such a lobby: one seat moved up, and one player committed anew."""
    server = lobby()
    server.start((CYD,))
    server.play_to_the_end()
    return server.export()


def waiting_for_seeds() -> GameFile:
    """Return a game whose seats are closed, with one of two seeds opened."""
    server = lobby()
    server.commit(BEN)
    server.carry_out(c.StartGame(by=ANN))
    server.reveal(CYD)
    return server.export()


def without_seeds() -> GameFile:
    """Return a game that takes seeds, to which nobody has added one."""
    server = begun("president", (), people=3)
    server.play_to_the_end()
    return server.export()


def without_deal() -> GameFile:
    """Return a game as servers recorded it before deal/v1."""
    server = begun("president", (), people=3, takes_seeds=False)
    server.play_to_the_end()
    return server.export()


def more_shuffles_than_links() -> GameFile:
    """Return a game of 258 rounds in which everyone passes."""
    server = begun("hundred-and-ten")
    for _ in range(257):
        for _ in range(2):
            turn = server.known.game.rules.to_move(server.known.game.table)[0]
            server.carry_out(c.PassTurn(by=server.known.game.seats[turn].player))
    return server.export()


def of_unknown_rules(variant: str, rules_version: int) -> GameFile:
    """Return a game whose variant or version of the rules no verifier knows."""
    file = finished("president", people=4)
    return file.change("GameCreated", variant=variant, rules_version=rules_version)


HONEST: Final[dict[str, tuple[int, Callable[[], GameFile]]]] = {
    "hundred and ten": (0, lambda: finished("hundred-and-ten", people=3)),
    "hundred and ten with machines": (0, lambda: finished("hundred-and-ten", machines=2)),
    "hundred and ten, left and taken back": (0, lambda: left_and_taken_back("hundred-and-ten", 3)),
    "oh hell, left and taken back": (0, lambda: left_and_taken_back("oh-hell", 4)),
    "president, left and taken back": (0, lambda: left_and_taken_back("president", 4)),
    "hundred and ten, closed early": (0, closed_early),
    "hundred and ten, seen by a spectator": (3, lambda: running("hundred-and-ten", 31, None, people=4)),
    "hundred and ten, seen by a seat": (3, lambda: running("hundred-and-ten", 31, 3, people=4)),
    "hundred and ten, revealed at the end": (0, lambda: finished("hundred-and-ten", reveal="at_end")),
    "oh hell": (0, lambda: finished("oh-hell", machines=2)),
    "oh hell, reshuffled before the deal": (
        0,
        lambda: finished("oh-hell", people=4, reshuffle="before_deal", first_dealer=1, reveal="at_end"),
    ),
    "oh hell, blind": (3, lambda: running("oh-hell", 2, 1, people=4)),
    "oh hell, after the first reshuffle": (3, lambda: running("oh-hell", 130, 2, people=4)),
    **{
        f"president of {people}": (0, partial(finished, "president", people=people)) for people in range(3, 9)
    },
    "president, seen by a seat": (3, lambda: running("president", 9, 2, people=5)),
    "absent seed": (0, absent_seed),
    "restless lobby": (0, restless_lobby),
    "lobby": (3, lambda: lobby().export()),
    "waiting for seeds": (3, waiting_for_seeds),
    "without seeds": (0, without_seeds),
    "without deal": (3, without_deal),
    "more shuffles than links": (3, more_shuffles_than_links),
    "unknown variant": (3, lambda: of_unknown_rules("rummy", 1)),
    "unknown version of the rules": (3, lambda: of_unknown_rules("president", 2)),
}
