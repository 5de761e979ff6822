"""The error of the demo."""

from __future__ import annotations


class DemoFailed(Exception):
    """The demo found an error; the message describes it."""
