"""What a roll came to can be read across the room: over the creature and in the last lines of the log."""

from collections.abc import Callable

import pygame
import pytest

from game.rules.actions import Attack, GmMove
from game.rules.dice import ScriptedDice
from game.texts import set_language
from game.view.camera import Camera
from game.view.mapview.gauges import rising
from game.view.mapview.motion import RISE, STAY, Rising
from game.view.panels.log import fill_last
from game.view.scale import Scale
from game.view.settings import ViewSettings
from game.view.theme import theme
from game.view.widgets.base import Look, Panel
from tests.view.conftest import Hands

Open = Callable[..., Hands]
TELEVISION = ViewSettings(device="television")


def after_a_miss(open_play: Open, settings: ViewSettings = TELEVISION, size: tuple[int, int] = (1920, 1080)) -> Hands:
    hands = open_play(size, settings=settings)
    while hands.play.match.active is None or hands.play.match.active.id != "ana":
        hands.play.end_turn()
        hands.play.end_turn()
    assert hands.play.do(Attack("ana", "gob", "sword"), ScriptedDice((1, 8), hands.play.match.battle.dice))
    hands.run()
    return hands


def words(hands: Hands) -> list[str]:
    motion = hands.play.motion
    return [] if motion is None else [each.said for each, _ in motion.at(hands.clock()).words]


def test_what_came_of_a_roll_stays_for_three_seconds(open_play: Open) -> None:
    hands = after_a_miss(open_play)
    for _ in range(5):
        hands.wait(STAY / 6)
        assert words(hands) == ["miss"]
    hands.wait(STAY / 3)
    assert words(hands) == []


def test_whoever_does_something_has_read_it_and_waits_for_nothing(open_play: Open) -> None:
    hands = after_a_miss(open_play)
    hands.wait(RISE + 0.1)
    assert words(hands) == ["miss"]
    hands.press("right")
    assert words(hands) == []
    hands = after_a_miss(open_play)
    who = hands.play.match.active
    hands.press("space", "space")  # at once: the turn ends
    assert hands.play.match.active != who


def test_nothing_is_drawn_while_it_only_stays(open_play: Open) -> None:
    hands = after_a_miss(open_play)
    hands.wait(STAY / 2)  # whose turn it is has been read as well
    motion = hands.play.motion
    assert motion is not None
    assert not motion.stirs(hands.clock())
    assert hands.play.due() == pytest.approx(motion.end - hands.clock())


@pytest.mark.parametrize(("speech", "verdict"), [("en", "miss."), ("es", "fallo."), ("pt_BR", "falha.")])
def test_the_last_line_of_the_log_shows_its_outcome_on_a_television(open_play: Open, speech: str, verdict: str) -> None:
    set_language(speech)
    hands = after_a_miss(open_play, ViewSettings(language=speech, device="television"))
    line = hands.play.last.children[0]
    shown = " ".join(placed.said for placed in line.texts(hands.play.look))
    assert shown.endswith(verdict)
    assert "Ana" in shown


def test_the_words_point_to_whom_they_are_about_not_to_who_stands_behind() -> None:
    pygame.display.init()
    pygame.font.init()
    canvas, camera = pygame.Surface((400, 400)), Camera(24, 0, 0)
    look = Look(theme("dark"), Scale(1280, 720, 1.5))
    for line, points in ((0, True), (1, False)):
        canvas.fill((0, 0, 0))
        rising(canvas, look, camera, Rising("−1", "bad", (8, 8), 1, 0.0, line), 1.0)
        there = pygame.mask.from_threshold(canvas.subsurface(camera.rect((8, 8))), look.theme["bad"], (1, 1, 1, 255))
        assert bool(there.count()) == points


@pytest.mark.parametrize("speech", ["en", "es", "pt_BR"])
def test_on_a_television_a_chance_stands_beside_its_word(open_play: Open, speech: str) -> None:
    set_language(speech)
    hands = open_play((1920, 1080), settings=ViewSettings(language=speech, device="television", animations=False))
    hands.play.do(GmMove("gob2", (4, 4)))
    while hands.play.match.active is None or hands.play.match.active.id != "ana":
        hands.play.end_turn()
        hands.play.end_turn()
    hands.point(hands.pixel((4, 4)))
    lines = [placed.said for widget in hands.play.side.walk() for placed in widget.texts(hands.play.look)]
    told = [line for line in lines[5:] if "%" in line]  # below the chance to hit
    assert len(told) > 1, lines
    for line in told:
        assert all("%" in part and part.strip()[:1].isalpha() for part in line.split("·"))


def test_what_is_no_roll_is_shortened_at_its_end() -> None:
    pygame.display.init()
    pygame.font.init()
    look, panel = Look(theme("dark"), Scale(1280, 720)), Panel(pygame.Rect(0, 0, 300, 80))
    said = f"Initiative is rolled. The order: {', '.join(f'Goblin {n}' for n in range(1, 20))}."
    shown = []
    for rolled in (False, True):
        fill_last(panel, look, [(said, (0, 0), rolled)], lambda _: None)
        shown.append(" ".join(each.said for each in panel.children[0].texts(look)))
    assert "order: Goblin 1," in shown[0]
    assert shown[0].endswith("…")
    assert shown[1].endswith("Goblin 19.")
