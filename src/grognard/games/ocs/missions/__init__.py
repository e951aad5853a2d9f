"""Chapter 14.2f: air missions, from their declaration until the planes are home."""
