"""Evaluation and advice for computer players; rules are called, not repeated."""
