"""Chapter 12: supply."""
