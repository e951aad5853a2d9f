"""Stalin's World War III: the rules that Pincher, Sandown and the Grand Campaign share."""
