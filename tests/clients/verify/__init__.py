"""Tests of the verifiers of games: clients/verify.py and clients/verify.mjs."""
