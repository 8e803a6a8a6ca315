"""Flanco: tactical combat on a square grid, with exact geometry and a proof for every modifier."""

__version__ = "0.1.0"
