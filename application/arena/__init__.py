"""The arena: measures the strength of players by the same shuffles with the candidates in every seat."""
