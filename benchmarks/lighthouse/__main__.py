"""Benchmark of the pages by Lighthouse: performance, accessibility and best practices.

Lighthouse visits each page with an empty cache, five times as a desktop computer and, with `--phone`, as a
slow phone on a slow network. The reference is a bare page, one file without a script, visited in between. The
packages are installed by `npm ci` on the first run; Node 18.20 or later is required. The last line is the
ratio of the lowest performance of a page to that of the bare page.

Run: `uv run python -m benchmarks.lighthouse [--quick] [--phone]`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final

import msgspec
from msgspec import Struct
from rich.console import Console

from benchmarks.report import Goal, argument_parser, show_goals, table
from benchmarks.server_processes import ONE_ADDRESS, kibitz
from tests.web.harness.chromium import PROGRAMS, NoBrowser, chromium
from tests.web.harness.visitors import Person, Visitors

FOLDER: Final = Path(__file__).parent
VISITS: Final = 5
WANTED: Final = 95.0
"""The goal: the minimum score of every page in every category."""
BARE: Final = "a bare page"
_BARE_PAGE: Final = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bare</title><link rel="icon" href="data:,"><h1>A bare page</h1></html>"""


class _BareSite(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(_BARE_PAGE)))
        self.end_headers()
        self.wfile.write(_BARE_PAGE)

    def log_message(self, format: str, *args: object) -> None: ...


@contextmanager
def bare_site() -> Iterator[str]:
    """Serve the bare page, and yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _BareSite) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Judgement(Struct, frozen=True):
    """The scores and failed audits of one visit."""

    url: str
    scores: Mapping[str, float]
    """Scores from 0 to 1 by category."""
    failed: list[str]
    """The audits that count and are not passed."""
    error: str | None


def installed() -> str:
    """Install the locked packages, and return the path of Node; raises NoBrowser without them."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NoBrowser("Node and npm are required")
    if not (FOLDER / "node_modules").exists():
        subprocess.run([npm, "ci"], cwd=FOLDER, check=True)
    return node


def judged(urls: Mapping[str, str], kept: str, *, is_desktop: bool) -> Iterator[tuple[str, Judgement]]:
    """Visit each page once; yield the name of the page and what Lighthouse says."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise NoBrowser(f"there is none of {', '.join(PROGRAMS)}")
    done = subprocess.run(
        [installed(), "judge.mjs", program],
        cwd=FOLDER,
        input=json.dumps({"kept": kept, "urls": list(urls.values()), "isDesktop": is_desktop}),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"Lighthouse failed: {done.stderr}")
    for name, line in zip(urls, done.stdout.splitlines(), strict=True):
        judgement = msgspec.json.decode(line, type=Judgement)
        if judgement.error:
            raise RuntimeError(f"Lighthouse cannot load {judgement.url}: {judgement.error}")
        yield name, judgement


def addresses(person: Person) -> Mapping[str, str]:
    """Return the addresses of pages by name: of the public ones, of a table, and of the game's replay."""
    game = person.create("hundred-and-ten", machines=3)
    paths = {
        "landing": "/",
        "new table": "/new",
        "table": f"/games/{game}",
        "replay": f"/games/{game}/replay",
        "rules": "/rules/oh-hell",
        "leaderboards": "/leaderboards",
        "statistics": "/statistics",
    }
    return {name: f"{person.site}{path}" for name, path in paths.items()}


def show(console: Console, found: Mapping[str, list[Judgement]], device: str) -> None:
    """Print the median scores of each page, and the audits that are not passed."""
    categories = list(next(iter(found.values()))[0].scores)
    shown = table(f"Lighthouse, as {device}, medians", "page", *categories)
    for name, judgements in found.items():
        shown.add_row(name, *(f"{score(judgements, category):.0f}" for category in categories))
    console.print(shown)
    for name, judgements in found.items():
        for audit in dict.fromkeys(judgements[0].failed):
            console.print(f"{name}: {audit}", highlight=False)
    console.print()


def score(judgements: Iterable[Judgement], category: str) -> float:
    """Return the median score of some visits, from 0 to 100."""
    return 100 * median(each.scores[category] for each in judgements)


def main() -> None:
    """Print the scores, the goals and the ratio."""
    parser = argument_parser(__doc__)
    parser.add_argument("--phone", action="store_true", help="visit the pages as a slow phone")
    given = parser.parse_args()
    visits = 1 if given.quick else VISITS
    console = Console()
    found: defaultdict[str, list[Judgement]] = defaultdict(list)
    with (
        TemporaryDirectory() as folder,
        kibitz(Path(folder), ONE_ADDRESS) as server,
        chromium() as browser,
        Visitors(browser) as visitors,
        bare_site() as bare_address,
    ):
        person = Person.sign_in(server.url.removesuffix("/graphql"), "Ann", visitors)
        urls = {**addresses(person), BARE: bare_address}
        for _ in range(visits):
            for name, judgement in judged(urls, person.kept, is_desktop=not given.phone):
                found[name].append(judgement)
    bare = found.pop(BARE)
    show(console, found, "a slow phone" if given.phone else "a desktop computer")
    goals = [
        Goal(
            name=category,
            found=[score(judgements, category) for judgements in found.values()],
            wanted=WANTED,
            unit="",
        )
        for category in bare[0].scores
    ]
    show_goals(console, goals)
    lowest = min(score(judgements, "performance") for judgements in found.values())
    console.print(f"ratio: {lowest / score(bare, 'performance'):.2f}")


if __name__ == "__main__":
    main()
