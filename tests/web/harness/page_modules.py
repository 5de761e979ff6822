"""Calls functions of the pages' modules in the browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page


def evaluate_in_module(page: Page, path: str, body: str, given: object = None) -> Any:
    """Evaluate an expression, which may use `module` (from `path`), `given` and the address `main`."""
    source = f"""async ([path, given]) => {{
        const main = document.querySelector('script[type=module]').src;
        const module = await import(main.replace('main.js', path));
        return {body};
    }}"""
    return page.evaluate(source, [path, given])
