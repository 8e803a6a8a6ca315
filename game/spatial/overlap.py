"""How much of a cell a flat shape overlaps: polygons clipped, circles by Green's theorem.

These are areas in float64, good to about 1e-12 of a cell. They decide only the counting rule ``half``, whose tolerance
is 1e-3.
"""

import math

import numpy as np
from numpy.typing import NDArray

from game.spatial.lines import kernel, pasted


@pasted
def _cut(polygon: NDArray[np.float64], count: int, a: float, b: float, c: float) -> int:
    """Keep the part of a convex polygon where a*x + b*y <= c; returns the new number of corners.

    :param polygon: (2, K, 2), corners in ``polygon[0, :count]``; ``polygon[1]`` is room to work in.
    """
    kept = 0
    for i in range(count):
        x, y = polygon[0, i, 0], polygon[0, i, 1]
        j = i + 1 if i + 1 < count else 0
        u, v = polygon[0, j, 0], polygon[0, j, 1]
        here, there = a * x + b * y - c, a * u + b * v - c
        if here <= 0:
            polygon[1, kept, 0] = x
            polygon[1, kept, 1] = y
            kept += 1
        if (here < 0 and there > 0) or (here > 0 and there < 0):
            t = here / (here - there)
            polygon[1, kept, 0] = x + t * (u - x)
            polygon[1, kept, 1] = y + t * (v - y)
            kept += 1
    for i in range(kept):
        polygon[0, i, 0] = polygon[1, i, 0]
        polygon[0, i, 1] = polygon[1, i, 1]
    return kept


@kernel
def _edge_area(ax: float, ay: float, bx: float, by: float, radius: float) -> float:
    """Twice the signed area that the triangle 0, a, b shares with the disk around 0."""
    dx, dy = bx - ax, by - ay
    aa, ab = dx * dx + dy * dy, ax * dx + ay * dy
    root = ab * ab - aa * (ax * ax + ay * ay - radius * radius)
    enter, leave = 1.0, 1.0  # where the edge is in the disk; nowhere
    if root > 0:
        root = math.sqrt(root)
        enter, leave = (-ab - root) / aa, (-ab + root) / aa
    if enter >= 1 or leave <= 0:
        return radius * radius * math.atan2(ax * by - ay * bx, ax * bx + ay * by)
    enter, leave = max(enter, 0.0), min(leave, 1.0)
    px, py, qx, qy = ax + enter * dx, ay + enter * dy, ax + leave * dx, ay + leave * dy
    before = math.atan2(ax * py - ay * px, ax * px + ay * py)
    after = math.atan2(qx * by - qy * bx, qx * bx + qy * by)
    return radius * radius * (before + after) + px * qy - py * qx


@kernel
def areas(
    head: NDArray[np.int64], rows: NDArray[np.int64], cells: NDArray[np.int64]
) -> NDArray[np.float64]:
    """(N,) the area, in cells, that an outline overlaps of each of the cells (N, 2)."""
    found = np.empty(len(cells))
    polygon = np.empty((2, 16, 2))
    radius = float(head[2])
    for n in range(len(cells)):
        total = 0.0
        for part in range(len(rows)):
            for i in range(4):
                polygon[0, i, 0] = cells[n, 0] * 64 - head[0] + (64 if i == 1 or i == 2 else 0)
                polygon[0, i, 1] = cells[n, 1] * 64 - head[1] + (64 if i >= 2 else 0)
            count = 4
            for k in range(rows.shape[1]):
                row = rows[part, k]
                limit = math.sqrt(float(row[3])) * math.sqrt(float(row[4])) / row[2]
                count = _cut(polygon, count, float(row[0]), float(row[1]), limit)
            for i in range(count):
                j = i + 1 if i + 1 < count else 0
                x, y, u, v = polygon[0, i, 0], polygon[0, i, 1], polygon[0, j, 0], polygon[0, j, 1]
                total += _edge_area(x, y, u, v, radius) if head[3] else x * v - y * u
        found[n] = min(max(total / 8192, 0.0), 1.0)
    return found
