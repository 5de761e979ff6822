"""Accessibility check of an open page with axe-core: WCAG 2.2 AA and best practice."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from playwright.sync_api import Page

from tests.npm.node import installed
from tests.web.harness.screens import DESKTOP, PHONE, SCHEMES, fits_viewport

RULES: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice")
"""Tags of the rules to run."""
_RUN: Final = """async (tags) => {
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) => ({
        id, help, nodes: nodes.map(({ target, html, failureSummary: why }) => ({ target, html, why })),
    }));
}"""


def violations(page: Page) -> list[str]:
    """Return the violations on a page, each with its rule, element and reason.

    axe-core checks only visible content: open dialogs and menus first, and wait until the page has settled.
    """
    # The content security policy does not apply to evaluated scripts.
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    found: list[dict[str, Any]] = page.evaluate(_RUN, list(RULES))
    return [
        f"{rule['id']} ({rule['help']}) at {_path(node['target'])}: {_reason(node['why'])}: {node['html']}"
        for rule in found
        for node in rule["nodes"]
    ]


def scheme_violations(page: Page) -> list[str]:
    """Return the violations on a page in each colour scheme, and whether it scrolls sideways.

    The page stays dark.
    """
    found: list[str] = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {each}" for each in violations(page)]
    return found if fits_viewport(page) else [*found, "the page scrolls sideways"]


def screen_violations(page: Page) -> list[str]:
    """Return the violations on a page in each colour scheme, on a phone and on a desktop.

    A change of the size closes the panel of a table on a phone, and opens it on a desktop.
    """
    former, found = page.viewport_size, list[str]()
    for size in PHONE, DESKTOP:
        page.set_viewport_size(size)
        found += [f"{size['width']}: {each}" for each in scheme_violations(page)]
    if former:
        page.set_viewport_size(former)
    return found


@cache
def _source() -> str:
    return (installed() / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def _path(target: list[Any]) -> str:
    return " ".join(map(str, target))


def _reason(summary: str) -> str:
    return "; ".join(line.strip() for line in summary.splitlines()[1:])
