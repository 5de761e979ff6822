"""Addresses of callers."""

ANN, MALLORY, TRENT = "192.0.2.1", "192.0.2.2", "192.0.2.3"
