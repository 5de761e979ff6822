"""Compiled plans for the schema's operations: how its fields are read, and when a plan is made."""
