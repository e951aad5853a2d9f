"""Reading and writing files: whole or not at all, with the line of every fault."""
