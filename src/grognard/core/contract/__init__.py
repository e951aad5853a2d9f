"""The interface between games and the program: rules, orders, decisions, events, views and scenarios."""
