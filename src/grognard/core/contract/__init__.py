"""What a game and the program say to each other: rules, orders, decisions, events, views, scenarios."""
