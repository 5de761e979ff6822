"""Mutations of operators: actions on players and addresses, and commands in games."""
