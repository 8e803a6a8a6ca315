"""The camera: there and back, and the only place where axes swap."""

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.view.camera import LEAST, MOST, Camera, at, cells_of, picture_of

CAMERAS = st.builds(Camera, st.integers(LEAST, 200), st.integers(-3000, 3000), st.integers(-3000, 3000))
CELLS = st.tuples(st.integers(-5, 260), st.integers(-5, 260))


@given(CAMERAS, CELLS)
def test_every_pixel_of_a_cell_leads_back_to_it(camera: Camera, cell: tuple[int, int]) -> None:
    box = camera.rect(cell)
    for pos in (box.topleft, box.center, (box.right - 1, box.bottom - 1)):
        assert camera.cell(pos) == cell
    assert camera.cell((box.right, box.bottom)) == (cell[0] + 1, cell[1] + 1)


@given(CAMERAS, CELLS, st.integers(1, 4))
def test_a_big_footprint_covers_its_cells(camera: Camera, cell: tuple[int, int], size: int) -> None:
    last = camera.rect((cell[0] + size - 1, cell[1] + size - 1))
    assert camera.rect(cell, size) == camera.rect(cell).union(last)


@given(CAMERAS, CELLS)
def test_metres_and_units_name_the_same_pixels(camera: Camera, cell: tuple[int, int]) -> None:
    assert camera.point(*cell) == camera.rect(cell).topleft == camera.units_point(cell[0] * 64, cell[1] * 64)


@given(CAMERAS, st.floats(0.3, 3), st.integers(0, 1920), st.integers(0, 1080))
def test_zoom_keeps_what_is_under_the_mouse(camera: Camera, factor: float, x: int, y: int) -> None:
    zoomed = camera.zoomed(factor, (x, y))
    assert LEAST <= zoomed.px <= MOST
    before = ((x - camera.left) / camera.px, (y - camera.top) / camera.px)
    after = ((x - zoomed.left) / zoomed.px, (y - zoomed.top) / zoomed.px)
    assert after == pytest.approx(before, abs=0.51 / zoomed.px)


@given(st.integers(1, 256), st.integers(1, 256), st.integers(300, 2000), st.integers(300, 1200))
def test_fit_shows_the_whole_map_in_the_middle(cols: int, rows: int, wide: int, high: int) -> None:
    area = pygame.Rect(40, 30, wide, high)
    camera = Camera.fit(cols, rows, area)
    whole = camera.rect((0, 0)).union(camera.rect((cols - 1, rows - 1)))
    if camera.px > LEAST:
        assert area.contains(whole)
    assert abs(whole.centerx - area.centerx) <= 1
    assert abs(whole.centery - area.centery) <= 1


@given(CAMERAS, CELLS)
def test_showing_brings_a_cell_into_sight(camera: Camera, cell: tuple[int, int]) -> None:
    area = pygame.Rect(100, 100, 900, 700)
    assert area.contains(camera.showing(cell, 1, area).rect(cell))


def test_kept_never_loses_the_map() -> None:
    area = pygame.Rect(0, 0, 800, 600)
    for left, top in ((-99999, 0), (99999, 0), (0, -99999), (0, 99999)):
        kept = Camera(30, left, top).kept(20, 10, area)
        assert area.colliderect(kept.rect((0, 0)).union(kept.rect((19, 9))))


def test_axes_swap_here() -> None:
    mask = np.zeros((2, 3), np.bool_)
    mask[1, 2] = True
    assert cells_of(mask) == [(2, 1)]
    assert at(mask, (2, 1)) == 1
    colours = np.zeros((2, 3, 3), np.uint8)
    colours[1, 2] = (9, 8, 7)
    picture = picture_of(colours)
    assert picture.get_size() == (3, 2)
    assert picture.get_at((2, 1))[:3] == (9, 8, 7)
