"""Pictures in characters: one character a cell, one line a row."""

from collections import Counter
from dataclasses import dataclass

from game.checked import Document
from game.errors import Problem
from game.spatial.grid import MAX_SIDE, Cell
from game.texts import text
from game.toml_lines import Place


@dataclass(frozen=True)
class Picture:
    """Rows of equal length.

    :ivar lines: line of the file of each row; ``indent``: columns of the file left of each row.
    """

    rows: tuple[str, ...]
    lines: tuple[int, ...]
    indent: int

    @property
    def size(self) -> tuple[int, int]:
        """(columns, rows)."""
        return len(self.rows[0]), len(self.rows)

    def cells(self) -> list[tuple[Cell, str]]:
        """Every cell with its character, row by row."""
        return [((x, y), sign) for y, row in enumerate(self.rows) for x, sign in enumerate(row)]


def read_picture(document: Document, place: Place, problems: list[Problem], spaces: bool = False) -> Picture | None:
    """The picture that stands at ``place`` as a text, or None after adding what is wrong with it.

    Blank lines above and below, spaces after a row, and an indent that all rows share do not count (unless ``spaces``:
    then blanks are cells).
    """
    written = str(document.at(place)).replace("\t", " ").split("\n")
    numbered = [(document.text_line(place, row), line if spaces else line.rstrip()) for row, line in enumerate(written)]
    while numbered and not numbered[0][1].strip():
        numbered.pop(0)
    while numbered and not numbered[-1][1].strip():
        numbered.pop()
    if not numbered:
        problems.append(document.problem(place, text("this picture has no cells"), ""))
        return None
    indent = 0 if spaces else min(len(line) - len(line.lstrip()) for _, line in numbered if line)
    rows = [(number, line[indent:]) for number, line in numbered]
    faults = _shape_faults(document, place, rows)
    problems += faults
    if faults:
        return None
    return Picture(tuple(line for _, line in rows), tuple(number for number, _ in rows), indent)


def _shape_faults(document: Document, place: Place, rows: list[tuple[int, str]]) -> list[Problem]:
    faults = []
    widths = Counter(len(line) for _, line in rows)
    width = max(widths, key=lambda each: (widths[each], each))
    if len(rows) > MAX_SIDE:
        message = text("{count} rows; a map has at most {most}", count=len(rows), most=MAX_SIDE)
        faults.append(document.problem(place, message, "", rows[MAX_SIDE][0]))
    if width > MAX_SIDE:
        message = text("{count} columns; a map has at most {most}", count=width, most=MAX_SIDE)
        faults.append(document.problem(place, message, "", rows[0][0]))
    for row, (number, line) in enumerate(rows, start=1):
        if len(line) != width:
            message = text("row {row} has {count} cells; {width} are wanted",
                           row=row, count=len(line), width=width)
            faults.append(document.problem(place, message, line, number))
    return faults


def sign_faults(document: Document, place: Place, picture: Picture, allowed: str, what: str) -> list[Problem]:
    """A fault for each character of the picture that is not among ``allowed`` (said to people as ``what``).

    Each is named where it stands first, with the count of its cells.
    """
    first: dict[str, Cell] = {}
    counts = Counter(sign for row in picture.rows for sign in row)
    for cell, sign in picture.cells():
        if sign not in allowed:
            first.setdefault(sign, cell)
    faults = []
    for sign, (x, y) in first.items():
        message = text(
            "this character, in column {column} and {count} cells in all, means nothing; allowed: {allowed}",
            column=x + picture.indent + 1, count=counts[sign], allowed=what,
        )
        faults.append(document.problem(place, message, sign, picture.lines[y]))
    return faults
