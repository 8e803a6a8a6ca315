"""A table without a scenario: an empty map, or any map, with sides and nobody on them yet. The GM does the rest."""

import numpy as np

from game.content.map_format import SURFACES
from game.content.maps import MapFile
from game.rules.catalog import Settings
from game.rules.state import Battle, Team
from game.spatial.grid import Grid
from game.texts import N_

SIZES = ((16, 12), (24, 16), (32, 24), (48, 36), (64, 64))  # columns, rows
NAME = N_("Free table")
TEAMS = (Team("players", N_("Players"), players=True), Team("enemies", N_("Enemies")), Team("others", N_("Others")))


def empty_map(cols: int, rows: int, surface: str = "stone") -> MapFile:
    """A flat map with nothing on it.

    :raises GeometryError: unless both sides are from 1 to 256.
    """
    names = ("", *SURFACES)
    flat = Grid.empty(cols, rows)
    look = np.full(flat.shape, names.index(surface), np.uint8)
    return MapFile("", flat.replace(surfaces=names, surface=look), ())


def blank(map: MapFile) -> Battle:
    """A battle before round 1 on a map, with the sides that it names; else the players', their enemies, and a third."""
    teams = map.teams
    if len(teams) < 2:
        known = {each.id for each in teams}
        teams = (*teams, *(each for each in TEAMS if each.id not in known))
    return Battle(map.grid, map.structures, teams, (), Settings(), map.name or NAME)
