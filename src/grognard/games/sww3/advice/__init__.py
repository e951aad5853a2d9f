"""The computer player's evaluation and plans; it asks the rules and never re-implements one."""
