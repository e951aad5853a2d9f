"""What comes from outside: kinds of files, positions, fitted values, and the bounds of saved states."""
