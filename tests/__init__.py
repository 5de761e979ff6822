"""What holds, and how it is known."""
