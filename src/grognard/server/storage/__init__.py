"""Storage: the database, its tables, and the writer."""
