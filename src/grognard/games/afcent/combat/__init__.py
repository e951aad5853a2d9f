"""Chapter 11: combat."""
