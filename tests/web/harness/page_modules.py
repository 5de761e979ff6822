"""Calls functions of the pages' modules where they run: in the browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page


def inside(page: Page, path: str, body: str, given: object = None) -> Any:
    """Return what an expression gives that may use `module` (by its path), `given` and the address `main`."""
    source = f"""async ([path, given]) => {{
        const main = document.querySelector('script[type=module]').src;
        const module = await import(main.replace('main.js', path));
        return {body};
    }}"""
    return page.evaluate(source, [path, given])
