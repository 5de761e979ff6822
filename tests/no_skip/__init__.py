"""Readers of the log skip no event; two control numberings show that they would notice."""
