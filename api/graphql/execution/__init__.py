"""Execution of operations: parsed and validated documents, costs, limits and completion of answers."""
