"""Trusted documents of other clients: registered by an operator, stored beside the log, found by id."""
