"""Operation Sandown: the war in the Mid-East."""
