"""Map files: a picture in characters, a legend, and thin walls. The format is described in ``maps/README.md``."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from game.checked import Document, check, in_order, load_toml, not_one_of
from game.content.making import MAKES, read_materials, read_nd, read_wear
from game.content.map_format import CONCEALMENT, STEPS, SURFACES, BarrierField, MapTable, Mark, Thin
from game.content.pictures import Picture, read_picture, sign_faults
from game.content.sides import read_teams
from game.errors import DataError, GeometryError, Problem
from game.rules.masonry import beside, cell_id, edge_id, pieces
from game.rules.materials import Material
from game.rules.state import Structure, Team
from game.spatial.grid import NO_ENTRY, PLAIN, UNITS, Barrier, Cell, Grid, block, pillar, wall
from game.texts import Text, text
from game.toml_lines import Place

D = TypeVar("D", np.int32, np.uint8)
Metres2D = NDArray[np.float64]  # (H, W) heights in metres


@dataclass(frozen=True)
class MapFile:
    """A map as loaded. ``grid`` has every structure in place and shut; ``teams`` are the sides that it names."""

    name: str
    grid: Grid
    structures: tuple[Structure, ...]
    file: str = ""
    teams: tuple[Team, ...] = ()


def load_map(
    path: Path, materials: Mapping[str, Material] | None = None, unnamed: Literal["each", "joined"] = "each"
) -> MapFile:
    """The map in a file; ``materials`` and what an ``unnamed`` thing is are those of the scenario that uses it.

    :raises DataError: with every fault found.
    """
    return read_map(load_toml(path), materials=materials, unnamed=unnamed)


def read_map(
    document: Document, beside: Iterable[str] = (), materials: Mapping[str, Material] | None = None,
    unnamed: Literal["each", "joined"] = "each",
) -> MapFile:
    """The map in a document that was read; ``beside`` are other tables that may stand in it, ``materials`` and
    ``unnamed`` those of the scenario that uses it: whether a thing without a name is each cell or edge of its own, or
    all that are joined. # rule: STR-4

    :raises DataError: with every fault found.
    """
    problems: list[Problem] = []
    for key in document.data:
        allowed = ("map", "legend", "barrier", "material", "team", *beside)
        if key not in allowed:
            problems.append(document.problem((key,), not_one_of(key, allowed)))
    known = {**read_materials(document, problems), **(materials or {})}
    found = _Reader(document, problems, known, unnamed).read()
    if found is not None and "team" not in beside:  # else they are a scenario's
        found = replace(found, teams=tuple(read_teams(document, problems, found.grid).values()))
    if problems or found is None:
        raise DataError(in_order(problems))
    return found


@dataclass
class _Reader:
    document: Document
    problems: list[Problem]
    materials: Mapping[str, Material]
    unnamed: Literal["each", "joined"] = "each"
    structures: dict[str, Structure] = field(default_factory=dict)
    cells: dict[str, list[Cell]] = field(default_factory=dict)  # of each structure
    barriers: list[Barrier] = field(default_factory=list)
    made: dict[Place, dict[str, Any]] = field(default_factory=dict)  # ND, material and wear by legend entry and barrier

    def read(self) -> MapFile | None:
        table = check(self.document, MapTable, self.problems, ("map",))
        legend = self.legend()
        thin = self.thin()
        picture = self.picture(legend)
        if picture is None:
            return None
        self.ends(thin, picture.size)
        ground = self.ground(picture, 1.0 if table is None else table.height_step)
        if self.problems or table is None or ground is None:
            return None
        signs = {cell: sign for cell, sign in picture.cells() if legend[sign].stands}
        first = _joined(signs) if self.unnamed == "joined" else {}
        for cell, sign in signs.items():
            self.stand(cell, ("legend", sign), legend[sign], float(ground[cell[1], cell[0]]), first.get(cell, cell))
        for number, each in thin:
            self.thin_wall(number, each, ground)
        if self.problems:
            return None
        grid = _grid(picture, legend, table, ground, self.barriers)
        structures = (replace(each, cells=tuple(self.cells[id])) for id, each in self.structures.items())
        return MapFile(table.name, grid, tuple(structures), self.document.file)

    def legend(self) -> dict[str, Mark]:
        """Every character with its mark; one whose mark is faulty stands for a plain cell."""
        legend = {".": Mark()}
        table = self.document.data.get("legend", {})
        if not isinstance(table, dict):
            self.say(("legend",), text("this must be a table"))
            return legend
        for sign in table:
            place = ("legend", sign)
            if len(sign) != 1:
                self.say(place, text("a legend names single characters"), sign)
                continue
            mark = check(self.document, Mark, self.problems, place)
            legend[sign] = mark or Mark()
            if mark is not None:
                self.check_mark(place, mark)
        return legend

    def check_mark(self, place: Place, mark: Mark) -> None:
        if (mark.solid is not None) + (mark.pillar is not None) + (mark.door is not None) > 1:
            self.say(place, text("a cell is one of solid, pillar and door"))
        if mark.height is not None and mark.pillar is None and mark.door is None:
            self.say((*place, "height"), text("a height belongs to a pillar or a door; a solid cell states its own"))
        if not mark.stands:
            for name in ("blocks", "kind", "structure", *MAKES):
                if self.document.at((*place, name)) is not None:
                    self.say((*place, name), text("this belongs to a solid cell, a pillar or a door"))
        else:
            self.make(place, mark)

    def make(self, place: Place, written: Mark | Thin) -> None:
        """# rule: STR-1"""
        nd, material = read_nd(self.document, place, written, written.structure_kind, self.materials, self.problems)
        wear = read_wear(self.document, place, written.left, nd, self.problems)
        self.made[place] = {"nd": nd, "material": material, "wear": wear, "fallen": written.left == 0}

    def picture(self, legend: dict[str, Mark]) -> Picture | None:
        place = ("map", "cells")
        if not isinstance(self.document.at(place), str):
            return None
        picture = read_picture(self.document, place, self.problems, " " in legend)
        if picture is not None:
            self.problems += sign_faults(self.document, place, picture, "".join(legend), " ".join(legend))
        return picture

    def thin(self) -> list[tuple[int, Thin]]:
        written = self.document.data.get("barrier", [])
        if not isinstance(written, list):
            self.say(("barrier",), text("barriers are written as [[barrier]]"))
            return []
        found = ((number, check(self.document, Thin, self.problems, ("barrier", number)))
                 for number in range(len(written)))
        thin = [(number, each) for number, each in found if each is not None]
        for number, each in thin:
            self.make(("barrier", number), each)
        return thin

    def ends(self, thin: list[tuple[int, Thin]], size: tuple[int, int]) -> None:
        cols, rows = size
        for number, each in thin:
            for key, (x, y) in (("from", each.start), ("to", each.end)):
                if not (0 <= x <= cols and 0 <= y <= rows):
                    self.say(("barrier", number, key),
                             text("this point is outside the map: x is from 0 to {cols}, y from 0 to {rows}",
                                  cols=cols, rows=rows))

    def ground(self, picture: Picture, step: float) -> Metres2D | None:
        """(H, W) ground height in metres; ``step`` metres for one step of the picture of heights."""
        cols, rows = picture.size
        place = ("map", "heights")
        if not isinstance(self.document.at(place), str):
            return np.zeros((rows, cols))
        heights = read_picture(self.document, place, self.problems)
        if heights is None:
            return None
        faults = sign_faults(self.document, place, heights, "".join(STEPS), ". 0-9 a-z A-Z")
        self.problems += faults
        if heights.size != picture.size:
            self.say(place, text("the heights are {cols} x {rows} cells, the map is {width} x {height}",
                                 cols=heights.size[0], rows=heights.size[1], width=cols, height=rows), "")
            return None
        if faults:
            return None
        return np.array([[STEPS[sign] * step for sign in row] for row in heights.rows])

    def stand(self, cell: Cell, place: Place, mark: Mark, ground: float, first: Cell) -> None:
        """What stands on one cell; without a name it is called after that cell, or, solid, the first that it joins."""
        kind = mark.structure_kind
        id = mark.structure or cell_id(kind, cell if mark.solid is None else first)
        said = {"structure": id, **_fields(mark.blocks)}
        tall = ground + mark.tall
        if mark.pillar is not None:
            self.barriers += pillar(cell, mark.pillar, tall, ground, **said)
        else:
            self.barriers += block(cell, tall, ground, **said)
        opened = None if mark.door is None else mark.door == "open"
        self.add(Structure(id, kind, (cell,), None, mark.tall, opened, mark.name, locked=mark.door == "locked",
                           **self.made[place]), place)

    def thin_wall(self, number: int, thin: Thin, ground: Metres2D) -> None:
        place = ("barrier", number)
        found = pieces(thin.start, thin.end)
        kind, made = thin.structure_kind, self.made[place]
        one = thin.door or self.unnamed == "joined"
        whole = thin.structure or (edge_id(kind, thin.start, thin.end) if one else None)
        for start, end in found:
            id = whole or edge_id(kind, start, end)
            heights = [float(ground[y, x]) for x, y in beside(start, end, (ground.shape[1], ground.shape[0]))]
            low = min(heights) if thin.bottom == 0 else max(heights) + thin.bottom
            try:
                self.barriers.append(
                    wall(start, end, max(heights) + thin.top, low, structure=id, **_fields(thin.blocks)))
            except GeometryError as error:
                self.say(place, error.message)
                return
            if whole is None:
                self.add(Structure(id, kind, (), (*start, *end), thin.top, None, thin.name, **made), place)
        if whole is not None:
            opened = None if thin.door is None else thin.door == "open"
            self.add(Structure(whole, kind, (), (*thin.start, *thin.end), thin.top, opened, thin.name,
                               locked=thin.door == "locked", **made), place)

    def add(self, new: Structure, place: Place) -> None:
        """Add a structure, or join it to the one of its name."""
        old = self.structures.get(new.id)
        if old is None:
            self.structures[new.id] = new
            self.cells[new.id] = [*new.cells]
        elif (old.kind, old.open, old.locked) != (new.kind, new.open, new.locked):
            self.say(place, text("structure {id} is a {kind} elsewhere; one structure is of one kind",
                                 id=new.id, kind=old.kind))
        elif (old.nd, old.material) != (new.nd, new.material):
            self.say(place, text("structure {id} has the ND {nd} elsewhere; one structure is made of one thing",
                                 id=new.id, nd=old.nd))
        elif (old.wear, old.fallen) != (new.wear, new.fallen):
            self.say(place, text("structure {id} has {left} of its ND left elsewhere; one structure falls as one",
                                 id=new.id, left=old.nd - old.wear))
        elif old.open is not None and old.segment is not None and new.segment is not None:
            self.say(place, text("door {id} is two barriers; write it as one", id=new.id))
        else:
            self.cells[new.id] += new.cells
            if old.segment != new.segment:
                self.structures[new.id] = replace(old, segment=None)

    def say(self, place: Place, message: Text, value: object = None) -> None:
        self.problems.append(self.document.problem(place, message, value))


def _joined(signs: Mapping[Cell, str]) -> dict[Cell, Cell]:
    """For each cell the first of those that it joins, side by side, under one sign. # rule: STR-4

    >>> _joined({(0, 0): "#", (1, 0): "#", (1, 1): "#", (2, 2): "#", (3, 2): "+"})
    {(0, 0): (0, 0), (1, 0): (0, 0), (1, 1): (0, 0), (2, 2): (2, 2), (3, 2): (3, 2)}
    """
    first: dict[Cell, Cell] = {}
    for start in signs:
        todo = [] if start in first else [start]
        while todo:
            x, y = cell = todo.pop()
            first[cell] = start
            todo += [each for each in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
                     if each not in first and signs.get(each) == signs[start]]
    return {cell: first[cell] for cell in signs}


def _grid(picture: Picture, legend: dict[str, Mark], table: MapTable, ground: Metres2D,
          barriers: list[Barrier]) -> Grid:
    names = ["", *SURFACES]

    def layer(value: Callable[[Mark], int], dtype: type[D]) -> NDArray[D]:
        values = {sign: value(mark) for sign, mark in legend.items()}
        return np.array([[values[sign] for sign in row] for row in picture.rows], dtype)

    return Grid(
        height=np.floor(ground * UNITS + 0.5).astype(np.int32),
        cost=layer(lambda mark: round(mark.cost * PLAIN) or NO_ENTRY, np.int32),
        concealment=layer(lambda mark: CONCEALMENT[mark.concealment], np.uint8),
        surface=layer(lambda mark: names.index(mark.surface or table.ground or ""), np.uint8),
        surfaces=tuple(names),
        barriers=tuple(barriers),
    )


def _fields(blocks: tuple[str, ...]) -> dict[str, bool]:
    return {name: name in blocks for name in get_args(BarrierField)}
