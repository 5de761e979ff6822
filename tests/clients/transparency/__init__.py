"""Tests of the pins of the Python client, and of its alarms when a server contradicts them."""
