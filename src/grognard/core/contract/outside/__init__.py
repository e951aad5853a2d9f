"""Data from files: kinds of files, positions, fitted values, and the bounds of saved states."""
