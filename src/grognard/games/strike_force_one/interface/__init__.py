"""The players' interface: choices, legality, verbs, views."""
