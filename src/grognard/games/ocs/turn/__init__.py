"""Chapters 2 and IV: sequence of play, initiative, setup, victory."""
