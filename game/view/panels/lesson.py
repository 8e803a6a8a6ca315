"""The panel of a lesson: what is said now in large letters, what was said about the task, hints, and where to go."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.rules.reference import RuleText, rule_text
from game.texts import tr
from game.view import fonts
from game.view.rule_tip import tip_of
from game.view.widgets.base import Look
from game.view.widgets.button import Button
from game.view.widgets.form import Form, Push
from game.view.widgets.label import Label, Picture, height_of
from game.view.widgets.scroll import Scroll


@dataclass(frozen=True)
class Told:
    """What the panel tells.

    :ivar name: of the lesson; ``place`` is the number of the page among all.
    :ivar words: what is said now; ``rules`` the ids to read about.
    :ivar said: what is said about the task: a role, an icon and words each; ``hints`` those shown so far.
    :ivar acts: buttons for the page; ``turns``: those to the pages before and after.
    """

    name: str
    place: str
    words: str
    rules: Sequence[str] = ()
    said: Sequence[tuple[str, str, str]] = ()
    hints: Sequence[str] = ()
    acts: Sequence[Push] = ()
    turns: Sequence[Push] = ()


def fit(panel: Scroll, look: Look, told: Told, read: Callable[[str], None],
        more: Callable[[Form], None] | None = None) -> None:
    """Make the panel's widgets anew, what is said as large as there is room."""
    scale = look.scale
    for px in (*([scale.em(1.8)] if scale.lines > 36 else []), scale.large, scale.body):
        fill(panel, look, told, read, px, more)
        if not panel.most:
            return


def fill(panel: Scroll, look: Look, told: Told, read: Callable[[str], None], px: int,
         more: Callable[[Form], None] | None = None) -> None:
    """Make the panel's widgets anew; ``px`` is the size of what is said, ``more`` puts other widgets under it."""
    panel.clear()
    form = Form(panel, look)
    _head(form, told)
    if told.words:
        tall = height_of(told.words, px, form.room, "bold")
        panel.add(Label(pygame.Rect(form.left, form.top, form.room, tall), told.words, px, weight="bold", wrap=True))
        form.top += tall + form.gap
    if more is not None:
        more(form)
    for role, picture, words in told.said:
        _remark(form, role, picture, words)
    for hint in told.hints:
        _remark(form, "text", "graduation-cap", hint)
    links = [each for id in told.rules if (each := rule_text(id)) is not None]
    form.buttons([Push(_link(form, each), lambda id=each.id: read(id),  # type: ignore[misc]
                       "scroll-text", tip=tip_of(each.id)) for each in links], stretch=True)
    _foot(form, told)
    form.finish()


def _link(form: Form, rule: RuleText) -> str:
    """The id and the name of a rule; its name alone where there is no room for both."""
    whole = f"{rule.id} {tr(rule.name)}"
    scale = form.look.scale
    return whole if Button.width_for(whole, scale.small, False, "", scale.pad) <= form.room else tr(rule.name)


def _head(form: Form, told: Told) -> None:
    """The name of the lesson, and how far it is."""
    px, wide = form.look.scale.small, fonts.width(told.place, form.look.scale.small, "bold")
    room = form.room - wide - 2 * form.look.scale.pad
    tall = height_of(told.name, px, room, "bold")
    high = fonts.line_height(px)
    form.panel.add(Label(pygame.Rect(form.left, form.top, room, tall), told.name, px, "accent", "bold", wrap=True))
    if told.place:
        form.panel.add(Label(pygame.Rect(form.left + form.room - wide, form.top, wide, high), told.place, px, "muted",
                             "bold"))
    form.top += tall + form.gap


def _remark(form: Form, role: str, picture: str, words: str) -> None:
    """An icon and a sentence beside it."""
    px = form.px
    shift = round(px * 1.7)
    tall = height_of(words, px, form.room - shift)
    form.panel.add(Picture(pygame.Rect(form.left, form.top, round(px * 1.2), fonts.line_height(px)), picture, role))
    form.panel.add(Label(pygame.Rect(form.left + shift, form.top, form.room - shift, tall), words, px, role, wrap=True))
    form.top += tall + form.gap


def _foot(form: Form, told: Told) -> None:
    """The buttons, at the lower edge where there is room: those that turn the pages stay in one place."""
    panel, first, top = form.panel, len(form.panel.children), form.top
    panel.pin(top)
    form.buttons(told.acts)
    form.buttons(told.turns)
    spare = panel.rect.bottom - form.look.scale.pad - form.top
    if spare > 0:
        for each in panel.children[first:]:
            each.rect.move_ip(0, spare)
        form.top += spare
