"""What happens to a connection before and beside its requests: bounds, deadlines, admission."""
