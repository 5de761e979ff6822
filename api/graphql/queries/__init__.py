"""Queries: the root fields, one module for each subject."""
