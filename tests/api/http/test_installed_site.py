"""Files of the installed site: the service worker, the offline page, and the manifest with its icons."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from api.web.files import SERVICE_WORKER
from tests.api.harness.callers import Client
from tests.api.http.test_web_files import page_at


async def test_service_worker_is_revalidated_and_names_files_by_their_addresses(spectator: Client) -> None:
    _, page = await page_at(spectator, "/")
    folder = page.asked[0].removesuffix("icon.svg")
    worker = await spectator.http.get(f"/{SERVICE_WORKER}")
    assert worker.headers["content-type"] == "text/javascript; charset=utf-8"
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-security-policy"] == "default-src 'none'; connect-src 'self'"
    assert f"const FOLDER = '{folder}';" in worker.text
    named = re.findall(r"'(/web/[^']+\.\w+)'", worker.text)
    assert len(named) > 3
    for address in named:
        assert address.startswith(folder)
        assert (await spectator.http.get(address)).status_code == 200, address
    again = await spectator.http.get(f"/{SERVICE_WORKER}", headers={"If-None-Match": worker.headers["etag"]})
    assert again.status_code == 304
    assert (await spectator.http.get(folder + SERVICE_WORKER)).status_code == 404


async def test_offline_page_has_a_policy_and_files_that_are_there(spectator: Client) -> None:
    _, page = await page_at(spectator, "/")
    folder = page.asked[0].removesuffix("icon.svg")
    response, offline = await page_at(spectator, f"{folder}offline.html")
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "script-src 'self'; " in response.headers["content-security-policy"]
    worker = (await spectator.http.get(f"/{SERVICE_WORKER}")).text
    assert len(offline.asked) > 3
    assert offline.inline == []
    assert [asked for asked in offline.asked if f"'{asked}'" not in worker] == []


async def test_icons_of_the_manifest_are_there(spectator: Client) -> None:
    _, page = await page_at(spectator, "/")
    [address] = [asked for asked in page.asked if asked.endswith(".webmanifest")]
    manifest = (await spectator.http.get(address)).json()
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == ("/", "/", "/")
    for icon in manifest["icons"]:
        found = await spectator.http.get(urljoin(address, icon["src"]))
        assert (found.status_code, found.headers["content-type"]) == (200, icon["type"])
