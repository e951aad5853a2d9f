"""Migrations of the database, run at every start if necessary."""
