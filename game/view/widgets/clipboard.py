"""The clipboard: the system's where there is one, else one of the program's own."""

import pygame

_own = ""


def put(said: str) -> None:
    """Keep a text for pasting, here or elsewhere."""
    global _own
    _own = said
    try:
        pygame.scrap.put_text(said)
    except (pygame.error, AttributeError):  # a system without a clipboard: ours still pastes within the program
        return


def get() -> str:
    """The text that was kept last, here or elsewhere; empty when there is none."""
    try:
        return pygame.scrap.get_text() if pygame.scrap.has_text() else _own
    except (pygame.error, AttributeError):
        return _own
