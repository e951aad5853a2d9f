"""Computer players in separate processes."""
