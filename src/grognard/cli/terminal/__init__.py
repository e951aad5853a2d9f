"""The terminal: input, screen, lists of orders, explanations of illegal orders."""
