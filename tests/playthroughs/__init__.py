"""Golden playthroughs: a recorded game of each variant, whose replay must never change."""
