"""In-process players for `kibitz simulate` and `kibitz play`."""
