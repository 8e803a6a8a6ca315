"""The search for a puzzle's fewest actions; :mod:`game.learn.puzzles` asks it."""
