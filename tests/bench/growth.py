"""How cost grows with map side, radius and barrier count: measured, and drawn beside growth by the number of lines.

``python -m tests.bench.report`` calls this and keeps the picture.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from game.insight.placing import best_of_power
from game.insight.stand import stand_map
from game.rules.state import Battle
from game.spatial.areas import Circle, Origin, area_mask
from game.spatial.grid import Body, Grid, units
from game.spatial.movement import movement_field
from game.spatial.sight import cover_field
from tests.bench.worlds import CIRCLE, barrier_grid, cost_grid, skirmish, walled_grid

TALL = units(1.7)


@dataclass(frozen=True)
class Curve:
    """Milliseconds at each size, and the number of lines (or cells) that the work consists of there."""

    name: str
    axis: str
    sizes: tuple[int, ...]
    work: tuple[float, ...]
    times: tuple[float, ...]

    @property
    def excess(self) -> float:
        """How many times faster than the work the time grows, from the first size to the last; 1 is in step."""
        return (self.times[-1] / self.times[0]) / (self.work[-1] / self.work[0])


def fastest(run: Callable[[], object], rounds: int = 15) -> float:
    """The fastest of some rounds, in milliseconds; the first, which makes tables, does not count."""
    run()
    times = []
    for _ in range(rounds):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return 1000 * min(times)


def _cover(grid: Grid, radius: float | None) -> Callable[[], object]:
    attacker = Body.on(grid, (grid.cols // 2, grid.rows // 2), 1, TALL)
    return lambda: cover_field(grid, attacker, TALL, radius)


def _move(grid: Grid) -> Callable[[], object]:
    body = Body.on(grid, (grid.cols // 2, grid.rows // 2), 1, TALL)
    return lambda: movement_field(grid, body)


def _area(grid: Grid, radius: int) -> Callable[[], object]:
    origin = Origin.centre(grid, (grid.cols // 2, grid.rows // 2))
    return lambda: area_mask(grid, Circle(origin, radius))


def _best(battle: Battle) -> Callable[[], object]:
    def run() -> object:
        battle.memo.clear()
        return best_of_power(battle, "f0", CIRCLE)

    return run


def _stand(battle: Battle) -> Callable[[], object]:
    def run() -> object:
        battle.memo.clear()
        return stand_map(battle, "f0")

    return run


def measure() -> list[Curve]:
    """Every curve."""

    def curve(
        name: str, axis: str, sizes: Sequence[int], work: Callable[[int], float],
        make: Callable[[int], Callable[[], object]],
    ) -> Curve:
        return Curve(name, axis, tuple(sizes), tuple(work(n) for n in sizes), tuple(fastest(make(n)) for n in sizes))

    sides, radii, counts, crowds = (32, 64, 128, 256), (5, 10, 20, 40), (100, 200, 400, 800, 1600), (10, 20, 40, 80)
    return [
        curve("movement, whole map", "map side", sides, lambda n: n * n, lambda n: _move(cost_grid(n))),
        # lines grow by the square of the side, and so does their mean length times the walls along it by one side more
        curve("cover, whole map, 10 % walls", "map side", sides, lambda n: n**3,
              lambda n: _cover(walled_grid(n, 0.1), None)),
        curve("cover, 10 % walls", "radius (m)", radii, lambda r: (2 * r + 1) ** 3,
              lambda r: _cover(walled_grid(128, 0.1), r)),
        curve("area with passage", "radius (m)", radii, lambda r: r * r, lambda r: _area(barrier_grid(128, 400), r)),
        curve("cover, radius 24 m, 128 x 128", "barriers", counts, lambda n: n,
              lambda n: _cover(barrier_grid(128, n), 24)),
        # the creatures stay in the middle, so that the map around them is what grows
        curve("best placements, circle of 4 m, 20 creatures", "map side", sides, lambda n: n * n,
              lambda n: _best(skirmish(n, 20))),
        curve("stand-here map, 20 creatures", "map side", sides, lambda n: n * n, lambda n: _stand(skirmish(n, 20))),
        curve("best placements, circle of 4 m, 64 x 64", "creatures", crowds, lambda n: n,
              lambda n: _best(skirmish(64, n))),
        # each enemy may flank with each of its friends
        curve("stand-here map, 64 x 64", "creatures", crowds, lambda n: n * n, lambda n: _stand(skirmish(64, n))),
    ]


def draw(curves: Sequence[Curve], path: Path) -> None:
    """The curves as a picture, one panel for each axis."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    axes = list(dict.fromkeys(each.axis for each in curves))
    figure, panels = pyplot.subplots(1, len(axes), figsize=(5 * len(axes), 4), layout="constrained")
    for panel, axis in zip(panels, axes, strict=True):
        for n, each in enumerate(one for one in curves if one.axis == axis):
            line = panel.loglog(each.sizes, each.times, "os^Dv"[n] + "-", label=each.name)
            grown = [each.times[0] * work / each.work[0] for work in each.work]
            panel.loglog(each.sizes, grown, ":", color=line[0].get_color())
        panel.set_xlabel(axis)
        panel.set_ylabel("ms")
        panel.set_xticks(next(one.sizes for one in curves if one.axis == axis), minor=False)
        panel.set_xticklabels([str(size) for size in next(one.sizes for one in curves if one.axis == axis)])
        panel.minorticks_off()
        panel.grid(alpha=0.3)
        panel.legend(fontsize=8, title="dotted: in step with the work", title_fontsize=7)
    figure.savefig(path, dpi=80)
