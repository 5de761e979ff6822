"""Connections beneath their requests: admission, bounds and deadlines."""
