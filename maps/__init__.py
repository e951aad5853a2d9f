"""The map workshop: makes board files from open geography. No part of the installed program."""
