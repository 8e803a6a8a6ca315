"""The faces of real dice: a box for each die, filled by digits or by a click on the face it shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.texts import text, tr
from game.view import fonts
from game.view.widgets.base import Look, Placed, Widget

DIGITS = {pygame.K_0 + n: str(n) for n in range(10)} | {pygame.K_KP_1 + n: str(n + 1) for n in range(9)} | {
    pygame.K_KP_0: "0"}
MOST_IN_LINE = 12  # faces side by side


@dataclass(frozen=True, slots=True)
class DiceRow:
    """Dice that one creature rolls for one thing: words for it, the sides, how many, and whether people roll them as a
    rule (the others may stay blank)."""

    said: str
    sides: int
    count: int = 1
    real: bool = True


def shown_by(said: str, sides: int) -> tuple[int | None, bool]:
    """The face that digits name on a die, and whether more digits could name another one. A 0 is the 10 of a d10.

    >>> shown_by("1", 8), shown_by("1", 12), shown_by("12", 12), shown_by("3", 20), shown_by("0", 10)
    ((1, False), (1, True), (12, False), (3, False), (10, False))
    >>> shown_by("9", 8), shown_by("0", 6), shown_by("2", 20)
    ((None, False), (None, False), (2, True))
    """
    if said == "0" and sides == 10:
        return 10, False
    names = [str(face) for face in range(1, sides + 1)]
    longer = any(each.startswith(said) and each != said for each in names)
    return (int(said) if said in names else None), longer


class Faces(Widget):
    """Boxes for dice, row by row, in as many columns as they need. A blank box is for the app to roll.

    Digits fill the box in hand and go on to the next one that people roll, as soon as they can mean one face only;
    Enter takes what stands there, and where nothing is begun it is ``done``. ``values`` are the faces, box by box;
    ``undo`` runs on Ctrl+Z.
    """

    focusable = True

    def __init__(self, rect: pygame.Rect, rows: Sequence[DiceRow], px: int,
                 done: Callable[[Sequence[int | None]], None], values: Sequence[int | None] = (),
                 undo: Callable[[], None] | None = None) -> None:
        super().__init__(rect)
        self.rows = tuple(rows)
        self.px = px
        self.done = done
        self.undo = undo
        self.boxes = [(n, k) for n, row in enumerate(rows) for k in range(row.count)]
        self.values: list[int | None] = list(values) or [None] * len(self.boxes)
        self.begun = ""  # digits that may still become another face
        self.wrong = ""  # why the last digit was refused
        self.first = 0  # the line of boxes at the top, where not all of them are in sight
        self.current = self._next(-1)
        self._uncover()

    # layout

    @staticmethod
    def heights(rows: Sequence[DiceRow], px: int, columns: int) -> tuple[int, int]:
        """The height of the boxes and of the faces to click under them, in pixels."""
        sides = max((row.sides for row in rows), default=0)
        lines = -(-sides // MOST_IN_LINE)
        return -(-len(rows) // columns) * 2 * px, round(px * 2.1) * lines + px * 2

    @property
    def columns(self) -> int:
        """Side by side, as few as fit."""
        most = max(1, self.rect.width // (self.px * 15))
        for columns in range(1, most + 1):
            if sum(self.heights(self.rows, self.px, columns)) <= self.rect.height:
                return columns
        return most

    @property
    def _lines(self) -> tuple[int, int]:
        """The lines of boxes, and how many of them are in sight."""
        every = -(-len(self.rows) // self.columns)
        _, faces = self.heights(self.rows, self.px, self.columns)
        return every, min(every, max(1, (self.rect.height - faces) // (2 * self.px)))

    def _in_sight(self, n: int) -> bool:
        every, seen = self._lines
        return self.first <= n % every < self.first + seen

    def _uncover(self) -> None:
        """Move the boxes so that the one in hand is in sight."""
        every, seen = self._lines
        if self.current is not None:
            line = self.boxes[self.current][0] % every
            self.first = max(line - seen + 1, min(line, self.first))

    def wheel(self, steps: int) -> bool:
        every, seen = self._lines
        self.first = max(0, min(every - seen, self.first - steps))
        self.changed()
        return True

    def _row_rect(self, n: int) -> pygame.Rect:
        columns, (lines, _) = self.columns, self._lines
        wide = self.rect.width // columns
        return pygame.Rect(self.rect.left + n // lines * wide, self.rect.top + (n % lines - self.first) * 2 * self.px,
                           wide - (self.px if columns > 1 else 0), 2 * self.px)

    def box_rect(self, box: int) -> pygame.Rect:
        """Where a box is, in the window."""
        n, k = self.boxes[box]
        row, side = self._row_rect(n), round(self.px * 2.2)
        left = row.right - (self.rows[n].count - k) * (side + self.px // 4)
        return pygame.Rect(left, row.top + self.px // 8, side, round(self.px * 1.75))

    def face_rect(self, face: int) -> pygame.Rect:
        """Where a face of the die in hand is to be clicked."""
        boxes = self._lines[1] * 2 * self.px
        sides = self.rows[self.boxes[self.current][0]].sides if self.current is not None else 1
        in_line = min(MOST_IN_LINE, sides)
        wide = min(self.rect.width // in_line, round(self.px * 2.6))
        line, place = divmod(face - 1, MOST_IN_LINE)
        top = self.rect.top + boxes + 2 * self.px + line * round(self.px * 2.1)
        return pygame.Rect(self.rect.left + place * wide, top, wide - self.px // 4, round(self.px * 1.9))

    # what is in hand

    def _next(self, box: int) -> int | None:
        """The next blank box that people roll, after this one and then from the start."""
        order = [*range(box + 1, len(self.boxes)), *range(box + 1)]
        return next((each for each in order if self.values[each] is None and self.rows[self.boxes[each][0]].real), None)

    def _take_up(self, box: int | None) -> None:
        self.current, self.begun, self.wrong = box, "", ""
        self._uncover()
        self.changed()

    def _put(self, face: int) -> None:
        assert self.current is not None
        self.values[self.current] = face
        self._take_up(self._next(self.current))

    def _digit(self, digit: str) -> None:
        """One more digit, of the face in hand or of another one."""
        if self.current is None:
            self._take_up(len(self.boxes) - 1)
        assert self.current is not None
        sides = self.rows[self.boxes[self.current][0]].sides
        face, longer = shown_by(self.begun + digit, sides)
        if face is None and not longer:
            self.wrong = tr(text("A d{sides} shows 1 to {sides}", sides=sides))
        elif longer:
            self.begun, self.wrong = self.begun + digit, ""
        elif face is not None:
            self._put(face)
        self.changed()

    def _settle(self) -> bool:
        """Take the digits that were begun; whether there were any."""
        if not self.begun or self.current is None:
            return False
        face, _ = shown_by(self.begun, self.rows[self.boxes[self.current][0]].sides)
        if face is not None:
            self._put(face)
        return True

    def _step(self, by: int) -> None:
        self._settle()
        start = self.current if self.current is not None else len(self.boxes) if by < 0 else -1
        self._take_up((start + by) % len(self.boxes))

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in DIGITS and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self._digit(DIGITS[event.key])
            return True
        match event.key:
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                if not self._settle():
                    self.done(self.values)
            case pygame.K_z if event.mod & pygame.KMOD_CTRL and self.undo is not None:
                self.undo()
            case pygame.K_BACKSPACE | pygame.K_DELETE:
                self._back()
            case pygame.K_UP | pygame.K_LEFT:
                self._step(-1)
            case pygame.K_DOWN | pygame.K_RIGHT | pygame.K_SPACE:
                self._step(1)
            case _:
                return False
        return True

    def _back(self) -> None:
        """The last digit, or the face before, is taken away."""
        if self.begun:
            self.begun = self.begun[:-1]
        elif self.current is not None and self.values[self.current] is not None:
            self.values[self.current] = None
        else:
            filled = [each for each in range(self.current or len(self.boxes)) if self.values[each] is not None]
            if filled:
                self.values[filled[-1]] = None
                self.current = filled[-1]
        self.wrong = ""
        self.changed()

    def press(self, pos: tuple[int, int]) -> None:
        for box in range(len(self.boxes)):
            if self._in_sight(self.boxes[box][0]) and self.box_rect(box).collidepoint(pos):
                if box == self.current:
                    self.values[box] = None
                self._take_up(box)
                return
        if self.current is None:
            return
        for face in range(1, self.rows[self.boxes[self.current][0]].sides + 1):
            if self.face_rect(face).collidepoint(pos):
                self._put(face)
                return

    # drawing

    def draw(self, canvas: pygame.Surface, look: Look) -> None:
        theme = look.theme
        for placed, role in self._words():
            spot = look.on(placed.ink)
            canvas.blit(fonts.render(placed.said, placed.px, theme[role]), spot)
        for box in (each for each in range(len(self.boxes)) if self._in_sight(self.boxes[each][0])):
            own, current = look.on(self.box_rect(box)), box == self.current
            pygame.draw.rect(canvas, theme["focus" if current else "line"], own,
                             look.scale.hair * (3 if current else 1), border_radius=self.px // 4)
        if self.current is not None:
            for face in range(1, self.rows[self.boxes[self.current][0]].sides + 1):
                pygame.draw.rect(canvas, theme["line"], look.on(self.face_rect(face)), look.scale.hair,
                                 border_radius=self.px // 4)

    def _words(self) -> list[tuple[Placed, str]]:
        """Every text with its colour; what had to be shortened is whole in the tip."""
        found, whole = list[tuple[Placed, str]](), list[str]()
        for n, row in enumerate(self.rows):
            if not self._in_sight(n):
                continue
            spot, first = self._row_rect(n), self.box_rect(self.boxes.index((n, 0)))
            die = f"d{row.sides}"
            room = first.left - spot.left - fonts.width(die, self.px) - self.px
            said = fonts.shorten(row.said, self.px, room)
            if said != row.said:
                whole.append(row.said)
            found.append((self._line(said, spot.left, spot.centery, room), "text" if row.real else "muted"))
            left = first.left - fonts.width(die, self.px) - self.px // 2
            found.append((self._line(die, left, spot.centery, first.left - left), "muted"))
        for box, value in enumerate(self.values):
            said = self.begun + "_" if box == self.current and self.begun else "" if value is None else str(value)
            if said and self._in_sight(self.boxes[box][0]):
                found.append((self._centred(said, self.box_rect(box)), "accent"))
        boxes = self._lines[1] * 2 * self.px
        hint = self.wrong or self._hint()
        room = self.rect.width
        middle = self.rect.top + boxes + self.px
        said = fonts.shorten(hint, self.px, room)
        if said != hint:
            whole.append(hint)
        found.append((self._line(said, self.rect.left, middle, room), "warn" if self.wrong else "muted"))
        if self.current is not None:
            faces = range(1, self.rows[self.boxes[self.current][0]].sides + 1)
            found += [(self._centred(str(face), self.face_rect(face)), "text") for face in faces]
        self.tip = "\n".join(whole)
        return found

    def _hint(self) -> str:
        if self.current is None:
            return tr("Enter rolls; whatever is blank, the app rolls")
        if self.begun:
            return tr("One more digit, or Enter")
        return tr("What does it show? Blank: the app rolls")

    def _line(self, said: str, left: int, middle: int, room: int) -> Placed:
        high = fonts.line_height(self.px)
        ink = pygame.Rect(left, middle - high // 2, fonts.width(said, self.px), high)
        return Placed(said, ink, pygame.Rect(left, ink.top, room, high), self.px)

    def _centred(self, said: str, room: pygame.Rect) -> Placed:
        ink = pygame.Rect(0, 0, fonts.width(said, self.px), fonts.line_height(self.px))
        ink.center = room.center
        return Placed(said, ink, room, self.px)

    def texts(self, look: Look) -> list[Placed]:
        return [placed for placed, _ in self._words()]
