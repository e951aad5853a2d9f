"""Missions as players see them [14.2]: their stages with chances, and the answers to them."""
