"""What is asked "why?" on the Play screen: a line of the log, on the map as it was then, or the attack sheet at hand.

The proofs are worked out one at a time, a frame each; the first that something near would change is opened.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pygame

from game.insight.narrate import modifier_line, sentences
from game.insight.proof import Proof
from game.insight.proving import prove_absent, prove_all
from game.insight.proving_areas import prove_cell, prove_hit
from game.insight.proving_events import Line, line_at, modifiers_of, prove_event, rules_of
from game.insight.proving_walks import prove_move
from game.rules.attack import AttackSheet
from game.rules.evidence import Modifier
from game.rules.places import Area, area_of
from game.rules.state import Battle
from game.spatial.areas import Passage
from game.spatial.grid import Cell
from game.texts import sentence, text, tr
from game.view import fonts
from game.view.mapview import scene
from game.view.mapview.marks import Chip
from game.view.match import Match
from game.view.panels import why as panel
from game.view.panels.sheet import Reason
from game.view.panels.why import Row, Told
from game.view.same import Same
from game.view.screens import picture, proofs, reference
from game.view.screens.aiming import Aim, Seen

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen

ACTING = frozenset((*range(pygame.K_0, pygame.K_9 + 1), pygame.K_SPACE, pygame.K_n, pygame.K_g, pygame.K_i))
WISHED = {"melee": ("SIT-2", "SIT-3"), "ranged": ("SIT-3",)}  # rules that an attacker would like to have


@dataclass(frozen=True)
class OfSheet:
    """An attack sheet that is asked about, and the modifier that was chosen on it, if one was."""

    sheet: AttackSheet
    modifier: Modifier | None = None


@dataclass(frozen=True, eq=False)
class OfPlace:
    """A place that is asked about: why it is in an area, if one is aimed, and whom that meets there; else why the
    active creature gets there or not."""

    cell: Cell
    occupant: str = ""
    area: Area | None = None
    passage: Passage | None = None


Subject = Line | OfSheet | OfPlace


class Answer:
    """The proofs of one subject, as far as they are worked out. ``battle`` is that of the moment."""

    def __init__(self, battle: Battle, title: str, words: list[str], rules: tuple[str, ...], past: bool,
                 rest: Iterator[Proof], wanted: Modifier | None = None) -> None:
        self.battle = battle
        self.title = title
        self.words = words
        self.rules = rules
        self.past = past
        self.rest: Iterator[Proof] | None = rest
        self.wanted = wanted
        self.base: list[Proof] = []  # what happened: drawn, and told by the words
        self.proofs: list[Proof] = []
        self.chosen: int | None = None
        self.picked = False

    def work(self) -> None:
        """One proof more."""
        found = next(self.rest, None) if self.rest is not None else None
        if found is None:
            self.rest = None
        elif found.verdict == "happened":
            self.base.append(found)
        else:
            self.proofs.append(found)
            self._choose(found)

    def _choose(self, found: Proof) -> None:
        """Open the one that was asked for; else the first, until one comes that something near would change."""
        if self.wanted is not None:
            alike = (found.rule, found.label, found.side) == (self.wanted.rule, self.wanted.label, self.wanted.side)
            better = alike and not self.picked
            self.picked = self.picked or alike
        else:
            better = not self.picked and (self.chosen is None or not self.proofs[self.chosen].flips) and found.flips
        if better or self.chosen is None:
            self.chosen = len(self.proofs) - 1

    @property
    def open(self) -> Proof | None:
        """The proof that is open."""
        return None if self.chosen is None else self.proofs[self.chosen]


class Why:
    """Keeps what is asked, and shows it: in the side panel, and on the board of the moment."""

    def __init__(self, screen: "PlayScreen") -> None:
        self.screen = screen
        self._of: tuple[object, ...] = ()
        self._answer: Answer | None = None
        self._by_keyboard = False  # the open row keeps the focus

    def answer(self) -> Answer | None:
        """What is shown now; begun anew when something else is asked, or the game is another one."""
        screen = self.screen
        asked, game = screen.asked, screen.match.shown
        key = (asked if isinstance(asked, tuple) else Same(asked), Same(game))
        if key != self._of:
            self._by_keyboard = False
            self._of, self._answer = key, None if asked is None else self._begin(asked)
            if self._answer is not None:
                self._answer.work()
        return self._answer

    def _begin(self, asked: Subject) -> Answer | None:
        match = self.screen.match
        if isinstance(asked, OfSheet):
            sheet, battle = asked.sheet, match.battle
            return Answer(battle, tr("Why?"), [], (), False, _of_sheet(battle, sheet), asked.modifier)
        if isinstance(asked, OfPlace):
            return Answer(match.battle, tr("Why?"), [], (), False, _of_place(match, asked))
        found = line_at(match.shown, asked)
        if found is None:
            return None
        event, before = found
        counted = {each.msgid: each for each in map(modifier_line, modifiers_of(event))}
        words = [sentence(each) for each in sentences(event, before) if each not in counted.values()]
        return Answer(before, tr("Why?"), words, rules_of(event, before), before is not match.battle,
                      prove_event(event, before))

    @property
    def pending(self) -> bool:
        """Whether proofs are still to be worked out."""
        found = self.answer()
        return found is not None and found.rest is not None

    def work(self) -> bool:
        """One proof more; True when something new is to be drawn."""
        found = self.answer()
        if found is None or found.rest is None:
            return False
        found.work()
        self.screen.forget_shown("side")
        return True

    def pick(self, number: int) -> None:
        """Open a row."""
        found = self.answer()
        if found is not None and 0 <= number < len(found.proofs):
            found.chosen, found.picked = number, True
            self._by_keyboard = isinstance(self.screen.stage.focus, Row)
            self.screen.forget_shown("side")
            self.screen.host.redraw()

    @property
    def past(self) -> bool:
        """Whether the map shows another moment than now."""
        found = self.answer()
        return found is not None and found.past

    def returns(self, event: pygame.event.Event) -> bool:
        """Whether an event only leads back to now: a click on the map of the past, or Enter. Other keys that act on the
        map lead back first."""
        if not self.past:
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.ask(None)
            return True
        if event.type != pygame.KEYDOWN or event.mod & pygame.KMOD_CTRL:
            return False
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.ask(None)
            return True
        if event.key in ACTING:
            self.ask(None)
        return False

    # asking

    def ask(self, subject: Subject | None) -> None:
        """Show the proofs of something; of what is shown already, no longer."""
        screen = self.screen
        screen.asked = None if subject == screen.asked else subject
        screen.host.redraw()

    def row(self, number: int) -> None:
        """A row of the log was clicked or confirmed."""
        self.ask(proofs.line_of_row(self.screen.match.shown, number))

    def last(self) -> None:
        """The proof of the last thing that happened by a rule; asked once more, no longer."""
        self.ask(proofs.last_line(self.screen.match.shown) if self.screen.asked is None else None)

    def here(self) -> None:
        """The proofs of what is pointed at: of the attack and what it lacks, of the area, of the walk; asked once more,
        no longer."""
        self.ask(self._at_hand() if self.screen.asked is None else None)

    def _at_hand(self) -> Subject | None:
        screen, seen = self.screen, self.screen.on_sheet
        cell, who = screen.aim.cell, screen.match.active
        if seen.sheet is not None:
            return OfSheet(seen.sheet) if screen.coach == "full" else None
        if cell is None or who is None or screen.coach == "off":
            return None
        place = OfPlace(cell, seen.occupant.id if seen.occupant is not None else "")
        if seen.area is None:
            return place
        if seen.area.power is None or seen.area.power.shape is None or not seen.area.cells:
            return None
        area = area_of(screen.match.battle, who, seen.area.power, seen.area.place)
        return replace(place, area=area, passage=seen.area.power.shape.passage)

    def reason(self) -> Modifier | None:
        """The modifier of the attack sheet that is pointed at, or has the focus."""
        stage = self.screen.stage
        found = (each.modifier for each in (stage.pointed, stage.focus) if isinstance(each, Reason))
        return next(found, None) if self.screen.side.visible else None

    # showing

    def fill(self) -> int:
        """Make the side panel; gives the height that it needs."""
        screen, found = self.screen, self.answer()
        assert found is not None
        told = Told(found.title, found.words, found.proofs, found.chosen, found.rules, found.rest is not None,
                    lambda: reference.read_some(screen, _ids(found)))
        high = panel.fill(screen.side, screen.look, found.battle, told, self.pick)
        if self._by_keyboard:
            rows = [each for each in screen.side.walk() if isinstance(each, Row)]
            screen.stage.set_focus(next((each for each in rows if each.chosen), None))
        return high

    def drawing(self) -> scene.Proof | None:
        """What is drawn on the map: the open proof, or the one that is pointed at; else all."""
        found = self.answer()
        return None if found is None else self._drawn(found, self._pointed() or found.open)

    def _pointed(self) -> Proof | None:
        stage = self.screen.stage
        rows = (each for each in (stage.pointed, stage.focus) if isinstance(each, Row))
        return next((each.proof for each in rows), None)

    def _drawn(self, found: Answer, shown: Proof | None) -> scene.Proof:
        if shown is None:
            return proofs.drawn(found.base, found.battle)
        made = proofs.drawn((*found.base, shown), found.battle)
        more = tuple(dict.fromkeys((*made.barriers, *proofs.barriers_of(shown, found.battle))))
        return replace(made, barriers=more, rings=proofs.rings_of(shown, found.battle, self.screen.teams))

    def scene(self) -> scene.Scene | None:
        """The board of the moment with the proof on it; None when nothing is asked."""
        screen, found = self.screen, self.answer()
        if found is None:
            return None
        shown = self._pointed() or found.open
        chips: tuple[Chip, ...] = proofs.chips_of(shown, found.battle) if shown is not None else ()
        match: Match = screen.match.then(found.battle) if found.past else screen.match
        aim = Aim(screen.aim.cell, by_keyboard=screen.aim.by_keyboard)
        made = picture.scene_of(match, aim, Seen(), screen.teams, screen.every_name, (), self._drawn(found, shown))
        return replace(made, chips=(*made.chips, *chips))

    def paint(self, canvas: pygame.Surface) -> None:
        """Say that the map shows the past, when it does."""
        found = self.answer()
        if found is None or not found.past:
            return
        look, area = self.screen.look, self.screen.sheets.clear
        who = found.battle.active
        said = tr(text("As it was: round {round}, turn of {who}", round=found.battle.round, who=who.name)
                  if who is not None else text("As it was before the fight"))
        px, pad = look.scale.body, look.scale.pad
        ink = fonts.render(said, px, look.theme["ink"], "bold")
        pill = pygame.Rect(0, 0, ink.get_width() + 2 * pad, fonts.line_height(px) + pad // 2)
        pill.midbottom = (area.centerx, area.bottom - pad)
        pygame.draw.rect(canvas, look.theme["accent"], pill, border_radius=pill.height // 2)
        canvas.blit(ink, ink.get_rect(center=pill.center))


def _ids(found: Answer) -> tuple[str, ...]:
    """The rules that are told of."""
    return found.rules or tuple(dict.fromkeys(each.rule for each in found.proofs))


def _of_sheet(battle: Battle, sheet: AttackSheet) -> Iterator[Proof]:
    """Everything that the sheet says, then what the attacker would like to have, and does not."""
    yield from prove_all(battle, sheet)
    there = {each.rule for each in sheet.modifiers}
    yield from (prove_absent(battle, sheet, rule) for rule in WISHED[sheet.mode] if rule not in there)


def _of_place(match: Match, asked: OfPlace) -> Iterator[Proof]:
    """The area at a cell and whom it meets there, or the walk to the cell."""
    battle, who = match.battle, match.active
    if asked.area is not None:
        yield prove_cell(battle, asked.area, asked.cell, asked.passage)
        if asked.occupant:
            yield prove_hit(battle, asked.area, asked.occupant, asked.passage)
    elif who is not None:
        yield prove_move(battle, who.id, asked.cell)
