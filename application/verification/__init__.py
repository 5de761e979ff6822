"""Verification of game files without a server: records, heads, deals and rules."""
