"""What axe-core finds wrong with a page as it is shown: by WCAG 2.2 AA, and by good practice."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from playwright.sync_api import Page

from tests.npm.node import installed

RULES: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice")
"""The tags of the rules that are tried."""
_RUN: Final = """async (tags) => {
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) => ({
        id, help, nodes: nodes.map(({ target, html, failureSummary: why }) => ({ target, html, why })),
    }));
}"""


def violations(page: Page) -> list[str]:
    """Return what is wrong: of each element the rule, where it stands, and why.

    What is wrong depends on what is shown: open dialogs and menus first, and wait until the page has settled.
    """
    # Sent as the test's own doing, to which the page's content security policy does not apply.
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    found: list[dict[str, Any]] = page.evaluate(_RUN, list(RULES))
    return [
        f"{rule['id']} ({rule['help']}) at {_place(node['target'])}: {_why(node['why'])}: {node['html']}"
        for rule in found
        for node in rule["nodes"]
    ]


@cache
def _source() -> str:
    return (installed() / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def _place(target: list[Any]) -> str:
    return " ".join(map(str, target))


def _why(summary: str) -> str:
    return "; ".join(line.strip() for line in summary.splitlines()[1:])
