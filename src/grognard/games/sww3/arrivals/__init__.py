"""Chapter 10: reinforcements, paratroops, replacements, the second formation."""
