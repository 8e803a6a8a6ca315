"""Short movements that follow what happened: pieces slide along their way, whoever is hit flashes, numbers rise and
stay for people across the room to read.

They run beside the game and never hold it up: the battle is already the new one while they are seen, and what comes
next takes their place.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from game.insight.telling import state, veiled
from game.rules.bodies import side_of
from game.rules.events import Attacked, Bruised, Damaged, Dragged, Event, Healed, HitsChanged, Moved, Pushed
from game.rules.nonlethal import injury_name
from game.rules.state import Battle
from game.spatial.grid import Cell
from game.texts import tr
from game.view.seats import seat_of

STEP: Final = 0.06  # seconds for a square
LONGEST: Final = 0.5  # for a whole way
FLASH: Final = 0.4
RISE: Final = 0.5  # seconds that words rise
STAY: Final = 3.0  # seconds that they can be read, unless somebody does something before
Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Slide:
    """A piece goes over these places (top lefts, from where it stood on), between two moments."""

    who: str
    places: tuple[Cell, ...]
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Flash:
    """A piece is hit at a moment."""

    who: str
    start: float


@dataclass(frozen=True, slots=True)
class Rising:
    """Words that rise from a creature of ``size`` cells a side, from a moment on; ``line`` counts those under them."""

    said: str
    role: str
    cell: Cell
    size: int
    start: float
    line: int = 0


@dataclass(frozen=True, slots=True)
class Still:
    """A motion at one moment: where pieces are that slide, how strongly others flash (0 to 1), and the words that are
    seen, each with how far it has risen (0 to 1)."""

    places: tuple[tuple[str, Place], ...] = ()
    flashes: tuple[tuple[str, float], ...] = ()
    words: tuple[tuple[Rising, float], ...] = ()


NOTHING_MOVES: Final = Still()


@dataclass(frozen=True, slots=True)
class Motion:
    """Everything that moves after one step of the game; ``end`` is when the last of it is over."""

    slides: tuple[Slide, ...]
    flashes: tuple[Flash, ...]
    words: tuple[Rising, ...]
    end: float

    def at(self, now: float) -> Still:
        """What is seen at a moment."""
        places: dict[str, Place] = {}
        for slide in self.slides:
            if now < slide.start:
                places.setdefault(slide.who, slide.places[0])
            elif now < slide.end:
                places[slide.who] = _along(slide, now)
            else:
                places[slide.who] = slide.places[-1]
        over = {each.who for each in self.slides if now >= max(s.end for s in self.slides if s.who == each.who)}
        return Still(
            tuple((who, place) for who, place in places.items() if who not in over),
            tuple((each.who, 1 - (now - each.start) / FLASH) for each in self.flashes
                  if 0 <= now - each.start < FLASH),
            tuple((each, min(1.0, (now - each.start) / RISE)) for each in self.words
                  if 0 <= now - each.start < STAY),
        )

    def stirs(self, now: float) -> bool:
        """Whether something still moves, not only stays to be read."""
        return now < max((*(each.end for each in self.slides), *(each.start + FLASH for each in self.flashes),
                          *(each.start + RISE for each in self.words)), default=now)

    def read(self, now: float) -> "Motion | None":
        """What is left when the words that have risen are taken away; None when that is nothing."""
        words = tuple(each for each in self.words if now - each.start < RISE)
        return _motion(self.slides, self.flashes, words, now)


def _along(slide: Slide, now: float) -> Place:
    """Where a piece is on its way; every step takes as long as the others."""
    steps = len(slide.places) - 1
    share = (now - slide.start) / (slide.end - slide.start) * steps
    at = min(int(share), steps - 1)
    (ax, ay), (bx, by), part = slide.places[at], slide.places[at + 1], share - at
    return ax + (bx - ax) * part, ay + (by - ay) * part


def motion_of(events: Iterable[Event], battle: Battle, now: float) -> Motion | None:
    """What moves after these events, which led to this battle; None when nothing does.

    Ways come one after the other; what befalls a creature is seen when the ways before it are over.
    """
    slides, flashes, words, clock = list[Slide](), list[Flash](), list[Rising](), now
    for event in events:
        if isinstance(event, Moved | Pushed | Dragged):
            if event.path and event.who in battle.by_id:
                lasts = min(STEP * len(event.path), LONGEST)
                slides.append(Slide(event.who, (event.start, *event.path), clock, clock + lasts))
                for rider in battle.riders_of(event.who):  # rule: NLT-9
                    seats = tuple(seat_of(battle, rider, cell)[0] for cell in (event.start, *event.path))
                    slides.append(Slide(rider.id, seats, clock, clock + lasts))
                clock += lasts
            continue
        who, said, role = _befell(event, battle)
        cell = battle[who].cell if who in battle.by_id else None
        if cell is None:
            continue
        if role == "bad":
            flashes.append(Flash(who, clock))
        if said:
            before = sum(each.cell == cell for each in words)
            words.append(Rising(said, role, cell, side_of(battle, battle[who]), clock + before * RISE / 2, before))
    return _motion(slides, flashes, words, now)


def _motion(slides: Iterable[Slide], flashes: Iterable[Flash], words: Iterable[Rising], now: float) -> Motion | None:
    made = Motion(tuple(slides), tuple(flashes), tuple(words), now)
    end = max((*(each.end for each in made.slides), *(each.start + FLASH for each in made.flashes),
               *(each.start + STAY for each in made.words)), default=now)
    return replace(made, end=end) if end > now else None


def _befell(event: Event, battle: Battle) -> tuple[str, str, str]:
    """Whom something befell, what rises from it, and in which role; no words where numbers are not told."""
    match event:
        case Damaged() if event.total:
            return event.who, _number(battle, event.who, event.pv_after - event.pv_before), "bad"
        case Bruised():
            return event.who, tr(injury_name(event.injury.level, event.injury.wound)), "bad"
        case HitsChanged() if event.after != event.before:
            role = "bad" if event.after < event.before else "good"
            return event.who, _number(battle, event.who, event.after - event.before), role
        case Healed():
            return event.who, _number(battle, event.who, event.pv_after - event.pv_before), "good"
        case Attacked(outcome="miss" | "concealed"):
            return event.sheet.target, tr("miss"), "text"
    return "", "", ""


def _number(battle: Battle, who: str, amount: int) -> str:
    """A change of PV with its sign; how one is now, where that is all that is told."""
    if veiled(battle, who):
        now = state(battle, battle[who])
        return tr(now) if now is not None else ""
    return f"+{amount}" if amount > 0 else f"−{-amount}"
