"""Shuffles: how their orders follow from a deal or from entropy, their commitments and reveals."""
