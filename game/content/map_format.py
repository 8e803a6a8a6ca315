"""The tables of a map file, as they are written. ``maps/README.md`` describes them for people."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, get_args

from pydantic import BeforeValidator, Field

from game.errors import GeometryError
from game.rules.materials import Make, tables
from game.rules.state import StructureKind
from game.spatial.grid import NO_CONCEALMENT, PARTIAL, TOTAL, UNITS
from game.texts import text

BarrierField = Literal["move", "sight", "effect"]
SurfaceName = Literal[
    "grass", "earth", "road", "stone", "wood", "sand", "snow", "ice", "mud", "water", "deep water", "rubble", "bush",
    "leaves", "smoke", "fire", "pit",
]
SURFACES: Final[tuple[str, ...]] = get_args(SurfaceName)  # what the window can draw; they have no effect of their own
LOW: Final = 1.5  # metres: what stands lower is a block or a low wall, not a wall
STEPS: Final = {".": 0} | {sign: step for step, sign in enumerate("0123456789abcdefghijklmnopqrstuvwxyz")} | {
    sign: -step for step, sign in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ", start=1)
}
CONCEALMENT: Final = {"none": NO_CONCEALMENT, "partial": PARTIAL, "total": TOTAL}


def _cost(value: object) -> float:
    """``no entry`` as 0, numbers as they are."""
    if value == "no entry":
        return 0.0
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.1 <= value <= 1000:
        raise GeometryError(text('this must be a number from 0.1 to 1000, or "no entry"'))
    return float(value)


Metres = Annotated[float, Field(ge=1 / UNITS, le=100)]  # no thinner than the unit of heights
Cost = Annotated[float, BeforeValidator(_cost)]  # 0 stands for "no entry"
Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
Ends = tuple[float, float]
ND = Annotated[int, Field(ge=0, le=100_000)]
Blocks = Annotated[tuple[BarrierField, ...], Field(min_length=1)]


@dataclass(frozen=True)
class MapTable:
    """``[map]``."""

    cells: str
    name: str = ""
    heights: str | None = None
    height_step: Annotated[float, Field(ge=1 / UNITS, le=10)] = 1.0
    ground: SurfaceName | None = None


@dataclass(frozen=True)
class Mark:
    """One line of ``[legend]``: what a character of the picture stands for."""

    name: str = ""
    surface: SurfaceName | None = None
    cost: Cost = 1.0
    concealment: Literal["none", "partial", "total"] = "none"
    solid: Metres | None = None
    pillar: Annotated[float, Field(ge=0.05, le=1)] | None = None
    door: Literal["closed", "open", "locked"] | None = None
    height: Metres | None = None
    blocks: Blocks = ("move", "sight", "effect")
    kind: StructureKind | None = None
    structure: Id | None = None
    size: str | int | None = None
    level: str | int | None = None
    material: str | None = None
    nd: ND | None = None
    left: ND | None = None

    @property
    def tall(self) -> float:
        """Height of what stands on the cell, in metres."""
        return self.solid or self.height or 3.0

    @property
    def stands(self) -> bool:
        """Whether something stands on the cell."""
        return self.solid is not None or self.pillar is not None or self.door is not None

    @property
    def structure_kind(self) -> StructureKind:
        """The kind said, or the one that follows from the form."""
        if self.kind is not None:
            return self.kind
        if self.door is not None:
            return "door"
        if self.pillar is not None:
            return "pillar"
        return _kind(self.blocks, self.tall, "block")


@dataclass(frozen=True)
class Thin:
    """One ``[[barrier]]``: a thin wall between two points; heights are above the ground along it."""

    start: Annotated[Ends, Field(alias="from")]
    end: Annotated[Ends, Field(alias="to")]
    top: Metres = 3.0
    bottom: Annotated[float, Field(ge=0, lt=100)] = 0.0
    blocks: Blocks = ("move", "sight", "effect")
    door: Literal["closed", "open", "locked"] | None = None
    kind: StructureKind | None = None
    structure: Id | None = None
    name: str = ""
    size: str | int | None = None
    level: str | int | None = None
    material: str | None = None
    nd: ND | None = None
    left: ND | None = None

    @property
    def structure_kind(self) -> StructureKind:
        """The kind said, or the one that follows from the form."""
        return self.kind or ("door" if self.door else _kind(self.blocks, self.top, "low_wall"))


@dataclass(frozen=True)
class StructureTable:
    """``[[structure]]`` of a scenario: what it changes about a structure of its map. # rule: STR-1 STR-4"""

    id: str
    size: str | int | None = None
    level: str | int | None = None
    material: str | None = None
    nd: ND | None = None
    left: ND | None = None
    user: str = ""


def make_of(written: Mark | Thin | StructureTable, kind: StructureKind) -> Make:
    """Size, level and material as written, the rest as things of that kind are. # rule: STR-1"""
    usual = tables().default[kind]
    return Make(
        usual.size if written.size is None else written.size,
        usual.level if written.level is None else written.level,
        usual.material if written.material is None else written.material,
    )


def _kind(blocks: tuple[str, ...], tall: float, low: StructureKind) -> StructureKind:
    if tall < LOW:
        return low
    return "window" if "move" in blocks and "sight" not in blocks else "wall"
