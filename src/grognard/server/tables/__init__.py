"""Games on the server: seats, commands that change a game, and queries that read it."""
