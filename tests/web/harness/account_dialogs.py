"""The sign-in dialog and the account dialog in a browser."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

STORED_SESSION = "JSON.parse(localStorage.getItem('kibitz.session') ?? 'null')"


def dialog(page: Page) -> Locator:
    """Return the open dialog."""
    return page.get_by_role("dialog")


def account_button(page: Page) -> Locator:
    """Return the account button, which shows the player's name."""
    return page.get_by_role("button", name="Your account")


def open_sign_in(page: Page) -> Locator:
    """Press the sign-in button, and return the dialog."""
    page.get_by_role("banner").get_by_role("button", name="Sign in").click()
    return dialog(page)


def open_step(page: Page, step: str) -> Locator:
    """Open a step of the account dialog, and return the dialog."""
    account_button(page).click()
    dialog(page).get_by_role("button", name=step).click()
    return dialog(page)


def sign_in_with_code(page: Page, code: str) -> Locator:
    """Enter a code in the sign-in dialog, and return the dialog."""
    form = open_sign_in(page) if not dialog(page).count() else dialog(page)
    if not form.get_by_label("Code", exact=True).is_visible():
        form.get_by_text("I am signed in on another device").click()
    form.get_by_label("Code", exact=True).fill(code)
    form.get_by_role("button", name="Sign in with the code").click()
    return form
