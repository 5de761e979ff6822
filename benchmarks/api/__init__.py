"""Benchmark of the API beside FastAPI with pydantic."""
