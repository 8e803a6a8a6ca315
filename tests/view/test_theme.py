"""Colours that can be read, in both themes."""

import pytest

from game.content.map_format import SURFACES
from game.paths import assets
from game.view import icons
from game.view.theme import _document, contrast, theme

THEMES = ("dark", "light")


def test_both_themes_name_the_same_roles() -> None:
    dark, light = (theme(name) for name in THEMES)
    assert set(dark.colours) == set(light.colours)
    assert set(dark.surfaces) == set(light.surfaces)
    assert len(dark.teams) == len(light.teams) >= 4


@pytest.mark.parametrize("name", THEMES)
def test_text_stands_out_from_its_ground(name: str) -> None:
    colours = theme(name)
    for ground in ("panel", "raised", "hover"):
        assert contrast(colours["text"], colours[ground]) >= 7, ground
    for role in ("muted",):
        assert contrast(colours[role], colours["panel"]) >= 7
    for role in ("accent", "good", "warn", "bad", "hit", "graze"):
        assert contrast(colours[role], colours["panel"]) >= 4.5, role
    for ground in ("accent", "hit"):
        assert contrast(colours["ink"], colours[ground]) >= 4.5, ground
    assert contrast(colours["faint"], colours["panel"]) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_team_colours_stand_out_from_the_dark_rim_or_the_panel(name: str) -> None:
    for colour in theme(name).teams:
        assert contrast(colour, theme(name)["panel"]) >= 3


@pytest.mark.parametrize("name", THEMES)
def test_map_marks_stand_out_from_every_ground(name: str) -> None:
    colours = theme(name)
    for surface in (*SURFACES, "default"):
        ground = colours.surface(surface)
        assert contrast(colours["height_line"], ground) >= 3, surface
        assert contrast(colours["wall"], ground) >= 3, surface


@pytest.mark.parametrize("name", THEMES)
def test_every_ground_that_a_map_may_name_has_a_colour_of_its_own(name: str) -> None:
    assert set(SURFACES) <= set(theme(name).surfaces)
    known = [theme(name).surface(surface) for surface in SURFACES]
    assert len(set(known)) == len(known)


def test_every_picture_named_is_there_and_every_picture_is_credited() -> None:
    for table in _document()["pictures"].values():
        for id, picture in table.items():
            assert icons.exists(picture), id
    credits = (assets() / "CREDITS.md").read_text(encoding="utf-8")
    for path in (assets() / "icons").glob("*.svg"):
        assert f"`{path.stem}`" in credits, path.stem
