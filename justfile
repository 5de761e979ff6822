# Short names for the commands of CONTRIBUTING.md, for those who have just (https://just.systems).

# Run the inner loop of the tests; arguments go to pytest.
test *arguments:
    uv run pytest {{arguments}}

# Run the tests that need processes, browsers, Node or further packages.
integration *arguments:
    uv run pytest -m integration {{arguments}}

# Find likely mistakes.
lint:
    uv run ruff check

# Format the code.
format:
    uv run ruff format

# Check the types.
types:
    uv run mypy

# Check that each layer imports only the layers below it.
layers:
    uv run lint-imports
