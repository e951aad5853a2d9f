"""The staff in the air and at sea [14, 15, 18]: missions, drops, landings, gunfire, shipping."""
