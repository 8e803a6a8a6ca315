"""Time of a frame: 64 x 64 squares, 20 creatures, 1920 x 1080, drawn by the CPU. Run with ``-m bench``."""

import random
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.rules.actions import Begin, EndTurn, Move
from game.rules.bodies import movement_of
from game.rules.history import Game
from game.view.camera import cells_of
from game.view.mapview import cells, structures, tiles, tokens
from game.view.mapview.ground import Ground
from tests.view.conftest import Hands

SIDE = 64
KINDS = ("guard", "archer", "goblin")


def big_scenario() -> str:
    """A map with something of everything, and twenty creatures in the middle of it."""
    chance = random.Random(4)
    signs = "#####TTT~~~~~~~~ffffww" + "." * 78
    rows = ["".join(chance.choice(signs) for _ in range(SIDE)) for _ in range(SIDE)]
    heights = ["".join(chance.choice("...........1112") for _ in range(SIDE)) for _ in range(SIDE)]
    free = [(x, y) for y in range(20, 44) for x in range(20, 44) if rows[y][x] in ".~f"]
    creatures = "".join(
        f'[[creature]]\nkind = "{kind}"\nid = "c{n}"\nname = "Fighter {n}"\nteam = "{"ab"[n % 2]}"\n'
        f"at = [{cell[0]}, {cell[1]}]\n"
        for n, (cell, kind) in enumerate(zip(chance.sample(free, 20), cycle(KINDS), strict=False))
    )
    return (
        f'[scenario]\nname = "Big"\n[map]\nname = "Big"\nground = "grass"\ncells = """\n{chr(10).join(rows)}\n"""\n'
        f'heights = """\n{chr(10).join(heights)}\n"""\n[legend]\n"#" = {{ solid = 3.0 }}\n'
        '"T" = { pillar = 0.5, height = 5.0, kind = "tree" }\n"~" = { cost = 2, surface = "water" }\n'
        '"f" = { concealment = "partial" }\n"w" = { solid = 1.0 }\n'
        '[[team]]\nid = "a"\nname = "A"\n[[team]]\nid = "b"\nname = "B"\n' + creatures
    )


@pytest.fixture
def big(open_play: Callable[..., Hands], tmp_path: Path) -> Hands:
    path = tmp_path / "big.toml"
    path.write_text(big_scenario(), encoding="utf-8")
    hands = open_play((1920, 1080), path=path)
    hands.wait(3)
    settle(hands)
    return hands


def settle(hands: Hands) -> None:
    """Until all that is drawn between frames is there."""
    while hands.play.view.unfinished or hands.play.outlook.pending:
        hands.app.turn(wait=False)


def test_the_big_map_can_be_played(big: Hands) -> None:
    """The scenario of the measurements is a real one."""
    assert len(list(big.play.match.battle.present())) == 20
    assert movement_of(big.play.match.battle, big.play.match.active.id).reachable.any()


@pytest.mark.bench
def test_a_frame_with_nothing_new(big: Hands, benchmark: Any) -> None:
    benchmark(big.app.draw)


@pytest.mark.bench
def test_a_frame_with_another_path(big: Hands, benchmark: Any) -> None:
    play = big.play
    cells = cycle(cells_of(movement_of(play.match.battle, play.match.active.id).reachable))

    def frame() -> None:
        play.point(next(cells))
        big.app.draw()

    benchmark(frame)


@pytest.fixture
def two(big: Hands) -> Hands:
    """The same with a window for the players, as large as the first."""
    big.app.open_players_window()
    window = big.app.players_window
    assert window is not None
    window.window.size = (1920, 1080)
    big.wait(3)
    while window.due(big.clock()) == 0:
        big.wait(0.1)
    settle(big)
    return big


def both(hands: Hands) -> None:
    """One frame of both windows."""
    hands.app.draw()
    assert hands.app.players_window is not None
    hands.app.players_window.refresh(hands.app.now)


@pytest.mark.bench
def test_two_windows_with_nothing_new(two: Hands, benchmark: Any) -> None:
    benchmark(lambda: both(two))


@pytest.mark.bench
def test_two_windows_with_another_path(two: Hands, benchmark: Any) -> None:
    play = two.play
    cells = cycle(cells_of(movement_of(play.match.battle, play.match.active.id).reachable))

    def frame() -> None:
        play.point(next(cells))
        both(two)

    benchmark(frame)


@pytest.mark.bench
def test_a_frame_with_an_attack_sheet(big: Hands, benchmark: Any) -> None:
    play = big.play
    battle = play.match.battle
    enemies = cycle([each for each in battle.present() if each.team != play.match.active.team])

    def frame() -> None:
        play.point(next(enemies).cell)
        big.app.draw()

    benchmark(frame)


@pytest.mark.bench
def test_a_frame_while_the_map_is_moved(big: Hands, benchmark: Any) -> None:
    play = big.play
    way = cycle([(9, 4)] * 20 + [(-9, -4)] * 20)
    for _ in range(40):
        play.view.pan(play.match.battle.map, *next(way))
        big.app.draw()
        settle(big)

    def frame() -> None:
        play.view.pan(play.match.battle.map, *next(way))
        big.app.draw()

    benchmark(frame)


@pytest.mark.bench
def test_a_frame_of_the_whole_map(big: Hands, benchmark: Any) -> None:
    big.press("home")
    settle(big)
    benchmark(big.app.draw)


@pytest.mark.bench
def test_a_frame_while_the_map_is_enlarged(big: Hands, benchmark: Any) -> None:
    play = big.play
    way = cycle([1.15] * 8 + [1 / 1.15] * 8)
    for _ in range(16):
        play.view.zoom(play.match.battle.map, next(way), (900, 500))
        big.app.draw()
        settle(big)

    def frame() -> None:
        play.view.zoom(play.match.battle.map, next(way), (900, 500))
        big.app.draw()

    benchmark(frame)


def as_never_seen(big: Hands) -> None:
    """What is drawn at one scale is known at that scale alone."""
    view = big.play.view
    view.ground, view._still = Ground(), None
    for module in (cells, structures, tiles, tokens):
        for each in vars(module).values():
            if hasattr(each, "cache_clear") and each.__module__ == module.__name__:
                each.cache_clear()
    for _ in range(3):
        big.app.draw()
    settle(big)


@pytest.mark.bench
@pytest.mark.parametrize("factor", [1.15, 1 / 1.15], ids=["enlarged", "shrunk"])
def test_a_frame_while_the_map_is_scaled_for_the_first_time(big: Hands, factor: float, benchmark: Any) -> None:
    """The frame that shows the map at a scale that it was never drawn at."""
    benchmark.group = f"a frame while the map is {'enlarged' if factor > 1 else 'shrunk'} for the first time"
    play, start = big.play, big.play.view.camera

    def before() -> None:
        play.view.camera = start
        as_never_seen(big)

    def frame() -> None:
        play.view.zoom(play.match.battle.map, factor, (900, 500))
        big.app.draw()

    benchmark.pedantic(frame, setup=before, rounds=30)
    assert play.view.unfinished


@pytest.mark.bench
@pytest.mark.parametrize("factor", [1.15, 1 / 1.15], ids=["enlarged", "shrunk"])
def test_a_frame_after_the_map_was_scaled_for_the_first_time(big: Hands, factor: float, benchmark: Any) -> None:
    """The frame after that one, the first of those that draw what is missing."""
    benchmark.group = f"a frame after the map was {'enlarged' if factor > 1 else 'shrunk'} for the first time"
    play, start = big.play, big.play.view.camera

    def before() -> None:
        play.view.camera = start
        as_never_seen(big)
        play.view.zoom(play.match.battle.map, factor, (900, 500))
        big.app.draw()

    benchmark.pedantic(big.app.draw, setup=before, rounds=30)
    assert play.view.unfinished


def pressed(hands: Hands, key: int, mod: int = 0) -> None:
    """A key goes down, and the window shows what came of it."""
    app = hands.app
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))
    app.turn(wait=False)
    assert app.stale
    app.draw()


@pytest.mark.bench
def test_from_a_key_to_the_picture_cell_cursor(big: Hands, benchmark: Any) -> None:
    keys = cycle([pygame.K_RIGHT] * 5 + [pygame.K_LEFT] * 5)
    benchmark(lambda: pressed(big, next(keys)))


@pytest.mark.bench
def test_from_a_key_to_the_picture_undo_and_redo(big: Hands, benchmark: Any) -> None:
    match = big.play.match
    cells = cells_of(movement_of(match.battle, match.active.id).reachable)
    big.play.do(Move(match.active.id, next(each for each in cells if each != match.active.cell)))
    keys = cycle([pygame.K_z, pygame.K_y])
    benchmark.pedantic(lambda: pressed(big, next(keys), pygame.KMOD_LCTRL), setup=lambda: big.app.turn(wait=False),
                       rounds=60)
    big.app.turn(wait=False)
    assert match.saved_at is match.game


def before_an_attack(big: Hands) -> Callable[[], None]:
    """What brings back the moment at which Enter attacks."""
    play = big.play
    match = play.match
    while not any(match.targets(each) for each in match.options() if each.kind == "attack"):
        play.do(EndTurn(match.active.id))
    option = next(each for each in match.options() if each.kind == "attack" and match.targets(each))
    cell = match.battle[match.targets(option)[0]].cell
    before = match.game

    def again() -> None:
        match.game = before
        play.close_layers()
        play._after(())
        play.choose(match.current(option))
        play.point(cell, by_keyboard=True)
        big.app.turn(wait=False)
        pygame.event.clear()

    return again


@pytest.mark.bench
def test_from_a_key_to_the_picture_an_attack(big: Hands, benchmark: Any) -> None:
    """From Enter on an enemy to the frame that shows what came of it."""
    again, match = before_an_attack(big), big.play.match
    before = match.game.done
    benchmark.pedantic(lambda: pressed(big, pygame.K_RETURN), setup=again, rounds=60)
    assert match.game.done == before + 1


@pytest.mark.bench
def test_the_autosave_after_the_picture_of_an_attack(big: Hands, benchmark: Any) -> None:
    again, match = before_an_attack(big), big.play.match

    def before() -> None:
        again()
        pressed(big, pygame.K_RETURN)
        assert match.saved_at is not match.game

    benchmark.pedantic(big.play.after_frame, setup=before, rounds=60)
    assert match.saved_at is match.game


@pytest.mark.bench
def test_the_autosave_after_a_thousand_steps(big: Hands, benchmark: Any) -> None:
    """What a step more costs then."""
    match = big.play.match
    game = Game(match.game.initial)
    while game.done < 1000:
        game = game.do(EndTurn(game.battle.active.id) if game.done else Begin(), match.source)
    match.game = game
    match.keep()

    def before() -> None:
        match.game = game.do(EndTurn(game.battle.active.id), match.source)

    benchmark.pedantic(match.keep, setup=before, rounds=60)
    assert match.saved_at is match.game
