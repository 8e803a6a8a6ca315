"""Icons: SVG files of ``assets/icons``, tinted and sized, kept for reuse."""

import io
from functools import cache, lru_cache

import pygame

from game.paths import assets
from game.view.theme import Colour


@cache
def _source(name: str) -> str:
    return (assets() / "icons" / f"{name}.svg").read_text(encoding="utf-8")


@cache
def exists(name: str) -> bool:
    """Whether there is an icon of this name."""
    return bool(name) and (assets() / "icons" / f"{name}.svg").is_file()


@lru_cache(maxsize=512)
def icon(name: str, px: int, colour: Colour) -> pygame.Surface:
    """The icon as a square picture ``px`` wide with transparent ground. Do not draw on it: it is shared."""
    tint = "#{:02x}{:02x}{:02x}".format(*colour)
    drawn = _source(name).replace("currentColor", tint)
    return pygame.image.load_sized_svg(io.BytesIO(drawn.encode()), (px, px))
