"""The spatial layer: arrays in, full-map masks out. It knows no creature, no rule and no pixel.

Everything public can be imported from here; a name is loaded when it is first used, so that a program that only needs
a :class:`Grid` does not wait for the compiler. Functions named like their module are imported from there:
``from game.spatial.push import push, drag`` and ``from game.spatial.concealment import concealment``.

>>> from game.spatial import Body, Circle, Grid, Origin, area_mask, cover_field, movement_field, picture, wall
>>> grid = Grid.empty(8, 5, [wall((4, 0), (4, 3))])
>>> print(picture(area_mask(grid, Circle(Origin.centre(grid, (2, 2)), 3), passage="straight"), "-#"))
####----
####----
####----
#####---
#####---
>>> print(picture(cover_field(grid, Body.on(grid, (2, 1)), tall=109).level, "-+#"))
----####
----####
----####
----++##
------++
>>> movement_field(grid, Body.on(grid, (3, 1)), budget=6000).path((4, 1))
((3, 2), (3, 3), (4, 3), (4, 2), (4, 1))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.spatial.areas import (
        Aura,
        Circle,
        Cone,
        Cube,
        Cylinder,
        Free,
        Line,
        Origin,
        RowCone,
        Sphere,
        Square,
        area_hits,
        area_mask,
        cover_from,
        legal_corners,
        overlap_share,
    )
    from game.spatial.concealment import concealment_field, concealment_from_field
    from game.spatial.flanking import flank_mask, flanks
    from game.spatial.grid import Barrier, Body, Grid, block, cell_name, parse_cell, picture, pillar, units, wall
    from game.spatial.lines import blocked, blockers
    from game.spatial.metric import Metric, distance, reach_distance
    from game.spatial.movement import movement_field, walk
    from game.spatial.reach import can_strike, reach_mask
    from game.spatial.sight import (
        cover,
        cover_field,
        cover_from_field,
        high_ground,
        higher,
        line_of_attack,
        sees,
        sight_field,
    )
    from game.spatial.warm import warm_up

_PLACES = {
    "areas": ("Aura", "Circle", "Cone", "Cube", "Cylinder", "Free", "Line", "Origin", "RowCone", "Sphere", "Square",
              "area_hits", "area_mask", "cover_from", "legal_corners", "overlap_share"),
    "concealment": ("concealment_field", "concealment_from_field"),
    "flanking": ("flank_mask", "flanks"),
    "grid": ("Barrier", "Body", "Grid", "block", "cell_name", "parse_cell", "picture", "pillar", "units", "wall"),
    "lines": ("blocked", "blockers"),
    "metric": ("Metric", "distance", "reach_distance"),
    "movement": ("movement_field", "walk"),
    "reach": ("can_strike", "reach_mask"),
    "sight": ("cover", "cover_field", "cover_from_field", "high_ground", "higher", "line_of_attack", "sees",
              "sight_field"),
    "warm": ("warm_up",),
}
_PLACE = {name: module for module, names in _PLACES.items() for name in names}

__all__ = [
    "Aura", "Barrier", "Body", "Circle", "Cone", "Cube", "Cylinder", "Free", "Grid", "Line", "Metric", "Origin",
    "RowCone", "Sphere", "Square", "area_hits", "area_mask", "block", "blocked", "blockers", "can_strike", "cell_name",
    "concealment_field", "concealment_from_field", "cover", "cover_field", "cover_from", "cover_from_field", "distance",
    "flank_mask", "flanks", "high_ground", "higher", "legal_corners", "line_of_attack", "movement_field",
    "overlap_share",
    "parse_cell", "picture", "pillar", "reach_distance", "reach_mask", "sees", "sight_field", "units", "walk",
    "wall", "warm_up",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACE[name]}"), name)
