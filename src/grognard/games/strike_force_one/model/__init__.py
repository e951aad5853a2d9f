"""State and scenario: what changes in play, and what does not."""
