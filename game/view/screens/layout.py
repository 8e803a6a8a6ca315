"""Where the parts of the Play screen go, from the window's size and the size of everything."""

from dataclasses import dataclass

import pygame

from game.view.scale import Scale

SHARES = (0.23, 0.45, 0.27)  # of the width: card, action bar, last lines of the log
NEAR_SHARES = (0.22, 0.50, 0.23)  # where letters are small the log needs less, and more acts fit with their icons


@dataclass(frozen=True, slots=True)
class Places:
    """Rectangles in the window. ``free`` is the part of the map that no panel covers; ``rows`` are those of the action
    bar, the first of them for what is left of the turn; ``side`` is the width of what is shown beside the map."""

    strip: pygame.Rect
    free: pygame.Rect
    card: pygame.Rect
    bar: pygame.Rect
    last: pygame.Rect
    rows: int
    side: int


def places(scale: Scale) -> Places:
    """
    >>> from game.view.scale import Scale
    >>> tv = places(Scale(1920, 1080, 1.5, 0.025))
    >>> tv.free.height * 100 // 1080, tv.rows
    (59, 3)
    """
    gap = scale.pad // 2
    room = scale.safe.inflate(-2 * gap, -2 * gap)
    roomy = scale.lines > 36
    strip = pygame.Rect(room.left, room.top, room.width, scale.em(3.6 if roomy else 2.9))
    rows = 3 if scale.lines > 26 else 2
    low = rows * scale.em(1.95 if roomy else 1.75) + (rows - 1) * gap + 2 * scale.pad
    shares = NEAR_SHARES if roomy else SHARES
    y, wide = room.bottom - low, room.width - 2 * gap
    if scale.narrow:  # the log is one line between the map and the rest
        card = pygame.Rect(room.left, y, round(wide * 0.36), low)
        bar = pygame.Rect(card.right + gap, y, room.right - card.right - gap, low)
        line = scale.em(1.9)
        last = pygame.Rect(room.left, y - gap - line, room.width, line)
        y = last.top
    else:
        card = pygame.Rect(room.left, y, round(wide * shares[0] / sum(shares)), low)
        bar = pygame.Rect(card.right + gap, y, round(wide * shares[1] / sum(shares)), low)
        last = pygame.Rect(bar.right + gap, y, room.right - bar.right - gap, low)
    free = pygame.Rect(room.left, strip.bottom + gap, room.width, y - strip.bottom - 2 * gap)
    side = min(max(round(scale.width * 0.27), scale.em(23 if roomy else 15)), free.width // 2)
    return Places(strip, free, card, bar, last, rows, side)
