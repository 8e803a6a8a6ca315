"""The ``[[team]]`` tables of a scenario or a map: the sides, and where they may start."""

from collections.abc import Iterable

from game.checked import Document, check
from game.content.scenario_format import TeamTable
from game.errors import GeometryError, Problem
from game.rules.masonry import row_by_row
from game.rules.state import Team
from game.spatial.grid import Cell, Grid, cell_name, parse_cell
from game.texts import text
from game.toml_lines import Place


def read_teams(document: Document, problems: list[Problem], grid: Grid | None) -> dict[str, Team]:
    """The teams of a document, by id; adds what is wrong with them. ``grid`` is the map that the zones are on."""
    found: dict[str, Team] = {}
    written = document.data.get("team", [])
    if not isinstance(written, list):
        problems.append(document.problem(("team",), text("these are written as [[{name}]]", name="team")))
        return found
    for number in range(len(written)):
        place: Place = ("team", number)
        table = check(document, TeamTable, problems, place)
        if table is None:
            id = document.at((*place, "id"))
            found.setdefault(str(id), Team(str(id), str(id)))  # known, so that its creatures are not faulted too
        elif table.id in found:
            problems.append(document.problem((*place, "id"), text("this id is used twice")))
        else:
            zone = {cell for index, each in enumerate(table.zone)
                    for cell in _zone(document, problems, (*place, "zone", index), each, grid)}
            found[table.id] = Team(table.id, table.name, row_by_row(zone), table.players)
    return found


def _zone(document: Document, problems: list[Problem], place: Place, written: str, grid: Grid | None) -> list[Cell]:
    """The cells of ``C7`` or of ``A1:C8``."""
    first, colon, last = written.partition(":")
    try:
        (x0, y0), (x1, y1) = parse_cell(first), parse_cell(last if colon else first)
    except GeometryError as error:
        problems.append(document.problem(place, error.message))
        return []
    (x0, x1), (y0, y1) = sorted((x0, x1)), sorted((y0, y1))
    if grid is not None and (x1, y1) not in grid:
        problems.append(document.problem(place, text("this is outside the map, which ends at {cell}",
                                                     cell=cell_name((grid.cols - 1, grid.rows - 1)))))
        return []
    return [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]


def zone_words(zone: Iterable[Cell]) -> list[str]:
    """A zone as a file says it: rectangles, each as wide and then as high as it can be.

    >>> zone_words([(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)])
    ['A1:B2', 'C2']
    """
    left, said = {*zone}, []
    for x, y in row_by_row(left):
        if (x, y) not in left:
            continue
        right, low = x, y
        while (right + 1, y) in left:
            right += 1
        while all((col, low + 1) in left for col in range(x, right + 1)):
            low += 1
        left -= {(col, row) for col in range(x, right + 1) for row in range(y, low + 1)}
        first, last = cell_name((x, y)), cell_name((right, low))
        said.append(first if first == last else f"{first}:{last}")
    return said
