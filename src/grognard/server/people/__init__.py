"""Accounts, sessions, email addresses and moderation. Does not know tables."""
