"""Learning positions: lessons, their goals, what was done; quiz and puzzles. No pygame, no pixel."""
