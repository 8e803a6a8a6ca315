"""The ground of the map while it changes: pieces that are kept look as if everything had been drawn anew."""

import random

import numpy as np
import pygame
import pytest

from game.content.scenarios import find_scenario, read_scenario
from game.learn.reading import lessons
from game.rules.actions import EditMap
from game.rules.brush import paint
from game.spatial.grid import parse_cell
from game.view import fonts
from game.view.camera import Camera
from game.view.mapview import ground as ground_module
from game.view.mapview.ground import A_FRAME, Ground
from game.view.mapview.marks import outline_of
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


AREA = pygame.Rect(0, 0, 640, 400)
HERE = Camera(30, -190, -110)


def ruin():
    pygame.display.init()
    battle = read_scenario(find_scenario("ruin")).battle
    return battle.map, battle.structures


def frame(ground: Ground, camera: Camera, grid, structures, gradual: bool = True) -> tuple[bool, np.ndarray]:
    """One frame as wholly drawn or not, and its picture."""
    canvas = pygame.Surface(AREA.size)
    done = ground.paint(canvas, camera, AREA, theme("dark"), grid, structures, 10, gradual)
    return done, pygame.surfarray.array3d(canvas).astype(int)


def anew(camera: Camera, grid, structures) -> np.ndarray:
    return frame(Ground(), camera, grid, structures, gradual=False)[1]


def test_when_nothing_is_missing_any_more_it_looks_like_drawn_anew() -> None:
    """Enlarged, shrunk and moved at random, sometimes in mid-work, then left alone."""
    grid, structures = ruin()
    ground, chance, camera = Ground(), random.Random(8), HERE
    frame(ground, camera, grid, structures)
    for _ in range(6):
        for _ in range(chance.randrange(1, 4)):
            camera = camera.zoomed(chance.choice([1.15, 1 / 1.15, 1.9, 0.4]), (320, 200)).kept(*grid.shape[::-1], AREA)
            frame(ground, camera, grid, structures)
            camera = camera.moved(chance.randrange(-90, 90), chance.randrange(-60, 60))
            frame(ground, camera, grid, structures)
        for _ in range(400):
            done, picture = frame(ground, camera, grid, structures)
            if done:
                break
        assert done
        assert np.array_equal(picture, anew(camera, grid, structures))


@pytest.mark.parametrize("factor", [1.15, 1.6, 1 / 1.15, 0.5])
def test_what_was_in_sight_stands_in_until_its_place_is_drawn(factor: float) -> None:
    """The first frame of another scale looks like the last one, where that reaches; nothing of the map is left bare."""
    grid, structures = ruin()
    ground = Ground()
    frame(ground, HERE, grid, structures)
    camera = HERE.zoomed(factor, (320, 200))
    done, picture = frame(ground, camera, grid, structures)
    assert not done
    share = camera.px / HERE.px
    inner = AREA if factor > 1 else pygame.Rect(0, 0, round(640 * share), round(400 * share)).move(
        round(320 * (1 - share)), round(200 * (1 - share)))
    inner = inner.inflate(-8, -8)
    part = np.s_[inner.left:inner.right, inner.top:inner.bottom]
    away = np.abs(picture - anew(camera, grid, structures))[part].mean()
    assert away < 16, "about the same picture"
    assert np.abs(picture - anew(camera.moved(camera.px // 2, 0), grid, structures))[part].mean() > away + 4
    shown = pygame.Rect(camera.left, camera.top, grid.cols * camera.px, grid.rows * camera.px).clip(AREA)
    assert picture[shown.left:shown.right, shown.top:shown.bottom].max(axis=2).min() > 0, "no bare canvas"


def test_no_frame_draws_many_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """None while the scale changes, few while the map is moved or left alone."""
    grid, structures = ruin()
    ground, made = Ground(), [0]
    plain = ground._draw_piece

    def counted(*args):
        made[0] += 1
        return plain(*args)

    monkeypatch.setattr(ground, "_draw_piece", counted)
    frame(ground, HERE, grid, structures)
    assert made[0] > A_FRAME, "the first frame is whole"
    camera = HERE
    for _ in range(4):
        made[0], camera = 0, camera.zoomed(1.15, (320, 200))
        frame(ground, camera, grid, structures)
        assert made[0] == 0
    for _ in range(3):
        made[0], camera = 0, camera.moved(-40, 30)
        frame(ground, camera, grid, structures)
        assert 0 < made[0] <= A_FRAME


def test_what_changes_is_seen_in_the_same_frame_even_amid_enlarging() -> None:
    """A door opens while the map is still being drawn at another scale: no cell shows what was."""
    grid, structures = ruin()
    door = next(each for each in structures if each.open is False)
    opened = tuple(each.but(open=True) if each is door else each for each in structures)
    x, y = (door.cells or ((grid.cols // 2, grid.rows // 2),))[0]
    for px in (30, 70):
        ground, camera = Ground(), Camera(px, 320 - x * px, 200 - y * px)
        frame(ground, camera, grid, structures)
        camera = camera.zoomed(1.3, (320, 200))
        assert not frame(ground, camera, grid, structures)[0]
        done, picture = frame(ground, camera, grid, opened)
        assert done
        assert np.array_equal(picture, anew(camera, grid, opened))
        assert not np.array_equal(picture, anew(camera, grid, structures))
        camera = camera.zoomed(1.3, (320, 200))  # both at once
        assert np.array_equal(frame(ground, camera, grid, structures)[1], anew(camera, grid, structures))


def test_structures_that_stand_otherwise_look_as_if_drawn_anew() -> None:
    """Opened, locked, worn, fallen and whole again, one or several at a time, on one map."""
    grid, structures = ruin()
    ground, chance, first = Ground(), random.Random(2), structures
    for n in range(25):
        some = chance.sample(range(len(structures)), chance.randrange(1, 4))
        structures = first if n % 8 == 7 else tuple(
            each.but(open=chance.random() < 0.5 if each.open is not None else None, locked=chance.random() < 0.3,
                     wear=chance.randrange(3), fallen=chance.random() < 0.3) if k in some else each
            for k, each in enumerate(structures))
        camera = Camera(chance.choice([20, 60]), chance.randrange(-300, 0), chance.randrange(-200, 0))
        assert np.array_equal(frame(ground, camera, grid, structures, gradual=False)[1],
                              anew(camera, grid, structures))
    fewer = structures[1:]
    assert np.array_equal(frame(ground, HERE, grid, fewer, gradual=False)[1], anew(HERE, grid, fewer))


@pytest.mark.parametrize("px", [60, 130, 210])
def test_small_pieces_look_like_large_ones(px: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where cells are large a piece has fewer of them; thick lines are the same across the seams."""
    grid, structures = ruin()
    camera = Camera(px, -px * 5 - 7, -px * 4 - 3)
    small = anew(camera, grid, structures)
    monkeypatch.setattr(ground_module, "WIDEST", 10_000)
    assert (np.abs(small - anew(camera, grid, structures)).max(axis=2) > 24).mean() < 0.002


def test_a_picture_larger_than_what_is_kept_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    grid, structures = ruin()
    whole = anew(HERE, grid, structures)
    monkeypatch.setattr(ground_module, "KEEP_BYTES", 1000)
    ground = Ground()
    done, picture = frame(ground, HERE, grid, structures, gradual=False)
    assert done
    assert np.array_equal(picture, whole)


def test_a_layer_that_is_kept_looks_like_the_frame_before() -> None:
    """The same scene three times: drawn, drawn and kept, put there again; then another one."""
    grid, structures = ruin()
    look, view, canvas = Look(theme("dark"), Scale(1280, 720)), MapView(), pygame.Surface((1280, 720))
    view.area = canvas.get_rect()
    view.fit(grid, look)
    zone = ((0, ((3, 3), (4, 3))),)
    pictures = []
    for zones in (zone, zone, zone, (), (), ()):
        canvas.fill((255, 0, 255))
        view.paint(canvas, look, Scene(grid, structures, zones=zones))
        pictures.append(pygame.image.tobytes(canvas, "RGB"))
    assert pictures[0] == pictures[1] == pictures[2] != pictures[3] == pictures[4] == pictures[5]


def test_back_at_a_scale_whose_layer_is_kept_nothing_is_left_to_draw() -> None:
    """Enlarged and shrunk again before all was drawn: the window rests."""
    grid, structures = ruin()
    look, view, canvas = Look(theme("dark"), Scale(1280, 720)), MapView(), pygame.Surface((1280, 720))
    view.area, view.gradual = canvas.get_rect(), True
    view.fit(grid, look)
    for _ in range(3):
        view.paint(canvas, look, Scene(grid, structures))
    before, picture = view.camera, pygame.image.tobytes(canvas, "RGB")
    view.zoom(grid, 1.3)
    view.paint(canvas, look, Scene(grid, structures))
    assert view.unfinished
    view.camera = before
    view.paint(canvas, look, Scene(grid, structures))
    assert not view.unfinished
    assert pygame.image.tobytes(canvas, "RGB") == picture


def test_lines_of_an_outline_cover_its_edges_once() -> None:
    chance = np.random.default_rng(5)
    for _ in range(20):
        mask = chance.random((9, 13)) < 0.5
        cost = np.where(mask, chance.integers(0, 4000, mask.shape), -1).astype(np.int32)
        form = outline_of(mask, cost)
        edges = [(x + n * (dx > 0), y + n * (dy > 0), dx > 0) for x, y, dx, dy in form.rim for n in range(dx + dy)]
        framed = np.pad(mask, 1)
        left = [(x, y, False) for y, x in np.argwhere(framed[1:-1, :-1] != framed[1:-1, 1:]).tolist()]
        above = [(x, y, True) for y, x in np.argwhere(framed[:-1, 1:-1] != framed[1:, 1:-1]).tolist()]
        assert sorted(edges) == sorted(left + above)


def test_the_depth_of_a_pit_is_written_beside_the_ticks_of_its_rim() -> None:
    """The sign of −3 was lost among them: it read 3."""
    pygame.display.init()
    grid, px = lessons(own=False).lessons["push-and-trip"].battle.map, 64
    area = pygame.Rect(0, 0, grid.cols * px, grid.rows * px)
    canvas = pygame.Surface(area.size)
    assert Ground().paint(canvas, Camera(px, 0, 0), area, theme("dark"), grid, (), 16)
    inset, long, high = px // 16, round(px * 0.24), fonts.line_height(16)
    wide = fonts.width("−3", 16, "bold")

    def ink(cell: str, left: int, top: int) -> list[bool]:
        """Where the colour of numbers and rims is, within the place of the number."""
        x, y = parse_cell(cell)
        part = canvas.subsurface((x * px + inset + left, y * px + inset // 2 + top, wide, high))
        light = pygame.surfarray.array3d(part).min(axis=2) > 150
        return list(light.ravel())

    alone = ink("H4", 0, 0)
    assert any(alone)
    assert ink("G4", long, 0) == ink("H3", 0, long) == ink("G3", long, long) == alone
