"""A map as the text of a map file: ``read_map`` makes the same map of it again. The inverse of
:mod:`game.content.maps`."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final, get_args

import numpy as np

from game.content.map_format import CONCEALMENT, STEPS, SURFACES, BarrierField, Mark, Thin
from game.content.sides import zone_words
from game.content.toml_text import toml_lines, toml_string, toml_value
from game.errors import FlancoError
from game.rules.masonry import Ends, above_ground, cell_id, cell_of, edge_id, ends, pieces
from game.rules.materials import Make, materials, nd_of, tables
from game.rules.state import Structure, Team
from game.spatial.grid import NO_ENTRY, PLAIN, UNITS, Barrier, Cell, Grid, units
from game.texts import text

HIDING: Final = {level: name for name, level in CONCEALMENT.items()}
FIELDS: Final[tuple[BarrierField, ...]] = get_args(BarrierField)
# What is drawn by which character, if it is free; the rest takes what is left.
SIGNS: Final = {"wall": "#", "block": "x", "low_wall": "=", "door": "+", "window": "'", "pillar": "o", "tree": "T"}
SPARE: Final = (
    "abcdefghijklmnpqrstuvwyzABCDEFGHIJKLMNOPQRSUVWXYZ0123456789~%*&@$!?^-_:;,/|<>()[]{}`"
    "áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÉÊÍÓÔÕÚÇÑßøæåþðλμπσφωΔΘΛΞΠΣΦΨΩ"
)
LOWEST, HIGHEST = min(STEPS.values()), max(STEPS.values())
MOST_STEP: Final = 10 * UNITS  # 1/64 m in a step of the picture of heights


def map_text(name: str, grid: Grid, structures: tuple[Structure, ...], teams: tuple[Team, ...] = ()) -> str:
    """The file of a map: ``grid`` with every structure in place and shut, and the ``teams`` if any has a starting zone.
    Of a material that only a scenario knows the ND is left.

    :raises FlancoError: when the ground has heights, or the map more kinds of squares, than a file can tell apart.
    """
    said = _Writer(name, grid, structures).text()
    if any(each.zone for each in teams):
        said += "".join(f"\n[[team]]\n{toml_lines(_side(each))}" for each in teams)
    return said


def _side(team: Team) -> dict[str, Any]:
    said: dict[str, Any] = {"id": team.id, "name": team.name}
    return said | ({"zone": zone_words(team.zone)} if team.zone else {}) | ({"players": True} if team.players else {})


class _Writer:
    def __init__(self, name: str, grid: Grid, structures: tuple[Structure, ...]) -> None:
        self.name = name
        self.grid = grid
        self.known = {each.id: each for each in structures}
        self.round: dict[tuple[str, Cell], list[Barrier]] = {}
        self.thin: list[Barrier] = []
        for barrier in self.grid.barriers:
            thing = self.known.get(barrier.structure)
            if thing is not None and thing.cells:
                self.round.setdefault((thing.id, cell_of(barrier)), []).append(barrier)
            else:
                self.thin.append(barrier)
        self.ground = self._usual_surface()
        self.signs: dict[str, str] = {"{}": "."}  # what a mark says, as TOML, to its character

    def text(self) -> str:
        filling = {cell: each for each in self.known.values() for cell in each.cells}
        rows = ["".join(self._sign((x, y), filling.get((x, y))) for x in range(self.grid.cols))
                for y in range(self.grid.rows)]
        said = "[map]\n"
        said += f"name = {toml_string(self.name)}\n" if self.name else ""
        said += f'cells = """\n{chr(10).join(rows)}\n"""\n'
        said += self._heights()
        said += f"ground = {toml_string(self.ground)}\n" if self.ground else ""
        marks = [(sign, mark) for mark, sign in self.signs.items() if sign != "."]
        if marks:
            said += "\n[legend]\n" + "".join(f"{toml_string(sign)} = {mark}\n" for sign, mark in marks)
        return said + "".join(f"\n[[barrier]]\n{toml_lines(each)}" for each in self._barriers())

    # squares

    def _usual_surface(self) -> str:
        """How most plain squares look."""
        grid = self.grid
        plain = grid.surface[(grid.cost == PLAIN) & (grid.concealment == 0)]
        if not plain.size:
            return ""
        found = grid.surfaces[int(np.bincount(plain.ravel()).argmax())]
        return found if found in SURFACES else ""

    def _sign(self, cell: Cell, thing: Structure | None) -> str:
        mark = self._mark(cell, thing)
        said = toml_value(mark)
        if said not in self.signs:
            taken = {*self.signs.values()}
            wanted = SIGNS.get(thing.kind, "") if thing is not None else ("~" if "cost" in mark else "%")
            free = (each for each in (wanted, *SPARE) if each and each not in taken)
            sign = next(free, None)
            if sign is None:
                raise FlancoError(text("this map has more than {most} kinds of squares: too many for a file",
                                       most=len(SPARE)))
            self.signs[said] = sign
        return self.signs[said]

    def _mark(self, cell: Cell, thing: Structure | None) -> dict[str, Any]:
        x, y = cell
        mark: dict[str, Any] = {}
        surface = self.grid.surfaces[int(self.grid.surface[y, x])]
        if surface != self.ground and surface in SURFACES:
            mark["surface"] = surface
        cost, hiding = int(self.grid.cost[y, x]), int(self.grid.concealment[y, x])
        if cost != PLAIN:
            mark["cost"] = "no entry" if cost == NO_ENTRY else _number(cost / PLAIN)
        if hiding:
            mark["concealment"] = HIDING[hiding]
        if thing is not None:
            mark |= self._standing(cell, thing)
        return mark

    def _standing(self, cell: Cell, thing: Structure) -> dict[str, Any]:
        """What fills a square: its form, what it stops, what it is."""
        barriers = self.round.get((thing.id, cell), [])
        if not barriers:
            return {}
        first = barriers[0]
        wide = max(abs(first.end[0] - first.start[0]), abs(first.end[1] - first.start[1]))
        tall = _metres(first.top - first.bottom, thing)
        said: dict[str, Any] = {}
        if thing.open is not None:
            said = {"door": _door(thing), "height": tall}
        elif wide < UNITS:
            said = {"pillar": _number(wide / UNITS), "height": tall}
        else:
            said = {"solid": tall}
        said |= _blocks(first)
        kind = Mark(**{key: value for key, value in said.items() if key != "blocks"},
                    blocks=said.get("blocks", FIELDS)).structure_kind
        if thing.kind != kind:
            said["kind"] = thing.kind
        return said | self._called(thing, cell_id(thing.kind, cell))

    def _called(self, thing: Structure, usual: str) -> dict[str, Any]:
        """Its own id, its name, what it is made of."""
        said: dict[str, Any] = {} if thing.id == usual else {"structure": thing.id}
        if thing.name:
            said["name"] = thing.name
        return said | _made(thing)

    def _heights(self) -> str:
        height = self.grid.height
        if not height.any():
            return ""
        whole = int(np.gcd.reduce(np.abs(height).ravel()))
        step = max(each for each in range(1, min(whole, MOST_STEP) + 1) if whole % each == 0)
        steps = height // step
        if steps.min() < LOWEST or steps.max() > HIGHEST:
            raise FlancoError(text("the ground has more different heights than a file can tell apart"))
        by_step = {value: sign for sign, value in STEPS.items() if sign != "0"}
        rows = ["".join(by_step[int(each)] for each in row) for row in steps]
        said = f'heights = """\n{chr(10).join(rows)}\n"""\n'
        return said if step == UNITS else said + f"height_step = {_number(step / UNITS)}\n"

    # thin walls

    def _barriers(self) -> Iterator[dict[str, Any]]:
        """The ``[[barrier]]`` tables; runs of edges that are alike are one."""
        entries = list(self._entries())
        for _, run in groupby(_numbered(entries), key=lambda each: each[0]):
            some = [entry for _, entry in run]
            yield {"from": some[0]["from"], "to": some[-1]["to"]} | {
                key: value for key, value in some[0].items() if key not in ("from", "to")}

    def _entries(self) -> Iterator[dict[str, Any]]:
        done: set[str] = set()
        for barrier in self.thin:
            thing = self.known.get(barrier.structure)
            if thing is not None and thing.id in done:
                continue
            start, end = ends(barrier)
            if thing is not None and thing.segment is not None:
                whole = (thing.segment[0], thing.segment[1]), (thing.segment[2], thing.segment[3])
                if self._as_one(thing, whole):
                    done.add(thing.id)
                    start, end = whole
            yield self._entry(barrier, thing, start, end)

    def _as_one(self, thing: Structure, whole: tuple[Ends, Ends]) -> bool:
        """Whether a wall of several pieces, or a piece with its own ends, can be written from one end to the other."""
        own = [ends(each) for each in self.thin if each.structure == thing.id]
        parts = [whole] if thing.open is not None else pieces(*whole)
        return len(own) == len(parts) and all({*a} == {*b} for a, b in zip(own, parts, strict=True))

    def _entry(self, barrier: Barrier, thing: Structure | None, start: Ends, end: Ends) -> dict[str, Any]:
        bottom, top = above_ground(barrier, self.grid.height)
        said: dict[str, Any] = {"from": [_number(each) for each in start], "to": [_number(each) for each in end]}
        if top != 3 * UNITS:
            said["top"] = _metres(top, thing)
        if bottom > 0:
            said["bottom"] = _number(bottom / UNITS)
        said |= _blocks(barrier)
        if thing is None:
            return said
        if thing.open is not None:
            said["door"] = _door(thing)
        kind = Thin(start, end, top=top / UNITS, blocks=said.get("blocks", FIELDS),
                    door=said.get("door")).structure_kind
        if thing.kind != kind:
            said["kind"] = thing.kind
        return said | self._called(thing, edge_id(thing.kind, start, end))


def _numbered(entries: list[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each entry with the number of its run: edges one after the other, alike in all else, without ids of their own."""
    number, last = 0, entries[0] if entries else {}
    for entry in entries:
        alike = {**last, "from": 0, "to": 0} == {**entry, "from": 0, "to": 0} and _way(last) == _way(entry) is not None
        if not alike or last["to"] != entry["from"] or "structure" in entry or "door" in entry:
            number += 1
        last = entry
        yield number, entry


def _way(entry: dict[str, Any]) -> tuple[float, float] | None:
    """The direction of an edge between squares, None for any other wall."""
    (x0, y0), (x1, y1) = entry["from"], entry["to"]
    dx, dy = x1 - x0, y1 - y0
    whole = all(isinstance(each, int) for each in (x0, y0, x1, y1))
    return (dx, dy) if whole and abs(dx) + abs(dy) == 1 else None


def _number(value: float) -> int | float:
    """A whole number as such."""
    return int(value) if value == int(value) else value


def _metres(tall: int, thing: Structure | None) -> int | float:
    """A height of so many 1/64 m, as the file that it came from had it."""
    if thing is not None and units(thing.height) == tall:
        return _number(thing.height)
    return _number(tall / UNITS)


def _door(thing: Structure) -> str:
    return "open" if thing.open else "locked" if thing.locked else "closed"


def _blocks(barrier: Barrier) -> dict[str, Any]:
    found = tuple(name for name in FIELDS if getattr(barrier, name))
    return {} if found == FIELDS else {"blocks": found}


def _made(thing: Structure) -> dict[str, Any]:
    """Material and ND, as far as they are not those that a thing of this kind has anyway, and what is left of the ND.
    # rule: STR-1 STR-3"""
    usual = tables().default[thing.kind]
    id = next((each.id for each in materials().values() if each.name == thing.material), "")
    said: dict[str, Any] = {} if not id or id == usual.material else {"material": id}
    if not id or thing.nd != nd_of(Make(usual.size, usual.level, id), materials()):
        said = ({"material": id} if id else {}) | {"nd": thing.nd}
    if thing.fallen:
        return said | {"left": 0}
    return said | {"left": thing.nd - thing.wear} if thing.wear else said
