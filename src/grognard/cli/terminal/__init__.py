"""The terminal: input, screen, lists of orders, refusals."""
