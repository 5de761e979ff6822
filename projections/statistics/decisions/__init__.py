"""Decisions of the seats: their facts, the number of their legal moves, and discarded cards."""
