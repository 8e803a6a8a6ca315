"""How hard the things of maps and scenarios are to break: their materials, and the NDs that follow. # rule: STR-1"""

from collections.abc import Mapping

from game.checked import Document, check, not_one_of
from game.content.map_format import Mark, StructureTable, Thin, make_of
from game.errors import Problem
from game.rules.materials import Material, materials, nd_of, tables, why_no_step
from game.rules.state import StructureKind
from game.texts import text
from game.toml_lines import Place

MAKES = ("size", "level", "material", "nd")


def read_materials(
    document: Document, problems: list[Problem], known: Mapping[str, Material] | None = None
) -> dict[str, Material]:
    """The shipped materials, or those ``known``, and those of a document, which may replace them. # rule: STR-1"""
    own: dict[str, Material] = {}
    written = document.data.get("material", [])
    if not isinstance(written, list):
        problems.append(document.problem(("material",), text("these are written as [[{name}]]", name="material")))
        written = []
    for number in range(len(written)):
        place = ("material", number)
        found = check(document, Material, problems, place)
        if found is not None and found.id in own:
            problems.append(document.problem((*place, "id"), text("this id is used twice")))
        elif found is not None:
            own[found.id] = found
    return {**(materials() if known is None else known), **own}


def read_nd(
    document: Document, place: Place, written: Mark | Thin | StructureTable, kind: StructureKind,
    known: Mapping[str, Material], problems: list[Problem],
) -> tuple[int, str]:
    """The ND of a thing as it is written, and the name of its material; (0, "") after adding what is wrong with it.

    An ND that is written stands as it is, and says nothing of the material. # rule: STR-1
    """
    before, make = len(problems), make_of(written, kind)
    for key, table in (("size", tables().size), ("level", tables().level)):
        if getattr(written, key) is not None and (reason := why_no_step(table, getattr(make, key))) is not None:
            problems.append(document.problem((*place, key), reason))
    if make.material not in known:
        problems.append(document.problem((*place, "material"), not_one_of(make.material, known)))
    if len(problems) > before:
        return 0, ""
    if written.nd is not None:
        return written.nd, known[make.material].name if written.material is not None else ""
    return nd_of(make, known), known[make.material].name
