"""Read files with exact error positions, and write them atomically."""
