"""Merges pins of programs that share a file: each log's newest checkpoint, each game's last head."""

from __future__ import annotations

from collections.abc import Container, Mapping

from kibitz_client.transparency.checkpoints import unsigned_checkpoint
from kibitz_client.transparency.pins_file import KeptHead, KeptLog, KeptServer, Servers


def merged_pins(
    kept: Mapping[str, KeptServer], own: Mapping[str, KeptServer], shown: Container[str]
) -> Servers:
    """Return the pins of a file together with those of a program.

    Where two pins contradict each other, that of the file stays: the next comparison raises an alarm. `shown`
    are the addresses whose newest key the program knows better than the file.
    """
    found: Servers = {}
    for address in {**kept, **own}:
        theirs, mine = kept.get(address), own.get(address)
        if theirs is None or mine is None:
            server = theirs or mine
            assert server is not None
            found[address] = KeptServer(server.newest, dict(server.logs))
            continue
        newest = mine.newest if address in shown else theirs.newest
        logs = {
            key: _log(theirs.logs.get(key, KeptLog()), mine.logs.get(key, KeptLog()))
            for key in {**theirs.logs, **mine.logs}
        }
        found[address] = KeptServer(newest, logs)
    return found


def _log(kept: KeptLog, own: KeptLog) -> KeptLog:
    games = {game: _head(kept.games.get(game), own.games.get(game)) for game in {**kept.games, **own.games}}
    return KeptLog(_note(kept.note, own.note), games)


def _note(kept: str | None, own: str | None) -> str | None:
    if kept is None or own is None:
        return kept or own
    return own if unsigned_checkpoint(own).size > unsigned_checkpoint(kept).size else kept


def _head(kept: KeptHead | None, own: KeptHead | None) -> KeptHead:
    found = own if kept is None or (own is not None and own.version > kept.version) else kept
    assert found is not None
    return found
