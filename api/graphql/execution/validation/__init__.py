"""Checks of documents and of input values before an operation runs."""
