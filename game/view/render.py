"""Pictures without a window: a map or a scenario as a PNG."""

import io
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame

from game.content.blank import blank
from game.content.maps import load_map
from game.content.saves import write_whole
from game.content.scenarios import read_scenario, tables_of
from game.insight.masks import Answer
from game.rules.players import players_view
from game.rules.state import Battle
from game.spatial.grid import Cell
from game.view.mapview.scene import MapView, Reach, Scene
from game.view.mapview.tokens import Token, short_names
from game.view.scale import Scale
from game.view.seats import seat_of
from game.view.theme import theme
from game.view.widgets.base import Look

SMALLEST, LARGEST = 64, 8192  # pixels along a side


def render(path: Path, out: Path, size: tuple[int, int] = (1920, 1080), theme_name: str = "dark") -> None:
    """Draw the map or scenario in ``path`` to the PNG ``out``, ``size`` pixels wide and high. Needs no display.

    :raises DataError: with every fault of the file.
    :raises SaveError: when the picture cannot be written.
    :raises ValueError: when a side is not from 64 to 8192.
    """
    if not all(SMALLEST <= side <= LARGEST for side in size):
        raise ValueError(f"size: {size[0]}x{size[1]} is not between {SMALLEST} and {LARGEST} pixels a side")
    keep_picture(paint(scene_of_file(path), size, theme_name), out)


def render_mask(
    battle: Battle, answer: Answer, out: Path, size: tuple[int, int] = (1920, 1080), theme_name: str = "dark"
) -> None:
    """Draw a battle with the cells lit that an answer gives.

    :raises SaveError: when the picture cannot be written.
    """
    lit = answer.lit
    cost = answer.values if answer.kind == "move" else np.where(lit, 0, -1)
    reach = Reach(answer, lit, cost.astype(np.int32))
    keep_picture(paint(replace(scene_of(battle), reach=reach), size, theme_name), out)


def png_of(
    battle: Battle, cells: Iterable[Cell] = (), size: tuple[int, int] = (960, 720), theme_name: str = "light"
) -> bytes:
    """A battle as players see it, with some cells lit, as the bytes of a PNG file."""
    scene = scene_of(battle)
    if lit := frozenset(cells):
        mask = np.zeros(battle.grid.shape, np.bool_)
        for x, y in lit:
            mask[y, x] = True
        scene = replace(scene, reach=Reach(lit, mask, np.where(mask, 0, -1).astype(np.int32)))
    return _png(paint(scene, size, theme_name))


def _png(picture: pygame.Surface) -> bytes:
    written = io.BytesIO()
    pygame.image.save(picture, written, "picture.png")
    return written.getvalue()


def keep_picture(picture: pygame.Surface, out: Path) -> None:
    """Write a picture as PNG, whatever its file is called, whole or not at all."""
    write_whole(out, _png(picture))


def scene_of_file(path: Path) -> Scene:
    """What is on the map of a file.

    :raises DataError: with every fault of the file.
    """
    if "scenario" in tables_of(path):
        return scene_of(read_scenario(path).battle)
    return scene_of(blank(load_map(path)))


def scene_of(battle: Battle) -> Scene:
    """What is on the map of a battle, as the players see it."""
    return Scene(battle.map, battle.structures, tokens_of(battle), zones=zones_of(battle))


def zones_of(battle: Battle) -> tuple[tuple[int, tuple[Cell, ...]], ...]:
    """Before round 1, the numbers of the teams that have a starting zone, with its cells."""
    if battle.phase != "deploy":
        return ()
    return tuple((n, each.zone) for n, each in enumerate(battle.teams) if each.zone)


def tokens_of(battle: Battle) -> tuple[Token, ...]:
    """The creatures that stand on the map, as pieces, without those who are hidden."""
    battle = players_view(battle)
    teams = {team.id: n for n, team in enumerate(battle.teams)}
    shorts = short_names([each.name for each in battle.combatants])
    return tuple(
        Token(each.id, each.name, short, each.sheet.id, teams.get(each.team, 0),
              *seat_of(battle, each, each.cell), each.pv, each.sheet.pv, each.posture, each.out, rides=bool(each.mount))
        for each, short in zip(battle.combatants, shorts, strict=True) if each.cell is not None
    )


def paint(scene: Scene, size: tuple[int, int], theme_name: str = "dark", ground: str = "backdrop") -> pygame.Surface:
    """A scene as a picture of its own, the whole map fitted into it."""
    pygame.font.init()
    canvas = pygame.Surface(size)
    look = Look(theme(theme_name), Scale(*size))
    view = MapView()
    view.area = canvas.get_rect()
    view.backdrop = ground
    view.fit(scene.grid, look, not scene.plain)
    view.paint(canvas, look, scene)
    return canvas
