"""The routes of the web API."""
