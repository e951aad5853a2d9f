"""The calls of the web API, chapter by chapter."""
