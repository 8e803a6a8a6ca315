"""Colours that can be read, in both themes, by people who do not see all of them, on a projector in a bright room."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.content.map_format import SURFACES
from game.paths import assets
from game.rules.powers import powers
from game.spatial.grid import Barrier
from game.spatial.sight import Ray
from game.view import fonts, icons
from game.view.camera import Camera
from game.view.effect_pictures import power_picture
from game.view.mapview import marks, tiles
from game.view.mapview.marks import Chip
from game.view.mapview.tokens import SHAPES, Painter, Token, team_mark
from game.view.panels.sheet import OddsBar
from game.view.scale import Scale
from game.view.settings import ViewSettings
from game.view.theme import Colour, Theme, _document, contrast, mix, theme
from game.view.widgets.base import Look
from game.view.widgets.label import Label
from tests.view.colours import apart
from tests.view.conftest import Hands
from tests.view.walking import VIEWS, Table

THEMES = ("dark", "light")
GROUNDS = ("backdrop", "panel", "raised", "hover")
WORDS = ("faint", "accent", "good", "warn", "bad", "hit", "graze", "focus")  # roles that words are written in
GREY = (128, 128, 128)


def test_both_themes_name_the_same_roles() -> None:
    dark, light = (theme(name) for name in THEMES)
    assert set(dark.colours) == set(light.colours)
    assert set(dark.surfaces) == set(light.surfaces)
    assert len(dark.teams) == len(light.teams) >= 4


@pytest.mark.parametrize("name", THEMES)
def test_text_stands_out_from_its_ground(name: str) -> None:
    colours = theme(name)
    for ground in (*GROUNDS, "pressed"):
        assert contrast(colours["text"], colours[ground]) >= 7, ground
        assert contrast(colours["muted"], colours[ground]) >= 4.5, ground
    for ground in ("backdrop", "panel", "raised"):
        assert contrast(colours["muted"], colours[ground]) >= 7, ground
    for role in WORDS:
        for ground in GROUNDS:
            assert contrast(colours[role], colours[ground]) >= 4.5, (role, ground)
    for ground in ("accent", "good", "hit", "warn", "bad", "graze", "focus"):
        assert contrast(colours["ink"], colours[ground]) >= 4.5, ground


VIEWED = ("title", "first_run", "settings", "turns", "long_names", "deployment", "menu", "keys", "game master", "save",
          "victory", "error")


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("viewed", VIEWED)
def test_every_text_can_be_read_on_what_it_stands(open_app: Callable[..., Hands], yard: Path, name: str,
                                                  viewed: str) -> None:
    """The pairs of colours that are really on the screen: the ground is the commonest colour around the words, the ink
    what differs most from it."""
    import tests.view.test_walk  # noqa: F401  (its views)
    for hands, _ in VIEWS[viewed](Table((1280, 720), ViewSettings(theme=name), open_app, yard)):
        picture, look = hands.picture(), hands.screen.look
        roots = hands.screen.stage.roots()
        for widget, placed in hands.screen.stage.texts(look):
            panel = next((each for each in roots if widget in set(each.walk())), None)
            whole = panel is not None and panel.rect.contains(placed.ink) and widget.rect.contains(placed.ink)
            if not whole or not placed.said.strip() or not placed.ink.width:
                continue
            body = isinstance(widget, Label) and widget.role == "text" and widget.enabled
            found = _read(picture.subsurface(placed.ink.clip(picture.get_rect())))
            assert found >= (7 if body else 4.5) * 0.94, (placed.said, found)  # thin strokes are never wholly inked


def _read(part: pygame.Surface) -> float:
    """The contrast of words with the ground around them."""
    colours, counts = np.unique(pygame.surfarray.array3d(part).reshape(-1, 3), axis=0, return_counts=True)
    ground: Colour = tuple(int(c) for c in colours[counts.argmax()])  # type: ignore[assignment]
    return max(contrast(tuple(int(c) for c in each), ground) for each in colours)  # type: ignore[arg-type]


# --- the map ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", THEMES)
def test_team_colours_stand_out_from_panels(name: str) -> None:
    for colour in theme(name).teams:
        for ground in ("panel", "raised"):
            assert contrast(colour, theme(name)[ground]) >= 3


@pytest.mark.parametrize("name", THEMES)
def test_lines_on_the_map_stand_out_from_every_ground(name: str) -> None:
    colours = theme(name)
    for surface in (*SURFACES, "default"):
        ground = colours.surface(surface)
        assert contrast(colours["height_line"], ground) >= 3, surface
        assert contrast(colours["wall"], ground) >= 3, surface


PX = 48
CAMERA = Camera(PX, 0, 0)
TOKEN = Token("ana", "Ana", "Ana", "guard", 0, (0, 0), 1, 5, 10)
RAYS = (Ray((0, 34, 0), (128, 34, 0), False),
        Ray((0, 90, 0), (128, 90, 0), True, (Barrier((64, 0), (64, 128), 0, 64),)))


def _drawn(draw: Callable[[pygame.Surface, Theme], object], colours: Theme, ground: Colour) -> pygame.Surface:
    canvas = pygame.Surface((PX * 2, PX * 2), pygame.SRCALPHA)
    canvas.fill(ground)
    draw(canvas, colours)
    return canvas


def _tokens(team: int, **more: object) -> Callable[[pygame.Surface, Theme], object]:
    token = replace(TOKEN, team=team, **more)  # type: ignore[arg-type]
    return lambda canvas, colours: Painter(canvas, CAMERA, colours, 16, canvas.get_rect()).draw([token], names=False)


MARKS: dict[str, Callable[[pygame.Surface, Theme], object]] = {
    "rough": lambda canvas, colours: canvas.blit(tiles.rough(colours, PX), (0, 0)),
    "partial veil": lambda canvas, colours: canvas.blit(tiles.veil(colours, PX, 1), (0, 0)),
    "total veil": lambda canvas, colours: canvas.blit(tiles.veil(colours, PX, 2), (0, 0)),
    "cross of a closed cell": lambda canvas, colours: canvas.blit(tiles.closed(colours, PX), (0, 0)),
    "reach": lambda canvas, colours: marks.reach(canvas, CAMERA, colours, marks.outline_of(
        np.array([[True, False]]), np.array([[1000, -1]], np.int32)), canvas.get_rect()),
    "zone": lambda canvas, colours: marks.zone(canvas, CAMERA, colours, [(0, 0)], 1),
    "path": lambda canvas, colours: marks.path(canvas, CAMERA, colours, (0, 0), [(1, 0), (1, 1)], 1),
    "rays": lambda canvas, colours: marks.rays(canvas, CAMERA, colours, RAYS),
    "barriers": lambda canvas, colours: marks.barriers(canvas, CAMERA, colours, RAYS[1].barriers),
    "link": lambda canvas, colours: marks.link(canvas, CAMERA, colours, [(0.2, 0.2), (1.6, 1.5)]),
    "cursor": lambda canvas, colours: marks.cursor(canvas, CAMERA, colours, (0, 0)),
    "hovered": lambda canvas, colours: marks.hovered(canvas, CAMERA, colours, (0, 0)),
    "outline": lambda canvas, colours: marks.outline(canvas, CAMERA, colours["focus"], [(0, 0)]),
    "target": _tokens(0, target=True), "active": _tokens(1, active=True), "picked": _tokens(0, picked=True),
} | {f"team {n}": _tokens(n) for n in range(6)}


@pytest.mark.parametrize("mark", MARKS)
def test_marks_on_light_ground_survive_a_projector(mark: str) -> None:
    """With 40 % grey over everything some part of the mark keeps 3:1 against each ground, lit by reach or not."""
    colours = theme("light")
    for surface in (*SURFACES, "default"):
        for ground in (colours.surface(surface), mix(colours.surface(surface), colours["accent"], 36 / 255)):
            picture = _drawn(MARKS[mark], colours, ground)
            pixels = pygame.surfarray.array3d(picture).reshape(-1, 3)
            kinds, counts = np.unique(pixels, axis=0, return_counts=True)
            washed = mix(ground, GREY, 0.4)
            strong = sum(int(count) for kind, count in zip(kinds, counts, strict=True)
                         if contrast(mix(tuple(int(c) for c in kind), GREY, 0.4), washed) >= 3)  # type: ignore[arg-type]
            if ground == colours.surface(surface) or mark in ("path", "rays", "cursor", "target"):
                assert strong >= PX // 2, (surface, strong)


@pytest.mark.parametrize("name", THEMES)
def test_words_on_the_map_can_be_read_on_every_ground(name: str) -> None:
    """Names of rows and columns, names of creatures, letters of conditions, chips."""
    colours = theme(name)
    token = replace(TOKEN, active=True, badges=("Pr",))
    for surface in (*SURFACES, "default"):
        canvas = pygame.Surface((300, 200))
        canvas.fill(colours.surface(surface))
        area, camera = canvas.get_rect(), Camera(PX, 60, 60)
        marks.edge_names(canvas, Camera(PX, -10, -10), colours, 6, 4, area, 16)  # over the map, as when it is moved
        assert _read(canvas.subsurface(60, 0, 200, 18)) >= 4.5, surface
        Painter(canvas, camera, colours, 16, area).draw([token])
        assert _read(canvas.subsurface(60 + PX - 14, 62, 14, 16)) >= 4.5, surface
        marks.chips(canvas, camera, colours, [Chip((2, 1), "65 %")], 16, area)
        assert _read(canvas.subsurface(60 + 2 * PX + 4, 60 + 2 * PX + 4, 40, 18)) >= 4.5, surface
        plate = pygame.Rect(200, 10, 60, 20)
        Painter(canvas, camera, colours, 16, area)._plate(plate, fonts.render("Ana", 16, (245, 247, 250), "bold"))
        assert _read(canvas.subsurface(plate.inflate(-16, -4))) >= 7, surface


@pytest.mark.parametrize("name", THEMES)
def test_every_ground_that_a_map_may_name_has_a_colour_of_its_own(name: str) -> None:
    assert set(SURFACES) <= set(theme(name).surfaces)
    known = [theme(name).surface(surface) for surface in SURFACES]
    assert len(set(known)) == len(known)


# --- people who do not see all colours -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", THEMES)
def test_teams_stay_apart_for_everybody(name: str) -> None:
    for a, b in combinations(theme(name).teams, 2):
        assert apart(a, b) >= 10, (a, b)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize(("a", "b"), [
    ("good", "bad"), ("good", "graze"), ("graze", "bad"), ("hit", "graze"), ("hit", "miss"), ("graze", "miss"),
    ("ray_open", "ray_blocked"), ("accent", "focus"), ("accent", "bad"), ("text", "accent"),
])
def test_signals_stay_apart_for_everybody(name: str, a: str, b: str) -> None:
    assert apart(theme(name)[a], theme(name)[b]) >= 8


def test_the_simulation_confuses_what_people_confuse() -> None:
    """Red and green of equal lightness, for instance; blue and yellow stay apart for those who do not see red."""
    red, green = (190, 90, 40), (120, 130, 40)
    assert np.linalg.norm(_lab(red, "all") - _lab(green, "all")) > 40
    assert np.linalg.norm(_lab(red, "deutan") - _lab(green, "deutan")) < 15
    assert apart((0, 0, 255), (255, 255, 0)) > 60


def _lab(colour: Colour, vision: str) -> np.ndarray:
    from tests.view.colours import seen
    return seen(colour, vision)


def test_shape_tells_teams_apart_without_colour() -> None:
    colours = theme("dark")
    assert len(set(SHAPES)) >= len(colours.teams)
    forms = [pygame.surfarray.array_alpha(team_mark(colours, n, 40)).astype(int) for n in range(len(colours.teams))]
    for a, b in combinations(forms, 2):
        assert (np.abs(a - b) > 128).sum() > 25


def test_hit_graze_and_miss_differ_by_pattern() -> None:
    from fractions import Fraction
    from types import SimpleNamespace

    third = Fraction(1, 3)
    bar = OddsBar(pygame.Rect(0, 0, 300, 24), SimpleNamespace(hit=third, graze=third, miss=third))  # type: ignore[arg-type]
    canvas = pygame.Surface((300, 24))
    bar.draw(canvas, Look(theme("dark"), Scale(1280, 720)))
    grey = pygame.surfarray.array3d(canvas).mean(axis=2)
    hatched = [len(np.unique(grey[left:left + 90, 4:20])) for left in (5, 105, 205)]
    assert hatched[0] == 1 < hatched[1]
    share = [(np.abs(part - np.median(part)) > 20).mean() for part in (grey[105:195, 4:20], grey[205:295, 4:20])]
    assert share[1] > share[0] * 1.4


def test_open_and_blocked_rays_differ_by_form() -> None:
    colours = theme("dark")
    open_one = _drawn(lambda canvas, each: marks.rays(canvas, CAMERA, each, RAYS[:1]), colours, (0, 0, 0))
    blocked = _drawn(lambda canvas, each: marks.rays(canvas, CAMERA, each, RAYS[1:]), colours, (0, 0, 0))
    gaps = []
    for picture, row in ((open_one, 27), (blocked, 67)):
        lit = pygame.surfarray.array3d(picture)[2:-2, row - 5:row + 6].max(axis=(1, 2)) > 120
        gaps.append(int((np.diff(lit.astype(int)) != 0).sum()))
    assert gaps[0] <= 2 < gaps[1]


def test_every_picture_named_is_there_and_every_picture_is_credited() -> None:
    for table in _document()["pictures"].values():
        for id, picture in table.items():
            assert icons.exists(picture), id
    credits = (assets() / "CREDITS.md").read_text(encoding="utf-8")
    for path in (assets() / "icons").glob("*.svg"):
        assert f"`{path.stem}`" in credits, path.stem


def test_a_power_shows_what_it_does() -> None:
    shown = {id: power_picture(each) for id, each in powers().items()}
    assert len({shown[id] for id in ("fireball", "frost-breath", "shatter", "healing-touch", "regrowth", "stone-skin",
                                     "terror", "charm", "fog", "wall-of-stone", "brambles", "mind-spike")}) == 12
    assert not {"wizard-staff", "fangs"} & set(shown.values())
    assert shown["fireball"] == shown["fire-lance"]
