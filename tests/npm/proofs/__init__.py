"""Proofs and notes of the log in a published implementation."""
