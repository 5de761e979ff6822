"""Audit of logs and games."""
