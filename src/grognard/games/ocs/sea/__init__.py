"""Chapter 18: ships and landing craft, where they can be, and their losses. Orders are in `fleet`."""
