"""Accounts, sessions, email addresses and moderation. Knows no games being played."""
