"""Operation Pincher: the war in Europe."""
