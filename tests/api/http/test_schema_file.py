"""The schema as a file: text, compressed, with an entity tag."""

from __future__ import annotations

import asyncio

import pytest

import api.web.schema_file
from tests.api.harness.callers import Client
from tests.api.schema.test_schema import COMMITTED


async def test_schema_is_served_as_text_with_an_entity_tag(spectator: Client) -> None:
    response = await spectator.http.get("/schema.graphql")
    assert response.text == COMMITTED.read_text(encoding="utf-8")
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert response.headers["cache-control"] == "public, max-age=300"
    assert response.headers["content-encoding"] == "br"
    etag = response.headers["etag"]
    again = await spectator.http.get("/schema.graphql", headers={"If-None-Match": etag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    head = await spectator.http.head("/schema.graphql")
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", etag)
    assert (await spectator.http.post("/schema.graphql")).status_code == 405


async def test_schema_is_printed_outside_the_event_loop(
    spectator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    api.web.schema_file._file.cache_clear()

    def printed() -> str:
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        return "type Query"

    monkeypatch.setattr(api.web.schema_file, "sdl", printed)
    try:
        assert (await spectator.http.get("/schema.graphql")).text == "type Query"
    finally:
        api.web.schema_file._file.cache_clear()
