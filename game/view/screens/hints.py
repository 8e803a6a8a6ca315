"""One line under the map: why the cell that is pointed at cannot be walked to and what that would take; at the first
times, what a click would do."""

from typing import TYPE_CHECKING

import pygame

from game.rules.actions import Attack, EndTurn
from game.rules.doors import structure_name
from game.texts import sentence, text, tr
from game.view import fonts
from game.view.offers import actions_left
from game.view.scale import Scale
from game.view.screens import aiming

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen

FIRST_ROUNDS = 2


def hint(screen: "PlayScreen") -> tuple[str, str]:
    """The words and the role of their colour; no words when there is nothing to say."""
    match, seen, aim = screen.match, screen.seen, screen.aim
    battle, who = match.battle, match.active
    if screen.master.takes_map:  # what is being drawn says how long it is, and is not to be hidden
        return "" if screen.master.brush.start is not None else screen.master.hint(), "text"
    if who is None or screen.asked is not None or screen.coach == "off" or screen.pointing.start is not None:
        return "", ""
    if seen.refused is not None:
        return sentence(seen.refused), "warn"
    if not screen.host.settings.hints:
        return "", ""
    if (door := aiming.opens(match, aim)) is not None:
        structure = battle.structure(door.structure)
        return (tr(text("Click to open: {door}", door=structure_name(structure))) if structure else ""), "text"
    if aim.option is not None and aim.option.kind in ("target", "attack", "thing") and seen.sheet is None:
        return tr("Point at a target; N goes from one to the next"), "text"
    if not actions_left(battle):
        return tr("Nothing is left to do: Space ends the turn"), "text"
    if battle.round > FIRST_ROUNDS or aim.option is not None:
        return "", ""
    return _first_times(screen), "text"


def _first_times(screen: "PlayScreen") -> str:
    """What a click does, until it has been done."""
    match, seen = screen.match, screen.seen
    past = [step.action for step in match.shown.past]
    if any(isinstance(each, Attack) for each in past):
        if any(isinstance(each, EndTurn) for each in past) or match.battle.turn.untouched:
            return ""
        return tr("Space ends the turn")
    if seen.sheet is not None:
        refused = seen.option is not None and aiming.refusal(match, seen.sheet, seen.option) is not None
        return "" if refused else tr("Click to attack")
    if seen.path:
        return tr("Click to walk there")
    who = match.active
    assert who is not None
    near = any(match.targets(each) for each in match.options() if each.kind == "attack")
    if near and match.battle.turn.may_execute:
        return tr("Click an enemy to attack it")
    if not match.battle.turn.may_execute:
        return tr(text("Click a lit square: {who} walks there", who=who.name))
    return tr(text("Click a lit square: {who} walks there. Click an enemy: {who} attacks it", who=who.name))


def height(scale: Scale) -> int:
    """What a hint of one line takes at the lower edge of the map, in pixels."""
    return fonts.line_height(scale.body) + scale.pad * 3 // 2


def paint(screen: "PlayScreen", canvas: pygame.Surface) -> None:
    """Draw it over the map, at its lower edge; a toast takes its place."""
    said, role = hint(screen) if not screen.toast_said and not screen.stage.layers else ("", "")
    if not said:
        return
    scale, theme, area = screen.look.scale, screen.look.theme, screen.sheets.clear
    px, room = scale.body, min(scale.em(44), area.width - 4 * scale.pad)
    lines = fonts.wrap(said, px, room, "bold")
    step = fonts.line_height(px)
    wide = max(fonts.width(line, px, "bold") for line in lines) + 2 * scale.pad
    spot = pygame.Rect(0, 0, wide, step * len(lines) + scale.pad)
    spot.midbottom = (area.centerx, area.bottom - scale.pad // 2)
    if screen.match.gm:  # above the words at the foot of the game master's side
        spot.top -= fonts.line_height(scale.small)
    if screen.side.visible and spot.colliderect(screen.side.rect):  # beside the sheet
        free = area.copy()
        if screen.side.rect.centerx > area.centerx:
            free.width = screen.side.rect.left - area.left
        else:
            free.left, free.width = screen.side.rect.right, area.right - screen.side.rect.right
        spot.centerx = max(free.left + wide // 2, min(free.right - wide // 2, spot.centerx))
        if wide > free.width:
            return
    pygame.draw.rect(canvas, theme["panel"], spot, border_radius=scale.pad)
    pygame.draw.rect(canvas, theme["line"], spot, scale.hair, border_radius=scale.pad)
    for n, line in enumerate(lines):
        ink = fonts.render(line, px, theme[role], "bold")
        canvas.blit(ink, ink.get_rect(midtop=(spot.centerx, spot.top + scale.pad // 2 + n * step)))
