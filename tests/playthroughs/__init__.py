"""Whole games as they were once played, one for each variant, which must come out the same for ever."""
