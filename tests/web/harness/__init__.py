"""Browser, visitors and checks for the tests of the pages."""
