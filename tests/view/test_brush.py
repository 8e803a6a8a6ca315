"""The map brush as a tool, with no window: what a press, a drag and a release, or keys, make of a stroke."""

import doctest

import pygame
import pytest

from game.rules.actions import EditMap
from game.rules.brush import fault, paint
from game.rules.catalog import Settings
from game.rules.state import Battle, Team
from game.spatial.grid import Grid
from game.view.camera import Camera
from game.view.screens import brush
from game.view.screens.brush import BrushTool
from game.view.theme import theme


class Table:
    """A map, and the strokes that were drawn on it."""

    def __init__(self) -> None:
        self.grid, self.structures = Grid.empty(16, 12), ()
        self.strokes: list[EditMap] = []
        teams = (Team("us", "Us"), Team("them", "Them"))
        self.tool = BrushTool(lambda: Battle(self.grid, self.structures, teams, (), Settings()), self.draw)

    def draw(self, stroke: EditMap) -> bool:
        assert fault(self.grid, stroke) is None
        self.strokes.append(stroke)
        done = paint(self.grid, self.structures, stroke)
        self.grid, self.structures = done.grid, done.structures
        return True

    def click(self, *spot: float) -> EditMap:
        self.tool.press(spot)
        self.tool.release()
        return self.strokes[-1]

    def drag(self, *spots: tuple[float, float]) -> EditMap:
        self.tool.press(spots[0])
        for each in spots[1:]:
            self.tool.point(each)
        self.tool.release()
        return self.strokes[-1]


@pytest.fixture
def table() -> Table:
    return Table()


def test_the_examples_of_the_module() -> None:
    assert doctest.testmod(brush).failed == 0


def test_a_box_of_walls_is_press_and_release(table: Table) -> None:
    stroke = table.drag((1.1, 0.9), (8.0, 5.0), (12.8, 10.9))
    assert stroke.edges == ((1, 1, 13, 1), (13, 1, 13, 11), (1, 11, 13, 11), (1, 1, 1, 11))
    assert len(table.structures) == 44
    assert len(table.strokes) == 1


def test_a_click_is_the_nearest_edge(table: Table) -> None:
    assert table.click(3.5, 2.1).edges == ((3, 2, 4, 2),)
    table.tool.hold(kind="door")
    assert table.click(3.5, 1.95).edges == ((3, 2, 4, 2),)
    assert [each.kind for each in table.structures] == ["door"]


def test_a_free_drag_follows_the_corners(table: Table) -> None:
    table.tool.hold(box=False, kind="low_wall", material="heavy-wood")
    stroke = table.drag((1.0, 1.0), (2.1, 1.2), (4.0, 0.8), (4.1, 2.9))
    assert stroke.edges == ((1, 1, 2, 1), (2, 1, 3, 1), (3, 1, 4, 1), (4, 1, 4, 2), (4, 2, 4, 3))
    assert {each.material for each in table.structures} == {"Heavy wood"}


def test_a_drag_beyond_the_map_stops_at_its_edge(table: Table) -> None:
    assert table.drag((14.0, 10.0), (40.0, 30.0)).edges[1] == (16, 10, 16, 12)
    table.tool.hold(kind="mud")
    assert len(table.drag((14.5, 10.5), (40.0, 30.0)).cells) == 4


def test_squares_are_filled_in_a_box_and_followed_without(table: Table) -> None:
    table.tool.hold(kind="smoke", thick=True)
    stroke = table.drag((2.5, 2.5), (4.5, 3.5))
    assert len(stroke.cells) == 6
    assert stroke.thick
    table.tool.hold(kind="mud", box=False)
    assert table.drag((0.5, 5.5), (4.5, 5.5)).cells == ((0, 5), (1, 5), (2, 5), (3, 5), (4, 5))
    table.tool.hold(kind="height", rise=-0.5)
    assert table.click(7.5, 7.5) == EditMap("height", ((7, 7),), rise=-0.5)


def test_a_trail_raises_each_square_once(table: Table) -> None:
    table.tool.hold(kind="height", box=False)
    table.drag((1.5, 1.5), (3.5, 1.5), (1.5, 1.5), (3.5, 1.5))
    assert table.grid.height[1, 1:4].tolist() == [64, 64, 64]


def test_erasing_means_the_wall_that_is_near_else_the_square(table: Table) -> None:
    table.drag((1.0, 1.0), (4.0, 4.0))
    table.tool.hold(kind="pillar")
    table.click(2.5, 2.5)
    table.tool.hold(kind="erase")
    assert table.click(2.5, 1.1) == EditMap("erase", (), ((2, 1, 3, 1),))
    assert table.click(2.4, 2.6).cells == ((2, 2),)
    assert len(table.structures) == 11
    table.drag((0.5, 0.5), (5.5, 5.5))
    assert not table.structures


def test_a_trail_of_erasing_breaks_the_walls_it_crosses(table: Table) -> None:
    table.drag((1.0, 1.0), (4.0, 4.0))
    table.tool.hold(kind="erase", box=False)
    stroke = table.drag((0.5, 2.5), (5.5, 2.5))
    assert (1, 2, 1, 3) in stroke.edges
    assert len(table.structures) == 10


def test_keys_mean_squares_and_their_sides(table: Table) -> None:
    table.tool.press_cell((2, 2))
    assert table.strokes == []
    assert table.tool.meant_at((4, 3))[1] == ((2, 2, 5, 2), (5, 2, 5, 4), (2, 4, 5, 4), (2, 2, 2, 4))
    table.tool.press_cell((4, 3))
    assert len(table.structures) == 10
    table.tool.hold(box=False, kind="door")
    table.tool.turn(1)
    table.tool.press_cell((4, 3))
    assert table.strokes[-1].edges == ((5, 3, 5, 4),)
    table.tool.turn(-2)
    table.tool.press_cell((2, 3))
    assert table.strokes[-1].edges == ((2, 3, 2, 4),)
    table.tool.hold(kind="erase", box=True)
    table.tool.press_cell((0, 0))
    table.tool.press_cell((9, 9))
    assert not table.structures


def test_a_starting_zone_is_of_the_side_in_hand(table: Table) -> None:
    table.tool.hold(kind="zone")
    assert table.drag((0.5, 0.5), (1.5, 0.5)) == EditMap("zone", ((0, 0), (1, 0)), team="us")
    table.tool.hold(team="them")
    assert table.click(3.5, 3.5).team == "them"
    table.tool.hold(team="")
    assert table.click(3.5, 3.5).team == ""
    table.tool.hold(team="gone")
    assert table.click(3.5, 3.5).team == "us", "a side that there is"
    table.tool.hold(kind="mud")
    assert table.click(3.5, 3.5).team == ""


def test_a_stroke_can_be_given_up(table: Table) -> None:
    table.tool.press((1.0, 1.0))
    table.tool.point((5.0, 5.0))
    assert table.tool.cancel()
    assert not table.tool.cancel()
    assert table.strokes == []


@pytest.mark.parametrize("kind", ["wall", "mud", "erase"])
def test_what_is_meant_is_shown_before_it_is_done(table: Table, kind: str) -> None:
    table.tool.hold(kind=kind)
    canvas = pygame.Surface((320, 240))
    before = pygame.image.tobytes(canvas, "RGB")
    table.tool.point((2.5, 2.1))
    table.tool.paint(canvas, Camera(20, 0, 0), theme("dark"), 12)
    mouse = pygame.image.tobytes(canvas, "RGB")
    assert mouse != before
    table.tool.paint(canvas, Camera(20, 0, 0), theme("dark"), 12, (9, 9))
    assert pygame.image.tobytes(canvas, "RGB") != mouse


def test_a_box_shows_its_measures_while_it_is_drawn(table: Table) -> None:
    pygame.font.init()
    table.tool.press((2.0, 2.0))
    table.tool.point((5.0, 4.0))
    canvas, plain = pygame.Surface((320, 240)), pygame.Surface((320, 240))
    table.tool.paint(canvas, Camera(20, 0, 0), theme("dark"), 12)
    table.tool.hold(box=False)
    table.tool.press((2.0, 2.0))
    table.tool.point((5.0, 4.0))
    table.tool.paint(plain, Camera(20, 0, 0), theme("dark"), 12)
    spot = pygame.Rect(100, 80, 100, 40)
    assert pygame.image.tobytes(canvas.subsurface(spot), "RGB") != pygame.image.tobytes(plain.subsurface(spot), "RGB")
