"""The options A to D of a question: to pick, or with the votes of a class."""

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.learn.ballot import Ballot
from game.learn.quiz_kinds import LETTERS
from game.texts import text, tr
from game.view.widgets.button import Button
from game.view.widgets.form import Form
from game.view.widgets.label import Label


@dataclass(frozen=True)
class Options:
    """What is offered.

    :ivar said: words for each, in order; ``chosen`` the one that is picked; ``right`` the right one, once it is shown.
    :ivar ballot: the votes, where a class votes; ``vote`` casts one, or takes it back.
    """

    said: tuple[str, ...]
    chosen: int | None = None
    right: int | None = None
    ballot: Ballot | None = None


def fill(form: Form, options: Options, pick: Callable[[int], None], take_back: Callable[[int], None]) -> None:
    """A row for each option; with votes a count, and a button that takes one back."""
    scale, pad = form.look.scale, form.gap
    for n, said in enumerate(options.said):
        chosen = n == (options.chosen if options.right is None else options.right)
        room = form.room
        if options.ballot is not None:
            count, side = str(options.ballot.counts[n]), form.line
            if options.right is None:
                room -= side + pad
                form.panel.add(Button(pygame.Rect(form.left + room + pad, form.top, side, form.line), "",
                                      lambda n=n: take_back(n), form.px, picture="minus",  # type: ignore[misc]
                                      side="centre", tip=tr(text("One vote less (Shift+{key})", key=n + 1))))
            wide = scale.em(3)
            room -= wide + pad
            form.panel.add(Label(pygame.Rect(form.left + room + pad, form.top, wide, form.line), count, scale.large,
                                 weight="bold", side="right"))
        picture = "check" if options.right == n else ""
        form.panel.add(Button(pygame.Rect(form.left, form.top, room, form.line), said,
                              lambda n=n: pick(n), form.px, key=LETTERS[n], chosen=chosen,  # type: ignore[misc]
                              picture=picture))
        form.top += form.line + pad
