"""Tests of records, heads and proofs of log/v1 in both verifiers."""
