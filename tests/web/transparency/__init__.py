"""Tests of the pages' pins of the server's log, and of their alarms when a server contradicts them."""
