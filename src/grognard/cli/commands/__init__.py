"""The other commands of ``grognard``, one module each."""
