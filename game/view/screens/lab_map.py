"""What the Area lab draws on its map, and the side view below it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
import pygame

from game.content import lab
from game.content.lab import Seen
from game.insight.section import Section, section
from game.rules.bodies import body_of, side_of
from game.spatial.grid import UNITS, Body
from game.spatial.origins import edge_places
from game.texts import text, tr
from game.view.camera import cells_of
from game.view.mapview import figures, sideview
from game.view.mapview.changes import Patch
from game.view.mapview.marks import Chip
from game.view.mapview.scene import Proof, Scene
from game.view.mapview.tokens import Painter, Token
from game.view.render import zones_of
from game.view.screens.areas import Spot
from game.view.screens.picture import patches_of

if TYPE_CHECKING:
    from game.view.screens.lab import LabScreen

LETTERS: Final = "ABCDEF"
PIN_ROLES: Final = ("accent", "warn", "good", "bad", "text", "muted")


def nearest_edge(body: Body, spot: Spot) -> Spot:
    """The place on a body's outside, a corner or the middle of a side, nearest to a place; in metres."""
    places = [(x / UNITS, y / UNITS) for x, y in edge_places(body)]
    return min(places, key=lambda each: (each[0] - spot[0]) ** 2 + (each[1] - spot[1]) ** 2)


def paint(screen: "LabScreen", canvas: pygame.Surface) -> None:
    """The map with everything on it."""
    seen = screen.seen()
    if screen.lens_mode == 2 and seen is not None:
        canvas.fill(screen.look.theme["backdrop"])
        _quarters(screen, canvas)
    else:
        def under(canvas: pygame.Surface) -> None:
            with _within(canvas, screen.view.area):
                _under(screen, canvas, seen)

        screen.view.under = under
        screen.view.paint(canvas, screen.look, scene_of(screen, seen))
        with _within(canvas, screen.view.area):
            _over(screen, canvas, seen)
    if screen.side_view:
        _side(screen, canvas, seen)


@contextmanager
def _within(canvas: pygame.Surface, area: pygame.Rect) -> Iterator[None]:
    """Draw inside an area only."""
    before = canvas.get_clip()
    canvas.set_clip(area.clip(before))
    try:
        yield
    finally:
        canvas.set_clip(before)


def scene_of(screen: "LabScreen", seen: Seen | None, plain: bool = False) -> Scene:
    """The position with the area on it."""
    battle = screen.battle
    hit = set() if seen is None else {*seen.allies, *seen.foes}
    who = screen.at(screen.cell)
    tokens = tuple(
        replace(each, target=each.who in hit, active=each.who == screen.setup.who,
                chosen=who is not None and each.who == who.id) for each in screen.tokens())
    spot = screen.origin_spot(screen.setup)
    lit = None
    if seen is not None and screen.lens_mode != 1:
        lit = Patch(tuple(cells_of(seen.mask)), ("lit",))
    chips: tuple[Chip, ...] = ()
    if screen.refused and screen.cell is not None:
        chips = (Chip(screen.cell, tr("not there"), role="bad"),)
    aims = screen.tool == "aim" and not plain
    return Scene(
        battle.map, battle.structures, tokens, zones=zones_of(battle) if screen.tool == "brush" else (),
        patches=patches_of(battle), lit=lit, chips=chips,
        origin=(spot, screen.step > 0) if spot is not None else None,
        proof=Proof(barriers=seen.barriers) if seen is not None and not screen.lens_mode else Proof(),
        hover=screen.cell if aims and not screen.by_keyboard else None,
        cursor=screen.cell if screen.by_keyboard and not plain else None, every_name=screen.every_name)


def _under(screen: "LabScreen", canvas: pygame.Surface, seen: Seen | None) -> None:
    """On the ground: what is cut off, what differs, heat."""
    camera, theme, px = screen.view.camera, screen.look.theme, screen.look.scale.small
    if seen is not None and screen.lens_mode == 1:
        _differing(screen, canvas)
    elif seen is not None:
        figures.hatched(canvas, camera, theme["ray_blocked"], cells_of(seen.cut))
    if screen.heat and screen.found is not None:
        found = screen.found
        screen.heat_layer.paint(canvas, camera, theme, found, lambda: found.heat, px, 1 if found.in_points else 0)


def _over(screen: "LabScreen", canvas: pygame.Surface, seen: Seen | None) -> None:
    """Over everything: pinned areas, shares, the tool in hand."""
    camera, theme, px = screen.view.camera, screen.look.theme, screen.look.scale.small
    for setup, letter, role in zip(screen.pins, LETTERS, PIN_ROLES, strict=False):
        if (pinned := screen.pinned(setup)) is not None:
            figures.rim(canvas, camera, theme, role, pinned[1], letter, px)
    found = screen.lens() if screen.lens_mode == 1 else None
    if found is not None:
        variant = found.variants[min(screen.lens_row, len(found.variants) - 1)]
        figures.rim(canvas, camera, theme, "text", figures.outline(variant.mask), str(variant.count), px)
        figures.plate(canvas, theme, screen.view.area, tr(text(
            "The area under {count} rules; hatched where they differ", count=len(found.variants))), px)
    if screen.every_name and seen is not None:
        figures.shares(canvas, camera, lab.shares(screen.battle, seen), px)
    if screen.tool == "brush":
        screen.brush.paint(canvas, camera, theme, px, screen.cell if screen.by_keyboard else None)
    dragged = screen.controls.dragged
    if dragged is not None and screen.cell is not None:
        token = next(each for each in screen.tokens() if each.who == dragged.id)
        Painter(canvas, camera, theme, px, canvas.get_rect()).ghost(replace(token, cell=screen.cell))
    elif screen.tool in ("ally", "foe") and screen.cell is not None and screen.at(screen.cell) is None:
        figures.footprint(canvas, camera, theme.team(0 if screen.tool == "ally" else 1), screen.cell, screen.figure)


def _differing(screen: "LabScreen", canvas: pygame.Surface) -> None:
    """The cells that every rule covers, and those that only some do, with how many of the rules."""
    found = screen.lens()
    if found is None:
        return
    camera, theme, px = screen.view.camera, screen.look.theme, screen.look.scale.small
    figures.tinted(canvas, camera, theme["focus"], cells_of(found.always))
    figures.hatched(canvas, camera, theme["accent"], cells_of(found.differing), back=True)
    for x, y in cells_of(found.differing):
        figures.number(canvas, camera.rect((x, y)), str(int(found.votes[y, x])), px)


def _quarters(screen: "LabScreen", canvas: pygame.Surface) -> None:
    """Four variants beside each other, the first that the list marks."""
    found = screen.lens()
    if found is None:
        return
    px = screen.look.scale.small
    plain = replace(scene_of(screen, screen.seen(), plain=True), plain=True, chips=())
    for n, (view, area) in enumerate(zip(screen.quarters, screen.controls.quarter_rects(), strict=True)):
        variant = found.variants[(screen.lens_row + n) % len(found.variants)]
        part = canvas.subsurface(area.clip(canvas.get_rect()))
        own = part.get_rect()
        top = px * 2
        if view.area.size != (own.width, own.height - top):
            view.area = pygame.Rect(0, top, own.width, own.height - top)
            view.fit(screen.battle.map, screen.look, names=False)
        view.paint(part, screen.look, replace(plain, lit=Patch(tuple(cells_of(variant.mask)), ("lit",))))
        figures.hatched(part, view.camera, screen.look.theme["accent"], cells_of(found.differing & ~variant.mask),
                        back=True)
        said = tr(text("{rules}: {count}", rules=variant.label, count=variant.count))
        figures.plate(part, screen.look.theme, own, said, px)


def _side(screen: "LabScreen", canvas: pygame.Surface, seen: Seen | None) -> None:
    """The side view through the origin, or through where is pointed at, in the direction of the area."""
    found, tokens = section_of(screen, seen)
    origin = None
    spot, height = screen.origin_spot(screen.setup), screen.height_of_origin()
    if spot is not None and height is not None:
        origin = found.along(spot), height
    sideview.paint(canvas, screen.look, screen.side_rect, found, tokens, seen.barriers if seen is not None else (),
                   origin)


def section_of(screen: "LabScreen", seen: Seen | None) -> tuple[Section, tuple[Token, ...]]:
    """What the side view shows, and the pieces of its bodies."""
    battle, setup, grid = screen.battle, screen.setup, screen.battle.grid
    spot = screen.origin_spot(setup)
    who = screen.occupant(setup.who)
    if spot is None and setup.shape == "aura" and who is not None and who.cell is not None:
        half = side_of(battle, who) / 2
        spot = (who.cell[0] + half, who.cell[1] + half)
    through = spot or screen.spot or (grid.cols / 2, grid.rows / 2)
    # a line along the edges of cells shows those beside it
    dx, dy = setup.direction
    inset = 0.01
    through = (min(max(through[0] - dy * inset / max(abs(dx), abs(dy)), inset), grid.cols - inset),
               min(max(through[1] + dx * inset / max(abs(dx), abs(dy)), inset), grid.rows - inset))
    key = (through, setup.direction, seen, battle)
    old = screen.section
    if old is not None and old[0][:2] == key[:2] and old[0][2] is seen and old[0][3] is battle:
        return old[1], old[2]
    tokens = screen.tokens()
    bodies = [body_of(battle, battle[each.who]) for each in tokens]
    found = section(grid, through, (float(dx), float(dy)), seen.template if seen is not None else None,
                    seen.mask if seen is not None else np.zeros(grid.shape, np.bool_), setup.counting, bodies,
                    min(24.0, setup.size + 4))
    screen.section = (key, found, tokens)
    return found, tokens
