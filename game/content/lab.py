"""The area lab without a window: an area as it is set up on a position, what it lights, and the command that says so.

A set-up is turned into the very words that ``flanco mask area`` takes, and everything is asked of those: so the command
that is copied lights the same cells.

>>> from game.content.blank import blank, empty_map
>>> battle = blank(empty_map(12, 12))
>>> setup = Setup(spot=(5.0, 5.0))
>>> seen = look(battle, setup)
>>> int(seen.mask.sum()), command(setup, "yard.toml")
(32, 'flanco mask area yard.toml --radius 3 --shape circle --origin corner:5,5 --counting centre')
"""

import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Final, Literal

import numpy as np

from game.content.codec import state_hash
from game.content.questions import Words, read_body, read_template
from game.content.saves import SUFFIX, save
from game.errors import GeometryError
from game.insight.background import Progress, Stop
from game.insight.cut import cutting
from game.insight.names import thing_name
from game.insight.placing import Choice, Placements, Snap, aim_at, best_of_power, best_of_template
from game.insight.reasons import things_said
from game.paths import user_data
from game.rules.bodies import body_of
from game.rules.ground import mask_of, origin_height, passage_of
from game.rules.history import Game
from game.rules.power_odds import power_odds
from game.rules.powers import DamageEffect, Power
from game.rules.state import Battle, Combatant
from game.rules.things import things_in
from game.spatial.areas import Counting, Passage, Template, area_hits, area_mask, cover_from, directions, overlap_share
from game.spatial.grid import PLAIN, UNITS, Barrier, Body, Cell, Mask, cell_name
from game.spatial.legal import range_to
from game.spatial.origins import Kind, Origin
from game.texts import N_, Text, decimal, text, tr

Shape = Literal["circle", "cone", "line", "square", "cylinder", "sphere", "cube", "rows", "aura", "cells"]
SHAPES: Final[dict[Shape, str]] = {
    "circle": N_("Circle"), "cone": N_("Cone"), "line": N_("Line"), "square": N_("Square"),
    "cylinder": N_("Cylinder"), "sphere": N_("Sphere"), "cube": N_("Cube"), "rows": N_("Cone in rows"),
    "aura": N_("Aura"), "cells": N_("Free squares"),
}
TURNED: Final = ("cone", "line", "square", "cube", "rows")
ANYWHERE: Final = 512  # metres: farther than any map is wide
LEVELS: Final = (N_("no cover from the origin"), N_("partial cover from the origin"), N_("total cover from the origin"))


@dataclass(frozen=True, slots=True)
class Setup:
    """An area as it is set up.

    :ivar size: its radius, length or side in metres; ``width`` that of a line, ``angle`` that of a cone in degrees
        (0: as wide as long), ``tall`` the height of a cylinder, 0 where it has none of its own.
    :ivar spot: where it starts, in metres; for the middle of a cell, the cell. None: nowhere yet.
    :ivar height: of its origin above its ground, in metres; None: as usual.
    :ivar turn: its direction, among ``snap`` of them, from the east clockwise.
    :ivar who: the id of its caster, who owns its edges, auras and corners on walls; empty for none.
    :ivar power: the id of the caster's power that it is of, for its damage. ``reach``: how far its caster may put it.
    """

    shape: Shape = "circle"
    size: float = 3
    width: float = 1
    angle: float = 0
    end: Literal["round", "flat"] = "round"
    tall: float = 0
    origin: Kind = "corner"
    spot: tuple[float, float] | None = None
    height: float | None = None
    turn: int = 0
    snap: Snap = 16
    counting: Counting = "centre"
    passage: Passage | None = None
    who: str = ""
    power: str = ""
    reach: float = ANYWHERE
    cells: tuple[Cell, ...] = ()

    @property
    def turned(self) -> bool:
        """Whether it can be turned."""
        return self.shape in TURNED

    @property
    def direction(self) -> tuple[int, int]:
        """Its direction in small integers."""
        return directions(self.snap)[self.turn % self.snap]

    @property
    def placed(self) -> bool:
        """Whether it is somewhere."""
        if self.shape == "cells":
            return bool(self.cells)
        return bool(self.who) if self.shape == "aura" else self.spot is not None and (
            self.origin != "edge" or bool(self.who))


@dataclass(frozen=True, eq=False)
class Seen:
    """What a set-up lights. ``cut`` are cells of the shape that the effect does not get to, and ``barriers`` what keeps
    it from them; masks are (H, W) bool. ``allies``, ``foes`` and ``things`` are the ids of those hit."""

    template: Template
    mask: Mask
    cut: Mask
    barriers: tuple[Barrier, ...]
    allies: tuple[str, ...]
    foes: tuple[str, ...]
    things: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many cells are lit."""
        return int(self.mask.sum())


# --- words -----------------------------------------------------------------------------------------------------------


def words_of(setup: Setup, diagonals: str | None = None) -> Words:
    """What ``flanco mask area`` would be asked.

    :raises GeometryError: when it is nowhere yet.
    """
    if not setup.placed:
        raise GeometryError(text("the area is nowhere yet"))
    shape = setup.shape
    given: dict[str, object] = {"shape": shape, "counting": setup.counting, "passage": setup.passage,
                                "body": setup.who or None, "diagonals": diagonals}
    if shape == "cells":
        return Words(**given | {"cells": " ".join(map(cell_name, setup.cells)), "body": None})  # type: ignore[arg-type]
    measure = "side" if shape in ("square", "cube") else "length" if shape in ("line", "cone", "rows") else "radius"
    given[measure] = int(setup.size) if measure == "side" or shape == "rows" else setup.size
    if shape == "aura":
        return Words(**given)  # type: ignore[arg-type]
    assert setup.spot is not None
    x, y = setup.spot
    place = cell_name((int(x), int(y))) if setup.origin == "cell" else f"{x:g},{y:g}"
    given |= {"origin": f"{setup.origin}:{place}", "height": setup.height}
    if setup.turned:
        given["direction"] = "{},{}".format(*setup.direction)
    if shape in ("square", "cube"):
        given["anchor"] = "edge" if setup.origin == "edge" else "centre"
    if shape == "line":
        given["width"] = setup.width
    if shape == "cone":
        given |= {"angle": setup.angle or None, "end": setup.end}
    if shape == "cylinder":
        given["tall"] = setup.tall or 3.0
    elif shape in ("line", "cone", "rows"):
        given["tall"] = setup.tall or None
    return Words(**given)  # type: ignore[arg-type]


def command(setup: Setup, source: str, diagonals: str | None = None) -> str:
    """The command that lights the same cells on the same position, a file.

    :raises GeometryError: when it is nowhere yet.
    """
    words = words_of(setup, diagonals)
    said = ["flanco", "mask", "area", source]
    for each in fields(Words):
        value = getattr(words, each.name)
        if value not in (None, (), False):
            said += [f"--{each.name}", f"{value:g}" if isinstance(value, float) else str(value)]
    # a value that begins with a minus is taken for an option
    return " ".join(shlex.quote(each) for each in said).replace("--direction -", "--direction=-")


def keep(battle: Battle) -> Path:
    """Write a position to a file of its own, for commands to name; the same position has the same file.

    :raises SaveError: when it cannot be written.
    """
    path = user_data() / "lab" / f"{state_hash(battle)[:12]}{SUFFIX}"
    save(Game(battle), path)
    return path


# --- looking ---------------------------------------------------------------------------------------------------------


def diagonals_of(battle: Battle) -> str | None:
    """How ``spread`` counts diagonals in a position, None where that is as usual."""
    return None if battle.settings.diagonals == "uniform" else battle.settings.diagonals


def look(battle: Battle, setup: Setup) -> Seen:
    """What it lights as it is set up.

    :raises GeometryError: when it is nowhere yet, or may not be there.
    """
    grid, words = battle.grid, words_of(setup)
    body = read_body(words.body, grid, battle) if words.body else None
    template = read_template(words, grid, body)
    way = template.passage if setup.passage is None else setup.passage
    mask = area_mask(grid, template, setup.counting, way, battle.settings.diagonals)
    whole = mask if way == "none" else area_mask(grid, template, setup.counting, "none")
    cut = whole & ~mask
    who = tuple(battle.present())
    hits = area_hits(grid, template, [body_of(battle, each) for each in who], setup.counting, mask=mask)
    met = [each for each, hit in zip(who, hits, strict=True) if hit]
    side = side_of(battle, setup.who)
    return Seen(
        template, mask, cut, cutting(grid, template, setup.counting, way, mask, cut),
        tuple(each.id for each in met if each.team == side), tuple(each.id for each in met if each.team != side),
        things_in(battle, mask, whole if way == "none" else mask_of(_open(battle), template, setup.counting))
        if mask.any() else ())


def side_of(battle: Battle, who: str) -> str:
    """The team whose allies are meant: the caster's, else that of the players, else the first."""
    if who in battle.by_id:
        return battle[who].team
    return next((each.id for each in battle.teams if each.players), battle.teams[0].id if battle.teams else "")


def _open(battle: Battle) -> "object":
    """The map without walls."""
    if "lab open" not in battle.memo:
        battle.memo["lab open"] = battle.grid.replace(barriers=())
    return battle.memo["lab open"]


def shares(battle: Battle, seen: Seen) -> np.ndarray:
    """(H, W) float32: the share of each cell that the shape overlaps."""
    return overlap_share(battle.grid, seen.template)


def said_at(battle: Battle, seen: Seen, cell: Cell, here: Body | None = None) -> Text:
    """A cell: how far it is from the origin, and the cover there from it; ``here`` is who stands there, if anybody."""
    source, name = seen.template.source, cell_name(cell)
    body = here or Body.on(battle.grid, cell)
    if not isinstance(source, Origin):
        return text("{cell}", cell=name)
    away = decimal(range_to(body, source.point, source.height, battle.settings.diagonals) / PLAIN)
    try:
        cover = cover_from(battle.grid, source, body)
    except GeometryError:
        return text("{cell} · {metres} m", cell=name, metres=away)
    causes = tuple(dict.fromkeys(each for ray in cover.rays if ray.blocked for each in ray.barriers))
    things = things_said(battle, causes)
    if things is None or not cover.level:
        return text("{cell} · {metres} m · {cover}", cell=name, metres=away, cover=text(LEVELS[cover.level]))
    return text("{cell} · {metres} m · {cover}: {things}", cell=name, metres=away, cover=text(LEVELS[cover.level]),
                things=things)


def names(battle: Battle, ids: tuple[str, ...], most: int = 1000) -> str:
    """Creatures by their names, things by theirs and how many; at most so many names, and how many more there are."""
    found: dict[str, int] = {}
    for id in ids:
        name = battle[id].name if id in battle.by_id else tr(thing_name(battle, id))
        found[name] = found.get(name, 0) + 1
    said = [f"{name} ({count})" if count > 1 else name for name, count in found.items()]
    if len(said) <= most:
        return ", ".join(said)
    return tr(text("{names} and {count} more", names=", ".join(said[:most]), count=len(said) - most))


def report(battle: Battle, setup: Setup, seen: Seen) -> str:
    """What is lit, as a text to paste: counts, names, and the part of the map, ``#`` lit and ``x`` cut off."""
    lines = [
        tr(text("{shape}, {size} m", shape=text(SHAPES[setup.shape]), size=decimal(setup.size))),
        tr(text("squares: {count}", count=seen.count)),
        *(tr(text(said, count=len(ids), names=names(battle, ids) or "-")) for said, ids in (
            (N_("allies {count}: {names}"), seen.allies), (N_("enemies {count}: {names}"), seen.foes),
            (N_("things {count}: {names}"), seen.things)))]
    ys, xs = np.nonzero(seen.mask | seen.cut)
    if len(xs):
        lines.append(tr(text("from {first} to {last}", first=cell_name((int(xs.min()), int(ys.min()))),
                             last=cell_name((int(xs.max()), int(ys.max()))))))
        signs = np.where(seen.mask, "#", np.where(seen.cut, "x", "."))
        lines += ["".join(row) for row in signs[ys.min():ys.max() + 1, xs.min():xs.max() + 1]]
    return "\n".join(lines)


# --- powers and placements -------------------------------------------------------------------------------------------


def powers_of(who: Combatant) -> Iterator[Power]:
    """The powers of a creature that have an area."""
    some = (*who.sheet.powers, *(each.power for each in who.items if each.power is not None))
    yield from (each for each in dict.fromkeys(some) if each.shape is not None)


def power_of(battle: Battle, setup: Setup) -> Power | None:
    """The power that an area is of, None when it is of none."""
    if not setup.power or setup.who not in battle.by_id:
        return None
    return next((each for each in powers_of(battle[setup.who]) if each.id == setup.power), None)


def of_power(battle: Battle, who: str, power: Power) -> Setup:
    """The area of a power, nowhere yet."""
    shape = power.shape
    assert shape is not None
    usual = origin_height(battle.settings)
    return Setup(
        "cells" if shape.form == "free" else shape.form, shape.radius or shape.length or shape.side or 1, shape.width,
        0 if shape.form != "cone" else shape.angle, shape.end,
        shape.tall if shape.form in ("line", "cone", "cylinder") else 0, "corner" if power.range else "edge",
        height=None if usual == UNITS or not power.range else usual / UNITS, counting=battle.settings.counting,
        passage=passage_of(battle.settings, shape), who=who, power=power.id, reach=power.range)


def damage_of(battle: Battle, setup: Setup, ids: tuple[str, ...]) -> Fraction | None:
    """What creatures lose on average by the power that the area is of; None when it is of none that wounds."""
    power = power_of(battle, setup)
    if power is None or not any(isinstance(each, DamageEffect) for each in power.effects):
        return None
    return sum((power_odds(battle, setup.who, power, id).odds.expected for id in ids), Fraction(0))


def best(battle: Battle, setup: Setup) -> Callable[[Progress, Stop], Placements | None]:
    """The question where it does most, to be worked out later; its caster must be on the map.

    :raises GeometryError: for an area that is not put anywhere, such as an aura.
    """
    if setup.shape in ("aura", "cells") or setup.who not in battle.by_id:
        raise GeometryError(text("choose who casts it, and a shape that is put somewhere"))
    power = power_of(battle, setup)
    there = battle.but(settings=replace(battle.settings, counting=setup.counting))
    if power is not None:
        return lambda progress, stop: best_of_power(there, setup.who, power, snap=setup.snap, progress=progress,
                                                    stop=stop)
    cell = battle[setup.who].cell
    assert cell is not None
    at = replace(setup, origin="cell", spot=(float(cell[0]), float(cell[1])), height=None)
    words = replace(words_of(at), anchor="edge" if setup.origin == "edge" else "centre")
    template = read_template(words, battle.grid, body_of(battle, battle[setup.who]))
    how: dict[str, object] = {"passage": setup.passage, "spread": battle.settings.diagonals}
    if setup.height is not None:
        how["above"] = round(setup.height * UNITS)
    reach = 0 if setup.origin == "edge" else setup.reach or ANYWHERE
    aim = replace(aim_at(there, template, reach, setup.snap, **how), kinds=(setup.origin,))
    return lambda progress, stop: best_of_template(there, setup.who, template, aim, progress=progress, stop=stop)


def put(setup: Setup, choice: Choice) -> Setup:
    """The set-up at a placement that was found."""
    place = choice.place
    if place is None:
        return setup
    turns = directions(setup.snap)
    turn = turns.index(place.direction) if place.direction in turns else setup.turn
    return replace(setup, origin=place.origin, spot=(float(place.x), float(place.y)), turn=turn,
                   cells=place.cells or setup.cells)
