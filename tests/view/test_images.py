"""Frames compared pixel by pixel: what must differ differs, and the look stays as it was.

The stored pictures are small: a frame shrunk to :data:`SMALL`. ``FLANCO_NEW_PICTURES=1`` writes them anew, to be looked
at before they are kept.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from game.rules.state import Battle
from game.view.mapview.scene import Scene
from game.view.match import Match
from game.view.render import paint, render, tokens_of
from tests.view.conftest import Hands

STORED = Path(__file__).parent / "pictures"
SMALL = (320, 180)
SAME = 6.0  # mean difference of a pixel, out of 255, that fonts and drawing on another machine may make


def pixels(picture: pygame.Surface) -> NDArray[np.int16]:
    """(W, H, 3) int16."""
    return pygame.surfarray.array3d(picture).astype(np.int16)


def changed(a: pygame.Surface, b: pygame.Surface) -> int:
    """How many pixels differ clearly."""
    return int((np.abs(pixels(a) - pixels(b)).max(axis=2) > 24).sum())


def with_battle(hands: Hands, battle: Battle) -> pygame.Surface:
    """The frame of the same screen with another battle."""
    play = hands.play
    before = play.match.game
    step = replace(before.steps[-1], battle=battle)
    play.match.game = replace(before, steps=(*before.steps[:-1], step))
    play.refresh_aim()
    picture = hands.picture()
    play.match.game = before
    play.refresh_aim()
    return picture


@pytest.fixture(params=[(1280, 720), (1920, 1080)])
def hands(request: pytest.FixtureRequest, open_play: Callable[..., Hands]) -> Hands:
    opened = open_play(request.param)
    opened.wait(2)
    return opened


def test_the_same_moment_looks_the_same(hands: Hands) -> None:
    assert changed(hands.picture(), hands.picture()) == 0


def test_a_token_moved_by_one_cell_shows(hands: Hands) -> None:
    battle = hands.play.match.battle
    clara = battle["clara"]
    moved = battle.with_combatant(clara.but(cell=(clara.cell[0] + 1, clara.cell[1])))
    first, second = hands.picture(), with_battle(hands, moved)
    px = hands.play.view.camera.px
    assert changed(first, second) > px * px // 4
    with pytest.raises(AssertionError):
        assert_like(second, first)


def test_one_number_changed_shows(hands: Hands) -> None:
    battle = hands.play.match.battle
    who = battle.active
    hurt = battle.with_combatant(who.but(pv=who.pv - 1))
    first, second = hands.picture(), with_battle(hands, hurt)
    for name in ("card", "strip"):
        panel = getattr(hands.play, name).rect
        assert changed(first.subsurface(panel), second.subsurface(panel)) > 10, name


def test_every_state_of_a_creature_can_be_seen(hands: Hands) -> None:
    battle = hands.play.match.battle
    clara = battle["clara"]
    first = hands.picture()
    from game.rules.state import Condition
    for other in (clara.but(crouched=True), clara.but(conditions=(Condition("prone"),)), clara.but(out=True, pv=0),
                  clara.but(pv=1), clara.but(team="wild"), clara.but(given="Clarissa")):
        assert changed(first, with_battle(hands, battle.with_combatant(other))) > 20, other


def test_an_open_door_looks_open(hands: Hands) -> None:
    battle = hands.play.match.battle
    opened = battle.but(structures=tuple(
        replace(each, open=True) if each.kind == "door" else each for each in battle.structures))
    door = next(each for each in battle.structures if each.kind == "door")
    box = hands.play.view.camera.rect(door.cells[0])
    first, second = hands.picture(), with_battle(hands, opened)
    assert changed(first.subsurface(box), second.subsurface(box)) > box.width


def test_things_on_the_map_differ_without_colour(hands: Hands) -> None:
    """Grass, water, bushes, low and full walls, doors, trees, raised ground: no two cells alike in grey."""
    picture, view = hands.picture(), hands.play.view
    names = {"plain": (0, 0), "wall": (2, 1), "door": (2, 3), "tree": (6, 2), "rough": (10, 3), "veil": (6, 5),
             "low": (8, 4), "raised": (10, 6)}
    grey = {}
    for name, cell in names.items():
        part = pixels(picture.subsurface(view.camera.rect(cell))).mean(axis=2)
        grey[name] = part - part.mean()
    for a in grey:
        for b in grey:
            if a < b:
                assert np.abs(grey[a] - grey[b]).mean() > 1.5, (a, b)


# --- against stored pictures -----------------------------------------------------------------------------------------


def small(picture: pygame.Surface) -> pygame.Surface:
    return pygame.transform.smoothscale(picture, SMALL)


def assert_like(picture: pygame.Surface, other: pygame.Surface, most: float = 0.0) -> None:
    """No block of 8 x 8 pixels of the two may differ much more than fonts do."""
    a, b = pixels(picture), pixels(other)
    apart = np.abs(a - b).mean(axis=2)
    w, h = apart.shape[0] // 8 * 8, apart.shape[1] // 8 * 8
    blocks = apart[:w, :h].reshape(w // 8, 8, h // 8, 8).mean(axis=(1, 3))
    assert blocks.max() <= most, f"a block differs by {blocks.max():.1f}"


def against_stored(picture: pygame.Surface, name: str) -> None:
    path = STORED / f"{name}.png"
    shrunk = small(picture)
    if os.environ.get("FLANCO_NEW_PICTURES"):
        path.parent.mkdir(exist_ok=True)
        pygame.image.save(shrunk, str(path))
    stored = pygame.image.load(str(path))
    apart = np.abs(pixels(shrunk) - pixels(stored)).mean()
    assert apart < SAME, f"{name}: pixels differ by {apart:.1f} on average"
    assert_like(shrunk, stored, most=45)


def test_play_looks_as_it_was_kept(hands: Hands) -> None:
    play = hands.play
    enemy = next(each for each in play.match.battle.present() if each.team != play.match.active.team)
    play.point(enemy.cell)
    against_stored(hands.picture(), f"play-{play.look.scale.height}")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_map_renders_as_it_was_kept(yard: Path, tmp_path: Path, size: tuple[int, int]) -> None:
    out = tmp_path / "deep" / "yard.png"
    render(yard, out, size)
    picture = pygame.image.load(str(out))
    assert picture.get_size() == size
    against_stored(picture, f"render-{size[1]}")


def test_a_moved_token_fails_against_the_stored_picture(yard: Path) -> None:
    from game.content.scenarios import load_scenario
    battle = load_scenario(yard)
    ana = battle["ana"]
    moved = battle.with_combatant(ana.but(cell=(ana.cell[0], ana.cell[1] + 1)))
    against_stored(paint(Scene(battle.map, battle.structures, tokens_of(battle)), (1280, 720)), "render-720")
    if not os.environ.get("FLANCO_NEW_PICTURES"):
        with pytest.raises(AssertionError):
            against_stored(paint(Scene(battle.map, battle.structures, tokens_of(moved)), (1280, 720)), "render-720")


def test_render_refuses_silly_sizes(yard: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="64"):
        render(yard, tmp_path / "x.png", (10, 10))


def test_render_reports_a_place_that_cannot_be_written(yard: Path, tmp_path: Path) -> None:
    from game.errors import SaveError
    (tmp_path / "file").write_text("")
    with pytest.raises(SaveError):
        render(yard, tmp_path / "file" / "x.png", (320, 200))


@pytest.mark.parametrize("name", ["x.txt", "x", "x.gif"])
def test_a_render_is_a_png_whatever_it_is_called(yard: Path, tmp_path: Path, name: str) -> None:
    render(yard, tmp_path / name, (320, 200))
    assert (tmp_path / name).read_bytes().startswith(b"\x89PNG\r\n")


def test_a_render_that_finds_no_room_leaves_the_old_picture(yard: Path, tmp_path: Path) -> None:
    """Half a picture under the old name would be worse than none."""
    resource = pytest.importorskip("resource")
    from game.errors import SaveError
    out = tmp_path / "x.png"
    render(yard, out, (320, 200))
    before = out.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    try:
        with pytest.raises(SaveError):
            render(yard, out, (640, 400))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert out.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir() if each != yard] == ["x.png"]


def test_match_needs_no_window(yard: Path) -> None:
    from game.content.scenarios import read_scenario
    match = Match.start(read_scenario(yard), seed=1)
    assert match.battle.phase == "deploy"
