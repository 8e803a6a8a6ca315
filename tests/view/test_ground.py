"""The ground of the map while it changes: pieces that are kept look as if everything had been drawn anew."""

import random

import pygame

from game.content.scenarios import find_scenario, read_scenario
from game.rules.actions import EditMap
from game.rules.brush import paint
from game.view.camera import Camera
from game.view.mapview.ground import Ground
from game.view.mapview.scene import MapView, Scene
from game.view.scale import Scale
from game.view.theme import theme
from game.view.widgets.base import Look

PX = 16


def drawn(ground: Ground, grid, structures) -> bytes:
    area = pygame.Rect(0, 0, grid.cols * PX, grid.rows * PX)
    canvas = pygame.Surface(area.size)
    assert ground.paint(canvas, Camera(PX, 0, 0), area, theme("dark"), grid, structures, 10)
    return pygame.image.tobytes(canvas, "RGB")


def strokes(chance: random.Random, cols: int, rows: int) -> EditMap:
    kind = chance.choice(["wall", "door", "pillar", "mud", "smoke", "height", "erase"])
    x, y = chance.randrange(cols - 3), chance.randrange(rows - 3)
    if kind in ("wall", "door"):
        return EditMap(kind, edges=((x, y, x + 2, y),))
    return EditMap(kind, cells=((x, y), (x + 1, y)), rise=1.0 if kind == "height" else 0.0)


def test_what_is_kept_looks_like_what_is_drawn_anew() -> None:
    pygame.display.init()
    battle = read_scenario(find_scenario("ruin")).battle
    grid, structures, ground, chance = battle.map, battle.structures, Ground(), random.Random(3)
    for _ in range(12):
        done = paint(grid, structures, strokes(chance, grid.cols, grid.rows))
        grid, structures = done.grid, done.structures
        assert drawn(ground, grid, structures) == drawn(Ground(), grid, structures)


def test_a_change_draws_only_the_pieces_round_it() -> None:
    pygame.display.init()
    battle = read_scenario(find_scenario("ruin")).battle
    ground = Ground()
    drawn(ground, battle.map, battle.structures)
    before = len(ground._pieces)
    done = paint(battle.map, battle.structures, EditMap("mud", cells=((12, 10),)))
    drawn(ground, done.grid, done.structures)
    assert before < len(ground._pieces) <= before + 2


def test_a_lock_is_seen_at_once() -> None:
    """The still layer is drawn again when a door is locked and nothing else changes."""
    pygame.display.init()
    battle = read_scenario(find_scenario("ruin")).battle
    door = next(each for each in battle.structures if each.open is False)
    look, view, canvas = Look(theme("dark"), Scale(1280, 720)), MapView(), pygame.Surface((1280, 720))
    view.area = canvas.get_rect()
    view.fit(battle.map, look)
    pictures = []
    for locked in (False, True, False):
        structures = tuple(each.but(locked=locked) if each is door else each for each in battle.structures)
        view.paint(canvas, look, Scene(battle.map, structures))
        pictures.append(pygame.image.tobytes(canvas, "RGB"))
    assert pictures[0] == pictures[2] != pictures[1]
