"""What if: a game played on from one of its moments with the same dice, and back to the game as it was.

Nothing of it is saved by itself: the game that was left stays the game in progress.
"""

import os
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame

from game.errors import FlancoError
from game.insight.branch import Branch
from game.rules.events import TurnBegan
from game.rules.history import Game
from game.texts import language, text, tr
from game.view import fonts
from game.view.match import Match
from game.view.screens.base import Host
from game.view.screens.layout import Places
from game.view.screens.play import EMPTY, PlayScreen
from game.view.widgets.base import Panel
from game.view.widgets.button import Button
from game.view.widgets.label import Label, Picture
from game.view.widgets.listing import Row

MOST_TURNS = 60  # turns that are offered, the last ones


def match_of(branch: Branch, home: Match) -> Match:
    """The match of a branch: the same dice as far as they were rolled, and nobody is asked for real ones."""
    return Match(branch.game, home.scenario, home.seed, Path(os.devnull), dice=branch.dice(home.source),
                 saved_at=branch.game, coach=dict(home.coach), gm=home.gm, told=home.told)


class TrialScreen(PlayScreen):
    """A game that is only tried. ``home`` is the screen of the game that was left; ``left`` counts its steps that
    stand."""

    def __init__(self, host: Host, home: PlayScreen, moment: int | None = None) -> None:
        branch = Branch.off(home.match.game, moment)
        self.home, self.left = home, branch.left
        self.sign = Panel(EMPTY, ground="raised")
        super().__init__(host, match_of(branch, home.match), begins=False)

    def arranged(self) -> Places:
        """Room above the map for the sign."""
        placed, scale = super().arranged(), self.look.scale
        free, high = placed.free, scale.em(2.6)
        self.sign.rect = pygame.Rect(free.left, free.top, free.width, high)
        gap = scale.pad // 2
        return replace(placed, free=pygame.Rect(free.left, free.top + high + gap, free.width,
                                                free.height - high - gap))

    def build(self) -> None:
        super().build()
        self.stage.panels.insert(1, self.sign)

    def back(self) -> None:
        """To the game, as it was left."""
        self.host.show(self.home)

    def _fill_panels(self) -> None:
        super()._fill_panels()
        if self.is_new("sign", (self.look, language())):
            self._fill_sign()

    def _fill_sign(self) -> None:
        """What this is, and the way back."""
        panel, scale = self.sign, self.look.scale
        panel.clear()
        room = panel.rect.inflate(-2 * scale.pad, -scale.pad // 2)
        said, px = tr("Back to the game"), scale.body
        wide = min(Button.width_for(said, px, True, "", scale.pad), room.width // 2)
        spot = pygame.Rect(room.right - wide, room.top, wide, room.height)
        panel.add(Button(spot, said, self.back, px, picture="arrow-left", strong=True, side="centre", tip=said))
        side = min(room.height, scale.em(2))
        panel.add(Picture(pygame.Rect(room.left, room.centery - side // 2, side, side), "history", "warn"))
        left = room.left + side + scale.pad
        line = pygame.Rect(left, room.top, spot.left - scale.pad - left, room.height)
        whole = tr("What if: this is tried with the same dice, and nothing of it is saved")
        ways = (whole, tr("What if: nothing is saved"), tr("What if"))
        shown = next((each for each in ways if fonts.width(each, px, "bold") <= line.width), ways[-1])
        panel.add(Label(line, shown, px, "warn", "bold", tip=whole))

    def keep(self) -> None:
        """Nothing is saved."""

    def leave(self) -> FlancoError | None:
        return self.home.leave()

    def undo(self) -> None:
        if self.match.game.done <= self.left:
            self.toast(tr("The what-if begins here"))
        else:
            super().undo()

    def turn_start(self) -> None:
        super().turn_start()
        if self.match.game.done < self.left:
            self.match.game = replace(self.match.game, done=self.left)
            self.refresh_aim()


def begin(screen: PlayScreen, moment: int | None = None) -> None:
    """Play on from a moment: after so many steps of the game as the side that looks sees them, None: from now."""
    home = screen.home if isinstance(screen, TrialScreen) else screen
    at = None if moment is None else screen.match.moment(moment)
    if isinstance(screen, TrialScreen):  # a what-if within a what-if begins where it stands, and leads home as before
        trial = TrialScreen(screen.host, home)
        game = screen.match.game
        trial.match.game = replace(game, steps=game.steps[:game.done if at is None else at],
                                   done=game.done if at is None else at)
        trial.left = trial.match.game.done
        trial.refresh_aim()
        screen.host.show(trial)
        return
    screen.host.show(TrialScreen(screen.host, screen, at))


def moments(game: Game) -> list[tuple[str, int]]:
    """The turns that began, the last first, each with the number of steps before what it did."""
    found = []
    for number, step in enumerate(game.past):
        for event in step.events:
            if isinstance(event, TurnBegan):
                who = step.battle[event.who].name
                found.append((tr(text("Round {round}, turn of {who}", round=step.battle.round, who=who)), number + 1))
    return found[:-MOST_TURNS - 1:-1]


def choose(screen: PlayScreen) -> None:
    """From which moment: now, the line of the log that is asked about, or any turn."""
    ways = [(tr("From now"), "play", screen.match.shown.done)]
    if isinstance(screen.asked, tuple):
        ways.append((tr("From before the line that is shown"), "scroll-text", screen.asked[0]))
    ways += [(said, "history", number) for said, number in moments(screen.match.shown)]
    screen.offer(tr("What if"), [(Row(said, picture=picture), partial(begin, screen, number))
                                 for said, picture, number in ways])
