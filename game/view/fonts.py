"""Text as pictures: one family in two weights, measured and rendered once, kept for reuse."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal

import pygame

from game.paths import assets
from game.view.theme import Colour

Weight = Literal["regular", "bold"]

_FILES = {"regular": "400", "bold": "700"}
_GLUE = "\ue000"  # stands for a space where no line is broken
_UNIT = re.compile(r"(?<=[\d½]) (?=(%|m|PV)(?!\w))")
_OUTSIDE_LATIN1 = frozenset("ıŒœʻʼˆ˚˜–—‘’‚“”„†•…‰‹›€™↑↓−∕")  # what the first file has beyond U+00FF


def _font_path(weight: Weight, subset: str) -> str:
    return str(assets() / "fonts" / f"atkinson-hyperlegible-next-{subset}-{_FILES[weight]}-normal.woff")


@cache
def _font(px: int, weight: Weight, subset: str) -> pygame.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.Font(_font_path(weight, subset), px)


def _subset(char: str) -> str:
    return "latin" if ord(char) <= 0xFF or char in _OUTSIDE_LATIN1 else "latin-ext"


def _runs(said: str) -> list[tuple[str, str]]:
    """The string cut into (subset, part), so that each part is drawn by the file that has its letters."""
    runs: list[tuple[str, str]] = []
    for char in said:
        subset = _subset(char)
        if runs and runs[-1][0] == subset:
            runs[-1] = (subset, runs[-1][1] + char)
        else:
            runs.append((subset, char))
    return runs


@lru_cache(maxsize=8192)
def width(said: str, px: int, weight: Weight = "regular") -> int:
    """The width of one line, in pixels."""
    return sum(_font(px, weight, subset).size(part)[0] for subset, part in _runs(said))


def line_height(px: int) -> int:
    """Pixels from one line to the next."""
    return _font(px, "regular", "latin").get_linesize()


@lru_cache(maxsize=2048)
def render(said: str, px: int, colour: Colour, weight: Weight = "regular") -> pygame.Surface:
    """One line of text as a picture with transparent ground. Do not draw on it: it is shared."""
    runs = _runs(said)
    if len(runs) == 1:
        return _font(px, weight, runs[0][0]).render(said, True, colour)
    canvas = pygame.Surface((max(1, width(said, px, weight)), line_height(px)), pygame.SRCALPHA)
    x = 0
    for subset, part in runs:
        font = _font(px, weight, subset)
        canvas.blit(font.render(part, True, colour), (x, 0))
        x += font.size(part)[0]
    return canvas


@lru_cache(maxsize=1024)
def wrap(said: str, px: int, room: int, weight: Weight = "regular") -> tuple[str, ...]:
    """The text broken at spaces into lines no wider than ``room`` pixels; a longer word is broken where it must be. A
    number and its unit stay together; a dot between two things ends a line, and begins none."""
    lines: list[str] = []
    for paragraph in said.split("\n"):
        line = ""
        for word in _UNIT.sub(_GLUE, paragraph).replace(" · ", f"{_GLUE}· ").split():
            word = word.replace(_GLUE, " ")
            longer = f"{line} {word}" if line else word
            if width(longer, px, weight) <= room:
                line = longer
                continue
            if line:
                lines.append(line)
            while width(word, px, weight) > room and len(word) > 1:
                cut = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or width(word[:n], px, weight) <= room)
                lines.append(word[:cut].rstrip())
                word = word[cut:].lstrip()
            line = word
        lines.append(line)
    return tuple(lines)


@lru_cache(maxsize=1024)
def shorten(said: str, px: int, room: int, weight: Weight = "regular") -> str:
    """The text with its end replaced by an ellipsis if it is wider than ``room``."""
    if width(said, px, weight) <= room:
        return said
    cut = len(said)
    while cut > 0 and width(said[:cut].rstrip() + "…", px, weight) > room:
        cut -= 1
    return said[:cut].rstrip() + "…"


def in_lines(parts: Sequence[str], px: int, room: int) -> str:
    """Parts with a dot between them, a new line where the next part would be torn.

    >>> in_lines(("Graze 7.5 %", "Miss 53.75 %", "Critical 10 %"), 20, 280)
    'Graze 7.5 % · Miss 53.75 %\\nCritical 10 %'
    """
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]} · {part}" if lines else part
        if lines and width(longer, px) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return "\n".join(lines)


def within(said: str, px: int, room: int, lines: int, weight: Weight = "regular") -> str:
    """The text as it is if it fills no more than so many lines of a width; else what fits, ending in an ellipsis."""
    wrapped = wrap(said, px, room, weight)
    if len(wrapped) <= lines:
        return said
    kept = wrapped[:max(lines, 1)]
    return " ".join((*kept[:-1], shorten(kept[-1] + "…", px, room, weight)))
