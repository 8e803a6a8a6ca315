"""Drawing the map: ground, structures, tokens, marks."""
