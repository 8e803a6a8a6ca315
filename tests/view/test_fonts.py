"""Text: every letter of our languages is there, lines break where they should, nothing is wider than its room."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.view import fonts

WORDS = st.text("abcdefg áçñü-", min_size=0, max_size=60)


def _pixels(said: str) -> bytes:
    return pygame.image.tobytes(fonts.render(said, 40, (255, 255, 255)), "RGBA")


@pytest.mark.parametrize("weight", ["regular", "bold"])
def test_letters_of_our_languages_are_in_the_font(weight: fonts.Weight) -> None:
    missing = pygame.image.tobytes(fonts.render("\u0531", 40, (255, 255, 255), weight), "RGBA")
    for letter in "aáàâãçéêíóôõúüñÁÀÂÃÇÉÊÍÓÔÕÚÜÑ¿¡«»…–—×·½−±°ºªőłčžđ":
        drawn = pygame.image.tobytes(fonts.render(letter, 40, (255, 255, 255), weight), "RGBA")
        assert drawn != missing, letter


def test_a_string_of_two_files_is_as_wide_as_its_parts() -> None:
    assert fonts.width("Łódź", 30) == fonts.width("Ł", 30) + fonts.width("ód", 30) + fonts.width("ź", 30)
    assert fonts.render("Łódź", 30, (255, 255, 255)).get_width() == fonts.width("Łódź", 30)


@given(WORDS, st.integers(60, 400))
def test_wrapped_lines_fit_and_lose_nothing(said: str, room: int) -> None:
    lines = fonts.wrap(said, 20, room)
    assert all(fonts.width(line, 20) <= room for line in lines)
    assert "".join("".join(lines).split()) == "".join(said.split())


def test_a_number_and_its_unit_stay_on_one_line() -> None:
    for said, unit in (("Miss 61.25 % · Critical", "61.25 %"), ("It moves 6 m now", "6 m"), ("It has 9 PV", "9 PV")):
        for room in range(fonts.width(unit, 20), 300, 7):
            lines = fonts.wrap(said, 20, room)
            assert any(unit in line for line in lines), (room, lines)
            assert " ".join(lines) == said or any(len(line) < 4 for line in lines)


def test_no_line_begins_with_the_dot_between_two_things() -> None:
    said = "Graze 6 % · Miss 64 % · Critical 10 %"
    for room in range(fonts.width("Critical 10 %", 20), fonts.width(said, 20), 5):
        lines = fonts.wrap(said, 20, room)
        assert not any(line.startswith("·") for line in lines), (room, lines)
        assert " ".join(lines) == said


def test_a_text_is_kept_within_a_number_of_lines() -> None:
    said = "one two three four five six seven"
    assert fonts.within(said, 20, 500, 2) == said
    short = fonts.within(said, 20, 120, 2)
    assert short.endswith("…")
    assert len(fonts.wrap(short, 20, 120)) == 2


@given(WORDS, st.integers(40, 300))
def test_shortened_text_fits(said: str, room: int) -> None:
    short = fonts.shorten(said, 20, room)
    assert fonts.width(short, 20) <= room
    assert short == said or short.endswith("…")


def test_an_icon_is_tinted() -> None:
    from game.view.icons import icon

    picture = icon("check", 40, (10, 200, 30))
    inked = [picture.get_at((x, y)) for x in range(40) for y in range(40) if picture.get_at((x, y)).a == 255]
    assert inked
    assert all(tuple(pixel)[:3] == (10, 200, 30) for pixel in inked)
    assert pygame.image.tobytes(picture, "RGBA") != b""
    assert _pixels("a") != _pixels("b")
