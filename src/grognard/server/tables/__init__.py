"""Games on the server: seats, commands that change a game, queries that read it."""
