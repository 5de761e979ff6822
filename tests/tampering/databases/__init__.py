"""Tamperings of `log.db` and `read.db`."""
