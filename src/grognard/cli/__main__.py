"""``python -m grognard.cli``: the command without its entry point."""

import sys

from grognard.cli import main

if __name__ == "__main__":
    sys.exit(main())
