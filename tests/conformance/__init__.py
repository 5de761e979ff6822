"""Games recorded from independent implementations, replayed through ours and compared at every state."""
